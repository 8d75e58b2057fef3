"""Goal: what GetItem refuses, with the service's text, and which complaint comes first.
Method: each row breaks one rule and passes all earlier ones."""

from cases import fresh, refused, rows

S = {"S": "a"}
KEY = {"PK": S, "SK": S}
MISMATCH = "The provided key element does not match the schema"
EMPTY = ("One or more parameter values are not valid. The AttributeValue for a key attribute "
         "cannot contain an empty string value. Key: {}")
OVERLAP = ("Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of "
           "these paths; path one: [{}], path two: [{}]")


@rows("key,text",
      ("no attribute", {}, "The number of conditions on the keys is invalid"),
      ("one attribute is missing", {"PK": S}, "The number of conditions on the keys is invalid"),
      ("one too many", {**KEY, "v": S}, "The number of conditions on the keys is invalid"),
      ("another name", {"PK": S, "v": S}, "One of the required keys was not given a value"))
def test_key_attributes(client, table, key, text):
    """The service words it in either way, depending on the operation and the time; ours is one of them."""
    with refused() as info:
        client.get_item(TableName=table.name, Key=key)
    assert info.value.response["Error"]["Message"] in (text, MISMATCH)


@rows("key,text",
      ("type of the partition key", {"PK": {"N": "1"}, "SK": S}, MISMATCH),
      ("type of the sort key", {"PK": S, "SK": {"N": "1"}}, MISMATCH),
      ("empty partition key", {"PK": {"S": ""}, "SK": S}, EMPTY.format("PK")),
      ("empty sort key", {"PK": S, "SK": {"S": ""}}, EMPTY.format("SK")),
      ("partition key too long", {"PK": {"S": "x" * 2049}, "SK": S},
       "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes"),
      ("sort key too long", {"PK": S, "SK": {"S": "x" * 1025}},
       "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of "
       "1024 bytes"),
      ("value without a type", {"PK": {}, "SK": S},
       "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
      ("not a number", {"PK": {"N": "x"}, "SK": S}, "The parameter cannot be converted to a numeric value: x"))
def test_key_values(client, table, key, text):
    with refused("ValidationException", text):
        client.get_item(TableName=table.name, Key=key)


@rows("arguments,text",
      ("empty projection", {"ProjectionExpression": ""}, "Invalid ProjectionExpression: The expression can not be empty;"),
      ("the same path twice", {"ProjectionExpression": "a, a"}, OVERLAP.format("a", "a")),
      ("a path within another", {"ProjectionExpression": "a.b, a"}, OVERLAP.format("a, b", "a")),
      ("a reserved word", {"ProjectionExpression": "name"},
       "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: name"),
      ("placeholder without a definition", {"ProjectionExpression": "#n"},
       "Invalid ProjectionExpression: An expression attribute name used in the document path is not defined; "
       "attribute name: #n"),
      ("definition without a use", {"ProjectionExpression": "a", "ExpressionAttributeNames": {"#n": "n"}},
       "Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}"),
      ("names without an expression", {"ExpressionAttributeNames": {"#n": "n"}},
       "ExpressionAttributeNames can only be specified when using expressions"),
      ("placeholder without its sign", {"ProjectionExpression": "a", "ExpressionAttributeNames": {"n": "n"}},
       'ExpressionAttributeNames contains invalid key: Syntax error; key: "n"'),
      ("expression beside legacy", {"ProjectionExpression": "a", "AttributesToGet": ["a"]},
       "Can not use both expression and non-expression parameters in the same request: "
       "Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}"))
def test_projection(client, table, arguments, text):
    with refused("ValidationException", text):
        client.get_item(TableName=table.name, Key=KEY, **arguments)


def test_paths_that_disagree_about_a_kind(client, table):
    with refused("ValidationException", containing="Invalid ProjectionExpression: Two document paths conflict"):
        client.get_item(TableName=table.name, Key=KEY, ProjectionExpression="a.b, a[0]")


def test_no_key_at_all(client, table):
    with refused("ValidationException", "1 validation error detected: Value null at 'key' failed to satisfy constraint: "
                                        "Member must not be null"):
        client.get_item(TableName=table.name)


def test_absent_table(client):
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.get_item(TableName=fresh("absent"), Key=KEY)


def test_the_projection_comes_before_the_table(client):
    with refused("ValidationException", containing="reserved keyword"):
        client.get_item(TableName=fresh("absent"), Key=KEY, ProjectionExpression="name")
