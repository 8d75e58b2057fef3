"""Goal: DeleteItem removes one item, is quiet about an absent one, and returns and charges as asked.
Method: boto3's table resource on fresh keys."""

import pytest

from cases import fresh, refused, rows


def test_delete_removes_that_item_alone(table, key):
    for sort in "ab":
        table.put_item(Item={"PK": key, "SK": sort})
    assert set(table.delete_item(Key={"PK": key, "SK": "a"})) == {"ResponseMetadata"}
    assert "Item" not in table.get_item(Key={"PK": key, "SK": "a"})
    assert "Item" in table.get_item(Key={"PK": key, "SK": "b"})


def test_absent_item_is_no_error(table, key):
    reply = table.delete_item(Key={"PK": key, "SK": "a"}, ReturnValues="ALL_OLD")
    assert "Attributes" not in reply


def test_old_item_when_asked(table, key):
    item = {"PK": key, "SK": "a", "v": [1, {"x": None}]}
    table.put_item(Item=item)
    assert table.delete_item(Key={"PK": key, "SK": "a"}, ReturnValues="ALL_OLD")["Attributes"] == item


@pytest.mark.parametrize("asked", ["ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"])
def test_return_values_of_updates_are_refused(simple, key, asked):
    with refused("ValidationException", "ReturnValues can only be ALL_OLD or NONE"):
        simple.delete_item(Key={"PK": key}, ReturnValues=asked)


def test_condition(simple, key):
    simple.put_item(Item={"PK": key, "v": 1})
    with refused("ConditionalCheckFailedException", "The conditional request failed"):
        simple.delete_item(Key={"PK": key}, ConditionExpression="v = :v", ExpressionAttributeValues={":v": 2})
    assert "Item" in simple.get_item(Key={"PK": key})
    simple.delete_item(Key={"PK": key}, ConditionExpression="v = :v", ExpressionAttributeValues={":v": 1})
    assert "Item" not in simple.get_item(Key={"PK": key})


def test_condition_on_an_absent_item(simple, key):
    with refused("ConditionalCheckFailedException"):
        simple.delete_item(Key={"PK": key}, ConditionExpression="attribute_exists(PK)")
    simple.delete_item(Key={"PK": key}, ConditionExpression="attribute_not_exists(PK)")


def test_refused_condition_gives_the_item_when_asked(raw, simple, key):
    simple.put_item(Item={"PK": key, "v": 1})
    status, reply = raw.call("DeleteItem", {
        "TableName": simple.name, "Key": {"PK": {"S": key}}, "ConditionExpression": "attribute_not_exists(PK)",
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD"})
    assert status == 400 and reply["Item"] == {"PK": {"S": key}, "v": {"N": "1"}}


@rows("size,units", ("absent", None, 1), ("small", 50, 1), ("one unit", 1024, 1), ("a byte more", 1025, 2))
def test_consumed_capacity_is_of_the_old_image(simple, size, units):
    key = fresh()
    if size:
        simple.put_item(Item={"PK": key, "d": "x" * (size - len(key) - 3)})
    reply = simple.delete_item(Key={"PK": key}, ReturnConsumedCapacity="INDEXES")
    assert reply["ConsumedCapacity"] == {
        "TableName": simple.name, "CapacityUnits": units, "Table": {"CapacityUnits": units}}
