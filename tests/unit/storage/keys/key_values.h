// tests/unit/storage/keys/key_values.h
//
// Canonical bytes of key values, and a secret that says where it went.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "storage/base/ids.h"
#include "storage/model/number.h"
#include "storage/model/value_writer.h"

namespace larder::keys {

inline HashSecret counting_secret() {
  HashSecret secret;
  for (std::size_t i = 0; i < secret.size(); ++i) secret[i] = static_cast<unsigned char>(i);
  return secret;
}

inline std::string string_value(std::string_view text) {
  std::string bytes;
  value_writer::append_string(text, bytes);
  return bytes;
}

inline std::string binary_value(std::string_view raw) {
  std::string bytes;
  value_writer::append_binary(raw, bytes);
  return bytes;
}

inline std::string number_value(std::string_view text) {
  std::string bytes;
  value_writer::append_number(*parse_number(text), bytes);
  return bytes;
}

}  // namespace larder::keys
