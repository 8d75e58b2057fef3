"""Goal: DescribeTable tells what the table is and, exactly and at once, what it holds.
Method: a table of its own whose counters are followed through every kind of write."""

import datetime

import pytest

from cases import fresh, refused, rows


def test_absent_table(client):
    name = fresh("absent")
    with refused("ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"):
        client.describe_table(TableName=name)


def test_by_arn(client, table):
    described = client.describe_table(TableName=table.name)["Table"]
    assert client.describe_table(TableName=described["TableArn"])["Table"] == described


def test_it_stays_the_same(client, table):
    a, b = (client.describe_table(TableName=table.name)["Table"] for _ in range(2))
    for name in ("TableId", "TableArn", "CreationDateTime", "KeySchema", "AttributeDefinitions"):
        assert a[name] == b[name]
    age = datetime.datetime.now(datetime.timezone.utc) - a["CreationDateTime"]
    assert datetime.timedelta(minutes=-5) < age < datetime.timedelta(hours=1)


@pytest.mark.larder_only
def test_counts_follow_every_write(client, make_table):
    """Ours are exact and live; the service's are some six hours old."""
    name = make_table().name

    def counts():
        described = client.describe_table(TableName=name)["Table"]
        return described["ItemCount"], described["TableSizeBytes"]

    def k(text):
        return {"PK": {"S": text}}
    client.put_item(TableName=name, Item={**k("a"), "v": {"S": "12345"}})
    assert counts() == (1, 2 + 1 + 1 + 5)
    client.put_item(TableName=name, Item={**k("a"), "v": {"S": "1"}})
    assert counts() == (1, 5)
    client.update_item(TableName=name, Key=k("b"), UpdateExpression="SET v = :v", ExpressionAttributeValues={":v": {"N": "7"}})
    assert counts() == (2, 5 + 3 + 1 + 2)
    client.batch_write_item(RequestItems={name: [
        {"DeleteRequest": {"Key": k("a")}}, {"DeleteRequest": {"Key": k("absent")}}, {"PutRequest": {"Item": k("c")}}]})
    assert counts() == (2, 6 + 3)
    client.transact_write_items(TransactItems=[
        {"Delete": {"TableName": name, "Key": k("b")}}, {"Put": {"TableName": name, "Item": k("dd")}}])
    assert counts() == (2, 3 + 4)
    with refused("ConditionalCheckFailedException"):
        client.put_item(TableName=name, Item=k("e"), ConditionExpression="attribute_exists(PK)")
    assert counts() == (2, 7)
    for text in ("c", "dd"):
        client.delete_item(TableName=name, Key=k(text))
    assert counts() == (0, 0)


@rows("name", ("no name", None), ("characters", "a b"), ("empty", ""))
def test_name(client, name):
    with refused("ValidationException", containing="tableName"):
        client.describe_table(**({} if name is None else {"TableName": name}))


def test_from_the_command_line(cli, table):
    """As of tables-keys-and-items: the CLI's own --query works on our reply."""
    found = cli("describe-table", "--table-name", table.name, "--query",
                "Table.{keys:KeySchema, attrs:AttributeDefinitions, size:TableSizeBytes, count:ItemCount}")
    assert found["keys"] == [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]
    assert isinstance(found["count"], int)
