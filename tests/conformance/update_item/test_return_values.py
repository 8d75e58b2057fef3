"""Goal: what UpdateItem hands back for each ReturnValues, for conditions, and for capacity.
Method: rows on items of their own."""

from cases import fresh, refused, rows

BEFORE = {"n": 1, "s": "old", "m": {"a": 1, "b": 2}, "l": [0, 1, 2], "ss": {"a"}}


def update(table, expression, asked, values=None, before=BEFORE):
    key = {"PK": fresh()}
    if before is not None:
        table.put_item(Item={**key, **before})
    arguments = {"ExpressionAttributeValues": values} if values else {}
    reply = table.update_item(Key=key, UpdateExpression=expression, ReturnValues=asked, **arguments)
    attributes = reply.get("Attributes")
    if attributes and attributes.get("PK") == key["PK"]:
        attributes["PK"] = "KEY"
    return attributes


ALL = {"PK": "KEY", **BEFORE}


@rows("asked,expression,values,expected",
      ("NONE", "NONE", "SET s = :v", {":v": "new"}, None),
      ("ALL_OLD", "ALL_OLD", "SET s = :v", {":v": "new"}, ALL),
      ("ALL_NEW", "ALL_NEW", "SET s = :v", {":v": "new"}, {**ALL, "s": "new"}),
      ("UPDATED_OLD", "UPDATED_OLD", "SET s = :v", {":v": "new"}, {"s": "old"}),
      ("UPDATED_NEW", "UPDATED_NEW", "SET s = :v", {":v": "new"}, {"s": "new"}),
      ("UPDATED_NEW though it is the same", "UPDATED_NEW", "SET s = :v", {":v": "old"}, {"s": "old"}),
      ("UPDATED_OLD of a new attribute", "UPDATED_OLD", "SET x = :v", {":v": 1}, None),
      ("UPDATED_OLD of a new and an old one", "UPDATED_OLD", "SET x = :v, n = :v", {":v": 5}, {"n": 1}),
      ("UPDATED_NEW of a removed one", "UPDATED_NEW", "REMOVE s", None, None),
      ("UPDATED_OLD of a removed one", "UPDATED_OLD", "REMOVE s", None, {"s": "old"}),
      ("UPDATED_NEW nested: the fragment alone", "UPDATED_NEW", "SET m.a = :v", {":v": 9}, {"m": {"a": 9}}),
      ("UPDATED_OLD nested: the fragment alone", "UPDATED_OLD", "SET m.a = :v", {":v": 9}, {"m": {"a": 1}}),
      ("UPDATED_NEW of a list element", "UPDATED_NEW", "SET l[1] = :v", {":v": 9}, {"l": [9]}),
      ("UPDATED_OLD of list elements", "UPDATED_OLD", "SET l[2] = :v, l[0] = :v", {":v": 9}, {"l": [0, 2]}),
      ("UPDATED_NEW of ADD", "UPDATED_NEW", "ADD n :v", {":v": 4}, {"n": 5}),
      ("UPDATED_NEW of a set", "UPDATED_NEW", "ADD ss :v", {":v": {"b"}}, {"ss": {"a", "b"}}),
      ("UPDATED_OLD of DELETE", "UPDATED_OLD", "DELETE ss :v", {":v": {"a"}}, {"ss": {"a"}}),
      ("UPDATED_NEW when the set is gone", "UPDATED_NEW", "DELETE ss :v", {":v": {"a"}}, None))
def test_return_values(simple, asked, expression, values, expected):
    assert update(simple, expression, asked, values) == expected


@rows("asked,expected",
      ("ALL_OLD", "ALL_OLD", None),
      ("UPDATED_OLD", "UPDATED_OLD", None),
      ("ALL_NEW", "ALL_NEW", {"PK": "KEY", "x": 1}),
      ("UPDATED_NEW", "UPDATED_NEW", {"x": 1}))
def test_absent_item(simple, asked, expected):
    assert update(simple, "SET x = :v", asked, {":v": 1}, before=None) == expected


def test_condition_reads_the_item_before(simple, key):
    simple.put_item(Item={"PK": key, "v": 1})
    arguments = {"Key": {"PK": key}, "UpdateExpression": "SET v = :new", "ConditionExpression": "v = :old",
                 "ExpressionAttributeValues": {":old": 1, ":new": 2}}
    simple.update_item(**arguments)
    with refused("ConditionalCheckFailedException", "The conditional request failed"):
        simple.update_item(**arguments)
    assert simple.get_item(Key={"PK": key})["Item"]["v"] == 2


def test_refused_condition_makes_no_item(simple, key):
    with refused("ConditionalCheckFailedException"):
        simple.update_item(Key={"PK": key}, UpdateExpression="SET v = :v", ConditionExpression="attribute_exists(PK)",
                           ExpressionAttributeValues={":v": 1})
    assert "Item" not in simple.get_item(Key={"PK": key})


def test_the_condition_comes_before_the_update(simple, key):
    """An update that the item would not allow is not looked at when the condition fails."""
    simple.put_item(Item={"PK": key})
    with refused("ConditionalCheckFailedException"):
        simple.update_item(Key={"PK": key}, UpdateExpression="SET v = nothing",
                           ConditionExpression="attribute_exists(x)")


def test_refused_condition_gives_the_item_when_asked(raw, simple, key):
    simple.put_item(Item={"PK": key, "v": 1})
    status, reply = raw.call("UpdateItem", {
        "TableName": simple.name, "Key": {"PK": {"S": key}}, "UpdateExpression": "REMOVE v",
        "ConditionExpression": "attribute_not_exists(PK)", "ReturnValuesOnConditionCheckFailure": "ALL_OLD"})
    assert status == 400 and reply["Item"] == {"PK": {"S": key}, "v": {"N": "1"}}


@rows("before,after,units",
      ("a new item", None, 100, 1), ("it grows", 100, 3000, 3), ("it shrinks", 3000, 100, 3), ("edge", 1024, 1024, 1))
def test_consumed_capacity_is_of_the_larger_image(simple, before, after, units):
    key = fresh()

    def filler(size):
        return "x" * (size - len(key) - 3)
    if before:
        simple.put_item(Item={"PK": key, "d": filler(before)})
    reply = simple.update_item(Key={"PK": key}, UpdateExpression="SET d = :d", ReturnConsumedCapacity="TOTAL",
                               ExpressionAttributeValues={":d": filler(after)})
    assert reply["ConsumedCapacity"] == {"TableName": simple.name, "CapacityUnits": units}
