// ipc/wire/words.h
//
// Every word of the closed sets that requests and replies may hold (ReturnValues: ALL_OLD, ...), once.
#pragma once

#include <string_view>

namespace larder::wire::words {

inline constexpr std::string_view kActive = "ACTIVE";
inline constexpr std::string_view kAdd = "ADD";
inline constexpr std::string_view kAes256 = "AES256";
inline constexpr std::string_view kAll = "ALL";
inline constexpr std::string_view kAllAttributes = "ALL_ATTRIBUTES";
inline constexpr std::string_view kAllNew = "ALL_NEW";
inline constexpr std::string_view kAllOld = "ALL_OLD";
inline constexpr std::string_view kAllProjectedAttributes = "ALL_PROJECTED_ATTRIBUTES";
inline constexpr std::string_view kAnd = "AND";
inline constexpr std::string_view kBeginsWith = "BEGINS_WITH";
inline constexpr std::string_view kBetween = "BETWEEN";
inline constexpr std::string_view kContains = "CONTAINS";
inline constexpr std::string_view kCount = "COUNT";
inline constexpr std::string_view kCreating = "CREATING";
inline constexpr std::string_view kDelete = "DELETE";
inline constexpr std::string_view kDeleting = "DELETING";
inline constexpr std::string_view kDisabled = "DISABLED";
inline constexpr std::string_view kEnabled = "ENABLED";
inline constexpr std::string_view kEq = "EQ";
inline constexpr std::string_view kEventual = "EVENTUAL";
inline constexpr std::string_view kGe = "GE";
inline constexpr std::string_view kGt = "GT";
inline constexpr std::string_view kHash = "HASH";
inline constexpr std::string_view kIn = "IN";
inline constexpr std::string_view kInclude = "INCLUDE";
inline constexpr std::string_view kIndexes = "INDEXES";
inline constexpr std::string_view kKeysOnly = "KEYS_ONLY";
inline constexpr std::string_view kKms = "KMS";
inline constexpr std::string_view kLe = "LE";
inline constexpr std::string_view kLt = "LT";
inline constexpr std::string_view kNe = "NE";
inline constexpr std::string_view kNewAndOldImages = "NEW_AND_OLD_IMAGES";
inline constexpr std::string_view kNewImage = "NEW_IMAGE";
inline constexpr std::string_view kNone = "NONE";
inline constexpr std::string_view kNotContains = "NOT_CONTAINS";
inline constexpr std::string_view kNotNull = "NOT_NULL";
inline constexpr std::string_view kNull = "NULL";
inline constexpr std::string_view kOldImage = "OLD_IMAGE";
inline constexpr std::string_view kOr = "OR";
inline constexpr std::string_view kPayPerRequest = "PAY_PER_REQUEST";
inline constexpr std::string_view kProvisioned = "PROVISIONED";
inline constexpr std::string_view kPut = "PUT";
inline constexpr std::string_view kRange = "RANGE";
inline constexpr std::string_view kSize = "SIZE";
inline constexpr std::string_view kSpecificAttributes = "SPECIFIC_ATTRIBUTES";
inline constexpr std::string_view kStandard = "STANDARD";
inline constexpr std::string_view kStandardInfrequentAccess = "STANDARD_INFREQUENT_ACCESS";
inline constexpr std::string_view kStrong = "STRONG";
inline constexpr std::string_view kTotal = "TOTAL";
inline constexpr std::string_view kUpdatedNew = "UPDATED_NEW";
inline constexpr std::string_view kUpdatedOld = "UPDATED_OLD";
inline constexpr std::string_view kUpdating = "UPDATING";

}  // namespace larder::wire::words
