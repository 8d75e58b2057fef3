"""Goal: DescribeTable tells, exactly and at once, how many entries an index holds and what they project.
Method: tables of their own whose counters are followed through every kind of write; sizes are added up by hand."""

import pytest

from cases import refused
from index_tables import described, entries, index, indexed

pytestmark = pytest.mark.larder_only  # the service's counts are some six hours old

KEYS = 2 + 1 + 2 + 1  # PK and SK with values of one letter each


@pytest.fixture
def counted(client, make_table):
    """A table with an index of each projection, and what is counted of each."""
    table = make_table("S", **indexed({"a": "S", "n": "N"}, everywhere=[
        index("all", "a"), index("keys", "a", project="KEYS_ONLY"), index("some", "a", project=["v"])],
        within=[index("local", "PK", "n", project=["v", "w"])]))

    def counts():
        return {n: (found["ItemCount"], found["IndexSizeBytes"]) for n in ("all", "keys", "some", "local")
                for found in [described(client, table.name, n)]}
    return table.name, counts


def item(sort="s", **attributes):
    return {"PK": {"S": "p"}, "SK": {"S": sort}, **attributes}


def test_each_projection_counts_what_it_projects(client, counted):
    name, counts = counted
    assert counts() == {"all": (0, 0), "keys": (0, 0), "some": (0, 0), "local": (0, 0)}
    client.put_item(TableName=name, Item=item(a={"S": "12"}, n={"N": "1234"}, v={"S": "12345"}, w={"BOOL": True}, x={"L": []}))
    a, n, v, w, x = 1 + 2, 1 + 3, 1 + 5, 1 + 1, 1 + 3
    assert counts() == {"all": (1, KEYS + a + n + v + w + x), "keys": (1, KEYS + a), "some": (1, KEYS + a + v),
                        "local": (1, KEYS + n + v + w)}
    assert client.describe_table(TableName=name)["Table"]["TableSizeBytes"] == KEYS + a + n + v + w + x


def test_counts_follow_every_write(client, counted):
    name, counts = counted

    def update(expression, **values):
        client.update_item(TableName=name, Key=item(), UpdateExpression=expression, **(
            {"ExpressionAttributeValues": {f":{n}": v for n, v in values.items()}} if values else {}))
    client.put_item(TableName=name, Item=item(a={"S": "a"}))
    assert counts() == {"all": (1, KEYS + 2), "keys": (1, KEYS + 2), "some": (1, KEYS + 2), "local": (0, 0)}
    update("SET v = :v", v={"S": "12345"})
    assert counts() == {"all": (1, KEYS + 8), "keys": (1, KEYS + 2), "some": (1, KEYS + 8), "local": (0, 0)}
    update("SET n = :n, x = :x", n={"N": "7"}, x={"S": "1"})
    assert counts() == {"all": (1, KEYS + 13), "keys": (1, KEYS + 2), "some": (1, KEYS + 8), "local": (1, KEYS + 9)}
    update("REMOVE v")
    assert counts() == {"all": (1, KEYS + 7), "keys": (1, KEYS + 2), "some": (1, KEYS + 2), "local": (1, KEYS + 3)}
    update("SET a = :a", a={"S": "123"})  # the key moves, the entry stays one
    assert counts() == {"all": (1, KEYS + 9), "keys": (1, KEYS + 4), "some": (1, KEYS + 4), "local": (1, KEYS + 3)}
    update("REMOVE a, n")
    assert counts() == {"all": (0, 0), "keys": (0, 0), "some": (0, 0), "local": (0, 0)}
    client.batch_write_item(RequestItems={name: [{"PutRequest": {"Item": item(a={"S": "a"})}},
                                                 {"PutRequest": {"Item": item("t", n={"N": "1"})}}]})
    assert counts() == {"all": (1, KEYS + 2), "keys": (1, KEYS + 2), "some": (1, KEYS + 2), "local": (1, KEYS + 3)}
    client.transact_write_items(TransactItems=[
        {"Delete": {"TableName": name, "Key": item()}}, {"Put": {"TableName": name, "Item": item("u", a={"S": "a"})}},
        {"Update": {"TableName": name, "Key": item("t"), "UpdateExpression": "SET a = :a REMOVE n",
                    "ExpressionAttributeValues": {":a": {"S": "aa"}}}}])
    assert counts() == {"all": (2, 2 * KEYS + 5), "keys": (2, 2 * KEYS + 5), "some": (2, 2 * KEYS + 5), "local": (0, 0)}
    with refused("ConditionalCheckFailedException"):
        client.put_item(TableName=name, Item=item("z", a={"S": "a"}), ConditionExpression="attribute_exists(PK)")
    client.batch_write_item(RequestItems={name: [{"DeleteRequest": {"Key": item(s)}} for s in ("t", "absent")]})
    assert counts()["all"] == (1, KEYS + 2)
    client.delete_item(TableName=name, Key=item("u"))
    assert counts() == {"all": (0, 0), "keys": (0, 0), "some": (0, 0), "local": (0, 0)}
    assert client.describe_table(TableName=name)["Table"]["ItemCount"] == 0


def test_a_refused_write_counts_nothing(client, counted):
    name, counts = counted
    client.put_item(TableName=name, Item=item(a={"S": "a"}))
    before = counts()
    with refused("ValidationException"):
        client.put_item(TableName=name, Item=item("t", a={"N": "1"}))
    with refused("TransactionCanceledException"):
        client.transact_write_items(TransactItems=[
            {"Put": {"TableName": name, "Item": item("u", a={"S": "a"})}},
            {"ConditionCheck": {"TableName": name, "Key": item("v"), "ConditionExpression": "attribute_exists(PK)"}}])
    assert counts() == before


def test_counts_are_of_what_a_scan_gives(client, counted):
    name, counts = counted
    for i in range(1, 50):
        attributes = {n: {"S": "x" * i} for n in "avw" if (i * ord(n)) % 3}
        client.put_item(TableName=name, Item=item(f"{i:02}", **attributes, **({"n": {"N": str(i)}} if i % 2 else {})))
    for index_name, (count, size) in counts().items():
        found = entries(client, name, index_name)
        assert count == len(found) > 10
        # A number of one or two digits takes 2 bytes.
        assert size == sum(len(attribute) + (2 if "N" in value else len(value["S"]))
                           for each in found for attribute, value in each.items())
