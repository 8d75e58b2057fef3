"""Goal: TransactGetItems gives one answer for each key, in order, from one moment.
Method: the typed client on fresh keys (one moment: tests/conformance/concurrency)."""

import pytest

from cases import fresh, refused, rows

S = {"S": "a"}


def get(table, key, **options):
    return {"Get": {"TableName": table.name, "Key": {"PK": {"S": key}}, **options}}


def test_answers_are_in_the_order_asked(client, simple, table, key):
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "v": {"N": "1"}})
    client.put_item(TableName=table.name, Item={"PK": {"S": key}, "SK": S})
    reply = client.transact_get_items(TransactItems=[
        get(simple, fresh()), {"Get": {"TableName": table.name, "Key": {"PK": {"S": key}, "SK": S}}}, get(simple, key)])
    assert reply["Responses"] == [
        {}, {"Item": {"PK": {"S": key}, "SK": S}}, {"Item": {"PK": {"S": key}, "v": {"N": "1"}}}]


def test_projection(client, simple, key):
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "name": S, "v": {"N": "1"}})
    reply = client.transact_get_items(TransactItems=[
        get(simple, key, ProjectionExpression="#n", ExpressionAttributeNames={"#n": "name"})])
    assert reply["Responses"] == [{"Item": {"name": S}}]


def test_100_keys(client, simple):
    keys = [fresh() for _ in range(100)]
    client.transact_write_items(TransactItems=[{"Put": {"TableName": simple.name, "Item": {"PK": {"S": k}}}} for k in keys])
    reply = client.transact_get_items(TransactItems=[get(simple, k) for k in keys])
    assert [r["Item"]["PK"]["S"] for r in reply["Responses"]] == keys


def test_capacity_is_double(client, simple, key):
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "d": {"S": "x" * 5000}})
    reply = client.transact_get_items(TransactItems=[get(simple, key), get(simple, fresh())], ReturnConsumedCapacity="TOTAL")
    (capacity,) = reply["ConsumedCapacity"]
    assert (capacity["TableName"], capacity["CapacityUnits"]) == (simple.name, 4 + 2)


@rows("body",
      ("key of another type", {"Key": {"PK": {"N": "1"}}}),
      ("an attribute too many", {"Key": {"PK": S, "v": S}}),
      ("empty key", {"Key": {"PK": {"S": ""}}}),
      ("reserved word", {"Key": {"PK": S}, "ProjectionExpression": "name"}),
      ("unused name", {"Key": {"PK": S}, "ProjectionExpression": "a", "ExpressionAttributeNames": {"#n": "n"}}))
def test_refused(client, simple, body):
    with pytest.raises(client.exceptions.ClientError) as info:
        client.transact_get_items(TransactItems=[{"Get": {"TableName": simple.name, **body}}])
    assert info.value.response["Error"]["Code"] in ("ValidationException", "TransactionCanceledException")


def test_one_key_twice(client, simple):
    with refused("ValidationException", "Transaction request cannot include multiple operations on one item"):
        client.transact_get_items(TransactItems=[get(simple, "a"), get(simple, "a")])


def test_no_keys(client):
    with refused("ValidationException", "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy "
                                        "constraint: Member must have length greater than or equal to 1"):
        client.transact_get_items(TransactItems=[])


def test_101_keys(client, simple):
    with refused("ValidationException", containing="Member must have length less than or equal to 100"):
        client.transact_get_items(TransactItems=[get(simple, str(i)) for i in range(101)])


def test_absent_table(client, simple):
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.transact_get_items(TransactItems=[
            get(simple, "a"), {"Get": {"TableName": fresh("absent"), "Key": {"PK": S}}}])


def test_get_without_a_key(client, simple):
    with refused("ValidationException", containing="'transactItems.1.member.get.key'"):
        client.transact_get_items(TransactItems=[{"Get": {"TableName": simple.name}}])
