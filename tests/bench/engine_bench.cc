// tests/bench/engine_bench.cc
//
// The engine's own figures, beside those of raw_lmdb: begin_read, get, cursor steps and erase_prefix on a store without
// syncs, then durable puts through the writer in groups. Explains; decides nothing.
//
//     engine_bench [ITEMS] [DIR]
#include <stdlib.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <semaphore>
#include <string>
#include <vector>

#include "storage/base/assert.h"
#include "storage/base/bytes.h"
#include "storage/base/crc32c.h"
#include "storage/engine/environment.h"
#include "storage/engine/writer.h"

namespace {

using namespace larder;
using namespace larder::engine;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kValueBytes = 300;

std::string key_of(std::uint64_t item) {
  std::string key(4, '\1');
  append_big_endian((item + 1) * 0x9E3779B97F4A7C15U, key);
  append_big_endian((item + 1) * 0xBF58476D1CE4E5B9U, key);
  return key;
}

template <class Step>
void report(const char* what, std::uint64_t count, Step step) {
  const auto begin = Clock::now();
  for (std::uint64_t i = 0; i < count; ++i) step(i);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  std::printf("%-44s %10.1f ns each\n", what, seconds * 1e9 / static_cast<double>(count));
}

struct PutRequest final : WriteRequest {
  Result<void> run(WriteTransaction& txn) override { return txn.put(Tree::kItems, key, {value}); }
  void complete(Result<void> outcome) noexcept override {
    LARDER_ASSERT(outcome.ok());
    free->release();
  }
  std::string key;
  std::string value = std::string(kValueBytes, 'w');
  std::counting_semaphore<>* free = nullptr;
};

// Keeps `clients` puts in flight for some seconds, as so many clients that wait for each answer would.
void durable_puts(Writer& writer, std::uint64_t items, std::size_t clients) {
  std::mt19937_64 random(1);
  std::counting_semaphore<> free(static_cast<std::ptrdiff_t>(clients));
  std::vector<PutRequest> requests(clients);
  for (PutRequest& request : requests) request.free = &free;
  const Writer::Metrics before = writer.metrics();
  const auto begin = Clock::now();
  double seconds = 0;
  while ((seconds = std::chrono::duration<double>(Clock::now() - begin).count()) < 3) {
    // A round of all clients; the next begins when every one was answered.
    for (PutRequest& request : requests) {
      free.acquire();
      request.key = key_of(random() % items);
    }
    for (PutRequest& request : requests) writer.submit(request);
    for (std::size_t i = 0; i < clients; ++i) free.acquire();
    free.release(static_cast<std::ptrdiff_t>(clients));
  }
  const Writer::Metrics after = writer.metrics();
  const auto puts = static_cast<double>(after.requests - before.requests);
  std::printf("durable puts, %3zu at a time: %8.0f per second, %.1f in a group\n", clients, puts / seconds,
              puts / static_cast<double>(after.groups - before.groups));
}

void fill(Writer& writer, std::uint64_t items) {
  const std::string value(kValueBytes, 'v');
  for (std::uint64_t first = 0; first < items; first += 10'000) {
    const Result<void> outcome = writer.execute([&](WriteTransaction& txn) -> Result<void> {
      for (std::uint64_t i = first; i < std::min(first + 10'000, items); ++i) {
        LARDER_TRY_DO(txn.put(Tree::kItems, key_of(i), {value}));
      }
      return {};
    });
    LARDER_ASSERT(outcome.ok());
  }
}

void reads(Environment& environment, std::uint64_t items) {
  std::mt19937_64 random(2);
  std::uint64_t sum = 0;
  report("begin_read and end", 1'000'000,
         [&](std::uint64_t) { sum += environment.begin_read()->snapshot(); });
  report("begin_read, get of 300 bytes, end", 1'000'000, [&](std::uint64_t) {
    const auto txn = environment.begin_read();
    sum += (*txn->get(Tree::kItems, key_of(random() % items)))->size();
  });
  const std::string bytes(kValueBytes + 20, 'v');
  report("of that the checksum", 1'000'000,
         [&](std::uint64_t i) { sum += crc32c(bytes, static_cast<std::uint32_t>(i + sum)); });
  const auto txn = environment.begin_read();
  Cursor cursor = txn->cursor(Tree::kItems);
  auto found = cursor.seek("");
  report("cursor next and value", items - 1, [&](std::uint64_t) {
    sum += cursor.value()->size();
    found = cursor.next();
  });
  report("cursor made, seek", 1'000'000, [&](std::uint64_t) {
    Cursor another = txn->cursor(Tree::kItems);
    sum += *another.seek(key_of(random() % items)) ? 1 : 0;
  });
  LARDER_ASSERT(sum != 0);
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t items = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'000;
  std::string name =
      (count > 2 ? std::filesystem::path(arguments[2]) : std::filesystem::temp_directory_path()) /
      "engine-bench-XXXXXX";
  LARDER_ASSERT(mkdtemp(name.data()) != nullptr);
  EnvironmentOptions options;
  options.directory = name;
  options.durability = Durability::kNone;
  {
    auto environment = Environment::open(options);
    LARDER_ASSERT(environment.ok());
    Writer writer(**environment, {});
    fill(writer, items);
    reads(**environment, items);
  }
  options.durability = Durability::kCommit;
  {
    auto environment = Environment::open(options);
    LARDER_ASSERT(environment.ok());
    Writer writer(**environment, {});
    for (const std::size_t clients : {1U, 16U, 32U, 64U}) durable_puts(writer, items, clients);
    LARDER_ASSERT(writer
                      .execute([&](WriteTransaction& txn) -> Result<void> {
                        report("erase_prefix, per entry", 10, [&](std::uint64_t) {
                          LARDER_ASSERT(txn.erase_prefix(Tree::kItems, std::string(4, '\1'), 1'000).ok());
                        });
                        return {};
                      })
                      .ok());
    std::puts("(divide erase_prefix by 1,000)");
  }
  std::filesystem::remove_all(name);
  return 0;
}
