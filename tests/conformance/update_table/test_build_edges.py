"""Goal: a build is begun and left alone whatever else happens around it. Method: daemons of one's own, whose clock is
set back, or whose builds wait for the clock."""

import contextlib
import json
import time
import urllib.request

import pytest

import larder_daemon
import raw_http
from index_tables import create, definitions, delete, index, key_schema

UNITS = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}


def change_clock(daemon, **change):
    with urllib.request.urlopen(daemon.endpoint + "/_larder/clock", json.dumps(change).encode()) as reply:
        return json.load(reply)["now_ms"]


def make_table(client):
    client.create_table(TableName="tab", BillingMode="PAY_PER_REQUEST", KeySchema=key_schema("PK"),
                        AttributeDefinitions=definitions({"PK": "S"}))


@pytest.mark.larder_only
def test_a_clock_set_back_does_not_hold_up_a_build(connect):
    with larder_daemon.Daemon("--in-memory", "--test-clock") as daemon:
        client = connect(daemon.endpoint)
        make_table(client)
        client.put_item(TableName="tab", Item={"PK": {"S": "1"}, "a": {"S": "x"}})
        client.update_table(TableName="tab", **create(index("abc", "a"), {"a": "S"}))
        change_clock(daemon, advance_ms=-3_600_000)
        until = time.monotonic() + 20  # far less than the hour
        while client.describe_table(TableName="tab")["Table"]["TableStatus"] != "ACTIVE":
            assert time.monotonic() < until, "the build waits for the clock"
        assert client.scan(TableName="tab", IndexName="abc")["Count"] == 1


@pytest.mark.larder_only
@pytest.mark.parametrize("more", [
    {"BillingMode": "PROVISIONED", "ProvisionedThroughput": UNITS}, {"DeletionProtectionEnabled": True},
    {"TableClass": "STANDARD_INFREQUENT_ACCESS"}], ids=lambda more: next(iter(more)))
def test_deleting_an_index_while_it_is_made_is_all_that_one_call_may_do(connect, more):
    with larder_daemon.Daemon("--in-memory", "--test-clock", "--table-state-delay-ms", "60000") as daemon:
        client = connect(daemon.endpoint)
        make_table(client)
        change_clock(daemon, advance_ms=60_000)
        client.update_table(TableName="tab", **create(index("abc", "a"), {"a": "S"}))
        before = client.describe_table(TableName="tab")["Table"]
        # Below the SDK: an older one does not know every member.
        with contextlib.closing(raw_http.RawHttp(daemon.endpoint)) as raw:
            assert raw.error("UpdateTable", {"TableName": "tab", **delete("abc"), **more}) == (
                "ResourceInUseException",
                "Attempt to change a resource which is still in use: Table is being updated: tab")
        assert client.describe_table(TableName="tab")["Table"] == before
        client.update_table(TableName="tab", **delete("abc"))
        assert "GlobalSecondaryIndexes" not in client.describe_table(TableName="tab")["Table"]
