"""Goal: DescribeEndpoints names an address that answers. Method: boto3, then a request to what it named."""

import http.client

import pytest


def test_one_endpoint(client):
    (found,) = client.describe_endpoints()["Endpoints"]
    assert found["CachePeriodInMinutes"] == 1440 and found["Address"]


@pytest.mark.larder_only
def test_the_address_is_the_one_asked(client, endpoint):
    (found,) = client.describe_endpoints()["Endpoints"]
    assert found["Address"] == endpoint.split("//")[1]
    connection = http.client.HTTPConnection(found["Address"], timeout=10)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    connection.close()
