#include "storage/expression/path.h"

#include <algorithm>
#include <cstdint>

namespace larder::expression {

std::optional<ValueView> find(ItemView item, const Path& path) {
  std::optional<ValueView> value = item.find(path.front().name);
  for (std::size_t i = 1; i < path.size() && value; ++i) {
    const PathStep& step = path[i];
    if (step.index < 0) {
      value = value->type() == ValueType::kMap ? value->find(step.name) : std::nullopt;
    } else {
      // The parsers keep indexes within 32 bits.
      value = value->type() == ValueType::kList ? value->at(static_cast<std::uint32_t>(step.index))
                                                : std::nullopt;
    }
  }
  return value;
}

bool same_path(const Path& a, const Path& b) {
  return std::ranges::equal(a, b, [](const PathStep& x, const PathStep& y) {
    return x.index == y.index && (x.index >= 0 || x.name == y.name);
  });
}

std::string path_text(const Path& path) {
  std::string text = "[";
  for (const PathStep& step : path) {
    if (text.size() > 1) text += ", ";
    if (step.index < 0) {
      text += step.name;
    } else {
      text += '[' + std::to_string(step.index) + ']';
    }
  }
  return text + ']';
}

void add_unique(std::string_view name, std::vector<std::string_view>& names) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

}  // namespace larder::expression
