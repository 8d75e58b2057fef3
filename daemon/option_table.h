// daemon/option_table.h
//
// One row per option: how it is called, what it takes, what it means, and where its value goes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "daemon/options.h"
#include "storage/base/result.h"

namespace larder::daemon {

enum class Group : std::uint8_t { kStore, kHttp, kLimits, kService, kTests, kProgram };

enum class OptionKind : std::uint8_t {
  kValue,
  kList,  // may be given again and again
  kFlag,  // needs no value; `=false` undoes what a file says
};

enum class Place : std::uint8_t {
  kAnywhere,
  kNotInFile,    // a file cannot name the file
  kCommandLine,  // only there
};

struct OptionRow {
  std::string_view name;  // without dashes
  Group group;
  OptionKind kind;
  Place place;
  std::string_view argument;      // as --help shows it: "DIR"
  std::string_view default_text;  // as --help shows it; empty: none
  std::string_view help;
  Result<void> (*set)(Options& options,
                      std::string_view value);  // the Error says what is wrong with the value
};

std::span<const OptionRow> option_table();  // sorted by group
std::string_view group_title(Group group);

}  // namespace larder::daemon
