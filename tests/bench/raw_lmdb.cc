// tests/bench/raw_lmdb.cc
//
// The yardstick of the figures: what LMDB alone does on this machine, without a line of Larder's.
//
//     raw_lmdb get [--items N] [--value-bytes N] [--seconds S] [--dir DIR] [--json]
//         random gets, each in a renewed read transaction
//     raw_lmdb put [--group N] ...
//         random overwrites in groups of N, one synced commit per group
//
// Keys are 20 bytes, as an item's without a sort key. The database lives in a new directory under DIR (default: the
// temporary directory), which is removed at the end.
#include <lmdb.h>
#include <stdlib.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>

namespace {

struct Options {
  bool put = false;
  std::uint64_t items = 1'000'000;
  std::size_t value_bytes = 300;
  std::uint64_t group = 32;
  double seconds = 5;
  std::string directory = std::filesystem::temp_directory_path();
  bool json = false;
};

constexpr const char* kUsage =
    "usage: raw_lmdb get|put [--items N] [--value-bytes N] [--group N] [--seconds S] [--dir DIR] [--json]\n";

[[noreturn]] void refuse(const std::string& why) {
  std::fprintf(stderr, "raw_lmdb: %s\n%s", why.c_str(), kUsage);
  std::exit(2);
}

Options parse(int count, char** arguments) {
  Options options;
  if (count < 2) refuse("get or put is missing");
  const std::string_view mode = arguments[1];
  if (mode != "get" && mode != "put") refuse("the first argument is get or put");
  options.put = mode == "put";
  for (int i = 2; i < count; ++i) {
    const std::string_view name = arguments[i];
    if (name == "--json") {
      options.json = true;
      continue;
    }
    if (i + 1 == count) refuse(std::string(name) + " needs a value");
    const char* value = arguments[++i];
    if (name == "--items") {
      options.items = std::strtoull(value, nullptr, 10);
    } else if (name == "--value-bytes") {
      options.value_bytes = std::strtoull(value, nullptr, 10);
    } else if (name == "--group") {
      options.group = std::strtoull(value, nullptr, 10);
    } else if (name == "--seconds") {
      options.seconds = std::strtod(value, nullptr);
    } else if (name == "--dir") {
      options.directory = value;
    } else {
      refuse("unknown option " + std::string(name));
    }
  }
  if (options.items == 0 || options.group == 0 || options.seconds <= 0) refuse("numbers are above 0");
  return options;
}

void check(int code, const char* doing) {
  if (code == MDB_SUCCESS) return;
  std::fprintf(stderr, "raw_lmdb: %s: %s\n", doing, mdb_strerror(code));
  std::exit(1);
}

// Spreads item numbers as the hash of a partition key does.
struct Key {
  explicit Key(std::uint64_t item) {
    std::memcpy(bytes, "\0\0\0\1", 4);
    for (int half = 0; half < 2; ++half) {
      std::uint64_t z = item * 2 + static_cast<std::uint64_t>(half) + 0x9E3779B97F4A7C15U;
      z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
      z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
      z ^= z >> 31U;
      std::memcpy(bytes + 4 + 8 * half, &z, sizeof z);
    }
  }
  MDB_val val() { return {sizeof bytes, bytes}; }
  char bytes[20];
};

class Store {
 public:
  explicit Store(const Options& options) : options_(options), value_(options.value_bytes, 'v') {
    std::string name = std::filesystem::path(options.directory) / "raw-lmdb-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) check(errno, "making a directory");
    directory_ = name;
    check(mdb_env_create(&env_), "creating the environment");
    check(mdb_env_set_mapsize(env_, std::size_t{1} << 40U), "setting the map size");
    check(mdb_env_open(env_, directory_.c_str(), MDB_NOTLS | MDB_NORDAHEAD | MDB_NOSYNC, 0600), "opening");
    constexpr std::uint64_t batch = 10'000;
    for (std::uint64_t first = 0; first < options.items; first += batch) {
      put(first, std::min(first + batch, options.items), [](std::uint64_t item) { return item; });
    }
    check(mdb_env_sync(env_, 1), "syncing");
    check(mdb_env_set_flags(env_, MDB_NOSYNC, 0), "turning syncs on");
  }
  ~Store() {
    mdb_env_close(env_);
    std::filesystem::remove_all(directory_);
  }
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  std::uint64_t random_item() {
    return std::uniform_int_distribution<std::uint64_t>(0, options_.items - 1)(random_);
  }

  // Puts pick(first), ..., pick(end - 1) in one commit.
  template <class Pick>
  void put(std::uint64_t first, std::uint64_t end, Pick pick) {
    MDB_txn* txn = nullptr;
    check(mdb_txn_begin(env_, nullptr, 0, &txn), "beginning a write");
    if (dbi_ == 0) check(mdb_dbi_open(txn, nullptr, 0, &dbi_), "opening the tree");
    for (std::uint64_t i = first; i < end; ++i) {
      Key key(pick(i));
      MDB_val stored_key = key.val();
      MDB_val value{value_.size(), value_.data()};
      check(mdb_put(txn, dbi_, &stored_key, &value, 0), "putting");
    }
    check(mdb_txn_commit(txn), "committing");
  }

  void begin_gets() {
    check(mdb_txn_begin(env_, nullptr, MDB_RDONLY, &reader_), "beginning a read");
    mdb_txn_reset(reader_);
  }
  // Returns a byte of the value, so that the read is not optimised away.
  std::uint64_t get(std::uint64_t item) {
    check(mdb_txn_renew(reader_), "renewing a read");
    Key key(item);
    MDB_val stored_key = key.val();
    MDB_val value;
    check(mdb_get(reader_, dbi_, &stored_key, &value), "getting");
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < value.mv_size; i += 64) sum += static_cast<unsigned char*>(value.mv_data)[i];
    mdb_txn_reset(reader_);
    return sum;
  }
  void end_gets() { mdb_txn_abort(reader_); }

 private:
  const Options& options_;
  std::string value_;
  std::filesystem::path directory_;
  MDB_env* env_ = nullptr;
  MDB_dbi dbi_ = 0;
  MDB_txn* reader_ = nullptr;
  std::mt19937_64 random_{42};
};

struct Outcome {
  std::uint64_t operations;
  double seconds;
};

// Calls `round`, which does `each` operations, until the time is over; looks at the clock every `rounds` rounds.
template <class Round>
Outcome measure(double seconds, std::uint64_t each, std::uint64_t rounds, Round round) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::uint64_t operations = 0;
  double passed = 0;
  while (passed < seconds) {
    for (std::uint64_t i = 0; i < rounds; ++i) round();
    operations += each * rounds;
    passed = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return {operations, passed};
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = parse(count, arguments);
  Store store(options);
  Outcome outcome{};
  if (options.put) {
    outcome = measure(options.seconds, options.group, 1, [&] {
      store.put(0, options.group, [&](std::uint64_t) { return store.random_item(); });
    });
  } else {
    std::uint64_t sum = 0;
    store.begin_gets();
    outcome = measure(options.seconds, 1, 1'000, [&] { sum += store.get(store.random_item()); });
    store.end_gets();
    if (sum == 0) std::puts("");
  }
  const double per_second = static_cast<double>(outcome.operations) / outcome.seconds;
  if (options.json) {
    std::printf(
        "{\"mode\": \"%s\", \"items\": %llu, \"value_bytes\": %zu, \"group\": %llu, \"operations\": %llu, "
        "\"seconds\": %.3f, \"ops_per_second\": %.1f}\n",
        arguments[1], static_cast<unsigned long long>(options.items), options.value_bytes,
        static_cast<unsigned long long>(options.put ? options.group : 1),
        static_cast<unsigned long long>(outcome.operations), outcome.seconds, per_second);
  } else {
    std::printf("%s: %.0f per second (%.2f us each)\n", arguments[1], per_second, 1e6 / per_second);
  }
  return 0;
}
