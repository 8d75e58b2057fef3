"""Goal: pages end where they must, carry the right continuation, and lose or repeat nothing in either direction.
Method: one partition of many items; every page size; expected lists computed."""

import pytest
from boto3.dynamodb.conditions import Attr, Key

from cases import all_items, fresh, pages, refused, rows


@pytest.fixture(scope="module")
def twenty(table):
    key = fresh()
    with table.batch_writer() as batch:
        for i in range(20):
            batch.put_item(Item={"PK": key, "SK": f"{i:03}", "odd": i % 2 == 1, "v": i})
    return key


def test_limit_reached_gives_a_continuation_even_at_the_end(table, twenty):
    page = table.query(KeyConditionExpression=Key("PK").eq(twenty), Limit=20)
    assert page["Count"] == 20 and page["LastEvaluatedKey"] == {"PK": twenty, "SK": "019"}
    rest = table.query(KeyConditionExpression=Key("PK").eq(twenty), ExclusiveStartKey=page["LastEvaluatedKey"])
    assert rest["Items"] == [] and "LastEvaluatedKey" not in rest


def test_limit_not_reached_gives_none(table, twenty):
    assert "LastEvaluatedKey" not in table.query(KeyConditionExpression=Key("PK").eq(twenty), Limit=21)


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("limit", [1, 3, 7, 19, 20, 21])
def test_every_page_size(table, twenty, limit, forward):
    seen = list(pages(table.query, KeyConditionExpression=Key("PK").eq(twenty), Limit=limit, ScanIndexForward=forward))
    values = [int(i["v"]) for page in seen for i in page["Items"]]
    assert values == list(range(20))[:: 1 if forward else -1]
    assert all(page["Count"] == page["ScannedCount"] == len(page["Items"]) <= limit for page in seen)


@pytest.mark.parametrize("forward", [True, False])
def test_pages_within_a_range(table, twenty, forward):
    found = all_items(table.query, KeyConditionExpression=Key("PK").eq(twenty) & Key("SK").between("005", "011"),
                      Limit=2, ScanIndexForward=forward)
    assert sorted(i["SK"] for i in found) == [f"{i:03}" for i in range(5, 12)]


@pytest.mark.parametrize("forward,expected", [(True, ["011", "012"]), (False, ["010", "009"])])
def test_the_start_key_need_not_exist(table, twenty, forward, expected):
    page = table.query(KeyConditionExpression=Key("PK").eq(twenty), Limit=2, ScanIndexForward=forward,
                       ExclusiveStartKey={"PK": twenty, "SK": "010.5"})
    assert [i["SK"] for i in page["Items"]] == expected


def test_limit_counts_before_the_filter(table, twenty):
    page = table.query(KeyConditionExpression=Key("PK").eq(twenty), FilterExpression=Attr("odd").eq(True), Limit=5)
    assert (page["ScannedCount"], page["Count"]) == (5, 2)
    assert page["LastEvaluatedKey"]["SK"] == "004"


def test_a_page_may_be_empty_and_still_go_on(table, twenty):
    page = table.query(KeyConditionExpression=Key("PK").eq(twenty), FilterExpression=Attr("v").gt(18), Limit=10)
    assert page["Items"] == [] and page["ScannedCount"] == 10 and "LastEvaluatedKey" in page


def test_deleting_between_pages_disturbs_nothing(table, key):
    with table.batch_writer() as batch:
        for i in range(10):
            batch.put_item(Item={"PK": key, "SK": f"{i:03}"})
    seen = []
    for page in pages(table.query, KeyConditionExpression=Key("PK").eq(key), Limit=2):
        for item in page["Items"]:
            seen.append(item["SK"])
            table.delete_item(Key={"PK": key, "SK": item["SK"]})
    assert seen == [f"{i:03}" for i in range(10)]


@pytest.mark.parametrize("forward", [True, False])
def test_a_page_ends_at_1_mb(table, key, forward):
    for i in range(6):
        table.put_item(Item={"PK": key, "SK": f"{i}", "d": "x" * 300_000})
    seen = list(pages(table.query, KeyConditionExpression=Key("PK").eq(key), ScanIndexForward=forward,
                      ReturnConsumedCapacity="TOTAL"))
    assert sum(p["Count"] for p in seen) == 6
    # Whether the item that passes 1 MB is the page's last or the next one's first is not promised.
    assert seen[0]["Count"] in (3, 4) and "LastEvaluatedKey" in seen[0]
    assert seen[0]["ConsumedCapacity"]["CapacityUnits"] == pytest.approx(seen[0]["Count"] * 300_000 / 4096 / 2, abs=1)
    table.meta.client.batch_write_item(RequestItems={table.name: [
        {"DeleteRequest": {"Key": {"PK": key, "SK": f"{i}"}}} for i in range(6)]})


def test_filter_and_projection_come_after_the_1_mb(table, key):
    for i in range(6):
        table.put_item(Item={"PK": key, "SK": f"{i}", "d": "x" * 300_000, "v": i})
    page = table.query(KeyConditionExpression=Key("PK").eq(key), FilterExpression=Attr("v").eq(0),
                       ProjectionExpression="v", ReturnConsumedCapacity="TOTAL")
    assert page["Items"] == [{"v": 0}] and page["ScannedCount"] in (3, 4) and "LastEvaluatedKey" in page
    assert page["ConsumedCapacity"]["CapacityUnits"] > 100
    table.meta.client.batch_write_item(RequestItems={table.name: [
        {"DeleteRequest": {"Key": {"PK": key, "SK": f"{i}"}}} for i in range(6)]})


LONG = [c * n for c in "ab" for n in (400, *range(480, 515), 1000, 1023, 1024)]
LONG += ["a" * 600 + tail for tail in ("", "a", "b", "\x00", "\x00\x00", "z" * 400)]
LONG = sorted(set(LONG))


@pytest.mark.parametrize("limit", [1, 4, 100])
@pytest.mark.parametrize("forward", [True, False])
def test_long_sort_keys(table, limit, forward):
    """Keys up to 1,024 bytes with common beginnings, longer than what any B-tree node would hold in one."""
    key = fresh()
    with table.batch_writer() as batch:
        for text in LONG:
            batch.put_item(Item={"PK": key, "SK": text})
    found = all_items(table.query, KeyConditionExpression=Key("PK").eq(key), Limit=limit, ScanIndexForward=forward)
    assert [i["SK"] for i in found] == LONG[:: 1 if forward else -1]
    found = all_items(table.query, KeyConditionExpression=Key("PK").eq(key) & Key("SK").begins_with("a" * 600),
                      Limit=limit, ScanIndexForward=forward)
    assert [i["SK"] for i in found] == [t for t in LONG if t.startswith("a" * 600)][:: 1 if forward else -1]


def test_long_keys_come_and_go(table, by_binary):
    """Deleting among keys that share long beginnings leaves the others where they were, in both directions."""
    key = fresh()
    for target, keys in ((table, LONG), (by_binary, [b"\xff" * n + tail for n in (480, 511, 600, 1000) for tail in (b"", b"\x00", b"\xff")])):
        with target.batch_writer() as batch:
            for sort in keys:
                batch.put_item(Item={"PK": key, "SK": sort})
        with target.batch_writer() as batch:
            for sort in keys[::2]:
                batch.delete_item(Key={"PK": key, "SK": sort})
        for forward in (True, False):
            found = all_items(target.query, KeyConditionExpression=Key("PK").eq(key), Limit=3, ScanIndexForward=forward)
            assert [getattr(i["SK"], "value", i["SK"]) for i in found] == keys[1::2][:: 1 if forward else -1]


@rows("start",
      ("no sort key", {"PK": "{}"}),
      ("an attribute too many", {"PK": "{}", "SK": "1", "v": "1"}),
      ("sort key of another type", {"PK": "{}", "SK": 1}),
      ("another partition", {"PK": "other", "SK": "1"}),
      ("empty", {}))
def test_start_keys_that_do_not_fit(table, twenty, start):
    start = {k: v.format(twenty) if isinstance(v, str) else v for k, v in start.items()}
    with refused("ValidationException"):
        table.query(KeyConditionExpression=Key("PK").eq(twenty), ExclusiveStartKey=start)


def test_a_start_key_outside_the_range(table, twenty):
    with refused("ValidationException", "The provided starting key does not match the range key predicate"):
        table.query(KeyConditionExpression=Key("PK").eq(twenty) & Key("SK").gt("010"),
                    ExclusiveStartKey={"PK": twenty, "SK": "005"})


@pytest.mark.parametrize("limit", [0, -1])
def test_limit_out_of_range(table, twenty, limit):
    with refused("ValidationException", f"1 validation error detected: Value '{limit}' at 'limit' failed to satisfy "
                                        "constraint: Member must have value greater than or equal to 1"):
        table.query(KeyConditionExpression=Key("PK").eq(twenty), Limit=limit)
