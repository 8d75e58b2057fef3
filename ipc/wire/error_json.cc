#include "ipc/wire/error_json.h"

#include <string_view>

#include "ipc/wire/json_writer.h"
#include "ipc/wire/names.h"

namespace larder::wire {
namespace {

constexpr std::string_view kType = "__type";
constexpr std::string_view kSmallMessage = "message";

std::string_view message_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kSerialization:
    case ErrorCode::kUnknownOperation:
    case ErrorCode::kAccessDenied:
    case ErrorCode::kTransactionCanceled:
    case ErrorCode::kIdempotentParameterMismatch:
      return names::kMessage;
    default:
      return kSmallMessage;
  }
}

void append_item(std::string_view item, JsonWriter& writer) {
  if (item.empty()) return;
  writer.member(names::kItem);
  writer.item(ItemView(item));
}

void append_reason(const CancellationReason& reason, JsonWriter& writer) {
  writer.begin_structure();
  writer.member(names::kCode);
  writer.string(reason.code);
  append_item(reason.item, writer);
  if (!reason.message.empty()) {
    writer.member(names::kMessage);
    writer.string(reason.message);
  }
  writer.end_structure();
}

}  // namespace

void append_error_json(const Error& error, std::string& to) {
  JsonWriter writer(to);
  writer.begin_structure();
  writer.member(kType);
  writer.string(error_row(error.code).type);
  if (error.code == ErrorCode::kTransactionCanceled) {
    writer.member(names::kCancellationReasons);
    writer.begin_list();
    for (const CancellationReason& reason : error.reasons) append_reason(reason, writer);
    writer.end_list();
  }
  append_item(error.item, writer);
  if (!error.message.empty()) {
    writer.member(message_name(error.code));
    writer.string(error.message);
  }
  writer.end_structure();
}

}  // namespace larder::wire
