"""Goal: CreateTable makes what was asked, describes it, can be waited for, and refuses what is not a table.
Method: tables of their own; each refusal breaks one rule, and no refused table exists afterwards."""

import re

import pytest

from cases import fresh, refused, rows

INVALID = "One or more parameter values were invalid: "


def schema(*keys):
    return [{"AttributeName": n, "KeyType": k} for n, k in keys]


def attributes(**types):
    return [{"AttributeName": n, "AttributeType": t} for n, t in types.items()]


def request(name=None, **changes):
    arguments = {"TableName": name or fresh("table"), "BillingMode": "PAY_PER_REQUEST",
                 "KeySchema": schema(("a", "HASH")), "AttributeDefinitions": attributes(a="S"), **changes}
    return {n: v for n, v in arguments.items() if v is not None}


@pytest.fixture
def create(client):
    names = []

    def make(**changes):
        asked = request(**changes)
        description = client.create_table(**asked)["TableDescription"]
        names.append(asked["TableName"])
        return description
    yield make
    for name in names:
        client.delete_table(TableName=name)


def test_the_description_of_an_on_demand_table(client, create):
    name = fresh("table")
    made = create(name=name, KeySchema=schema(("a", "HASH"), ("b", "RANGE")), AttributeDefinitions=attributes(a="S", b="N"))
    assert made["TableName"] == name and made["TableStatus"] == "CREATING"
    assert made["KeySchema"] == schema(("a", "HASH"), ("b", "RANGE"))
    assert sorted(made["AttributeDefinitions"], key=str) == attributes(a="S", b="N")
    assert made["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    throughput = made["ProvisionedThroughput"]
    assert (throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"], throughput["NumberOfDecreasesToday"]) == (0, 0, 0)
    assert (made["ItemCount"], made["TableSizeBytes"]) == (0, 0)
    assert re.fullmatch(rf"arn:aws:dynamodb:[a-z0-9-]+:\d{{12}}:table/{re.escape(name)}", made["TableArn"])
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["TableId"])
    for absent in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes", "StreamSpecification", "LatestStreamArn"):
        assert absent not in made


def test_a_waiter_finds_it_active(client, create):
    made = create()
    client.get_waiter("table_exists").wait(TableName=made["TableName"])
    assert client.describe_table(TableName=made["TableName"])["Table"]["TableStatus"] == "ACTIVE"


def test_a_provisioned_table(create):
    made = create(BillingMode="PROVISIONED", ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 6})
    throughput = made["ProvisionedThroughput"]
    assert (throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"]) == (5, 6)
    assert made.get("BillingModeSummary", {"BillingMode": "PROVISIONED"})["BillingMode"] == "PROVISIONED"


def test_provisioned_is_the_default(create):
    made = create(BillingMode=None, ProvisionedThroughput={"ReadCapacityUnits": 1, "WriteCapacityUnits": 1})
    assert made["ProvisionedThroughput"]["ReadCapacityUnits"] == 1


def test_tags_are_there_from_the_start(client, create):
    made = create(Tags=[{"Key": "team", "Value": "store"}, {"Key": "empty", "Value": ""}])
    found = client.list_tags_of_resource(ResourceArn=made["TableArn"])["Tags"]
    assert sorted(found, key=lambda t: t["Key"]) == [{"Key": "empty", "Value": ""}, {"Key": "team", "Value": "store"}]


def test_options_are_stored_and_described(raw, create):
    made = create(TableClass="STANDARD_INFREQUENT_ACCESS", SSESpecification={"Enabled": True})
    assert made["TableClassSummary"]["TableClass"] == "STANDARD_INFREQUENT_ACCESS"
    _, described = raw.call("DescribeTable", {"TableName": made["TableName"]})
    assert described["Table"]["TableClassSummary"]["TableClass"] == "STANDARD_INFREQUENT_ACCESS"
    assert described["Table"]["SSEDescription"]["Status"] in ("ENABLED", "ENABLING")
    assert described["Table"]["SSEDescription"]["SSEType"] == "KMS"
    assert described["Table"]["DeletionProtectionEnabled"] is False


@pytest.mark.parametrize("name", ["abc", "x" * 255, "a.b-c_D.9"])
def test_names(create, name):
    create(name=name + ("" if len(name) == 255 else fresh()))


def test_names_are_told_apart_by_case(client, create):
    name = fresh("Table")
    create(name=name)
    with refused("ResourceNotFoundException"):
        client.describe_table(TableName=name.lower())


def test_an_existing_table(client, create):
    made = create()
    with refused("ResourceInUseException", f"Table already exists: {made['TableName']}"):
        client.create_table(**request(name=made["TableName"]))


THROUGHPUT = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
AB = attributes(a="S", b="S")


@rows("changes,text",
      ("an attribute that is no key", {"AttributeDefinitions": AB},
       INVALID + "Number of attributes in KeySchema does not exactly match number of attributes defined in "
                 "AttributeDefinitions"),
      ("a key without a definition", {"KeySchema": schema(("x", "HASH"))}, None),
      ("a sort key without a definition", {"KeySchema": schema(("a", "HASH"), ("b", "RANGE"))}, None),
      ("an attribute defined twice", {"AttributeDefinitions": attributes(a="S") * 2}, None),
      ("the sort key first", {"KeySchema": schema(("a", "RANGE"))},
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"),
      ("two partition keys", {"KeySchema": schema(("a", "HASH"), ("b", "HASH")), "AttributeDefinitions": AB},
       "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"),
      ("one attribute as both keys", {"KeySchema": schema(("a", "HASH"), ("a", "RANGE"))},
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"),
      ("provisioned without throughput", {"BillingMode": "PROVISIONED"}, None),
      ("neither mode nor throughput", {"BillingMode": None}, None),
      ("on demand with throughput", {"ProvisionedThroughput": THROUGHPUT},
       INVALID + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"),
      ("tag of AWS's own", {"Tags": [{"Key": "aws:x", "Value": "y"}]}, None),
      ("a tag twice", {"Tags": [{"Key": "x", "Value": "y"}] * 2}, None))
def test_refused(client, changes, text):
    asked = request(**changes)
    with refused("ValidationException", text):
        client.create_table(**asked)
    with refused("ResourceNotFoundException"):
        client.describe_table(TableName=asked["TableName"])


def test_51_tags(client):
    """The service's documents name either error for it."""
    asked = request(Tags=[{"Key": f"{i}", "Value": ""} for i in range(51)])
    with pytest.raises(client.exceptions.ClientError) as info:
        client.create_table(**asked)
    assert info.value.response["Error"]["Code"] in ("ValidationException", "LimitExceededException")
    with refused("ResourceNotFoundException"):
        client.describe_table(TableName=asked["TableName"])


CONSTRAINT = "' failed to satisfy constraint: Member must "


@rows("changes,parts",
      ("no key schema", {"KeySchema": None}, ["keySchema"]),
      ("empty key schema", {"KeySchema": []}, ["keySchema"]),
      ("three keys", {"KeySchema": schema(("a", "HASH"), ("b", "RANGE"), ("c", "RANGE"))}, ["keySchema"]),
      ("no definitions", {"AttributeDefinitions": None}, ["attributeDefinitions"]),
      ("attribute type", {"AttributeDefinitions": attributes(a="BOOL")},
       ["Value 'BOOL' at 'attributeDefinitions.1.member.attributeType" + CONSTRAINT + "satisfy enum value set: "]),
      ("key type", {"KeySchema": schema(("a", "MAIN"))},
       ["Value 'MAIN' at 'keySchema.1.member.keyType" + CONSTRAINT + "satisfy enum value set: [HASH, RANGE]"]),
      ("billing mode", {"BillingMode": "FREE"},
       ["Value 'FREE' at 'billingMode" + CONSTRAINT + "satisfy enum value set: "]),
      ("table class", {"TableClass": "X"}, ["Value 'X' at 'tableClass" + CONSTRAINT]),
      ("key name too long", {"KeySchema": schema(("k" * 256, "HASH")), "AttributeDefinitions": attributes(**{"k" * 256: "S"})},
       ["attributeName"]),
      ("throughput of zero", {"BillingMode": "PROVISIONED",
                              "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 1}},
       ["Value '0' at 'provisionedThroughput.readCapacityUnits" + CONSTRAINT + "have value greater than or equal to 1"]),
      ("name too short", {"name": "ab"}, ["tableName"]),
      ("name too long", {"name": "x" * 256}, ["tableName"]),
      ("characters of the name", {"name": "a/b"}, ["tableName"]))
def test_shape(client, changes, parts):
    with refused("ValidationException", containing=parts):
        client.create_table(**request(**changes))


def test_shape_failures_are_reported_together(client):
    with refused("ValidationException", containing=["2 validation errors detected: ", "billingMode", "keyType", "; "]):
        client.create_table(**request(BillingMode="X", KeySchema=schema(("a", "Y"))))


def test_no_name(client):
    asked = request()
    del asked["TableName"]
    with refused("ValidationException", containing="tableName"):
        client.create_table(**asked)


@pytest.mark.larder_only
@rows("changes,name",
      ("streams come with a later issue",
       {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}}, "StreamSpecification"))
def test_what_is_not_served_yet_is_refused_by_name(client, changes, name):
    asked = request(**changes)
    with refused("ValidationException", containing=name):
        client.create_table(**asked)
    with refused("ResourceNotFoundException"):
        client.describe_table(TableName=asked["TableName"])
