// larderd: options, start, signals, stop. What it does is in daemon.h.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "daemon/daemon.h"
#include "daemon/exit_codes.h"
#include "daemon/options.h"
#include "daemon/signals.h"

extern char** environ;

namespace {

using namespace larder::daemon;

Variables variables() {
  Variables list;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text(*entry);
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) list.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return list;
}

int refuse(int code, const std::string& text) {
  std::fprintf(stderr, "larderd: %s\n", text.c_str());
  return code;
}

int run(const std::vector<std::string>& arguments) {
  const larder::Result<Options> options = parse_options(arguments, variables());
  if (!options.ok()) return refuse(kExitUsage, options.error().message);
  if (options->help) {
    std::fputs(help_text().c_str(), stdout);
    return kExitOk;
  }
  if (options->version) {
    std::puts("larderd " LARDER_VERSION);
    return kExitOk;
  }
  block_stop_signals();
  StartFailure failure;
  const std::unique_ptr<Daemon> daemon = Daemon::start(*options, &failure);
  if (daemon == nullptr) return refuse(failure.exit_code, failure.text);
  wait_for_stop_signal();
  force_exit_on_next_stop_signal();
  daemon->stop();
  return kExitOk;
}

}  // namespace

int main(int count, char** values) {
  try {
    return run(std::vector<std::string>(values + 1, values + count));
  } catch (const std::exception& exception) {
    return refuse(kExitInternal, exception.what());
  }
}
