// tests/unit/storage/expression/request.h
//
// The part of a request that an expression meets: its placeholders, in notation.h's notation, kept alive for
// as long as what is parsed from them: {":v": 1, "#n": "name"}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation.h"
#include "storage/expression/expression.h"

namespace larder::expression::test {

class Request {
 public:
  explicit Request(std::string_view placeholders) : map_(value_bytes(placeholders)) {
    for (const MemberView member : ItemView(map_).members()) {
      if (member.name.starts_with('#')) {
        names_.push_back({member.name, member.value.text()});
      } else {
        values_.push_back({member.name, member.value});
      }
    }
  }
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  Binder binder() const { return {names_, values_}; }

 private:
  std::string map_;
  std::vector<NameSubstitution> names_;
  std::vector<ValueSubstitution> values_;
};

}  // namespace larder::expression::test
