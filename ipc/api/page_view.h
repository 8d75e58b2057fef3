// ipc/api/page_view.h
//
// What a Query or Scan reads, and what it shows of each item: a table or an index, Select, and the attributes that
// ProjectionExpression, AttributesToGet and the filter name, put together.
//
// Lifetime `shown` points into the source; a PageView stays where it was made.
// Threads  one at a time.
// Source   texts as observed; pinned by tests/conformance/query.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ipc/api/page_parameters.h"
#include "storage/base/clock.h"
#include "storage/base/result.h"
#include "storage/engine/transaction.h"
#include "storage/expression/expression.h"
#include "storage/operation/page_source.h"

namespace larder::api {

struct PageRequest {
  std::string_view table_name;
  const PageParameters& page;
  const expression::Condition& filter;
  const expression::Projection& projection;
};

class PageView {
 public:
  // Errors, in the order checked: those of table::find or table::find_index; kValidation "Select type ALL_ATTRIBUTES is
  // not supported for global secondary index ...", "Global secondary index NAME does not project [a, b]".
  static Result<operation::PageSource> find(const engine::Transaction& txn, const Clock& clock,
                                            const PageRequest& request);

  PageView(operation::PageSource source, const PageRequest& request);
  PageView(const PageView&) = delete;
  PageView& operator=(const PageView&) = delete;

  const operation::PageSource& source() const { return source_; }
  // The only attributes to show; null: whatever the projection says.
  const std::vector<std::string_view>* shown() const { return shown_ ? &*shown_ : nullptr; }

 private:
  operation::PageSource source_;
  std::optional<std::vector<std::string_view>> shown_;
};

}  // namespace larder::api
