"""Goal: a page of a local index whose items are fetched from the table ends at 1 MB of them, however little the index
shows; so no reply and no page is larger than that. Method: nine items of 350 KB under an index of keys alone."""

import pytest

from cases import fresh

ITEMS = 9
ITEM_BYTES = 350_000
FETCHING = {
    "all attributes": {"Select": "ALL_ATTRIBUTES"},
    "a projection": {"ProjectionExpression": "payload"},
    "a filter": {"FilterExpression": "attribute_exists(payload)"},
    "a filter, counted": {"FilterExpression": "attribute_exists(payload)", "Select": "COUNT"},
}


@pytest.fixture(scope="module")
def large(make_table, client):
    key = [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "rank", "KeyType": "RANGE"}]
    types = {"PK": "S", "SK": "S", "rank": "N"}
    table = make_table(
        "S", AttributeDefinitions=[{"AttributeName": n, "AttributeType": t} for n, t in types.items()],
        LocalSecondaryIndexes=[
            {"IndexName": "by-rank", "KeySchema": key, "Projection": {"ProjectionType": "KEYS_ONLY"}}])
    partition = fresh()
    for i in range(ITEMS):
        table.put_item(Item={"PK": partition, "SK": str(i), "rank": i // 4, "payload": "x" * ITEM_BYTES})
    return table.name, partition


def pages_of(client, large, scans, **options):
    name, partition = large
    if not scans:
        options = {"KeyConditionExpression": "PK = :pk", "ExpressionAttributeValues": {":pk": {"S": partition}},
                   **options}
    call = client.scan if scans else client.query
    start = {}
    while True:
        page = call(TableName=name, IndexName="by-rank", ReturnConsumedCapacity="INDEXES", **options, **start)
        yield page
        if "LastEvaluatedKey" not in page:
            return
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


@pytest.mark.parametrize("scans", [False, True])
@pytest.mark.parametrize("options", FETCHING.values(), ids=FETCHING)
def test_a_page_ends_at_a_megabyte_of_fetched_items(client, large, options, scans):
    seen = list(pages_of(client, large, scans, **options))
    assert [page["ScannedCount"] for page in seen] == [3, 3, 3, 0]
    assert sum(page["Count"] for page in seen) == ITEMS
    # 350,0xx bytes are 86 units of 4 KB: half of that each.
    assert [page["ConsumedCapacity"]["Table"]["CapacityUnits"] for page in seen] == [129, 129, 129, 0]


@pytest.mark.parametrize("scans", [False, True])
def test_a_page_that_fetches_nothing_holds_them_all(client, large, scans):
    (page,) = pages_of(client, large, scans)
    assert page["Count"] == ITEMS
    assert page["ConsumedCapacity"]["Table"]["CapacityUnits"] == 0
