"""Goal: every example of the seed document "AWS DynamoDB" does what the service does.
Method: one test for each heading; snippets run as written (conftest.py). Where the service itself refuses a snippet, the
refusal is pinned and the corrected form runs beside it. The one example that asks CloudWatch is no DynamoDB request.
"""

import json

import boto3
import pytest
from boto3.dynamodb.conditions import Attr, Key

from cases import refused
from index_tables import settled

KEY_ATTR = {"Key": Key, "Attr": Attr}


def test_create_a_table_aws_cli(run_shell, named_table, client):
    named_table.drop("Users")
    done = run_shell("""
aws dynamodb create-table \\
  --table-name Users \\
  --attribute-definitions \\
    AttributeName=PK,AttributeType=S \\
    AttributeName=SK,AttributeType=S \\
  --key-schema \\
    AttributeName=PK,KeyType=HASH \\
    AttributeName=SK,KeyType=RANGE \\
  --billing-mode PAY_PER_REQUEST
""")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["TableDescription"]["TableName"] == "Users"
    assert client.describe_table(TableName="Users")["Table"]["TableStatus"] == "ACTIVE"


CREATE = """
import boto3

dynamodb = boto3.resource('dynamodb')

table = dynamodb.create_table(
    TableName='Users',
    KeySchema=[
        {'AttributeName': 'PK', 'KeyType': 'HASH'},
        {'AttributeName': 'SK', 'KeyType': 'RANGE'}
    ],
    AttributeDefinitions=[
        {'AttributeName': 'PK', 'AttributeType': 'S'},
        {'AttributeName': 'SK', 'AttributeType': 'S'}
    ],
    BillingMode='PAY_PER_REQUEST'
)

table.wait_until_exists()
"""


def test_create_a_table_boto3(run, named_table):
    named_table.drop("Users")
    table = run(CREATE)["table"]
    table.reload()
    assert table.table_status == "ACTIVE"
    with refused("ResourceInUseException"):
        run(CREATE)


def test_basic_crud_operations(run, users):
    left = run("""
import boto3
from boto3.dynamodb.conditions import Key, Attr

dynamodb = boto3.resource('dynamodb')
table = dynamodb.Table('Users')

# Put item
table.put_item(
    Item={
        'PK': 'USER#123',
        'SK': 'PROFILE',
        'name': 'John Doe',
        'email': 'john@example.com',
        'created_at': '2024-01-15T10:30:00Z'
    }
)

# Get item
response = table.get_item(
    Key={'PK': 'USER#123', 'SK': 'PROFILE'}
)
item = response.get('Item')

# Update item
table.update_item(
    Key={'PK': 'USER#123', 'SK': 'PROFILE'},
    UpdateExpression='SET #name = :name, updated_at = :updated',
    ExpressionAttributeNames={'#name': 'name'},
    ExpressionAttributeValues={
        ':name': 'John Smith',
        ':updated': '2024-01-16T10:30:00Z'
    }
)
""")
    assert left["item"] == {"PK": "USER#123", "SK": "PROFILE", "name": "John Doe", "email": "john@example.com",
                            "created_at": "2024-01-15T10:30:00Z"}
    assert users.get_item(Key={"PK": "USER#123", "SK": "PROFILE"})["Item"] == {
        **left["item"], "name": "John Smith", "updated_at": "2024-01-16T10:30:00Z"}
    run("""
# Delete item
table.delete_item(
    Key={'PK': 'USER#123', 'SK': 'PROFILE'}
)
""", table=users)
    assert users.scan()["Count"] == 0


def test_query_operations(run, resource, client, users):
    for sort, extra in (("ORDER#1", {"status": "active"}), ("ORDER#2", {"status": "done"}),
                        ("PROFILE", {"name": "John", "email": "j@example.com"})):
        users.put_item(Item={"PK": "USER#123", "SK": sort, **extra})
    found = []
    for snippet in ("""
# Query by partition key
response = table.query(
    KeyConditionExpression=Key('PK').eq('USER#123')
)
""", """
# Query with sort key condition
response = table.query(
    KeyConditionExpression=Key('PK').eq('USER#123') & Key('SK').begins_with('ORDER#')
)
""", """
# Query with filter
response = table.query(
    KeyConditionExpression=Key('PK').eq('USER#123'),
    FilterExpression=Attr('status').eq('active')
)
""", """
# Query with projection
response = table.query(
    KeyConditionExpression=Key('PK').eq('USER#123'),
    ProjectionExpression='PK, SK, #name, email',
    ExpressionAttributeNames={'#name': 'name'}
)
"""):
        found.append(run(snippet, table=users, **KEY_ATTR)["response"]["Items"])
    assert [[i["SK"] for i in items] for items in found] == [
        ["ORDER#1", "ORDER#2", "PROFILE"], ["ORDER#1", "ORDER#2"], ["ORDER#1"], ["ORDER#1", "ORDER#2", "PROFILE"]]
    assert found[3][2] == {"PK": "USER#123", "SK": "PROFILE", "name": "John", "email": "j@example.com"}

    # The resource's own client makes a map of {'S': ...}, and a map is no key.
    with refused("ValidationException",
                 "One or more parameter values were invalid: Condition parameter type does not match schema type"):
        run("""
# Paginated query
paginator = dynamodb.meta.client.get_paginator('query')
for page in paginator.paginate(
    TableName='Users',
    KeyConditionExpression='PK = :pk',
    ExpressionAttributeValues={':pk': {'S': 'USER#123'}}
):
    for item in page['Items']:
        print(item)
""", dynamodb=resource)
    pages = list(client.get_paginator("query").paginate(
        TableName="Users", KeyConditionExpression="PK = :pk", ExpressionAttributeValues={":pk": {"S": "USER#123"}}))
    assert [page["Count"] for page in pages] == [3]


def test_batch_operations(run, users):
    left = run("""
# Batch write (up to 25 items)
with table.batch_writer() as batch:
    for i in range(100):
        batch.put_item(Item={
            'PK': f'USER#{i}',
            'SK': 'PROFILE',
            'name': f'User {i}'
        })

# Batch get (up to 100 items)
dynamodb = boto3.resource('dynamodb')
response = dynamodb.batch_get_item(
    RequestItems={
        'Users': {
            'Keys': [
                {'PK': 'USER#1', 'SK': 'PROFILE'},
                {'PK': 'USER#2', 'SK': 'PROFILE'}
            ]
        }
    }
)
""", table=users, boto3=boto3)
    assert users.scan()["Count"] == 100
    assert sorted(i["name"] for i in left["response"]["Responses"]["Users"]) == ["User 1", "User 2"]
    assert left["response"]["UnprocessedKeys"] == {}


def test_create_gsi(run_shell, client, users):
    for i in range(60):  # some with an address, some without, some with what cannot be a key of the index
        users.put_item(Item={"PK": f"USER#{i}", "SK": "PROFILE", **({"email": f"{i}@example.com"} if i % 3 == 0 else
                                                                    {"email": i} if i % 3 == 1 else {})})
    done = run_shell("""
aws dynamodb update-table \\
  --table-name Users \\
  --attribute-definitions AttributeName=email,AttributeType=S \\
  --global-secondary-index-updates '[
    {
      "Create": {
        "IndexName": "email-index",
        "KeySchema": [{"AttributeName": "email", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"}
      }
    }
  ]'
""")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)["TableDescription"]
    assert made["TableStatus"] == "UPDATING"
    assert [(i["IndexName"], i["IndexStatus"]) for i in made["GlobalSecondaryIndexes"]] == [("email-index", "CREATING")]
    (found,) = settled(client, "Users")["GlobalSecondaryIndexes"]
    assert (found["IndexStatus"], found["Projection"]) == ("ACTIVE", {"ProjectionType": "ALL"})
    assert [i["PK"] for i in users.query(IndexName="email-index", KeyConditionExpression=Key("email").eq("9@example.com"))[
        "Items"]] == ["USER#9"]
    assert users.scan(IndexName="email-index")["Count"] == 20


def test_conditional_writes(run, users, capsys):
    import botocore.exceptions
    once = """
from botocore.exceptions import ClientError

# Only put if item doesn't exist
try:
    table.put_item(
        Item={'PK': 'USER#123', 'SK': 'PROFILE', 'name': 'John'},
        ConditionExpression='attribute_not_exists(PK)'
    )
except ClientError as e:
    if e.response['Error']['Code'] == 'ConditionalCheckFailedException':
        print("Item already exists")
"""
    run(once, table=users)
    assert capsys.readouterr().out == ""
    run(once, table=users)
    assert capsys.readouterr().out == "Item already exists\n"

    locked = """
# Optimistic locking with version
table.update_item(
    Key={'PK': 'USER#123', 'SK': 'PROFILE'},
    UpdateExpression='SET #name = :name, version = version + :inc',
    ConditionExpression='version = :current_version',
    ExpressionAttributeNames={'#name': 'name'},
    ExpressionAttributeValues={
        ':name': 'New Name',
        ':inc': 1,
        ':current_version': 5
    }
)
"""
    with pytest.raises(botocore.exceptions.ClientError, match="ConditionalCheckFailedException"):
        run(locked, table=users)  # there is no version yet
    users.put_item(Item={"PK": "USER#123", "SK": "PROFILE", "name": "John", "version": 5})
    run(locked, table=users)
    assert users.get_item(Key={"PK": "USER#123", "SK": "PROFILE"})["Item"] == {
        "PK": "USER#123", "SK": "PROFILE", "name": "New Name", "version": 6}
    with refused("ConditionalCheckFailedException", "The conditional request failed"):
        run(locked, table=users)


def test_cli_reference(cli, named_table):
    """Every command of the three tables, once, in an order in which each has something to do."""
    named_table.drop("Users")
    here = ["--table-name", "Users"]
    cli("create-table", *here, "--attribute-definitions", "AttributeName=PK,AttributeType=S", "--key-schema",
        "AttributeName=PK,KeyType=HASH", "--billing-mode", "PAY_PER_REQUEST")
    assert cli("describe-table", *here)["Table"]["TableStatus"] == "ACTIVE"
    assert "Users" in cli("list-tables")["TableNames"]
    updated = cli("update-table", *here, "--billing-mode", "PROVISIONED", "--provisioned-throughput",
                  "ReadCapacityUnits=5,WriteCapacityUnits=5")
    assert updated["TableDescription"]["ProvisionedThroughput"]["ReadCapacityUnits"] == 5

    key = ["--key", '{"PK": {"S": "a"}}']
    cli("put-item", *here, "--item", '{"PK": {"S": "a"}, "v": {"N": "1"}, "b": {"B": "AP8="}}')
    assert cli("get-item", *here, *key)["Item"] == {"PK": {"S": "a"}, "v": {"N": "1"}, "b": {"B": "AP8="}}
    assert cli("update-item", *here, *key, "--update-expression", "ADD v :v", "--expression-attribute-values",
               '{":v": {"N": "1"}}', "--return-values", "UPDATED_NEW")["Attributes"] == {"v": {"N": "2"}}
    assert cli("query", *here, "--key-condition-expression", "PK = :p", "--expression-attribute-values",
               '{":p": {"S": "a"}}')["Count"] == 1
    assert cli("delete-item", *here, *key, "--return-values", "ALL_OLD")["Attributes"]["v"] == {"N": "2"}

    cli("batch-write-item", "--request-items", json.dumps(
        {"Users": [{"PutRequest": {"Item": {"PK": {"S": f"{i}"}}}} for i in range(25)]}))
    assert len(cli("scan", *here)["Items"]) == 25
    assert len(cli("scan", *here, "--page-size", "10")["Items"]) == 25
    found = cli("batch-get-item", "--request-items", '{"Users": {"Keys": [{"PK": {"S": "1"}}, {"PK": {"S": "x"}}]}}')
    assert found["Responses"]["Users"] == [{"PK": {"S": "1"}}]
    cli("transact-write-items", "--transact-items", json.dumps(
        [{"Put": {"TableName": "Users", "Item": {"PK": {"S": "t"}}}}, {"Delete": {"TableName": "Users", "Key": {"PK": {"S": "1"}}}}]))
    found = cli("transact-get-items", "--transact-items", json.dumps(
        [{"Get": {"TableName": "Users", "Key": {"PK": {"S": p}}}} for p in "t1"]))
    assert found["Responses"] == [{"Item": {"PK": {"S": "t"}}}, {}]

    assert cli("delete-table", *here)["TableDescription"]["TableStatus"] == "DELETING"
    done = cli("get-item", *here, *key, check=False)
    assert done.returncode != 0 and "ResourceNotFoundException" in done.stderr


def test_throttling(run):
    left = run("""
# Use exponential backoff
import time
from botocore.config import Config

config = Config(
    retries={
        'max_attempts': 10,
        'mode': 'adaptive'
    }
)
dynamodb = boto3.resource('dynamodb', config=config)
""", boto3=boto3)
    assert left["dynamodb"].meta.client.describe_limits()["TableMaxReadCapacityUnits"] > 0


def test_query_returns_no_items(users):
    """The debug checklist: case of the key, its type, the table's name, a filter after the read."""
    users.put_item(Item={"PK": "User", "SK": "1", "v": 1})
    assert users.query(KeyConditionExpression=Key("PK").eq("user"))["Count"] == 0
    with refused("ValidationException"):
        users.query(KeyConditionExpression=Key("PK").eq(1))
    filtered = users.query(KeyConditionExpression=Key("PK").eq("User"), FilterExpression=Attr("v").eq(2))
    assert (filtered["Count"], filtered["ScannedCount"]) == (0, 1)


def test_scan_performance_parallel_scan(run, users):
    with users.batch_writer() as batch:
        for i in range(200):
            batch.put_item(Item={"PK": f"{i}", "SK": "a"})
    left = run("""
# Parallel scan
import concurrent.futures

def scan_segment(segment, total_segments):
    return table.scan(
        Segment=segment,
        TotalSegments=total_segments
    )

with concurrent.futures.ThreadPoolExecutor() as executor:
    results = list(executor.map(
        lambda s: scan_segment(s, 4),
        range(4)
    ))
""", table=users)
    found = [i["PK"] for r in left["results"] for i in r["Items"]]
    assert sorted(found) == sorted(f"{i}" for i in range(200))
