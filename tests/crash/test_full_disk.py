"""Goal: on a full disk what would grow is refused with a 5xx that says so, reads go on, deletes make room, nothing that was
acknowledged is lost, and writing resumes by itself once there is space again.
Method: a daemon whose data directory is a tmpfs of 8 MB, in a mount name space of its own; a file beside the data takes
the rest. Scans run all the while. The file is reached through /proc, since only the daemon sees the tmpfs.
"""

import os
import shlex
import subprocess
import threading
import time

import pytest

import larder_daemon
import raw_http

SECONDS_MAX = 60


@pytest.fixture
def small_disk(tmp_path, monkeypatch):
    alone = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
    mount = f"mount -t tmpfs -o size=8m larder-test {tmp_path}"
    if subprocess.run([*alone, "sh", "-c", mount], capture_output=True).returncode != 0:
        pytest.skip("no mount name spaces here")
    script = tmp_path / "larderd"
    run = f'{mount} && exec {shlex.quote(larder_daemon.binary())} "$@"'
    script.write_text(f"#!/bin/sh\nexec {' '.join(alone)} sh -c {shlex.quote(run)} larderd \"$@\"\n")
    script.chmod(0o700)
    monkeypatch.setenv("LARDERD", str(script))
    with larder_daemon.Daemon("--data-dir", str(tmp_path / "data"), "--log-level", "error") as daemon:
        yield daemon, f"/proc/{daemon.pid}/root{tmp_path}"


@pytest.fixture
def short_files(tmp_path, monkeypatch):
    """A daemon none of whose files may grow beyond 4 MB; SIGXFSZ as a shell leaves it."""
    script = tmp_path / "larderd"
    script.write_text(f'#!/bin/sh\nulimit -f 8192\nexec {shlex.quote(larder_daemon.binary())} "$@"\n')
    script.chmod(0o700)
    monkeypatch.setenv("LARDERD", str(script))
    with larder_daemon.Daemon("--data-dir", str(tmp_path / "data"), "--log-level", "error") as daemon:
        yield daemon


def create(http):
    status, reply = http.call("CreateTable", {
        "TableName": "tab", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}]})
    assert status == 200, reply


def put(http, name, size):
    return http.call("PutItem", {"TableName": "tab", "Item": {"PK": {"S": name}, "pad": {"S": "x" * size}}})


def scan_all(http):
    names, start = [], {}
    while True:
        status, page = http.call("Scan", {"TableName": "tab", "ProjectionExpression": "PK", **start})
        assert status == 200, page
        names += [item["PK"]["S"] for item in page["Items"]]
        if "LastEvaluatedKey" not in page:
            return names
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


class Scanner(threading.Thread):
    def __init__(self, endpoint, always_there):
        super().__init__(daemon=True)
        self.http, self.always_there = raw_http.RawHttp(endpoint, sign=False), always_there
        self.done, self.failure, self.scans = threading.Event(), None, 0

    def run(self):
        try:
            while not self.done.is_set():
                assert self.always_there <= set(scan_all(self.http))
                self.scans += 1
        except Exception as error:  # shown by the test
            self.failure = error
        finally:
            self.http.close()


def test_a_full_disk(small_disk):
    daemon, disk = small_disk
    http = raw_http.RawHttp(daemon.endpoint, sign=False)
    create(http)  # 8 MB are less than the usual reserve, of which a small disk has only its share
    kept = [str(n) for n in range(100)]
    for name in kept:
        status, reply = put(http, name, 20_000)
        assert status == 200, reply
    with open(f"{disk}/filler", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"x" * 4096)
        except OSError:
            pass
    scanner = Scanner(daemon.endpoint, set(kept[50:]))
    scanner.start()
    there, refused = set(kept), 0
    for n in range(50):
        status, reply = put(http, f"new{n}", 30_000)
        if status == 200:
            there.add(f"new{n}")
        else:
            assert status == 503 and "full" in reply["message"], reply
            refused += 1
        end = time.monotonic() + SECONDS_MAX
        while True:  # what a client does on a 5xx; a scan under way holds the pages that a delete needs
            status, reply = http.call("DeleteItem", {"TableName": "tab", "Key": {"PK": {"S": kept[n]}}})
            if status == 200 or time.monotonic() > end:
                break
        assert status == 200, reply
        there.discard(kept[n])
    scanner.done.set()
    scanner.join()
    assert scanner.failure is None and scanner.scans > 0
    assert refused > 0
    assert sorted(scan_all(http)) == sorted(there)

    os.remove(f"{disk}/filler")
    end = time.monotonic() + SECONDS_MAX
    while put(http, "again", 30_000)[0] != 200:
        assert time.monotonic() < end, "writing did not resume"
    assert sorted(scan_all(http)) == sorted(there | {"again"})
    _, described = http.call("DescribeTable", {"TableName": "tab"})
    assert described["Table"]["ItemCount"] == len(there) + 1
    http.close()


def test_a_limit_of_file_sizes(short_files):
    """Writes behind the limit raise SIGXFSZ, which would end the daemon."""
    http = raw_http.RawHttp(short_files.endpoint, sign=False)
    create(http)
    there, refused = set(), 0
    for size in (100_000, 1_000):  # small ones reach what a large one leaves
        for n in range(5_000):
            status, reply = put(http, f"{size}-{n}", size)
            if status != 200:
                assert status == 503 and "full" in reply["message"], reply
                refused += 1
                break
            there.add(f"{size}-{n}")
    assert refused == 2
    assert sorted(scan_all(http)) == sorted(there)
    for name in there:
        assert http.call("DeleteItem", {"TableName": "tab", "Key": {"PK": {"S": name}}})[0] == 200
    end = time.monotonic() + SECONDS_MAX
    while put(http, "again", 100_000)[0] != 200:
        assert time.monotonic() < end, "writing did not resume"
    http.close()


@pytest.mark.parametrize("blocks", [16, 100])  # of 512 bytes: too few for a database, for its table of readers
def test_a_limit_below_an_empty_database(tmp_path, blocks):
    done = subprocess.run(["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh", larder_daemon.binary(),
                           "--data-dir", str(tmp_path / "data"), "--http-port", "0"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 3, done
    assert len(done.stderr.splitlines()) == 1 and str(tmp_path / "data") in done.stderr
