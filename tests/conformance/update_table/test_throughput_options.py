"""Goal: OnDemandThroughput and WarmThroughput, of tables and of global indexes, are stored, changed and described.
Method: raw requests, since boto3 1.26 knows neither; Node's SDK sends them too (tests/conformance/node).
"""

import pytest

from cases import fresh, rows
from index_tables import create, index, indexed, key_schema

MAXIMA = {"MaxReadRequestUnits": 100, "MaxWriteRequestUnits": 50}
WARM = {"ReadUnitsPerSecond": 13_000, "WriteUnitsPerSecond": 5_000}
A = {"a": "S"}


@pytest.fixture
def ask(raw):
    def call(operation, **body):
        status, reply = raw.call(operation, body)
        assert status == 200, reply
        return reply.get("TableDescription", reply.get("Table"))
    return call


@pytest.fixture
def table(ask):
    """Makes tables with these members and indexes; gives the name."""
    names = []

    def make(*made, **members):
        name = fresh("table")
        ask("CreateTable", TableName=name, KeySchema=key_schema("PK", "SK"),
            **{"BillingMode": "PAY_PER_REQUEST", **indexed(A if made else {}, everywhere=made), **members})
        names.append(name)
        return name
    yield make
    for name in names:
        ask("DeleteTable", TableName=name)


def both(ask, name):
    """What DescribeTable says of the table and of its first index."""
    found = ask("DescribeTable", TableName=name)
    return found, found.get("GlobalSecondaryIndexes", [{}])[0]


def warm(described):
    return {n: described["WarmThroughput"][n] for n in WARM}


def test_with_the_table(ask, table):
    name = table(index("bya", "a", OnDemandThroughput=MAXIMA, WarmThroughput=WARM), OnDemandThroughput=MAXIMA, WarmThroughput=WARM)
    for found in both(ask, name):
        assert found["OnDemandThroughput"] == MAXIMA
        assert warm(found) == WARM and found["WarmThroughput"]["Status"] == "ACTIVE"


def test_of_the_index_alone(ask, table):
    name = table(index("bya", "a", OnDemandThroughput=MAXIMA, WarmThroughput=WARM))
    whole, found = both(ask, name)
    assert found["OnDemandThroughput"] == MAXIMA and warm(found) == WARM
    assert whole.get("OnDemandThroughput") != MAXIMA and (whole.get("WarmThroughput") is None or warm(whole) != WARM)


def test_changed_later(ask, table):
    name = table(index("bya", "a"))
    ask("UpdateTable", TableName=name, OnDemandThroughput=MAXIMA)
    ask("UpdateTable", TableName=name, WarmThroughput=WARM)
    whole, found = both(ask, name)
    assert whole["OnDemandThroughput"] == MAXIMA and warm(whole) == WARM
    assert found.get("OnDemandThroughput") != MAXIMA
    for member, value in (("OnDemandThroughput", MAXIMA), ("WarmThroughput", WARM)):
        ask("UpdateTable", TableName=name, GlobalSecondaryIndexUpdates=[{"Update": {"IndexName": "bya", member: value}}])
    whole, found = both(ask, name)
    assert found["OnDemandThroughput"] == MAXIMA and warm(found) == WARM
    assert (whole["TableStatus"], found["IndexStatus"]) == ("ACTIVE", "ACTIVE")
    ask("UpdateTable", TableName=name, OnDemandThroughput={"MaxReadRequestUnits": 200, "MaxWriteRequestUnits": 60})
    assert both(ask, name)[0]["OnDemandThroughput"] == {"MaxReadRequestUnits": 200, "MaxWriteRequestUnits": 60}


def test_with_an_index_made_later(ask, table):
    name = table()
    ask("UpdateTable", TableName=name, **create(index("bya", "a", OnDemandThroughput=MAXIMA, WarmThroughput=WARM), A))
    _, found = both(ask, name)
    assert found["OnDemandThroughput"] == MAXIMA and warm(found) == WARM


def test_minus_one_takes_a_maximum_away(ask, table):
    name = table(OnDemandThroughput=MAXIMA)
    ask("UpdateTable", TableName=name, OnDemandThroughput={"MaxReadRequestUnits": -1, "MaxWriteRequestUnits": -1})
    found = both(ask, name)[0].get("OnDemandThroughput", {})
    assert set(found.values()) <= {-1}


@pytest.mark.larder_only
def test_nothing_is_enforced(client, table):
    """Larder serves as fast as it can, whatever maximum is set."""
    name = table(OnDemandThroughput={"MaxReadRequestUnits": 1, "MaxWriteRequestUnits": 1})
    for i in range(20):
        client.put_item(TableName=name, Item={"PK": {"S": "p"}, "SK": {"S": f"{i}"}, "d": {"S": "x" * 5000}})


PROVISIONED = {"BillingMode": "PROVISIONED", "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}}


@rows("members",
      ("a maximum of zero", {"OnDemandThroughput": {"MaxReadRequestUnits": 0}}),
      ("a maximum below minus one", {"OnDemandThroughput": {"MaxWriteRequestUnits": -2}}),
      ("maxima of a provisioned table", {"OnDemandThroughput": MAXIMA, **PROVISIONED}),
      ("warm throughput of zero", {"WarmThroughput": {"ReadUnitsPerSecond": 0, "WriteUnitsPerSecond": 1}}))
def test_refused(raw, members):
    name = fresh("table")
    kind, _ = raw.error("CreateTable", {"TableName": name, "BillingMode": "PAY_PER_REQUEST", "KeySchema": key_schema("PK", "SK"),
                                        **indexed({}), **members})
    assert kind == "ValidationException"
    assert raw.error("DescribeTable", {"TableName": name})[0] == "ResourceNotFoundException"


def test_maxima_go_with_the_billing_mode(raw, ask, table):
    name = table(OnDemandThroughput=MAXIMA)
    ask("UpdateTable", TableName=name, **PROVISIONED)
    assert both(ask, name)[0].get("OnDemandThroughput") in (None, {})
