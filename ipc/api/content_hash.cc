#include "ipc/api/content_hash.h"

#include <openssl/sha.h>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "storage/base/bytes.h"

namespace larder::api {
namespace {

void append_text(std::string_view text, std::string& to) {
  append_big_endian(static_cast<std::uint64_t>(text.size()), to);
  to += text;
}

void append_node(const wire::Node& node, std::string& to);

void append_members(std::span<const wire::Member> members, std::string& to) {
  std::vector<const wire::Member*> sorted;
  sorted.reserve(members.size());
  for (const wire::Member& member : members) sorted.push_back(&member);
  std::ranges::sort(sorted, {}, &wire::Member::name);
  append_big_endian(static_cast<std::uint64_t>(sorted.size()), to);
  for (const wire::Member* member : sorted) {
    append_text(member->name, to);
    append_node(member->node, to);
  }
}

void append_node(const wire::Node& node, std::string& to) {
  to += static_cast<char>(node.kind);
  switch (node.kind) {
    case wire::NodeKind::kString:
    case wire::NodeKind::kValue:  // canonical bytes
      return append_text(node.text, to);
    case wire::NodeKind::kInteger:
      return append_big_endian(static_cast<std::uint64_t>(node.integer), to);
    case wire::NodeKind::kDouble:
      return append_big_endian(std::bit_cast<std::uint64_t>(node.real), to);
    case wire::NodeKind::kBoolean:
      to += node.boolean ? '\1' : '\0';
      return;
    case wire::NodeKind::kList:
      append_big_endian(static_cast<std::uint64_t>(node.elements.size()), to);
      for (const wire::Node& element : node.elements) append_node(element, to);
      return;
    case wire::NodeKind::kStructure:
    case wire::NodeKind::kMap:
      return append_members(node.members, to);
    case wire::NodeKind::kInvalidValue:
    case wire::NodeKind::kNull:
      return;  // the request fails before its hash counts
  }
}

}  // namespace

operation::ContentHash content_hash(const wire::Node& content) {
  std::string bytes;
  append_node(content, bytes);
  operation::ContentHash hash;
  static_assert(sizeof hash == SHA256_DIGEST_LENGTH);
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash.data());
  return hash;
}

}  // namespace larder::api
