"""Goal: TransactWriteItems does all or nothing, says for each action why not, and counts a token once.
Method: the typed client on fresh keys; tokens also across a restart, and past their ten minutes with the test clock."""

import json
import urllib.request

import pytest

from cases import fresh, refused, rows

CANCELLED = "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]"
FAILED = {"Code": "ConditionalCheckFailed", "Message": "The conditional request failed"}
NONE = {"Code": "None"}


def k(key):
    return {"PK": {"S": key}}


def put(table, key, condition=None, **attributes):
    return {"Put": {"TableName": table.name, "Item": {**k(key), **attributes},
                    **({"ConditionExpression": condition} if condition else {})}}


def update(table, key, expression, values=None, condition=None):
    return {"Update": {"TableName": table.name, "Key": k(key), "UpdateExpression": expression,
                       **({"ExpressionAttributeValues": values} if values else {}),
                       **({"ConditionExpression": condition} if condition else {})}}


def delete(table, key, condition=None):
    return {"Delete": {"TableName": table.name, "Key": k(key),
                       **({"ConditionExpression": condition} if condition else {})}}


def check(table, key, condition):
    return {"ConditionCheck": {"TableName": table.name, "Key": k(key), "ConditionExpression": condition}}


@pytest.fixture
def get(client, simple):
    return lambda key: client.get_item(TableName=simple.name, Key=k(key), ConsistentRead=True).get("Item")


@pytest.fixture
def reasons(client):
    def of(*actions, **arguments):
        with pytest.raises(client.exceptions.TransactionCanceledException) as info:
            client.transact_write_items(TransactItems=list(actions), **arguments)
        found = info.value.response["CancellationReasons"]
        assert info.value.response["Error"]["Message"] == CANCELLED.format(", ".join(r["Code"] for r in found))
        assert len(found) == len(actions)
        return found
    return of


def test_all_four_kinds_over_two_tables(client, simple, table, get):
    a, b, c, d, e = (fresh() for _ in range(5))
    for key in (b, c, d):
        client.put_item(TableName=simple.name, Item={**k(key), "v": {"N": "1"}})
    reply = client.transact_write_items(TransactItems=[
        put(simple, a, "attribute_not_exists(PK)", v={"N": "9"}),
        update(simple, b, "SET v = v + :one", {":one": {"N": "1"}}, "v = :one"),
        delete(simple, c, "attribute_exists(v)"), check(simple, d, "attribute_exists(PK)"),
        {"Put": {"TableName": table.name, "Item": {**k(e), "SK": {"S": "a"}}}}])
    assert set(reply) == {"ResponseMetadata"}
    assert (get(a)["v"], get(b)["v"], get(c), get(d)["v"]) == ({"N": "9"}, {"N": "2"}, None, {"N": "1"})
    assert "Item" in client.get_item(TableName=table.name, Key={**k(e), "SK": {"S": "a"}})


def test_one_failure_undoes_all(simple, get, reasons):
    a, b = fresh(), fresh()
    assert reasons(put(simple, a), check(simple, b, "attribute_exists(PK)")) == [NONE, FAILED]
    assert get(a) is None


def test_every_condition_is_evaluated(simple, reasons):
    a, b, c = fresh(), fresh(), fresh()
    found = reasons(check(simple, a, "attribute_exists(PK)"), put(simple, b), delete(simple, c, "attribute_exists(PK)"))
    assert found == [FAILED, NONE, FAILED]


def test_the_item_comes_back_when_asked(client, simple, reasons):
    a, b = fresh(), fresh()
    client.put_item(TableName=simple.name, Item={**k(a), "v": {"N": "1"}})
    actions = [put(simple, a, "attribute_not_exists(PK)"), check(simple, b, "attribute_exists(PK)")]
    assert reasons(*actions) == [FAILED, FAILED]
    for action in actions:
        next(iter(action.values()))["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    assert reasons(*actions) == [{**FAILED, "Item": {**k(a), "v": {"N": "1"}}}, FAILED]


@rows("expression,values",
      ("a missing operand", "SET v = nothing", None),
      ("a wrong type", "SET v = s + :one", {":one": {"N": "1"}}),
      ("an impossible path", "SET nothing.x = :one", {":one": {"N": "1"}}),
      ("an overflow", "SET big = big + big", None),
      ("growing past the size of an item", "SET e = d", None))
def test_an_action_that_cannot_be_evaluated(client, simple, get, reasons, expression, values):
    a, b = fresh(), fresh()
    client.put_item(TableName=simple.name, Item={
        **k(a), "s": {"S": "x"}, "big": {"N": "9.9e125"}, "d": {"S": "x" * 250_000}})
    first, second = reasons(update(simple, a, expression, values), put(simple, b))
    assert first["Code"] == "ValidationError" and first["Message"] and second == NONE
    assert get(b) is None


def test_an_update_makes_an_item(client, simple, key, get):
    client.transact_write_items(TransactItems=[update(simple, key, "SET v = :v", {":v": {"N": "1"}})])
    assert get(key) == {**k(key), "v": {"N": "1"}}


def test_100_actions(client, simple):
    keys = [fresh() for _ in range(100)]
    client.transact_write_items(TransactItems=[put(simple, key) for key in keys])
    found = client.batch_get_item(RequestItems={simple.name: {"Keys": [k(key) for key in keys]}})
    assert len(found["Responses"][simple.name]) == 100


def test_capacity_is_double(client, simple, table):
    reply = client.transact_write_items(ReturnConsumedCapacity="TOTAL", TransactItems=[
        put(simple, fresh()), put(simple, fresh(), d={"S": "x" * 1500}), check(simple, fresh(), "attribute_not_exists(PK)")])
    (capacity,) = reply["ConsumedCapacity"]
    assert (capacity["TableName"], capacity["CapacityUnits"]) == (simple.name, 2 + 4 + 2)


def test_a_token_counts_once(client, simple, key, get):
    actions = [update(simple, key, "ADD v :one", {":one": {"N": "1"}})]
    for _ in range(3):
        client.transact_write_items(TransactItems=actions, ClientRequestToken=key[:36])
    assert get(key)["v"] == {"N": "1"}


def test_a_token_with_other_content(client, simple, key):
    client.transact_write_items(TransactItems=[put(simple, key)], ClientRequestToken=key[:36])
    with refused("IdempotentParameterMismatchException"):
        client.transact_write_items(TransactItems=[put(simple, key, v={"N": "1"})], ClientRequestToken=key[:36])


def test_a_refused_transaction_does_not_use_up_its_token(client, simple, key, reasons, get):
    actions = [update(simple, key, "SET v = :v", {":v": {"N": "1"}}, "attribute_exists(PK)")]
    assert reasons(*actions, ClientRequestToken=key[:36]) == [FAILED]
    client.put_item(TableName=simple.name, Item=k(key))
    client.transact_write_items(TransactItems=actions, ClientRequestToken=key[:36])
    assert get(key)["v"] == {"N": "1"}


@rows("token", ("empty", ""), ("37 characters", "x" * 37))
def test_token_length(client, simple, token):
    with refused("ValidationException", containing="clientRequestToken"):
        client.transact_write_items(TransactItems=[put(simple, fresh())], ClientRequestToken=token)


@pytest.mark.larder_only
@pytest.mark.parametrize("way", ["stop", "kill"])
def test_a_token_holds_across_a_restart(restartable, connect, way):
    client = connect(restartable.endpoint)
    client.create_table(TableName="tokens", BillingMode="PAY_PER_REQUEST",
                        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
                        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}])
    request = {"ClientRequestToken": "t", "TransactItems": [{"Update": {
        "TableName": "tokens", "Key": k("a"), "UpdateExpression": "ADD v :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}}}}]}
    client.transact_write_items(**request)
    getattr(restartable, way)()
    restartable.start()
    client = connect(restartable.endpoint)
    client.transact_write_items(**request)
    assert client.get_item(TableName="tokens", Key=k("a"))["Item"]["v"] == {"N": "1"}
    request["TransactItems"][0]["Update"]["Key"] = k("b")
    with refused("IdempotentParameterMismatchException"):
        client.transact_write_items(**request)


@pytest.mark.larder_only
def test_a_token_is_forgotten_after_ten_minutes(restartable, connect):
    client = connect(restartable.endpoint)
    client.create_table(TableName="tokens", BillingMode="PAY_PER_REQUEST",
                        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
                        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}])
    for minutes, value in ((0, "1"), (9, "1"), (2, "2")):
        body = json.dumps({"advance_ms": minutes * 60_000}).encode()
        urllib.request.urlopen(urllib.request.Request(restartable.endpoint + "/_larder/clock", body)).close()
        client.transact_write_items(ClientRequestToken="t", TransactItems=[{"Update": {
            "TableName": "tokens", "Key": k("a"), "UpdateExpression": "ADD v :one",
            "ExpressionAttributeValues": {":one": {"N": "1"}}}}])
        assert client.get_item(TableName="tokens", Key=k("a"))["Item"]["v"] == {"N": value}
