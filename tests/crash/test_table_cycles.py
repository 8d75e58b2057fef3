"""Goal: tables may come and go for ever in one daemon: memory, file and open handles stay bounded, and writers of other
tables keep going.
Method: clients on raw keep-alive sockets create, fill and delete tables, LARDER_CYCLES of them (3,000 unless told;
100,000 is what the design promises), while a writer counts in a table of its own; what the process holds is read from
/proc after a first part and at the end.
"""

import json
import os
import pathlib
import socket
import threading

import larder_daemon

CYCLES = int(os.environ.get("LARDER_CYCLES", 3_000))
CLIENTS = 4
WARM = max(CYCLES // 4, 1)        # cycles after which the process must have found its size
MEMORY_GROWTH_MAX = 8 * 1024**2   # what allocators and LMDB's page lists may still take after that
FILE_GROWTH_MAX = 32 * 1024**2    # erasure runs behind the deletes, in bounded steps


class Connection:
    """One request at a time, no HTTP library: the daemon is what is measured."""

    def __init__(self, address):
        self.host = f"{address[0]}:{address[1]}"
        self.socket = socket.create_connection(address, timeout=60)
        self.reader = self.socket.makefile("rb")

    def call(self, operation, body):
        text = json.dumps(body).encode()
        self.socket.sendall(
            f"POST / HTTP/1.1\r\nHost: {self.host}\r\nX-Amz-Target: DynamoDB_20120810.{operation}\r\n"
            f"Content-Type: application/x-amz-json-1.0\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
        status, length = int(self.reader.readline().split()[1]), 0
        while (line := self.reader.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        reply = json.loads(self.reader.read(length))
        assert status == 200, (operation, reply)
        return reply

    def close(self):
        self.reader.close()
        self.socket.close()


def table(name):
    return {"TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}]}


def cycle(connection, name):
    connection.call("CreateTable", table(name))
    connection.call("BatchWriteItem", {"RequestItems": {name: [
        {"PutRequest": {"Item": {"PK": {"S": f"{i}"}, "d": {"S": "x" * 200}}}} for i in range(4)]}})
    connection.call("DeleteTable", {"TableName": name})


def held(pid):
    """(anonymous and shared memory, bytes on disk of all open files, open descriptors)"""
    status = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    memory = sum(int(status[name].split()[0]) * 1024 for name in ("RssAnon", "RssShmem"))
    files, count = {}, 0
    for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        count += 1
        try:
            found = entry.stat()
            files[found.st_dev, found.st_ino] = found.st_blocks * 512
        except OSError:
            pass  # a socket that has just been closed
    return memory, sum(files.values()), count


def test_tables_come_and_go(tmp_path, monkeypatch):
    # A sanitizer build keeps freed memory for a while, by default more than what is allowed here.
    monkeypatch.setenv("ASAN_OPTIONS", "quarantine_size_mb=1:" + os.environ.get("ASAN_OPTIONS", ""))
    with larder_daemon.Daemon("--in-memory", "--data-dir", str(tmp_path)) as daemon:
        counting, stop = Connection(daemon.host_port), threading.Event()
        counting.call("CreateTable", table("others"))
        counted, failures = [0], []

        def count():
            try:
                while not stop.is_set():
                    reply = counting.call("UpdateItem", {
                        "TableName": "others", "Key": {"PK": {"S": "a"}}, "UpdateExpression": "ADD n :one",
                        "ExpressionAttributeValues": {":one": {"N": "1"}}, "ReturnValues": "UPDATED_NEW"})
                    counted[0] += 1
                    assert reply["Attributes"]["n"] == {"N": str(counted[0])}
            except Exception as error:  # shown by the test
                failures.append(error)

        def churn(number, part):
            """Half of the names are used again and again, half are new each time."""
            try:
                connection = Connection(daemon.host_port)
                for i in part:
                    cycle(connection, f"again-{number}" if i % 2 else f"table-{number}-{i}")
                connection.close()
            except Exception as error:  # shown by the test
                failures.append(error)

        def run(cycles):
            threads = [threading.Thread(target=churn, args=(n, cycles[n::CLIENTS])) for n in range(CLIENTS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert not failures, failures[0]

        writer = threading.Thread(target=count)
        writer.start()
        cycles = range(CYCLES)
        run(cycles[:WARM])
        memory, file, descriptors = held(daemon.pid)
        parts, progress = 8, [counted[0]]
        rest = cycles[WARM:]
        for n in range(parts):
            run(rest[len(rest) * n // parts:len(rest) * (n + 1) // parts])
            progress.append(counted[0])
        stop.set()
        writer.join()
        assert not failures, failures[0]
        memory_end, file_end, descriptors_end = held(daemon.pid)
        print(f"{CYCLES} cycles: memory {memory >> 10} -> {memory_end >> 10} KB, file {file >> 10} -> {file_end >> 10} KB, "
              f"descriptors {descriptors} -> {descriptors_end}, others wrote {counted[0]}")

        assert all(a < b for a, b in zip(progress, progress[1:])), "writers of other tables stood still"
        assert memory_end <= memory + MEMORY_GROWTH_MAX
        assert file_end <= file + FILE_GROWTH_MAX
        assert descriptors_end <= descriptors + CLIENTS
        assert counting.call("ListTables", {})["TableNames"] == ["others"]
        counting.close()
