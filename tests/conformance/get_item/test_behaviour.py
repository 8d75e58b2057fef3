"""Goal: GetItem finds by the whole key, projects, and charges by size and consistency.
Method: boto3's table resource on fresh keys."""

import pytest

from cases import fresh, rows


def test_absent_item_gives_no_item_member(table, key):
    table.put_item(Item={"PK": key, "SK": "a"})
    assert "Item" not in table.get_item(Key={"PK": key, "SK": "b"})


def test_reply_holds_the_item_alone(table, key):
    table.put_item(Item={"PK": key, "SK": "a", "v": 1})
    reply = table.get_item(Key={"PK": key, "SK": "a"})
    assert set(reply) == {"Item", "ResponseMetadata"}
    assert reply["Item"] == {"PK": key, "SK": "a", "v": 1}


@pytest.mark.parametrize("consistent", [True, False])
def test_a_write_is_seen_at_once(table, key, consistent):
    """The service promises it for consistent reads only; ours reads the last commit either way."""
    for v in range(5):
        table.put_item(Item={"PK": key, "SK": "a", "v": v})
        seen = table.get_item(Key={"PK": key, "SK": "a"}, ConsistentRead=consistent)
        assert not consistent or seen["Item"]["v"] == v


ITEM = {"v": 1, "l": [0, 1, {"x": "y", "z": [5, 6]}], "m": {"a": 1, "b": {"c": 2, "d": 3}}, "dotted.name": 7}


@rows("projection,names,expected",
      ("one attribute", "v", None, {"v": 1}),
      ("several", "v, m", None, {"v": 1, "m": ITEM["m"]}),
      ("an absent attribute is left out", "v, nothing", None, {"v": 1}),
      ("nothing of it exists", "nothing", None, {}),
      ("nested map", "m.b.c", None, {"m": {"b": {"c": 2}}}),
      ("two parts of one map", "m.a, m.b.d", None, {"m": {"a": 1, "b": {"d": 3}}}),
      ("list element", "l[1]", None, {"l": [1]}),
      ("list elements close up, in order", "l[2].z[1], l[0]", None, {"l": [0, {"z": [6]}]}),
      ("past the end of the list", "l[7]", None, {}),
      ("a member of what is no map", "v.x", None, {}),
      ("an index into what is no list", "m[0]", None, {}),
      ("a name with a dot needs a placeholder", "#d", {"#d": "dotted.name"}, {"dotted.name": 7}),
      ("placeholder inside a path", "m.#b.c", {"#b": "b"}, {"m": {"b": {"c": 2}}}),
      ("a key attribute", "PK", None, None))
def test_projection(simple, projection, names, expected):
    key = fresh()
    simple.put_item(Item={"PK": key, **ITEM})
    arguments = {"ExpressionAttributeNames": names} if names else {}
    reply = simple.get_item(Key={"PK": key}, ProjectionExpression=projection, **arguments)
    assert reply["Item"] == (expected if expected is not None else {"PK": key})


@rows("size,consistent,units",
      ("eventual, small", 100, False, 0.5),
      ("consistent, small", 100, True, 1),
      ("exactly one unit", 4096, True, 1),
      ("one byte more", 4097, True, 2),
      ("eventual, one byte more", 4097, False, 1),
      ("absent, eventual", None, False, 0.5),
      ("absent, consistent", None, True, 1))
def test_consumed_capacity(simple, size, consistent, units):
    key = fresh()
    if size:
        simple.put_item(Item={"PK": key, "d": "x" * (size - len(key) - 3)})
    reply = simple.get_item(Key={"PK": key}, ConsistentRead=consistent, ReturnConsumedCapacity="TOTAL")
    assert reply["ConsumedCapacity"] == {"TableName": simple.name, "CapacityUnits": units}


def test_projection_does_not_reduce_capacity(simple, key):
    simple.put_item(Item={"PK": key, "v": 1, "d": "x" * 10_000})
    reply = simple.get_item(Key={"PK": key}, ProjectionExpression="v", ReturnConsumedCapacity="INDEXES")
    assert reply["ConsumedCapacity"] == {"TableName": simple.name, "CapacityUnits": 1.5, "Table": {"CapacityUnits": 1.5}}


def test_number_keys_are_found_by_value(client, by_number, key):
    client.put_item(TableName=by_number.name, Item={"PK": {"S": key}, "SK": {"N": "1.50"}})
    for text in ("1.5", "15e-1", "+1.5", "001.5000"):
        reply = client.get_item(TableName=by_number.name, Key={"PK": {"S": key}, "SK": {"N": text}})
        assert reply["Item"]["SK"] == {"N": "1.5"}


@pytest.mark.parametrize("kind,value", [("N", {"N": "10"}), ("B", {"B": b"\x00\xff"}), ("S", {"S": "ü#\u0000\U0001f600"})])
def test_partition_keys_of_each_type(client, make_table, kind, value):
    table = make_table(partition=kind)
    client.put_item(TableName=table.name, Item={"PK": value, "v": {"N": "1"}})
    assert client.get_item(TableName=table.name, Key={"PK": value})["Item"] == {"PK": value, "v": {"N": "1"}}
