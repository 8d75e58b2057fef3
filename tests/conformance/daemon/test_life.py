"""Goal: the process: what survives a restart, what is left after it, how it starts, refuses to start, and stops.
Method: daemons of one's own; the test clock where time matters; sockets and exit codes, never a wait.
"""

import http.client
import json
import os
import pathlib
import signal
import socket
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest

import larder_daemon
import raw_http
from cases import all_items, refused, rows

pytestmark = pytest.mark.larder_only


def failing_start(*options, environment=None):
    """(exit code, lines of standard error) of a larderd that must not come up."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("LARDER_")}
    done = subprocess.run([larder_daemon.binary(), *options], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=30, env={**clean, **(environment or {})})
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize("way", ["stop", "kill"])
def test_everything_survives(restartable, connect, way):
    client = connect(restartable.endpoint)
    raw = raw_http.RawHttp(restartable.endpoint)
    status, reply = raw.call("CreateTable", {
        "TableName": "kept", "BillingMode": "PROVISIONED", "DeletionProtectionEnabled": True,
        "ProvisionedThroughput": {"ReadCapacityUnits": 3, "WriteCapacityUnits": 4},
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "N"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        "TableClass": "STANDARD_INFREQUENT_ACCESS", "Tags": [{"Key": "a", "Value": "b"}]})
    assert status == 200, reply
    raw.close()
    arn = reply["TableDescription"]["TableArn"]
    for i in range(50):
        client.put_item(TableName="kept", Item={
            "PK": {"S": f"{i % 5}"}, "SK": {"N": str(i)}, "v": {"L": [{"S": "x" * i}, {"NULL": True}]}, "b": {"B": b"\x00\xff"}})

    def everything(own):
        return (own.describe_table(TableName="kept")["Table"], all_items(own.scan, TableName="kept", Limit=7),
                own.list_tags_of_resource(ResourceArn=arn)["Tags"], own.list_tables()["TableNames"])
    before = everything(client)
    assert len(before[1]) == 50
    getattr(restartable, way)()
    restartable.start()
    assert everything(connect(restartable.endpoint)) == before


def test_a_continuation_and_segments_hold_across_a_restart(restartable, connect):
    client = connect(restartable.endpoint)
    client.create_table(TableName="tab", BillingMode="PAY_PER_REQUEST",
                        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
                        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}])
    for i in range(60):
        client.put_item(TableName="tab", Item={"PK": {"S": str(i)}})
    page = client.scan(TableName="tab", Limit=20, Segment=0, TotalSegments=2)
    whole = all_items(client.scan, TableName="tab", Segment=0, TotalSegments=2)
    restartable.stop()
    restartable.start()
    client = connect(restartable.endpoint)
    rest = all_items(client.scan, TableName="tab", Segment=0, TotalSegments=2, ExclusiveStartKey=page["LastEvaluatedKey"])
    assert page["Items"] + rest == whole


@pytest.mark.parametrize("way", ["stop", "kill"])
def test_in_memory_leaves_nothing(tmp_path, connect, way):
    daemon = larder_daemon.Daemon("--in-memory", "--data-dir", str(tmp_path)).start()
    client = connect(daemon.endpoint)
    client.create_table(TableName="tab", BillingMode="PAY_PER_REQUEST",
                        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
                        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}])
    client.put_item(TableName="tab", Item={"PK": {"S": "a"}})
    getattr(daemon, way)()
    assert list(tmp_path.iterdir()) == []


def test_the_line_at_the_start(restartable):
    (line,) = [text for text in restartable.lines if "listening on" in text]
    assert "larderd" in line and restartable.options[1] in line and "commit" in line and restartable.endpoint in line


def test_a_second_daemon_is_refused(restartable):
    code, lines = failing_start("--data-dir", restartable.options[1], "--http-port", "0")
    assert code == 4 and len(lines) == 1 and restartable.options[1] in lines[0]


def test_a_port_in_use(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, lines = failing_start("--data-dir", str(tmp_path / "data"), "--http-port", str(port))
    assert code == 7 and len(lines) == 1 and str(port) in lines[0]


def test_a_directory_that_is_a_file(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    code, lines = failing_start("--data-dir", str(file), "--http-port", "0")
    assert code == 3 and len(lines) == 1 and str(file) in lines[0]


@rows("options,part",
      ("unknown", ["--nope"], "nope"),
      ("no directory", [], "--data-dir"),
      ("relaxed needs the journal", ["--data-dir", "x", "--durability", "relaxed"], "relaxed"),
      ("no such durability", ["--data-dir", "x", "--durability", "maybe"], "maybe"),
      ("port out of range", ["--data-dir", "x", "--http-port", "65536"], "65536"),
      ("misplaced word", ["--data-dir", "x", "word"], "word"),
      ("key without certificate", ["--in-memory", "--http-port", "0", "--tls-key", "/nope"], "tls-certificate"),
      ("configuration file that is not there", ["--config", "/nope.conf"], "/nope.conf"))
def test_wrong_options(tmp_path, monkeypatch, options, part):
    monkeypatch.chdir(tmp_path)
    code, lines = failing_start(*options)
    assert code == 2 and len(lines) == 1 and part in lines[0]
    assert list(tmp_path.iterdir()) == []


def test_help_and_version():
    for option, parts in (("--help", ["--data-dir", "--durability", "--allow-host", "LARDER_"]), ("--version", ["larderd"])):
        done = subprocess.run([larder_daemon.binary(), option], capture_output=True, text=True, timeout=30)
        assert done.returncode == 0 and all(part in done.stdout for part in parts)


def test_settings_come_from_file_environment_and_command_line(tmp_path):
    """The command line wins over LARDER_*, which wins over the file."""
    config = tmp_path / "larder.conf"
    config.write_text("# a comment\nin-memory = true\nregion = from-file\nhttp-port = 0\ntable-state-delay-ms = 1\n")
    for environment, options, region in (({}, [], "from-file"), ({"LARDER_REGION": "from-environment"}, [], "from-environment"),
                                         ({"LARDER_REGION": "x"}, ["--region", "from-line"], "from-line")):
        process = subprocess.Popen([larder_daemon.binary(), "--config", str(config), *options], stderr=subprocess.PIPE, text=True,
                                   stdin=subprocess.DEVNULL, env={**os.environ, **environment})
        endpoint = next(line.split("listening on ")[1].strip() for line in process.stderr if "listening on" in line)
        http_client = raw_http.RawHttp(endpoint)
        _, reply = http_client.call("CreateTable", {
            "TableName": "tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}]})
        assert reply["TableDescription"]["TableArn"].split(":")[3] == region
        http_client.close()
        process.terminate()
        assert process.wait(30) == 0
        process.stderr.close()


@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGINT])
def test_idle_connections_do_not_hold_up_the_end(tmp_path, signal_number):
    daemon = larder_daemon.Daemon("--in-memory", "--drain-timeout", "20s").start()
    idle = [http.client.HTTPConnection(*daemon.host_port, timeout=30) for _ in range(5)]
    for connection in idle:  # accepted, answered, and kept
        connection.request("GET", "/")
        connection.getresponse().read()
    daemon.stop(signal_number)
    for connection in idle:
        assert connection.sock.recv(1) == b""
        connection.close()


def test_a_request_under_way_is_answered_and_a_second_signal_forces(tmp_path):
    daemon = larder_daemon.Daemon("--in-memory", "--drain-timeout", "1m").start()
    host, port = daemon.host_port
    head = (f"POST / HTTP/1.1\r\nHost: {host}:{port}\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
            "Content-Length: 2\r\n\r\n{").encode()
    first, second = (socket.create_connection((host, port)) for _ in range(2))
    for connection in (first, second):
        connection.sendall(head)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    probe = http.client.HTTPConnection(host, port, timeout=30)
    probe.request("GET", "/")
    assert probe.getresponse().status == 200  # both halves were taken before this was
    probe.close()
    daemon.process.terminate()
    try:  # two signals at once would be one: the second waits until the first closed the door
        while True:
            socket.create_connection((host, port)).close()
    except OSError:
        pass
    first.sendall(b"}")
    assert first.recv(100).startswith(b"HTTP/1.1 200")
    assert daemon.end(signal.SIGTERM) == 143
    first.close()
    second.close()


def test_tables_that_take_their_time(tmp_path, connect):
    """CREATING and DELETING last as long as asked, so that applications can test their waits."""
    daemon = larder_daemon.Daemon("--in-memory", "--test-clock", "--table-state-delay-ms", "60000")
    with daemon:
        client = connect(daemon.endpoint)

        def advance(millis):
            urllib.request.urlopen(daemon.endpoint + "/_larder/clock", json.dumps({"advance_ms": millis}).encode()).close()

        def status():
            return client.describe_table(TableName="slow")["Table"]["TableStatus"]
        client.create_table(TableName="slow", BillingMode="PAY_PER_REQUEST",
                            AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
                            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}])
        assert status() == "CREATING"
        with refused("ResourceNotFoundException", "Requested resource not found"):
            client.put_item(TableName="slow", Item={"PK": {"S": "a"}})
        with refused("ResourceInUseException"):
            client.delete_table(TableName="slow")
        advance(60_000)
        assert status() == "ACTIVE"
        client.put_item(TableName="slow", Item={"PK": {"S": "a"}})
        client.delete_table(TableName="slow")
        assert status() == "DELETING"
        with refused("ResourceNotFoundException"):
            client.get_item(TableName="slow", Key={"PK": {"S": "a"}})
        advance(60_000)
        with refused("ResourceNotFoundException"):
            status()


def test_tls(tmp_path, connect):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    daemon = larder_daemon.Daemon("--in-memory", "--tls-certificate", str(certificate), "--tls-key", str(key))
    with daemon:
        assert daemon.endpoint.startswith("https://")
        host, port = daemon.host_port
        trusting = ssl.create_default_context(cafile=str(certificate))
        https = http.client.HTTPSConnection("localhost", port, timeout=30, context=trusting)
        for _ in range(3):
            https.request("POST", "/", b"{}", {"X-Amz-Target": "DynamoDB_20120810.ListTables"})
            reply = https.getresponse()
            assert reply.status == 200 and json.loads(reply.read()) == {"TableNames": []}
        https.close()
        plain = http.client.HTTPConnection(host, port, timeout=30)
        with pytest.raises((http.client.HTTPException, OSError)):
            plain.request("GET", "/")
            plain.getresponse()
        plain.close()


def test_a_host_that_was_allowed(tmp_path):
    with larder_daemon.Daemon("--in-memory", "--allow-host", "db.example.com") as daemon:
        for host, status in (("db.example.com", 200), ("DB.example.com:8000", 200), ("other.example.com", range(400, 500))):
            connection = http.client.HTTPConnection(*daemon.host_port, timeout=30)
            connection.request("GET", "/", headers={"Host": host})
            got = connection.getresponse().status
            assert got == status or (isinstance(status, range) and got in status)
            connection.close()


def test_the_clock_is_not_there_unless_asked(tmp_path):
    with larder_daemon.Daemon("--in-memory") as daemon:
        with pytest.raises(urllib.error.HTTPError) as info:
            urllib.request.urlopen(daemon.endpoint + "/_larder/clock", b'{"advance_ms": 1}')
        assert info.value.code == 404
        info.value.close()


@rows("change",
      ("a time that no sum can hold", {"set_ms": 2 ** 63 - 1}), ("before all time", {"set_ms": -1}),
      ("a step that no sum can hold", {"advance_ms": 2 ** 63 - 1}), ("a step back before all time", {"advance_ms": -2 ** 63}))
def test_the_clock_stays_where_the_daemon_can_compute(change):
    """CreateTable and tokens add to the time: one that overflows must be refused when it is set."""
    with larder_daemon.Daemon("--in-memory", "--test-clock") as daemon:
        with pytest.raises(urllib.error.HTTPError) as info:
            urllib.request.urlopen(daemon.endpoint + "/_larder/clock", json.dumps(change).encode())
        assert info.value.code == 400 and b"9999" in info.value.read()
        info.value.close()
        raw = raw_http.RawHttp(daemon.endpoint)
        assert raw.call("ListTables", {}) == (200, {"TableNames": []})
        raw.close()


@rows("option,sent",
      ("headers that do not end", "--header-timeout", b"POST / HTTP/1.1\r\nHost: localhost\r\n"),
      ("a body that does not end", "--body-timeout", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{"),
      ("nothing after a request", "--idle-timeout", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
def test_slow_clients_are_sent_away(option, sent):
    """What is awaited is the daemon's own end of the connection, whenever it comes."""
    with larder_daemon.Daemon("--in-memory", option, "20ms") as daemon:
        with socket.create_connection(daemon.host_port, timeout=30) as connection:
            connection.sendall(sent)
            received = b""
            while (part := connection.recv(4096)):
                received += part
        assert received.startswith(b"HTTP/1.1 200") if option == "--idle-timeout" else b" 200 " not in received


def test_a_full_store_refuses_growth_and_nothing_else(tmp_path, connect):
    with larder_daemon.Daemon("--data-dir", str(tmp_path / "data"), "--map-size", "64M") as daemon:
        client = connect(daemon.endpoint)
        client.create_table(TableName="tab", BillingMode="PAY_PER_REQUEST",
                            AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
                            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}])

        def put(i):
            client.put_item(TableName="tab", Item={"PK": {"S": str(i)}, "d": {"S": "x" * 300_000}})
        stored = 0
        with pytest.raises(client.exceptions.ClientError) as info:
            for stored in range(1000):
                put(stored)
        assert stored > 10
        assert info.value.response["ResponseMetadata"]["HTTPStatusCode"] >= 500, "a client may try again"
        found = all_items(client.scan, TableName="tab", ProjectionExpression="PK")
        assert sorted(int(i["PK"]["S"]) for i in found) == list(range(stored))
        for i in range(stored):
            client.delete_item(TableName="tab", Key={"PK": {"S": str(i)}})
        for i in range(5):
            put(i)
        assert client.describe_table(TableName="tab")["Table"]["ItemCount"] == 5


def test_metrics(tmp_path, connect):
    with larder_daemon.Daemon("--in-memory") as daemon:
        connect(daemon.endpoint).list_tables()
        with urllib.request.urlopen(daemon.endpoint + "/metrics") as reply:
            text = reply.read().decode()
        assert "# TYPE larder_" in text and "ListTables" in text


def test_no_files_but_its_own(restartable):
    assert pathlib.Path(restartable.options[1]).is_dir()
    assert [p.name for p in pathlib.Path(restartable.options[1]).parent.iterdir()] == ["data"]
