#!/usr/bin/env python3
"""Writes the frozen database of a format that is not released yet: write_database.py v1
LARDERD names the daemon, else build/dev/bin/larderd. README.md says when to run it."""

import gzip
import importlib.util
import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import larder_daemon  # noqa: E402
import raw_http  # noqa: E402


def contents_of(version):
    spec = importlib.util.spec_from_file_location(f"contents_{version}", HERE / version / "contents.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(version, directory):
    contents = contents_of(version)
    with larder_daemon.Daemon("--data-dir", str(directory), "--test-clock",
                              "--table-state-delay-ms", str(contents.STATE_DELAY_MS)) as daemon:
        http = raw_http.RawHttp(daemon.endpoint, sign=False)

        def call(operation, body):
            status, reply = http.call(operation, body)
            assert status == 200, (operation, reply)

        def change_clock(**change):
            reply = http.send("POST", "/_larder/clock", json.dumps(change).encode())
            assert reply.status == 200, reply

        change_clock(set_ms=contents.CLOCK_MS)
        change_clock(freeze=True)
        for table in contents.TABLES:
            call("CreateTable", table)
        change_clock(set_ms=contents.READ_MS)
        for name, items in contents.ITEMS.items():
            for start in range(0, len(items), 25):
                call("BatchWriteItem", {"RequestItems": {name: [
                    {"PutRequest": {"Item": item}} for item in items[start:start + 25]]}})
        call("TransactWriteItems", contents.TRANSACTION)
        call("UpdateTable", contents.NEW_INDEX)
        http.close()


def main():
    version = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="larder-format-") as folder:
        directory = pathlib.Path(folder) / "data"
        write(version, directory)
        data = (directory / "data.mdb").read_bytes()
    frozen = HERE / version / "data.mdb.gz"
    frozen.write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"{frozen}: {len(data)} bytes, {frozen.stat().st_size} compressed")


if __name__ == "__main__":
    main()
