"""Goal: a Scan of an index gives each of its entries once, whatever the page size and the number of segments, ties and all.
Method: a table whose items are in a global index under few keys, or not at all; scans page by page and segment by segment."""

import pytest

from cases import all_items, pages, refused
from index_tables import index, indexed

ITEMS = 60
INDEXES = {"global": [("g", "HASH"), ("r", "RANGE")], "local": [("PK", "HASH"), ("r", "RANGE")],
           "several": [("g", "HASH"), ("r", "HASH"), ("h", "RANGE")]}


def number_of(row):
    return int(row["number"]["N"])


@pytest.fixture(scope="module")
def table(make_table, client):
    made = {name: index(name, *keys) for name, keys in INDEXES.items()}
    table = make_table("S", **indexed({"g": "S", "r": "N", "h": "S"}, everywhere=[made["global"], made["several"]],
                                      within=[made["local"]]))
    for number in range(ITEMS):
        attributes = {"g": {"S": f"g{number % 4}"}, "r": {"N": str(number % 2)}, "h": {"S": "h"}}
        if number % 7 == 0:
            del attributes["r"]
        elif number % 5 == 0:
            del attributes["g"]
        client.put_item(TableName=table.name, Item={
            "PK": {"S": f"p{number % 6}"}, "SK": {"S": f"{number:02}"}, "number": {"N": str(number)}, **attributes})
    return table.name


EXPECTED = {"global": [n for n in range(ITEMS) if n % 7 and n % 5], "several": [n for n in range(ITEMS) if n % 7 and n % 5],
            "local": [n for n in range(ITEMS) if n % 7]}


@pytest.mark.parametrize("name", INDEXES)
def test_every_page_size(client, table, name):
    whole = client.scan(TableName=table, IndexName=name)["Items"]
    assert sorted(map(number_of, whole)) == EXPECTED[name]
    for limit in [*range(1, 12), len(whole) - 1, len(whole), len(whole) + 1]:
        seen = list(pages(client.scan, TableName=table, IndexName=name, Limit=limit))
        assert [row for page in seen for row in page["Items"]] == whole, limit
        assert all(page["Count"] == page["ScannedCount"] <= limit for page in seen)


@pytest.mark.parametrize("name", INDEXES)
@pytest.mark.parametrize("segments", [1, 2, 3, 7, 64])
def test_segments_share_the_index_between_them(client, table, name, segments):
    found = [row for segment in range(segments) for row in all_items(
        client.scan, TableName=table, IndexName=name, TotalSegments=segments, Segment=segment, Limit=2)]
    assert sorted(map(number_of, found)) == EXPECTED[name]


@pytest.mark.parametrize("name", INDEXES)
def test_items_of_one_index_key_lie_together(client, table, name):
    partition = [attribute for attribute, kind in INDEXES[name] if kind == "HASH"]
    keys = [tuple(repr(row[a]) for a in partition) for row in all_items(client.scan, TableName=table, IndexName=name, Limit=3)]
    changes = sum(a != b for a, b in zip(keys, keys[1:]))
    assert changes + 1 == len(set(keys))


@pytest.mark.parametrize("name", INDEXES)
def test_a_continuation_has_the_keys_of_index_and_table(client, table, name):
    page = client.scan(TableName=table, IndexName=name, Limit=3)
    last = page["Items"][-1]
    assert page["LastEvaluatedKey"] == {a: last[a] for a in {"PK", "SK", *(attribute for attribute, _ in INDEXES[name])}}


@pytest.mark.parametrize("change", [
    lambda key: key.pop("g"), lambda key: key.pop("PK"), lambda key: key.update(r={"S": "0"}),
    lambda key: key.update(number={"N": "0"})], ids=["no index key", "no table key", "another type", "one too many"])
def test_start_keys_that_do_not_fit(client, table, change):
    key = client.scan(TableName=table, IndexName="global", Limit=1)["LastEvaluatedKey"]
    change(key)
    with refused("ValidationException", containing="starting key is invalid"):
        client.scan(TableName=table, IndexName="global", ExclusiveStartKey=key)


def test_a_start_key_of_another_segment(client, table):
    first = {segment: client.scan(TableName=table, IndexName="global", Limit=1, TotalSegments=2, Segment=segment)
             for segment in (0, 1)}
    for segment in (0, 1):
        with refused("ValidationException", containing="segment"):
            client.scan(TableName=table, IndexName="global", TotalSegments=2, Segment=segment,
                        ExclusiveStartKey=first[1 - segment]["LastEvaluatedKey"])


@pytest.mark.parametrize("name", ["global", "local"])
def test_deleting_between_pages_disturbs_nothing(client, make_table, name):
    made = {each: index(each, *keys) for each, keys in INDEXES.items()}
    table = make_table("S", **indexed({"g": "S", "r": "N"}, everywhere=[made["global"]], within=[made["local"]])).name
    for number in range(20):
        client.put_item(TableName=table, Item={"PK": {"S": "p"}, "SK": {"S": f"{number:02}"}, "g": {"S": "g"},
                                               "r": {"N": "1"}, "number": {"N": str(number)}})
    seen = []
    for page in pages(client.scan, TableName=table, IndexName=name, Limit=3):
        for row in page["Items"]:
            seen.append(number_of(row))
            client.delete_item(TableName=table, Key={n: row[n] for n in ("PK", "SK")})
    assert seen == list(range(20))
