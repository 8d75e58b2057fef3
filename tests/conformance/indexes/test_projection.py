"""Goal: after any series of writes every index holds exactly what its projection of the table is, in its own order.
Method: random writes of every kind from several clients at once over few items, so that most of them move, change or remove an
entry; then each index is compared with what the table's items say. LARDER_SEED repeats a run.
"""

import concurrent.futures
import os
import random

import pytest

from cases import all_items
from index_tables import described, index, indexed

WRITES = 600  # of each client
TYPES = {"a": "S", "n": "N", "b": "B"}
MADE = {"a": ["x", "xy", "z"], "n": ["0", "-1", "2", "10", "0.5"], "b": ["\x00", "\x00\x01", "\xff"]}
GLOBAL = [index("by-a", "a"), index("by-a-n", "a", "n", project="KEYS_ONLY"), index("by-n-b", "n", "b", project=["v", "a"]),
          index("by-b-pk", "b", "PK"), index("inverted", "SK", "PK", project=["w"])]
LOCAL = [index("local-n", "PK", "n"), index("local-b", "PK", "b", project="KEYS_ONLY"), index("local-a", "PK", "a", project=["v"])]


def value(pick, attribute):
    text = pick.choice(MADE[attribute])
    return {TYPES[attribute]: text.encode("latin-1") if attribute == "b" else text}


def write(client, table, seed):
    pick = random.Random(seed)

    def key():
        return {"PK": {"S": f"p{pick.randrange(5)}"}, "SK": {"S": f"s{pick.randrange(8)}"}}

    def item():
        made = {n: value(pick, n) for n in TYPES if pick.random() < 0.7}
        return {**key(), **made, **{n: {"S": "d" * pick.randrange(5)} for n in "vw" if pick.random() < 0.5}}

    def update():
        sets = {n: value(pick, n) for n in TYPES if pick.random() < 0.4}
        sets.update({n: {"S": "u" * pick.randrange(5)} for n in "vw" if pick.random() < 0.3})
        removes = [n for n in (*TYPES, "v", "w") if n not in sets and pick.random() < 0.2]
        parts = (["SET " + ", ".join(f"{n} = :{n}" for n in sets)] if sets else []) + (
            ["REMOVE " + ", ".join(removes)] if removes else [])
        return {"TableName": table, "Key": key(), **({"UpdateExpression": " ".join(parts)} if parts else {}),
                **({"ExpressionAttributeValues": {f":{n}": v for n, v in sets.items()}} if sets else {})}

    def distinct(makers):
        """[(key, made)] of one batch or transaction, where a key may stand once."""
        found = {}
        for make in makers:
            made = make()
            own = made.get("Key", made)
            found[own["PK"]["S"], own["SK"]["S"]] = made
        return list(found.values())

    for _ in range(WRITES):
        kind = pick.randrange(6)
        if kind == 0:
            client.put_item(TableName=table, Item=item())
        elif kind in (1, 2):
            client.update_item(**update())
        elif kind == 3:
            client.delete_item(TableName=table, Key=key())
        elif kind == 4:
            client.batch_write_item(RequestItems={table: [
                {"PutRequest": {"Item": made}} if len(made) > 2 else {"DeleteRequest": {"Key": made}}
                for made in distinct([item] * 4 + [key] * 2)]})
        else:
            actions = []
            for made in distinct([item, item, update, key]):
                if "Key" in made:
                    actions.append({"Update": {"UpdateExpression": "REMOVE nothing", **made}})
                elif len(made) > 2:
                    actions.append({"Put": {"TableName": table, "Item": made}})
                else:
                    actions.append({"Delete": {"TableName": table, "Key": made}})
            try:
                client.transact_write_items(TransactItems=actions)
            except client.exceptions.TransactionCanceledException as error:  # two transactions met
                assert {r["Code"] for r in error.response["CancellationReasons"]} <= {"None", "TransactionConflict"}


def ordered(value):
    (kind, content), = value.items()
    return float(content) if kind == "N" else content.encode() if kind == "S" else content


def test_every_index_is_the_projection_of_the_table(client, make_table):
    seed = int(os.environ.get("LARDER_SEED", random.randrange(2 ** 32)))
    print("LARDER_SEED =", seed)
    table = make_table("S", **indexed(TYPES, everywhere=GLOBAL, within=LOCAL)).name
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: write(client, table, seed + n), range(4)))
    items = all_items(client.scan, TableName=table, ConsistentRead=True)
    for made in GLOBAL + LOCAL:
        keys = [element["AttributeName"] for element in made["KeySchema"]]
        shown = {"PK", "SK", *keys, *made["Projection"].get("NonKeyAttributes", [])}
        whole = made["Projection"]["ProjectionType"] == "ALL"
        expected = [{n: v for n, v in i.items() if whole or n in shown} for i in items if all(n in i for n in keys)]
        name = made["IndexName"]
        scanned = all_items(client.scan, TableName=table, IndexName=name, Limit=7)
        assert sorted(scanned, key=repr) == sorted(expected, key=repr), name
        for partition in {repr(i[keys[0]]): i[keys[0]] for i in expected}.values():
            found = all_items(client.query, TableName=table, IndexName=name, Limit=3, KeyConditionExpression="#k = :k",
                              ExpressionAttributeNames={"#k": keys[0]}, ExpressionAttributeValues={":k": partition})
            assert sorted(found, key=repr) == sorted((i for i in expected if i[keys[0]] == partition), key=repr), name
            if len(keys) > 1:
                sorts = [ordered(i[keys[1]]) for i in found]
                assert sorts == sorted(sorts), name


@pytest.mark.larder_only
def test_its_counters_too(client, make_table):
    """Exact after any series of writes, where the service's are six hours old."""
    seed = int(os.environ.get("LARDER_SEED", random.randrange(2 ** 32)))
    print("LARDER_SEED =", seed)
    table = make_table("S", **indexed(TYPES, everywhere=GLOBAL, within=LOCAL)).name
    write(client, table, seed)
    for made in GLOBAL + LOCAL:
        found = all_items(client.scan, TableName=table, IndexName=made["IndexName"])
        counted = described(client, table, made["IndexName"])
        # Every number of MADE but zero takes two bytes.
        assert (counted["ItemCount"], counted["IndexSizeBytes"]) == (len(found), sum(
            len(n) + ((1 if v["N"] == "0" else 2 + (v["N"][0] == "-")) if "N" in v else len(next(iter(v.values()))))
            for i in found for n, v in i.items()))
