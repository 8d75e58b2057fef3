"""Goal: nothing is ignored: operations and parameters that Larder does not serve are refused by name.
Method: raw requests; each names what it asks for."""

import pytest

from cases import rows

pytestmark = pytest.mark.larder_only


@pytest.mark.parametrize("operation", [
    "Nope", "", "putitem", "UpdateTimeToLive", "DescribeTimeToLive", "CreateBackup", "ExecuteStatement", "CreateGlobalTable",
    "PutItem.x"])
def test_operations(raw, operation):
    status, reply = raw.call(operation, {"TableName": "abc"})
    assert status == 400
    assert reply["__type"] == "com.amazon.coral.service#UnknownOperationException"


def test_another_api_version(raw):
    kind, _ = raw.error("PutItem", {"TableName": "abc"}, prefix="DynamoDB_20111205")
    assert kind == "UnknownOperationException"


@pytest.mark.parametrize("operation", ["ListStreams", "GetRecords"])
def test_streams(raw, operation):
    kind, _ = raw.error(operation, {}, prefix="DynamoDBStreams_20120810")
    assert kind == "UnknownOperationException"


def test_a_parameter_that_does_not_exist(raw, table):
    """The service's own decoder passes over members that it does not know; ours may, or name them."""
    status, reply = raw.call("Scan", {"TableName": table.name, "Nope": 1})
    assert status == 200 or "Nope" in reply["message"]


@rows("operation,body",
      ("no JSON", "PutItem", b"nonsense"),
      ("half of it", "PutItem", b'{"TableName": "abc"'),
      ("nothing", "PutItem", b""),
      ("a list", "PutItem", b"[]"),
      ("text", "PutItem", b'"x"'),
      ("null", "PutItem", b"null"),
      ("something behind it", "ListTables", b"{} {}"),
      ("number for a name", "DescribeTable", b'{"TableName": 5}'),
      ("structure for a name", "DescribeTable", b'{"TableName": {}}'),
      ("text for a structure", "PutItem", b'{"TableName": "abc", "Item": "x"}'),
      ("list for a structure", "PutItem", b'{"TableName": "abc", "Item": []}'),
      ("text for a number", "ListTables", b'{"Limit": "x"}'),
      ("text for a boolean", "GetItem", b'{"TableName": "abc", "Key": {}, "ConsistentRead": "x"}'),
      ("structure for a list", "CreateTable", b'{"TableName": "abc", "KeySchema": {}}'),
      ("number too large", "ListTables", b'{"Limit": 99999999999999999999}'),
      ("name that is no UTF-8", "DescribeTable", b'{"TableName": "a\xffb"}'))
def test_serialization(raw, operation, body):
    status, reply = raw.call(operation, body)
    assert status == 400
    assert reply["__type"] == "com.amazon.coral.service#SerializationException"


def test_a_million_brackets(raw):
    """Parsers bound their recursion."""
    for body in (b"[" * 1_000_000, b'{"a":' * 200_000, b'{"TableName": "abc", "Item": {"a": ' + b'{"L": [' * 100_000):
        status, reply = raw.call("PutItem", body)
        assert status == 400, reply


def test_the_body_of_an_error(raw):
    status, reply = raw.call("DescribeTable", {"TableName": "no-such-table"})
    assert status == 400 and set(reply) == {"__type", "message"}
    assert reply["__type"] == "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"
    _, reply = raw.call("DescribeTable", {})
    assert reply["__type"] == "com.amazon.coral.validate#ValidationException"
