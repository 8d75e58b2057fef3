#include "storage/expression/reserved_words.h"

namespace larder::expression {

bool is_reserved_word(std::string_view word) {
  if (word.size() > kReservedWordBytesMax) return false;
  std::array<char, kReservedWordBytesMax> upper;
  std::ranges::transform(word, upper.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return std::ranges::binary_search(kReservedWords, std::string_view(upper.data(), word.size()));
}

}  // namespace larder::expression
