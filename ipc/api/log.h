// ipc/api/log.h
//
// Where the fronts and the dispatcher report what an operator must see; daemon/ gives it a body.
// Threads  any.
#pragma once

#include <string_view>

namespace larder::api {

class Log {
 public:
  virtual ~Log() = default;
  virtual void info(std::string_view text) = 0;
  virtual void warning(std::string_view text) = 0;
  virtual void error(std::string_view text) = 0;
};

}  // namespace larder::api
