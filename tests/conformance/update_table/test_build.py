"""Goal: an index made on a filled table is built while everything goes on, holds exactly what belongs in it, and what may be
done meanwhile is what the service allows.
Method: tables large enough that a build takes many steps; where a state must be held, a daemon of one's own whose
--table-state-delay-ms and test clock say when the build begins.
"""

import concurrent.futures
import json
import os
import random
import threading
import urllib.request

import pytest

import larder_daemon
from cases import all_items, refused
from index_tables import BASE, create, definitions, delete, described, entries, index, indexed, key_schema, settled

ITEMS = 3000
EMAIL = {"email": "S"}
BY_EMAIL = index("email-index", "email")


def item(i, **attributes):
    return {"PK": {"S": f"p{i % 97}"}, "SK": {"S": f"{i:06}"}, **attributes}


def fill(client, name, items):
    def put(batch):
        client.batch_write_item(RequestItems={name: [{"PutRequest": {"Item": each}} for each in batch]})
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(put, (items[i:i + 25] for i in range(0, len(items), 25))))


def projection(items, key, project=None):
    """What an index must hold: the items that have each attribute of `key` {name: type}, cut down to `project`."""
    return sorted((each if project is None else {n: v for n, v in each.items() if n in project} for each in items
                   if all(each.get(n, {}).get(t) for n, t in key.items())), key=repr)


@pytest.fixture(scope="module")
def filled(client, make_table):
    """A table of 3000 items, and what it holds; a third without email, some with one that is no key."""
    table = make_table("S")
    wrong = [{"N": "1"}, {"S": ""}, {"NULL": True}, {"S": "x" * 2049}, {"L": []}]
    items = [item(i, **({"email": wrong[i // 3 % 5]} if i % 3 == 0 and i % 2 else {"email": {"S": f"e{i % 50}"}} if i % 3 else {}),
                  n={"N": str(i)}) for i in range(ITEMS)]
    fill(client, table.name, items)
    return table, items


def test_what_has_no_key_is_left_out_of_a_build(client, filled):
    """Missing, of another type, empty, too long: not in the index, and no error."""
    table, items = filled
    reply = client.update_table(TableName=table.name, **create(BY_EMAIL, EMAIL))["TableDescription"]
    assert reply["TableStatus"] == "UPDATING" and reply["GlobalSecondaryIndexes"][0]["IndexStatus"] == "CREATING"
    settled(client, table.name)
    expected = [i for i in projection(items, EMAIL) if len(i["email"]["S"]) <= 2048]
    assert entries(client, table.name, "email-index") == expected
    assert described(client, table.name, "email-index")["ItemCount"] == len(expected) == 2000
    client.update_table(TableName=table.name, **delete("email-index"))
    assert described(client, table.name, "email-index") is None


def test_a_sort_key_that_is_too_long_is_left_out(client, make_table):
    table = make_table("S")
    sizes = (1, 1024, 1025, 2048)
    fill(client, table.name, [item(i, a={"S": "a"}, b={"B": b"b" * size}) for i, size in enumerate(sizes)])
    client.update_table(TableName=table.name, **create(index("abc", "a", "b"), {"a": "S", "b": "B"}))
    settled(client, table.name)
    assert sorted(len(i["b"]["B"]) for i in entries(client, table.name, "abc")) == [1, 1024]


@pytest.mark.larder_only
def test_sizes_after_a_build(client, filled):
    table, items = filled
    client.update_table(TableName=table.name, **create(index("sizes", "SK", "PK", project="KEYS_ONLY")))
    settled(client, table.name)
    found = described(client, table.name, "sizes")
    assert (found["ItemCount"], found["IndexSizeBytes"]) == (
        ITEMS, sum(2 + len(i["PK"]["S"]) + 2 + len(i["SK"]["S"]) for i in items))
    client.update_table(TableName=table.name, **delete("sizes"))


def test_writes_go_on_during_a_build(client, make_table):
    """Puts, updates that move the key, deletes and transactions while the build runs: afterwards the index is the
    projection of the table."""
    seed = int(os.environ.get("LARDER_SEED", random.randrange(2 ** 32)))
    print("LARDER_SEED =", seed)
    table = make_table("S")
    fill(client, table.name, [item(i, a={"S": f"{i % 20}"}, x={"S": "x"}) for i in range(ITEMS)])
    done = threading.Event()

    def write(own_seed):
        pick, count = random.Random(own_seed), 0
        while not done.is_set() or count < 100:
            i, count = pick.randrange(ITEMS + 500), count + 1
            key, kind = item(i), pick.randrange(5)
            if kind == 0:
                client.put_item(TableName=table.name, Item=item(i, a={"S": f"{pick.randrange(20)}"}, x={"S": "put"}))
            elif kind == 1:
                client.delete_item(TableName=table.name, Key=key)
            elif kind == 2:
                client.update_item(TableName=table.name, Key=key, UpdateExpression="SET a = :a",
                                   ExpressionAttributeValues={":a": {"S": f"{pick.randrange(20)}"}})
            elif kind == 3:
                client.update_item(TableName=table.name, Key=key, UpdateExpression="REMOVE a SET x = :x",
                                   ExpressionAttributeValues={":x": {"S": "no key"}})
            else:
                client.transact_write_items(TransactItems=[
                    {"Put": {"TableName": table.name, "Item": item(i, a={"S": "0"})}},
                    {"Delete": {"TableName": table.name, "Key": item(i + 1)}}])

    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        writers = [pool.submit(write, seed + n) for n in range(3)]
        try:
            client.update_table(TableName=table.name, **create(index("abc", "a", "SK", project=["x"]), {"a": "S"}))
            settled(client, table.name)
        finally:
            done.set()
        for writer in writers:
            writer.result()
    items = all_items(client.scan, TableName=table.name)
    expected = projection(items, {"a": "S", "SK": "S"}, {"PK", "SK", "a", "x"})
    assert entries(client, table.name, "abc") == expected
    assert described(client, table.name, "abc")["ItemCount"] == len(expected)


def test_deleting_a_filled_index(client, make_table):
    """Its name can be used again at once, and the new index holds nothing of the old."""
    table = make_table("S", **indexed({"a": "S"}, everywhere=[index("abc", "a")]))
    items = [item(i, a={"S": "a"}) for i in range(1000)]
    fill(client, table.name, items)
    client.update_table(TableName=table.name, **delete("abc"))
    assert described(client, table.name, "abc") is None
    settled(client, table.name)
    client.update_table(TableName=table.name, **create(index("abc", "SK", project="KEYS_ONLY")))
    client.delete_item(TableName=table.name, Key=item(0))
    settled(client, table.name)
    assert entries(client, table.name, "abc") == projection(items[1:], {"SK": "S"}, {"PK", "SK"})


@pytest.fixture
def held(tmp_path, connect):
    """A client of a daemon where a build waits for the clock, a filled table "tab", and how to let time pass."""
    daemon = larder_daemon.Daemon("--in-memory", "--test-clock", "--table-state-delay-ms", "60000")
    with daemon:
        client = connect(daemon.endpoint)

        def pass_time():
            urllib.request.urlopen(daemon.endpoint + "/_larder/clock", json.dumps({"advance_ms": 60_000}).encode()).close()
        client.create_table(TableName="tab", BillingMode="PAY_PER_REQUEST", KeySchema=key_schema("PK", "SK"),
                            **indexed({"a": "S"}, everywhere=[index("old", "a")]))
        pass_time()
        settled(client, "tab")
        fill(client, "tab", [item(i, a={"S": "a"}, email={"S": f"{i % 3}"}) for i in range(100)])
        yield client, pass_time


def states(client):
    found = client.describe_table(TableName="tab")["Table"]
    return found["TableStatus"], {i["IndexName"]: (i["IndexStatus"], i.get("Backfilling"))
                                  for i in found["GlobalSecondaryIndexes"]}


@pytest.mark.larder_only
def test_what_is_told_of_an_index_being_made(held):
    client, pass_time = held
    client.update_table(TableName="tab", **create(BY_EMAIL, EMAIL))
    assert states(client) == ("UPDATING", {"old": ("ACTIVE", None), "email-index": ("CREATING", False)})
    with refused("ValidationException", "Cannot read from backfilling global secondary index: email-index"):
        client.query(TableName="tab", IndexName="email-index", KeyConditionExpression="email = :e",
                     ExpressionAttributeValues={":e": {"S": "1"}})
    with refused("ValidationException", "Cannot read from backfilling global secondary index: email-index"):
        client.scan(TableName="tab", IndexName="email-index")
    pass_time()
    settled(client, "tab")
    assert states(client) == ("ACTIVE", {"old": ("ACTIVE", None), "email-index": ("ACTIVE", None)})
    assert len(entries(client, "tab", "email-index")) == 100


@pytest.mark.larder_only
def test_a_table_that_is_updating_serves_every_data_call(held):
    client, pass_time = held
    client.update_table(TableName="tab", **create(BY_EMAIL, EMAIL))
    assert states(client)[0] == "UPDATING"
    client.put_item(TableName="tab", Item=item(1000, email={"S": "new"}))
    client.update_item(TableName="tab", Key=item(0), UpdateExpression="SET email = :e", ExpressionAttributeValues={":e": {"S": "new"}})
    client.delete_item(TableName="tab", Key=item(1))
    client.batch_write_item(RequestItems={"tab": [{"DeleteRequest": {"Key": item(2)}}]})
    client.transact_write_items(TransactItems=[{"Put": {"TableName": "tab", "Item": item(1001)}}])
    assert "Item" in client.get_item(TableName="tab", Key=item(1000))
    assert len(client.batch_get_item(RequestItems={"tab": {"Keys": [item(0), item(1)]}})["Responses"]["tab"]) == 1
    assert client.transact_get_items(TransactItems=[{"Get": {"TableName": "tab", "Key": item(1)}}])["Responses"] == [{}]
    assert client.query(TableName="tab", KeyConditionExpression="PK = :p", ExpressionAttributeValues={":p": {"S": "p0"}})["Count"] == 2
    assert len(all_items(client.scan, TableName="tab")) == 100
    assert len(entries(client, "tab", "old")) == 98
    # An item that the new index cannot take is refused from the moment the index is there.
    with refused("ValidationException", containing="Type mismatch for Index Key email"):
        client.put_item(TableName="tab", Item=item(5, email={"N": "1"}))
    pass_time()
    settled(client, "tab")
    assert entries(client, "tab", "email-index") == projection(all_items(client.scan, TableName="tab"), EMAIL)
    found = client.query(TableName="tab", IndexName="email-index", KeyConditionExpression="email = :e",
                         ExpressionAttributeValues={":e": {"S": "new"}})
    assert sorted(i["SK"]["S"] for i in found["Items"]) == ["000000", "001000"]


@pytest.mark.larder_only
def test_what_a_table_that_is_updating_refuses(held):
    client, pass_time = held
    client.update_table(TableName="tab", **create(BY_EMAIL, EMAIL))
    limit = "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table"
    in_use = "Attempt to change a resource which is still in use: Table is being updated: tab"
    for changes, code, text in ((create(index("more", "SK")), "LimitExceededException", limit),
                                (delete("old"), "ResourceInUseException", in_use),
                                ({"TableClass": "STANDARD_INFREQUENT_ACCESS"}, "ResourceInUseException", in_use)):
        with refused(code, text):
            client.update_table(TableName="tab", **changes)
    assert states(client) == ("UPDATING", {"old": ("ACTIVE", None), "email-index": ("CREATING", False)})
    pass_time()
    settled(client, "tab")
    client.update_table(TableName="tab", **create(index("more", "SK")))


@pytest.mark.larder_only
def test_an_index_may_be_deleted_while_it_is_made(held):
    client, pass_time = held
    client.update_table(TableName="tab", **create(BY_EMAIL, EMAIL))
    client.update_table(TableName="tab", **delete("email-index"))
    pass_time()
    settled(client, "tab")
    assert states(client) == ("ACTIVE", {"old": ("ACTIVE", None)})
    client.put_item(TableName="tab", Item=item(5, email={"N": "1"}))
    found = {d["AttributeName"] for d in client.describe_table(TableName="tab")["Table"]["AttributeDefinitions"]}
    assert found == {"PK", "SK", "a"}


@pytest.mark.larder_only
def test_a_table_may_be_deleted_while_an_index_is_made(held):
    client, pass_time = held
    client.update_table(TableName="tab", **create(BY_EMAIL, EMAIL))
    client.delete_table(TableName="tab")
    pass_time()
    with refused("ResourceNotFoundException"):
        client.describe_table(TableName="tab")
    client.create_table(TableName="tab", BillingMode="PAY_PER_REQUEST", KeySchema=key_schema("PK", "SK"),
                        AttributeDefinitions=definitions(BASE))
    pass_time()
    assert settled(client, "tab")["ItemCount"] == 0
