"""Goal: Scan gives every item once, alone or in segments, whatever is deleted meanwhile; its pages, filters, capacity.
Method: tables of their own, since a Scan sees a whole table."""

import concurrent.futures

import pytest
from boto3.dynamodb.conditions import Attr

from cases import all_items, fresh, pages, refused, rows

COUNT = 300


@pytest.fixture(scope="module")
def full(make_table):
    table = make_table("S")
    with table.batch_writer() as batch:
        for i in range(COUNT):
            batch.put_item(Item={"PK": f"p{i % 100}", "SK": f"{i:03}", "v": i, "d": "x" * 100})
    return table


def values(items):
    return sorted(int(i["v"]) for i in items)


def test_every_item_once(full):
    reply = full.scan()
    assert values(reply["Items"]) == list(range(COUNT))
    assert reply["Count"] == reply["ScannedCount"] == COUNT and "LastEvaluatedKey" not in reply


@pytest.mark.parametrize("limit", [1, 7, 100, COUNT, COUNT + 1])
def test_every_page_size(full, limit):
    assert values(all_items(full.scan, Limit=limit)) == list(range(COUNT))


def test_limit_reached_gives_a_continuation_even_at_the_end(full):
    page = full.scan(Limit=COUNT)
    assert set(page["LastEvaluatedKey"]) == {"PK", "SK"}
    rest = full.scan(ExclusiveStartKey=page["LastEvaluatedKey"])
    assert rest["Items"] == [] and "LastEvaluatedKey" not in rest


def test_a_partition_stays_together_and_in_order(full):
    seen = [(i["PK"], i["SK"]) for i in full.scan()["Items"]]
    partitions = [p for n, (p, _) in enumerate(seen) if n == 0 or seen[n - 1][0] != p]
    assert len(partitions) == len(set(partitions)) == 100
    assert all(a[1] < b[1] for a, b in zip(seen, seen[1:]) if a[0] == b[0])


@pytest.mark.parametrize("segments", [1, 2, 3, 7, 64, 1000])
def test_segments_are_disjoint_and_complete(full, segments):
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        parts = list(pool.map(
            lambda s: all_items(full.scan, Segment=s, TotalSegments=segments, Limit=50), range(segments)))
    assert values(i for part in parts for i in part) == list(range(COUNT))
    if segments == 2:
        assert all(len(part) > COUNT / 10 for part in parts)


def test_an_item_is_always_in_the_same_segment(full):
    again = [[values(full.scan(Segment=s, TotalSegments=4)["Items"]) for s in range(4)] for _ in range(2)]
    assert again[0] == again[1]


def test_segments_while_items_are_deleted(make_table):
    """What was there all the time is seen once, wherever the scan stood when others went."""
    table = make_table("S")
    with table.batch_writer() as batch:
        for i in range(400):
            batch.put_item(Item={"PK": f"{i % 50}", "SK": f"{i:03}", "v": i})
    kept = [i for i in range(400) if i % 2 == 0]

    def scan(segment):
        found = []
        for page in pages(table.scan, Segment=segment, TotalSegments=4, Limit=5):
            found += page["Items"]
            for item in page["Items"]:
                if item["v"] % 2:
                    table.delete_item(Key={"PK": item["PK"], "SK": item["SK"]})
        return found
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = [int(i["v"]) for part in pool.map(scan, range(4)) for i in part]
    assert len(found) == len(set(found)) and set(kept) <= set(found)
    assert values(table.scan()["Items"]) == kept


def test_continuation_whose_item_is_gone(make_table):
    table = make_table("S")
    for i in range(10):
        table.put_item(Item={"PK": str(i), "SK": "a", "v": i})
    first = table.scan(Limit=4)
    table.delete_item(Key=first["LastEvaluatedKey"])
    rest = table.scan(ExclusiveStartKey=first["LastEvaluatedKey"])
    assert values(first["Items"] + rest["Items"]) == list(range(10))


def test_filter_may_use_keys_here(full):
    reply = full.scan(FilterExpression=Attr("PK").eq("p7"))
    assert values(reply["Items"]) == [7, 107, 207] and reply["ScannedCount"] == COUNT


def test_filter_and_projection(full):
    reply = full.scan(FilterExpression=Attr("v").between(5, 7), ProjectionExpression="v")
    assert sorted(reply["Items"], key=lambda i: i["v"]) == [{"v": 5}, {"v": 6}, {"v": 7}]


def test_count(full):
    reply = full.scan(Select="COUNT", FilterExpression=Attr("v").lt(10))
    assert "Items" not in reply and (reply["Count"], reply["ScannedCount"]) == (10, COUNT)


@pytest.mark.parametrize("consistent", [False, True])
def test_capacity_rounds_the_sum_of_the_page_once(full, consistent):
    reply = full.scan(ConsistentRead=consistent, ReturnConsumedCapacity="INDEXES")
    size = sum(len(i["PK"]) + len(i["SK"]) + 4 + 1 + 1 + 101 + number_size(int(i["v"])) for i in reply["Items"])
    units = -(-size // 4096) * (1 if consistent else 0.5)
    assert reply["ConsumedCapacity"] == {"TableName": full.name, "CapacityUnits": units, "Table": {"CapacityUnits": units}}


def number_size(value):
    """1 for the sign and exponent, then one byte for two digits, zeros at both ends trimmed."""
    digits = len(str(value).rstrip("0"))
    return 1 + -(-digits // 2)


def test_a_page_ends_at_1_mb(make_table):
    table = make_table("S")
    for i in range(10):
        table.put_item(Item={"PK": str(i), "SK": "a", "v": i, "d": "x" * 300_000})
    seen = list(pages(table.scan, ReturnConsumedCapacity="TOTAL"))
    assert values(i for p in seen for i in p["Items"]) == list(range(10))
    assert all(p["Count"] in (3, 4) for p in seen[:2])


def test_long_keys(make_table):
    table = make_table("S")
    keys = [("p" * n, "s" * m) for n in (1, 511, 2048) for m in (1, 489, 490, 491, 495, 496, 511, 512, 1024)]
    for partition, sort in keys:
        table.put_item(Item={"PK": partition, "SK": sort})
    for limit in (1, 4):
        found = [(i["PK"], i["SK"]) for i in all_items(table.scan, Limit=limit)]
        assert sorted(found) == sorted(keys)
    found = [i for s in range(3) for i in all_items(table.scan, Segment=s, TotalSegments=3, Limit=1)]
    assert sorted((i["PK"], i["SK"]) for i in found) == sorted(keys)


def test_empty_table(make_table):
    reply = make_table().scan()
    assert (reply["Items"], reply["Count"], reply["ScannedCount"]) == ([], 0, 0) and "LastEvaluatedKey" not in reply


@rows("arguments,text",
      ("Segment alone", {"Segment": 0},
       "The TotalSegments parameter is required but was not present in the request when Segment parameter is present"),
      ("TotalSegments alone", {"TotalSegments": 4},
       "The Segment parameter is required but was not present in the request when parameter TotalSegments is present"),
      ("Segment past the end", {"Segment": 4, "TotalSegments": 4},
       "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 4 is not less than "
       "TotalSegments: 4"),
      ("no segments", {"Segment": 0, "TotalSegments": 0},
       "1 validation error detected: Value '0' at 'totalSegments' failed to satisfy constraint: Member must have value "
       "greater than or equal to 1"),
      ("too many segments", {"Segment": 0, "TotalSegments": 1000001},
       "1 validation error detected: Value '1000001' at 'totalSegments' failed to satisfy constraint: Member must have "
       "value less than or equal to 1000000"),
      ("negative Segment", {"Segment": -1, "TotalSegments": 4},
       "1 validation error detected: Value '-1' at 'segment' failed to satisfy constraint: Member must have value "
       "greater than or equal to 0"),
      ("Limit", {"Limit": 0},
       "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater "
       "than or equal to 1"),
      ("start key without sort key", {"ExclusiveStartKey": {"PK": "a"}}, None),
      ("start key of another type", {"ExclusiveStartKey": {"PK": "a", "SK": 1}}, None),
      ("empty filter", {"FilterExpression": ""}, "Invalid FilterExpression: The expression can not be empty;"),
      ("reserved word", {"FilterExpression": "attribute_exists(name)"},
       "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: name"),
      ("SPECIFIC_ATTRIBUTES of nothing", {"Select": "SPECIFIC_ATTRIBUTES"}, None),
      ("expression beside legacy", {"FilterExpression": "attribute_exists(a)", "AttributesToGet": ["a"]},
       "Can not use both expression and non-expression parameters in the same request: "
       "Non-expression parameters: {AttributesToGet} Expression parameters: {FilterExpression}"))
def test_refused(full, arguments, text):
    with refused("ValidationException", text):
        full.scan(**arguments)


def test_a_start_key_of_another_segment(full):
    keys = [i for i in full.scan(Segment=0, TotalSegments=2)["Items"]]
    with refused("ValidationException", "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
                                        "ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 1"):
        full.scan(Segment=1, TotalSegments=2, ExclusiveStartKey={"PK": keys[0]["PK"], "SK": keys[0]["SK"]})


def test_absent_table(client):
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.scan(TableName=fresh("absent"))
