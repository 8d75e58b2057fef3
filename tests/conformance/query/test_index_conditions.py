"""Goal: a Query of an index takes the conditions, Select and filters that its keys and projection allow, and refuses the
others in the service's words. Method: a table with one index of each kind of projection; rows of requests."""

import pytest

from cases import refused, rows
from index_tables import index, indexed

INVALID = "One or more parameter values were invalid: "
MADE = [index("all", "g", "r"), index("keys", "g", "r", project="KEYS_ONLY"), index("some", "g", "r", project=["shown"]),
        index("hash", "g"),
        index("four", ("g", "HASH"), ("r", "HASH"), ("h", "HASH"), ("q", "HASH"), ("a", "RANGE"), ("b", "RANGE"), ("c", "RANGE"), ("SK", "RANGE"))]
LOCAL = [index("local", "PK", "r", project=["shown"])]
TYPES = {"g": "S", "r": "N", "h": "S", "q": "B", "a": "S", "b": "N", "c": "B"}
ITEMS = [{"PK": {"S": "p"}, "SK": {"S": str(n)}, "g": {"S": "g"}, "r": {"N": str(n)}, "h": {"S": "h"}, "q": {"B": b"q"},
          "a": {"S": "ab"[n // 5]}, "b": {"N": str(n % 5 // 2)}, "c": {"B": b"c" * (1 + n % 2)},
          "shown": {"S": f"s{n}"}, "secret": {"S": f"h{n}"}} for n in range(10)]


@pytest.fixture(scope="module")
def name(make_table, client):
    table = make_table("S", **indexed(TYPES, everywhere=MADE, within=LOCAL))
    for item in ITEMS:
        client.put_item(TableName=table.name, Item=item)
    return table.name


@pytest.fixture
def ask(client, name):
    """ask("all", "g = :g", {":g": ...}, ...): a Query."""
    def query(index_name, condition, values, **more):
        return client.query(TableName=name, IndexName=index_name, KeyConditionExpression=condition,
                            ExpressionAttributeValues=values, **more)
    return query


G = {":g": {"S": "g"}}
FOUR = {":g": {"S": "g"}, ":r": {"N": "3"}, ":h": {"S": "h"}, ":q": {"B": b"q"}}


def numbers(reply):
    return [int(item["SK"]["S"]) for item in reply["Items"]]


@rows("condition,values,expected",
      ("equal", "r = :x", {":x": {"N": "3.0"}}, [3]),
      ("less", "r < :x", {":x": {"N": "3"}}, [0, 1, 2]),
      ("at most", "r <= :x", {":x": {"N": "3"}}, [0, 1, 2, 3]),
      ("more", "r > :x", {":x": {"N": "6.5"}}, [7, 8, 9]),
      ("at least", "r >= :x", {":x": {"N": "7"}}, [7, 8, 9]),
      ("between", "r BETWEEN :x AND :y", {":x": {"N": "2"}, ":y": {"N": "4"}}, [2, 3, 4]),
      ("between nothing", "r BETWEEN :x AND :y", {":x": {"N": "2.1"}, ":y": {"N": "2.9"}}, []))
@pytest.mark.parametrize("index_name,partition", [("all", "g = :p"), ("keys", "g = :p"), ("local", "PK = :p")])
def test_every_operator(ask, index_name, partition, condition, values, expected):
    values = {**values, ":p": {"S": "p" if index_name == "local" else "g"}}
    for forward in (True, False):
        reply = ask(index_name, f"{partition} AND {condition}", values, ScanIndexForward=forward)
        assert numbers(reply) == expected[:: 1 if forward else -1]


@rows("index_name,condition,values,text",
      ("no partition key", "all", "r = :x", {":x": {"N": "1"}}, "Query condition missed key schema element: g"),
      ("the table's keys", "all", "PK = :x", {":x": {"S": "p"}}, "Query condition missed key schema element: g"),
      ("a stranger", "all", "g = :g AND h = :x", {**G, ":x": {"S": "h"}}, "Query condition missed key schema element: r"),
      ("partition key not by equality", "all", "g > :g", G, "Query key condition not supported"),
      ("partition key of another type", "all", "g = :x", {":x": {"N": "1"}},
       INVALID + "Condition parameter type does not match schema type"),
      ("sort key of another type", "all", "g = :g AND r = :x", {**G, ":x": {"S": "1"}},
       INVALID + "Condition parameter type does not match schema type"),
      ("a sort key where there is none", "hash", "g = :g AND r = :x", {**G, ":x": {"N": "1"}}, "Query key condition not supported"),
      ("no such index", "none", "g = :g", G, "The table does not have the specified index: none"))
def test_conditions_that_do_not_fit(ask, index_name, condition, values, text):
    with refused("ValidationException", text):
        ask(index_name, condition, values)


@rows("more,expected",
      ("all of the partition", "", [3]),
      ("the first", " AND a = :a", [3]),
      ("a range of the first", " AND a < :z", [3]),
      ("a prefix of the first", " AND begins_with(a, :a)", [3]),
      ("two", " AND a = :a AND b = :b", [3]),
      ("a range of the second", " AND a = :a AND b BETWEEN :b AND :b", [3]),
      ("in any order", " AND b = :b AND a = :a", [3]),
      ("three", " AND a = :a AND b = :b AND c = :c", [3]),
      ("four", " AND a = :a AND b = :b AND c = :c AND SK >= :s", [3]),
      ("four, of which the last is more", " AND a = :a AND b = :b AND c = :c AND SK > :s", []))
def test_several_attributes(ask, more, expected):
    known = {":a": {"S": "a"}, ":z": {"S": "z"}, ":b": {"N": "1"}, ":c": {"B": b"cc"}, ":s": {"S": "3"}}
    values = FOUR | {placeholder: value for placeholder, value in known.items() if placeholder in more}
    assert numbers(ask("four", "g = :g AND r = :r AND h = :h AND q = :q" + more, values)) == expected


@rows("condition,text",
      ("a partition attribute missing", "g = :g AND r = :r AND h = :h", "Query condition missed key schema element: q"),
      ("a partition attribute by range", "g = :g AND r = :r AND h = :h AND q > :q", "Query key condition not supported"),
      ("a gap", "g = :g AND r = :r AND h = :h AND q = :q AND b = :b", "Query key condition not supported"),
      ("a range before the last", "g = :g AND r = :r AND h = :h AND q = :q AND a > :a AND b = :b",
       "Query key condition not supported"))
def test_several_attributes_with_gaps(ask, condition, text):
    known = {**FOUR, ":a": {"S": "a"}, ":b": {"N": "1"}}
    with refused("ValidationException", text):
        ask("four", condition, {placeholder: value for placeholder, value in known.items() if placeholder in condition})


@pytest.mark.parametrize("index_name", ["all", "keys", "some", "hash"])
def test_consistent_reads_of_global_indexes_are_refused(ask, client, name, index_name):
    text = "Consistent reads are not supported on global secondary indexes"
    with refused("ValidationException", text):
        ask(index_name, "g = :g", G, ConsistentRead=True)
    with refused("ValidationException", text):
        client.scan(TableName=name, IndexName=index_name, ConsistentRead=True)


def test_consistent_reads_of_local_indexes(ask, client, name):
    assert numbers(ask("local", "PK = :p", {":p": {"S": "p"}}, ConsistentRead=True)) == list(range(10))
    assert client.scan(TableName=name, IndexName="local", ConsistentRead=True)["Count"] == 10


KEYS = {"PK", "SK", "g", "r"}


@rows("index_name,more,expected",
      ("all", "all", {}, set(ITEMS[0])),
      ("keys alone", "keys", {}, KEYS),
      ("some", "some", {}, KEYS | {"shown"}),
      ("said to be so", "some", {"Select": "ALL_PROJECTED_ATTRIBUTES"}, KEYS | {"shown"}),
      ("all of all", "all", {"Select": "ALL_ATTRIBUTES"}, set(ITEMS[0])),
      ("a projection", "some", {"ProjectionExpression": "shown, PK"}, {"shown", "PK"}),
      ("a projection of what is not there", "all", {"ProjectionExpression": "nothing"}, set()),
      ("local", "local", {}, {"PK", "SK", "r", "shown"}),
      ("all of local", "local", {"Select": "ALL_ATTRIBUTES"}, set(ITEMS[0])),
      ("a projection that local fetches", "local", {"ProjectionExpression": "secret"}, {"secret"}))
def test_what_is_shown(ask, client, name, index_name, more, expected):
    partition = {":p": {"S": "p" if index_name == "local" else "g"}}
    reply = ask(index_name, f"{'PK' if index_name == 'local' else 'g'} = :p", partition, **more)
    assert len(reply["Items"]) == 10 and all(set(item) == expected for item in reply["Items"])
    scanned = client.scan(TableName=name, IndexName=index_name, **more)["Items"]
    assert len(scanned) == 10 and all(set(item) == expected for item in scanned)


@rows("index_name,more,text",
      ("all of keys", "keys", {"Select": "ALL_ATTRIBUTES"},
       INVALID + "Select type ALL_ATTRIBUTES is not supported for global secondary index keys because its projection type is not ALL"),
      ("all of some", "some", {"Select": "ALL_ATTRIBUTES"},
       INVALID + "Select type ALL_ATTRIBUTES is not supported for global secondary index some because its projection type is not ALL"),
      ("a projection of what is secret", "some", {"ProjectionExpression": "PK, secret"},
       INVALID + "Global secondary index some does not project [secret]"))
def test_what_a_global_index_does_not_have(ask, client, name, index_name, more, text):
    with refused("ValidationException", text):
        ask(index_name, "g = :g", G, **more)
    with refused("ValidationException", text):
        client.scan(TableName=name, IndexName=index_name, **more)


@rows("index_name,expression,expected",
      ("what is shown", "some", "shown = :x", 1),
      ("what is secret is not there", "some", "attribute_exists(secret)", 0),
      ("all", "all", "attribute_exists(secret)", 10),
      ("local fetches it", "local", "attribute_exists(secret)", 10))
def test_filters(client, name, index_name, expression, expected):
    values = {"ExpressionAttributeValues": {":x": {"S": "s4"}}} if ":x" in expression else {}
    reply = client.scan(TableName=name, IndexName=index_name, FilterExpression=expression, **values)
    assert (reply["Count"], reply["ScannedCount"]) == (expected, 10)


@pytest.mark.parametrize("index_name,attribute", [("all", "g"), ("all", "r"), ("four", "SK")])
def test_a_filter_of_the_index_keys_is_refused(ask, index_name, attribute):
    condition, values = ("g = :g", G) if index_name == "all" else ("g = :g AND r = :r AND h = :h AND q = :q", FOUR)
    with refused("ValidationException", "Filter Expression can only contain non-primary key attributes: "
                                        f"Primary key attribute: {attribute}"):
        ask(index_name, condition, values, FilterExpression=f"attribute_exists({attribute})")


def test_a_filter_of_the_tables_keys(ask):
    """They are not the index's keys."""
    reply = ask("all", "g = :g", {**G, ":s": {"S": "4"}}, FilterExpression="SK > :s")
    assert numbers(reply) == [5, 6, 7, 8, 9]


def test_counting(ask):
    assert ask("some", "g = :g", G, Select="COUNT").items() >= {"Count": 10, "ScannedCount": 10}.items()
    assert "Items" not in ask("some", "g = :g", G, Select="COUNT")
