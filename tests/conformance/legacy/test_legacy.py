"""Goal: the parameters from before expressions mean what they always meant.
Method: the same items and questions as in expressions/, asked the old way."""

import pytest

from cases import fresh, refused, rows

S = {"S": "a"}


def n(*texts):
    return [{"N": str(t)} for t in texts]


@pytest.fixture
def item(client, simple, key):
    item = {"PK": {"S": key}, "n": {"N": "5"}, "s": {"S": "hello"}, "ss": {"SS": ["a", "b"]}, "l": {"L": n(1, 2)},
            "nul": {"NULL": True}}
    client.put_item(TableName=simple.name, Item=item)
    return item


CONDITIONS = (
    ("EQ", {"n": {"ComparisonOperator": "EQ", "AttributeValueList": n("5.0")}}, True),
    ("EQ, not", {"n": {"ComparisonOperator": "EQ", "AttributeValueList": n(6)}}, False),
    ("NE", {"n": {"ComparisonOperator": "NE", "AttributeValueList": n(6)}}, True),
    ("NE, missing", {"x": {"ComparisonOperator": "NE", "AttributeValueList": n(6)}}, True),
    ("LT", {"n": {"ComparisonOperator": "LT", "AttributeValueList": n(6)}}, True),
    ("LE", {"n": {"ComparisonOperator": "LE", "AttributeValueList": n(5)}}, True),
    ("GT", {"n": {"ComparisonOperator": "GT", "AttributeValueList": n(5)}}, False),
    ("GE", {"n": {"ComparisonOperator": "GE", "AttributeValueList": n(5)}}, True),
    ("GE, other type", {"s": {"ComparisonOperator": "GE", "AttributeValueList": n(5)}}, False),
    ("BETWEEN", {"n": {"ComparisonOperator": "BETWEEN", "AttributeValueList": n(5, 7)}}, True),
    ("IN", {"n": {"ComparisonOperator": "IN", "AttributeValueList": n(1, 5)}}, True),
    ("NOT_NULL", {"n": {"ComparisonOperator": "NOT_NULL"}}, True),
    ("NOT_NULL of a null: it exists", {"nul": {"ComparisonOperator": "NOT_NULL"}}, True),
    ("NULL", {"x": {"ComparisonOperator": "NULL"}}, True),
    ("NULL, present", {"n": {"ComparisonOperator": "NULL"}}, False),
    ("CONTAINS text", {"s": {"ComparisonOperator": "CONTAINS", "AttributeValueList": [{"S": "ell"}]}}, True),
    ("CONTAINS member", {"ss": {"ComparisonOperator": "CONTAINS", "AttributeValueList": [{"S": "b"}]}}, True),
    ("CONTAINS element", {"l": {"ComparisonOperator": "CONTAINS", "AttributeValueList": n(2)}}, True),
    ("NOT_CONTAINS", {"s": {"ComparisonOperator": "NOT_CONTAINS", "AttributeValueList": [{"S": "x"}]}}, True),
    ("BEGINS_WITH", {"s": {"ComparisonOperator": "BEGINS_WITH", "AttributeValueList": [{"S": "he"}]}}, True),
    ("two, both must hold", {"n": {"ComparisonOperator": "EQ", "AttributeValueList": n(5)},
                             "s": {"ComparisonOperator": "NULL"}}, False))


@rows("conditions,truth", *CONDITIONS)
def test_expected_and_filters_agree(client, simple, item, conditions, truth):
    try:
        client.put_item(TableName=simple.name, Item=item, Expected=conditions)
        as_expected = True
    except client.exceptions.ConditionalCheckFailedException:
        as_expected = False
    key = {"PK": {"ComparisonOperator": "EQ", "AttributeValueList": [item["PK"]]}}
    as_filter = client.query(TableName=simple.name, KeyConditions=key, QueryFilter=conditions)["Count"] == 1
    scanned = client.scan(TableName=simple.name, ScanFilter={**conditions, **key}) if "x" not in conditions else None
    assert as_expected == as_filter == truth
    if scanned is not None and "LastEvaluatedKey" not in scanned:
        assert (scanned["Count"] == 1) == truth


def test_conditional_operator_or(client, simple, item):
    either = {"n": {"ComparisonOperator": "EQ", "AttributeValueList": n(6)}, "s": {"ComparisonOperator": "NOT_NULL"}}
    with refused("ConditionalCheckFailedException"):
        client.put_item(TableName=simple.name, Item=item, Expected=either)
    client.put_item(TableName=simple.name, Item=item, Expected=either, ConditionalOperator="OR")


@rows("expected,holds",
      ("value", {"n": {"Value": {"N": "5"}}}, True),
      ("other value", {"n": {"Value": {"N": "6"}}}, False),
      ("exists with its value", {"n": {"Exists": True, "Value": {"N": "5"}}}, True),
      ("does not exist", {"x": {"Exists": False}}, True),
      ("does not exist, but does", {"n": {"Exists": False}}, False))
def test_oldest_form_of_expected(client, simple, item, expected, holds):
    request = {"TableName": simple.name, "Key": {"PK": item["PK"]}, "Expected": expected}
    if holds:
        client.delete_item(**request)
    else:
        with refused("ConditionalCheckFailedException", "The conditional request failed"):
            client.delete_item(**request)


@rows("updates,changes",
      ("PUT", {"x": {"Action": "PUT", "Value": S}}, {"x": S}),
      ("PUT is the default", {"n": {"Value": S}}, {"n": S}),
      ("DELETE", {"n": {"Action": "DELETE"}}, {"n": None}),
      ("DELETE of an absent one", {"x": {"Action": "DELETE"}}, {}),
      ("DELETE of members", {"ss": {"Action": "DELETE", "Value": {"SS": ["a", "z"]}}}, {"ss": {"SS": ["b"]}}),
      ("DELETE of all members", {"ss": {"Action": "DELETE", "Value": {"SS": ["a", "b"]}}}, {"ss": None}),
      ("ADD to a number", {"n": {"Action": "ADD", "Value": {"N": "-7"}}}, {"n": {"N": "-2"}}),
      ("ADD to an absent number", {"x": {"Action": "ADD", "Value": {"N": "3"}}}, {"x": {"N": "3"}}),
      ("ADD to an absent set", {"x": {"Action": "ADD", "Value": {"SS": ["q"]}}}, {"x": {"SS": ["q"]}}),
      ("ADD to a list appends", {"l": {"Action": "ADD", "Value": {"L": n(3)}}}, {"l": {"L": n(1, 2, 3)}}))
def test_attribute_updates(client, simple, item, updates, changes):
    client.update_item(TableName=simple.name, Key={"PK": item["PK"]}, AttributeUpdates=updates)
    found = client.get_item(TableName=simple.name, Key={"PK": item["PK"]})["Item"]
    expected = {k: v for k, v in {**item, **changes}.items() if v is not None}
    for attributes in (found, expected):
        for value in attributes.values():
            value.get("SS", []).sort()
    assert found == expected


def test_attributes_to_get(client, simple, item):
    key = {"PK": item["PK"]}
    wanted = {"n": item["n"]}
    assert client.get_item(TableName=simple.name, Key=key, AttributesToGet=["n", "absent"])["Item"] == wanted
    assert client.batch_get_item(RequestItems={simple.name: {"Keys": [key], "AttributesToGet": ["n"]}})[
        "Responses"][simple.name] == [wanted]
    conditions = {"PK": {"ComparisonOperator": "EQ", "AttributeValueList": [item["PK"]]}}
    assert client.query(TableName=simple.name, KeyConditions=conditions, AttributesToGet=["n"])["Items"] == [wanted]
    assert wanted in client.scan(TableName=simple.name, AttributesToGet=["n"])["Items"]


@rows("operator,operands,expected",
      ("all", None, [], [1, 2, 3, 4, 5]),
      ("EQ", "EQ", [3], [3]),
      ("LT", "LT", [3], [1, 2]),
      ("LE", "LE", [3], [1, 2, 3]),
      ("GT", "GT", [3], [4, 5]),
      ("GE", "GE", [3], [3, 4, 5]),
      ("BETWEEN", "BETWEEN", [2, 4], [2, 3, 4]))
def test_key_conditions(client, by_number, operator, operands, expected):
    key = fresh()
    for i in range(1, 6):
        client.put_item(TableName=by_number.name, Item={"PK": {"S": key}, "SK": {"N": str(i)}})
    conditions = {"PK": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": key}]}}
    if operator:
        conditions["SK"] = {"ComparisonOperator": operator, "AttributeValueList": n(*operands)}
    found = client.query(TableName=by_number.name, KeyConditions=conditions)["Items"]
    assert [int(i["SK"]["N"]) for i in found] == expected


def test_key_conditions_begins_with(client, table, key):
    for sort in ("a1", "a2", "b1"):
        client.put_item(TableName=table.name, Item={"PK": {"S": key}, "SK": {"S": sort}})
    found = client.query(TableName=table.name, KeyConditions={
        "PK": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": key}]},
        "SK": {"ComparisonOperator": "BEGINS_WITH", "AttributeValueList": [{"S": "a"}]}})["Items"]
    assert [i["SK"]["S"] for i in found] == ["a1", "a2"]


EQ_A = {"ComparisonOperator": "EQ", "AttributeValueList": [S]}
COUNT = "One or more parameter values were invalid: Invalid number of argument(s) for the {} ComparisonOperator"


@rows("operation,parameters,text",
      ("EQ of two", "scan", {"ScanFilter": {"a": {"ComparisonOperator": "EQ", "AttributeValueList": n(1, 2)}}},
       COUNT.format("EQ")),
      ("BETWEEN of one", "scan", {"ScanFilter": {"a": {"ComparisonOperator": "BETWEEN", "AttributeValueList": n(1)}}},
       COUNT.format("BETWEEN")),
      ("NULL with an operand", "scan", {"ScanFilter": {"a": {"ComparisonOperator": "NULL", "AttributeValueList": n(1)}}},
       COUNT.format("NULL")),
      ("unknown operator", "scan", {"ScanFilter": {"a": {"ComparisonOperator": "LIKE", "AttributeValueList": n(1)}}}, None),
      ("no partition key", "query", {"KeyConditions": {"SK": EQ_A}}, "Query condition missed key schema element: PK"),
      ("partition key by LT", "query", {"KeyConditions": {"PK": {**EQ_A, "ComparisonOperator": "LT"}}},
       "Query key condition not supported"),
      ("sort key by NE", "query", {"KeyConditions": {"PK": EQ_A, "SK": {**EQ_A, "ComparisonOperator": "NE"}}}, None),
      ("both forms of key condition", "query",
       {"KeyConditions": {"PK": EQ_A}, "KeyConditionExpression": "PK = :p", "ExpressionAttributeValues": {":p": S}}, None),
      ("OR with nothing to join", "scan", {"ConditionalOperator": "OR"}, None),
      ("AttributesToGet of nothing", "scan", {"AttributesToGet": []}, None),
      ("an attribute twice", "scan", {"AttributesToGet": ["a", "a"]},
       "One or more parameter values were invalid: Duplicate value in attribute name: a"),
      ("filter on a key", "query", {"KeyConditions": {"PK": EQ_A}, "QueryFilter": {"SK": EQ_A}}, None),
      ("PUT without a value", "update_item", {"AttributeUpdates": {"a": {"Action": "PUT"}}}, None),
      ("ADD of text", "update_item", {"AttributeUpdates": {"a": {"Action": "ADD", "Value": S}}}, None),
      ("update of a key", "update_item", {"AttributeUpdates": {"PK": {"Action": "PUT", "Value": S}}},
       "One or more parameter values were invalid: Cannot update attribute PK. This attribute is part of the key"),
      ("exists without a value", "update_item", {"Expected": {"a": {"Exists": True}}}, None),
      ("a value that must not exist", "update_item", {"Expected": {"a": {"Exists": False, "Value": S}}}, None),
      ("exists and operator", "update_item", {"Expected": {"a": {**EQ_A, "Exists": True}}}, None),
      ("value and list", "update_item", {"Expected": {"a": {**EQ_A, "Value": S}}}, None))
def test_refused(client, table, operation, parameters, text):
    key = {"Key": {"PK": S, "SK": S}} if operation == "update_item" else {}
    with refused("ValidationException", text):
        getattr(client, operation)(TableName=table.name, **key, **parameters)
