// Goal: secondary indexes as a client newer than boto3 1.26 sees them: keys of several attributes, maxima and warm throughput,
// its waiters and paginators.
// Method: node:test against LARDER_ENDPOINT, or against a larderd of its own (LARDERD, default build/dev/bin/larderd).

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  LimitExceededException,
  ResourceNotFoundException,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  paginateQuery,
  paginateScan,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";

import { connect, startDaemon, stopDaemon, fresh } from "./daemon.js";

let client;
let documents;
const made = [];

const definitions = (types) =>
  Object.entries(types).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
const keySchema = (...pairs) => pairs.map(([AttributeName, KeyType]) => ({ AttributeName, KeyType }));
const index = (IndexName, schema, others = {}) => ({
  IndexName, KeySchema: keySchema(...schema), Projection: { ProjectionType: "ALL" }, ...others });

const createTable = async (types, indexes, others = {}) => {
  const TableName = fresh("indexed");
  await client.send(new CreateTableCommand({
    TableName, BillingMode: "PAY_PER_REQUEST", KeySchema: keySchema(["PK", "HASH"]),
    AttributeDefinitions: definitions({ PK: "S", ...types }), GlobalSecondaryIndexes: indexes, ...others }));
  made.push(TableName);
  await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName });
  return TableName;
};

const described = async (TableName, name) => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return name === undefined ? Table : Table.GlobalSecondaryIndexes?.find((each) => each.IndexName === name);
};

const settled = async (TableName) => {
  for (;;) {
    const table = await described(TableName);
    const states = [table.TableStatus, ...(table.GlobalSecondaryIndexes ?? []).map((each) => each.IndexStatus)];
    if (states.every((state) => state === "ACTIVE")) return;
  }
};

before(async () => {
  client = new DynamoDBClient(connect(await startDaemon()));
  documents = DynamoDBDocumentClient.from(client);
});

after(async () => {
  for (const TableName of made) await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
  await stopDaemon();
});

describe("keys of several attributes", () => {
  const schema = [["tenant", "HASH"], ["region", "HASH"], ["day", "RANGE"], ["score", "RANGE"]];
  const types = { tenant: "S", region: "S", day: "S", score: "N" };

  test("are described as they were given", async () => {
    const table = await createTable(types, [index("several", schema)]);
    assert.deepEqual((await described(table, "several")).KeySchema, keySchema(...schema));
  });

  test("are added to a table that has items", async () => {
    const table = await createTable({}, undefined);
    await documents.send(new PutCommand({ TableName: table, Item: { PK: "1", tenant: "t", region: "eu" } }));
    await documents.send(new PutCommand({ TableName: table, Item: { PK: "2", tenant: "t" } }));
    await client.send(new UpdateTableCommand({
      TableName: table, AttributeDefinitions: definitions({ tenant: "S", region: "S" }),
      GlobalSecondaryIndexUpdates: [{ Create: index("several", schema.slice(0, 2)) }] }));
    await settled(table);
    const seen = [];
    for await (const page of paginateScan({ client: documents, pageSize: 1 }, { TableName: table, IndexName: "several" })) {
      seen.push(...page.Items.map((item) => item.PK));
    }
    assert.deepEqual(seen, ["1"]);
  });

  test("five of a kind are too many", async () => {
    const five = ["a", "b", "c", "d", "e"];
    await assert.rejects(
      client.send(new CreateTableCommand({
        TableName: fresh("indexed"), BillingMode: "PAY_PER_REQUEST", KeySchema: keySchema(["PK", "HASH"]),
        AttributeDefinitions: definitions(Object.fromEntries(["PK", ...five].map((name) => [name, "S"]))),
        GlobalSecondaryIndexes: [index("several", five.map((name) => [name, "HASH"]))] })),
      { name: "ValidationException" });
  });
});

describe("throughput newer than boto3 1.26", () => {
  const maxima = { MaxReadRequestUnits: 100, MaxWriteRequestUnits: 50 };
  const warm = { ReadUnitsPerSecond: 13000, WriteUnitsPerSecond: 5000 };

  test("maxima and warm throughput of tables and indexes are described", async () => {
    const options = { OnDemandThroughput: maxima, WarmThroughput: warm };
    const table = await createTable({ a: "S" }, [index("bya", [["a", "HASH"]], options)], options);
    for (const found of [await described(table), await described(table, "bya")]) {
      assert.deepEqual(found.OnDemandThroughput, maxima);
      assert.deepEqual(found.WarmThroughput, { ...warm, Status: "ACTIVE" });
    }
  });

  test("and can be changed", async () => {
    const table = await createTable({ a: "S" }, [index("bya", [["a", "HASH"]])]);
    await client.send(new UpdateTableCommand({ TableName: table, WarmThroughput: warm, OnDemandThroughput: maxima }));
    await client.send(new UpdateTableCommand({ TableName: table, GlobalSecondaryIndexUpdates: [
      { Update: { IndexName: "bya", OnDemandThroughput: maxima, WarmThroughput: warm } }] }));
    for (const found of [await described(table), await described(table, "bya")]) {
      assert.deepEqual(found.OnDemandThroughput, maxima);
      assert.equal(found.WarmThroughput.WriteUnitsPerSecond, 5000);
    }
  });
});

describe("an index's life", () => {
  test("made, used, refused twice, deleted", async () => {
    const table = await createTable({}, undefined);
    const create = (name) => new UpdateTableCommand({
      TableName: table, AttributeDefinitions: definitions({ email: "S" }),
      GlobalSecondaryIndexUpdates: [{ Create: index(name, [["email", "HASH"]]) }] });
    const { TableDescription } = await client.send(create("email-index"));
    assert.equal(TableDescription.GlobalSecondaryIndexes[0].IndexStatus, "CREATING");
    await settled(table);
    await assert.rejects(client.send(create("email-index")), { name: "ValidationException" });
    await assert.rejects(
      client.send(new UpdateTableCommand({
        TableName: table, AttributeDefinitions: definitions({ email: "S" }),
        GlobalSecondaryIndexUpdates: ["one", "two"].map((name) => ({ Create: index(name, [["email", "HASH"]]) })) })),
      LimitExceededException);
    for (let i = 0; i < 10; ++i) {
      await documents.send(new UpdateCommand({
        TableName: table, Key: { PK: `${i}` }, UpdateExpression: "SET email = :e", ExpressionAttributeValues: { ":e": "same" } }));
    }
    for (const forward of [true, false]) {
      const seen = new Set();
      for await (const page of paginateQuery({ client: documents, pageSize: 3 }, {
        TableName: table, IndexName: "email-index", KeyConditionExpression: "email = :e",
        ExpressionAttributeValues: { ":e": "same" }, ScanIndexForward: forward,
      })) {
        for (const item of page.Items) assert.ok(!seen.has(item.PK) && seen.add(item.PK));
      }
      assert.equal(seen.size, 10);
    }
    const drop = new UpdateTableCommand({
      TableName: table, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: "email-index" } }] });
    await client.send(drop);
    assert.equal(await described(table, "email-index"), undefined);
    await settled(table);
    await assert.rejects(client.send(drop), ResourceNotFoundException);
  });
});
