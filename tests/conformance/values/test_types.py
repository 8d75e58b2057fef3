"""Goal: every type comes back as it went in, and the JSON around a value is taken strictly.
Method: rows through the typed client, and raw bodies for what no SDK would send."""

import pytest

from cases import fresh, rows


@rows("value",
      ("text", {"S": "text"}), ("empty text", {"S": ""}), ("non-ASCII", {"S": "äöü €"}), ("outside the BMP", {"S": "\U0001f600"}),
      ("control characters", {"S": "\x00\x01\t\n\r\x1f\x7f"}), ("quotes and slashes", {"S": "\"\\/</script>"}),
      ("line separators", {"S": "\u2028\u2029"}), ("binary", {"B": bytes(range(256))}), ("empty binary", {"B": b""}),
      ("true", {"BOOL": True}), ("false", {"BOOL": False}), ("null", {"NULL": True}),
      ("empty list", {"L": []}), ("empty map", {"M": {}}), ("list of all", {"L": [
          {"S": ""}, {"N": "0"}, {"B": b""}, {"BOOL": False}, {"NULL": True}, {"L": []}, {"M": {}}, {"SS": ["x"]}]}),
      ("map with odd names", {"M": {"a.b": {"N": "2"}, "#": {"N": "3"}, "ä": {"N": "4"}, "S": {"S": "S"}}}),
      ("one-member sets", {"L": [{"SS": [""]}, {"NS": ["0"]}, {"BS": [b""]}]}))
def test_round_trip(client, simple, value):
    key = {"PK": {"S": fresh()}}
    client.put_item(TableName=simple.name, Item={**key, "v": value})
    assert client.get_item(TableName=simple.name, Key=key)["Item"]["v"] == value


@pytest.mark.parametrize("kind,members", [("SS", ["b", "", "a", "é"]), ("NS", ["3", "-1", "0.5"]), ("BS", [b"", b"\xff", b"a"])])
def test_sets_have_no_order(client, simple, key, kind, members):
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "v": {kind: members}})
    found = client.get_item(TableName=simple.name, Key={"PK": {"S": key}})["Item"]["v"][kind]
    assert sorted(found) == sorted(members)


@rows("value",
      ("a JSON number", '{"N": 5}'),
      ("text for a boolean", '{"BOOL": "true"}'),
      ("number for text", '{"S": 5}'),
      ("text for a list", '{"L": "x"}'),
      ("list for a map", '{"M": []}'),
      ("map for a list", '{"L": {}}'),
      ("text for a set", '{"SS": "a"}'),
      ("numbers in a number set", '{"NS": [1]}'),
      ("a list for a value", '[]'),
      ("text for a value", '"x"'),
      ("not base64", '{"B": "!!!"}'),
      ("base64 without padding", '{"B": "YQ"}'),
      ("half a surrogate pair", '{"S": "\\ud800"}'))
def test_wrong_json(raw, simple, value):
    kind, _ = raw.error("PutItem", f'{{"TableName": "{simple.name}", "Item": {{"PK": {{"S": "a"}}, "v": {value}}}}}')
    assert kind in ("SerializationException", "ValidationException")
    if not any(part in value for part in ("!!!", "YQ", "ud800")):
        assert kind == "SerializationException"


def test_unknown_type_letter(raw, simple):
    kind, _ = raw.error("PutItem", {"TableName": simple.name, "Item": {"PK": {"S": "a"}, "v": {"X": "a"}}})
    assert kind in ("ValidationException", "SerializationException")


def test_invalid_utf8(raw, simple):
    body = b'{"TableName": "' + simple.name.encode() + b'", "Item": {"PK": {"S": "a\xff"}}}'
    kind, _ = raw.error("PutItem", body)
    assert kind in ("SerializationException", "ValidationException")


def test_escapes_in_json(raw, client, simple, key):
    body = f'{{"TableName": "{simple.name}", "Item": {{"PK": {{"S": "{key}"}}, "v": {{"S": "\\u00e9\\ud83d\\ude00\\/"}}}}}}'
    assert raw.call("PutItem", body)[0] == 200
    assert client.get_item(TableName=simple.name, Key={"PK": {"S": key}})["Item"]["v"] == {"S": "é\U0001f600/"}


def test_a_member_twice_in_json_is_safe(raw, simple, key):
    """Which one counts is nobody's promise; that it is answered cleanly is ours."""
    status, _ = raw.call("PutItem", f'{{"TableName": "{simple.name}", "Item": {{"PK": {{"S": "{key}"}}, "PK": {{"S": "{key}"}}}}}}')
    assert status in (200, 400)
