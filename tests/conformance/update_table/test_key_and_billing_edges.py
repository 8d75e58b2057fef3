"""Global indexes at the edges of CreateTable and UpdateTable.

Goal: keys of several HASH attributes and no RANGE attribute, settings that fit one billing mode only, and lists that
hold nothing. Method: requests below the SDK, whose model may be too old for them.
"""

import pytest

import cases

UNITS = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
NOTHING_TO_DO = ("At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
                 "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required")


def definitions(**types):
    return [{"AttributeName": name, "AttributeType": letter} for name, letter in types.items()]


def index(name, keys, **more):
    schema = [{"AttributeName": attribute, "KeyType": kind} for attribute, kind in keys]
    return {"IndexName": name, "KeySchema": schema, "Projection": {"ProjectionType": "ALL"}, **more}


@pytest.fixture
def table_of(raw):
    names = []

    def make(**options):
        names.append(cases.fresh("table"))
        status, reply = raw.call("CreateTable", {
            "TableName": names[-1], "BillingMode": "PAY_PER_REQUEST", "AttributeDefinitions": definitions(PK="S"),
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}], **options})
        assert status == 200, reply
        return names[-1]

    yield make
    for name in names:
        raw.call("DeleteTable", {"TableName": name})


@pytest.mark.parametrize("count", [2, 3, 4])
def test_an_index_key_of_hash_attributes_alone(raw, table_of, count):
    names = ["a", "b", "c", "d"][:count]
    keys = index("tenant", [(name, "HASH") for name in names])
    name = table_of(AttributeDefinitions=definitions(PK="S", **{n: "S" for n in names}),
                    GlobalSecondaryIndexes=[keys])
    for pk, last in (("1", "x"), ("2", "x"), ("3", "y")):
        item = {"PK": {"S": pk}, **{n: {"S": "v"} for n in names[:-1]}, names[-1]: {"S": last}}
        status, reply = raw.call("PutItem", {"TableName": name, "Item": item})
        assert status == 200, reply
    status, reply = raw.call("Query", {
        "TableName": name, "IndexName": "tenant",
        "KeyConditionExpression": " AND ".join(f"{n} = :{n}" for n in names),
        "ExpressionAttributeValues": {**{f":{n}": {"S": "v"} for n in names[:-1]}, f":{names[-1]}": {"S": "x"}}})
    assert status == 200, reply
    assert sorted(item["PK"]["S"] for item in reply["Items"]) == ["1", "2"]


def test_an_index_key_of_hash_attributes_alone_is_made_later(raw, table_of):
    name = table_of()
    status, reply = raw.call("UpdateTable", {
        "TableName": name, "AttributeDefinitions": definitions(a="S", b="N"),
        "GlobalSecondaryIndexUpdates": [{"Create": index("tenant", [("a", "HASH"), ("b", "HASH")])}]})
    assert status == 200, reply


def test_a_hash_attribute_twice_in_an_index_key_is_refused(raw, table_of):
    name = table_of()
    status, reply = raw.call("UpdateTable", {
        "TableName": name, "AttributeDefinitions": definitions(a="S"),
        "GlobalSecondaryIndexUpdates": [{"Create": index("tenant", [("a", "HASH"), ("a", "HASH")])}]})
    assert status == 400
    assert reply["message"] == "Invalid KeySchema: a is given more than once in index: tenant"


def test_on_demand_limits_of_indexes_go_when_the_table_becomes_provisioned(raw, table_of):
    on_demand = {"MaxReadRequestUnits": 5, "MaxWriteRequestUnits": 5}
    name = table_of(AttributeDefinitions=definitions(PK="S", a="S"), OnDemandThroughput=on_demand,
                    GlobalSecondaryIndexes=[index("by-a", [("a", "HASH")], OnDemandThroughput=on_demand)])
    status, reply = raw.call("UpdateTable", {
        "TableName": name, "BillingMode": "PROVISIONED", "ProvisionedThroughput": UNITS,
        "GlobalSecondaryIndexUpdates": [{"Update": {"IndexName": "by-a", "ProvisionedThroughput": UNITS}}]})
    assert status == 200, reply
    _, reply = raw.call("DescribeTable", {"TableName": name})
    assert "OnDemandThroughput" not in reply["Table"]
    assert "OnDemandThroughput" not in reply["Table"]["GlobalSecondaryIndexes"][0]


def test_an_empty_list_of_index_updates_asks_for_nothing(raw, table_of):
    name = table_of()
    status, reply = raw.call("UpdateTable", {"TableName": name, "GlobalSecondaryIndexUpdates": []})
    assert (status, reply["message"]) == (400, NOTHING_TO_DO)
