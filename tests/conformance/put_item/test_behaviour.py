"""Goal: PutItem stores, replaces, returns the old item when asked, and accounts for what it wrote.
Method: boto3's table resource on fresh keys; capacity by sizes made to measure."""

import pytest

from cases import fresh, refused, rows


def test_put_then_get_gives_the_item(table, key):
    item = {"PK": key, "SK": "a", "text": "x", "list": [1, "two", None, {"deep": True}], "set": {"a", "b"}}
    table.put_item(Item=item)
    assert table.get_item(Key={"PK": key, "SK": "a"})["Item"] == item


def test_put_replaces_the_whole_item(table, key):
    table.put_item(Item={"PK": key, "SK": "a", "old": 1, "both": 1})
    table.put_item(Item={"PK": key, "SK": "a", "both": 2})
    assert table.get_item(Key={"PK": key, "SK": "a"})["Item"] == {"PK": key, "SK": "a", "both": 2}


def test_reply_is_empty_when_nothing_is_asked(simple, key):
    reply = simple.put_item(Item={"PK": key})
    assert set(reply) == {"ResponseMetadata"}


@rows("before,asked,attributes",
      ("nothing asked", {"v": 1}, "NONE", None),
      ("old item", {"v": 1}, "ALL_OLD", {"v": 1}),
      ("there was none: no Attributes member", None, "ALL_OLD", None))
def test_return_values(simple, key, before, asked, attributes):
    if before:
        simple.put_item(Item={"PK": key, **before})
    reply = simple.put_item(Item={"PK": key, "v": 2}, ReturnValues=asked)
    assert reply.get("Attributes") == (attributes and {"PK": key, **attributes})


@pytest.mark.parametrize("asked", ["ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"])
def test_return_values_of_updates_are_refused(simple, key, asked):
    with refused("ValidationException", "ReturnValues can only be ALL_OLD or NONE"):
        simple.put_item(Item={"PK": key}, ReturnValues=asked)


def test_condition_that_holds(simple, key):
    simple.put_item(Item={"PK": key, "v": 1})
    simple.put_item(Item={"PK": key, "v": 2}, ConditionExpression="v = :one", ExpressionAttributeValues={":one": 1})
    assert simple.get_item(Key={"PK": key})["Item"]["v"] == 2


def test_condition_that_fails_changes_nothing(simple, key):
    simple.put_item(Item={"PK": key, "v": 1})
    with refused("ConditionalCheckFailedException", "The conditional request failed"):
        simple.put_item(Item={"PK": key, "v": 2}, ConditionExpression="attribute_not_exists(PK)")
    assert simple.get_item(Key={"PK": key})["Item"]["v"] == 1


def test_condition_on_an_absent_item(simple, key):
    with refused("ConditionalCheckFailedException"):
        simple.put_item(Item={"PK": key}, ConditionExpression="attribute_exists(PK)")
    assert "Item" not in simple.get_item(Key={"PK": key})


def test_refused_condition_gives_the_item_when_asked(raw, simple, key):
    simple.put_item(Item={"PK": key, "v": 1})
    request = {"TableName": simple.name, "Item": {"PK": {"S": key}}, "ConditionExpression": "attribute_not_exists(PK)"}
    status, reply = raw.call("PutItem", {**request, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"})
    assert status == 400 and reply["Item"] == {"PK": {"S": key}, "v": {"N": "1"}}
    for asked in ({}, {"ReturnValuesOnConditionCheckFailure": "NONE"}):
        status, reply = raw.call("PutItem", {**request, **asked})
        assert status == 400 and "Item" not in reply


@rows("old_bytes,new_bytes,units",
      ("a small item", None, 100, 1),
      ("exactly one unit", None, 1024, 1),
      ("one byte more", None, 1025, 2),
      ("the old image is larger", 3000, 100, 3),
      ("the new image is larger", 100, 3000, 3))
def test_consumed_capacity_is_of_the_larger_image(simple, old_bytes, new_bytes, units):
    key = fresh()

    def item(size):
        return {"PK": key, "d": "x" * (size - len(key) - len("PK") - len("d"))}
    if old_bytes:
        simple.put_item(Item=item(old_bytes))
    reply = simple.put_item(Item=item(new_bytes), ReturnConsumedCapacity="TOTAL")
    assert reply["ConsumedCapacity"] == {"TableName": simple.name, "CapacityUnits": units}


def test_consumed_capacity_by_index_names_the_table_arm(simple, key):
    capacity = simple.put_item(Item={"PK": key}, ReturnConsumedCapacity="INDEXES")["ConsumedCapacity"]
    assert capacity == {"TableName": simple.name, "CapacityUnits": 1, "Table": {"CapacityUnits": 1}}


def test_no_capacity_unless_asked(simple, key):
    assert "ConsumedCapacity" not in simple.put_item(Item={"PK": key}, ReturnConsumedCapacity="NONE")


def test_table_by_arn(client, simple, key):
    arn = client.describe_table(TableName=simple.name)["Table"]["TableArn"]
    client.put_item(TableName=arn, Item={"PK": {"S": key}})
    assert "Item" in client.get_item(TableName=arn, Key={"PK": {"S": key}})


def test_absent_table(client):
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.put_item(TableName=fresh("absent"), Item={"PK": {"S": "a"}})


def test_item_collection_metrics_only_with_local_indexes(simple, key):
    assert "ItemCollectionMetrics" not in simple.put_item(Item={"PK": key}, ReturnItemCollectionMetrics="SIZE")
