"""Goal: BatchWriteItem puts and deletes up to 25 items over tables, charges each, and refuses the batch as a whole.
Method: the typed client on fresh keys."""

from cases import fresh, refused, rows


def k(key, sort="a"):
    return {"PK": {"S": key}, "SK": {"S": sort}}


def put(key, sort="a", **attributes):
    return {"PutRequest": {"Item": {**k(key, sort), **attributes}}}


def delete(key, sort="a"):
    return {"DeleteRequest": {"Key": k(key, sort)}}


def test_puts_and_deletes_over_two_tables(client, table, simple, key):
    client.put_item(TableName=table.name, Item=k(key, "old"))
    reply = client.batch_write_item(RequestItems={
        table.name: [put(key, "new", v={"N": "1"}), delete(key, "old"), delete(key, "absent")],
        simple.name: [{"PutRequest": {"Item": {"PK": {"S": key}}}}]})
    assert reply["UnprocessedItems"] == {}
    assert client.get_item(TableName=table.name, Key=k(key, "new"))["Item"]["v"] == {"N": "1"}
    assert "Item" not in client.get_item(TableName=table.name, Key=k(key, "old"))
    assert "Item" in client.get_item(TableName=simple.name, Key={"PK": {"S": key}})


def test_a_put_replaces_the_whole_item(client, table, key):
    client.put_item(TableName=table.name, Item={**k(key), "old": {"N": "1"}})
    client.batch_write_item(RequestItems={table.name: [put(key, v={"N": "2"})]})
    assert client.get_item(TableName=table.name, Key=k(key))["Item"] == {**k(key), "v": {"N": "2"}}


def test_25_requests(client, table, key):
    client.batch_write_item(RequestItems={table.name: [put(key, str(i)) for i in range(25)]})
    found = client.query(TableName=table.name, KeyConditionExpression="PK = :p", Select="COUNT",
                         ExpressionAttributeValues={":p": {"S": key}})
    assert found["Count"] == 25


def test_capacity_of_each_request(client, table, key):
    client.put_item(TableName=table.name, Item={**k(key, "big"), "d": {"S": "x" * 3000}})
    reply = client.batch_write_item(ReturnConsumedCapacity="INDEXES", RequestItems={
        table.name: [put(key, "a"), put(key, "b", d={"S": "x" * 1500}), delete(key, "big"), delete(key, "absent")]})
    units = 1 + 2 + 3 + 1
    assert reply["ConsumedCapacity"] == [
        {"TableName": table.name, "CapacityUnits": units, "Table": {"CapacityUnits": units}}]


@rows("requests,text",
      ("none", [], None),
      ("26", [put(str(i)) for i in range(26)], None),
      ("a key twice", [put("a"), put("a", v={"N": "1"})], "Provided list of item keys contains duplicates"),
      ("put and delete of one key", [put("a"), delete("a")], "Provided list of item keys contains duplicates"),
      ("neither put nor delete", [{}], None),
      ("both put and delete", [{**put("a"), **delete("b")}], None),
      ("no sort key", [{"PutRequest": {"Item": {"PK": {"S": "a"}}}}], None),
      ("type of a key", [{"PutRequest": {"Item": {"PK": {"S": "a"}, "SK": {"N": "1"}}}}], None),
      ("half a key", [{"DeleteRequest": {"Key": {"PK": {"S": "a"}}}}],
       "The provided key element does not match the schema"),
      ("empty key", [put("")],
       "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
       "string value. Key: PK"),
      ("an empty set", [put("a", v={"SS": []})],
       "One or more parameter values were invalid: An string set  may not be empty"),
      ("an item too large", [put("a", v={"S": "x" * 409_600})], "Item size has exceeded the maximum allowed size"))
def test_refused_as_a_whole(client, table, key, requests, text):
    witness = put(key, "witness")
    with refused("ValidationException", text):
        client.batch_write_item(RequestItems={table.name: [*requests, witness] if requests else []})
    assert "Item" not in client.get_item(TableName=table.name, Key=k(key, "witness"))


def test_26_over_two_tables(client, table, simple):
    with refused("ValidationException", containing="Too many items requested for the BatchWriteItem call"):
        client.batch_write_item(RequestItems={
            table.name: [put(str(i)) for i in range(20)],
            simple.name: [{"DeleteRequest": {"Key": {"PK": {"S": str(i)}}}} for i in range(6)]})


def test_keys_are_told_apart_by_value(client, by_number):
    keys = [{"DeleteRequest": {"Key": {"PK": {"S": "a"}, "SK": {"N": n}}}} for n in ("10", "1e1")]
    with refused("ValidationException", "Provided list of item keys contains duplicates"):
        client.batch_write_item(RequestItems={by_number.name: keys})


def test_no_tables(client):
    with refused("ValidationException", containing="requestItems"):
        client.batch_write_item(RequestItems={})


def test_one_absent_table_refuses_all(client, table, key):
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.batch_write_item(RequestItems={table.name: [put(key)], fresh("absent"): [put(key)]})
    assert "Item" not in client.get_item(TableName=table.name, Key=k(key))


def test_total_of_more_than_16_mb_is_refused(raw, client, table):
    """25 items of 400 KB stay below; escaping makes the body larger than the items."""
    items = [put(fresh(), v={"S": "\x01" * 300_000}) for _ in range(25)]  # \\u0001: six bytes of JSON each
    status, _ = raw.call("BatchWriteItem", {"RequestItems": {table.name: items}})
    assert status == 413


def test_10_mb_are_taken(client, table, key):
    client.batch_write_item(RequestItems={table.name: [put(key, str(i), d={"S": "x" * 400_000}) for i in range(25)]})
    client.batch_write_item(RequestItems={table.name: [delete(key, str(i)) for i in range(25)]})
