"""Goal: UntagResource takes tags away, and absent ones are no error. Method: a table of its own."""

import pytest

from cases import refused


@pytest.fixture
def arn(client, make_table):
    return client.describe_table(TableName=make_table(Tags=[
        {"Key": k, "Value": "v"} for k in "abc"]).name)["Table"]["TableArn"]


def test_tags_go(client, arn):
    client.untag_resource(ResourceArn=arn, TagKeys=["a", "c", "absent"])
    assert client.list_tags_of_resource(ResourceArn=arn)["Tags"] == [{"Key": "b", "Value": "v"}]
    client.untag_resource(ResourceArn=arn, TagKeys=["b"])
    assert client.list_tags_of_resource(ResourceArn=arn).get("Tags", []) == []


def test_no_keys(client, arn):
    with refused("ValidationException", containing="tagKeys"):
        client.untag_resource(ResourceArn=arn)


def test_absent_table(client, arn):
    with refused("ResourceNotFoundException", containing="not found"):
        client.untag_resource(ResourceArn=arn + "x", TagKeys=["a"])
