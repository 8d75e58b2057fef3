#include "ipc/api/return_parameters.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ipc/api/members.h"
#include "ipc/wire/names.h"
#include "ipc/wire/words.h"

namespace larder::api {
namespace {

namespace words = wire::words;
using operation::ReturnOnConditionFailure;
using operation::ReturnValues;

struct ReturnValuesRow {
  std::string_view word;
  ReturnValues values;
};

constexpr auto kReturnValues = std::to_array<ReturnValuesRow>({
    {words::kNone, ReturnValues::kNone},
    {words::kAllOld, ReturnValues::kAllOld},
    {words::kUpdatedOld, ReturnValues::kUpdatedOld},
    {words::kAllNew, ReturnValues::kAllNew},
    {words::kUpdatedNew, ReturnValues::kUpdatedNew},
});

}  // namespace

ReturnValues decode_return_values(const wire::Node& request) {
  const auto word = optional_text(request, wire::names::kReturnValues);
  return word ? std::ranges::find(kReturnValues, *word, &ReturnValuesRow::word)->values : ReturnValues::kNone;
}

Result<ReturnValues> decode_return_values_of_old(const wire::Node& request) {
  const ReturnValues values = decode_return_values(request);
  if (values == ReturnValues::kNone || values == ReturnValues::kAllOld) return values;
  return validation_error("ReturnValues can only be ALL_OLD or NONE");
}

ReturnOnConditionFailure decode_return_on_failure(const wire::Node& request) {
  return text(request, wire::names::kReturnValuesOnConditionCheckFailure) == words::kAllOld
             ? ReturnOnConditionFailure::kAllOld
             : ReturnOnConditionFailure::kNone;
}

}  // namespace larder::api
