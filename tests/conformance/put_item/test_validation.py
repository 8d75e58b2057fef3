"""Goal: what PutItem refuses, with the service's text, and which complaint comes first.
Method: each row breaks one rule and passes all earlier ones; the order tests break two."""

from cases import fresh, refused, rows

S = {"S": "a"}
INVALID = "One or more parameter values were invalid: "
EMPTY = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
KEY_EMPTY = ("One or more parameter values are not valid. The AttributeValue for a key attribute "
             "cannot contain an empty {} value. Key: {}")


@rows("item,text",
      ("no partition key", {"SK": S}, INVALID + "Missing the key PK in the item"),
      ("no sort key", {"PK": S}, INVALID + "Missing the key SK in the item"),
      ("partition key of another type", {"PK": {"N": "1"}, "SK": S},
       INVALID + "Type mismatch for key PK expected: S actual: N"),
      ("sort key of another type", {"PK": S, "SK": {"B": b"a"}},
       INVALID + "Type mismatch for key SK expected: S actual: B"),
      ("key that is a map", {"PK": {"M": {}}, "SK": S}, INVALID + "Type mismatch for key PK expected: S actual: M"),
      ("key that is null", {"PK": {"NULL": True}, "SK": S},
       INVALID + "Type mismatch for key PK expected: S actual: NULL"),
      ("empty partition key", {"PK": {"S": ""}, "SK": S}, KEY_EMPTY.format("string", "PK")),
      ("empty sort key", {"PK": S, "SK": {"S": ""}}, KEY_EMPTY.format("string", "SK")),
      ("partition key too long", {"PK": {"S": "x" * 2049}, "SK": S},
       INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes"),
      ("sort key too long", {"PK": S, "SK": {"S": "x" * 1025}},
       INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"),
      ("value without a type", {"PK": S, "SK": S, "v": {}}, EMPTY),
      ("value without a type, nested", {"PK": S, "SK": S, "v": {"L": [{"M": {"x": {}}}]}}, EMPTY),
      ("value of two types", {"PK": S, "SK": S, "v": {"S": "a", "N": "1"}},
       "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"),
      ("NULL must be true", {"PK": S, "SK": S, "v": {"NULL": False}},
       INVALID + "Null attribute value types must have the value of true"),
      ("not a number", {"PK": S, "SK": S, "v": {"N": "abc"}},
       "The parameter cannot be converted to a numeric value: abc"),
      ("an empty number", {"PK": S, "SK": S, "v": {"N": ""}}, "The parameter cannot be converted to a numeric value"),
      ("empty string set", {"PK": S, "SK": S, "v": {"SS": []}}, INVALID + "An string set  may not be empty"),
      ("empty number set", {"PK": S, "SK": S, "v": {"NS": []}}, INVALID + "An number set  may not be empty"),
      ("empty binary set", {"PK": S, "SK": S, "v": {"BS": []}}, INVALID + "Binary sets should not be empty"),
      ("string set with duplicates", {"PK": S, "SK": S, "v": {"SS": ["a", "b", "a"]}},
       INVALID + "Input collection [a, b, a] contains duplicates."),
      ("number set with duplicates by value", {"PK": S, "SK": S, "v": {"NS": ["1", "1.0"]}},
       "Input collection contains duplicates"),
      ("binary set with duplicates", {"PK": S, "SK": S, "v": {"BS": [b"a", b"a"]}},
       INVALID + "Input collection [YQ==, YQ==]of type BS contains duplicates."))
def test_item(client, table, item, text):
    with refused("ValidationException", text):
        client.put_item(TableName=table.name, Item=item)


@rows("key,text",
      ("empty binary", b"", KEY_EMPTY.format("binary", "SK")),
      ("too long", b"x" * 1025,
       INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"))
def test_binary_sort_key(client, by_binary, key, text):
    with refused("ValidationException", text):
        client.put_item(TableName=by_binary.name, Item={"PK": S, "SK": {"B": key}})


@rows("member,value,constraint",
      ("ReturnValues", "returnValues", "X", "[ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"),
      ("ReturnConsumedCapacity", "returnConsumedCapacity", "X", "[INDEXES, TOTAL, NONE]"),
      ("ReturnItemCollectionMetrics", "returnItemCollectionMetrics", "X", "[SIZE, NONE]"))
def test_enumerations(client, table, member, value, constraint):
    name = member[0].upper() + member[1:]
    with refused("ValidationException",
                 f"1 validation error detected: Value '{value}' at '{member}' failed to satisfy constraint: "
                 f"Member must satisfy enum value set: {constraint}"):
        client.put_item(TableName=table.name, Item={"PK": S, "SK": S}, **{name: value})


def test_shape_failures_are_reported_together(client):
    """Order of the parts is the service's own business: only the count and each part are pinned."""
    with refused("ValidationException", containing=[
            "3 validation errors detected: ", "; ", "Value 'X' at 'returnValues' failed", "Value 'Y' at 'returnConsumed",
            "Value null at 'item' failed to satisfy constraint: Member must not be null"]):
        client.put_item(TableName="abc", ReturnValues="X", ReturnConsumedCapacity="Y")


@rows("name", ("no name", None), ("too short", "ab"), ("too long", "x" * 1100), ("characters", "a b c"))
def test_table_name(client, name):
    arguments = {} if name is None else {"TableName": name}
    with refused("ValidationException", containing="tableName"):
        client.put_item(Item={"PK": S}, **arguments)


@rows("arguments,text",
      ("condition is empty", {"ConditionExpression": ""},
       "Invalid ConditionExpression: The expression can not be empty;"),
      ("names are empty", {"ConditionExpression": "attribute_exists(PK)", "ExpressionAttributeNames": {}},
       "ExpressionAttributeNames must not be empty"),
      ("values are empty", {"ConditionExpression": "attribute_exists(PK)", "ExpressionAttributeValues": {}},
       "ExpressionAttributeValues must not be empty"),
      ("names without an expression", {"ExpressionAttributeNames": {"#a": "a"}},
       "ExpressionAttributeNames can only be specified when using expressions"),
      ("values without an expression", {"ExpressionAttributeValues": {":a": S}},
       "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null"),
      ("expression beside legacy", {"ConditionExpression": "a = b", "Expected": {"a": {"Exists": False}}},
       "Can not use both expression and non-expression parameters in the same request: "
       "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}"))
def test_expression_parameters(client, table, arguments, text):
    with refused("ValidationException", text):
        client.put_item(TableName=table.name, Item={"PK": S, "SK": S}, **arguments)


# Order: shape, then values and expressions, then the table, then its schema.

def test_shape_comes_before_the_table(client):
    with refused("ValidationException", containing="returnValues"):
        client.put_item(TableName=fresh("absent"), Item={"PK": S}, ReturnValues="X")


def test_values_come_before_the_table(client):
    with refused("ValidationException", EMPTY):
        client.put_item(TableName=fresh("absent"), Item={"PK": {}})


def test_expressions_come_before_the_table(client):
    with refused("ValidationException", containing="Invalid ConditionExpression: Syntax error"):
        client.put_item(TableName=fresh("absent"), Item={"PK": S}, ConditionExpression="a =")


def test_the_table_comes_before_its_keys(client):
    with refused("ResourceNotFoundException"):
        client.put_item(TableName=fresh("absent"), Item={"no": S})


def test_keys_come_before_the_condition_is_evaluated(client, table):
    with refused("ValidationException", INVALID + "Missing the key SK in the item"):
        client.put_item(TableName=table.name, Item={"PK": S}, ConditionExpression="attribute_exists(PK)")
