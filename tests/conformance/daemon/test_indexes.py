"""Goal: indexes survive the end of the process, orderly or by kill -9, also in the middle of being built or erased.
Method: a daemon of one's own, ended when DescribeTable shows the build half done; afterwards the index must be the projection
of the table.
"""

import concurrent.futures
import urllib.request

import pytest

from cases import all_items
from index_tables import create, delete, described, entries, index, indexed, key_schema, settled

pytestmark = pytest.mark.larder_only
ITEMS = 20_000
BOTH_WAYS = pytest.mark.parametrize("way", ["stop", "kill"])


def item(i, **attributes):
    return {"PK": {"S": f"p{i % 1000}"}, "SK": {"S": f"{i:06}"}, **attributes}


def fill(client, name, count):
    def put(start):
        client.batch_write_item(RequestItems={name: [
            {"PutRequest": {"Item": item(i, **({"a": {"S": f"a{i % 10}"}} if i % 3 else {}), x={"N": f"{i}"})}}
            for i in range(start, start + 25)]})
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(put, range(0, count, 25)))


def expected(client, project=None):
    found = [i for i in all_items(client.scan, TableName="tab") if "a" in i]
    return sorted(({n: v for n, v in i.items() if project is None or n in project} for i in found), key=repr)


@pytest.fixture
def again(restartable, connect):
    """A client of the daemon, after ending it in this way and starting it when one is given."""
    def of(way=None):
        if way:
            getattr(restartable, way)()
            restartable.start()
        return connect(restartable.endpoint)
    return of


@pytest.fixture
def filled(again):
    client = again()
    client.create_table(TableName="tab", BillingMode="PAY_PER_REQUEST", KeySchema=key_schema("PK", "SK"), **indexed({}))
    fill(client, "tab", ITEMS)
    return client


def half_built(client, name, more_than=0, may_be_over=False):
    """Returns when a build has passed `more_than` entries, with their number; a build that is over by then fails the test."""
    while True:
        found = described(client, "tab", name)
        if may_be_over and found["IndexStatus"] == "ACTIVE":
            return found["ItemCount"]
        assert found["IndexStatus"] == "CREATING", "the build was over before it could be seen"
        if found["ItemCount"] > more_than:
            assert found["Backfilling"] is True
            return found["ItemCount"]


@BOTH_WAYS
def test_everything_survives(again, way):
    client = again()
    provisioned = {"ReadCapacityUnits": 3, "WriteCapacityUnits": 4}
    client.create_table(TableName="tab", BillingMode="PROVISIONED", ProvisionedThroughput=provisioned,
                        KeySchema=key_schema("PK", "SK"), **indexed({"a": "S", "x": "N"}, everywhere=[
                            index("all", "a", "x", ProvisionedThroughput=provisioned),
                            index("multi", ("a", "HASH"), ("SK", "HASH"), ("x", "RANGE"), project=["y", "z"],
                                  ProvisionedThroughput=provisioned),
                            index("keys", "x", project="KEYS_ONLY", ProvisionedThroughput=provisioned)],
                            within=[index("local", "PK", "a")]))
    fill(client, "tab", 500)
    client.delete_item(TableName="tab", Key=item(1))
    client.update_item(TableName="tab", Key=item(2), UpdateExpression="REMOVE a")

    def everything(own):
        return (own.describe_table(TableName="tab")["Table"],
                {name: all_items(own.scan, TableName="tab", IndexName=name, Limit=70) for name in ("all", "multi", "keys", "local")},
                all_items(own.query, TableName="tab", IndexName="all", Limit=7, KeyConditionExpression="a = :a",
                          ExpressionAttributeValues={":a": {"S": "a4"}}))
    before = everything(client)
    assert [len(items) for items in before[1].values()] == [331, 331, 499, 331] and len(before[2]) > 20
    client = again(way)
    assert everything(client) == before
    # And they go on from there.
    client.put_item(TableName="tab", Item=item(1, a={"S": "new"}, x={"N": "1"}))
    client.delete_item(TableName="tab", Key=item(4))
    assert entries(client, "tab", "local") == expected(client)


@BOTH_WAYS
def test_a_continuation_holds_across_a_restart(again, way):
    client = again()
    client.create_table(TableName="tab", BillingMode="PAY_PER_REQUEST", KeySchema=key_schema("PK", "SK"),
                        **indexed({"a": "S"}, everywhere=[index("bya", "a")]))
    fill(client, "tab", 300)
    asked = {"TableName": "tab", "IndexName": "bya", "KeyConditionExpression": "a = :a",
             "ExpressionAttributeValues": {":a": {"S": "a1"}}}
    whole = all_items(client.query, **asked)
    page = client.query(Limit=7, **asked)
    client = again(way)
    rest = all_items(client.query, ExclusiveStartKey=page["LastEvaluatedKey"], **asked)
    assert page["Items"] + rest == whole and len(whole) == 20


@BOTH_WAYS
def test_in_the_middle_of_a_build(filled, again, way):
    filled.update_table(TableName="tab", **create(index("bya", "a", "SK", project=["x"]), {"a": "S"}))
    built = half_built(filled, "bya")
    client = again(way)
    found = described(client, "tab", "bya")
    assert found["ItemCount"] >= built, "steps that were committed are not done again"
    settled(client, "tab")
    items = entries(client, "tab", "bya")
    assert items == expected(client) and len(items) == described(client, "tab", "bya")["ItemCount"] == ITEMS - (ITEMS + 2) // 3


def test_killed_again_and_again_while_writes_go_on(filled, again):
    client = filled
    client.update_table(TableName="tab", **create(index("bya", "a", project="KEYS_ONLY"), {"a": "S"}))
    built = 0
    for turn in range(3):
        # A fast machine may have it over after the first kill or two; each that comes in time counts.
        if turn and described(client, "tab", "bya")["IndexStatus"] == "ACTIVE":
            break
        built = half_built(client, "bya", built, may_be_over=turn > 0)
        for i in range(turn * 10, turn * 10 + 10):
            client.put_item(TableName="tab", Item=item(i, a={"S": "written"}))
            client.delete_item(TableName="tab", Key=item(ITEMS - 1 - i))
            client.update_item(TableName="tab", Key=item(5_000 + i), UpdateExpression="REMOVE a")
        client = again("kill")
    settled(client, "tab")
    items = entries(client, "tab", "bya")
    assert items == expected(client, {"PK", "SK", "a"})
    found = described(client, "tab", "bya")
    assert (found["ItemCount"], found["IndexSizeBytes"]) == (
        len(items), sum(len(n) + len(v["S"]) for i in items for n, v in i.items()))


@BOTH_WAYS
def test_in_the_middle_of_erasing(filled, again, way):
    """The name is free at once; nothing of the old entries shows in an index of the same name."""
    for name in ("bya", "other"):
        filled.update_table(TableName="tab", **create(index(name, "a"), {"a": "S"}))
        settled(filled, "tab")
    filled.update_table(TableName="tab", **delete("bya"))
    client = again(way)
    assert described(client, "tab", "bya") is None
    settled(client, "tab")
    client.update_table(TableName="tab", **create(index("bya", "SK", project="KEYS_ONLY")))
    settled(client, "tab")
    assert len(entries(client, "tab", "bya")) == ITEMS
    assert entries(client, "tab", "other") == expected(client)


def test_a_table_dropped_in_the_middle_of_a_build(filled, again):
    filled.update_table(TableName="tab", **create(index("bya", "a"), {"a": "S"}))
    half_built(filled, "bya")
    filled.delete_table(TableName="tab")
    client = again("kill")
    assert client.list_tables()["TableNames"] == []
    client.create_table(TableName="tab", BillingMode="PAY_PER_REQUEST", KeySchema=key_schema("PK", "SK"),
                        **indexed({"a": "S"}, everywhere=[index("bya", "a")]))
    client.put_item(TableName="tab", Item=item(1, a={"S": "a1"}))
    assert entries(client, "tab", "bya") == [item(1, a={"S": "a1"})]


def test_progress_is_told(filled, restartable):
    filled.update_table(TableName="tab", **create(index("bya", "a"), {"a": "S"}))
    settled(filled, "tab")
    with urllib.request.urlopen(restartable.endpoint + "/metrics") as reply:
        found = dict(line.rsplit(" ", 1) for line in reply.read().decode().splitlines() if not line.startswith("#"))
    assert float(found["larder_index_builds_total"]) == 1
    assert float(found["larder_index_build_items_total"]) == ITEMS
    restartable.stop()  # and all that it had to say is read
    assert any("tab/bya" in line and str(ITEMS) in line for line in restartable.lines)
    restartable.start()
