"""Goal: CreateTable makes global and local indexes as asked, describes them, and refuses every index that cannot be.
Method: tables of their own; each refusal breaks one rule, and no refused table exists afterwards."""

import pytest

from cases import fresh, refused, rows
from index_tables import BASE, definitions, described, index, indexed, key_schema

INVALID = "One or more parameter values were invalid: "
P2 = {"ReadCapacityUnits": 2, "WriteCapacityUnits": 3}


def request(**changes):
    """A table of PK and SK; what is None in `changes` is left out."""
    arguments = {"TableName": fresh("table"), "BillingMode": "PAY_PER_REQUEST", "KeySchema": key_schema("PK", "SK"),
                 "AttributeDefinitions": definitions(BASE), **changes}
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


def test_the_description_of_a_global_index(client, create):
    made = create(**indexed({"email": "S"}, everywhere=[index("email-index", "email")]))
    (found,) = made["GlobalSecondaryIndexes"]
    assert "LocalSecondaryIndexes" not in made
    assert found["IndexStatus"] == "CREATING" and not found.get("Backfilling")
    for found in (found, described(client, made["TableName"], "email-index")):
        assert found["IndexName"] == "email-index"
        assert found["KeySchema"] == key_schema("email")
        assert found["Projection"] == {"ProjectionType": "ALL"}
        assert (found["ItemCount"], found["IndexSizeBytes"]) == (0, 0)
        assert found["IndexArn"] == made["TableArn"] + "/index/email-index"
        throughput = found["ProvisionedThroughput"]
        assert (throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"], throughput["NumberOfDecreasesToday"]) == (
            0, 0, 0)
    assert found["IndexStatus"] == "ACTIVE" and "Backfilling" not in found
    assert sorted(d["AttributeName"] for d in made["AttributeDefinitions"]) == ["PK", "SK", "email"]


def test_the_description_of_a_local_index(client, create):
    made = create(**indexed({"date": "N"}, within=[index("by-date", "PK", "date", project=["total", "note"])]))
    (found,) = made["LocalSecondaryIndexes"]
    assert "GlobalSecondaryIndexes" not in made
    for found in (found, described(client, made["TableName"], "by-date")):
        assert sorted(found["Projection"].pop("NonKeyAttributes")) == ["note", "total"]
        assert found == {"IndexName": "by-date", "KeySchema": key_schema("PK", "date"),
                         "Projection": {"ProjectionType": "INCLUDE"}, "ItemCount": 0, "IndexSizeBytes": 0,
                         "IndexArn": made["TableArn"] + "/index/by-date"}


@rows("made",
      ("partition key alone", index("abc", "a")),
      ("both keys", index("abc", "a", "b")),
      ("the table's keys the other way round", index("abc", "SK", "PK")),
      ("the table's own keys", index("abc", "PK", "SK")),
      ("the table's sort key", index("abc", "a", "SK")),
      ("keys only", index("abc", "a", project="KEYS_ONLY")),
      ("include", index("abc", "a", project=["x"])),
      ("include of keys", index("abc", "a", project=["PK", "a"])),
      ("20 included attributes", index("abc", "a", project=[f"n{i}" for i in range(20)])),
      ("a name of 255 characters", index("i" * 255, "a")),
      ("every character of a name", index("a.b-c_D.9", "a")))
def test_global_indexes(client, create, made):
    used = {e["AttributeName"] for e in made["KeySchema"]} - set(BASE)
    name = create(**indexed({n: "S" for n in sorted(used)}, everywhere=[made]))["TableName"]
    found = described(client, name, made["IndexName"])
    assert found["KeySchema"] == made["KeySchema"]
    assert found["Projection"]["ProjectionType"] == made["Projection"]["ProjectionType"]
    assert sorted(found["Projection"].get("NonKeyAttributes", [])) == sorted(made["Projection"].get("NonKeyAttributes", []))


@pytest.mark.parametrize("types", [("S", "N"), ("N", "B"), ("B", "S")])
def test_key_types(create, types):
    made = create(**indexed(dict(zip("ab", types)), everywhere=[index("abc", "a", "b")]))
    found = {d["AttributeName"]: d["AttributeType"] for d in made["AttributeDefinitions"]}
    assert (found["a"], found["b"]) == types


def test_as_many_as_there_may_be(client, create):
    names = [f"a{i}" for i in range(25)]
    made = create(**indexed({n: "S" for n in names}, everywhere=[index(f"every-{n}", n) for n in names[:20]],
                            within=[index(f"within-{n}", "PK", n) for n in names[20:]]))
    found = client.describe_table(TableName=made["TableName"])["Table"]
    assert len(found["GlobalSecondaryIndexes"]) == 20 and len(found["LocalSecondaryIndexes"]) == 5
    assert {i["IndexStatus"] for i in found["GlobalSecondaryIndexes"]} == {"ACTIVE"}


def test_100_included_attributes(create):
    create(**indexed({"a": "S"}, everywhere=[index(f"abc{i}", "a", project=[f"n{j}" for j in range(20)]) for i in range(5)]))


def test_two_indexes_of_the_same_key(client, create):
    made = create(**indexed({"a": "S"}, everywhere=[index("one", "a"), index("two", "a", project="KEYS_ONLY")]))
    assert len(made["GlobalSecondaryIndexes"]) == 2


def test_a_table_without_a_sort_key(client, create):
    made = create(KeySchema=key_schema("PK"), **indexed({"a": "S"}, everywhere=[index("abc", "a", "PK")], base={"PK": "S"}))
    assert described(client, made["TableName"], "abc")["KeySchema"] == key_schema("a", "PK")


def test_provisioned_indexes_have_throughput_of_their_own(client, create):
    made = create(BillingMode="PROVISIONED", ProvisionedThroughput={"ReadCapacityUnits": 7, "WriteCapacityUnits": 8},
                  **indexed({"a": "S"}, everywhere=[index("abc", "a", ProvisionedThroughput=P2)]))
    for found in (made["GlobalSecondaryIndexes"][0], described(client, made["TableName"], "abc")):
        throughput = found["ProvisionedThroughput"]
        assert (throughput["ReadCapacityUnits"], throughput["WriteCapacityUnits"]) == (2, 3)
        assert throughput["NumberOfDecreasesToday"] == 0


@pytest.mark.larder_only
def test_multi_attribute_keys(client, create):
    """Since November 2025: up to four HASH attributes, then up to four RANGE attributes."""
    schema = [(n, "HASH") for n in "abcd"] + [(n, "RANGE") for n in "efgh"]
    made = create(**indexed({n: t for n, t in zip("abcdefgh", "SNBSSNBS")},
                            everywhere=[index("abc", *schema), index("two", *schema[:2]), index("tail", *schema[3:])]))
    for name, part in (("abc", schema), ("two", schema[:2]), ("tail", schema[3:])):
        assert described(client, made["TableName"], name)["KeySchema"] == key_schema(*part)


A = {"AttributeDefinitions": definitions({**BASE, "a": "S"})}
AB = {"AttributeDefinitions": definitions({**BASE, "a": "S", "b": "S"})}


def everywhere(*made, **others):
    return {**A, "GlobalSecondaryIndexes": list(made), **others}


def within(*made, **others):
    return {**A, "LocalSecondaryIndexes": list(made), **others}


def projecting(**projection):
    return {**index("abc", "a"), "Projection": projection}


PROVISIONED = {"BillingMode": "PROVISIONED", "ProvisionedThroughput": P2}


@rows("changes,text",
      ("no global index", {"GlobalSecondaryIndexes": []}, INVALID + "List of GlobalSecondaryIndexes is empty"),
      ("no local index", {"LocalSecondaryIndexes": []}, INVALID + "List of LocalSecondaryIndexes is empty"),
      ("six local ones", within(*[index(f"abc{i}", "PK", "a") for i in range(6)]),
       INVALID + "Number of LocalSecondaryIndexes exceeds per-table limit of 5"),
      ("21 global ones", everywhere(*[index(f"abc{i}", "a") for i in range(21)]),
       INVALID + "GlobalSecondaryIndex count exceeds the per-table limit of 20"),
      ("a name twice", everywhere(index("abc", "a"), index("abc", "a", "SK")), INVALID + "Duplicate index name: abc"),
      ("a local name twice", within(index("abc", "PK", "a"), index("abc", "PK", "a")), INVALID + "Duplicate index name: abc"),
      ("a name twice, local and global", within(index("abc", "PK", "a"), GlobalSecondaryIndexes=[index("abc", "a")]),
       INVALID + "Duplicate index name: abc"),
      ("a local one without a sort key of the table",
       {**indexed({"a": "S"}, within=[index("abc", "PK", "a")], base={"PK": "S"}), "KeySchema": key_schema("PK")},
       INVALID + "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"),
      ("a local one without a sort key of its own", {"LocalSecondaryIndexes": [index("abc", "PK")]},
       INVALID + "Index KeySchema does not have a range key for index: abc"),
      ("a local one with another partition key", within(index("abc", "a", "SK")),
       INVALID + "Index KeySchema does not have the same leading hash key as table KeySchema for index: abc. "
                 "index hash key: a, table hash key: PK"),
      ("the sort key first", everywhere({**index("abc", "a"), "KeySchema": key_schema(("a", "RANGE"))}),
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"),
      ("a local one with two partition keys", within(index("abc", ("PK", "HASH"), ("a", "HASH"))),
       "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"),
      ("one attribute as both keys", everywhere(index("abc", "a", "a")),
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"),
      ("a key without a definition", {"GlobalSecondaryIndexes": [index("abc", "c")]},
       INVALID + "Some index key attributes are not defined in AttributeDefinitions. Keys: [c], AttributeDefinitions: [PK, SK]"),
      ("a local sort key without a definition", {"LocalSecondaryIndexes": [index("abc", "PK", "c")]}, None),
      ("a definition that is not used", {**everywhere(index("abc", "a")), **AB},
       INVALID + "Some AttributeDefinitions are not used. AttributeDefinitions: [PK, SK, a, b], keys used: [PK, SK, a]"),
      ("no type of projection", everywhere(projecting()), INVALID + "Unknown ProjectionType: null"),
      ("ALL and attributes", everywhere(projecting(ProjectionType="ALL", NonKeyAttributes=["x"])),
       INVALID + "ProjectionType is ALL, but NonKeyAttributes is specified"),
      ("KEYS_ONLY and attributes", everywhere(projecting(ProjectionType="KEYS_ONLY", NonKeyAttributes=["x"])),
       INVALID + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified"),
      ("INCLUDE without attributes", everywhere(projecting(ProjectionType="INCLUDE")),
       INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"),
      ("a projection of a local one", within({**index("abc", "PK", "a"), "Projection": {"ProjectionType": "INCLUDE"}}),
       INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"),
      ("101 included attributes, counted for each index",
       everywhere(*[index(f"abc{i}", "a", project=[f"n{j}" for j in range(20)]) for i in range(5)],
                  index("more", "a", project=["n1"])), None),
      ("a provisioned table and an index without throughput", everywhere(index("abc", "a"), **PROVISIONED),
       INVALID + "ProvisionedThroughput must be specified for index: abc"),
      ("an on-demand table and an index with throughput", everywhere(index("abc", "a", ProvisionedThroughput=P2)),
       INVALID + "ProvisionedThroughput should not be specified for index: abc when BillingMode is PAY_PER_REQUEST"))
def test_refused(client, changes, text):
    asked = request(**changes)
    with refused("ValidationException") as info:
        client.create_table(**asked)
    message = info.value.response["Error"]["Message"]
    # The service lists attributes in the order of its hash maps.
    assert text is None or ordered(message) == ordered(text)
    with refused("ResourceNotFoundException"):
        client.describe_table(TableName=asked["TableName"])


def ordered(text):
    """`text` with each [list] of it in alphabetical order."""
    parts = text.split("[")
    return "[".join([parts[0]] + [
        ", ".join(sorted(inside.split(", "))) + "]" + rest for inside, _, rest in (p.partition("]") for p in parts[1:])])


@pytest.mark.larder_only
@rows("schema",
      ("five HASH", [(n, "HASH") for n in "abcde"]),
      ("five RANGE", [("a", "HASH")] + [(n, "RANGE") for n in "bcdef"]),
      ("HASH after RANGE", [("a", "HASH"), ("b", "RANGE"), ("c", "HASH")]),
      ("no HASH", [("a", "RANGE"), ("b", "RANGE")]),
      ("one attribute twice", [("a", "HASH"), ("b", "HASH"), ("a", "RANGE")]),
      ("one attribute twice as HASH", [("a", "HASH"), ("a", "HASH")]),
      ("nine", [(n, "HASH") for n in "abcd"] + [(n, "RANGE") for n in "efghi"]))
def test_multi_attribute_keys_refused(client, schema):
    asked = request(**indexed({n: "S" for n, _ in schema}, everywhere=[index("abc", *schema)]))
    with refused("ValidationException"):
        client.create_table(**asked)
    with refused("ResourceNotFoundException"):
        client.describe_table(TableName=asked["TableName"])


@pytest.mark.larder_only
@rows("changes",
      ("of the table", {"KeySchema": key_schema(("PK", "HASH"), ("SK", "HASH"))}),
      ("of the table, RANGE", {"KeySchema": key_schema(("PK", "HASH"), ("SK", "RANGE"), ("a", "RANGE")), **A}),
      ("of a local index", within(index("abc", ("PK", "HASH"), ("SK", "RANGE"), ("a", "RANGE")))))
def test_multi_attribute_keys_are_for_global_indexes(client, changes):
    with refused("ValidationException"):
        client.create_table(**request(**changes))


def global_with(**members):
    made = {**index("abc", "a"), **members}
    return everywhere({n: v for n, v in made.items() if v is not None})


MEMBER = "globalSecondaryIndexes.1.member."


@rows("changes,parts",
      ("no name", global_with(IndexName=None), [f"Value null at '{MEMBER}indexName' failed to satisfy constraint"]),
      ("name too short", global_with(IndexName="ab"), [f"at '{MEMBER}indexName'", "greater than or equal to 3"]),
      ("name too long", global_with(IndexName="x" * 256), [f"at '{MEMBER}indexName'", "less than or equal to 255"]),
      ("characters of the name", global_with(IndexName="a/b"), [f"Value 'a/b' at '{MEMBER}indexName'", "[a-zA-Z0-9_.-]+"]),
      ("no key schema", global_with(KeySchema=None), [f"Value null at '{MEMBER}keySchema'"]),
      ("empty key schema", global_with(KeySchema=[]), [f"at '{MEMBER}keySchema'"]),
      ("key type", global_with(KeySchema=key_schema(("a", "MAIN"))),
       [f"Value 'MAIN' at '{MEMBER}keySchema.1.member.keyType'", "[HASH, RANGE]"]),
      ("no projection", global_with(Projection=None), [f"Value null at '{MEMBER}projection'"]),
      ("type of projection", global_with(Projection={"ProjectionType": "SOME"}),
       [f"Value 'SOME' at '{MEMBER}projection.projectionType'", "KEYS_ONLY"]),
      ("no attributes", global_with(Projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": []}),
       [f"at '{MEMBER}projection.nonKeyAttributes'"]),
      ("21 attributes", global_with(Projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": [f"n{i}" for i in range(21)]}),
       [f"at '{MEMBER}projection.nonKeyAttributes'", "less than or equal to 20"]),
      ("an attribute without a name", global_with(Projection={"ProjectionType": "INCLUDE", "NonKeyAttributes": [""]}),
       [f"{MEMBER}projection.nonKeyAttributes"]),
      ("throughput of zero", global_with(ProvisionedThroughput={"ReadCapacityUnits": 0, "WriteCapacityUnits": 1}),
       [f"Value '0' at '{MEMBER}provisionedThroughput.readCapacityUnits'", "greater than or equal to 1"]),
      ("a local one without a name", within({**index("abc", "PK", "a"), "IndexName": "x"}),
       ["at 'localSecondaryIndexes.1.member.indexName'"]))
def test_shape(client, changes, parts):
    with refused("ValidationException", containing=parts):
        client.create_table(**request(**changes))


def test_the_shape_of_the_second_index(client):
    with refused("ValidationException", containing="globalSecondaryIndexes.2.member.indexName"):
        client.create_table(**request(**everywhere(index("abc", "a"), index("x", "a"))))


def test_indexes_live_and_go_with_their_table(client, create):
    """The same names may be used again at once, and nothing of the old entries is left."""
    asked = request(**indexed({"a": "S"}, everywhere=[index("abc", "a")]))
    for value in ("1", "2"):
        client.create_table(**asked)
        client.put_item(TableName=asked["TableName"], Item={"PK": {"S": value}, "SK": {"S": "s"}, "a": {"S": "a"}})
        assert described(client, asked["TableName"], "abc")["ItemCount"] == 1
        found = client.query(TableName=asked["TableName"], IndexName="abc", KeyConditionExpression="a = :a",
                             ExpressionAttributeValues={":a": {"S": "a"}})["Items"]
        assert [i["PK"]["S"] for i in found] == [value]
        client.delete_table(TableName=asked["TableName"])
        client.get_waiter("table_not_exists").wait(TableName=asked["TableName"])
