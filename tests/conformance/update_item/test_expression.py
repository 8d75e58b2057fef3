"""Goal: what each clause of an UpdateExpression does to an item.
Method: rows of item before, expression, item after; every row runs on an item of its own."""

from decimal import Decimal

import pytest

from cases import fresh, refused, rows

BEFORE = {"n": 5, "s": "text", "l": [0, 1, 2], "m": {"a": 1, "b": {"c": 2}}, "ss": {"a", "b"}, "ns": {1, 2},
          "bs": {b"x", b"y"}, "nul": None}


def run(table, expression, values=None, names=None, before=BEFORE, **arguments):
    key = {"PK": fresh()}
    if before is not None:
        table.put_item(Item={**key, **before})
    if values:
        arguments["ExpressionAttributeValues"] = values
    if names:
        arguments["ExpressionAttributeNames"] = names
    reply = table.update_item(Key=key, UpdateExpression=expression, **arguments)
    item = table.get_item(Key=key)["Item"]
    assert item.pop("PK") == key["PK"]
    return item, reply


@rows("expression,values,changes",
      ("SET a new attribute", "SET x = :v", {":v": "new"}, {"x": "new"}),
      ("SET an existing one", "SET s = :v", {":v": [1]}, {"s": [1]}),
      ("SET from another attribute", "SET x = m.b", None, {"x": {"c": 2}}),
      ("keywords in lower case", "set x = :v remove s", {":v": 1}, {"x": 1, "s": ...}),
      ("several actions", "SET x = :v, y = :v", {":v": 1}, {"x": 1, "y": 1}),
      ("all four clauses, any order", "REMOVE s DELETE ss :ss ADD n :one SET x = :one",
       {":one": 1, ":ss": {"a"}}, {"s": ..., "ss": {"b"}, "n": 6, "x": 1}),
      ("no blanks at all", "SET x=n+:one,y=:one REMOVE s", {":one": 1}, {"x": 6, "y": 1, "s": ...}),
      ("any kind of blank", "SET\n\tx\r\n=  :v", {":v": 1}, {"x": 1}),
      ("addition", "SET n = n + :v", {":v": Decimal("0.5")}, {"n": Decimal("5.5")}),
      ("subtraction", "SET n = :v - n", {":v": 1}, {"n": -4}),
      ("both operands are values", "SET n = :v + :v", {":v": 4}, {"n": 8}),
      ("both operands are paths", "SET n = l[2] + m.a", None, {"n": 3}),
      ("right-hand sides read the item as it was", "SET n = m.a, m.a = n", None, {"n": 1, "m": {"a": 5, "b": {"c": 2}}}),
      ("right-hand sides do not see each other", "SET x = :v, y = n", {":v": 9}, {"x": 9, "y": 5}),
      ("a removed attribute may still be read", "SET x = s REMOVE s", None, {"x": "text", "s": ...}),
      ("if_not_exists on a present one", "SET n = if_not_exists(n, :v)", {":v": 0}, {"n": 5}),
      ("if_not_exists on an absent one", "SET x = if_not_exists(x, :v)", {":v": 0}, {"x": 0}),
      ("if_not_exists on null: it exists", "SET x = if_not_exists(nul, :v)", {":v": 0}, {"x": None}),
      ("if_not_exists of another path", "SET x = if_not_exists(nothing, m.a)", None, {"x": 1}),
      ("counter that may be absent", "SET x = if_not_exists(x, :zero) + :one", {":zero": 0, ":one": 1}, {"x": 1}),
      ("nested if_not_exists", "SET x = if_not_exists(x, if_not_exists(y, :v))", {":v": 3}, {"x": 3}),
      ("list_append at the end", "SET l = list_append(l, :v)", {":v": [3, 4]}, {"l": [0, 1, 2, 3, 4]}),
      ("list_append at the front", "SET l = list_append(:v, l)", {":v": [9]}, {"l": [9, 0, 1, 2]}),
      ("list_append to one that may be absent", "SET x = list_append(if_not_exists(x, :none), :v)",
       {":none": [], ":v": [1]}, {"x": [1]}),
      ("SET in a map", "SET m.x = :v", {":v": 1}, {"m": {"a": 1, "b": {"c": 2}, "x": 1}}),
      ("SET deep in a map", "SET m.b.c = :v", {":v": 7}, {"m": {"a": 1, "b": {"c": 7}}}),
      ("SET a list element", "SET l[1] = :v", {":v": "x"}, {"l": [0, "x", 2]}),
      ("SET past the end appends", "SET l[50] = :v", {":v": "x"}, {"l": [0, 1, 2, "x"]}),
      ("SET two past the end appends both, by index", "SET l[90] = :a, l[50] = :b", {":a": "a", ":b": "b"},
       {"l": [0, 1, 2, "b", "a"]}),
      ("REMOVE", "REMOVE s, n", None, {"s": ..., "n": ...}),
      ("REMOVE of an absent one", "REMOVE nothing", None, {}),
      ("REMOVE from a map", "REMOVE m.b.c", None, {"m": {"a": 1, "b": {}}}),
      ("REMOVE an element closes the gap", "REMOVE l[0]", None, {"l": [1, 2]}),
      ("REMOVE of several elements counts from before", "REMOVE l[0], l[2]", None, {"l": [1]}),
      ("REMOVE past the end", "REMOVE l[7]", None, {}),
      ("REMOVE and SET in one list count from before", "REMOVE l[0] SET l[1] = :v", {":v": "x"}, {"l": ["x", 2]}),
      ("ADD to a number", "ADD n :v", {":v": -7}, {"n": -2}),
      ("ADD to an absent number", "ADD x :v", {":v": 3}, {"x": 3}),
      ("ADD to a nested number", "ADD m.b.c :v", {":v": 3}, {"m": {"a": 1, "b": {"c": 5}}}),
      ("ADD to a string set", "ADD ss :v", {":v": {"b", "c"}}, {"ss": {"a", "b", "c"}}),
      ("ADD to a number set, by value", "ADD ns :v", {":v": {Decimal("2.0"), 3}}, {"ns": {1, 2, 3}}),
      ("ADD to an absent set", "ADD x :v", {":v": {"c"}}, {"x": {"c"}}),
      ("DELETE from a set", "DELETE ss :v", {":v": {"a", "other"}}, {"ss": {"b"}}),
      ("DELETE of the last member removes the attribute", "DELETE ss :v", {":v": {"a", "b"}}, {"ss": ...}),
      ("DELETE from an absent set", "DELETE x :v", {":v": {"a"}}, {}),
      ("parentheses", "SET x = (n + :v)", {":v": 1}, {"x": 6}))
def test_clause(simple, expression, values, changes):
    item, _ = run(simple, expression, values)
    expected = {k: v for k, v in {**BEFORE, **changes}.items() if v is not ...}
    if "bs" in item:
        item["bs"] = {b.value for b in item["bs"]}
    assert item == expected


MISSING = "The provided expression refers to an attribute that does not exist in the item"
BAD_PATH = "The document path provided in the update expression is invalid for update"
BAD_TYPE = "An operand in the update expression has an incorrect data type"


@rows("expression,values,text",
      ("reading an absent attribute", "SET x = nothing", None, MISSING),
      ("adding to an absent attribute", "SET x = x + :v", {":v": 1}, MISSING),
      ("reading an absent nested one", "SET x = m.nothing", None, MISSING),
      ("appending to an absent list", "SET x = list_append(x, :v)", {":v": [1]}, MISSING),
      ("adding to text", "SET s = s + :v", {":v": 1}, BAD_TYPE),
      ("appending to text", "SET s = list_append(s, :v)", {":v": [1]}, BAD_TYPE),
      ("SET below an absent map", "SET nothing.x = :v", {":v": 1}, BAD_PATH),
      ("SET below a string", "SET s.x = :v", {":v": 1}, BAD_PATH),
      ("SET an index of a map", "SET m[0] = :v", {":v": 1}, BAD_PATH),
      ("SET a member of a list", "SET l.x = :v", {":v": 1}, BAD_PATH),
      ("SET an index of an absent list", "SET nothing[0] = :v", {":v": 1}, BAD_PATH),
      ("ADD a number to text", "ADD s :v", {":v": 1}, BAD_TYPE),
      ("ADD a set of another type", "ADD ss :v", {":v": {1}}, BAD_TYPE),
      ("DELETE a set of another type", "DELETE ss :v", {":v": {1}}, BAD_TYPE),
      ("DELETE from a number", "DELETE n :v", {":v": {1}}, BAD_TYPE))
def test_what_the_item_does_not_allow(simple, expression, values, text):
    with refused("ValidationException", text):
        run(simple, expression, values)


def test_refused_update_changes_nothing(simple, key):
    simple.put_item(Item={"PK": key, "v": 1})
    with refused("ValidationException", MISSING):
        simple.update_item(Key={"PK": key}, UpdateExpression="SET v = :v, x = nothing",
                           ExpressionAttributeValues={":v": 2})
    assert simple.get_item(Key={"PK": key})["Item"] == {"PK": key, "v": 1}


@rows("expression,values,after",
      ("SET makes the item", "SET x = :v", {":v": 1}, {"x": 1}),
      ("ADD makes the item", "ADD x :v", {":v": 1}, {"x": 1}))
def test_absent_item(simple, expression, values, after):
    assert run(simple, expression, values, before=None)[0] == after


def test_no_expression_makes_an_item_of_keys(simple, key):
    simple.update_item(Key={"PK": key})
    assert simple.get_item(Key={"PK": key})["Item"] == {"PK": key}


@rows("a,b,result",
      ("38 digits exactly", "99999999999999999999999999999999999998", "1", "99999999999999999999999999999999999999"),
      ("fractions are exact", "0.1", "0.2", "0.3"),
      ("to zero", "1.5", "-1.5", "0"),
      ("very small", "1e-130", "1e-130", "0." + "0" * 129 + "2"))
def test_sums_are_exact(client, simple, a, b, result):
    key = {"PK": {"S": fresh()}}
    client.put_item(TableName=simple.name, Item={**key, "v": {"N": a}})
    reply = client.update_item(TableName=simple.name, Key=key, UpdateExpression="SET v = v + :b", ReturnValues="ALL_NEW",
                               ExpressionAttributeValues={":b": {"N": b}})
    assert reply["Attributes"]["v"] == {"N": result}


@rows("a,b",
      ("more than 38 digits", "1e38", "0.1"),
      ("too large", "9.9e125", "9.9e125"))
def test_sums_out_of_range(client, simple, a, b):
    key = {"PK": {"S": fresh()}}
    client.put_item(TableName=simple.name, Item={**key, "v": {"N": a}})
    for expression in ("SET v = v + :b", "ADD v :b"):
        with refused("ValidationException"):
            client.update_item(TableName=simple.name, Key=key, UpdateExpression=expression,
                               ExpressionAttributeValues={":b": {"N": b}})


def test_grows_to_the_limit_and_no_further(simple, key):
    simple.put_item(Item={"PK": key, "d": "x" * 300_000})
    with refused("ValidationException", "Item size to update has exceeded the maximum allowed size"):
        simple.update_item(Key={"PK": key}, UpdateExpression="SET e = d")
    assert set(simple.get_item(Key={"PK": key})["Item"]) == {"PK", "d"}


@pytest.mark.parametrize("levels", [31, 40])
def test_nesting_limit_holds_for_results(simple, key, levels):
    """The value itself may be as deep as allowed; what it makes of the item may not be deeper."""
    value = "x"
    for _ in range(28):
        value = [value]
    simple.put_item(Item={"PK": key, "d": value, "m": {"a": {"b": {"c": {"d": {"e": {"f": {}}}}}}}})
    if levels == 40:
        with refused("ValidationException"):
            simple.update_item(Key={"PK": key}, UpdateExpression="SET m.a.b.c.d.e.f.g = d")
    else:
        simple.update_item(Key={"PK": key}, UpdateExpression="SET m.a = d")
