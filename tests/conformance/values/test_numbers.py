"""Goal: numbers keep 38 digits, have one form, one order and one identity, and limits to the digit.
Method: rows written and read back as text."""

import pytest

from cases import fresh, refused, rows


@pytest.fixture
def round_trip(client, simple):
    def store(text):
        key = {"PK": {"S": fresh()}}
        client.put_item(TableName=simple.name, Item={**key, "v": {"N": text}})
        return client.get_item(TableName=simple.name, Key=key)["Item"]["v"]["N"]
    return store


@rows("sent,returned",
      ("zero", "0", "0"),
      ("negative zero", "-0", "0"),
      ("negative zero with fraction", "-0.000", "0"),
      ("zero with an exponent", "0e100", "0"),
      ("leading zeros", "007", "7"),
      ("plus sign and trailing zeros", "+1.50", "1.5"),
      ("no integer part", ".5", "0.5"),
      ("no fraction part", "5.", "5"),
      ("trailing zeros of an integer stay", "1200", "1200"),
      ("exponent", "1e20", "100000000000000000000"),
      ("capital exponent with sign", "1.5E+3", "1500"),
      ("negative exponent", "15e-1", "1.5"),
      ("negative", "-12.250", "-12.25"),
      ("38 digits", "1" * 38, "1" * 38),
      ("38 digits with a point", "1." + "2" * 37, "1." + "2" * 37),
      ("38 digits after trimming", "000" + "1" * 38 + "000", "1" * 38 + "000"),
      ("largest", "9" * 38 + "e88", "9" * 38 + "0" * 88),
      ("largest magnitude", "1e125", "1" + "0" * 125),
      ("smallest", "1e-130", "0." + "0" * 129 + "1"),
      ("negative smallest", "-1e-130", "-0." + "0" * 129 + "1"),
      ("64-bit edges", "18446744073709551616", "18446744073709551616"),
      ("negative 64-bit edge", "-9223372036854775809", "-9223372036854775809"))
def test_normal_form(round_trip, sent, returned):
    assert round_trip(sent) == returned


OVERFLOW = "Number overflow. Attempting to store a number with magnitude larger than supported range"
UNDERFLOW = "Number underflow. Attempting to store a number with magnitude smaller than supported range"
DIGITS = "Attempting to store more than 38 significant digits in a Number"


@rows("text,message",
      ("39 digits", "1" * 39, DIGITS),
      ("39 digits around a point", "1" * 20 + "." + "1" * 19, DIGITS),
      ("too large", "1e126", OVERFLOW),
      ("too large, negative", "-1e126", OVERFLOW),
      ("too small", "1e-131", UNDERFLOW),
      ("huge exponent costs nothing", "1e999999999", OVERFLOW),
      ("huge negative exponent", "1e-999999999", UNDERFLOW),
      ("word", "abc", "The parameter cannot be converted to a numeric value: abc"),
      ("NaN", "NaN", "The parameter cannot be converted to a numeric value: NaN"),
      ("Infinity", "Infinity", "The parameter cannot be converted to a numeric value: Infinity"),
      ("hexadecimal", "0x10", "The parameter cannot be converted to a numeric value: 0x10"),
      ("blank in front", " 1", "The parameter cannot be converted to a numeric value:  1"),
      ("blank behind", "1 ", "The parameter cannot be converted to a numeric value: 1 "),
      ("two points", "1.2.3", "The parameter cannot be converted to a numeric value: 1.2.3"),
      ("no digits", ".", "The parameter cannot be converted to a numeric value: ."),
      ("sign alone", "-", "The parameter cannot be converted to a numeric value: -"),
      ("exponent alone", "e5", "The parameter cannot be converted to a numeric value: e5"),
      ("no digits in the exponent", "1e", "The parameter cannot be converted to a numeric value: 1e"),
      ("digit group", "1,000", "The parameter cannot be converted to a numeric value: 1,000"),
      ("other digits", "١", "The parameter cannot be converted to a numeric value: ١"))
def test_refused(client, simple, text, message):
    for value in ({"N": text}, {"L": [{"N": text}]}):
        with refused("ValidationException", message):
            client.put_item(TableName=simple.name, Item={"PK": {"S": "a"}, "v": value})


def test_a_set_keeps_numbers_by_value(client, simple, key):
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "v": {"NS": ["10", "-1.50", "1e1" + "0", "0.0"]}})
    found = client.get_item(TableName=simple.name, Key={"PK": {"S": key}})["Item"]["v"]["NS"]
    assert sorted(found) == sorted(["10", "-1.5", "10000000000", "0"])


def test_one_item_whatever_the_spelling(client, by_number, key):
    for text in ("1", "1.0", "1e0", "+01"):
        client.put_item(TableName=by_number.name, Item={"PK": {"S": key}, "SK": {"N": text}, "v": {"S": text}})
    found = client.query(TableName=by_number.name, KeyConditionExpression="PK = :p",
                         ExpressionAttributeValues={":p": {"S": key}})["Items"]
    assert found == [{"PK": {"S": key}, "SK": {"N": "1"}, "v": {"S": "+01"}}]
