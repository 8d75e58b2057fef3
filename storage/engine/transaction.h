// storage/engine/transaction.h
//
// Reading and changing the trees. Keys may have any length (a few KB at most): the layering over LMDB's
// 511-byte limit happens below this interface, in exact byte order, for every sub-database.
//
// Shape    a value is stored with a CRC32C over its key and bytes behind it; this interface adds it on put
//          and checks and strips it on every get and cursor read.
// Lifetime what get and a cursor return points into the map: valid until the transaction ends or, in a write
//          transaction, until its next put or erase.
// Errors   kCorruption (checksum, impossible layer), kServiceUnavailable (map or disk nearly full; growing
//          writes only), kIo.
// Threads  one thread at a time; a ReadTransaction may move between threads.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "storage/base/ids.h"
#include "storage/base/result.h"

namespace larder::engine {

// The fixed sub-databases. Explicit values are part of the register in storage/FORMAT.md.
enum class Tree : std::uint8_t {
  kItems = 0,         // stored
  kIndexEntries = 1,  // stored
  kLayers = 2,        // stored; used by the layering alone
  kChangeLog = 3,     // stored
  kLogIndex = 4,      // stored
  kExpiry = 5,        // stored
  kTokens = 6,        // stored
  kCheckpoints = 7,   // stored
  kCatalog = 8,       // stored
  kMeta = 9,          // stored
};

// Exact number and bytes of a tree id's items, kept in the same commit as they change.
struct TreeCount {
  std::int64_t items = 0;
  std::int64_t bytes = 0;
};

class Cursor;
struct CursorState;
struct TransactionState;

class Transaction {
 public:
  Result<std::optional<std::string_view>> get(Tree tree, std::string_view key) const;
  Cursor cursor(Tree tree) const;
  Result<TreeCount> count(TreeId tree) const;
  // The commit this transaction sees (LMDB's transaction id): increases with every commit.
  std::uint64_t snapshot() const;
  const HashSecret& hash_secret() const;

 protected:
  explicit Transaction(std::unique_ptr<TransactionState> state);
  Transaction(Transaction&&) noexcept;
  Transaction& operator=(Transaction&&) noexcept;
  ~Transaction();
  std::unique_ptr<TransactionState> state_;
};

class ReadTransaction : public Transaction {
 public:
  ReadTransaction(ReadTransaction&&) noexcept = default;
  ReadTransaction& operator=(ReadTransaction&&) noexcept = default;
  ~ReadTransaction() = default;  // ends the snapshot; the handle goes back to the pool

 private:
  friend class Environment;
  using Transaction::Transaction;
};

// Only the Writer makes these.
class WriteTransaction : public Transaction {
 public:
  // Stores the parts, one after the other, as the value; replaces what is there. The key is not empty. Key
  // and parts may be what this transaction's own get or cursor returned since its last change.
  Result<void> put(Tree tree, std::string_view key, std::initializer_list<std::string_view> parts);
  // False when the key was not there.
  Result<bool> erase(Tree tree, std::string_view key);
  // Erases at most `entries_max` entries whose key starts with `prefix`; returns how many went.
  Result<std::size_t> erase_prefix(Tree tree, std::string_view prefix, std::size_t entries_max);

  Result<TreeId> allocate_tree();                // next id, never reused
  void add_count(TreeId tree, TreeCount delta);  // written once, with the commit
  Result<void> drop_count(TreeId tree);          // a dropped tree's counter goes with it
  // True once map or disk is short: operations that grow data refuse with storage_full(), others go on.
  bool growth_refused() const;

 private:
  friend class Writer;
  using Transaction::Transaction;
};

// "The disk or the map is nearly full ...": kServiceUnavailable.
Error storage_full();

// A place in a tree. Every move returns whether it stands on an entry; a move that finds none leaves it
// nowhere (key() and value() may not be called), from where seeks are allowed.
class Cursor {
 public:
  Cursor(Cursor&&) noexcept;
  Cursor& operator=(Cursor&&) noexcept;
  ~Cursor();

  Result<bool> seek(std::string_view key);         // first entry >= key
  Result<bool> seek_before(std::string_view key);  // last entry < key
  Result<bool> next();
  Result<bool> previous();

  std::string_view key() const;  // whole key; valid until the cursor moves
  // Checks the checksum, then returns the bytes; valid as said above.
  Result<std::string_view> value() const;

 private:
  friend class Transaction;
  explicit Cursor(std::unique_ptr<CursorState> state);
  std::unique_ptr<CursorState> state_;
};

}  // namespace larder::engine
