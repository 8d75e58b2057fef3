"""Goal: tables with local indexes tell the size of an item collection, and refuse to let one grow past its limit.
Method: metrics on shared tables; the limit, lowered to some kilobytes by --item-collection-limit, in a daemon of one's own, to
the byte, also after a crash.
"""

import pytest

import larder_daemon
from cases import refused
from index_tables import create, index, indexed, key_schema

SIZE = {"ReturnItemCollectionMetrics": "SIZE"}
LIMIT = 10_000
EXCEEDED = "Collection size exceeded."
OWN = pytest.mark.larder_only


@pytest.fixture(scope="module")
def local(make_table):
    return make_table("S", **indexed({"n": "N", "a": "S"}, within=[index("local", "PK", "n")], everywhere=[index("bya", "a")])).name


@pytest.fixture(scope="module")
def global_only(make_table):
    return make_table("S", **indexed({"a": "S"}, everywhere=[index("bya", "a")])).name


def k(key, sort="s"):
    return {"PK": {"S": key}, "SK": {"S": sort}}


def metrics(key):
    return {"ItemCollectionKey": {"PK": {"S": key}}, "SizeEstimateRangeGB": [0.0, 1.0]}


def single_writes(client, table, key, asked):
    yield client.put_item(TableName=table, Item={**k(key), "n": {"N": "1"}}, **asked)
    yield client.update_item(TableName=table, Key=k(key), UpdateExpression="SET a = :a",
                             ExpressionAttributeValues={":a": {"S": "a"}}, **asked)
    yield client.delete_item(TableName=table, Key=k(key), **asked)
    yield client.delete_item(TableName=table, Key=k(key), **asked)  # nothing left to delete


def several_writes(client, table, key, asked):
    yield client.batch_write_item(RequestItems={table: [
        {"PutRequest": {"Item": k(key, "1")}}, {"PutRequest": {"Item": k(key, "2")}}, {"DeleteRequest": {"Key": k(key + "!")}}]},
        **asked)
    yield client.transact_write_items(TransactItems=[
        {"Put": {"TableName": table, "Item": k(key, "1")}}, {"Delete": {"TableName": table, "Key": k(key, "2")}},
        {"Update": {"TableName": table, "Key": k(key + "!"), "UpdateExpression": "REMOVE v"}}], **asked)


def test_every_single_write_tells(client, local, key):
    for reply in single_writes(client, local, key, SIZE):
        assert reply["ItemCollectionMetrics"] == metrics(key)


def test_several_writes_tell_each_collection_once(client, local, key):
    for reply in several_writes(client, local, key, SIZE):
        assert list(reply["ItemCollectionMetrics"]) == [local]
        found = reply["ItemCollectionMetrics"][local]
        assert sorted(found, key=str) == sorted((metrics(key), metrics(key + "!")), key=str)


@pytest.mark.parametrize("asked", [{}, {"ReturnItemCollectionMetrics": "NONE"}])
def test_only_when_asked(client, local, key, asked):
    for reply in (*single_writes(client, local, key, asked), *several_writes(client, local, key, asked)):
        assert "ItemCollectionMetrics" not in reply


def test_only_with_local_indexes(client, global_only, key):
    for reply in (*single_writes(client, global_only, key, SIZE), *several_writes(client, global_only, key, SIZE)):
        assert not reply.get("ItemCollectionMetrics")


def test_tables_without_local_indexes_are_left_out(client, local, simple, key):
    reply = client.batch_write_item(RequestItems={
        local: [{"PutRequest": {"Item": k(key)}}], simple.name: [{"PutRequest": {"Item": {"PK": {"S": key}}}}]}, **SIZE)
    assert reply["ItemCollectionMetrics"] == {local: [metrics(key)]}


def test_partition_keys_of_other_types(client, make_table):
    table = make_table("S", partition="B", **indexed(
        {"n": "N"}, within=[index("local", "PK", "n")], base={"PK": "B", "SK": "S"})).name
    reply = client.put_item(TableName=table, Item={"PK": {"B": b"\x00\xff"}, "SK": {"S": "s"}}, **SIZE)
    assert reply["ItemCollectionMetrics"]["ItemCollectionKey"] == {"PK": {"B": b"\x00\xff"}}


@pytest.fixture
def limited(tmp_path, connect):
    """A daemon with a low limit; call it for a client, with tables "local" and "global"."""
    daemon = larder_daemon.Daemon("--data-dir", str(tmp_path / "data"), "--item-collection-limit", str(LIMIT))
    with daemon:
        client = connect(daemon.endpoint)
        for name, indexes in (("local", {"within": [index("byn", "PK", "n", project="KEYS_ONLY"), index("byl", "PK", "l")]}),
                              ("global", {"everywhere": [index("byn", "PK", "n"), index("byl", "l")]})):
            client.create_table(TableName=name, BillingMode="PAY_PER_REQUEST", KeySchema=key_schema("PK", "SK"),
                                **indexed({"n": "N", "l": "S"}, **indexes))
        yield daemon, client, connect


def put(client, size, sort="s", table="local", key="p", **attributes):
    """An item of `size` bytes beside `attributes`."""
    client.put_item(TableName=table, Item={**k(key, sort), "d": {"S": "x" * (size - 4 - len(key) - len(sort) - 1)}, **attributes})


def exceeded():
    return refused("ItemCollectionSizeLimitExceededException", EXCEEDED)


@OWN
def test_items_up_to_the_limit(limited):
    _, client, _ = limited
    put(client, 6_000, "1")
    with exceeded():
        put(client, 4_001, "2")
    put(client, 4_000, "2")
    with exceeded():
        client.put_item(TableName="local", Item=k("p", "3"))
    put(client, 10_000, key="q")  # another collection


@OWN
def test_entries_of_local_indexes_count(limited):
    """byn projects the keys, byl everything."""
    _, client, _ = limited
    put(client, 3_000, "1", l={"S": "12"})  # 3003 in the table and in byl
    keys, n = 2 + 1 + 2 + 1, 1 + 2
    room = LIMIT - 2 * 3_003 - n - (keys + n)
    with exceeded():
        put(client, room + 1, "2", n={"N": "1"})
    put(client, room, "2", n={"N": "1"})
    with exceeded():
        client.update_item(TableName="local", Key=k("p", "2"), UpdateExpression="SET n = :n",
                           ExpressionAttributeValues={":n": {"N": "123"}})
    client.update_item(TableName="local", Key=k("p", "2"), UpdateExpression="SET n = :n",
                       ExpressionAttributeValues={":n": {"N": "12"}})


@OWN
def test_what_makes_room_is_taken(limited):
    _, client, _ = limited
    put(client, 5_000, "1")
    put(client, 5_000, "2")
    with exceeded():
        put(client, 5_001, "2")
    put(client, 5_000, "2")
    put(client, 4_999, "2")
    client.delete_item(TableName="local", Key=k("p", "1"))
    put(client, 5_001, "3")


@OWN
def test_global_indexes_have_no_limit(limited):
    _, client, _ = limited
    for sort in ("1", "2", "3"):
        put(client, 8_000, sort, "global", l={"S": "same"}, n={"N": "1"})


@OWN
def test_updates_batches_and_transactions(limited):
    _, client, _ = limited
    put(client, 6_000, "1")
    growing = {"Key": k("p", "2"), "UpdateExpression": "SET d = :d", "ExpressionAttributeValues": {":d": {"S": "x" * 4_000}}}
    with exceeded():
        client.update_item(TableName="local", **growing)
    with exceeded():
        client.batch_write_item(RequestItems={"local": [{"PutRequest": {"Item": {**k("p", "2"), "d": {"S": "x" * 4_000}}}}]})
    with refused("TransactionCanceledException") as info:
        client.transact_write_items(TransactItems=[
            {"Put": {"TableName": "local", "Item": k("q")}}, {"Update": {"TableName": "local", **growing}}])
    assert info.value.response["CancellationReasons"] == [
        {"Code": "None"}, {"Code": "ItemCollectionSizeLimitExceeded", "Message": EXCEEDED}]
    assert client.scan(TableName="local", Select="COUNT")["Count"] == 1
    # Two puts that fit alone do not fit together.
    halves = [{"Put": {"TableName": "local", "Item": {**k("p", sort), "d": {"S": "x" * 2_500}}}} for sort in "23"]
    with refused("TransactionCanceledException"):
        client.transact_write_items(TransactItems=halves)
    client.transact_write_items(TransactItems=halves[:1])


@OWN
def test_a_condition_comes_first(limited):
    _, client, _ = limited
    with refused("ConditionalCheckFailedException"):
        client.put_item(TableName="local", Item={**k("p"), "d": {"S": "x" * LIMIT}}, ConditionExpression="attribute_exists(PK)")


@OWN
@pytest.mark.parametrize("way", ["stop", "kill"])
def test_the_size_is_kept_across_a_restart(limited, way):
    daemon, client, connect = limited
    put(client, 6_000, "1")
    put(client, 1_000, "2")
    client.delete_item(TableName="local", Key=k("p", "2"))
    getattr(daemon, way)()
    daemon.start()
    client = connect(daemon.endpoint)
    with exceeded():
        put(client, 4_001, "2")
    put(client, 4_000, "2")


@OWN
def test_global_indexes_made_later_do_not_count(limited):
    _, client, _ = limited
    put(client, 6_000, "1", g={"S": "g"})
    client.update_table(TableName="local", **create(index("byg", "g"), {"g": "S"}))
    put(client, 3_000, "2", g={"S": "g"})
