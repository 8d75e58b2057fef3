"""Goal: pages of an index lose or repeat nothing, whatever ties there are among its keys, while its items stay and while
others come and go. Method: few different index keys over many items; every page size, both directions; what the table's
items say is compared with what the pages gave."""

import os
import random

import pytest

from cases import all_items, fresh, pages, refused, rows
from index_tables import index, indexed

ITEMS = 24
TYPES = {"g": "S", "r": "N", "h": "S", "q": "B"}
# A partition key and sort keys, all with ties.
GLOBAL = {"by-g": "g", "by-g-r": "gr", "by-g-q": "gq", "by-g-h-r": "ghr"}
LOCAL = {"local-r": ["PK", "r"], "local-q": ["PK", "q"]}
KEYS = {**GLOBAL, **LOCAL}


def item(number, sort):
    sort_key = {"S": {"SK": {"S": f"{number:02}"}}, "N": {"SK": {"N": str(number)}}, None: {}}[sort]
    return {"PK": {"S": "p" if sort else f"p{number:02}"}, **sort_key, "g": {"S": "g"}, "r": {"N": str(number % 3)},
            "h": {"S": "ab"[number % 2]}, "q": {"B": b"\x00" * (1 + number % 3)}, "number": {"N": str(number)}}


def number_of(row):
    return int(row["number"]["N"])


def make(make_table, client, sort, local=True):
    base = {"PK": "S", **({"SK": sort} if sort else {})}
    made = [index(name, *zip(keys, ("HASH", "RANGE", "RANGE"))) for name, keys in GLOBAL.items()]
    within = [index(name, *keys) for name, keys in LOCAL.items()] if sort and local else []
    table = make_table(sort, **indexed(TYPES, everywhere=made, within=within, base=base),
                       KeySchema=[{"AttributeName": name, "KeyType": kind} for name, kind in zip(base, ("HASH", "RANGE"))])
    for number in range(ITEMS):
        client.put_item(TableName=table.name, Item=item(number, sort))
    return table.name


@pytest.fixture(scope="module")
def tables(make_table, client):
    return {sort: make(make_table, client, sort) for sort in ("S", "N", None)}


CASES = [(sort, name) for sort in ("S", "N", None) for name in (*GLOBAL, *(LOCAL if sort else ()))]


def query(name):
    attribute, value = ("PK", "p") if name in LOCAL else ("g", "g")
    return {"IndexName": name, "KeyConditionExpression": f"{attribute} = :v", "ExpressionAttributeValues": {":v": {"S": value}}}


def index_key(name, row):
    """The sort key values of a row, in their order."""
    order = {"r": lambda value: int(value["N"]), "h": lambda value: value["S"], "q": lambda value: value["B"]}
    return [order[attribute](row[attribute]) for attribute in KEYS[name][1:]]


@pytest.mark.parametrize("sort,name", CASES)
def test_every_page_size_in_both_directions(client, tables, sort, name):
    asked = {"TableName": tables[sort], **query(name)}
    whole = client.query(**asked)["Items"]
    assert sorted(whole, key=number_of) == [item(number, sort) for number in range(ITEMS)]
    assert [index_key(name, row) for row in whole] == sorted(index_key(name, row) for row in whole)
    assert client.query(**asked, ScanIndexForward=False)["Items"] == whole[::-1]
    for limit in range(1, ITEMS + 2):
        assert all_items(client.query, **asked, Limit=limit) == whole, limit
        assert all_items(client.query, **asked, Limit=limit, ScanIndexForward=False) == whole[::-1], limit


@pytest.mark.parametrize("sort", ["S", "N"])
@pytest.mark.parametrize("name", KEYS)
def test_ties_stand_in_the_order_of_the_tables_sort_key(client, tables, sort, name):
    """Only within one partition of the table: between partitions the service promises no order."""
    whole = client.query(TableName=tables[sort], **query(name))["Items"]
    assert whole == sorted(whole, key=lambda row: (index_key(name, row), number_of(row)))


@pytest.mark.parametrize("sort,name", CASES)
def test_a_continuation_has_the_keys_of_index_and_table(client, tables, sort, name):
    page = client.query(TableName=tables[sort], **query(name), Limit=5)
    last = page["Items"][-1]
    assert page["LastEvaluatedKey"] == {a: last[a] for a in {*KEYS[name], "PK", *(["SK"] if sort else [])}}


@pytest.mark.parametrize("sort,name", [(sort, name) for sort, name in CASES if name in ("by-g-r", "local-r")])
def test_a_range_of_ties(client, tables, sort, name):
    asked = query(name)
    asked["KeyConditionExpression"] += " AND r BETWEEN :low AND :high"
    asked["ExpressionAttributeValues"] |= {":low": {"N": "1"}, ":high": {"N": "1.5"}}
    expected = [number for number in range(ITEMS) if number % 3 == 1]
    for limit in range(1, len(expected) + 2):
        for forward in (True, False):
            found = all_items(client.query, TableName=tables[sort], **asked, Limit=limit, ScanIndexForward=forward)
            assert sorted(map(number_of, found)) == expected, (limit, forward)


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("sort", ["S", None])
@pytest.mark.parametrize("name", ["by-g", "by-g-r"])
def test_pages_while_items_come_and_go(client, make_table, sort, name, forward):
    """Items that are there from the first page to the last are seen once, the others at most once."""
    seed = int(os.environ.get("LARDER_SEED", 0)) or random.randrange(2**32)
    print(f"LARDER_SEED={seed}")
    pick = random.Random(seed)
    table = make(make_table, client, sort, local=False)
    staying = set(range(0, ITEMS, 2))
    seen = []
    for page in pages(client.query, TableName=table, **query(name), Limit=2, ScanIndexForward=forward):
        seen += map(number_of, page["Items"])
        for _ in range(4):
            number = pick.randrange(1, 2 * ITEMS, 2)
            changed = item(number, sort)
            if pick.random() < 0.5:
                client.put_item(TableName=table, Item=changed)
            else:
                client.delete_item(TableName=table, Key={n: changed[n] for n in ("PK", "SK") if n in changed})
        # The last item seen may go as well: the continuation need not exist.
        if (last := page.get("LastEvaluatedKey")) and seen[-1] % 2:
            client.delete_item(TableName=table, Key={n: last[n] for n in ("PK", "SK") if n in last})
    assert staying <= set(seen)
    assert len(seen) == len(set(seen))


@pytest.mark.parametrize("forward", [True, False])
def test_an_item_that_moves_behind_the_page_is_not_lost(client, make_table, forward):
    """A page ends at a tie; the item it ended at then gets another index key."""
    table = make(make_table, client, "S", local=False)
    asked = {"TableName": table, **query("by-g-r"), "ScanIndexForward": forward}
    first = client.query(**asked, Limit=5)
    last = first["Items"][-1]
    client.update_item(TableName=table, Key={n: last[n] for n in ("PK", "SK")}, UpdateExpression="SET r = :r",
                       ExpressionAttributeValues={":r": {"N": "-1" if forward else "9"}})
    rest = all_items(client.query, **asked, Limit=5, ExclusiveStartKey=first["LastEvaluatedKey"])
    assert sorted(map(number_of, first["Items"] + rest)) == list(range(ITEMS))


@rows("change",
      ("no attribute of the index", lambda key: key.pop("r")),
      ("no attribute of the table", lambda key: key.pop("SK")),
      ("one too many", lambda key: key.update(number={"N": "1"})),
      ("index attribute of another type", lambda key: key.update(r={"S": "1"})),
      ("table attribute of another type", lambda key: key.update(SK={"N": "1"})))
def test_start_keys_that_do_not_fit(client, tables, change):
    key = client.query(TableName=tables["S"], **query("by-g-r"), Limit=1)["LastEvaluatedKey"]
    change(key)
    with refused("ValidationException", "The provided starting key is invalid"):
        client.query(TableName=tables["S"], **query("by-g-r"), ExclusiveStartKey=key)


def test_a_start_key_of_another_partition(client, tables):
    key = client.query(TableName=tables["S"], **query("by-g-r"), Limit=1)["LastEvaluatedKey"]
    with refused("ValidationException",
                 "The provided starting key is outside query boundaries based on provided conditions"):
        client.query(TableName=tables["S"], **query("by-g-r"), ExclusiveStartKey={**key, "g": {"S": fresh()}})


def test_a_start_key_outside_the_range(client, tables):
    key = client.query(TableName=tables["S"], **query("by-g-r"), Limit=1)["LastEvaluatedKey"]
    asked = query("by-g-r")
    asked["KeyConditionExpression"] += " AND r > :r"
    asked["ExpressionAttributeValues"][":r"] = {"N": "1"}
    with refused("ValidationException", "The provided starting key does not match the range key predicate"):
        client.query(TableName=tables["S"], **asked, ExclusiveStartKey=key)
