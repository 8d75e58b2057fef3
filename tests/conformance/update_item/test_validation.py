"""Goal: what UpdateItem refuses before it reads the item, with the service's text, and which complaint comes first.
Method: each row breaks one rule and passes all earlier ones."""

from cases import fresh, refused, rows

S = {"S": "a"}
ONE = {"N": "1"}
KEY = {"PK": S, "SK": S}
U = "Invalid UpdateExpression: "
OVERLAP = U + ("Two document paths overlap with each other; must remove or rewrite one of these paths; "
               "path one: [{}], path two: [{}]")
CONFLICT = U + ("Two document paths conflict with each other; must remove or rewrite one of these paths; "
                "path one: [{}], path two: [{}]")


def operand(function, kind):
    return U + f"Incorrect operand type for operator or function; operator or function: {function}, operand type: {kind}"


def clause_operand(clause, kind):
    return U + (f"Incorrect operand type for operator or function; operator: {clause}, operand type: {kind}, "
                f"typeSet: ALLOWED_FOR_{clause}_OPERAND")


@rows("expression,values,text",
      ("empty", "", None, U + "The expression can not be empty;"),
      ("a clause twice", "SET a = :v SET b = :v", {":v": ONE},
       U + 'The "SET" section can only be used once in an update expression;'),
      ("another clause twice", "REMOVE a REMOVE b", None,
       U + 'The "REMOVE" section can only be used once in an update expression;'),
      ("undefined value", "SET a = :v", None,
       U + "An expression attribute value used in expression is not defined; attribute value: :v"),
      ("undefined name", "REMOVE #a", None,
       U + "An expression attribute name used in the document path is not defined; attribute name: #a"),
      ("reserved word", "SET name = :v", {":v": ONE}, U + "Attribute name is a reserved keyword; reserved keyword: name"),
      ("reserved word within a path", "REMOVE a.Status", None,
       U + "Attribute name is a reserved keyword; reserved keyword: Status"),
      ("the same path twice", "SET a = :v, a = :v", {":v": ONE}, OVERLAP.format("a", "a")),
      ("in two clauses", "SET a = :v REMOVE a", {":v": ONE}, OVERLAP.format("a", "a")),
      ("a path within another", "SET a.b = :v, a = :v", {":v": ONE}, OVERLAP.format("a, b", "a")),
      ("map and list", "SET a.b = :v, a[0] = :v", {":v": ONE}, CONFLICT.format("a, b", "a, [0]")),
      ("unknown function", "SET a = nope(b)", None, U + "Invalid function name; function: nope"),
      ("function of conditions", "SET a = size(b)", None,
       U + "The function is not allowed in an update expression; function: size"),
      ("too few operands", "SET a = if_not_exists(b)", None,
       U + "Incorrect number of operands for operator or function; operator or function: if_not_exists, "
           "number of operands: 1"),
      ("too many operands", "SET a = list_append(a, b, c)", None,
       U + "Incorrect number of operands for operator or function; operator or function: list_append, "
           "number of operands: 3"),
      ("adding a value that is no number", "SET a = a + :v", {":v": S}, operand("+", "S")),
      ("subtracting a value that is no number", "SET a = a - :v", {":v": {"L": []}}, operand("-", "L")),
      ("appending a value that is no list", "SET a = list_append(a, :v)", {":v": S}, operand("list_append", "S")),
      ("ADD of text", "ADD a :v", {":v": S}, clause_operand("ADD", "STRING")),
      ("DELETE of a number", "DELETE a :v", {":v": ONE}, clause_operand("DELETE", "NUMBER")),
      ("unused value", "REMOVE a", {":v": ONE},
       "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}"))
def test_expression(client, table, expression, values, text):
    arguments = {"ExpressionAttributeValues": values} if values else {}
    with refused("ValidationException") as info:
        client.update_item(TableName=table.name, Key=KEY, UpdateExpression=expression, **arguments)
    # The service names operand types by letter in some functions and by word in others.
    words = {"operand type: S": "operand type: STRING", "operand type: L": "operand type: LIST",
             "operand type: N": "operand type: NUMBER"}
    message = info.value.response["Error"]["Message"]
    assert message in (text, *(text.replace(a, b) for a, b in words.items()),
                       *(text.replace(b, a) for a, b in words.items()))


@rows("expression",
      ("no clause", "a = :v"),
      ("no operator", "SET a :v"),
      ("no operand", "SET a ="),
      ("trailing comma", "SET a = :v,"),
      ("ADD takes no =", "ADD a = :v"),
      ("ADD of a path", "ADD a b"),
      ("three terms", "SET a = :v + :v + :v"),
      ("index that is no number", "SET a[x] = :v"),
      ("negative index", "SET a[-1] = :v"),
      ("unclosed parenthesis", "SET a = if_not_exists(a, :v"),
      ("unknown character", "SET a = :v; REMOVE b"),
      ("a number as operand", "SET a = 1"),
      ("text as operand", "SET a = 'x'"),
      ("path that begins with an index", "SET [0] = :v"),
      ("REMOVE of a value", "REMOVE :v"))
def test_syntax(client, table, expression):
    with refused("ValidationException", containing=U + "Syntax error; token: "):
        client.update_item(TableName=table.name, Key=KEY, UpdateExpression=expression,
                           ExpressionAttributeValues={":v": ONE})


@rows("attribute", ("partition key", "PK"), ("sort key", "SK"))
def test_keys_cannot_change(client, table, attribute):
    text = f"One or more parameter values were invalid: Cannot update attribute {attribute}. This attribute is part of the key"
    for expression, values in ((f"SET {attribute} = :v", {":v": S}), (f"REMOVE {attribute}", None),
                               (f"ADD {attribute} :v", {":v": ONE}), (f"SET x = :v REMOVE {attribute}", {":v": S})):
        with refused("ValidationException", text):
            client.update_item(TableName=table.name, Key=KEY, UpdateExpression=expression,
                               **({"ExpressionAttributeValues": values} if values else {}))


@rows("arguments,text",
      ("values without an expression", {"ExpressionAttributeValues": {":v": S}},
       "ExpressionAttributeValues can only be specified when using expressions: "
       "UpdateExpression and ConditionExpression are null"),
      ("names without an expression", {"ExpressionAttributeNames": {"#v": "v"}},
       "ExpressionAttributeNames can only be specified when using expressions"),
      ("expression beside legacy",
       {"UpdateExpression": "REMOVE a", "AttributeUpdates": {"a": {"Action": "DELETE"}}},
       "Can not use both expression and non-expression parameters in the same request: "
       "Non-expression parameters: {AttributeUpdates} Expression parameters: {UpdateExpression}"),
      ("ReturnValues", {"ReturnValues": "X"},
       "1 validation error detected: Value 'X' at 'returnValues' failed to satisfy constraint: Member must satisfy "
       "enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"))
def test_parameters(client, table, arguments, text):
    with refused("ValidationException", text):
        client.update_item(TableName=table.name, Key=KEY, **arguments)


@rows("key", ("missing", {"PK": S}), ("one too many", {**KEY, "v": S}), ("type", {"PK": S, "SK": ONE}))
def test_key(client, table, key):
    with refused("ValidationException", "The provided key element does not match the schema"):
        client.update_item(TableName=table.name, Key=key, UpdateExpression="REMOVE a")


def test_the_expression_comes_before_the_table(client):
    with refused("ValidationException", containing=U):
        client.update_item(TableName=fresh("absent"), Key=KEY, UpdateExpression="SET")
    with refused("ResourceNotFoundException", "Requested resource not found"):
        client.update_item(TableName=fresh("absent"), Key=KEY, UpdateExpression="REMOVE a")
