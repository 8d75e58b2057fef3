"""Goal: single writes are serialised, transactions are seen whole or not at all, by every kind of reader.
Method: threads over HTTP, each with a connection of its own, started together; sums and sets decide."""

import concurrent.futures
import threading

import pytest

from cases import fresh

THREADS = 8


@pytest.fixture
def together(connect):
    """Runs work(client, number) in THREADS threads that start at one moment; gives the results."""
    def run(work, threads=THREADS):
        gate = threading.Barrier(threads)

        def one(number):
            client = connect()
            gate.wait()
            return work(client, number)
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            return list(pool.map(one, range(threads)))
    return run


def k(key):
    return {"PK": {"S": key}}


@pytest.mark.parametrize("expression", ["ADD v :one", "SET v = v + :one"])
def test_every_increment_counts(client, simple, key, together, expression):
    client.put_item(TableName=simple.name, Item={**k(key), "v": {"N": "0"}})

    def work(own, _):
        return [int(own.update_item(
            TableName=simple.name, Key=k(key), UpdateExpression=expression, ReturnValues="UPDATED_NEW",
            ExpressionAttributeValues={":one": {"N": "1"}})["Attributes"]["v"]["N"]) for _ in range(40)]
    results = together(work)
    assert sorted(v for part in results for v in part) == list(range(1, THREADS * 40 + 1))
    assert all(part == sorted(part) for part in results)


def test_exactly_one_put_of_an_absent_item_wins(simple, together):
    keys = [fresh() for _ in range(30)]

    def work(own, number):
        won = []
        for key in keys:
            try:
                own.put_item(TableName=simple.name, Item={**k(key), "by": {"N": str(number)}},
                             ConditionExpression="attribute_not_exists(PK)")
                won.append(key)
            except own.exceptions.ConditionalCheckFailedException:
                pass
        return won
    wins = [key for part in together(work) for key in part]
    assert sorted(wins) == sorted(keys)


def test_optimistic_locking_loses_nothing(client, simple, key, together):
    client.put_item(TableName=simple.name, Item={**k(key), "version": {"N": "0"}, "entries": {"L": []}})

    def work(own, number):
        done = 0
        while done < 10:
            item = own.get_item(TableName=simple.name, Key=k(key), ConsistentRead=True)["Item"]
            try:
                own.update_item(
                    TableName=simple.name, Key=k(key), ConditionExpression="version = :seen",
                    UpdateExpression="SET version = version + :one, entries = list_append(entries, :me)",
                    ExpressionAttributeValues={":seen": item["version"], ":one": {"N": "1"},
                                               ":me": {"L": [{"N": str(number)}]}})
                done += 1
            except own.exceptions.ConditionalCheckFailedException:
                pass
        return done
    together(work, 4)
    item = client.get_item(TableName=simple.name, Key=k(key))["Item"]
    assert item["version"] == {"N": "40"}
    assert sorted(int(e["N"]) for e in item["entries"]["L"]) == sorted(list(range(4)) * 10)


@pytest.mark.parametrize("padding", [0, 40_000])
def test_money_is_never_made_or_lost_for_any_reader(client, table, key, together, padding):
    """Transfers between accounts, while TransactGetItems and pages of Query and Scan must always see one total; also
    when a page is so long that it is read in several goes."""
    accounts, each, movers = [f"{i}" for i in range(6)], 100, 4
    for account in accounts:
        client.put_item(TableName=table.name, Item={**k(key), "SK": {"S": account}, "v": {"N": str(each)}, "pad": {"S": "x" * padding}})
    done = [threading.Event() for _ in range(movers)]

    def at(account):
        return {"TableName": table.name, "Key": {**k(key), "SK": {"S": account}}}

    def move(own, number):
        for n in range(40):
            a = accounts[(number + n) % 6]
            b = accounts[(number + n + 1 + n % 5) % 6]
            amount = {":v": {"N": str(n % 7 + 1)}}
            try:
                own.transact_write_items(TransactItems=[
                    {"Update": {**at(a), "UpdateExpression": "SET v = v - :v", "ConditionExpression": "v >= :v",
                                "ExpressionAttributeValues": amount}},
                    {"Update": {**at(b), "UpdateExpression": "SET v = v + :v", "ExpressionAttributeValues": amount}}])
            except own.exceptions.TransactionCanceledException as error:
                codes = {r["Code"] for r in error.response["CancellationReasons"]}
                assert codes <= {"None", "ConditionalCheckFailed", "TransactionConflict"}
        done[number].set()

    def look(own, number):
        while True:
            last = all(d.is_set() for d in done)
            if number == 4:
                items = [r["Item"] for r in own.transact_get_items(
                    TransactItems=[{"Get": at(a)} for a in accounts])["Responses"]]
            elif number == 5:
                items = own.query(TableName=table.name, KeyConditionExpression="PK = :p", ConsistentRead=True,
                                  ExpressionAttributeValues={":p": {"S": key}})["Items"]
            else:
                # The start key is just before the partition's first item, so that the page holds all of it.
                items = own.scan(TableName=table.name, ConsistentRead=True, Limit=len(accounts),
                                 ExclusiveStartKey={**k(key), "SK": {"S": "!"}})["Items"]
            yield sum(int(i["v"]["N"]) for i in items)
            if last:
                return

    def work(own, number):
        return move(own, number) if number < movers else list(look(own, number))
    seen = together(work, 7)
    assert all(set(part) == {each * len(accounts)} for part in seen[movers:])
