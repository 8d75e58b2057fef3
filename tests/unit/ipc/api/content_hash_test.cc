// Checks what a content hash tells apart and what it does not.
// Method: pairs of TransactItems as JSON, equal or different by row.
#include "ipc/api/content_hash.h"

#include <gtest/gtest.h>

#include <string>

#include "ipc/wire/json_reader.h"
#include "ipc/wire/names.h"
#include "ipc/wire/shapes.h"

namespace larder::api {
namespace {

operation::ContentHash hash_of(std::string_view element) {
  wire::JsonReader reader;
  wire::Body body;
  const Result<void> read = reader.read(R"({"TransactItems":[)" + std::string(element) + "]}",
                                        wire::shapes::kTransactWriteItemsInput, body);
  EXPECT_TRUE(read.ok()) << element;
  return content_hash(*body.root().find(wire::names::kTransactItems));
}

struct PairRow {
  std::string_view why;
  std::string_view a, b;
  bool equal;
};

constexpr PairRow kPairs[] = {
    {"white space", R"({"Put":{"TableName":"T","Item":{"a":{"S":"x"}}}})",
     R"({ "Put" : {"TableName":"T", "Item":{"a":{"S":"x"}}}})", true},
    {"order of members", R"({"Put":{"TableName":"T","Item":{"a":{"S":"x"},"b":{"S":"y"}}}})",
     R"({"Put":{"Item":{"b":{"S":"y"},"a":{"S":"x"}},"TableName":"T"}})", true},
    {"spelling of a number", R"({"Put":{"TableName":"T","Item":{"a":{"N":"10"}}}})",
     R"({"Put":{"TableName":"T","Item":{"a":{"N":"1e1"}}}})", true},
    {"table", R"({"Put":{"TableName":"T","Item":{}}})", R"({"Put":{"TableName":"U","Item":{}}})", false},
    {"kind of action", R"({"Delete":{"TableName":"T","Key":{}}})",
     R"({"ConditionCheck":{"TableName":"T","Key":{},"ConditionExpression":"a"}})", false},
    {"type of a value", R"({"Put":{"TableName":"T","Item":{"a":{"S":"1"}}}})",
     R"({"Put":{"TableName":"T","Item":{"a":{"N":"1"}}}})", false},
    {"an expression", R"({"Delete":{"TableName":"T","Key":{},"ConditionExpression":"a = b"}})",
     R"({"Delete":{"TableName":"T","Key":{},"ConditionExpression":"a = c"}})", false},
    {"where one text ends and the next begins",
     R"({"Delete":{"TableName":"T","Key":{},"ExpressionAttributeNames":{"#a":"bc"}}})",
     R"({"Delete":{"TableName":"T","Key":{},"ExpressionAttributeNames":{"#ab":"c"}}})", false},
    {"order of actions", R"({"Put":{"TableName":"T","Item":{}}},{"Delete":{"TableName":"T","Key":{}}})",
     R"({"Delete":{"TableName":"T","Key":{}}},{"Put":{"TableName":"T","Item":{}}})", false},
    {"an action more", R"({"Put":{"TableName":"T","Item":{}}})",
     R"({"Put":{"TableName":"T","Item":{}}},{"Put":{"TableName":"T","Item":{}}})", false},
};

TEST(ContentHash, IsEqualForEqualContent) {
  for (const PairRow& row : kPairs) EXPECT_EQ(hash_of(row.a) == hash_of(row.b), row.equal) << row.why;
}

}  // namespace
}  // namespace larder::api
