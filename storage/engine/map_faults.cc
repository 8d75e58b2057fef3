#include "storage/engine/map_faults.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <mutex>

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

void on_fault(int signal, siginfo_t* fault, void*) {
  const bool sent = fault->si_code <= 0;  // by a process: then there is no address
  const auto address = sent ? 0 : reinterpret_cast<std::uintptr_t>(fault->si_addr);
  for (const WatchedMap& map : watched_maps) {
    const std::uintptr_t begin = map.begin.load(std::memory_order_acquire);
    if (begin == 0 || address < begin || address >= map.end.load(std::memory_order_relaxed)) continue;
    Line line;
    line << "larder: " << map.path.data() << " is damaged at byte " << address - begin << " ("
         << (signal == SIGBUS ? "SIGBUS" : "SIGSEGV") << ")" << kAdvice;
    line.write_to_standard_error();
    _exit(kExitMapFault);
  }
  // Not ours: the instruction faults again, under the handler that was there before.
  sigaction(signal, signal == SIGBUS ? &earlier_bus : &earlier_segv, nullptr);
  if (sent) raise(signal);
}

void install_handlers() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &earlier_bus);
  sigaction(SIGSEGV, &action, &earlier_segv);
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

std::uintptr_t map_begin(MDB_env* env, std::string_view in_page) {
  MDB_stat stat;
  mdb_env_stat(env, &stat);
  const auto inside = reinterpret_cast<std::uintptr_t>(in_page.data());
  const std::uintptr_t page = inside - inside % stat.ms_psize;
  std::size_t page_number = 0;
  std::memcpy(&page_number, reinterpret_cast<const void*>(page), sizeof page_number);
  return page - page_number * stat.ms_psize;
}

void watch_map(MDB_env* env, const std::string& data_path, std::uintptr_t begin) {
  static std::once_flag installed;
  std::call_once(installed, install_handlers);
  mdb_env_set_assert(env, on_lmdb_assert);
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
