// storage/operation/return_values.h
//
// Which images a write returns. Which of them an operation takes is the API edge's check: PutItem and
// DeleteItem only kNone and kAllOld.
#pragma once

#include <cstdint>

namespace larder::operation {

enum class ReturnValues : std::uint8_t { kNone, kAllOld, kUpdatedOld, kAllNew, kUpdatedNew };
enum class ReturnOnConditionFailure : std::uint8_t { kNone, kAllOld };

}  // namespace larder::operation
