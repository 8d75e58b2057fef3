"""Goal: BatchGetItem finds what is there, keeps each table's options, hands back what did not fit, and refuses.
Method: the typed client, since the shape of UnprocessedKeys matters."""

import pytest

from cases import fresh, refused, rows


def k(key, sort="a"):
    return {"PK": {"S": key}, "SK": {"S": sort}}


def by_sort(items):
    return sorted(items, key=lambda i: i["SK"]["S"])


def test_items_of_two_tables(client, table, simple, key):
    client.put_item(TableName=table.name, Item={**k(key), "v": {"N": "1"}})
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}})
    reply = client.batch_get_item(RequestItems={
        table.name: {"Keys": [k(key), k(key, "absent")]}, simple.name: {"Keys": [{"PK": {"S": key}}]}})
    assert reply["Responses"] == {table.name: [{**k(key), "v": {"N": "1"}}], simple.name: [{"PK": {"S": key}}]}
    assert reply["UnprocessedKeys"] == {}


def test_nothing_found_is_an_empty_list(client, table):
    reply = client.batch_get_item(RequestItems={table.name: {"Keys": [k(fresh())]}})
    assert reply["Responses"] == {table.name: []} and reply["UnprocessedKeys"] == {}


def test_100_keys(client, table, key):
    with table.batch_writer() as batch:
        for i in range(100):
            batch.put_item(Item={"PK": key, "SK": f"{i:03}"})
    reply = client.batch_get_item(RequestItems={table.name: {"Keys": [k(key, f"{i:03}") for i in range(100)]}})
    assert by_sort(reply["Responses"][table.name]) == [k(key, f"{i:03}") for i in range(100)]


def test_projection_for_each_table(client, table, simple, key):
    client.put_item(TableName=table.name, Item={**k(key), "v": {"N": "1"}, "name": {"S": "x"}})
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "w": {"N": "2"}})
    reply = client.batch_get_item(RequestItems={
        table.name: {"Keys": [k(key)], "ProjectionExpression": "#n", "ExpressionAttributeNames": {"#n": "name"}},
        simple.name: {"Keys": [{"PK": {"S": key}}], "ProjectionExpression": "w", "ConsistentRead": True}})
    assert reply["Responses"] == {table.name: [{"name": {"S": "x"}}], simple.name: [{"w": {"N": "2"}}]}


@pytest.mark.parametrize("consistent,units", [(False, 2), (True, 4)])
def test_capacity_rounds_each_item_and_counts_absent_ones(client, table, key, consistent, units):
    for sort, size in (("a", 10), ("b", 5000)):
        client.put_item(TableName=table.name, Item={**k(key, sort), "d": {"S": "x" * size}})
    reply = client.batch_get_item(
        RequestItems={table.name: {"Keys": [k(key, s) for s in "abc"], "ConsistentRead": consistent}},
        ReturnConsumedCapacity="TOTAL")
    assert reply["ConsumedCapacity"] == [{"TableName": table.name, "CapacityUnits": units}]


def test_what_passes_16_mb_is_handed_back_with_its_options(client, make_table):
    table = make_table("S")
    sorts = [f"{i:02}" for i in range(50)]
    for sort in sorts:
        client.put_item(TableName=table.name, Item={**k("p", sort), "d": {"S": "x" * 400_000}})
    options = {"ConsistentRead": True, "ProjectionExpression": "#s, d", "ExpressionAttributeNames": {"#s": "SK"}}
    request, found, rounds = {table.name: {"Keys": [k("p", s) for s in sorts], **options}}, [], 0
    while request:
        reply = client.batch_get_item(RequestItems=request)
        size = sum(len(i["d"]["S"]) for i in reply["Responses"][table.name])
        assert size <= 16 * 1024 * 1024 + 400_100
        found += [i["SK"]["S"] for i in reply["Responses"][table.name]]
        request, rounds = reply["UnprocessedKeys"], rounds + 1
        for rest in request.values():
            assert {n: v for n, v in rest.items() if n != "Keys"} == options
    assert sorted(found) == sorts and rounds == 2


MISMATCH = "The provided key element does not match the schema"


@rows("request_,text",
      ("no keys", {"Keys": []}, None),
      ("101 keys", {"Keys": [k(str(i)) for i in range(101)]}, None),
      ("a key twice", {"Keys": [k("a"), k("a")]}, "Provided list of item keys contains duplicates"),
      ("half a key", {"Keys": [{"PK": {"S": "a"}}]}, MISMATCH),
      ("key of another type", {"Keys": [{"PK": {"N": "1"}, "SK": {"S": "a"}}]}, MISMATCH),
      ("an attribute too many", {"Keys": [{**k("a"), "v": {"S": "a"}}]}, MISMATCH),
      ("empty key", {"Keys": [k("")]},
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
       "string value. Key: PK"),
      ("projection syntax", {"Keys": [k("a")], "ProjectionExpression": "a,"}, None),
      ("reserved word", {"Keys": [k("a")], "ProjectionExpression": "name"},
       "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: name"),
      ("names without an expression", {"Keys": [k("a")], "ExpressionAttributeNames": {"#a": "a"}},
       "ExpressionAttributeNames can only be specified when using expressions"),
      ("expression beside legacy", {"Keys": [k("a")], "ProjectionExpression": "a", "AttributesToGet": ["a"]},
       "Can not use both expression and non-expression parameters in the same request: "
       "Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}"))
def test_refused(client, table, request_, text):
    with refused("ValidationException", text):
        client.batch_get_item(RequestItems={table.name: request_})


def test_keys_are_told_apart_by_value(client, by_number):
    keys = [{"PK": {"S": "a"}, "SK": {"N": n}} for n in ("1", "1.0")]
    with refused("ValidationException", "Provided list of item keys contains duplicates"):
        client.batch_get_item(RequestItems={by_number.name: {"Keys": keys}})


def test_101_keys_over_two_tables(client, table, simple):
    with refused("ValidationException", containing="Too many items requested for the BatchGetItem call"):
        client.batch_get_item(RequestItems={
            table.name: {"Keys": [k(str(i)) for i in range(60)]},
            simple.name: {"Keys": [{"PK": {"S": str(i)}} for i in range(41)]}})


def test_no_tables(client):
    with refused("ValidationException", containing="requestItems"):
        client.batch_get_item(RequestItems={})


def test_one_absent_table_refuses_all(client, table):
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.batch_get_item(RequestItems={table.name: {"Keys": [k("a")]}, fresh("absent"): {"Keys": [k("a")]}})
