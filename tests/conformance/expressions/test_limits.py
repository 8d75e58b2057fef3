"""Goal: how long and how large expressions and their substitutions may be, and the rules of the two maps.
Method: one at the limit, one above it."""

import pytest

from cases import refused, rows

C = "Invalid ConditionExpression: "
S = {"S": "a"}


@pytest.fixture
def put(client, simple, key):
    def call(condition, values=None, names=None):
        arguments = {"ConditionExpression": condition}
        if values is not None:
            arguments["ExpressionAttributeValues"] = values
        if names is not None:
            arguments["ExpressionAttributeNames"] = names
        return client.put_item(TableName=simple.name, Item={"PK": {"S": key}}, **arguments)
    return call


def padded(size):
    return "attribute_not_exists(x)".ljust(size)


def test_expression_of_4096_bytes(put):
    put(padded(4096))


def test_expression_of_4097_bytes(put):
    with refused("ValidationException", containing=C + "Expression size has exceeded the maximum allowed size"):
        put(padded(4097))


def test_size_is_measured_before_parsing(put):
    with refused("ValidationException", containing="Expression size has exceeded"):
        put("=" * 4097)


def test_size_is_measured_before_substitution(put):
    put("attribute_not_exists(#a)", names={"#a": "n" * 5000})


def test_300_operators(put):
    put(" AND ".join(["#a<>:a"] * 149 + ["NOT #a=:a"]), {":a": S}, {"#a": "x"})  # 150 comparisons, 149 AND, one NOT


def test_301_operators(put):
    with refused("ValidationException", C + "The expression contains too many operators; operator count: 301"):
        put(" AND ".join(["#a<>:a"] * 151), {":a": S}, {"#a": "x"})


def test_100_operands_of_in(put):
    values = {f":{i}": {"N": str(i)} for i in range(100)}
    put(f"NOT x IN ({', '.join(values)})", values)


def test_101_operands_of_in(put):
    values = {f":{i}": {"N": str(i)} for i in range(101)}
    with refused("ValidationException", containing=C):
        put(f"NOT x IN ({', '.join(values)})", values)


def test_placeholders_of_255_bytes(put):
    name, value = "#" + "n" * 254, ":" + "v" * 254
    put(f"{name} <> {value}", {value: S}, {name: "x"})


@pytest.mark.parametrize("sign", "#:")
def test_placeholders_of_256_bytes(put, sign):
    name, value = "#" + "n" * (255 if sign == "#" else 3), ":" + "v" * (255 if sign == ":" else 3)
    with refused("ValidationException"):
        put(f"{name} <> {value}", {value: S}, {name: "x"})


def test_substitutions_of_more_than_2_mb(put):
    values = {f":{i}": {"S": "x" * 390_000} for i in range(6)}
    with refused("ValidationException"):
        put(f"NOT x IN ({', '.join(values)})", values)


@rows("condition,values,names,text",
      ("unused value", "attribute_exists(x)", {":a": S}, None,
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}"),
      ("unused name", "attribute_exists(x)", None, {"#a": "a"},
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}"),
      ("names are looked at first", "attribute_exists(x)", {":a": S}, {"#a": "a"},
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}"),
      ("empty values", "attribute_exists(x)", {}, None, "ExpressionAttributeValues must not be empty"),
      ("empty names", "attribute_exists(x)", None, {}, "ExpressionAttributeNames must not be empty"),
      ("value without colon", "x = :a", {"a": S}, None,
       'ExpressionAttributeValues contains invalid key: Syntax error; key: "a"'),
      ("value with a sign alone", "x = :a", {":": S}, None,
       'ExpressionAttributeValues contains invalid key: Syntax error; key: ":"'),
      ("name without sign", "#a = x", None, {"a": "a"},
       'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"'),
      ("name with a dot", "#a = x", None, {"#a.b": "a"},
       'ExpressionAttributeNames contains invalid key: Syntax error; key: "#a.b"'),
      ("a value that is no value", "x = :a", {":a": {}}, None,
       "ExpressionAttributeValues contains invalid value: Supplied AttributeValue is empty, must contain exactly one of "
       "the supported datatypes for key :a"),
      ("a number that is none", "x = :a", {":a": {"N": "x"}}, None,
       "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a numeric value: x for "
       "key :a"))
def test_substitution_maps(put, condition, values, names, text):
    with refused("ValidationException", text):
        put(condition, values, names)


def test_an_empty_string_is_a_fine_value(put):
    put("x <> :a", {":a": {"S": ""}})


def test_nesting_of_values_is_limited_too(put):
    value = S
    for _ in range(40):
        value = {"L": [value]}
    with refused("ValidationException", containing="Nesting Levels have exceeded supported limits"):
        put("x <> :a", {":a": value})


def test_deep_parentheses_are_bounded(put):
    """Nothing that fits into 4,096 bytes may hurt the parser."""
    with refused("ValidationException", containing=C):
        put("(" * 2000 + "x = y" + ")" * 2000)
    with refused("ValidationException", containing=C):
        put("NOT " * 1000 + "x = y")


WORDS = """ABORT ABSOLUTE ACTION ADD AFTER AGENT ALL ALTER ANALYZE AND ANY ARCHIVE ARE ARRAY AS ASC ASCII AT ATTRIBUTE BACKUP
BATCH BEGIN BETWEEN BINARY BLOB BLOCK BOOLEAN BULK BY BYTE CALL CASE CAST CHAR CHARACTER CHECK CLOSE COLUMN COMMENT
CONDITION CONNECTION CONSTRAINT COPY COUNT COUNTER CREATE CURSOR CYCLE DATA DATABASE DATE DATETIME DAY DEFAULT
DELETE DESC DISTINCT DOMAIN DOUBLE DROP DURATION ELSE EMPTY ENABLE END EQUAL ERROR ESCAPE EXCEPT EXISTS EXIT EXPLAIN FALSE
FILE FILTER FIRST FLOAT FOR FOREIGN FORMAT FROM FULL FUNCTION GENERAL GET GLOBAL GRANT GROUP HASH HAVING HIDDEN HOUR
IDENTIFIED IF IN INDEX INNER INPUT INSERT INT INTEGER INTERVAL INTO IS ITEM ITEMS JOIN KEY KEYS LANGUAGE LARGE LAST
LEFT LENGTH LEVEL LIKE LIMIT LIST LOAD LOCAL LOCATION LOCK LONG LOOP MAP MATCH MAX MEMBER MERGE METHOD MIN MINUTE MOD MODE
MODULE MONTH NAME NATIONAL NEW NEXT NO NONE NOT NULL NUMBER OBJECT OF OFFSET ON ONLY OPEN OPTION OR ORDER OUT
OUTPUT OWNER PAD PARAMETER PARTITION PATH PERCENT PLAN POSITION PRECISION PRIMARY PRIVATE PROCEDURE PROJECTION PUBLIC PUT
QUERY QUIT RANGE RAW READ REAL REF REGION REPLACE RETURN RIGHT ROLE ROW ROWS RULE SCAN SCHEMA SEARCH SECOND SECTION SEGMENT
SELECT SESSION SET SIZE SOURCE SPACE SQL START STATE STATUS STORAGE STORE STREAM STRING SUM TABLE TEXT THEN TIME
TIMESTAMP TO TOKEN TOTAL TRANSACTION TRIGGER TRUE TTL TYPE UNDER UNION UNIQUE UNIT UNKNOWN UPDATE URL USAGE USE USER USERS
USING UUID VALUE VALUES VIEW VIRTUAL VOID WHEN WHERE WHILE WINDOW WITH WORK WRITE YEAR ZONE""".split()


@pytest.mark.parametrize("word", WORDS)
def test_reserved_words(raw, simple, word):
    """In any case; where the word is also a keyword of the grammar it is a syntax error instead."""
    for spelling in (word, word.lower()):
        kind, text = raw.error("GetItem", {
            "TableName": simple.name, "Key": {"PK": {"S": "a"}}, "ProjectionExpression": f"a, {spelling}"})
        assert kind == "ValidationException"
        assert text == ("Invalid ProjectionExpression: Attribute name is a reserved keyword; "
                        f"reserved keyword: {spelling}") or "Syntax error" in text


@pytest.mark.parametrize("word", ["email", "version", "stock", "order_count", "attr", "price", "pk", "sk", "id", "score", "a1"])
def test_words_that_are_free(simple, word):
    simple.get_item(Key={"PK": "a"}, ProjectionExpression=word)
