"""Goal: UpdateTable changes what can change beside indexes, and what it says can be read back.
Method: tables of their own."""

import pytest

from cases import fresh, refused, rows

P5 = {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}


def provisioned(made):
    return made["ProvisionedThroughput"]["ReadCapacityUnits"], made["ProvisionedThroughput"]["WriteCapacityUnits"]


@pytest.fixture
def describe(client):
    return lambda table: client.describe_table(TableName=table.name)["Table"]


def test_throughput(client, make_table, describe):
    table = make_table(BillingMode="PROVISIONED", ProvisionedThroughput=P5)
    reply = client.update_table(TableName=table.name,
                                ProvisionedThroughput={"ReadCapacityUnits": 7, "WriteCapacityUnits": 3})
    assert reply["TableDescription"]["TableStatus"] in ("UPDATING", "ACTIVE")
    assert provisioned(describe(table)) == (7, 3)
    assert describe(table)["TableStatus"] == "ACTIVE"


def test_to_on_demand_and_back(client, make_table, describe):
    table = make_table(BillingMode="PROVISIONED", ProvisionedThroughput=P5)
    client.update_table(TableName=table.name, BillingMode="PAY_PER_REQUEST")
    assert describe(table)["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert provisioned(describe(table)) == (0, 0)
    client.update_table(TableName=table.name, BillingMode="PROVISIONED", ProvisionedThroughput=P5)
    assert provisioned(describe(table)) == (5, 5)


def test_deletion_protection(raw, make_table):
    table = make_table()
    status, reply = raw.call("UpdateTable", {"TableName": table.name, "DeletionProtectionEnabled": True})
    assert status == 200 and reply["TableDescription"]["DeletionProtectionEnabled"] is True
    assert raw.error("DeleteTable", {"TableName": table.name}) == (
        "ValidationException",
        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.")
    assert raw.call("UpdateTable", {"TableName": table.name, "DeletionProtectionEnabled": False})[0] == 200
    assert raw.call("DeleteTable", {"TableName": table.name})[0] == 200


def test_table_class(client, make_table, describe):
    table = make_table()
    client.update_table(TableName=table.name, TableClass="STANDARD_INFREQUENT_ACCESS")
    assert describe(table)["TableClassSummary"]["TableClass"] == "STANDARD_INFREQUENT_ACCESS"


def test_items_stay(client, make_table):
    table = make_table()
    table.put_item(Item={"PK": "a"})
    client.update_table(TableName=table.name, TableClass="STANDARD_INFREQUENT_ACCESS")
    assert table.get_item(Key={"PK": "a"})["Item"] == {"PK": "a"}


@rows("changes",
      ("nothing", {}),
      ("throughput on demand", {"ProvisionedThroughput": P5}),
      ("provisioned without throughput", {"BillingMode": "PROVISIONED"}),
      ("billing mode", {"BillingMode": "X"}),
      ("throughput of zero", {"BillingMode": "PROVISIONED",
                              "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 1}}))
def test_refused(client, table, changes):
    with refused("ValidationException"):
        client.update_table(TableName=table.name, **changes)


def test_the_same_throughput(client, make_table):
    table = make_table(BillingMode="PROVISIONED", ProvisionedThroughput=P5)
    with refused("ValidationException", containing="The provisioned throughput for the table will not change"):
        client.update_table(TableName=table.name, ProvisionedThroughput=P5)


def test_absent_table(client):
    name = fresh("absent")
    with refused("ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"):
        client.update_table(TableName=name, BillingMode="PAY_PER_REQUEST")


@pytest.mark.larder_only
@rows("changes,name",
      ("streams come with a later issue",
       {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}}, "StreamSpecification"),
      ("one machine has no replicas", {"ReplicaUpdates": [{"Create": {"RegionName": "eu-west-1"}}]}, "ReplicaUpdates"))
def test_what_is_not_served_is_refused_by_name(client, table, changes, name):
    with refused("ValidationException", containing=name):
        client.update_table(TableName=table.name, **changes)
