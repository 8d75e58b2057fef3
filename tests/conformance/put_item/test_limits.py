"""Goal: the size of an item, of its keys and of its names, to the byte.
Method: one item at the limit, one a byte above."""

import pytest

from cases import fresh, refused, rows

ITEM_BYTES_MAX = 409_600
TOO_LARGE = "Item size has exceeded the maximum allowed size"


def text_item(key, size):
    return {"PK": {"S": key}, "d": {"S": "x" * (size - len(key) - 3)}}


@rows("extra,size",
      ("string counts its UTF-8 bytes", {"S": "é" * 10}, 20),
      ("binary counts raw bytes", {"B": b"x" * 10}, 10),
      ("boolean", {"BOOL": False}, 1),
      ("null", {"NULL": True}, 1),
      ("empty string", {"S": ""}, 0),
      ("empty list", {"L": []}, 3),
      ("empty map", {"M": {}}, 3),
      ("a list adds 1 for each element", {"L": [{"S": "ab"}, {"BOOL": True}]}, 3 + 2 + 1 + 1 + 1),
      ("a map adds 1 and the name for each", {"M": {"nn": {"S": "ab"}}}, 3 + 2 + 2 + 1),
      ("string set", {"SS": ["a", "bcd"]}, 4),
      ("binary set", {"BS": [b"a", b"bcd"]}, 4),
      ("one digit", {"N": "5"}, 2),
      ("two digits", {"N": "55"}, 2),
      ("three digits", {"N": "555"}, 3),
      ("zeros at the end are trimmed", {"N": "5500000000"}, 2),
      ("38 digits", {"N": "1" * 38}, 20))
def test_what_counts(client, simple, extra, size):
    key = fresh()
    overhead = len(key) + 2 + 1 + 1 + size  # PK and its value, d, e and its value
    item = {"PK": {"S": key}, "e": extra, "d": {"S": "x" * (ITEM_BYTES_MAX - overhead)}}
    client.put_item(TableName=simple.name, Item=item)
    item["d"]["S"] += "x"
    with refused("ValidationException", TOO_LARGE):
        client.put_item(TableName=simple.name, Item=item)
    client.delete_item(TableName=simple.name, Key={"PK": {"S": key}})


def test_item_of_exactly_400_kb_comes_back(client, simple, key):
    item = text_item(key, ITEM_BYTES_MAX)
    client.put_item(TableName=simple.name, Item=item)
    assert client.get_item(TableName=simple.name, Key={"PK": {"S": key}})["Item"] == item
    client.delete_item(TableName=simple.name, Key={"PK": {"S": key}})


def test_too_large_changes_nothing(client, simple, key):
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "v": {"N": "1"}})
    with refused("ValidationException", TOO_LARGE):
        client.put_item(TableName=simple.name, Item=text_item(key, ITEM_BYTES_MAX + 1))
    assert client.get_item(TableName=simple.name, Key={"PK": {"S": key}})["Item"]["v"] == {"N": "1"}


def test_keys_at_their_limits(table):
    item = {"PK": fresh().ljust(2048, "p"), "SK": "s" * 1024, "v": 1}
    table.put_item(Item=item)
    assert table.get_item(Key={"PK": item["PK"], "SK": item["SK"]})["Item"] == item
    table.delete_item(Key={"PK": item["PK"], "SK": item["SK"]})


def test_binary_sort_key_at_its_limit(by_binary, key):
    by_binary.put_item(Item={"PK": key, "SK": b"\xff" * 1024})
    assert by_binary.get_item(Key={"PK": key, "SK": b"\xff" * 1024})["Item"]["SK"].value == b"\xff" * 1024


def test_attribute_name_at_its_limit(client, simple, key):
    item = {"PK": {"S": key}, "n" * 65_535: {"N": "1"}}
    client.put_item(TableName=simple.name, Item=item)
    assert client.get_item(TableName=simple.name, Key={"PK": {"S": key}})["Item"] == item


def test_attribute_name_too_long(client, simple, key):
    with refused("ValidationException", containing="Attribute name is too large"):
        client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "n" * 65_536: {"N": "1"}})
    with refused("ValidationException", containing="Attribute name is too large"):
        client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "m": {"M": {"n" * 65_536: {"N": "1"}}}})


def nested(levels):
    value = {"S": "x"}
    for i in range(levels):
        value = {"L": [value]} if i % 2 else {"M": {"a": value}}
    return value


def test_nesting_at_its_limit(client, simple, key):
    item = {"PK": {"S": key}, "v": nested(31)}
    client.put_item(TableName=simple.name, Item=item)
    assert client.get_item(TableName=simple.name, Key={"PK": {"S": key}})["Item"] == item


@pytest.mark.parametrize("levels", [33, 40, 300])
def test_nesting_too_deep(raw, simple, key, levels):
    kind, text = raw.error("PutItem", {"TableName": simple.name, "Item": {"PK": {"S": key}, "v": nested(levels)}})
    assert kind == "ValidationException" and "Nesting Levels have exceeded supported limits" in text
