"""Goal: every example and every table of facts of the seed document "Tables, keys and items" holds.
Method: one test for each heading or box; snippets run as written (conftest.py).
"""

import json
from decimal import Decimal

import pytest
from boto3.dynamodb.conditions import Key

from cases import fresh, refused, rows

WIRE_ITEM = """
{
  "PK":     {"S": "CUSTOMER#42"},
  "SK":     {"S": "ORDER#2026-03-11#A917"},
  "total":  {"N": "48.20"},
  "items":  {"L": [{"S": "SKU-1"}, {"S": "SKU-7"}]},
  "paid":   {"BOOL": true},
  "meta":   {"M": {"source": {"S": "web"}}}
}
"""


@pytest.fixture
def app_data(named_table):
    return named_table("AppData")


def test_tables_and_items_the_wire_format(raw, as_written, app_data):
    item = json.loads(as_written(WIRE_ITEM))
    assert raw.call("PutItem", {"TableName": "AppData", "Item": item})[0] == 200
    _, reply = raw.call("GetItem", {"TableName": "AppData", "Key": {n: item[n] for n in ("PK", "SK")}})
    assert reply["Item"] == {**item, "total": {"N": "48.2"}}  # numbers come back normalised


@rows("value", *((kind, value) for kind, value in (
    ("S", {"S": "string"}), ("N", {"N": "1." + "1" * 37}), ("B", {"B": b"\x00\xff"}), ("BOOL", {"BOOL": True}),
    ("NULL", {"NULL": True}), ("M", {"M": {"a": {"M": {"b": {"S": "c"}}}}}), ("L", {"L": [{"S": "a"}, {"N": "1"}]}),
    ("SS", {"SS": ["a"]}), ("NS", {"NS": ["1"]}), ("BS", {"BS": [b"a"]}))))
def test_attribute_types(client, simple, key, value):
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "v": value})
    assert client.get_item(TableName=simple.name, Key={"PK": {"S": key}})["Item"]["v"] == value


def test_things_that_catch_people_more_precise_than_a_double(client, simple, key):
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "v": {"N": "0.1"}})
    reply = client.update_item(TableName=simple.name, Key={"PK": {"S": key}}, UpdateExpression="SET v = v + :v",
                               ExpressionAttributeValues={":v": {"N": "0.2"}}, ReturnValues="ALL_NEW")
    assert reply["Attributes"]["v"] == {"N": "0.3"}


def test_things_that_catch_people_removing_the_last_element_removes_the_attribute(simple, key):
    simple.put_item(Item={"PK": key, "tags": {"gift"}})
    simple.update_item(Key={"PK": key}, UpdateExpression="DELETE tags :t", ExpressionAttributeValues={":t": {"gift"}})
    assert simple.get_item(Key={"PK": key})["Item"] == {"PK": key}


def test_things_that_catch_people_iso_dates_sort(table, key):
    dates = ["2024-01-02", "2023-12-31", "2024-01-01T10:00:00Z", "2024-10-01", "2024-02-01"]
    for date in dates:
        table.put_item(Item={"PK": key, "SK": date})
    assert [i["SK"] for i in table.query(KeyConditionExpression=Key("PK").eq(key))["Items"]] == sorted(dates)


def test_the_primary_key_simple_one_item_per_key(simple, key):
    for v in (1, 2):
        simple.put_item(Item={"PK": key, "v": v})
    assert simple.query(KeyConditionExpression=Key("PK").eq(key))["Items"] == [{"PK": key, "v": 2}]


def test_the_primary_key_composite_many_items_sorted(table, key):
    for sort in ("b", "c", "a"):
        table.put_item(Item={"PK": key, "SK": sort})
    assert [i["SK"] for i in table.query(KeyConditionExpression=Key("PK").eq(key))["Items"]] == ["a", "b", "c"]


@pytest.mark.parametrize("operator", ["lt", "gt", "lte", "gte", "begins_with"])
def test_the_primary_key_partition_key_only_by_equality(table, operator):
    with refused("ValidationException", "Query key condition not supported"):
        table.query(KeyConditionExpression=getattr(Key("PK"), operator)("a"))


def test_danger_a_key_cannot_change(table, key):
    table.put_item(Item={"PK": key, "SK": "a"})
    with refused("ValidationException", containing="Cannot update attribute SK. This attribute is part of the key"):
        table.update_item(Key={"PK": key, "SK": "a"}, UpdateExpression="SET SK = :v", ExpressionAttributeValues={":v": "b"})


@rows("condition,expected",
      ("all orders", Key("SK").begins_with("ORDER#"), ["ORDER#2026-01-02", "ORDER#2026-03-11"]),
      ("a range", Key("SK").between("ORDER#2026-01", "ORDER#2026-04"), ["ORDER#2026-01-02", "ORDER#2026-03-11"]),
      ("just the profile", Key("SK").eq("PROFILE"), ["PROFILE"]),
      ("all of it", None, ["ADDRESS#home", "ORDER#2026-01-02", "ORDER#2026-03-11", "PROFILE"]))
def test_item_collections(app_data, condition, expected):
    for sort in ("PROFILE", "ORDER#2026-03-11", "ADDRESS#home", "ORDER#2026-01-02"):
        app_data.put_item(Item={"PK": "CUSTOMER#42", "SK": sort})
    whole = Key("PK").eq("CUSTOMER#42")
    found = app_data.query(KeyConditionExpression=whole & condition if condition else whole)["Items"]
    assert [i["SK"] for i in found] == expected


def test_limits_item_size_includes_names(client, simple, key):
    item = {"PK": {"S": key}, "n" * 60_000: {"S": "x" * (409_600 - 60_000 - 2 - len(key))}}
    client.put_item(TableName=simple.name, Item=item)
    item["v"] = {"S": ""}
    with refused("ValidationException", "Item size has exceeded the maximum allowed size"):
        client.put_item(TableName=simple.name, Item=item)
    client.delete_item(TableName=simple.name, Key={"PK": {"S": key}})


def test_limits_one_mb_before_filters(table, key):
    for i in range(4):
        table.put_item(Item={"PK": key, "SK": f"{i}", "d": "x" * 390_000})
    from boto3.dynamodb.conditions import Attr
    page = table.query(KeyConditionExpression=Key("PK").eq(key), FilterExpression=Attr("d").eq("y"),
                       ReturnConsumedCapacity="TOTAL")
    assert page["Items"] == [] and "LastEvaluatedKey" in page
    assert page["ConsumedCapacity"]["CapacityUnits"] > 90  # a filtered query pays for what it read
    for i in range(4):
        table.delete_item(Key={"PK": key, "SK": f"{i}"})


@rows("partition,sort,fits",
      ("2048 and 1024 bytes", 2048, 1024, True), ("2049", 2049, 1024, False), ("1025", 2048, 1025, False))
def test_limits_key_values(table, partition, sort, fits):
    item = {"PK": "p" * partition, "SK": "s" * sort}
    if fits:
        table.put_item(Item=item)
        table.delete_item(Key=item)
    else:
        with refused("ValidationException"):
            table.put_item(Item=item)


def test_limits_batches_and_transactions(client, simple):
    def keys(count):
        return [{"PK": {"S": f"{i}"}} for i in range(count)]
    for count, call in (
            (25, lambda k: client.batch_write_item(RequestItems={simple.name: [{"DeleteRequest": {"Key": x}} for x in k]})),
            (100, lambda k: client.batch_get_item(RequestItems={simple.name: {"Keys": k}})),
            (100, lambda k: client.transact_get_items(
                TransactItems=[{"Get": {"TableName": simple.name, "Key": x}} for x in k])),
            (100, lambda k: client.transact_write_items(
                TransactItems=[{"Delete": {"TableName": simple.name, "Key": x}} for x in k]))):
        call(keys(count))
        with refused("ValidationException"):
            call(keys(count + 1))


def test_naming_keys_generically(app_data):
    app_data.put_item(Item={"PK": "CUSTOMER#42", "SK": "ORDER#A917", "_type": "Order"})
    found = app_data.scan(FilterExpression="#t = :t", ExpressionAttributeNames={"#t": "_type"},
                          ExpressionAttributeValues={":t": "Order"})
    assert found["Count"] == 1


def test_prefixing_and_key_formatting_prefixes_keep_types_apart(app_data):
    for sort in ("PRODUCT#SKU-1", "ORDER#A917", "CUSTOMER#42", "ORDER#2026-03-11#A917"):
        app_data.put_item(Item={"PK": "x", "SK": sort})
    found = app_data.query(KeyConditionExpression=Key("PK").eq("x") & Key("SK").begins_with("ORDER#"))["Items"]
    assert [i["SK"] for i in found] == ["ORDER#2026-03-11#A917", "ORDER#A917"]


def test_prefixing_and_key_formatting_zero_padding(table, key):
    for sort in ("ITEM#7", "ITEM#60", "ITEM#0007", "ITEM#0060"):
        table.put_item(Item={"PK": key, "SK": sort})
    found = [i["SK"] for i in table.query(KeyConditionExpression=Key("PK").eq(key))["Items"]]
    assert found.index("ITEM#7") > found.index("ITEM#60")
    assert found.index("ITEM#0007") < found.index("ITEM#0060")


def test_prefixing_and_key_formatting_the_separator_sorts_low(table, key):
    for sort in ("A#1", "A1", "AA", "A"):
        table.put_item(Item={"PK": key, "SK": sort})
    assert [i["SK"] for i in table.query(KeyConditionExpression=Key("PK").eq(key))["Items"]] == ["A", "A#1", "A1", "AA"]


def test_the_document_client(run, app_data):
    run("""
import boto3
from decimal import Decimal

table = boto3.resource("dynamodb").Table("AppData")

table.put_item(Item={
    "PK": "CUSTOMER#42", "SK": "ORDER#A917",
    "total": Decimal("48.20"),      # NOT float
    "tags": {"priority", "gift"},   # a set
    "lines": [{"sku": "S1", "qty": 2}],
})
""")
    assert app_data.get_item(Key={"PK": "CUSTOMER#42", "SK": "ORDER#A917"})["Item"] == {
        "PK": "CUSTOMER#42", "SK": "ORDER#A917", "total": Decimal("48.2"), "tags": {"priority", "gift"},
        "lines": [{"sku": "S1", "qty": 2}]}


def test_the_decimal_rule(simple, key):
    with pytest.raises(TypeError, match="Float types are not supported"):
        simple.put_item(Item={"PK": key, "price": 48.2})
    exact = Decimal("12345678901234567890.123456789012345678")
    simple.put_item(Item={"PK": key, "price": exact})
    assert simple.get_item(Key={"PK": key})["Item"]["price"] == exact


def test_type_surprises_empty_string(simple, key):
    simple.put_item(Item={"PK": key, "v": ""})
    assert simple.get_item(Key={"PK": key})["Item"]["v"] == ""
    with refused("ValidationException", containing="empty string value. Key: PK"):
        simple.put_item(Item={"PK": ""})


def test_type_surprises_empty_set(client, simple):
    for kind in ("SS", "NS", "BS"):
        with refused("ValidationException", containing="empty"):
            client.put_item(TableName=simple.name, Item={"PK": {"S": "a"}, "v": {kind: []}})


def test_type_surprises_null_is_not_missing(simple, key):
    simple.put_item(Item={"PK": key, "v": None})
    with refused("ConditionalCheckFailedException"):
        simple.put_item(Item={"PK": key}, ConditionExpression="attribute_not_exists(v)")
    simple.put_item(Item={"PK": key, "v": 1}, ConditionExpression="attribute_exists(v)")


def test_type_surprises_nested_depth(client, simple, key):
    def nested(levels):
        return {"S": "x"} if levels == 0 else {"M": {"m": nested(levels - 1)}}
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "v": nested(31)})
    with refused("ValidationException", containing="Nesting Levels have exceeded supported limits"):
        client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "v": nested(33)})


def test_type_surprises_booleans_in_sets(raw, simple):
    kind, _ = raw.error("PutItem", {"TableName": simple.name, "Item": {"PK": {"S": "a"}, "v": {"SS": [True]}}})
    assert kind == "SerializationException"


def test_designing_the_item_shape_reads_round_to_4_kb_writes_to_1_kb(simple, key):
    simple.put_item(Item={"PK": key, "settings": "x" * 10_000, "n": 0})
    put = simple.put_item(Item={"PK": key, "settings": "x" * 10_000, "n": 1}, ReturnConsumedCapacity="TOTAL")
    update = simple.update_item(Key={"PK": key}, UpdateExpression="SET n = :n", ExpressionAttributeValues={":n": 2},
                                ReturnConsumedCapacity="TOTAL")
    read = simple.get_item(Key={"PK": key}, ConsistentRead=True, ReturnConsumedCapacity="TOTAL")
    assert [r["ConsumedCapacity"]["CapacityUnits"] for r in (put, update, read)] == [10, 10, 3]


def test_reading_the_model_back(run_shell, app_data):
    app_data.put_item(Item={"PK": fresh(), "SK": "a"})
    done = run_shell("""
aws dynamodb describe-table --table-name AppData \\
  --query 'Table.{keys:KeySchema, attrs:AttributeDefinitions, size:TableSizeBytes, count:ItemCount}'
""")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["keys"] == [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]
    assert sorted(a["AttributeName"] for a in found["attrs"]) == ["PK", "SK"]


@pytest.mark.larder_only
def test_reading_the_model_back_our_counts_are_live(client, app_data):
    """Differs on purpose: the service's are up to six hours old."""
    app_data.put_item(Item={"PK": "a", "SK": "a"})
    described = client.describe_table(TableName="AppData")["Table"]
    assert (described["ItemCount"], described["TableSizeBytes"]) == (1, 6)


def test_reading_the_model_back_a_count_of_ones_own(simple, key):
    for _ in range(3):
        simple.update_item(Key={"PK": key}, UpdateExpression="ADD n :one", ExpressionAttributeValues={":one": 1})
    assert simple.get_item(Key={"PK": key})["Item"]["n"] == 3
