"""Runs the seed documents' examples as written, with only the endpoint set.

A snippet must stand in a seed document word for word: where the documents are at hand (shared/seeds beside the
repository or above it), that is checked; elsewhere the snippets here are the copy that counts.
"""

import os
import pathlib
import subprocess

import boto3
import botocore.exceptions
import pytest

import larder_daemon

AWS_CLI = os.environ.get("LARDER_AWS_CLI", "/usr/bin/aws")


def words(text):
    return " ".join(text.split())


@pytest.fixture(scope="session")
def documents():
    """All seed documents as one text of single blanks; None when they are not at hand."""
    for folder in larder_daemon.ROOT.parents:
        found = sorted((folder / "shared" / "seeds").glob("*.md"))
        if found:
            return words(" ".join(pathlib.Path(f).read_text() for f in found))
    return None


@pytest.fixture(scope="session")
def as_written(documents):
    def check(text):
        assert documents is None or words(text) in documents, "no longer what the seed document says"
        return text
    return check


class EndpointSession(boto3.Session):
    """What `boto3.client(...)` and `boto3.resource(...)` use, with the one setting that a user changes."""

    endpoint = None

    def client(self, *positional, **named):
        if not named.get("endpoint_url"):
            named["endpoint_url"] = self.endpoint
        return super().client(*positional, **named)


@pytest.fixture
def run(endpoint, as_written, monkeypatch):
    """run(snippet, name=value, ...) executes it and gives all names that it leaves."""
    session = EndpointSession()
    session.endpoint = endpoint
    monkeypatch.setattr(boto3, "DEFAULT_SESSION", session)

    def execute(snippet, **names):
        exec(compile(as_written(snippet), "<seed>", "exec"), names)  # a seed's code is ours to run
        return names
    return execute


@pytest.fixture
def run_shell(endpoint, as_written):
    """The finished process of a command as written; `aws` gets its --endpoint-url."""
    def execute(command):
        return subprocess.run(
            ["bash", "-c", 'aws() { "$AWS_CLI" ${ENDPOINT:+--endpoint-url "$ENDPOINT"} "$@"; }\n' + as_written(command)],
            capture_output=True, text=True, stdin=subprocess.DEVNULL,
            env={**os.environ, "AWS_CLI": AWS_CLI, "ENDPOINT": endpoint or "", "AWS_DEFAULT_OUTPUT": "json"})
    return execute


@pytest.fixture
def named_table(client, make_table):
    """named_table("Users"): PK and SK, as the documents have it; empty before, gone after."""
    names = []

    def drop(name):
        try:
            client.delete_table(TableName=name)
            client.get_waiter("table_not_exists").wait(TableName=name)
        except botocore.exceptions.ClientError as error:
            assert error.response["Error"]["Code"] == "ResourceNotFoundException"

    def make(name, **options):
        drop(name)
        names.append(name)
        return make_table("S", name=name, **options)
    make.drop = lambda name: (drop(name), names.append(name))
    yield make
    for name in names:
        drop(name)


@pytest.fixture
def users(named_table):
    return named_table("Users")

