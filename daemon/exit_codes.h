// daemon/exit_codes.h
//
// How larderd ends, for scripts and service managers; --help prints the table. storage/engine adds its own
// for a damaged file (environment.h). A second signal ends with 128 + its number.
#pragma once

#include <array>
#include <string_view>

#include "storage/base/error.h"

namespace larder::daemon {

struct ExitCode {
  int code;
  std::string_view meaning;
};

inline constexpr int kExitOk = 0;
inline constexpr int kExitInternal = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitStore = 3;
inline constexpr int kExitRunning = 4;
inline constexpr int kExitVersion = 5;
inline constexpr int kExitCorrupt = 6;
inline constexpr int kExitListen = 7;

inline constexpr auto kExitCodes = std::to_array<ExitCode>({
    {kExitOk, "stopped in order (SIGTERM, SIGINT)"},
    {kExitInternal, "something unexpected"},
    {kExitUsage, "a wrong option"},
    {kExitStore, "the data directory cannot be used"},
    {kExitRunning, "another daemon holds the data directory"},
    {kExitVersion, "the data directory has a format this version does not know"},
    {kExitCorrupt, "the data directory is damaged"},
    {kExitListen, "cannot listen on the address (in use?), or the TLS files cannot be used"},
    {71, "a page of the data file could not be read"},
    {72, "a page of the data file is damaged"},
    {130, "forced by a second SIGINT (143: SIGTERM)"},
});

// Of an Error that opening the store gave.
constexpr int exit_code_of_store(ErrorCode code) {
  if (code == ErrorCode::kAlreadyRunning) return kExitRunning;
  if (code == ErrorCode::kWrongVersion) return kExitVersion;
  if (code == ErrorCode::kCorruption) return kExitCorrupt;
  return kExitStore;
}

}  // namespace larder::daemon
