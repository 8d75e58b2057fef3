"""Goal: a database that an earlier build wrote in format 1 opens, and everything reads back as it was written.
Method: v1/data.mdb.gz, frozen, is unpacked into a directory of its own; larderd is asked for all that v1/contents.py lists,
and then changes it, so that the old bytes are shown to be good for writes too.
"""

import gzip
import importlib.util
import json
import pathlib
import tempfile
import time

import pytest

import larder_daemon
import raw_http

V1 = pathlib.Path(__file__).resolve().parent / "v1"
SPEC = importlib.util.spec_from_file_location("contents_v1", V1 / "contents.py")
contents = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(contents)


@pytest.fixture
def http():
    with tempfile.TemporaryDirectory(prefix="larder-test-") as folder:
        (pathlib.Path(folder) / "data.mdb").write_bytes(gzip.decompress((V1 / "data.mdb.gz").read_bytes()))
        with larder_daemon.Daemon("--data-dir", folder, "--test-clock") as daemon:
            http = raw_http.RawHttp(daemon.endpoint, sign=False)
            change_clock(http, set_ms=contents.READ_MS)
            change_clock(http, freeze=True)
            yield http
            http.close()


def change_clock(http, **change):
    assert http.send("POST", "/_larder/clock", json.dumps(change).encode()).status == 200


def ask(http, operation, body):
    status, reply = http.call(operation, body)
    assert status == 200, (operation, reply)
    return reply


def in_order(items):
    return sorted(items, key=lambda item: json.dumps(item, sort_keys=True))


def items_of(name):
    return contents.ITEMS[name] + ([contents.COUNTED] if name == "provisioned" else [])


def test_tables(http):
    assert ask(http, "ListTables", {})["TableNames"] == sorted(table["TableName"] for table in contents.TABLES)
    for table in contents.TABLES:
        described = ask(http, "DescribeTable", {"TableName": table["TableName"]})["Table"]
        assert described["KeySchema"] == table["KeySchema"]
        added = [{"AttributeName": "note", "AttributeType": "S"}] if table["TableName"] == "indexed" else []
        assert in_order(described["AttributeDefinitions"]) == in_order(table["AttributeDefinitions"] + added)
        assert described["CreationDateTime"] == contents.CLOCK_MS / 1000
        assert described["ItemCount"] == len(items_of(table["TableName"]))
        assert described["DeletionProtectionEnabled"] is table.get("DeletionProtectionEnabled", False)
        if table["BillingMode"] == "PROVISIONED":
            throughput = table["ProvisionedThroughput"]
            assert throughput.items() <= described["ProvisionedThroughput"].items()
            assert described["TableClassSummary"]["TableClass"] == table["TableClass"]
        else:
            assert described["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
        tags = ask(http, "ListTagsOfResource", {"ResourceArn": described["TableArn"]}).get("Tags", [])
        assert in_order(tags) == in_order(table.get("Tags", []))


@pytest.mark.parametrize("name", contents.ITEMS)
def test_items(http, name):
    kept = items_of(name)
    assert in_order(ask(http, "Scan", {"TableName": name})["Items"]) == in_order(kept)
    for item in kept:
        key = {attribute: item[attribute] for attribute in ("pk", "sk") if attribute in item}
        assert ask(http, "GetItem", {"TableName": name, "Key": key})["Item"] == item


@pytest.mark.parametrize("name,order", [("text-text", lambda item: item["sk"]["S"].encode()),
                                        ("numbers-numbers", lambda item: contents.decimal(item["sk"]["N"])),
                                        ("bytes-bytes", lambda item: contents.decoded(item["sk"]["B"]))])
def test_order(http, name, order):
    kept = sorted(contents.ITEMS[name], key=order)
    query = {"TableName": name, "KeyConditionExpression": "pk = :p", "ExpressionAttributeValues": {":p": kept[0]["pk"]}}
    assert ask(http, "Query", query)["Items"] == kept
    assert ask(http, "Query", {**query, "ScanIndexForward": False})["Items"] == kept[::-1]


def described_indexes(http):
    table = ask(http, "DescribeTable", {"TableName": "indexed"})["Table"]
    return {index["IndexName"]: index for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes")
            for index in table[kind]}


def item_size(item):
    return sum(len(name) + {"S": len, "N": lambda text: {"0": 1, "1.5": 3, "-3": 3}.get(text, 2), "B": lambda text: len(contents.decoded(text))}[kind](value)
               for name, typed in item.items() for kind, value in typed.items())


def check_index(http, name):
    """Every partition of the index, in order; its entries all together, and their sum as DescribeTable shows it."""
    shown, everything = contents.SHOWN[name], []
    for partition, numbers in contents.INDEXED[name].items():
        rows = [{attribute: value for attribute, value in contents.ITEMS["indexed"][n].items()
                 if shown is None or attribute in shown} for n in numbers]
        query = {"TableName": "indexed", "IndexName": name,
                 "KeyConditionExpression": " AND ".join(f"#{at} = :{at}" for at, _ in enumerate(partition)),
                 "ExpressionAttributeNames": {f"#{at}": each[0] for at, each in enumerate(partition)},
                 "ExpressionAttributeValues": {f":{at}": {each[1]: each[2]} for at, each in enumerate(partition)}}
        assert ask(http, "Query", query)["Items"] == rows
        everything += rows
    assert in_order(ask(http, "Scan", {"TableName": "indexed", "IndexName": name})["Items"]) == in_order(everything)
    described = described_indexes(http)[name]
    assert described["ItemCount"] == len(everything)
    assert described["IndexSizeBytes"] == sum(map(item_size, everything))


@pytest.mark.parametrize("name", [name for name in contents.INDEXED if name != "new"])
def test_index(http, name):
    check_index(http, name)


def test_on_demand_throughput(http):
    table = next(table for table in contents.TABLES if table["TableName"] == "indexed")
    assert ask(http, "DescribeTable", {"TableName": "indexed"})["Table"]["OnDemandThroughput"] == table["OnDemandThroughput"]


def test_the_build_goes_on(http):
    assert described_indexes(http)["new"]["IndexStatus"] == "CREATING"
    change_clock(http, advance_ms=contents.STATE_DELAY_MS)
    until = time.monotonic() + 30
    while described_indexes(http)["new"]["IndexStatus"] != "ACTIVE":
        assert time.monotonic() < until, "the build does not end"
    check_index(http, "new")


def test_item_collections(http):
    """The stored size of the collection is what the items and the local index's projections sum up to."""
    reply = ask(http, "PutItem", {"TableName": "indexed", "Item": contents.ITEMS["indexed"][5],
                                  "ReturnItemCollectionMetrics": "SIZE"})
    assert reply["ItemCollectionMetrics"]["ItemCollectionKey"] == {"pk": {"S": "p"}}
    assert reply["ItemCollectionMetrics"]["SizeEstimateRangeGB"] == [0.0, 1.0]
    for item in contents.ITEMS["indexed"]:
        ask(http, "DeleteItem", {"TableName": "indexed", "Key": {name: item[name] for name in ("pk", "sk")}})


def test_the_token(http):
    ask(http, "TransactWriteItems", contents.TRANSACTION)
    key = {"TableName": "provisioned", "Key": {"pk": contents.COUNTED["pk"]}}
    assert ask(http, "GetItem", key)["Item"] == contents.COUNTED
    other = json.loads(json.dumps(contents.TRANSACTION).replace('"1"', '"2"'))
    assert http.error("TransactWriteItems", other)[0] == "IdempotentParameterMismatchException"


def test_writes(http):
    """Every item replaced, then deleted; a new table beside the old ones."""
    ask(http, "CreateTable", {**contents.TABLES[0], "TableName": "new"})
    for name in contents.ITEMS:
        for item in items_of(name):
            key = {attribute: item[attribute] for attribute in ("pk", "sk") if attribute in item}
            ask(http, "PutItem", {"TableName": name, "Item": {**item, "more": {"S": "m"}}})
            old = ask(http, "DeleteItem", {"TableName": name, "Key": key, "ReturnValues": "ALL_OLD"})["Attributes"]
            assert old == {**item, "more": {"S": "m"}}
        assert ask(http, "Scan", {"TableName": name})["Items"] == []
        described = ask(http, "DescribeTable", {"TableName": name})["Table"]
        assert (described["ItemCount"], described["TableSizeBytes"]) == (0, 0)
