"""Goal: DescribeLimits gives its four numbers. Method: boto3."""


def test_four_numbers(client):
    reply = client.describe_limits()
    names = {f"{scope}Max{kind}CapacityUnits" for scope in ("Account", "Table") for kind in ("Read", "Write")}
    assert set(reply) - {"ResponseMetadata"} == names
    assert all(isinstance(reply[n], int) and reply[n] >= 10_000 for n in names)
    assert reply["AccountMaxReadCapacityUnits"] >= reply["TableMaxReadCapacityUnits"]
