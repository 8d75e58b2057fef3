"""What the frozen database of format 1 holds. Binary values are as JSON carries them, in base64."""

import base64
import fractions

# The idempotency token lives ten minutes: whoever opens the database sets its clock to this time. It is far ahead, since
# the daemon forgets outlived tokens as it starts, when its clock cannot have been set yet.
CLOCK_MS = 4_102_444_800_000
# Tables are made at CLOCK_MS and take this long, and so would the one build that was begun a moment later: it waits yet.
STATE_DELAY_MS = 60_000
READ_MS = CLOCK_MS + STATE_DELAY_MS

TAGS = [{"Key": "area", "Value": "music"}, {"Key": "empty", "Value": ""}, {"Key": "größe", "Value": "klein"}]


def _base64(data):
    return base64.b64encode(data).decode()


def _table(name, partition, sort=None, **more):
    keys = [("pk", "HASH", partition)] + ([("sk", "RANGE", sort)] if sort else [])
    return {"TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": n, "AttributeType": kind} for n, _, kind in keys],
            "KeySchema": [{"AttributeName": n, "KeyType": role} for n, role, _ in keys], **more}


def _index(name, keys, kind, **projection):
    return {"IndexName": name, "KeySchema": [{"AttributeName": n, "KeyType": role} for n, role in keys],
            "Projection": {"ProjectionType": kind, **projection}}


def _attributes(**types):
    return [{"AttributeName": name, "AttributeType": kind} for name, kind in types.items()]


# A table of each type of partition key, and of each type of sort key.
TABLES = [
    _table("text", "S"), _table("numbers", "N"), _table("bytes", "B"),
    _table("text-text", "S", "S", Tags=TAGS), _table("numbers-numbers", "N", "N"), _table("bytes-bytes", "B", "B"),
    _table("provisioned", "S", BillingMode="PROVISIONED", DeletionProtectionEnabled=True,
           ProvisionedThroughput={"ReadCapacityUnits": 3, "WriteCapacityUnits": 4},
           TableClass="STANDARD_INFREQUENT_ACCESS"),
    _table("empty", "S"),
    {**_table("indexed", "S", "N", OnDemandThroughput={"MaxReadRequestUnits": 50, "MaxWriteRequestUnits": 60}),
     "AttributeDefinitions": _attributes(pk="S", sk="N", state="S", at="N", raw="B", title="S"),
     "GlobalSecondaryIndexes": [
         _index("all", [("state", "HASH"), ("at", "RANGE")], "ALL"),
         _index("keys", [("raw", "HASH")], "KEYS_ONLY"),
         _index("several", [("state", "HASH"), ("at", "HASH"), ("raw", "RANGE"), ("title", "RANGE")], "INCLUDE",
                NonKeyAttributes=["note"])],
     "LocalSecondaryIndexes": [
         _index("local", [("pk", "HASH"), ("title", "RANGE")], "INCLUDE", NonKeyAttributes=["note"])]},
]

# Begun when everything else is there, and not yet due.
NEW_INDEX = {"TableName": "indexed", "AttributeDefinitions": _attributes(pk="S", sk="N", note="S"),
             "GlobalSecondaryIndexUpdates": [{"Create": _index("new", [("note", "HASH")], "ALL")}]}

NUMBERS = ["0", "1", "-1", "127", "128", "255", "256", "65535", "65536", "4294967295", "4294967296",
           "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
           "-32", "-33", "-128", "-129", "-32769", "-2147483649", "-9223372036854775808", "-9223372036854775809",
           "1.5", "-12.25", "0.00000000000000000000000000000000000001", "99999999999999999999999999999999999999",
           "1" + "0" * 125, "-1" + "0" * 125, "0." + "0" * 129 + "1"]

EVERY_TYPE = {
    "string": {"S": "hi"}, "empty string": {"S": ""}, "unicode": {"S": "Straße 日本 \U0001F3B5\u0000"},
    "string of 32": {"S": "x" * 32}, "string of 256": {"S": "x" * 256},
    "binary": {"B": _base64(b"\x00\xff")}, "empty binary": {"B": ""}, "binary of 300": {"B": _base64(b"\x80" * 300)},
    "true": {"BOOL": True}, "false": {"BOOL": False}, "null": {"NULL": True},
    "numbers": {"L": [{"N": text} for text in NUMBERS]},
    "strings": {"SS": ["", "a", "aa", "b"]}, "number set": {"NS": ["-2", "0", "1.5", "10"]},
    "binaries": {"BS": ["", _base64(b"\x01"), _base64(b"\xff")]},
    "list": {"L": [{"S": "a"}, {"N": "1"}, {"L": []}, {"M": {}}]}, "list of 16": {"L": [{"N": str(n)} for n in range(16)]},
    "map": {"M": {"a": {"M": {"b": {"L": [{"NULL": True}]}}}}},
    "map of 16": {"M": {f"{n:02}": {"N": str(n)} for n in range(16)}},
}

# Keys beyond LMDB's 511 bytes lie in layers: their lengths are around each boundary, their beginnings are shared.
_LONG = [485, 486, 487, 488, 489, 490, 491, 492, 493, 507, 510, 511, 512, 980, 988, 992, 996, 1000, 1014, 1023, 1024]

ITEMS = {
    "text": [{"pk": {"S": "every type"}, **EVERY_TYPE}, {"pk": {"S": "ключ"}}, {"pk": {"S": "k" * 2048}},
             {"pk": {"S": "on pages of its own"}, "value": {"S": "v" * 20_000}}],
    "numbers": [{"pk": {"N": text}, "n": {"S": text}} for text in NUMBERS],
    "bytes": [{"pk": {"B": _base64(data)}, "n": {"N": str(len(data))}} for data in (b"\x00", b"\xff", bytes(range(256)))],
    "text-text": [{"pk": {"S": "p"}, "sk": {"S": text}, "n": {"N": str(n)}} for n, text in enumerate(
        ["a", "a\x00", "ab", "é", "\U0001F3B5"] + ["x" * length for length in _LONG] + ["x" * 1023 + "y", "x" * 700 + "é" * 150])],
    "numbers-numbers": [{"pk": {"N": "1"}, "sk": {"N": text}} for text in NUMBERS],
    "bytes-bytes": [{"pk": {"B": _base64(b"p")}, "sk": {"B": _base64(data)}} for data in
                    [b"\x00", b"\x00\x00", b"\x00\xff", b"\xff"] + [b"\xff" * length for length in _LONG]
                    + [b"\x00" * length for length in _LONG]],
    "provisioned": [{"pk": {"S": "one"}}],
    "empty": [],
    "indexed": [
        {"pk": {"S": "p"}, "sk": {"N": str(n)}, "n": {"N": str(n)}, **attributes} for n, attributes in enumerate([
            {"state": {"S": "open"}, "at": {"N": "1.5"}, "raw": {"B": _base64(b"\x00")}, "title": {"S": "a"}, "note": {"S": "x"}},
            {"state": {"S": "open"}, "at": {"N": "1.5"}, "raw": {"B": _base64(b"\x00")}, "title": {"S": "a"}},
            {"state": {"S": "open"}, "at": {"N": "-3"}, "note": {"S": "y"}},
            {"state": {"S": "done"}, "at": {"N": "7"}, "raw": {"B": _base64(b"\x00\xff")}, "title": {"S": "t" * 700}},
            {"at": {"N": "9"}, "title": {"S": "a\x00b"}},
            {}])],
}

# Which items of "indexed" each index holds, by their n, in the order of a Query of each of its partitions.
INDEXED = {
    "all": {(("state", "S", "open"),): [2, 0, 1], (("state", "S", "done"),): [3]},
    "keys": {(("raw", "B", _base64(b"\x00")),): [0, 1], (("raw", "B", _base64(b"\x00\xff")),): [3]},
    "several": {(("state", "S", "open"), ("at", "N", "1.5")): [0, 1], (("state", "S", "done"), ("at", "N", "7")): [3]},
    "local": {(("pk", "S", "p"),): [0, 1, 4, 3]},
    "new": {(("note", "S", "x"),): [0], (("note", "S", "y"),): [2]},
}
SHOWN = {"all": None, "new": None, "keys": {"pk", "sk", "raw"}, "several": {"pk", "sk", "state", "at", "raw", "title", "note"},
         "local": {"pk", "sk", "title", "note"}}

# Carried out once: asked again with its token it answers as before and changes nothing.
TRANSACTION = {"ClientRequestToken": "a-token-of-format-1", "TransactItems": [
    {"Update": {"TableName": "provisioned", "Key": {"pk": {"S": "counted"}}, "UpdateExpression": "ADD times :one",
                "ExpressionAttributeValues": {":one": {"N": "1"}}}}]}
COUNTED = {"pk": {"S": "counted"}, "times": {"N": "1"}}


def decoded(text):
    return base64.b64decode(text)


def decimal(text):
    return fractions.Fraction(text)
