"""Goal: what DeleteItem refuses, with the service's text. Method: each row breaks one rule."""

from cases import fresh, refused, rows

S = {"S": "a"}
KEY = {"PK": S, "SK": S}
MISMATCH = "The provided key element does not match the schema"


@rows("key",
      ("one attribute is missing", {"PK": S}),
      ("one too many", {**KEY, "v": S}),
      ("another name", {"PK": S, "v": S}),
      ("another type", {"PK": S, "SK": {"N": "1"}}))
def test_key(client, table, key):
    with refused("ValidationException", MISMATCH):
        client.delete_item(TableName=table.name, Key=key)


@rows("arguments,text",
      ("syntax", {"ConditionExpression": "a ="}, None),
      ("unused value", {"ConditionExpression": "attribute_exists(a)", "ExpressionAttributeValues": {":v": S}},
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}"),
      ("undefined value", {"ConditionExpression": "a = :v"},
       "Invalid ConditionExpression: An expression attribute value used in expression is not defined; "
       "attribute value: :v"),
      ("values without an expression", {"ExpressionAttributeValues": {":a": S}},
       "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null"),
      ("expression beside legacy", {"ConditionExpression": "a = b", "Expected": {"a": {"Exists": False}}},
       "Can not use both expression and non-expression parameters in the same request: "
       "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}"),
      ("ReturnValues", {"ReturnValues": "X"},
       "1 validation error detected: Value 'X' at 'returnValues' failed to satisfy constraint: Member must satisfy "
       "enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"))
def test_parameters(client, table, arguments, text):
    with refused("ValidationException", text):
        client.delete_item(TableName=table.name, Key=KEY, **arguments)


def test_absent_table(client):
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.delete_item(TableName=fresh("absent"), Key=KEY)
