"""Goal: ListTables names every table once, in order, page by page. Method: tables of one prefix among all others."""

import pytest

from cases import fresh, refused, rows


@pytest.fixture(scope="module")
def seven(make_table):
    prefix = fresh("listed")
    return sorted(make_table(name=f"{prefix}-{i}").name for i in range(7))


def test_all_of_them(client, seven):
    names, start = [], {}
    while True:
        page = client.list_tables(**start)
        names += page["TableNames"]
        if "LastEvaluatedTableName" not in page:
            break
        start = {"ExclusiveStartTableName": page["LastEvaluatedTableName"]}
    assert [n for n in names if n in seven] == seven and len(names) == len(set(names))


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_pages(client, seven, limit):
    names = [n for page in client.get_paginator("list_tables").paginate(PaginationConfig={"PageSize": limit})
             for n in page["TableNames"]]
    assert [n for n in names if n in seven] == seven and len(names) == len(set(names))


def test_a_full_page_says_where_it_ended(client, seven):
    page = client.list_tables(Limit=2, ExclusiveStartTableName=seven[0])
    assert page["TableNames"] == seven[1:3] and page["LastEvaluatedTableName"] == seven[2]


def test_the_start_need_not_exist(client, seven):
    assert client.list_tables(Limit=1, ExclusiveStartTableName=seven[2] + ".x")["TableNames"] == [seven[3]]


def test_a_deleted_table_is_gone_at_once(client, make_table):
    name = make_table().name
    before = name[:-1]
    assert name in client.list_tables(ExclusiveStartTableName=before)["TableNames"]
    client.delete_table(TableName=name)
    client.get_waiter("table_not_exists").wait(TableName=name)
    assert name not in client.list_tables(ExclusiveStartTableName=before)["TableNames"]


@rows("arguments,text",
      ("limit of zero", {"Limit": 0},
       "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater "
       "than or equal to 1"),
      ("limit of 101", {"Limit": 101},
       "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: Member must have value less "
       "than or equal to 100"),
      ("start of two characters", {"ExclusiveStartTableName": "ab"}, None),
      ("start of other characters", {"ExclusiveStartTableName": "a b c"}, None))
def test_refused(client, arguments, text):
    with refused("ValidationException", text, containing="" if text else "exclusiveStartTableName"):
        client.list_tables(**arguments)
