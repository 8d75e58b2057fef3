"""Goal: what every operator and function of a condition means, for every type, also on missing attributes.
Method: rows of condition, values and truth on one item; each row is asked as a ConditionExpression (a ConditionCheck,
which writes nothing) and as a FilterExpression (a Query of that one item), and both must agree."""

import pytest

from cases import fresh, refused, rows

ITEM = {
    "n": {"N": "5"}, "big": {"N": "12345678901234567890123456789012345678"}, "s": {"S": "hello"}, "s0": {"S": ""},
    "b": {"B": b"\x00\xff\x10"}, "t": {"BOOL": True}, "f": {"BOOL": False}, "nul": {"NULL": True},
    "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["1", "2.50"]}, "bs": {"BS": [b"x", b"yy"]},
    "l": {"L": [{"N": "1"}, {"S": "two"}, {"L": [{"N": "3"}]}]},
    "m": {"M": {"k": {"N": "1"}, "deep": {"M": {"x": {"S": "y"}}}, "l": {"L": [{"M": {"z": {"N": "9"}}}]}}},
}


@pytest.fixture(scope="module")
def ask(client, table):
    key = {"PK": {"S": fresh()}, "SK": {"S": "item"}}
    client.put_item(TableName=table.name, Item={**key, **ITEM})

    def holds(condition, values=None, names=None):
        arguments = {"ExpressionAttributeValues": values} if values else {}
        if names:
            arguments["ExpressionAttributeNames"] = names
        try:
            client.transact_write_items(TransactItems=[{"ConditionCheck": {
                "TableName": table.name, "Key": key, "ConditionExpression": condition, **arguments}}])
            as_condition = True
        except client.exceptions.TransactionCanceledException as error:
            reasons = error.response["CancellationReasons"]
            assert [r["Code"] for r in reasons] == ["ConditionalCheckFailed"], reasons
            as_condition = False
        as_filter = client.query(
            TableName=table.name, KeyConditionExpression="PK = :pk", FilterExpression=condition,
            **{**arguments, "ExpressionAttributeValues": {":pk": key["PK"], **(values or {})}})["Count"] == 1
        assert as_condition == as_filter
        return as_condition
    return holds


def n(text):
    return {":v": {"N": str(text)}}


def s(text):
    return {":v": {"S": text}}


@rows("condition,values,truth",
      ("= number", "n = :v", n(5), True),
      ("= number by value", "n = :v", n("5.000"), True),
      ("= other number", "n = :v", n(6), False),
      ("= other type", "n = :v", s("5"), False),
      ("= missing attribute", "x = :v", n(5), False),
      ("= two missing attributes", "x = y", None, False),
      ("= two attributes", "n = m.k", None, False),
      ("= value first", ":v = n", n(5), True),
      ("= null", "nul = :v", {":v": {"NULL": True}}, True),
      ("= boolean", "t = :v", {":v": {"BOOL": True}}, True),
      ("= other boolean", "f = :v", {":v": {"BOOL": True}}, False),
      ("= binary", "b = :v", {":v": {"B": b"\x00\xff\x10"}}, True),
      ("= set in any order", "ss = :v", {":v": {"SS": ["b", "a"]}}, True),
      ("= number set by value", "ns = :v", {":v": {"NS": ["2.5", "1.0"]}}, True),
      ("= smaller set", "ss = :v", {":v": {"SS": ["a"]}}, False),
      ("= list, deep", "l = :v", {":v": {"L": [{"N": "1.0"}, {"S": "two"}, {"L": [{"N": "3"}]}]}}, True),
      ("= list of other order", "l = :v", {":v": {"L": [{"S": "two"}, {"N": "1"}, {"L": [{"N": "3"}]}]}}, False),
      ("= map, deep", "m.deep = :v", {":v": {"M": {"x": {"S": "y"}}}}, True),
      ("<> equal", "n <> :v", n(5), False),
      ("<> other", "n <> :v", n(6), True),
      ("<> other type", "n <> :v", s("5"), True),
      ("<> missing attribute is true", "x <> :v", n(5), True),
      ("< number", "n < :v", n("5.1"), True),
      ("< same number", "n < :v", n(5), False),
      ("< 38 digits", "big < :v", n("12345678901234567890123456789012345679"), True),
      ("< other type is false", "n < :v", s("z"), False),
      ("< missing is false", "x < :v", n(5), False),
      ("> missing is false too", "x > :v", n(5), False),
      (">= missing is false too", "x >= :v", n(5), False),
      ("< text by bytes", "s < :v", s("hellp"), True),
      ("< text: upper case sorts first", "s < :v", s("Z"), False),
      ("< a prefix sorts first", "s < :v", s("hello!"), True),
      ("< binary is unsigned", "b < :v", {":v": {"B": b"\x01"}}, True),
      ("<= equal", "n <= :v", n(5), True),
      (">= equal", "n >= :v", n(5), True),
      ("> negative", "n > :v", n(-6), True),
      ("BETWEEN, low edge", "n BETWEEN :v AND :w", {**n(5), ":w": {"N": "9"}}, True),
      ("BETWEEN, high edge", "n BETWEEN :w AND :v", {**n(5), ":w": {"N": "1"}}, True),
      ("BETWEEN, outside", "n BETWEEN :v AND :w", {**n(6), ":w": {"N": "9"}}, False),
      ("BETWEEN, missing", "x BETWEEN :v AND :w", {**n(6), ":w": {"N": "9"}}, False),
      ("BETWEEN of paths", "n BETWEEN m.k AND m.l[0].z", None, True),
      ("IN, found", "n IN (:w, :v)", {**n(5), ":w": {"S": "x"}}, True),
      ("IN, not found", "n IN (:v)", n(6), False),
      ("IN, missing", "x IN (:v)", n(6), False),
      ("IN, among paths", "n IN (s, n2, :v)", n(5), True),
      ("exists", "attribute_exists(n)", None, True),
      ("exists: null does", "attribute_exists(nul)", None, True),
      ("exists: not", "attribute_exists(x)", None, False),
      ("exists, nested", "attribute_exists(m.deep.x)", None, True),
      ("exists, list element", "attribute_exists(l[2][0])", None, True),
      ("exists, past the end", "attribute_exists(l[3])", None, False),
      ("exists, below a scalar", "attribute_exists(n.x)", None, False),
      ("not exists", "attribute_not_exists(x)", None, True),
      ("not exists: null exists", "attribute_not_exists(nul)", None, False),
      ("begins_with", "begins_with(s, :v)", s("hel"), True),
      ("begins_with itself", "begins_with(s, :v)", s("hello"), True),
      ("begins_with the empty string", "begins_with(s, :v)", s(""), True),
      ("begins_with, longer", "begins_with(s, :v)", s("hello!"), False),
      ("begins_with binary", "begins_with(b, :v)", {":v": {"B": b"\x00\xff"}}, True),
      ("begins_with, attribute of another type", "begins_with(n, :v)", s("5"), False),
      ("begins_with, missing", "begins_with(x, :v)", s("5"), False),
      ("contains text", "contains(s, :v)", s("ell"), True),
      ("contains text, not", "contains(s, :v)", s("lle"), False),
      ("contains binary", "contains(b, :v)", {":v": {"B": b"\xff"}}, True),
      ("contains set member", "contains(ss, :v)", s("b"), True),
      ("contains set member, not part of one", "contains(ss, :v)", s(""), False),
      ("contains number by value", "contains(ns, :v)", n("2.5"), True),
      ("contains list element", "contains(l, :v)", s("two"), True),
      ("contains list element that is a list", "contains(l, :v)", {":v": {"L": [{"N": "3"}]}}, True),
      ("contains, not in the nested list", "contains(l, :v)", n(3), False),
      ("contains, a map has no elements", "contains(m, :v)", s("k"), False),
      ("contains, missing", "contains(x, :v)", s("k"), False),
      ("attribute_type", "attribute_type(n, :v)", s("N"), True),
      ("attribute_type, other", "attribute_type(n, :v)", s("S"), False),
      ("attribute_type, null", "attribute_type(nul, :v)", s("NULL"), True),
      ("attribute_type, map", "attribute_type(m.deep, :v)", s("M"), True),
      ("attribute_type, set", "attribute_type(ns, :v)", s("NS"), True),
      ("attribute_type, missing", "attribute_type(x, :v)", s("S"), False),
      ("size of text in bytes", "size(s) = :v", n(5), True),
      ("size of empty text", "size(s0) = :v", n(0), True),
      ("size of binary", "size(b) = :v", n(3), True),
      ("size of a set", "size(ss) = :v", n(2), True),
      ("size of a list", "size(l) = :v", n(3), True),
      ("size of a map", "size(m) = :v", n(3), True),
      ("size of a number: none, false", "size(n) < :v", n(100), False),
      ("size, missing", "size(x) < :v", n(100), False),
      ("size on both sides", "size(l) > size(ss)", None, True),
      ("size as bounds", "n BETWEEN size(ss) AND :v", n(5), True),
      ("NOT", "NOT n = :v", n(5), False),
      ("NOT of a false comparison", "NOT x = :v", n(5), True),
      ("NOT binds tighter than AND", "NOT n = :v AND n = :v", n(5), False),
      ("AND binds tighter than OR", "n = :v OR n = :v AND x = :v", n(5), True),
      ("parentheses", "(n = :v OR n = :v) AND x = :v", n(5), False),
      ("keywords in any case", "n = :v aNd not x = :v oR n bEtween :v And :v", n(5), True),
      ("no blanks", "n=:v AND(s=:w)", {**n(5), ":w": {"S": "hello"}}, True),
      ("NOT of parentheses", "NOT (n = :v AND x = :v)", n(5), True))
def test_truth(ask, condition, values, truth):
    assert ask(condition, values) is truth


@rows("condition,names,truth",
      ("placeholder", "attribute_exists(#a)", {"#a": "n"}, True),
      ("placeholder in a path", "attribute_exists(m.#a.x)", {"#a": "deep"}, True),
      ("a placeholder is one name, dots and all", "attribute_exists(#a)", {"#a": "m.k"}, False),
      ("placeholder of digits", "attribute_exists(#1)", {"#1": "n"}, True),
      ("one placeholder twice", "attribute_exists(#a) AND attribute_exists(#a)", {"#a": "n"}, True),
      ("names are told apart by case", "attribute_exists(#a)", {"#a": "N"}, False))
def test_names(ask, condition, names, truth):
    assert ask(condition, names=names) is truth


C = "Invalid ConditionExpression: "


def type_error(function, kind):
    return C + f"Incorrect operand type for operator or function; operator or function: {function}, operand type: {kind}"


def count_error(function, count):
    return C + (f"Incorrect number of operands for operator or function; operator or function: {function}, "
                f"number of operands: {count}")


def not_allowed(function):
    return C + f"The function is not allowed to be used this way in an expression; function: {function}"


@rows("condition,values,text",
      ("reserved word", "status = :v", n(1), C + "Attribute name is a reserved keyword; reserved keyword: status"),
      ("undefined value", "n = :other", None,
       C + "An expression attribute value used in expression is not defined; attribute value: :other"),
      ("undefined name", "#n = :v", n(1),
       C + "An expression attribute name used in the document path is not defined; attribute name: #n"),
      ("unknown function", "nope(n)", None, C + "Invalid function name; function: nope"),
      ("functions are told apart by case", "Attribute_Exists(n)", None,
       C + "Invalid function name; function: Attribute_Exists"),
      ("function of updates", "n = if_not_exists(n, :v)", n(1), None),
      ("attribute_exists of two", "attribute_exists(n, s)", None, count_error("attribute_exists", 2)),
      ("begins_with of one", "begins_with(s)", None, count_error("begins_with", 1)),
      ("begins_with a number", "begins_with(s, :v)", n(1), type_error("begins_with", "N")),
      ("< a boolean", "n < :v", {":v": {"BOOL": True}}, type_error("<", "BOOL")),
      ("> a list", "n > :v", {":v": {"L": []}}, type_error(">", "L")),
      ("BETWEEN maps", "n BETWEEN :v AND :v", {":v": {"M": {}}}, type_error("BETWEEN", "M")),
      ("attribute_type of no text", "attribute_type(n, :v)", n(1), type_error("attribute_type", "N")),
      ("attribute_type of no type", "attribute_type(n, :v)", s("X"), None),
      ("size alone is no condition", "size(n)", None, not_allowed("size")),
      ("attribute_exists is no operand", "attribute_exists(n) = :v", n(1), not_allowed("attribute_exists")),
      ("attribute_exists of a value", "attribute_exists(:v)", n(1), None),
      ("one operand twice", "n = n", None,
       C + "The first operand must be distinct from the remaining operands for this operator or function; "
           "operator: =, first operand: [n]"),
      ("bounds the wrong way round", "n BETWEEN :v AND :w", {**n(9), ":w": {"N": "1"}},
       C + "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
           "lower bound operand: AttributeValue: {N:9}, upper bound operand: AttributeValue: {N:1}"),
      ("bounds of two types", "n BETWEEN :v AND :w", {**n(9), ":w": {"S": "1"}},
       C + "The BETWEEN operator requires same data type for lower and upper bounds; "
           "lower bound operand: AttributeValue: {N:9}, upper bound operand: AttributeValue: {S:1}"),
      ("redundant parentheses", "((n = :v))", n(1), C + "The expression has redundant parentheses;"))
def test_refused(client, simple, condition, values, text):
    arguments = {"ExpressionAttributeValues": values} if values else {}
    with refused("ValidationException", text, containing=C):
        client.put_item(TableName=simple.name, Item={"PK": {"S": "a"}}, ConditionExpression=condition, **arguments)


@rows("condition",
      ("no operator", "n"), ("no right side", "n ="), ("no left side", "= :v"), ("two operators", "n = = :v"),
      ("chained", "n = :v = :v"), ("dangling AND", "n = :v AND"), ("unclosed", "(n = :v"), ("unopened", "n = :v)"),
      ("empty parentheses", "()"), ("number literal", "n = 5"), ("text literal", "n = 'x'"), ("dot at the end", "n. = :v"),
      ("two dots", "m..k = :v"), ("index without end", "l[0 = :v"), ("BETWEEN without AND", "n BETWEEN :v, :v"),
      ("IN without parentheses", "n IN :v"), ("IN of nothing", "n IN ()"), ("semicolon", "n = :v;"), ("!=", "n != :v"),
      ("==", "n == :v"), ("blank in a placeholder", "n = : v"), ("value used as a path", ":v.a = :v"))
def test_syntax(client, simple, condition):
    with refused("ValidationException", containing=C + "Syntax error; token: "):
        client.put_item(TableName=simple.name, Item={"PK": {"S": "a"}}, ConditionExpression=condition,
                        ExpressionAttributeValues=n(1))


def test_a_syntax_error_shows_where(client, simple):
    with refused("ValidationException", C + 'Syntax error; token: "=", near: "= = :v"'):
        client.put_item(TableName=simple.name, Item={"PK": {"S": "a"}}, ConditionExpression="n = = :v",
                        ExpressionAttributeValues=n(1))
