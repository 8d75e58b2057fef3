// Checks what the table operations take and answer: the members of a description, paging of names and tags.
// Method: requests as JSON on a real store whose clock stands still.
#include <gtest/gtest.h>

#include <regex>

#include "tests/unit/ipc/api/api_client.h"
#include "tests/unit/ipc/api/refusal.h"

namespace larder::api {
namespace {

constexpr std::string_view kKeys = R"("AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"N"},
    {"AttributeName":"SK","AttributeType":"B"}],"KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},
    {"AttributeName":"SK","KeyType":"RANGE"}])";

std::string create(ApiClient& client, std::string_view more) {
  return client.call("CreateTable", R"({"TableName":"T01",)" + std::string(kKeys) + std::string(more) + "}");
}

// The random id would differ from run to run.
std::string without_id(const std::string& reply) {
  static const std::regex id(
      R"("TableId":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")");
  return std::regex_replace(reply, id, R"("TableId":"ID")");
}

std::string described(std::string_view member, std::string_view status, std::string_view throughput,
                      std::string_view end) {
  std::string text =
      R"({")" + std::string(member) +
      R"(":{"AttributeDefinitions":[)"
      R"({"AttributeName":"PK","AttributeType":"N"},{"AttributeName":"SK","AttributeType":"B"}],)"
      R"("KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},)"
      R"({"AttributeName":"SK","KeyType":"RANGE"}],"TableName":"T01","TableStatus":")";
  text.append(status).append(R"(","CreationDateTime":1700000000.0,)").append(throughput);
  text +=
      R"("TableSizeBytes":0,"ItemCount":0,"TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/T01",)"
      R"("TableId":"ID",)";
  return text.append(end).append("}}");
}

constexpr std::string_view kOnDemand =
    R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,"WriteCapacityUnits":0},)"
    R"("BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST","LastUpdateToPayPerRequestDateTime":1700000000.0},)"
    R"("WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,"Status":"ACTIVE"},)";
constexpr std::string_view kProvisioned =
    R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":5,"WriteCapacityUnits":6},)"
    R"("WarmThroughput":{"ReadUnitsPerSecond":5,"WriteUnitsPerSecond":6,"Status":"ACTIVE"},)";

TEST(CreateTable, DescribesATableOnDemand) {
  ApiClient client;
  EXPECT_EQ(without_id(create(client, R"(,"BillingMode":"PAY_PER_REQUEST")")),
            described("TableDescription", "CREATING", kOnDemand, R"("DeletionProtectionEnabled":false)"));
  EXPECT_EQ(without_id(client.call("DescribeTable", R"({"TableName":"T01"})")),
            described("Table", "ACTIVE", kOnDemand, R"("DeletionProtectionEnabled":false)"));
}

TEST(CreateTable, DescribesAProvisionedTableWithItsOptions) {
  ApiClient client;
  create(client, R"(,"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":6},
      "TableClass":"STANDARD_INFREQUENT_ACCESS","DeletionProtectionEnabled":true,
      "SSESpecification":{"Enabled":true,"SSEType":"KMS","KMSMasterKeyId":"alias/mine"})");
  EXPECT_EQ(without_id(client.call("DescribeTable", R"({"TableName":"T01"})")),
            described("Table", "ACTIVE", kProvisioned,
                      R"("TableClassSummary":{"TableClass":"STANDARD_INFREQUENT_ACCESS"},)"
                      R"("SSEDescription":{"Status":"ENABLED","SSEType":"KMS",)"
                      R"("KMSMasterKeyArn":"arn:aws:kms:us-east-1:000000000000:alias/mine"},)"
                      R"("DeletionProtectionEnabled":true)"));
}

TEST(CreateTable, CountsWhatIsIn) {
  ApiClient client;
  client.make_table("T02", "PK");
  client.call("PutItem", R"({"TableName":"T02","Item":{"PK":{"S":"abc"},"v":{"BOOL":true}}})");
  const std::string reply = client.call("DescribeTable", R"({"TableName":"T02"})");
  EXPECT_NE(reply.find(R"("TableSizeBytes":7,"ItemCount":1)"), std::string::npos) << reply;
}

constexpr std::string_view kInvalid = "ValidationException: One or more parameter values were invalid: ";

TEST(CreateTable, RefusesEncryptionThatContradictsItself) {
  ApiClient client;
  const auto with_sse = [&](std::string_view sse) {
    return create(client, R"(,"BillingMode":"PAY_PER_REQUEST","SSESpecification":)" + std::string(sse));
  };
  EXPECT_EQ(with_sse(R"({"SSEType":"KMS"})"), std::string(kInvalid) +
                                                  "SSEType and KMSMasterKeyId can be specified only "
                                                  "when SSE is enabled");
  EXPECT_EQ(with_sse(R"({"Enabled":true,"SSEType":"AES256"})"),
            std::string(kInvalid) + "SSEType AES256 is not supported");
  EXPECT_NE(with_sse(R"({"Enabled":false})").find("CREATING"), std::string::npos);
}

TEST(CreateTable, RefusesWhatContradictsItself) {
  ApiClient client;
  EXPECT_EQ(create(client, R"(,"BillingMode":"PAY_PER_REQUEST","ProvisionedThroughput":{"ReadCapacityUnits":1,
                              "WriteCapacityUnits":1})"),
            std::string(kInvalid) +
                "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
                "BillingMode is PAY_PER_REQUEST");
  EXPECT_EQ(create(client, R"(,"BillingMode":"PAY_PER_REQUEST","GlobalSecondaryIndexes":[])"),
            "ValidationException: One or more parameter values were invalid: List of GlobalSecondaryIndexes "
            "is empty");
}

TEST(UpdateTable, ChangesAndDescribes) {
  ApiClient client;
  create(client, R"(,"BillingMode":"PAY_PER_REQUEST")");
  const std::string reply = client.call("UpdateTable", R"({"TableName":"T01","BillingMode":"PROVISIONED",
      "ProvisionedThroughput":{"ReadCapacityUnits":7,"WriteCapacityUnits":8},"DeletionProtectionEnabled":true})");
  EXPECT_NE(reply.find(R"("ReadCapacityUnits":7,"WriteCapacityUnits":8)"), std::string::npos) << reply;
  EXPECT_NE(reply.find(R"("BillingModeSummary":{"BillingMode":"PROVISIONED")"), std::string::npos) << reply;
  EXPECT_NE(reply.find(R"("DeletionProtectionEnabled":true)"), std::string::npos) << reply;
}

TEST(DeleteTable, AnswersDeletingAndIsGone) {
  ApiClient client;
  create(client, R"(,"BillingMode":"PAY_PER_REQUEST")");
  const std::string reply = client.call("DeleteTable", R"({"TableName":"T01"})");
  EXPECT_TRUE(reply.starts_with(R"({"TableDescription":{"TableName":"T01","TableStatus":"DELETING",)"))
      << reply;
  EXPECT_NE(reply.find(R"("TableId":)"), std::string::npos) << reply;
  for (const std::string_view gone : {"KeySchema", "AttributeDefinitions", "CreationDateTime"}) {
    EXPECT_EQ(reply.find(gone), std::string::npos) << reply;
  }
  EXPECT_EQ(client.call("DescribeTable", R"({"TableName":"T01"})"),
            "ResourceNotFoundException: Requested resource not found: Table: T01 not found");
}

TEST(ListTables, PagesByName) {
  ApiClient client;
  EXPECT_EQ(client.call("ListTables", "{}"), R"({"TableNames":[]})");
  for (const std::string_view name : {"T03", "T01", "T02"}) client.make_table(name, "PK");
  EXPECT_EQ(client.call("ListTables", "{}"), R"({"TableNames":["T01","T02","T03"]})");
  EXPECT_EQ(client.call("ListTables", R"({"Limit":2})"),
            R"({"TableNames":["T01","T02"],"LastEvaluatedTableName":"T02"})");
  EXPECT_EQ(client.call("ListTables", R"({"Limit":2,"ExclusiveStartTableName":"T02"})"),
            R"({"TableNames":["T03"]})");
  EXPECT_EQ(client.call("ListTables", R"({"Limit":101})"),
            "ValidationException: 1 validation error detected: Value '101' at 'limit' failed to satisfy "
            "constraint: "
            "Member must have value less than or equal to 100");
}

TEST(Tags, AreAddedListedAndRemoved) {
  ApiClient client;
  create(client, R"(,"BillingMode":"PAY_PER_REQUEST","Tags":[{"Key":"b","Value":"1"}])");
  const std::string arn = R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/T01")";
  EXPECT_EQ(client.call("TagResource", arn + R"(,"Tags":[{"Key":"a","Value":""},{"Key":"b","Value":"2"}]})"),
            "{}");
  EXPECT_EQ(client.call("ListTagsOfResource", arn + "}"),
            R"({"Tags":[{"Key":"a","Value":""},{"Key":"b","Value":"2"}]})");
  EXPECT_EQ(client.call("UntagResource", arn + R"(,"TagKeys":["b","none"]})"), "{}");
  EXPECT_EQ(client.call("ListTagsOfResource", arn + "}"), R"({"Tags":[{"Key":"a","Value":""}]})");
}

TEST(Tags, AreListedInPages) {
  ApiClient client;
  create(client, R"(,"BillingMode":"PAY_PER_REQUEST")");
  const std::string arn = R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/T01")";
  std::string tags;
  for (char c = 'a'; c <= 'l'; ++c) {
    tags += std::string(tags.empty() ? "" : ",") + R"({"Key":")" + c + R"(","Value":"v"})";
  }
  ASSERT_EQ(client.call("TagResource", arn + R"(,"Tags":[)" + tags + "]}"), "{}");
  const std::string first = client.call("ListTagsOfResource", arn + "}");
  const std::string_view name = R"("NextToken":)";
  const std::size_t at = first.find(name);
  ASSERT_NE(at, std::string::npos) << first;
  const std::string token = first.substr(at, first.size() - at - 1);
  EXPECT_EQ(client.call("ListTagsOfResource", arn + "," + token + "}"),
            R"({"Tags":[{"Key":"k","Value":"v"},{"Key":"l","Value":"v"}]})");
}

TEST(DescribeLimits, GivesTheFiguresOfANewAccount) {
  ApiClient client;
  EXPECT_EQ(client.call("DescribeLimits", "{}"),
            R"({"AccountMaxReadCapacityUnits":80000,"AccountMaxWriteCapacityUnits":80000,)"
            R"("TableMaxReadCapacityUnits":40000,"TableMaxWriteCapacityUnits":40000})");
}

TEST(DescribeEndpoints, NamesTheHostAsked) {
  ApiClient client;
  client.host = "db.test:8001";
  EXPECT_EQ(client.call("DescribeEndpoints", "{}"),
            R"({"Endpoints":[{"Address":"db.test:8001","CachePeriodInMinutes":1440}]})");
}

}  // namespace
}  // namespace larder::api
