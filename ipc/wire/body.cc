#include "ipc/wire/body.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace larder::wire {

const Node* Node::find(std::string_view name) const {
  if (kind == NodeKind::kMap) {
    const auto at = std::ranges::lower_bound(members, name, {}, &Member::name);
    return at != members.end() && at->name == name ? &at->node : nullptr;
  }
  for (const Member& member : members) {
    if (member.name == name) return &member.node;
  }
  return nullptr;
}

Body::Body() : kept_(new std::byte[kKeptBytes]), arena_(kept_.get(), kKeptBytes) {}

void Body::clear() {
  root_ = Node();
  errors_.clear();
  arena_.release();
}

std::string_view Body::keep(std::string_view text) {
  if (text.empty()) return {"", 0};
  char* to = static_cast<char*>(arena_.allocate(text.size(), 1));
  std::memcpy(to, text.data(), text.size());
  return {to, text.size()};
}

const Error* Body::keep(Error error) {
  errors_.push_front(std::move(error));
  return &errors_.front();
}

template <class T>
std::span<const T> Body::keep(std::span<const T> nodes) {
  if (nodes.empty()) return {};
  T* to = static_cast<T*>(arena_.allocate(nodes.size_bytes(), alignof(T)));
  std::uninitialized_copy(nodes.begin(), nodes.end(), to);
  return {to, nodes.size()};
}
template std::span<const Node> Body::keep(std::span<const Node>);
template std::span<const Member> Body::keep(std::span<const Member>);

}  // namespace larder::wire
