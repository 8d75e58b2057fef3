"""Goal: Select, projection, filter and capacity of Query, and the parameters it refuses.
Method: one partition of three items; rows."""

import pytest
from boto3.dynamodb.conditions import Attr, Key

from cases import fresh, refused, rows


@pytest.fixture(scope="module")
def three(table):
    key = fresh()
    for i in range(3):
        table.put_item(Item={"PK": key, "SK": str(i), "v": i, "m": {"a": i, "b": 0}, "d": "x" * 1000})
    return key


@pytest.fixture
def query(table, three):
    return lambda **arguments: table.query(KeyConditionExpression=Key("PK").eq(three), **arguments)


def test_count_gives_no_items(query):
    reply = query(Select="COUNT")
    assert "Items" not in reply and (reply["Count"], reply["ScannedCount"]) == (3, 3)


def test_count_after_the_filter(query):
    reply = query(Select="COUNT", FilterExpression=Attr("v").gt(0))
    assert (reply["Count"], reply["ScannedCount"]) == (2, 3)


@pytest.mark.parametrize("select", [None, "SPECIFIC_ATTRIBUTES"])
def test_projection(query, select):
    reply = query(ProjectionExpression="v, m.a", **({"Select": select} if select else {}))
    assert reply["Items"] == [{"v": i, "m": {"a": i}} for i in range(3)]


def test_a_filter_sees_what_the_projection_leaves_out(query):
    assert query(ProjectionExpression="v", FilterExpression=Attr("m.a").eq(2))["Items"] == [{"v": 2}]


def test_all_attributes(query):
    assert query(Select="ALL_ATTRIBUTES")["Items"] == query()["Items"]


@pytest.mark.parametrize("consistent,units", [(False, 0.5), (True, 1)])
def test_capacity_rounds_the_sum_of_the_page_once(query, consistent, units):
    """Three items of about 1 KB are one read unit, not three."""
    for extra in ({}, {"FilterExpression": Attr("v").gt(5)}, {"ProjectionExpression": "v"}, {"Select": "COUNT"}):
        reply = query(ConsistentRead=consistent, ReturnConsumedCapacity="TOTAL", **extra)
        assert reply["ConsumedCapacity"]["CapacityUnits"] == units


def test_capacity_of_nothing(table):
    reply = table.query(KeyConditionExpression=Key("PK").eq(fresh()), ReturnConsumedCapacity="INDEXES")
    assert reply["ConsumedCapacity"] == {"TableName": table.name, "CapacityUnits": 0.5, "Table": {"CapacityUnits": 0.5}}


@rows("arguments,text",
      ("SPECIFIC_ATTRIBUTES of nothing", {"Select": "SPECIFIC_ATTRIBUTES"}, None),
      ("projection with COUNT", {"Select": "COUNT", "ProjectionExpression": "v"},
       "Cannot specify the ProjectionExpression when choosing to get only the Count"),
      ("projection with ALL_ATTRIBUTES", {"Select": "ALL_ATTRIBUTES", "ProjectionExpression": "v"},
       "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES"),
      ("projected attributes without an index", {"Select": "ALL_PROJECTED_ATTRIBUTES"},
       "One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an "
       "IndexName"),
      ("unknown Select", {"Select": "X"},
       "1 validation error detected: Value 'X' at 'select' failed to satisfy constraint: Member must satisfy enum value "
       "set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]"),
      ("filter on the partition key", {"FilterExpression": "PK = :f", "ExpressionAttributeValues": {":f": "a"}},
       "Filter Expression can only contain non-primary key attributes: Primary key attribute: PK"),
      ("filter on the sort key", {"FilterExpression": "SK = :f", "ExpressionAttributeValues": {":f": "a"}},
       "Filter Expression can only contain non-primary key attributes: Primary key attribute: SK"),
      ("empty filter", {"FilterExpression": ""}, "Invalid FilterExpression: The expression can not be empty;"),
      ("filter syntax", {"FilterExpression": "v ="}, None))
def test_refused(client, table, three, arguments, text):
    values = {":p": {"S": three}, **{k: {"S": v} for k, v in arguments.pop("ExpressionAttributeValues", {}).items()}}
    with refused("ValidationException", text):
        client.query(TableName=table.name, KeyConditionExpression="PK = :p", ExpressionAttributeValues=values, **arguments)


def test_no_key_condition(client, table):
    with refused("ValidationException",
                 "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."):
        client.query(TableName=table.name)


def test_absent_table(client):
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.query(TableName=fresh("absent"), KeyConditionExpression="PK = :p",
                     ExpressionAttributeValues={":p": {"S": "a"}})


def test_a_table_of_partition_keys_alone(simple, key):
    simple.put_item(Item={"PK": key})
    page = simple.query(KeyConditionExpression=Key("PK").eq(key), Limit=1)
    assert page["Items"] == [{"PK": key}] and page["LastEvaluatedKey"] == {"PK": key}
    rest = simple.query(KeyConditionExpression=Key("PK").eq(key), ExclusiveStartKey=page["LastEvaluatedKey"])
    assert rest["Items"] == []
