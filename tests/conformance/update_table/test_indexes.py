"""Goal: UpdateTable adds, changes and drops one global index at a time, says so at once, and refuses the rest.
Method: tables of their own, empty or of a few items; what a build does to a filled table is in test_build.py."""

import pytest

from cases import fresh, refused, rows
from index_tables import create, definitions, delete, described, entries, index, indexed, key_schema, settled

INVALID = "One or more parameter values were invalid: "
P2, P5 = ({"ReadCapacityUnits": n, "WriteCapacityUnits": n} for n in (2, 5))
EMAIL = {"email": "S"}
BY_EMAIL = index("email-index", "email")


def item(partition, **attributes):
    return {"PK": {"S": partition}, "SK": {"S": "s"}, **attributes}


@pytest.fixture
def update(client):
    """One change; the one before it is over first."""
    def change(table, **changes):
        settled(client, table.name)
        return client.update_table(TableName=table.name, **changes)["TableDescription"]
    return change


@pytest.fixture
def state(client):
    """(status of the table, {index: status})"""
    def of(table):
        found = client.describe_table(TableName=table.name)["Table"]
        return found["TableStatus"], {i["IndexName"]: i["IndexStatus"] for i in found.get("GlobalSecondaryIndexes", [])}
    return of


@pytest.fixture
def defined(client):
    return lambda table: {d["AttributeName"]: d["AttributeType"] for d in client.describe_table(
        TableName=table.name)["Table"]["AttributeDefinitions"]}


@pytest.fixture(scope="module")
def with_index(make_table):
    """An on-demand table with `email-index` on email, which no test changes."""
    return make_table("S", **indexed(EMAIL, everywhere=[BY_EMAIL]))


def test_create_on_an_empty_table(client, make_table, update, state, defined):
    table = make_table("S")
    reply = update(table, **create(BY_EMAIL, EMAIL))
    (made,) = reply["GlobalSecondaryIndexes"]
    assert reply["TableStatus"] == "UPDATING" and made["IndexStatus"] == "CREATING" and made["Backfilling"] is False
    assert made["IndexArn"] == reply["TableArn"] + "/index/email-index"
    assert state(table) == ("ACTIVE", {"email-index": "ACTIVE"})
    found = described(client, table.name, "email-index")
    assert "Backfilling" not in found and found["KeySchema"] == key_schema("email")
    assert found["Projection"] == {"ProjectionType": "ALL"}
    assert defined(table) == {"PK": "S", "SK": "S", "email": "S"}
    client.put_item(TableName=table.name, Item=item("a", email={"S": "x"}))
    assert entries(client, table.name, "email-index") == [item("a", email={"S": "x"})]


@rows("made,types",
      ("both keys", index("abc", "a", "b"), {"a": "N", "b": "B"}),
      ("the table's sort key", index("abc", "SK", "a"), {"a": "S"}),
      ("no attribute of its own", index("abc", "SK", "PK"), None),
      ("keys only", index("abc", "a", project="KEYS_ONLY"), {"a": "S"}),
      ("include", index("abc", "a", project=["x", "y"]), {"a": "S"}))
def test_create(client, make_table, update, made, types):
    table = make_table("S")
    update(table, **create(made, types))
    found = described(client, table.name, "abc")
    assert found["IndexStatus"] == "ACTIVE" and found["KeySchema"] == made["KeySchema"]
    assert found["Projection"]["ProjectionType"] == made["Projection"]["ProjectionType"]
    assert sorted(found["Projection"].get("NonKeyAttributes", [])) == made["Projection"].get("NonKeyAttributes", [])


def test_definitions_that_are_there_may_be_given_again(make_table, update, defined):
    table = make_table("S")
    update(table, **create(index("one", "a"), {"PK": "S", "SK": "S", "a": "N"}))
    update(table, **create(index("two", "a", "SK"), {"a": "N"}))
    update(table, **create(index("three", "a", "PK")))  # and need not be
    assert defined(table) == {"PK": "S", "SK": "S", "a": "N"}


def test_delete(client, make_table, update, state, defined):
    table = make_table("S", **indexed(EMAIL, everywhere=[BY_EMAIL]))
    client.put_item(TableName=table.name, Item=item("a", email={"S": "x"}))
    reply = update(table, **delete("email-index"))
    assert reply["TableStatus"] == "UPDATING"
    assert [i["IndexStatus"] for i in reply["GlobalSecondaryIndexes"]] == ["DELETING"]
    assert state(table) == ("ACTIVE", {})
    assert "GlobalSecondaryIndexes" not in client.describe_table(TableName=table.name)["Table"]
    assert defined(table) == {"PK": "S", "SK": "S"}
    with refused("ValidationException", "The table does not have the specified index: email-index"):
        client.scan(TableName=table.name, IndexName="email-index")
    # What was its key is an attribute like any other now.
    client.put_item(TableName=table.name, Item=item("a", email={"N": "1"}))
    assert client.scan(TableName=table.name)["Items"] == [item("a", email={"N": "1"})]


def test_definitions_stay_while_another_index_needs_them(make_table, update, defined):
    table = make_table("S", **indexed({"a": "S", "b": "S"}, everywhere=[index("one", "a"), index("two", "a", "b")],
                                      within=[index("local", "PK", "b")]))
    update(table, **delete("two"))
    assert set(defined(table)) == {"PK", "SK", "a", "b"}
    update(table, **delete("one"))
    assert set(defined(table)) == {"PK", "SK", "b"}


def test_deleted_and_made_again_with_another_key(client, make_table, update):
    table = make_table("S", **indexed(EMAIL, everywhere=[BY_EMAIL]))
    client.put_item(TableName=table.name, Item=item("a", email={"S": "x"}))
    update(table, **delete("email-index"))
    client.put_item(TableName=table.name, Item=item("b", email={"N": "1"}))
    update(table, **create(BY_EMAIL, {"email": "N"}))
    settled(client, table.name)
    assert entries(client, table.name, "email-index") == [item("b", email={"N": "1"})]


def test_a_deleted_index_serves_nothing_and_costs_nothing(client, make_table, update):
    table = make_table("S", **indexed(EMAIL, everywhere=[BY_EMAIL, index("other", "email")]))
    update(table, **delete("email-index"))
    reply = client.put_item(TableName=table.name, Item=item("a", email={"S": "x"}), ReturnConsumedCapacity="INDEXES")
    assert list(reply["ConsumedCapacity"]["GlobalSecondaryIndexes"]) == ["other"]


def test_throughput_of_an_index(client, make_table, update):
    table = make_table("S", BillingMode="PROVISIONED", ProvisionedThroughput=P5, **indexed(
        {"a": "S"}, everywhere=[index("one", "a", ProvisionedThroughput=P5), index("two", "a", ProvisionedThroughput=P5)]))

    def throughput(name):
        found = described(client, table.name, name)["ProvisionedThroughput"]
        return found["ReadCapacityUnits"], found["WriteCapacityUnits"]
    update(table, GlobalSecondaryIndexUpdates=[{"Update": {"IndexName": "two", "ProvisionedThroughput": P2}}])
    assert (throughput("one"), throughput("two")) == ((5, 5), (2, 2))
    update(table, GlobalSecondaryIndexUpdates=[
        {"Update": {"IndexName": n, "ProvisionedThroughput": {"ReadCapacityUnits": 7, "WriteCapacityUnits": 8}}}
        for n in ("one", "two")])
    assert (throughput("one"), throughput("two")) == ((7, 8), (7, 8))
    update(table, ProvisionedThroughput=P2,
           GlobalSecondaryIndexUpdates=[{"Update": {"IndexName": "one", "ProvisionedThroughput": P2}}])
    assert throughput("one") == (2, 2)
    assert described(client, table.name, "one")["IndexStatus"] == "ACTIVE"
    with refused("ValidationException", containing="will not change"):
        update(table, GlobalSecondaryIndexUpdates=[{"Update": {"IndexName": "one", "ProvisionedThroughput": P2}}])


def test_a_provisioned_index_added_later(client, make_table, update):
    table = make_table("S", BillingMode="PROVISIONED", ProvisionedThroughput=P5)
    with refused("ValidationException", INVALID + "ProvisionedThroughput must be specified for index: email-index"):
        update(table, **create(BY_EMAIL, EMAIL))
    update(table, **create({**BY_EMAIL, "ProvisionedThroughput": P2}, EMAIL))
    assert described(client, table.name, "email-index")["ProvisionedThroughput"]["ReadCapacityUnits"] == 2


def test_billing_mode_covers_the_indexes(client, make_table, update):
    table = make_table("S", BillingMode="PROVISIONED", ProvisionedThroughput=P5, **indexed(
        EMAIL, everywhere=[{**BY_EMAIL, "ProvisionedThroughput": P2}]))

    def throughput():
        return described(client, table.name, "email-index")["ProvisionedThroughput"]["WriteCapacityUnits"]
    update(table, BillingMode="PAY_PER_REQUEST")
    assert throughput() == 0
    with refused("ValidationException", INVALID + "ProvisionedThroughput must be specified for index: email-index"):
        update(table, BillingMode="PROVISIONED", ProvisionedThroughput=P5)
    assert client.describe_table(TableName=table.name)["Table"]["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    update(table, BillingMode="PROVISIONED", ProvisionedThroughput=P5,
           GlobalSecondaryIndexUpdates=[{"Update": {"IndexName": "email-index", "ProvisionedThroughput": P5}}])
    assert throughput() == 5


@pytest.mark.larder_only
def test_a_multi_attribute_index_added_later(client, make_table, update):
    table = make_table("S")
    client.put_item(TableName=table.name, Item=item("a", a={"S": "1"}, b={"N": "2"}, c={"S": "3"}))
    client.put_item(TableName=table.name, Item=item("b", a={"S": "1"}, b={"N": "2"}))
    schema = [("a", "HASH"), ("b", "HASH"), ("c", "RANGE"), ("SK", "RANGE")]
    update(table, **create(index("abc", *schema), {"a": "S", "b": "N", "c": "S"}))
    settled(client, table.name)
    assert described(client, table.name, "abc")["KeySchema"] == key_schema(*schema)
    assert [i["PK"]["S"] for i in entries(client, table.name, "abc")] == ["a"]


def updates(*entries, **others):
    return {"GlobalSecondaryIndexUpdates": list(entries), **others}


CREATE, DELETE = {"Create": index("new", "SK")}, {"Delete": {"IndexName": "email-index"}}
UPDATE = {"Update": {"IndexName": "email-index", "ProvisionedThroughput": P5}}


@rows("changes,code,text",
      ("neither of the three", updates({}), "ValidationException",
       INVALID + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
                 "GlobalSecondaryIndexUpdate.Delete must not be null"),
      ("two of the three", updates({**CREATE, **DELETE}), "ValidationException", None),
      ("one index twice", updates(DELETE, DELETE), "ValidationException",
       INVALID + "Only one global secondary index update per index is allowed simultaneously. Index: email-index"),
      ("two created", updates(CREATE, {"Create": index("more", "SK")}), "LimitExceededException",
       "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table"),
      ("created and deleted", updates(CREATE, DELETE), "LimitExceededException",
       "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table"),
      ("one that is there", updates({"Create": BY_EMAIL}), "ValidationException",
       "Attempting to create an index which already exists"),
      ("delete of an absent one", updates({"Delete": {"IndexName": "absent"}}), "ResourceNotFoundException",
       "Requested resource not found"),
      ("a key without a definition", updates({"Create": index("new", "c")}), "ValidationException", None),
      ("a definition of another type", create(index("new", "email"), {"email": "N"}), "ValidationException", None),
      ("a table's key of another type", create(index("new", "email"), {"PK": "N"}), "ValidationException", None),
      ("an attribute defined twice", updates({"Create": index("new", "a")}, AttributeDefinitions=definitions({"a": "S"}) * 2),
       "ValidationException", None),
      ("the sort key first", create(index("new", ("a", "RANGE")), {"a": "S"}), "ValidationException",
       "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"),
      ("one attribute as both keys", create(index("new", "a", "a"), {"a": "S"}), "ValidationException",
       "Both the Hash Key and the Range Key element in the KeySchema have the same name"),
      ("INCLUDE without attributes", create({**index("new", "SK"), "Projection": {"ProjectionType": "INCLUDE"}}),
       "ValidationException", INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"),
      ("ALL and attributes", create({**index("new", "SK"), "Projection": {"ProjectionType": "ALL", "NonKeyAttributes": ["x"]}}),
       "ValidationException", INVALID + "ProjectionType is ALL, but NonKeyAttributes is specified"),
      ("no type of projection", create({**index("new", "SK"), "Projection": {}}), "ValidationException",
       INVALID + "Unknown ProjectionType: null"),
      ("throughput of an on-demand table's new index", create(index("new", "SK", ProvisionedThroughput=P5)),
       "ValidationException",
       INVALID + "ProvisionedThroughput should not be specified for index: new when BillingMode is PAY_PER_REQUEST"),
      ("throughput of an on-demand table's index", updates(UPDATE), "ValidationException", None),
      ("no update at all", updates(), "ValidationException", None))
def test_refused(client, with_index, changes, code, text):
    before = client.describe_table(TableName=with_index.name)["Table"]
    with refused(code, text):
        client.update_table(TableName=with_index.name, **changes)
    assert client.describe_table(TableName=with_index.name)["Table"] == before


def test_update_of_an_absent_index(make_table, update):
    table = make_table("S", BillingMode="PROVISIONED", ProvisionedThroughput=P5)
    with refused("ResourceNotFoundException", "Requested resource not found"):
        update(table, **updates({"Update": {"IndexName": "absent", "ProvisionedThroughput": P2}}))


@rows("entry,parts",
      ("create without a name", {"Create": {"KeySchema": key_schema("SK"), "Projection": {"ProjectionType": "ALL"}}},
       ["Value null at 'globalSecondaryIndexUpdates.1.member.create.indexName' failed to satisfy constraint"]),
      ("create without a key", {"Create": {"IndexName": "new", "Projection": {"ProjectionType": "ALL"}}},
       ["Value null at 'globalSecondaryIndexUpdates.1.member.create.keySchema'"]),
      ("create without a projection", {"Create": {"IndexName": "new", "KeySchema": key_schema("SK")}},
       ["Value null at 'globalSecondaryIndexUpdates.1.member.create.projection'"]),
      ("name too short", {"Create": index("x", "SK")}, ["at 'globalSecondaryIndexUpdates.1.member.create.indexName'"]),
      ("type of projection", {"Create": index("new", "SK", project="SOME")},
       ["Value 'SOME' at 'globalSecondaryIndexUpdates.1.member.create.projection.projectionType'"]),
      ("delete without a name", {"Delete": {}}, ["Value null at 'globalSecondaryIndexUpdates.1.member.delete.indexName'"]),
      ("update without a name", {"Update": {"ProvisionedThroughput": P5}},
       ["Value null at 'globalSecondaryIndexUpdates.1.member.update.indexName'"]))
def test_shape(client, with_index, entry, parts):
    with refused("ValidationException", containing=parts):
        client.update_table(TableName=with_index.name, GlobalSecondaryIndexUpdates=[entry])


def test_the_21st_index(make_table, update, state):
    table = make_table("S", **indexed({"a": "S"}, everywhere=[index(f"abc{i}", "a") for i in range(20)]))
    with pytest.raises(table.meta.client.exceptions.ClientError) as info:
        update(table, **create(index("more", "a")))
    assert info.value.response["Error"]["Code"] in ("LimitExceededException", "ValidationException")
    assert "more" not in state(table)[1]
    update(table, **delete("abc7"))
    update(table, **create(index("more", "a")))
    assert state(table)[1]["more"] == "ACTIVE" and len(state(table)[1]) == 20


def test_included_attributes_are_counted_over_all_indexes(make_table, update):
    table = make_table("S", **indexed({"a": "S"}, everywhere=[
        index(f"abc{i}", "a", project=[f"n{j}" for j in range(20)]) for i in range(5)]))
    with pytest.raises(table.meta.client.exceptions.ClientError) as info:
        update(table, **create(index("more", "a", project=["x"])))
    assert info.value.response["Error"]["Code"] in ("LimitExceededException", "ValidationException")
    update(table, **create(index("more", "a")))


def test_a_local_index_cannot_be_deleted(make_table, update):
    table = make_table("S", **indexed({"a": "S"}, within=[index("local", "PK", "a")]))
    with pytest.raises(table.meta.client.exceptions.ClientError):
        update(table, **delete("local"))
    with pytest.raises(table.meta.client.exceptions.ClientError):
        update(table, **create(index("local", "a")))


def test_absent_table(client):
    name = fresh("absent")
    with refused("ResourceNotFoundException", f"Requested resource not found: Table: {name} not found"):
        client.update_table(TableName=name, **create(index("new", "SK")))


def test_from_the_command_line(cli, make_table):
    table = make_table("S")
    cli("update-table", "--table-name", table.name, "--attribute-definitions", "AttributeName=a,AttributeType=S",
        "--global-secondary-index-updates",
        'Create={IndexName=bya,KeySchema=[{AttributeName=a,KeyType=HASH},{AttributeName=SK,KeyType=RANGE}],'
        'Projection={ProjectionType=INCLUDE,NonKeyAttributes=[x]}}')
    (found,) = cli("describe-table", "--table-name", table.name)["Table"]["GlobalSecondaryIndexes"]
    assert (found["IndexName"], found["IndexStatus"]) == ("bya", "ACTIVE")
    assert found["Projection"] == {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]}
    cli("update-table", "--table-name", table.name, "--global-secondary-index-updates", "Delete={IndexName=bya}")
    assert "GlobalSecondaryIndexes" not in cli("describe-table", "--table-name", table.name)["Table"]
