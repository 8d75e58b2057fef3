"""Tables with secondary indexes as our pytest cases ask for them, and what is seen of an index from outside."""

import time

from cases import all_items

BASE = {"PK": "S", "SK": "S"}
SETTLE_SECONDS_MAX = 60


def key_schema(*elements):
    """key_schema("a", "b"): a HASH, b RANGE. Longer keys are given as pairs: ("a", "HASH"), ("b", "HASH"), ..."""
    if all(isinstance(element, str) for element in elements):
        elements = zip(elements, ("HASH", "RANGE"))
    return [{"AttributeName": name, "KeyType": kind} for name, kind in elements]


def definitions(types):
    return [{"AttributeName": name, "AttributeType": kind} for name, kind in types.items()]


def index(name, *key, project="ALL", **others):
    """`project` is ALL, KEYS_ONLY or the list of what to INCLUDE."""
    projection = ({"ProjectionType": project} if isinstance(project, str) else
                  {"ProjectionType": "INCLUDE", "NonKeyAttributes": list(project)})
    return {"IndexName": name, "KeySchema": key_schema(*key), "Projection": projection, **others}


def indexed(types, *, everywhere=(), within=(), base=BASE):
    """The arguments of CreateTable or make_table for global indexes (`everywhere`) and local ones (`within` a
    partition); `types` are those of the attributes that are not keys of the table."""
    return {"AttributeDefinitions": definitions({**base, **types}),
            **({"GlobalSecondaryIndexes": list(everywhere)} if everywhere else {}),
            **({"LocalSecondaryIndexes": list(within)} if within else {})}


def create(made, types=None):
    """update_table's arguments that add the global index `made`, with the attribute definitions that it needs."""
    return {**({"AttributeDefinitions": definitions(types)} if types else {}),
            "GlobalSecondaryIndexUpdates": [{"Create": made}]}


def delete(name):
    return {"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": name}}]}


def described(client, table, name):
    """What DescribeTable says of one index, None when it names no such one."""
    found = client.describe_table(TableName=table)["Table"]
    both = found.get("GlobalSecondaryIndexes", []) + found.get("LocalSecondaryIndexes", [])
    return next((each for each in both if each["IndexName"] == name), None)


def entries(client, table, name):
    """Every item of an index as Scan gives it, in an order that does not depend on the hash."""
    return sorted(all_items(client.scan, TableName=table, IndexName=name), key=repr)


def settled(client, table):
    """What DescribeTable says as soon as the table and all its indexes are ACTIVE. It asks again and again: SDK waiters
    would wait 20 seconds after the first time."""
    end = time.monotonic() + SETTLE_SECONDS_MAX
    while True:
        found = client.describe_table(TableName=table)["Table"]
        if {found["TableStatus"], *(i["IndexStatus"] for i in found.get("GlobalSecondaryIndexes", []))} == {"ACTIVE"}:
            return found
        assert time.monotonic() < end, found
