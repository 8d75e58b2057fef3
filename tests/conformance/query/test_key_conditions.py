"""Goal: which items a key condition selects and in which order, for sort keys of each type, and which are refused.
Method: one partition per test module with keys around every edge; expected lists are computed in Python."""

from decimal import Decimal

import pytest
from boto3.dynamodb.conditions import Key

from cases import all_items, fresh, refused, rows

TEXTS = ["", "A", "B", "a", "a#", "a#1", "a#10", "a#2", "ab", "b", "z", "é", "\U0001f600", "\uffff", "a\x00", "a\x00b", "0"]
TEXTS = sorted([t for t in TEXTS if t], key=lambda t: t.encode())
NUMBERS = sorted(map(Decimal, [
    "0", "1", "-1", "10", "9", "-10", "-9", "0.1", "0.09", "-0.1", "1e10", "-1e10", "1e-130", "-1e-130", "9.9e37",
    "-9.9e37", "12345678901234567890123456789012345678", "12345678901234567890123456789012345679", "100", "99.99"]))
BYTES = sorted([b"\x00", b"\x00\x00", b"\x01", b"\x7f", b"\x80", b"\xff", b"\xff\x00", b"\xff\xff", b"a", b"ab", b"b"])


@pytest.fixture(scope="module")
def partition(table, by_number, by_binary):
    key = fresh()
    for target, values in ((table, TEXTS), (by_number, NUMBERS), (by_binary, BYTES)):
        with target.batch_writer() as batch:
            for other in (key, key + "!", key[:-1]):  # neighbours that must never show up
                for value in values:
                    batch.put_item(Item={"PK": other, "SK": value})
    return key


def select(table, key, condition=None, **arguments):
    expression = Key("PK").eq(key)
    if condition is not None:
        expression = expression & condition
    found = all_items(table.query, KeyConditionExpression=expression, **arguments)
    assert all(i["PK"] == key for i in found)
    return [i["SK"].value if hasattr(i["SK"], "value") else i["SK"] for i in found]


KINDS = pytest.mark.parametrize("kind", ["text", "number", "binary"])


@pytest.fixture
def case(kind, table, by_number, by_binary):
    return {"text": (table, TEXTS), "number": (by_number, NUMBERS), "binary": (by_binary, BYTES)}[kind]


@KINDS
def test_the_whole_partition_in_order(case, partition):
    table, values = case
    assert select(table, partition) == values
    assert select(table, partition, ScanIndexForward=False) == values[::-1]


@KINDS
@pytest.mark.parametrize("operator", ["eq", "lt", "lte", "gt", "gte"])
def test_comparisons(case, partition, operator):
    table, values = case
    for bound in values:
        expected = [v for v in values if {"eq": v == bound, "lt": v < bound, "lte": v <= bound, "gt": v > bound,
                                          "gte": v >= bound}[operator]] if not isinstance(bound, str) else \
                   [v for v in values if {"eq": v == bound, "lt": v.encode() < bound.encode(),
                                          "lte": v.encode() <= bound.encode(), "gt": v.encode() > bound.encode(),
                                          "gte": v.encode() >= bound.encode()}[operator]]
        condition = getattr(Key("SK"), operator)(bound)
        assert select(table, partition, condition) == expected
        assert select(table, partition, condition, ScanIndexForward=False) == expected[::-1]


@KINDS
def test_between(case, partition):
    table, values = case
    for low in range(0, len(values), 3):
        for high in range(low, len(values), 4):
            found = select(table, partition, Key("SK").between(values[low], values[high]))
            assert found == values[low:high + 1]


@pytest.mark.parametrize("prefix", ["a", "a#", "a#1", "a\x00", "é", "\U0001f600", "nothing", "\uffff"])
def test_text_begins_with(table, partition, prefix):
    assert select(table, partition, Key("SK").begins_with(prefix)) == [t for t in TEXTS if t.startswith(prefix)]


@pytest.mark.parametrize("prefix", [b"\x00", b"\xff", b"\xff\xff", b"a", b"x"])
def test_binary_begins_with(by_binary, partition, prefix):
    assert select(by_binary, partition, Key("SK").begins_with(prefix)) == [t for t in BYTES if t.startswith(prefix)]


def test_numbers_over_the_whole_range(client, by_number, key):
    """Beyond 38 digits boto3's own number type gives up; the order must not."""
    texts = ["-9.9e125", "-1e125", "-1e38", "-1", "-1e-129", "-9e-130", "0", "1e-130", "1.1e-130", "1", "1e38", "9.9e125",
             "9.99e125"]
    for text in reversed(texts):
        client.put_item(TableName=by_number.name, Item={"PK": {"S": key}, "SK": {"N": text}})
    found = client.query(TableName=by_number.name, KeyConditionExpression="PK = :p",
                         ExpressionAttributeValues={":p": {"S": key}})["Items"]
    assert [Decimal(i["SK"]["N"]) for i in found] == [Decimal(t) for t in texts]


def test_bound_that_does_not_exist(by_number, partition):
    assert select(by_number, partition, Key("SK").gt(Decimal("9.5"))) == [v for v in NUMBERS if v > Decimal("9.5")]


def test_absent_partition(table):
    assert table.query(KeyConditionExpression=Key("PK").eq(fresh()))["Items"] == []


@rows("expression",
      ("partition key second", "SK = :s AND PK = :p"),
      ("in parentheses", "(PK = :p) AND (SK = :s)"),
      ("value first", ":p = PK AND :s = SK"),
      ("no blanks", "PK=:p AND SK=:s"),
      ("lower case", "PK = :p and SK = :s"),
      ("between", "PK = :p AND SK BETWEEN :s AND :s"),
      ("begins_with first", "begins_with(SK, :s) AND PK = :p"))
def test_ways_of_writing_it(simple, table, expression):
    key = fresh()
    table.put_item(Item={"PK": key, "SK": "x"})
    found = table.query(KeyConditionExpression=expression, ExpressionAttributeValues={":p": key, ":s": "x"})
    assert found["Count"] == 1


NOT_SUPPORTED = "Query key condition not supported"
SCHEMA_TYPE = "One or more parameter values were invalid: Condition parameter type does not match schema type"
K = "Invalid KeyConditionExpression: "
P, S, N = {"S": "p"}, {"S": "s"}, {"N": "1"}


@rows("expression,values,text",
      ("partition key not by equality", "PK > :p", {":p": P}, NOT_SUPPORTED),
      ("partition key by prefix", "begins_with(PK, :p)", {":p": P}, NOT_SUPPORTED),
      ("no partition key", "SK = :s", {":s": S}, "Query condition missed key schema element: PK"),
      ("sort key by <>", "PK = :p AND SK <> :s", {":p": P, ":s": S}, None),
      ("sort key by IN", "PK = :p AND SK IN (:s)", {":p": P, ":s": S}, None),
      ("sort key by contains", "PK = :p AND contains(SK, :s)", {":p": P, ":s": S}, None),
      ("OR", "PK = :p OR SK = :s", {":p": P, ":s": S}, None),
      ("NOT", "PK = :p AND NOT SK = :s", {":p": P, ":s": S}, None),
      ("another attribute", "PK = :p AND x = :s", {":p": P, ":s": S}, "Query condition missed key schema element: SK"),
      ("a third condition", "PK = :p AND SK = :s AND x = :s", {":p": P, ":s": S}, None),
      ("two on the sort key", "PK = :p AND SK > :s AND SK < :t", {":p": P, ":s": S, ":t": {"S": "z"}}, None),
      ("type of the partition key", "PK = :p", {":p": N}, SCHEMA_TYPE),
      ("type of the sort key", "PK = :p AND SK = :s", {":p": P, ":s": N}, SCHEMA_TYPE),
      ("empty partition key", "PK = :p", {":p": {"S": ""}},
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
       "string value. Key: PK"),
      ("bounds the wrong way round", "PK = :p AND SK BETWEEN :s AND :t", {":p": P, ":s": S, ":t": {"S": "a"}}, None),
      ("path instead of value", "PK = SK", None, None),
      ("syntax", "PK = ", None, None),
      ("empty", "", None, K + "The expression can not be empty;"),
      ("nested path", "PK.a = :p", {":p": P}, None),
      ("undefined value", "PK = :p", None,
       K + "An expression attribute value used in expression is not defined; attribute value: :p"),
      ("size", "PK = :p AND size(SK) = :s", {":p": P, ":s": N}, None))
def test_refused(client, table, expression, values, text):
    with refused("ValidationException", text):
        client.query(TableName=table.name, KeyConditionExpression=expression,
                     **({"ExpressionAttributeValues": values} if values else {}))


def test_key_condition_on_a_number_prefix(client, by_number):
    with refused("ValidationException"):
        client.query(TableName=by_number.name, KeyConditionExpression="PK = :p AND begins_with(SK, :s)",
                     ExpressionAttributeValues={":p": P, ":s": N})
