"""Goal: whether a transaction or batch keeps an item collection within its limit does not depend on the order of its
actions, since all of them happen at once. Method: a low limit, and one action that makes the room another one needs."""

import pytest

import larder_daemon
from cases import refused
from index_tables import index, indexed, key_schema

LIMIT = 10_000
pytestmark = pytest.mark.larder_only


def k(sort):
    return {"PK": {"S": "p"}, "SK": {"S": sort}}


def item(sort, size):
    return {**k(sort), "d": {"S": "x" * size}}


@pytest.fixture
def full(connect):
    """A client; the collection of table "local" holds items "old" and "kept" and has no room for another."""
    with larder_daemon.Daemon("--in-memory", "--item-collection-limit", str(LIMIT)) as daemon:
        client = connect(daemon.endpoint)
        client.create_table(TableName="local", BillingMode="PAY_PER_REQUEST", KeySchema=key_schema("PK", "SK"),
                            **indexed({"n": "N"}, within=[index("byn", "PK", "n")]))
        client.put_item(TableName="local", Item=item("old", 5_000))
        client.put_item(TableName="local", Item=item("kept", 4_500))
        yield client


@pytest.fixture(params=[False, True], ids=["room first", "room last"])
def ordered(request):
    return (lambda actions: actions[::-1]) if request.param else (lambda actions: actions)


def test_a_delete_makes_room_for_a_put_of_its_transaction(full, ordered):
    full.transact_write_items(TransactItems=ordered([
        {"Delete": {"TableName": "local", "Key": k("old")}},
        {"Put": {"TableName": "local", "Item": item("new", 5_000)}}]))
    assert full.scan(TableName="local", Select="COUNT")["Count"] == 2


def test_an_update_makes_room_for_an_update_of_its_transaction(full, ordered):
    full.transact_write_items(TransactItems=ordered([
        {"Update": {"TableName": "local", "Key": k("old"), "UpdateExpression": "REMOVE d"}},
        {"Update": {"TableName": "local", "Key": k("new"), "UpdateExpression": "SET d = :d",
                    "ExpressionAttributeValues": {":d": {"S": "x" * 4_900}}}}]))


def test_a_delete_makes_room_for_a_put_of_its_batch(full, ordered):
    reply = full.batch_write_item(RequestItems={"local": ordered([
        {"DeleteRequest": {"Key": k("old")}}, {"PutRequest": {"Item": item("new", 5_000)}}])})
    assert reply["UnprocessedItems"] == {}


def test_too_little_room_is_the_fault_of_what_grows(full, ordered):
    with refused("TransactionCanceledException") as info:
        full.transact_write_items(TransactItems=ordered([
            {"Delete": {"TableName": "local", "Key": k("old")}},
            {"Put": {"TableName": "local", "Item": item("new", 6_000)}}]))
    codes = [reason["Code"] for reason in info.value.response["CancellationReasons"]]
    assert codes == ordered(["None", "ItemCollectionSizeLimitExceeded"])
    with refused("ItemCollectionSizeLimitExceededException", "Collection size exceeded."):
        full.batch_write_item(RequestItems={"local": ordered([
            {"DeleteRequest": {"Key": k("old")}}, {"PutRequest": {"Item": item("new", 6_000)}}])})
    assert full.scan(TableName="local", Select="COUNT")["Count"] == 2
