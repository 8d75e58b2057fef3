"""One larderd for the whole run, shared tables, fresh keys.

LARDERD=path        the daemon to test (default build/dev/bin/larderd)
LARDER_ENDPOINT=url another endpoint instead; "aws" is the service itself, with the credentials of the environment
"""

import json
import os
import pathlib
import subprocess
import tempfile

import boto3
import botocore.config
import pytest

import cases
import larder_daemon
import raw_http

REGION = "us-east-1"
ELSEWHERE = os.environ.get("LARDER_ENDPOINT")
AWS_CLI = os.environ.get("LARDER_AWS_CLI", "/usr/bin/aws")


def pytest_collection_modifyitems(items):
    if ELSEWHERE:
        skip = pytest.mark.skip(reason="pins what is Larder's own")
        for item in items:
            if item.get_closest_marker("larder_only"):
                item.add_marker(skip)


@pytest.fixture(scope="session", autouse=True)
def credentials():
    """No test reads or writes the configuration of whoever runs it."""
    if ELSEWHERE == "aws":
        yield
        return
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        for name in [n for n in os.environ if n.startswith("AWS_")]:
            patch.delenv(name)
        for name, value in {
            "HOME": home, "AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": REGION,
            "AWS_EC2_METADATA_DISABLED": "true", "AWS_PAGER": "",
        }.items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="session")
def endpoint(credentials):
    """None means: where the SDK goes by itself."""
    if ELSEWHERE:
        yield None if ELSEWHERE == "aws" else ELSEWHERE
        return
    with tempfile.TemporaryDirectory() as store:
        with larder_daemon.Daemon("--in-memory", "--data-dir", store, "--test-clock") as daemon:
            yield daemon.endpoint
        assert list(pathlib.Path(store).iterdir()) == [], "a temporary store must leave nothing"


@pytest.fixture(scope="session")
def connect(endpoint):
    """Makes clients (of this or, given `endpoint_url`, of another daemon) that send what they are told to."""
    def make(endpoint_url=None, resource=False):
        config = botocore.config.Config(
            parameter_validation=False, retries={"max_attempts": 1}, max_pool_connections=64, read_timeout=60)
        return (boto3.resource if resource else boto3.client)(
            "dynamodb", endpoint_url=endpoint_url or endpoint, region_name=REGION, config=config)
    return make


@pytest.fixture(scope="session")
def client(connect):
    return connect()


@pytest.fixture(scope="session")
def resource(connect):
    return connect(resource=True)


@pytest.fixture
def raw(endpoint):
    """Requests below the SDK: see support/raw_http.py."""
    if ELSEWHERE == "aws":
        found = boto3.Session().get_credentials()
        http = raw_http.RawHttp(f"https://dynamodb.{REGION}.amazonaws.com", REGION,
                                found.access_key, found.secret_key, found.token)
    else:
        http = raw_http.RawHttp(endpoint, REGION)
    yield http
    http.close()


@pytest.fixture(scope="session")
def cli(endpoint):
    """`aws dynamodb ARGUMENTS --endpoint-url ...`, its output decoded; check=False gives the finished process."""
    def run(*arguments, check=True):
        where = ["--endpoint-url", endpoint] if endpoint else []
        done = subprocess.run([AWS_CLI, "dynamodb", *arguments, "--output", "json", *where],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if not check:
            return done
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if done.stdout.strip() else None
    return run


@pytest.fixture(scope="session")
def make_table(client, resource):
    """make_table(PK="S", SK="N", ...) creates a table of this key and gives the boto3 Table; gone at the end."""
    names = []

    def make(sort=None, partition="S", name=None, **options):
        name = name or cases.fresh("table")
        types = {"PK": partition, **({"SK": sort} if sort else {})}
        client.create_table(**{
            "TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": n, "AttributeType": t} for n, t in types.items()],
            "KeySchema": [{"AttributeName": n, "KeyType": k} for n, k in zip(types, ("HASH", "RANGE"))],
            **options})
        names.append(name)
        client.get_waiter("table_exists").wait(TableName=name)
        return resource.Table(name)

    yield make
    for name in names:
        try:
            client.delete_table(TableName=name)
        except client.exceptions.ResourceNotFoundException:
            pass


@pytest.fixture(scope="session")
def simple(make_table):
    """Partition key PK (S) alone."""
    return make_table()


@pytest.fixture(scope="session")
def table(make_table):
    """PK (S), SK (S): the table of most tests."""
    return make_table("S")


@pytest.fixture(scope="session")
def by_number(make_table):
    """PK (S), SK (N)."""
    return make_table("N")


@pytest.fixture(scope="session")
def by_binary(make_table):
    """PK (S), SK (B)."""
    return make_table("B")


@pytest.fixture
def key():
    """A partition key value that no other test uses."""
    return cases.fresh()


@pytest.fixture
def tmp_path():
    """Gone after the test: pytest's own keeps the last three runs."""
    with tempfile.TemporaryDirectory(prefix="larder-test-") as folder:
        yield pathlib.Path(folder)


@pytest.fixture
def restartable(tmp_path):
    """A daemon of its own on a directory of its own, which a test may stop, kill and start again."""
    if ELSEWHERE:
        pytest.skip("needs a daemon of its own")
    daemon = larder_daemon.Daemon("--data-dir", str(tmp_path / "data"), "--test-clock")
    with daemon:
        yield daemon
