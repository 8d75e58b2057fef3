"""Goal: every way to write an item keeps its index entries, and refuses what cannot be an index key, with the service's text.
Method: one table with global and local indexes of each key type; each rule runs over every way to write.
"""

import pytest

from cases import fresh, refused, rows
from index_tables import definitions, entries, index, indexed, key_schema, settled

INVALID = "One or more parameter values were invalid: "
UNSUPPORTED = "The update expression attempted to update the secondary index key to unsupported type"
EMPTY_UPDATE = ("One or more parameter values are not valid. The update expression attempted to update a key to a value that "
                "is not supported. The AttributeValue for a key attribute cannot contain an empty {} value.")
EMPTY_PUT = ("One or more parameter values are not valid. A value specified for a secondary index key is not supported. "
             "The AttributeValue for a key attribute cannot contain an empty {} value. IndexName: {}, IndexKey: {}")
TOO_LONG_UPDATE = "The update expression attempted to update the secondary index key beyond allowed size limits"
HASH_TOO_LONG = INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes"
RANGE_TOO_LONG = INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"


@pytest.fixture(scope="module")
def table(make_table):
    """Each attribute is a key of one index only, so that a complaint names one."""
    return make_table("S", **indexed({"email": "S", "n": "N", "b": "B", "status": "S", "created": "S", "local": "S"}, everywhere=[
        index("email-index", "email"), index("n-index", "n"), index("b-index", "b"),
        index("status-created-index", "status", "created")], within=[index("local-index", "PK", "local")])).name


def k(key):
    return {"PK": {"S": key}, "SK": {"S": "s"}}


def put(client, table, key, attributes):
    client.put_item(TableName=table, Item={**k(key), **attributes})


def batch(client, table, key, attributes):
    client.batch_write_item(RequestItems={table: [{"PutRequest": {"Item": {**k(key), **attributes}}}]})


def transact(client, table, key, attributes):
    client.transact_write_items(TransactItems=[{"Put": {"TableName": table, "Item": {**k(key), **attributes}}}])


def setting(table, key, attributes):
    names = {f"#{n}": n for n in attributes}
    return {"TableName": table, "Key": k(key), "UpdateExpression": "SET " + ", ".join(f"#{n} = :{n}" for n in attributes),
            "ExpressionAttributeNames": names, "ExpressionAttributeValues": {f":{n}": v for n, v in attributes.items()}}


def update(client, table, key, attributes):
    client.update_item(**setting(table, key, attributes))


def legacy_update(client, table, key, attributes):
    client.update_item(TableName=table, Key=k(key), AttributeUpdates={
        n: {"Action": "PUT", "Value": v} for n, v in attributes.items()})


def transact_update(client, table, key, attributes):
    client.transact_write_items(TransactItems=[{"Update": setting(table, key, attributes)}])


PUTS = {"PutItem": put, "BatchWriteItem": batch, "TransactWriteItems Put": transact}
UPDATES = {"UpdateItem": update, "AttributeUpdates": legacy_update, "TransactWriteItems Update": transact_update}
EVERY_WAY = pytest.mark.parametrize("way", [pytest.param(f, id=n.replace(" ", "_")) for n, f in {**PUTS, **UPDATES}.items()])
VALUES = {"email": {"S": "e"}, "n": {"N": "1"}, "b": {"B": b"b"}, "status": {"S": "s"}, "created": {"S": "c"}, "local": {"S": "l"}}
INDEX_OF = {"email": "email-index", "n": "n-index", "b": "b-index", "status": "status-created-index",
            "created": "status-created-index", "local": "local-index"}


@pytest.fixture
def found(client, table, key):
    """The names of the indexes where this item is, each as a query of its own key finds it."""
    def of():
        names = set()
        for name, condition, values in (
                ("email-index", "email = :e", {":e": VALUES["email"]}), ("n-index", "n = :n", {":n": VALUES["n"]}),
                ("b-index", "b = :b", {":b": VALUES["b"]}),
                ("status-created-index", "#s = :s AND created = :c", {":s": VALUES["status"], ":c": VALUES["created"]}),
                ("local-index", "PK = :p AND #l = :l", {":p": {"S": key}, ":l": VALUES["local"]})):
            reserved = {"#s": "status"} if "#s" in condition else {"#l": "local"} if "#l" in condition else None
            items = client.query(TableName=table, IndexName=name, KeyConditionExpression=condition,
                                 ExpressionAttributeValues=values,
                                 **({"ExpressionAttributeNames": reserved} if reserved else {}))["Items"]
            if any(i["PK"] == {"S": key} for i in items):
                names.add(name)
        return names
    return of


@EVERY_WAY
def test_an_item_is_in_the_indexes_whose_keys_it_has(client, table, key, found, way):
    way(client, table, key, VALUES)
    assert found() == {"email-index", "n-index", "b-index", "status-created-index", "local-index"}


@EVERY_WAY
@pytest.mark.parametrize("missing", sorted(VALUES))
def test_sparse(client, table, key, found, way, missing):
    way(client, table, key, {n: v for n, v in VALUES.items() if n != missing})
    assert found() == set(INDEX_OF.values()) - {INDEX_OF[missing]}


@pytest.mark.parametrize("way", [pytest.param(f, id=n.replace(" ", "_")) for n, f in PUTS.items()])
def test_a_put_takes_the_old_entries_away(client, table, key, found, way):
    put(client, table, key, VALUES)
    way(client, table, key, {"email": VALUES["email"], "n": {"N": "2"}})
    assert found() == {"email-index"}


def test_an_update_removes_an_entry_with_its_key(client, table, key, found):
    put(client, table, key, VALUES)
    client.update_item(TableName=table, Key=k(key), UpdateExpression="REMOVE created, n")
    assert found() == {"email-index", "b-index", "local-index"}
    client.update_item(TableName=table, Key=k(key), UpdateExpression="ADD n :one", ExpressionAttributeValues={":one": {"N": "1"}})
    assert found() == {"email-index", "b-index", "local-index", "n-index"}


@rows("remove",
      ("DeleteItem", lambda client, table, key: client.delete_item(TableName=table, Key=k(key))),
      ("BatchWriteItem", lambda client, table, key: client.batch_write_item(
          RequestItems={table: [{"DeleteRequest": {"Key": k(key)}}]})),
      ("TransactWriteItems", lambda client, table, key: client.transact_write_items(
          TransactItems=[{"Delete": {"TableName": table, "Key": k(key)}}])))
def test_a_delete_removes_every_entry(client, table, key, found, remove):
    put(client, table, key, VALUES)
    remove(client, table, key)
    assert found() == set()


REFUSED = (
    ("a number for text", "email", {"N": "1"}, INVALID + "Type mismatch for Index Key email Expected: S Actual: N IndexName: "
     "email-index", UNSUPPORTED),
    ("null", "email", {"NULL": True}, INVALID + "Type mismatch for Index Key email Expected: S Actual: NULL IndexName: "
     "email-index", UNSUPPORTED),
    ("a list", "email", {"L": []}, INVALID + "Type mismatch for Index Key email Expected: S Actual: L IndexName: email-index",
     UNSUPPORTED),
    ("a map", "n", {"M": {}}, INVALID + "Type mismatch for Index Key n Expected: N Actual: M IndexName: n-index", UNSUPPORTED),
    ("a boolean", "n", {"BOOL": True}, INVALID + "Type mismatch for Index Key n Expected: N Actual: BOOL IndexName: n-index",
     UNSUPPORTED),
    ("text for a number", "n", {"S": "1"}, INVALID + "Type mismatch for Index Key n Expected: N Actual: S IndexName: n-index",
     UNSUPPORTED),
    ("a set", "b", {"BS": [b"a"]}, INVALID + "Type mismatch for Index Key b Expected: B Actual: BS IndexName: b-index",
     UNSUPPORTED),
    ("a sort key of another type", "created", {"N": "1"}, INVALID + "Type mismatch for Index Key created Expected: S Actual: N "
     "IndexName: status-created-index", UNSUPPORTED),
    ("a local key of another type", "local", {"B": b"1"}, INVALID + "Type mismatch for Index Key local Expected: S Actual: B "
     "IndexName: local-index", UNSUPPORTED),
    ("empty text", "email", {"S": ""}, EMPTY_PUT.format("string", "email-index", "email"), EMPTY_UPDATE.format("string")),
    ("empty binary", "b", {"B": b""}, EMPTY_PUT.format("binary", "b-index", "b"), EMPTY_UPDATE.format("binary")),
    ("an empty sort key", "created", {"S": ""}, EMPTY_PUT.format("string", "status-created-index", "created"),
     EMPTY_UPDATE.format("string")),
    ("an empty local key", "local", {"S": ""}, EMPTY_PUT.format("string", "local-index", "local"), EMPTY_UPDATE.format("string")),
    ("text too long", "email", {"S": "x" * 2049}, HASH_TOO_LONG, TOO_LONG_UPDATE),
    ("binary too long", "b", {"B": b"x" * 2049}, HASH_TOO_LONG, TOO_LONG_UPDATE),
    ("a sort key too long", "created", {"S": "x" * 1025}, RANGE_TOO_LONG, TOO_LONG_UPDATE),
    ("bytes count, not characters", "created", {"S": "\xe4" * 513}, RANGE_TOO_LONG, TOO_LONG_UPDATE),
    ("a local key too long", "local", {"S": "x" * 1025}, RANGE_TOO_LONG, TOO_LONG_UPDATE))


@rows("attribute,value,put_text,update_text", *REFUSED)
@EVERY_WAY
def test_what_cannot_be_a_key_is_refused(client, table, key, found, way, attribute, value, put_text, update_text):
    put(client, table, key, VALUES)
    text = update_text if way in UPDATES.values() else put_text
    if way in (transact, transact_update):
        with refused("TransactionCanceledException") as info:
            way(client, table, key, {**VALUES, attribute: value})
        assert info.value.response["CancellationReasons"] == [{"Code": "ValidationError", "Message": text}]
    else:
        with refused("ValidationException", text):
            way(client, table, key, {**VALUES, attribute: value})
    assert found() == set(INDEX_OF.values())
    assert client.get_item(TableName=table, Key=k(key))["Item"] == {**k(key), **VALUES}


@EVERY_WAY
def test_a_wrong_key_counts_though_another_is_missing(client, table, key, way):
    """The item would not be in the index anyway."""
    with pytest.raises(client.exceptions.ClientError) as info:
        way(client, table, key, {"created": {"N": "1"}})
    assert info.value.response["Error"]["Code"] in ("ValidationException", "TransactionCanceledException")
    assert "Item" not in client.get_item(TableName=table, Key=k(key))


@EVERY_WAY
def test_keys_at_their_limits(client, table, key, way):
    values = {"email": {"S": key.ljust(2048, "x")}, "status": {"S": key.ljust(2048, "y")}, "created": {"S": "c" * 1024},
              "local": {"S": "l" * 1024}}
    way(client, table, key, values)
    found = client.query(TableName=table, IndexName="email-index", KeyConditionExpression="email = :e",
                         ExpressionAttributeValues={":e": values["email"]})["Items"]
    assert found == [{**k(key), **values}]
    found = client.query(TableName=table, IndexName="status-created-index", KeyConditionExpression="#s = :s AND created = :c",
                         ExpressionAttributeNames={"#s": "status"},
                         ExpressionAttributeValues={":s": values["status"], ":c": values["created"]})["Items"]
    assert found == [{**k(key), **values}]
    client.delete_item(TableName=table, Key=k(key))


def test_number_keys_are_equal_by_value(client, table, key):
    put(client, table, key, {"n": {"N": "007.50"}})
    found = client.query(TableName=table, IndexName="n-index", KeyConditionExpression="n = :n",
                         ExpressionAttributeValues={":n": {"N": "75e-1"}})["Items"]
    assert [i["n"] for i in found if i["PK"]["S"] == key] == [{"N": "7.5"}]


def test_a_put_is_judged_before_its_condition(client, table, key):
    with refused("ValidationException", containing="Type mismatch for Index Key"):
        client.put_item(TableName=table, Item={**k(key), "email": {"N": "1"}}, ConditionExpression="attribute_exists(PK)")


def test_an_update_is_judged_after_its_condition(client, table, key):
    arguments = setting(table, key, {"email": {"N": "1"}})
    with refused("ConditionalCheckFailedException"):
        client.update_item(**arguments, ConditionExpression="attribute_exists(PK)")
    with refused("ValidationException", UNSUPPORTED):
        client.update_item(**arguments)


@rows("expression,values,text",
      ("what SET computes", "SET email = n", None, UNSUPPORTED),
      ("what ADD makes", "ADD fresh_set :v, email :v", {":v": {"SS": ["x"]}}, UNSUPPORTED),
      ("what is copied", "SET email = long_text", None, TOO_LONG_UPDATE),
      ("what a default gives", "SET created = if_not_exists(nothing, :v)", {":v": {"S": ""}}, EMPTY_UPDATE.format("string")))
def test_updates_are_judged_by_their_outcome(client, table, key, expression, values, text):
    before = {**k(key), "n": {"N": "1"}, "long_text": {"S": "x" * 2049}}
    client.put_item(TableName=table, Item=before)
    with refused("ValidationException", text):
        client.update_item(TableName=table, Key=k(key), UpdateExpression=expression,
                           **({"ExpressionAttributeValues": values} if values else {}))
    assert client.get_item(TableName=table, Key=k(key))["Item"] == before


def test_one_bad_put_refuses_the_batch(client, table):
    a, b = fresh(), fresh()
    with refused("ValidationException"):
        client.batch_write_item(RequestItems={table: [
            {"PutRequest": {"Item": {**k(a), "email": {"S": "fine"}}}}, {"PutRequest": {"Item": {**k(b), "email": {"S": ""}}}}]})
    assert "Item" not in client.get_item(TableName=table, Key=k(a))


def test_a_transaction_gives_each_action_its_reason(client, table):
    a, b, c = fresh(), fresh(), fresh()
    with refused("TransactionCanceledException") as info:
        client.transact_write_items(TransactItems=[
            {"Put": {"TableName": table, "Item": {**k(a), "email": {"S": "fine"}}}},
            {"Put": {"TableName": table, "Item": {**k(b), "n": {"S": "1"}}}},
            {"Update": setting(table, c, {"email": {"S": ""}})}])
    assert [r["Code"] for r in info.value.response["CancellationReasons"]] == ["None", "ValidationError", "ValidationError"]
    assert "Item" not in client.get_item(TableName=table, Key=k(a))


def test_the_first_index_that_complains_is_named(client, make_table, key):
    """Two indexes share the attribute: the text names one of them."""
    table = make_table("S", **indexed({"a": "S"}, everywhere=[index("one", "a"), index("two", "a", "SK")])).name
    with refused("ValidationException") as info:
        client.put_item(TableName=table, Item={**k(key), "a": {"N": "1"}})
    assert info.value.response["Error"]["Message"] in {
        INVALID + f"Type mismatch for Index Key a Expected: S Actual: N IndexName: {n}" for n in ("one", "two")}


def test_a_key_of_the_table_must_fit_the_index_too(client, make_table):
    """A partition key may have 2048 bytes, as the index's sort key it may not."""
    table = make_table("S", **indexed({}, everywhere=[index("inverted", "SK", "PK")])).name
    client.put_item(TableName=table, Item={"PK": {"S": "p" * 1024}, "SK": {"S": "s"}})
    with refused("ValidationException", RANGE_TOO_LONG):
        client.put_item(TableName=table, Item={"PK": {"S": "p" * 1025}, "SK": {"S": "s"}})
    assert len(entries(client, table, "inverted")) == 1


@pytest.mark.larder_only
def test_a_wrong_value_from_before_the_index_may_stay(client, make_table, key):
    """It is no error until a write touches it; until then the item is just not in the index."""
    table = make_table("S").name
    item = {**k(key), "email": {"N": "1"}, "v": {"N": "1"}}
    client.put_item(TableName=table, Item=item)
    client.update_table(TableName=table, AttributeDefinitions=definitions({"email": "S"}),
                        GlobalSecondaryIndexUpdates=[{"Create": index("email-index", "email")}])

    def change(expression, **values):
        client.update_item(TableName=table, Key=k(key), UpdateExpression=expression, **(
            {"ExpressionAttributeValues": {f":{n}": v for n, v in values.items()}} if values else {}))
    change("SET v = :v", v={"N": "2"})
    settled(client, table)
    assert entries(client, table, "email-index") == []
    with refused("ValidationException", UNSUPPORTED):
        change("SET email = :e", e={"N": "2"})
    with refused("ValidationException"):
        client.put_item(TableName=table, Item=item)
    change("SET email = :e", e={"S": "x"})
    assert entries(client, table, "email-index") == [{**k(key), "email": {"S": "x"}, "v": {"N": "2"}}]


@pytest.mark.larder_only
def test_multi_attribute_keys(client, make_table, key):
    """Every attribute is needed, and each is judged by itself."""
    table = make_table("S", **indexed({"a": "S", "b": "N", "c": "S"}, everywhere=[
        index("abc", ("a", "HASH"), ("b", "HASH"), ("c", "RANGE"), ("SK", "RANGE"))])).name
    whole = {"a": {"S": "1"}, "b": {"N": "2"}, "c": {"S": "3"}}
    for missing in whole:
        put(client, table, key, {n: v for n, v in whole.items() if n != missing})
        assert entries(client, table, "abc") == []
    put(client, table, key, whole)
    assert entries(client, table, "abc") == [{**k(key), **whole}]
    for attribute, value in (("a", {"N": "1"}), ("b", {"S": "1"}), ("c", {"S": ""}), ("a", {"S": "x" * 2049}),
                             ("c", {"S": "x" * 1025})):
        with refused("ValidationException"):
            put(client, table, key, {**whole, attribute: value})
        with refused("ValidationException"):
            update(client, table, key, {attribute: value})
    assert entries(client, table, "abc") == [{**k(key), **whole}]


def test_a_table_without_a_sort_key(client, make_table, key):
    table = make_table(KeySchema=key_schema("PK"), **indexed(
        {"a": "S"}, everywhere=[index("abc", "a")], base={"PK": "S"})).name
    for partition in ("x", "y"):
        client.put_item(TableName=table, Item={"PK": {"S": partition}, "a": {"S": "same"}})
    assert [i["PK"]["S"] for i in entries(client, table, "abc")] == ["x", "y"]
    client.delete_item(TableName=table, Key={"PK": {"S": "x"}})
    assert [i["PK"]["S"] for i in entries(client, table, "abc")] == ["y"]
