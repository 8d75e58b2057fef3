// Goal: what boto3 1.26 cannot send, from a client of another make: AWS SDK for JavaScript v3.
// Method: node:test against LARDER_ENDPOINT, or against a larderd of its own (LARDERD, default build/dev/bin/larderd).

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  NumberValue,
  paginateQuery,
  PutCommand,
  TransactGetCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";

import { connect, startDaemon, stopDaemon, fresh } from "./daemon.js";

const TABLE = fresh("node");
let endpoint;
let client;
let documents;

const schema = {
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "PK", AttributeType: "S" },
    { AttributeName: "SK", AttributeType: "N" },
  ],
  KeySchema: [
    { AttributeName: "PK", KeyType: "HASH" },
    { AttributeName: "SK", KeyType: "RANGE" },
  ],
};

const key = (partition, sort = 1) => ({ PK: { S: partition }, SK: { N: String(sort) } });

before(async () => {
  endpoint = await startDaemon();
  client = new DynamoDBClient(connect(endpoint));
  documents = DynamoDBDocumentClient.from(client);
  await client.send(new CreateTableCommand({ TableName: TABLE, ...schema }));
  await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName: TABLE });
});

after(async () => {
  await client.send(new DeleteTableCommand({ TableName: TABLE }));
  await waitUntilTableNotExists({ client, maxWaitTime: 60 }, { TableName: TABLE });
  client.destroy();
  await stopDaemon();
});

describe("ReturnValuesOnConditionCheckFailure of single writes", () => {
  const requests = (name) => [
    new PutItemCommand({ TableName: TABLE, Item: key(name), ConditionExpression: "attribute_not_exists(PK)", ...asked }),
    new DeleteItemCommand({ TableName: TABLE, Key: key(name), ConditionExpression: "attribute_not_exists(PK)", ...asked }),
    new UpdateItemCommand({
      TableName: TABLE, Key: key(name), UpdateExpression: "REMOVE v",
      ConditionExpression: "attribute_not_exists(PK)", ...asked,
    }),
  ];
  let asked;

  test("ALL_OLD gives the item that failed the condition", async () => {
    const name = fresh();
    await client.send(new PutItemCommand({ TableName: TABLE, Item: { ...key(name), v: { S: "old" } } }));
    asked = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" };
    for (const request of requests(name)) {
      await assert.rejects(client.send(request), (error) => {
        assert.ok(error instanceof ConditionalCheckFailedException);
        assert.equal(error.message, "The conditional request failed");
        assert.deepEqual(error.Item, { ...key(name), v: { S: "old" } });
        return true;
      });
    }
  });

  test("NONE, and nothing asked, give no item", async () => {
    const name = fresh();
    await client.send(new PutItemCommand({ TableName: TABLE, Item: key(name) }));
    for (asked of [{}, { ReturnValuesOnConditionCheckFailure: "NONE" }]) {
      for (const request of requests(name)) {
        await assert.rejects(client.send(request), (error) => error.Item === undefined);
      }
    }
  });

  test("an absent item gives none either", async () => {
    const request = new UpdateItemCommand({
      TableName: TABLE, Key: key(fresh()), UpdateExpression: "REMOVE v", ConditionExpression: "attribute_exists(PK)",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    await assert.rejects(client.send(request), (error) =>
      error instanceof ConditionalCheckFailedException && error.Item === undefined);
  });

  test("an unknown word is refused by name", async () => {
    const request = new PutItemCommand({
      TableName: TABLE, Item: key(fresh()), ReturnValuesOnConditionCheckFailure: "ALL_NEW" });
    await assert.rejects(client.send(request), {
      name: "ValidationException", message: /returnValuesOnConditionCheckFailure.*\[ALL_OLD, NONE\]/ });
  });

  test("the reasons of a transaction carry it too", async () => {
    const name = fresh();
    await client.send(new PutItemCommand({ TableName: TABLE, Item: { ...key(name), v: { N: "7" } } }));
    const request = new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName: TABLE, Item: key(name, 2) } },
        { Put: { TableName: TABLE, Item: key(name), ConditionExpression: "attribute_not_exists(PK)",
                 ReturnValuesOnConditionCheckFailure: "ALL_OLD" } },
      ],
    });
    await assert.rejects(client.send(request), (error) => {
      assert.ok(error instanceof TransactionCanceledException);
      assert.deepEqual(error.CancellationReasons.map((r) => r.Code), ["None", "ConditionalCheckFailed"]);
      assert.deepEqual(error.CancellationReasons[1].Item, { ...key(name), v: { N: "7" } });
      return true;
    });
  });
});

describe("table options newer than boto3 1.26", () => {
  test("deletion protection", async () => {
    const name = fresh("protected");
    const made = await client.send(
      new CreateTableCommand({ TableName: name, ...schema, DeletionProtectionEnabled: true }));
    assert.equal(made.TableDescription.DeletionProtectionEnabled, true);
    await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName: name });
    await assert.rejects(client.send(new DeleteTableCommand({ TableName: name })), {
      name: "ValidationException", message: /protected against deletion/ });
    await client.send(new UpdateTableCommand({ TableName: name, DeletionProtectionEnabled: false }));
    await client.send(new DeleteTableCommand({ TableName: name }));
    await waitUntilTableNotExists({ client, maxWaitTime: 60 }, { TableName: name });
    await assert.rejects(client.send(new DescribeTableCommand({ TableName: name })), ResourceNotFoundException);
  });

  test("on-demand and warm throughput are stored and described", async () => {
    const name = fresh("table");
    const option = { OnDemandThroughput: { MaxReadRequestUnits: 100, MaxWriteRequestUnits: 50 },
                     WarmThroughput: { ReadUnitsPerSecond: 15000, WriteUnitsPerSecond: 5000 } };
    await client.send(new CreateTableCommand({ TableName: name, ...schema, ...option }));
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    assert.deepEqual(Table.OnDemandThroughput, option.OnDemandThroughput);
    assert.deepEqual(Table.WarmThroughput, { ...option.WarmThroughput, Status: "ACTIVE" });
    await client.send(new DeleteTableCommand({ TableName: name }));
  });

  test("what one machine cannot do is refused by name", async () => {
    for (const option of [
      { ResourcePolicy: "{}" },
    ]) {
      const name = fresh("table");
      await assert.rejects(client.send(new CreateTableCommand({ TableName: name, ...schema, ...option })), (error) =>
        error.name === "ValidationException" && error.message.includes(Object.keys(option)[0]));
      await assert.rejects(client.send(new DescribeTableCommand({ TableName: name })), ResourceNotFoundException);
    }
  });

  test("a table is found by its ARN", async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE }));
    const name = fresh();
    await client.send(new PutItemCommand({ TableName: Table.TableArn, Item: key(name) }));
    const found = await client.send(new GetItemCommand({ TableName: Table.TableArn, Key: key(name) }));
    assert.deepEqual(found.Item, key(name));
  });
});

describe("the document client", () => {
  test("native values of every kind", async () => {
    const item = {
      PK: fresh(), SK: 1, text: "ü", empty: "", yes: true, nothing: null, whole: -5, fraction: 0.25,
      list: [1, "two", [false]], map: { deep: { er: "x" } }, binary: new Uint8Array([0, 255]),
      words: new Set(["a", "b"]), numbers: new Set([1, 2.5]),
    };
    await documents.send(new PutCommand({ TableName: TABLE, Item: item }));
    const found = await documents.send(new GetCommand({ TableName: TABLE, Key: { PK: item.PK, SK: 1 } }));
    assert.deepEqual(found.Item, item);
  });

  test("integers beyond 2^53 arrive whole as BigInt", async () => {
    const item = { PK: fresh(), SK: 1, large: 123456789012345678901234567890n, safe: 9007199254740991 };
    await documents.send(new PutCommand({ TableName: TABLE, Item: item }));
    const found = await documents.send(new GetCommand({ TableName: TABLE, Key: { PK: item.PK, SK: 1 } }));
    assert.deepEqual(found.Item, item);
  });

  test("38 digits survive as NumberValue", async () => {
    // A plain client of its own: the option would reach every document client made from the shared one.
    const plain = new DynamoDBClient(connect(endpoint));
    const exact = DynamoDBDocumentClient.from(plain, { unmarshallOptions: { wrapNumbers: true } });
    const digits = "1234567890123456789.0123456789012345678";
    const name = fresh();
    await exact.send(new PutCommand({
      TableName: TABLE, Item: { PK: name, SK: 1, v: NumberValue.from(digits) } }));
    const found = await exact.send(new GetCommand({ TableName: TABLE, Key: { PK: name, SK: 1 } }));
    assert.equal(found.Item.v.toString(), digits);
    plain.destroy();
  });

  test("update, batch, transaction and delete", async () => {
    const name = fresh();
    const updated = await documents.send(new UpdateCommand({
      TableName: TABLE, Key: { PK: name, SK: 1 }, ReturnValues: "ALL_NEW",
      UpdateExpression: "SET #l = list_append(if_not_exists(#l, :none), :more) ADD n :one",
      ExpressionAttributeNames: { "#l": "list" },
      ExpressionAttributeValues: { ":none": [], ":more": ["x"], ":one": 1 },
    }));
    assert.deepEqual(updated.Attributes, { PK: name, SK: 1, list: ["x"], n: 1 });
    const batch = await documents.send(new BatchGetCommand({
      RequestItems: { [TABLE]: { Keys: [{ PK: name, SK: 1 }, { PK: name, SK: 2 }] } } }));
    assert.deepEqual(batch.Responses[TABLE], [updated.Attributes]);
    assert.deepEqual(batch.UnprocessedKeys, {});
    const together = await documents.send(new TransactGetCommand({
      TransactItems: [2, 1].map((SK) => ({ Get: { TableName: TABLE, Key: { PK: name, SK } } })) }));
    assert.deepEqual(together.Responses.map((r) => r.Item), [undefined, updated.Attributes]);
    const gone = await documents.send(new DeleteCommand({
      TableName: TABLE, Key: { PK: name, SK: 1 }, ReturnValues: "ALL_OLD" }));
    assert.deepEqual(gone.Attributes, updated.Attributes);
  });

  test("its paginator sees every item once, in number order", async () => {
    const name = fresh();
    const sorts = [-10, -1, -0.5, 0, 0.5, 2, 10, 100];
    await Promise.all(sorts.map((SK) => documents.send(new PutCommand({ TableName: TABLE, Item: { PK: name, SK } }))));
    for (const forward of [true, false]) {
      const seen = [];
      for await (const page of paginateQuery({ client: documents, pageSize: 3 }, {
        TableName: TABLE, KeyConditionExpression: "PK = :p", ExpressionAttributeValues: { ":p": name },
        ScanIndexForward: forward,
      })) {
        seen.push(...page.Items.map((item) => item.SK));
      }
      assert.deepEqual(seen, forward ? sorts : [...sorts].reverse());
    }
  });

  test("many requests at once over few connections", async () => {
    const name = fresh();
    await Promise.all(Array.from({ length: 200 }, () => documents.send(new UpdateCommand({
      TableName: TABLE, Key: { PK: name, SK: 1 }, UpdateExpression: "ADD n :one", ExpressionAttributeValues: { ":one": 1 },
    }))));
    const found = await documents.send(new GetCommand({ TableName: TABLE, Key: { PK: name, SK: 1 } }));
    assert.equal(found.Item.n, 200);
  });
});
