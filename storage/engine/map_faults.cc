#include "storage/engine/map_faults.h"

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
#include <string>

#include "storage/engine/environment.h"

namespace larder::engine {
namespace {

// A signal handler can be handed nothing, so this table is global: the one mutable global of the engine.
struct WatchedMap {
  std::atomic<MDB_env*> env{nullptr};
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
  std::array<char, 1024> path{};  // written before `begin` is published
};

constexpr std::size_t kMapsMax = 16;
std::array<WatchedMap, kMapsMax> watched_maps;
struct sigaction earlier_bus;
struct sigaction earlier_segv;

// What OpeningWatch of this thread watches.
constinit thread_local const char* opening_path = nullptr;

// Where LMDB's code lies.
std::uintptr_t lmdb_begin = 0;
std::uintptr_t lmdb_end = 0;

// Puts one line together without allocating; longer text is cut.
class Line {
 public:
  Line& operator<<(const char* text) {
    const std::size_t size = std::min(std::strlen(text), sizeof text_ - size_);
    std::memcpy(text_ + size_, text, size);
    size_ += size;
    return *this;
  }
  Line& operator<<(std::uintptr_t number) {
    char digits[24] = {};
    std::to_chars(digits, digits + sizeof digits - 1, number);
    return *this << digits;
  }
  void write_to_standard_error() const {
    if (write(STDERR_FILENO, text_, size_) < 0) return;  // nobody is listening: the exit code still tells
  }

 private:
  char text_[1400];
  std::size_t size_ = 0;
};

constexpr const char* kAdvice =
    "; stop the daemon, see how much `mdb_dump -a` of its directory still reads, check the disk, restore a "
    "backup\n";

bool is_lmdb(std::uintptr_t code) {
  return code >= lmdb_begin && code < lmdb_end;
}

// Whether LMDB's code faulted, or a copy that it had asked for: memcpy and its like keep their return address where
// the call left it. On machines that nobody told us about: no.
bool by_lmdb(const void* context) {
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  if (is_lmdb(static_cast<std::uintptr_t>(registers[REG_RIP]))) return true;
  const auto stack = static_cast<std::uintptr_t>(registers[REG_RSP]);
  return is_lmdb(*reinterpret_cast<const std::uintptr_t*>(stack));
#elif defined(__aarch64__)
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  return is_lmdb(machine.pc) || is_lmdb(machine.regs[30]);
#else
  static_cast<void>(context);
  return false;
#endif
}

const char* only_path() {
  const char* path = nullptr;
  for (const WatchedMap& map : watched_maps) {
    if (map.begin.load(std::memory_order_acquire) == 0) continue;
    if (path != nullptr) return "one of the databases";
    path = map.path.data();
  }
  return path != nullptr ? path : "the database";
}

const char* name_of(int signal) {
  return signal == SIGBUS ? "SIGBUS" : "SIGSEGV";
}

void on_fault(int signal, siginfo_t* fault, void* context) {
  const bool sent = fault->si_code <= 0;  // by a process: then there is no address
  const auto address = sent ? 0 : reinterpret_cast<std::uintptr_t>(fault->si_addr);
  for (const WatchedMap& map : watched_maps) {
    const std::uintptr_t begin = map.begin.load(std::memory_order_acquire);
    if (begin == 0 || address < begin || address >= map.end.load(std::memory_order_relaxed)) continue;
    Line line;
    line << "larder: " << map.path.data() << " is damaged at byte " << address - begin << " ("
         << name_of(signal) << ")" << kAdvice;
    line.write_to_standard_error();
    _exit(kExitMapFault);
  }
  if (!sent && opening_path != nullptr) {
    Line line;
    line << "larder: " << opening_path << " is damaged: it cannot be opened (" << name_of(signal) << ")"
         << kAdvice;
    line.write_to_standard_error();
    _exit(kExitMapFault);
  }
  // LMDB follows what its pages say: pages that say nonsense lead it anywhere.
  if (!sent && by_lmdb(context)) {
    Line line;
    line << "larder: " << only_path() << " is damaged: it led LMDB to an address that is none ("
         << name_of(signal) << ")" << kAdvice;
    line.write_to_standard_error();
    _exit(kExitLmdbAssert);
  }
  // Not ours: the instruction faults again, under the handler that was there before.
  sigaction(signal, signal == SIGBUS ? &earlier_bus : &earlier_segv, nullptr);
  if (sent) raise(signal);
}

// A part of the address space, as /proc/self/maps shows it.
struct Mapping {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::uintptr_t offset = 0;  // of `begin` in the file
};

// The mapping that `inside` lies in; an empty one when the kernel does not tell.
Mapping mapping_of(std::uintptr_t inside) {
  std::ifstream maps("/proc/self/maps");
  // begin-end permissions offset ..., in hexadecimal (proc(5)).
  for (std::string line; std::getline(maps, line);) {
    Mapping found;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " %*s %" SCNxPTR, &found.begin, &found.end,
                    &found.offset) == 3 &&
        found.begin <= inside && inside < found.end)
      return found;
  }
  return {};
}

// A program that holds LMDB in itself cannot tell its faults from LMDB's: those stay as they were.
void find_lmdb() {
  const Mapping code = mapping_of(reinterpret_cast<std::uintptr_t>(&mdb_env_open));
  const auto own = reinterpret_cast<std::uintptr_t>(&find_lmdb);
  if (own >= code.begin && own < code.end) return;
  lmdb_begin = code.begin;
  lmdb_end = code.end;
}

void install_handlers() {
  find_lmdb();
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &earlier_bus);
  sigaction(SIGSEGV, &action, &earlier_segv);
}

void install_once() {
  static std::once_flag installed;
  std::call_once(installed, install_handlers);
}

void on_lmdb_assert(MDB_env* env, const char* message) {
  const char* path = nullptr;
  mdb_env_get_path(env, &path);
  Line line;
  line << "larder: " << (path != nullptr ? path : "the database") << " is damaged: LMDB found " << message
       << kAdvice;
  line.write_to_standard_error();
  _exit(kExitLmdbAssert);
}

}  // namespace

OpeningWatch::OpeningWatch(const char* data_path) {
  install_once();
  opening_path = data_path;
}

OpeningWatch::~OpeningWatch() {
  opening_path = nullptr;
}

void watch_assertions(MDB_env* env) {
  mdb_env_set_assert(env, on_lmdb_assert);
}

std::uintptr_t map_begin(std::string_view in_page) {
  const Mapping map = mapping_of(reinterpret_cast<std::uintptr_t>(in_page.data()));
  return map.begin - map.offset;
}

void watch_map(MDB_env* env, const std::string& data_path, std::uintptr_t begin) {
  install_once();
  if (begin == 0) return;
  MDB_envinfo info;
  mdb_env_info(env, &info);
  for (WatchedMap& map : watched_maps) {
    MDB_env* none = nullptr;
    if (!map.env.compare_exchange_strong(none, env)) continue;
    map.path.fill('\0');
    data_path.copy(map.path.data(), map.path.size() - 1);
    map.end.store(begin + info.me_mapsize, std::memory_order_relaxed);
    map.begin.store(begin, std::memory_order_release);
    return;
  }
}

void unwatch_map(MDB_env* env) {
  for (WatchedMap& map : watched_maps) {
    if (map.env.load() != env) continue;
    map.begin.store(0, std::memory_order_release);
    map.env.store(nullptr);
  }
}

}  // namespace larder::engine
