#include "storage/expression/container_builder.h"

#include "storage/model/value_writer.h"

namespace larder::expression {
namespace {

void append_header(ValueType type, std::uint32_t count, std::string& to) {
  if (type == ValueType::kMap) {
    value_writer::append_map_header(count, to);
  } else {
    value_writer::append_list_header(count, to);
  }
}

}  // namespace

ContainerBuilder::ContainerBuilder(ValueType type, std::uint32_t count_guess, std::string& to)
    : type_(type), count_guess_(count_guess), to_(to), begin_(to.size()) {
  append_header(type, count_guess, to_);
  body_ = to_.size();
}

void ContainerBuilder::append_name(std::string_view name) {
  value_writer::append_name(name, to_);
}

bool ContainerBuilder::finish(std::uint32_t count) {
  if (count == 0) {
    to_.resize(begin_);
    return false;
  }
  finish_even_if_empty(count);
  return true;
}

void ContainerBuilder::finish_even_if_empty(std::uint32_t count) {
  if (count == count_guess_) return;
  std::string header;
  append_header(type_, count, header);
  to_.replace(begin_, body_ - begin_, header);
}

}  // namespace larder::expression
