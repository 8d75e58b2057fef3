"""Goal: ReturnConsumedCapacity=INDEXES names each index that a request used, with the units of its projected sizes.
Method: items made to measure in tables of their own; the same rows for every way to write, and every way to read.
"""

import pytest

from cases import fresh, rows
from index_tables import index, indexed


@pytest.fixture(scope="module")
def table(make_table):
    """An index of each projection over one key, one that holds only what has `rare`, and a local one."""
    return make_table("S", **indexed({"a": "S", "rare": "S", "n": "N"}, everywhere=[
        index("all", "a"), index("keys", "a", project="KEYS_ONLY"), index("some", "a", project=["v"]), index("rare", "rare")],
        within=[index("local", "PK", "n", project=["v"])])).name


def k(key):
    return {"PK": {"S": key}, "SK": {"S": "s"}}


def text(size):
    return {"S": "x" * size}


def put(client, table, key, attributes, asked):
    return client.put_item(TableName=table, Item={**k(key), **attributes}, ReturnConsumedCapacity=asked)["ConsumedCapacity"]


def batch(client, table, key, attributes, asked):
    (found,) = client.batch_write_item(RequestItems={table: [{"PutRequest": {"Item": {**k(key), **attributes}}}]},
                                       ReturnConsumedCapacity=asked)["ConsumedCapacity"]
    return found


def transact(client, table, key, attributes, asked):
    (found,) = client.transact_write_items(TransactItems=[{"Put": {"TableName": table, "Item": {**k(key), **attributes}}}],
                                           ReturnConsumedCapacity=asked)["ConsumedCapacity"]
    return found


def units(capacity):
    """{arm: units}, of a reply to INDEXES; the total must be their sum, and no arm may say nothing."""
    arms = {"Table": capacity["Table"]["CapacityUnits"]}
    for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        if kind in capacity:
            assert capacity[kind]
            arms.update({name: arm["CapacityUnits"] for name, arm in capacity[kind].items()})
    assert capacity["CapacityUnits"] == pytest.approx(sum(arms.values()))
    assert all(value > 0 for name, value in arms.items() if name != "Table")
    return arms


A, B = {"a": {"S": "a"}}, {"a": {"S": "b"}}
N = {"n": {"N": "1"}}
ONE_EACH = {"all": 1, "keys": 1, "some": 1}
PUTS = (
    ("no index key", None, {"v": text(10)}, {"Table": 1}),
    ("a new entry", None, A, {"Table": 1, **ONE_EACH}),
    ("a new entry by projected size", None, {**A, "v": text(1500), "w": text(3000)}, {"Table": 5, "all": 5, "keys": 1, "some": 2}),
    ("a sparse index", None, {"rare": text(1)}, {"Table": 1, "rare": 1}),
    ("a local index", None, {**N, "w": text(5000)}, {"Table": 5, "local": 1}),
    ("all of them", None, {**A, **N, "rare": text(1), "v": text(1200)},
     {"Table": 2, "all": 2, "keys": 1, "some": 2, "rare": 2, "local": 2}),
    ("the same again", {**A, **N, "v": text(10)}, {**A, **N, "v": text(10)}, {"Table": 1}),
    ("what only ALL projects", {**A, **N, "w": text(10)}, {**A, **N, "w": text(11)}, {"Table": 1, "all": 1}),
    ("what two of them project", {**A, "v": text(10)}, {**A, "v": text(11)}, {"Table": 1, "all": 1, "some": 1}),
    ("of the old and the new image the larger", {**A, "v": text(2500)}, {**A, "v": text(10)},
     {"Table": 3, "all": 3, "some": 3}),
    ("and the other way round", {**A, "v": text(10)}, {**A, "v": text(2500)}, {"Table": 3, "all": 3, "some": 3}),
    ("content of the same size", {**A, "v": {"S": "ab"}}, {**A, "v": {"S": "ba"}}, {"Table": 1, "all": 1, "some": 1}),
    ("a projected attribute more", A, {**A, "v": text(1)}, {"Table": 1, "all": 1, "some": 1}),
    ("a moved key costs twice", A, B, {"Table": 1, "all": 2, "keys": 2, "some": 2}),
    ("a moved key: old and new size", {**A, "v": text(2500)}, {**B, "v": text(1500)},
     {"Table": 3, "all": 3 + 2, "keys": 2, "some": 3 + 2}),
    ("a moved local key", {"n": {"N": "1"}}, {"n": {"N": "2"}}, {"Table": 1, "local": 2}),
    ("a key that stays by value", {"n": {"N": "1"}}, {"n": {"N": "1.0"}}, {"Table": 1}),
    ("an entry that goes", {**A, "v": text(1500)}, {"v": text(1500)}, {"Table": 2, "all": 2, "keys": 1, "some": 2}),
    ("an entry that comes", {"v": text(1500)}, {**A, "v": text(1500)}, {"Table": 2, "all": 2, "keys": 1, "some": 2}))


@rows("before,after,expected", *PUTS)
@pytest.mark.parametrize("way", [pytest.param(f, id=f.__name__) for f in (put, batch, transact)])
def test_puts(client, table, way, before, after, expected):
    key, factor = fresh(), 2 if way is transact else 1
    for asked in ("INDEXES", "TOTAL"):
        if before is None:
            client.delete_item(TableName=table, Key=k(key))
        else:
            client.put_item(TableName=table, Item={**k(key), **before})
        capacity = way(client, table, key, after, asked)
        if asked == "INDEXES":
            assert units(capacity) == {name: factor * value for name, value in expected.items()}
        else:
            total = factor * sum(expected.values())
            kind = {"WriteCapacityUnits": total} if way is transact else {}
            assert capacity == {"TableName": table, "CapacityUnits": total, **kind}


def test_where_each_index_is_told(client, table, key):
    capacity = put(client, table, key, {**A, **N}, "INDEXES")
    assert capacity == {
        "TableName": table, "CapacityUnits": 5.0, "Table": {"CapacityUnits": 1.0},
        "GlobalSecondaryIndexes": {n: {"CapacityUnits": 1.0} for n in ("all", "keys", "some")},
        "LocalSecondaryIndexes": {"local": {"CapacityUnits": 1.0}}}
    assert set(put(client, table, key, {**A, **N}, "INDEXES")) == {"TableName", "CapacityUnits", "Table"}


@rows("before,expression,values,expected",
      ("no index key", {}, "SET v = :v", {":v": text(1)}, {"Table": 1}),
      ("an attribute that no index projects", {**N}, "SET w = :v", {":v": text(1)}, {"Table": 1}),
      ("what only ALL projects", A, "SET w = :v", {":v": text(1)}, {"Table": 1, "all": 1}),
      ("what is projected", {**A, **N}, "SET v = :v", {":v": text(1)}, {"Table": 1, "all": 1, "some": 1, "local": 1}),
      ("the larger image", {**A, "v": text(2500)}, "REMOVE v", None, {"Table": 3, "all": 3, "some": 3}),
      ("the value that it has", {**A, "v": text(1)}, "SET v = :v", {":v": text(1)}, {"Table": 1}),
      ("a moved key", {**A, "v": text(1500)}, "SET a = :a", {":a": text(1)}, {"Table": 2, "all": 4, "keys": 2, "some": 4}),
      ("a key removed", {**A, "v": text(1500)}, "REMOVE a", None, {"Table": 2, "all": 2, "keys": 1, "some": 2}),
      ("a key set", {"v": text(1500)}, "SET a = :a", {":a": text(1)}, {"Table": 2, "all": 2, "keys": 1, "some": 2}),
      ("an item made", None, "SET a = :a", {":a": text(1)}, {"Table": 1, **ONE_EACH}))
@pytest.mark.parametrize("transacted", [False, True], ids=["UpdateItem", "TransactWriteItems"])
def test_updates(client, table, key, transacted, before, expression, values, expected):
    if before is not None:
        client.put_item(TableName=table, Item={**k(key), **before})
    update = {"TableName": table, "Key": k(key), "UpdateExpression": expression,
              **({"ExpressionAttributeValues": values} if values else {})}
    if transacted:
        (capacity,) = client.transact_write_items(TransactItems=[{"Update": update}],
                                                  ReturnConsumedCapacity="INDEXES")["ConsumedCapacity"]
    else:
        capacity = client.update_item(**update, ReturnConsumedCapacity="INDEXES")["ConsumedCapacity"]
    factor = 2 if transacted else 1
    assert units(capacity) == {name: factor * value for name, value in expected.items()}


@rows("before,expected",
      ("nothing there", None, {"Table": 1}),
      ("in no index", {"v": text(1500)}, {"Table": 2}),
      ("by projected size", {**A, **N, "v": text(1500), "w": text(1000)}, {"Table": 3, "all": 3, "keys": 1, "some": 2, "local": 2}))
def test_deletes(client, table, before, expected):
    def prepared():
        key = fresh()
        if before is not None:
            client.put_item(TableName=table, Item={**k(key), **before})
        return k(key)
    asked = {"ReturnConsumedCapacity": "INDEXES"}
    assert units(client.delete_item(TableName=table, Key=prepared(), **asked)["ConsumedCapacity"]) == expected
    (found,) = client.batch_write_item(RequestItems={table: [{"DeleteRequest": {"Key": prepared()}}]}, **asked)["ConsumedCapacity"]
    assert units(found) == expected
    (found,) = client.transact_write_items(
        TransactItems=[{"Delete": {"TableName": table, "Key": prepared()}}], **asked)["ConsumedCapacity"]
    assert units(found) == {name: 2 * value for name, value in expected.items()}


def test_a_batch_is_summed_up_for_each_table(client, table, make_table):
    other = make_table("S", **indexed({"z": "S"}, everywhere=[index("byz", "z")])).name
    puts = {table: [{**k(fresh()), **A}, {**k(fresh()), **A, "v": text(1500)}, k(fresh())], other: [{**k(fresh()), "z": text(1)}]}
    reply = client.batch_write_item(ReturnConsumedCapacity="INDEXES", RequestItems={
        name: [{"PutRequest": {"Item": item}} for item in items] for name, items in puts.items()})
    found = {c["TableName"]: units(c) for c in reply["ConsumedCapacity"]}
    assert found == {table: {"Table": 1 + 2 + 1, "all": 1 + 2, "keys": 2, "some": 1 + 2}, other: {"Table": 1, "byz": 1}}


def test_a_transaction_is_summed_up_for_each_table(client, table, simple):
    reply = client.transact_write_items(ReturnConsumedCapacity="INDEXES", TransactItems=[
        {"Put": {"TableName": table, "Item": {**k(fresh()), **A}}},
        {"Update": {"TableName": table, "Key": k(fresh()), "UpdateExpression": "SET n = :n", "ExpressionAttributeValues": {":n": {"N": "1"}}}},
        {"ConditionCheck": {"TableName": table, "Key": k(fresh()), "ConditionExpression": "attribute_not_exists(PK)"}},
        {"Put": {"TableName": simple.name, "Item": {"PK": {"S": fresh()}}}}])
    found = {c["TableName"]: units(c) for c in reply["ConsumedCapacity"]}
    assert found == {table: {"Table": 6, "all": 2, "keys": 2, "some": 2, "local": 2}, simple.name: {"Table": 2}}


@pytest.fixture(scope="module")
def stocked(client, make_table):
    """Ten items of about 1 KB each in one partition of the table, of the global index and of the local one."""
    table = make_table("S", **indexed({"a": "S", "n": "N"}, everywhere=[
        index("all", "a", "SK"), index("keys", "a", "SK", project="KEYS_ONLY")],
        within=[index("local", "PK", "n", project=["v"]), index("whole", "PK", "n")])).name
    for i in range(10):
        client.put_item(TableName=table, Item={"PK": {"S": "p"}, "SK": {"S": f"{i}"}, "a": {"S": "a"}, "n": {"N": f"{i}"},
                                               "v": text(100), "w": text(900)})
    return table


BY_A = {"KeyConditionExpression": "a = :a", "ExpressionAttributeValues": {":a": {"S": "a"}}}
BY_PK = {"KeyConditionExpression": "PK = :p", "ExpressionAttributeValues": {":p": {"S": "p"}}}


@rows("arguments,arm,consumed",
      ("a global index", {"IndexName": "all", **BY_A}, "all", 1.5),
      ("one that projects little", {"IndexName": "keys", **BY_A}, "keys", 0.5),
      ("one item of it", {"IndexName": "all", **BY_A, "Limit": 1}, "all", 0.5),
      ("nothing found", {"IndexName": "all", **BY_A, "ExpressionAttributeValues": {":a": {"S": "absent"}}}, "all", 0.5),
      ("a filter saves nothing", {"IndexName": "all", **BY_A, "FilterExpression": "attribute_exists(nothing)"}, "all", 1.5),
      ("a count costs the same", {"IndexName": "all", **BY_A, "Select": "COUNT"}, "all", 1.5),
      ("a local index", {"IndexName": "local", **BY_PK}, "local", 0.5),
      ("a local index, whole", {"IndexName": "whole", **BY_PK}, "whole", 1.5),
      ("a local index, consistent", {"IndexName": "local", **BY_PK, "ConsistentRead": True}, "local", 1),
      ("a local index, whole, consistent", {"IndexName": "whole", **BY_PK, "ConsistentRead": True}, "whole", 3))
def test_queries(client, stocked, arguments, arm, consumed):
    kind = "GlobalSecondaryIndexes" if arm in ("all", "keys") else "LocalSecondaryIndexes"
    capacity = client.query(TableName=stocked, ReturnConsumedCapacity="INDEXES", **arguments)["ConsumedCapacity"]
    assert capacity == {"TableName": stocked, "CapacityUnits": consumed, "Table": {"CapacityUnits": 0.0},
                        kind: {arm: {"CapacityUnits": consumed}}}
    capacity = client.query(TableName=stocked, ReturnConsumedCapacity="TOTAL", **arguments)["ConsumedCapacity"]
    assert capacity == {"TableName": stocked, "CapacityUnits": consumed}


@rows("index_name,arguments,consumed",
      ("a global index", "all", {}, 1.5), ("one that projects little", "keys", {}, 0.5),
      ("a local index", "local", {}, 0.5), ("a local index, consistent", "whole", {"ConsistentRead": True}, 3),
      ("a page of two", "all", {"Limit": 2}, 0.5))
def test_scans(client, stocked, index_name, arguments, consumed):
    kind = "GlobalSecondaryIndexes" if index_name in ("all", "keys") else "LocalSecondaryIndexes"
    capacity = client.scan(TableName=stocked, IndexName=index_name, ReturnConsumedCapacity="INDEXES",
                           **arguments)["ConsumedCapacity"]
    assert capacity == {"TableName": stocked, "CapacityUnits": consumed, "Table": {"CapacityUnits": 0.0},
                        kind: {index_name: {"CapacityUnits": consumed}}}


@rows("arguments",
      ("every attribute", {"Select": "ALL_ATTRIBUTES"}),
      ("an attribute that is not projected", {"ProjectionExpression": "SK, w"}))
@pytest.mark.parametrize("consistent", [False, True])
def test_what_a_local_index_fetches_from_the_table_costs_there(client, stocked, arguments, consistent):
    """Each item is rounded by itself, in contrast to a page of one tree."""
    reply = client.query(TableName=stocked, IndexName="local", ReturnConsumedCapacity="INDEXES", ConsistentRead=consistent,
                         **BY_PK, **arguments)
    assert [len(i["w"]["S"]) for i in reply["Items"]] == [900] * 10
    each = 1 if consistent else 0.5
    assert reply["ConsumedCapacity"] == {
        "TableName": stocked, "CapacityUnits": 11 * each, "Table": {"CapacityUnits": 10 * each},
        "LocalSecondaryIndexes": {"local": {"CapacityUnits": each}}}


def test_reads_of_the_table_name_no_index(client, stocked):
    """However many it has."""
    key, asked = {"PK": {"S": "p"}, "SK": {"S": "1"}}, {"ReturnConsumedCapacity": "INDEXES"}
    one = client.get_item(TableName=stocked, Key=key, **asked)["ConsumedCapacity"]
    (many,) = client.batch_get_item(RequestItems={stocked: {"Keys": [key]}}, **asked)["ConsumedCapacity"]
    (together,) = client.transact_get_items(TransactItems=[{"Get": {"TableName": stocked, "Key": key}}], **asked)["ConsumedCapacity"]
    query = client.query(TableName=stocked, **BY_PK, Limit=1, **asked)["ConsumedCapacity"]
    scan = client.scan(TableName=stocked, Limit=1, **asked)["ConsumedCapacity"]
    for capacity, consumed in ((one, 0.5), (many, 0.5), (query, 0.5), (scan, 0.5)):
        assert capacity == {"TableName": stocked, "CapacityUnits": consumed, "Table": {"CapacityUnits": consumed}}
    both = {"CapacityUnits": 2.0, "ReadCapacityUnits": 2.0}
    assert together == {"TableName": stocked, **both, "Table": both}


def test_no_capacity_unless_asked(client, stocked):
    assert "ConsumedCapacity" not in client.query(TableName=stocked, IndexName="all", **BY_A)
