"""Goal: ListTagsOfResource gives all tags of one table, page by page. Method: a table made with 45 tags."""

from cases import refused

TAGS = {f"key{i:02}": f"value{i}" for i in range(45)}


def test_every_tag_once(client, make_table):
    table = make_table(Tags=[{"Key": k, "Value": v} for k, v in TAGS.items()])
    arn = client.describe_table(TableName=table.name)["Table"]["TableArn"]
    found, start = [], {}
    while True:
        page = client.list_tags_of_resource(ResourceArn=arn, **start)
        found += [(t["Key"], t["Value"]) for t in page["Tags"]]
        if not page.get("NextToken"):
            break
        start = {"NextToken": page["NextToken"]}
    assert sorted(found) == sorted(TAGS.items())


def test_no_tags(client, table):
    arn = client.describe_table(TableName=table.name)["Table"]["TableArn"]
    reply = client.list_tags_of_resource(ResourceArn=arn)
    assert reply.get("Tags", []) == [] and not reply.get("NextToken")


def test_absent_table(client, table):
    arn = client.describe_table(TableName=table.name)["Table"]["TableArn"]
    with refused("ResourceNotFoundException", containing="not found"):
        client.list_tags_of_resource(ResourceArn=arn + "x")


def test_no_arn(client):
    with refused("ValidationException", containing="arn"):
        client.list_tags_of_resource(ResourceArn="x")
    with refused("ValidationException", containing="resourceArn"):
        client.list_tags_of_resource()
