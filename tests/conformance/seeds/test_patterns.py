"""Goal: every example of the seed document "DynamoDB Query Patterns" does what the service does.
Method: one test for each heading; snippets run as written (conftest.py). Where the service itself refuses a snippet, the
refusal is pinned and the corrected form runs beside it. What needs expiry is an expected refusal for now.
"""

from decimal import Decimal

import pytest
from boto3.dynamodb.conditions import Attr, Key

from cases import refused, rows
from index_tables import index, indexed

KEY_ATTR = {"Key": Key, "Attr": Attr}

ENTITIES = [
    {"PK": "USER#123", "SK": "PROFILE", "name": "Ann", "email": "ann@example.com"},
    {"PK": "USER#123", "SK": "ORDER#2024-001", "total": 10, "status": "active", "amount": 150},
    {"PK": "USER#123", "SK": "ORDER#2024-002", "total": 20, "status": "active", "amount": 50},
    {"PK": "ORDER#2024-001", "SK": "ITEM#1", "product": "x", "qty": 1},
    {"PK": "ORDER#2024-001", "SK": "ITEM#2", "product": "y", "qty": 2},
    {"PK": "PRODUCT#ABC", "SK": "METADATA", "name": "Widget", "price": 5},
    {"PK": "PRODUCT#ABC", "SK": "REVIEW#user-456", "rating": 4, "comment": "fine"},
]


@pytest.fixture
def shop(users):
    with users.batch_writer() as batch:
        for entity in ENTITIES:
            batch.put_item(Item=entity)
    return users


def sorts(reply):
    return [i["SK"] for i in reply["Items"]]


@rows("partition,condition,expected",
      ("Get user profile", "USER#123", Key("SK").eq("PROFILE"), ["PROFILE"]),
      ("Get user's orders", "USER#123", Key("SK").begins_with("ORDER#"), ["ORDER#2024-001", "ORDER#2024-002"]),
      ("Get order items", "ORDER#2024-001", Key("SK").begins_with("ITEM#"), ["ITEM#1", "ITEM#2"]),
      ("Get product reviews", "PRODUCT#ABC", Key("SK").begins_with("REVIEW#"), ["REVIEW#user-456"]))
def test_access_patterns(shop, partition, condition, expected):
    assert sorts(shop.query(KeyConditionExpression=Key("PK").eq(partition) & condition)) == expected


def test_range_queries_with_sort_key(run, users):
    for month in range(1, 14):
        users.put_item(Item={"PK": "USER#123", "SK": f"ORDER#2024-{month:02}"})
    users.put_item(Item={"PK": "USER#123", "SK": "PROFILE"})
    left = run("""
from boto3.dynamodb.conditions import Key

# Orders in date range
response = table.query(
    KeyConditionExpression=Key('PK').eq('USER#123') &
        Key('SK').between('ORDER#2024-01', 'ORDER#2024-12')
)
""", table=users)
    assert sorts(left["response"]) == [f"ORDER#2024-{m:02}" for m in range(1, 13)]
    left = run("""
# Latest 10 orders (descending)
response = table.query(
    KeyConditionExpression=Key('PK').eq('USER#123') &
        Key('SK').begins_with('ORDER#'),
    ScanIndexForward=False,
    Limit=10
)
""", table=users, **KEY_ATTR)
    assert sorts(left["response"]) == [f"ORDER#2024-{m:02}" for m in range(13, 3, -1)]


@pytest.fixture
def with_indexes(named_table):
    """"Users" with the document's indexes. The other two stand on attributes of their own."""
    return named_table("Users", **indexed(
        {n: "S" for n in ("email", "status", "created_at", "GSI1PK", "GSI1SK", "featured")}, everywhere=[
            index("email-index", "email"), index("status-created-index", "status", "created_at"),
            index("GSI1", "GSI1PK", "GSI1SK"), index("featured-index", "featured")]))


class Asked:
    """A table that keeps the reply to its last query, for snippets that drop it."""

    def __init__(self, table):
        self.table = table

    def query(self, **arguments):
        self.reply = self.table.query(**arguments)
        return self.reply


def test_querying_gsi(run, with_indexes):
    for sort, attributes in (("1", {"email": "john@example.com"}), ("2", {"email": "JOHN@example.com"}), ("3", {}),
                             ("4", {"status": "pending", "created_at": "2024-02-01"}),
                             ("5", {"status": "pending", "created_at": "2024-01-15"}),
                             ("6", {"status": "pending", "created_at": "2024-01-01"}),
                             ("7", {"status": "done", "created_at": "2024-03-01"}), ("8", {"status": "pending"})):
        with_indexes.put_item(Item={"PK": "USER#123", "SK": sort, "total": 1, **attributes})
    left = run("""
# GSI: email-index (email as PK)
response = table.query(
    IndexName='email-index',
    KeyConditionExpression=Key('email').eq('john@example.com')
)
""", table=with_indexes, **KEY_ATTR)
    assert left["response"]["Items"] == [{"PK": "USER#123", "SK": "1", "total": 1, "email": "john@example.com"}]
    left = run("""
# GSI: status-created-index (status as PK, created_at as SK)
response = table.query(
    IndexName='status-created-index',
    KeyConditionExpression=Key('status').eq('pending') &
        Key('created_at').gt('2024-01-01')
)
""", table=with_indexes, **KEY_ATTR)
    assert sorts(left["response"]) == ["5", "4"]


def test_querying_gsi_that_the_table_does_not_have(run, users):
    with refused("ValidationException", "The table does not have the specified index: email-index"):
        run("""
# GSI: email-index (email as PK)
response = table.query(
    IndexName='email-index',
    KeyConditionExpression=Key('email').eq('john@example.com')
)
""", table=users, **KEY_ATTR)


def test_filter_expressions(run, shop):
    left = run("""
response = table.query(
    KeyConditionExpression=Key('PK').eq('USER#123'),
    FilterExpression=Attr('status').eq('active') &
        Attr('amount').gt(100)
)
""", table=shop, **KEY_ATTR)
    assert sorts(left["response"]) == ["ORDER#2024-001"] and left["response"]["ScannedCount"] == 3


def test_filters_do_not_reduce_consumed_capacity(shop):
    whole, filtered = (
        shop.query(KeyConditionExpression=Key("PK").eq("USER#123"), ReturnConsumedCapacity="TOTAL", **f)["ConsumedCapacity"]
        for f in ({}, {"FilterExpression": Attr("status").eq("nothing")}))
    assert whole == filtered


PROJECTION = """
response = table.query(
    KeyConditionExpression=Key('PK').eq('USER#123'),
    ProjectionExpression='PK, SK, #name, email',
    ExpressionAttributeNames={'#name': 'name'}  # 'name' is reserved word
)
"""


def test_projection_expressions(run, shop):
    left = run(PROJECTION, table=shop, **KEY_ATTR)
    assert left["response"]["Items"][-1] == {
        "PK": "USER#123", "SK": "PROFILE", "name": "Ann", "email": "ann@example.com"}


def test_projection_expressions_name_is_a_reserved_word(shop):
    with refused("ValidationException", containing="reserved keyword: name"):
        shop.query(KeyConditionExpression=Key("PK").eq("USER#123"), ProjectionExpression="PK, SK, name, email")


def test_hierarchical_data(run, users):
    for sort in ("METADATA", "DEPT#engineering", "DEPT#engineering#TEAM#api", "DEPT#sales"):
        users.put_item(Item={"PK": "ORG#acme", "SK": sort})
    run("""
# All departments
table.query(
    KeyConditionExpression=Key('PK').eq('ORG#acme') &
        Key('SK').begins_with('DEPT#')
)

# Teams in engineering
table.query(
    KeyConditionExpression=Key('PK').eq('ORG#acme') &
        Key('SK').begins_with('DEPT#engineering#TEAM#')
)
""", table=users, **KEY_ATTR)

    def by(prefix):
        return sorts(users.query(KeyConditionExpression=Key("PK").eq("ORG#acme") & Key("SK").begins_with(prefix)))
    assert by("DEPT#") == ["DEPT#engineering", "DEPT#engineering#TEAM#api", "DEPT#sales"]
    assert by("DEPT#engineering#TEAM#") == ["DEPT#engineering#TEAM#api"]


def test_inverted_index_gsi(run, with_indexes):
    for one, other in (("123", "456"), ("123", "789"), ("321", "456")):
        with_indexes.put_item(Item={"PK": f"USER#{one}", "SK": f"FOLLOWS#{other}",
                                    "GSI1PK": f"USER#{other}", "GSI1SK": f"FOLLOWER#{one}"})
    asked = Asked(with_indexes)
    run("""
# Who does user 123 follow?
table.query(
    KeyConditionExpression=Key('PK').eq('USER#123') &
        Key('SK').begins_with('FOLLOWS#')
)
""", table=asked, **KEY_ATTR)
    assert sorts(asked.reply) == ["FOLLOWS#456", "FOLLOWS#789"]
    run("""
# Who follows user 456?
table.query(
    IndexName='GSI1',
    KeyConditionExpression=Key('GSI1PK').eq('USER#456') &
        Key('GSI1SK').begins_with('FOLLOWER#')
)
""", table=asked, **KEY_ATTR)
    assert [i["PK"] for i in asked.reply["Items"]] == ["USER#123", "USER#321"]


def test_sparse_indexes(run, with_indexes):
    with_indexes.put_item(Item={"PK": "PRODUCT#456", "SK": "METADATA", "name": "Plain"})
    run("""
# Add item to GSI by setting the attribute
table.put_item(
    Item={
        'PK': 'PRODUCT#123',
        'SK': 'METADATA',
        'name': 'Widget',
        'featured': 'FEATURED'  # This enables GSI inclusion
    }
)
""", table=with_indexes)
    asked = Asked(with_indexes)
    only_featured = """
# Query featured products only
table.query(
    IndexName='featured-index',
    KeyConditionExpression=Key('featured').eq('FEATURED')
)
"""
    run(only_featured, table=asked, **KEY_ATTR)
    assert asked.reply["Items"] == [{"PK": "PRODUCT#123", "SK": "METADATA", "name": "Widget", "featured": "FEATURED"}]
    assert with_indexes.scan(IndexName="featured-index")["Count"] == 1
    with_indexes.update_item(Key={"PK": "PRODUCT#123", "SK": "METADATA"}, UpdateExpression="REMOVE featured")
    run(only_featured, table=asked, **KEY_ATTR)
    assert asked.reply["Items"] == []


SENSOR = """
# Store with ISO timestamp
table.put_item(
    Item={
        'PK': 'SENSOR#temp-001',
        'SK': '2024-01-15T10:30:00Z',
        'value': 23.5
    }
)
"""


def test_time_based_data(run, users):
    # boto3 itself refuses a float; nothing reaches the server.
    with pytest.raises(TypeError, match="Float types are not supported. Use Decimal types instead."):
        run(SENSOR, table=users)
    for hour in (9, 10, 11):
        users.put_item(Item={"PK": "SENSOR#temp-001", "SK": f"2024-01-15T{hour:02}:30:00Z", "value": Decimal("23.5")})
    users.put_item(Item={"PK": "SENSOR#temp-001", "SK": "2024-01-16T00:00:00Z", "value": Decimal("-1")})
    left = run("""
# Query time range
response = table.query(
    KeyConditionExpression=Key('PK').eq('SENSOR#temp-001') &
        Key('SK').between('2024-01-15T00:00:00Z', '2024-01-15T23:59:59Z')
)
""", table=users, **KEY_ATTR)
    assert [i["value"] for i in left["response"]["Items"]] == [Decimal("23.5")] * 3
    left = run("""
# Latest reading
response = table.query(
    KeyConditionExpression=Key('PK').eq('SENSOR#temp-001'),
    ScanIndexForward=False,
    Limit=1
)
""", table=users, **KEY_ATTR)
    assert sorts(left["response"]) == ["2024-01-16T00:00:00Z"]


def test_write_sharding(run, users):
    left = run("""
import random

# Write with shard suffix
shard = random.randint(0, 9)
table.put_item(
    Item={
        'PK': f'COUNTER#daily#{shard}',
        'SK': '2024-01-15',
        'count': 1
    }
)

# Read aggregates all shards
total = 0
for shard in range(10):
    response = table.get_item(
        Key={
            'PK': f'COUNTER#daily#{shard}',
            'SK': '2024-01-15'
        }
    )
    if 'Item' in response:
        total += response['Item']['count']
""", table=users)
    assert left["total"] == 1


TRANSACT_WRITE = """
dynamodb = boto3.client('dynamodb')

dynamodb.transact_write_items(
    TransactItems=[
        {
            'Put': {
                'TableName': 'Users',
                'Item': {
                    'PK': {'S': 'ORDER#2024-001'},
                    'SK': {'S': 'METADATA'},
                    'total': {'N': '150.00'}
                }
            }
        },
        {
            'Update': {
                'TableName': 'Users',
                'Key': {
                    'PK': {'S': 'USER#123'},
                    'SK': {'S': 'PROFILE'}
                },
                'UpdateExpression': 'SET order_count = order_count + :inc',
                'ExpressionAttributeValues': {':inc': {'N': '1'}}
            }
        },
        {
            'Update': {
                'TableName': 'Users',
                'Key': {
                    'PK': {'S': 'PRODUCT#ABC'},
                    'SK': {'S': 'INVENTORY'}
                },
                'UpdateExpression': 'SET stock = stock - :qty',
                'ConditionExpression': 'stock >= :qty',
                'ExpressionAttributeValues': {':qty': {'N': '2'}}
            }
        }
    ]
)
"""


def test_transactwriteitems(run, users):
    import boto3
    order, profile, inventory = (
        {"PK": "ORDER#2024-001", "SK": "METADATA"}, {"PK": "USER#123", "SK": "PROFILE"},
        {"PK": "PRODUCT#ABC", "SK": "INVENTORY"})
    users.put_item(Item={**inventory, "stock": 3})

    # order_count does not exist yet: the service cancels the whole transaction.
    with refused("TransactionCanceledException") as info:
        run(TRANSACT_WRITE, boto3=boto3)
    assert info.value.response["CancellationReasons"] == [
        {"Code": "None"},
        {"Code": "ValidationError",
         "Message": "The provided expression refers to an attribute that does not exist in the item"},
        {"Code": "None"}]
    assert "Item" not in users.get_item(Key=order)
    assert users.get_item(Key=inventory)["Item"]["stock"] == 3

    users.put_item(Item={**profile, "order_count": 0})
    run(TRANSACT_WRITE, boto3=boto3)
    assert users.get_item(Key=order)["Item"]["total"] == 150
    assert users.get_item(Key=profile)["Item"]["order_count"] == 1
    assert users.get_item(Key=inventory)["Item"]["stock"] == 1

    # One left: the stock condition fails, and nothing of it happens.
    with refused("TransactionCanceledException") as info:
        run(TRANSACT_WRITE, boto3=boto3)
    assert [r["Code"] for r in info.value.response["CancellationReasons"]] == ["None", "None", "ConditionalCheckFailed"]
    assert users.get_item(Key=profile)["Item"]["order_count"] == 1


def test_transactwriteitems_corrected_for_a_first_order(client, users):
    client.transact_write_items(TransactItems=[{"Update": {
        "TableName": "Users", "Key": {"PK": {"S": "USER#123"}, "SK": {"S": "PROFILE"}},
        "UpdateExpression": "SET order_count = if_not_exists(order_count, :zero) + :inc",
        "ExpressionAttributeValues": {":inc": {"N": "1"}, ":zero": {"N": "0"}}}}])
    assert users.get_item(Key={"PK": "USER#123", "SK": "PROFILE"})["Item"]["order_count"] == 1


def test_transactgetitems(run, client, shop):
    left = run("""
response = dynamodb.transact_get_items(
    TransactItems=[
        {
            'Get': {
                'TableName': 'Users',
                'Key': {
                    'PK': {'S': 'USER#123'},
                    'SK': {'S': 'PROFILE'}
                }
            }
        },
        {
            'Get': {
                'TableName': 'Users',
                'Key': {
                    'PK': {'S': 'USER#123'},
                    'SK': {'S': 'SETTINGS'}
                }
            }
        }
    ]
)
""", dynamodb=client)
    assert [r.get("Item", {}).get("name") for r in left["response"]["Responses"]] == [{"S": "Ann"}, None]


def test_manual_pagination(run, users):
    with users.batch_writer() as batch:
        for i in range(250):
            batch.put_item(Item={"PK": "USER#123", "SK": f"{i:03}"})
    left = run("""
items = []
last_key = None

while True:
    params = {
        'KeyConditionExpression': Key('PK').eq('USER#123'),
        'Limit': 100
    }
    if last_key:
        params['ExclusiveStartKey'] = last_key

    response = table.query(**params)
    items.extend(response['Items'])

    last_key = response.get('LastEvaluatedKey')
    if not last_key:
        break
""", table=users, **KEY_ATTR)
    assert [i["SK"] for i in left["items"]] == [f"{i:03}" for i in range(250)]


PAGINATOR = """
paginator = dynamodb.meta.client.get_paginator('query')

for page in paginator.paginate(
    TableName='Users',
    KeyConditionExpression='PK = :pk',
    ExpressionAttributeValues={':pk': {'S': 'USER#123'}},
    PaginationConfig={'PageSize': 100}
):
    for item in page['Items']:
        process(item)
"""
MAP_FOR_KEY = "One or more parameter values were invalid: Condition parameter type does not match schema type"


def test_paginator(run, resource, client, users):
    with users.batch_writer() as batch:
        for i in range(150):
            batch.put_item(Item={"PK": "USER#123", "SK": f"{i:03}"})
    # The resource's own client makes a map of {'S': ...}, and a map is no key.
    with refused("ValidationException", MAP_FOR_KEY):
        run(PAGINATOR, dynamodb=resource, process=None)

    # Corrected: native values with the resource's client, or typed values with a plain one.
    for paginating, value in ((resource.meta.client, "USER#123"), (client, {"S": "USER#123"})):
        counts = [page["Count"] for page in paginating.get_paginator("query").paginate(
            TableName="Users", KeyConditionExpression="PK = :pk", ExpressionAttributeValues={":pk": value},
            PaginationConfig={"PageSize": 100})]
        assert counts == [100, 50]


@pytest.mark.larder_only
def test_enable_ttl_is_refused_until_expiry_lands(run_shell, named_table):
    named_table("Sessions")
    done = run_shell("""
aws dynamodb update-time-to-live \\
  --table-name Sessions \\
  --time-to-live-specification "Enabled=true, AttributeName=expires_at"
""")
    assert done.returncode != 0 and "UnknownOperationException" in done.stderr


def test_use_ttl(run, users):
    """Without TTL enabled it is an attribute like any other."""
    run("""
import time

# Set expiration (Unix timestamp)
table.put_item(
    Item={
        'PK': 'SESSION#abc123',
        'SK': 'DATA',
        'user_id': 'user-456',
        'expires_at': int(time.time()) + 3600  # 1 hour from now
    }
)
""", table=users)
    assert users.get_item(Key={"PK": "SESSION#abc123", "SK": "DATA"})["Item"]["expires_at"] > 1_700_000_000


@pytest.fixture
def holds(users):
    """Whether a filter holds for an item, and that bare `attribute` is refused: it is a reserved word."""
    users.put_item(Item={"PK": "a", "SK": "a", "attribute": 5, "attr": "text", "tags": {"x"}})

    def ask(condition, **values):
        arguments = {"ExpressionAttributeValues": {f":{n}": v for n, v in values.items()}} if values else {}
        if "attribute " in condition:
            with refused("ValidationException", containing="reserved keyword: attribute"):
                users.scan(FilterExpression=condition, **arguments)
            condition = condition.replace("attribute ", "#attribute ")
            arguments["ExpressionAttributeNames"] = {"#attribute": "attribute"}
        return users.scan(FilterExpression=condition, **arguments)["Count"] == 1
    return ask


@rows("condition,true_values,false_values",
      ("=", "attribute = :value", {"value": 5}, {"value": 6}),
      ("<>", "attribute <> :value", {"value": 6}, {"value": 5}),
      ("<", "attribute < :value", {"value": 6}, {"value": 5}),
      ("<=", "attribute <= :value", {"value": 5}, {"value": 4}),
      (">", "attribute > :value", {"value": 4}, {"value": 5}),
      (">=", "attribute >= :value", {"value": 5}, {"value": 6}),
      ("BETWEEN", "attribute BETWEEN :low AND :high", {"low": 5, "high": 9}, {"low": 6, "high": 9}),
      ("IN", "attribute IN (:v1, :v2, :v3)", {"v1": 1, "v2": 5, "v3": 9}, {"v1": 1, "v2": 2, "v3": 3}),
      ("attribute_exists", "attribute_exists(attr)", {}, None),
      ("attribute_not_exists", "attribute_not_exists(attr)", None, {}),
      ("attribute_type", "attribute_type(attr, :type)", {"type": "S"}, {"type": "N"}),
      ("begins_with", "begins_with(attr, :prefix)", {"prefix": "te"}, {"prefix": "x"}),
      ("contains", "contains(attr, :value)", {"value": "ex"}, {"value": "y"}),
      ("size", "size(attr) > :size", {"size": 3}, {"size": 4}))
def test_expression_reference_conditions(holds, condition, true_values, false_values):
    if true_values is not None:
        assert holds(condition, **true_values)
    if false_values is not None:
        assert not holds(condition, **false_values)


@rows("expression,values,attribute,after",
      ("SET", "SET attr = :value", {":value": 1}, "attr", 1),
      ("REMOVE", "REMOVE attr", None, "attr", None),
      ("ADD a number", "ADD attr :value", {":value": 2}, "attr", 7),
      ("DELETE", "DELETE attr :value", {":value": {"x"}}, "attr", {"y"}),
      ("List append", "SET list = list_append(list, :item)", {":item": [2]}, "list", [1, 2]),
      ("Increment", "SET counter = counter + :inc", {":inc": 1}, "counter", 11),
      ("If not exists", "SET attr = if_not_exists(attr, :default)", {":default": 9}, "attr", 5))
def test_expression_reference_updates(users, expression, values, attribute, after):
    key = {"PK": "a", "SK": "a"}
    users.put_item(Item={**key, "attr": {"x", "y"} if "DELETE" in expression else 5, "list": [1], "counter": 10})
    arguments = {"Key": key, "UpdateExpression": expression, **({"ExpressionAttributeValues": values} if values else {})}
    if attribute != "attr":  # `list` and `counter` are reserved words
        with refused("ValidationException", containing=f"reserved keyword: {attribute}"):
            users.update_item(**arguments)
        arguments["UpdateExpression"] = (expression.replace(f"{attribute} ", "#a ").replace(f"{attribute},", "#a,"))
        arguments["ExpressionAttributeNames"] = {"#a": attribute}
    users.update_item(**arguments)
    assert users.get_item(Key=key)["Item"].get(attribute) == after


def test_expression_reference_add_to_a_set(users):
    users.update_item(Key={"PK": "a", "SK": "a"}, UpdateExpression="ADD attr :value",
                      ExpressionAttributeValues={":value": {"x"}})
    assert users.get_item(Key={"PK": "a", "SK": "a"})["Item"]["attr"] == {"x"}
