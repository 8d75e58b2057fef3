"""Goal: a deleted table and its items are gone, its name is free at once, and nobody else is held up.
Method: tables of their own; the name is used again without a wait."""

import threading

import pytest

from cases import fresh, refused, rows


def test_the_reply_describes_what_goes(client, make_table):
    table = make_table()
    gone = client.delete_table(TableName=table.name)["TableDescription"]
    assert (gone["TableName"], gone["TableStatus"], gone["ItemCount"]) == (table.name, "DELETING", 0)
    assert not {"KeySchema", "AttributeDefinitions", "CreationDateTime"} & set(gone)
    client.get_waiter("table_not_exists").wait(TableName=table.name)


def test_nothing_answers_afterwards(client, make_table):
    table = make_table()
    table.put_item(Item={"PK": "a"})
    client.delete_table(TableName=table.name)
    client.get_waiter("table_not_exists").wait(TableName=table.name)
    for call in (lambda: table.get_item(Key={"PK": "a"}), lambda: table.put_item(Item={"PK": "a"}), table.scan):
        with refused("ResourceNotFoundException", "Requested resource not found"):
            call()


def test_absent_table(client):
    name = fresh("absent")
    with refused("ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"):
        client.delete_table(TableName=name)


@rows("name", ("no name", None), ("characters", "a b"))
def test_name(client, name):
    with refused("ValidationException", containing="tableName"):
        client.delete_table(**({} if name is None else {"TableName": name}))


@pytest.mark.larder_only
def test_the_name_is_free_at_once_and_empty(client, make_table):
    first = make_table("S")
    for i in range(50):
        first.put_item(Item={"PK": str(i), "SK": "s" * 1000, "v": 1})
    identity = client.describe_table(TableName=first.name)["Table"]["TableId"]
    client.delete_table(TableName=first.name)
    again = make_table("N", name=first.name)  # another schema, too
    assert client.describe_table(TableName=first.name)["Table"]["TableId"] != identity
    assert again.scan()["Count"] == 0
    assert client.describe_table(TableName=first.name)["Table"]["ItemCount"] == 0
    again.put_item(Item={"PK": "1", "SK": 1})
    assert again.scan()["Items"] == [{"PK": "1", "SK": 1}]


@pytest.mark.larder_only
def test_dropping_a_large_table_holds_up_no_writer(connect, client, simple, make_table):
    """Progress, not time: writes are acknowledged between the drop's reply and the moment the space is reclaimed."""
    table = make_table("S")
    with table.batch_writer() as batch:
        for i in range(2000):
            batch.put_item(Item={"PK": str(i % 10), "SK": str(i), "d": "x" * 400})
    done, failures = threading.Event(), []

    def write():
        own, n = connect(), 0
        try:
            while not done.is_set() or n < 50:
                own.put_item(TableName=simple.name, Item={"PK": {"S": fresh()}})
                n += 1
        except Exception as error:  # shown by the assertion below
            failures.append(error)
    writer = threading.Thread(target=write)
    writer.start()
    client.delete_table(TableName=table.name)
    done.set()
    writer.join()
    assert failures == []


def test_deletion_protection_from_the_start(raw):
    name = fresh("protected")
    request = {"TableName": name, "BillingMode": "PAY_PER_REQUEST", "DeletionProtectionEnabled": True,
               "AttributeDefinitions": [{"AttributeName": "a", "AttributeType": "S"}],
               "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}]}
    status, reply = raw.call("CreateTable", request)
    assert status == 200 and reply["TableDescription"]["DeletionProtectionEnabled"] is True
    while raw.call("DescribeTable", {"TableName": name})[1]["Table"]["TableStatus"] != "ACTIVE":
        pass
    kind, text = raw.error("DeleteTable", {"TableName": name})
    assert kind == "ValidationException" and "protected against deletion" in text
    assert raw.call("UpdateTable", {"TableName": name, "DeletionProtectionEnabled": False})[0] == 200
    assert raw.call("DeleteTable", {"TableName": name})[0] == 200
