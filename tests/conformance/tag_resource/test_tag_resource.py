"""Goal: tags of a table are added and replaced. Method: a table of its own, read back by ListTagsOfResource."""

import pytest

from cases import refused, rows


@pytest.fixture
def arn(client, make_table):
    return client.describe_table(TableName=make_table().name)["Table"]["TableArn"]


def tags(client, arn):
    return {t["Key"]: t["Value"] for page in client.get_paginator("list_tags_of_resource").paginate(ResourceArn=arn)
            for t in page["Tags"]}


def test_add_and_replace(client, arn):
    client.tag_resource(ResourceArn=arn, Tags=[{"Key": "a", "Value": "1"}, {"Key": "b", "Value": "2"}])
    client.tag_resource(ResourceArn=arn, Tags=[{"Key": "b", "Value": "3"}, {"Key": "c", "Value": ""}])
    assert tags(client, arn) == {"a": "1", "b": "3", "c": ""}


def test_keys_are_told_apart_by_case(client, arn):
    client.tag_resource(ResourceArn=arn, Tags=[{"Key": "k", "Value": "1"}, {"Key": "K", "Value": "2"}])
    assert tags(client, arn) == {"k": "1", "K": "2"}


def test_50_tags_and_no_more(client, arn):
    client.tag_resource(ResourceArn=arn, Tags=[{"Key": f"{i}", "Value": "v"} for i in range(50)])
    with pytest.raises(client.exceptions.ClientError):
        client.tag_resource(ResourceArn=arn, Tags=[{"Key": "one more", "Value": "v"}])
    client.tag_resource(ResourceArn=arn, Tags=[{"Key": "0", "Value": "replaced"}])
    assert len(tags(client, arn)) == 50 and tags(client, arn)["0"] == "replaced"


@rows("tags",
      ("empty key", [{"Key": "", "Value": "v"}]),
      ("key too long", [{"Key": "k" * 129, "Value": "v"}]),
      ("value too long", [{"Key": "k", "Value": "v" * 257}]),
      ("AWS's own prefix", [{"Key": "aws:k", "Value": "v"}]),
      ("no value", [{"Key": "k"}]))
def test_refused(client, arn, tags):
    with refused("ValidationException"):
        client.tag_resource(ResourceArn=arn, Tags=tags)


def test_no_tags(client, arn):
    with refused("ValidationException"):
        client.tag_resource(ResourceArn=arn)


def test_absent_table(client, arn):
    with refused("ResourceNotFoundException", containing="not found"):
        client.tag_resource(ResourceArn=arn + "x", Tags=[{"Key": "k", "Value": "v"}])


def test_no_arn(client):
    with refused("ValidationException", containing="Arn"):
        client.tag_resource(ResourceArn="x", Tags=[{"Key": "k", "Value": "v"}])
