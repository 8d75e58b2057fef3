"""Goal: what refuses a transaction as a whole before any of it is evaluated.
Method: each row breaks one rule."""

import pytest

from cases import fresh, refused, rows

S = {"S": "a"}
T = "TABLE"  # stands for the shared table's name


def with_table(action, name):
    return {kind: {**body, "TableName": name if body.get("TableName") == T else body.get("TableName")}
            if isinstance(body, dict) and "TableName" in body else body for kind, body in action.items()}


PUT = {"Put": {"TableName": T, "Item": {"PK": S}}}
DELETE = {"Delete": {"TableName": T, "Key": {"PK": S}}}
CHECK = {"ConditionCheck": {"TableName": T, "Key": {"PK": S}, "ConditionExpression": "attribute_exists(PK)"}}
UPDATE = {"Update": {"TableName": T, "Key": {"PK": S}, "UpdateExpression": "SET v = :v",
                     "ExpressionAttributeValues": {":v": S}}}
TWICE = "Transaction request cannot include multiple operations on one item"


def change(action, **members):
    (kind, body), = action.items()
    return {kind: {n: v for n, v in {**body, **members}.items() if v is not None}}


@rows("actions,text",
      ("put and delete of one item", [PUT, DELETE], TWICE),
      ("check and update of one item", [CHECK, UPDATE], TWICE),
      ("no kind", [{}], None),
      ("two kinds", [{**PUT, "Delete": {"TableName": T, "Key": {"PK": {"S": "b"}}}}],
       "TransactItems can only contain one of Check, Put, Update or Delete"),
      ("key of another type", [change(DELETE, Key={"PK": {"N": "1"}})], None),
      ("no key attribute", [change(PUT, Item={"v": S})], None),
      ("empty key", [change(PUT, Item={"PK": {"S": ""}})], None),
      ("an empty set", [change(PUT, Item={"PK": S, "v": {"SS": []}})], None),
      ("condition syntax", [change(PUT, ConditionExpression="a =")], None),
      ("reserved word", [change(PUT, ConditionExpression="attribute_exists(name)")],
       "Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: name"),
      ("update syntax", [change(UPDATE, UpdateExpression="SET v")], None),
      ("update of a key", [change(UPDATE, UpdateExpression="SET PK = :v")], None),
      ("unused value", [change(UPDATE, UpdateExpression="REMOVE v")],
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}"))
def test_refused(client, simple, actions, text):
    with pytest.raises(client.exceptions.ClientError) as info:
        client.transact_write_items(TransactItems=[with_table(a, simple.name) for a in actions])
    error = info.value.response["Error"]
    # Key and update errors that need the schema are reported by the service as a reason of the cancellation.
    assert error["Code"] in ("ValidationException", "TransactionCanceledException"), error
    if text is not None:
        assert error["Code"] == "ValidationException" and error["Message"] == text


@rows("action,parameter",
      ("check without a condition", change(CHECK, ConditionExpression=None), "conditionExpression"),
      ("update without an expression", change(UPDATE, UpdateExpression=None, ExpressionAttributeValues=None),
       "updateExpression"),
      ("put without an item", change(PUT, Item=None), "item"),
      ("delete without a key", change(DELETE, Key=None), "key"),
      ("unknown ReturnValuesOnConditionCheckFailure", change(PUT, ReturnValuesOnConditionCheckFailure="X"),
       "returnValuesOnConditionCheckFailure"))
def test_shape(client, simple, action, parameter):
    with refused("ValidationException", containing=[
            "1 validation error detected: Value ", f"'transactItems.1.member.{next(iter(action))[0].lower()}", parameter]):
        client.transact_write_items(TransactItems=[with_table(action, simple.name)])


def test_no_actions(client):
    with refused("ValidationException", "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy "
                                        "constraint: Member must have length greater than or equal to 1"):
        client.transact_write_items(TransactItems=[])


def test_101_actions(client, simple):
    with refused("ValidationException", containing=[
            "at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100"]):
        client.transact_write_items(TransactItems=[
            {"Put": {"TableName": simple.name, "Item": {"PK": {"S": f"{i}"}}}} for i in range(101)])


def test_more_than_4_mb(client, simple):
    with refused("ValidationException"):
        client.transact_write_items(TransactItems=[
            {"Put": {"TableName": simple.name, "Item": {"PK": {"S": fresh()}, "d": {"S": "x" * 400_000}}}}
            for i in range(11)])


def test_an_item_too_large(client, simple):
    with pytest.raises(client.exceptions.ClientError) as info:
        client.transact_write_items(TransactItems=[
            {"Put": {"TableName": simple.name, "Item": {"PK": {"S": fresh()}, "d": {"S": "x" * 410_000}}}}])
    assert "Item size" in str(info.value.response)


def test_absent_table(client, simple, key):
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.transact_write_items(TransactItems=[
            {"Put": {"TableName": simple.name, "Item": {"PK": {"S": key}}}}, with_table(DELETE, fresh("absent"))])
    assert "Item" not in client.get_item(TableName=simple.name, Key={"PK": {"S": key}})


def test_number_keys_are_told_apart_by_value(client, by_number):
    with refused("ValidationException", TWICE):
        client.transact_write_items(TransactItems=[
            {"Delete": {"TableName": by_number.name, "Key": {"PK": S, "SK": {"N": n}}}} for n in ("1", "1.0")])
