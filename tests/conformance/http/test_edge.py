"""Goal: the HTTP edge: framing, compression, checksums, request ids, liveness, CORS, Host, limits.
Method: http.client where it can say it, raw sockets where it cannot. No time-out is waited for."""

import gzip
import json
import socket
import uuid
import zlib

import pytest

from cases import rows

pytestmark = pytest.mark.larder_only
JSON = "application/x-amz-json-1.0"


@pytest.fixture
def address(endpoint):
    host, _, port = endpoint.split("//")[1].rpartition(":")
    return host, int(port)


class Wire:
    """Bytes out, replies in: no help from any HTTP library."""

    def __init__(self, address):
        self.socket = socket.create_connection(address, timeout=30)
        self.reader = self.socket.makefile("rb")

    def send(self, data):
        self.socket.sendall(data)

    def reply(self):
        """(status, headers with lower-case names, body); None when the connection was closed."""
        line = self.reader.readline()
        if not line:
            return None
        status, headers = int(line.split()[1]), {}
        while (line := self.reader.readline().strip()):
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        body = self.reader.read(int(headers.get("content-length", 0))) if status >= 200 else b""
        return status, headers, body

    def close(self):
        self.reader.close()
        self.socket.close()


@pytest.fixture
def wire(address):
    made = Wire(address)
    yield made
    made.close()


def head(address, operation="ListTables", **headers):
    lines = {"Host": f"{address[0]}:{address[1]}", "X-Amz-Target": f"DynamoDB_20120810.{operation}", "Content-Type": JSON,
             "Authorization": "AWS4-HMAC-SHA256 Credential=a/20200101/us-east-1/dynamodb/aws4_request, "
                              "SignedHeaders=host, Signature=0", **{n.replace("_", "-"): v for n, v in headers.items()}}
    return ("POST / HTTP/1.1\r\n" + "".join(f"{n}: {v}\r\n" for n, v in lines.items() if v is not None) + "\r\n").encode()


def request(address, operation="ListTables", body=b"{}", **headers):
    return head(address, operation, Content_Length=str(len(body)), **headers) + body


def test_a_reply_and_its_headers(wire, address):
    wire.send(request(address, body=b'{"Limit": 1}'))
    status, headers, body = wire.reply()
    assert status == 200 and "TableNames" in json.loads(body)
    assert headers["content-type"] == JSON
    assert int(headers["x-amz-crc32"]) == zlib.crc32(body)
    assert headers["x-amzn-requestid"]


def test_errors_carry_the_checksum_too(wire, address):
    wire.send(request(address, "Nope"))
    status, headers, body = wire.reply()
    assert status == 400 and int(headers["x-amz-crc32"]) == zlib.crc32(body) and headers["x-amzn-requestid"]


def test_request_ids_differ(wire, address):
    ids = set()
    for _ in range(5):
        wire.send(request(address))
        ids.add(wire.reply()[1]["x-amzn-requestid"])
    assert len(ids) == 5


def test_keep_alive(wire, address):
    for _ in range(50):
        wire.send(request(address))
        assert wire.reply()[0] == 200


def test_close_when_asked(wire, address):
    wire.send(request(address, Connection="close"))
    status, headers, _ = wire.reply()
    assert status == 200 and headers.get("connection", "").lower() == "close"
    assert wire.reply() is None


def test_http_1_0_closes(wire, address):
    wire.send(request(address).replace(b"HTTP/1.1", b"HTTP/1.0"))
    assert wire.reply()[0] == 200
    assert wire.reply() is None


def test_pipelined_requests_are_answered_in_order(wire, address):
    wire.send(b"".join(request(address, operation) for operation in ("ListTables", "Nope", "DescribeLimits")))
    replies = [wire.reply() for _ in range(3)]
    assert [r[0] for r in replies] == [200, 400, 200]
    assert b"TableNames" in replies[0][2] and b"AccountMax" in replies[2][2]


def test_a_request_byte_by_byte(wire, address):
    wire.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in request(address):
        wire.send(bytes([byte]))
    assert wire.reply()[0] == 200


@rows("chunks",
      ("one chunk", [b'{"Limit": 1}']),
      ("a chunk for each byte", [bytes([b]) for b in b'{"Limit": 1}']),
      ("a large one", [b'{"Limit": 1' + b" " * 100_000 + b"}"]))
def test_chunked_body(wire, address, chunks):
    wire.send(head(address, Transfer_Encoding="chunked"))
    for chunk in chunks:
        wire.send(b"%x\r\n%s\r\n" % (len(chunk), chunk))
    wire.send(b"0\r\n\r\n")
    status, _, body = wire.reply()
    assert status == 200 and len(json.loads(body)["TableNames"]) <= 1
    wire.send(request(address))
    assert wire.reply()[0] == 200


def test_chunk_extensions_and_trailers(wire, address):
    wire.send(head(address, Transfer_Encoding="chunked") + b"2;a=b\r\n{}\r\n0\r\nX-Trailer: y\r\n\r\n" + request(address))
    assert wire.reply()[0] == 200 and wire.reply()[0] == 200


def test_expect_continue(wire, address):
    wire.send(head(address, Expect="100-continue", Content_Length="2"))
    assert wire.reply()[0] == 100
    wire.send(b"{}")
    assert wire.reply()[0] == 200


def test_a_small_reply_when_gzip_is_accepted(wire, address):
    wire.send(request(address, "DescribeLimits", Accept_Encoding="gzip"))
    _, headers, small = wire.reply()
    assert int(headers["x-amz-crc32"]) == zlib.crc32(small), "the checksum is over the bytes sent"
    if headers.get("content-encoding") == "gzip":
        small = gzip.decompress(small)
    assert b"AccountMax" in small


def test_a_large_reply_is_compressed_when_asked(wire, address, client, simple, key):
    client.put_item(TableName=simple.name, Item={"PK": {"S": key}, "d": {"S": "x" * 50_000}})
    body = json.dumps({"TableName": simple.name, "Key": {"PK": {"S": key}}}).encode()
    wire.send(request(address, "GetItem", body, Accept_Encoding="gzip, deflate"))
    status, headers, sent = wire.reply()
    assert status == 200 and headers["content-encoding"] == "gzip" and len(sent) < 5000
    assert int(headers["x-amz-crc32"]) == zlib.crc32(sent)
    assert json.loads(gzip.decompress(sent))["Item"]["d"]["S"] == "x" * 50_000
    wire.send(request(address, "GetItem", body))
    _, headers, sent = wire.reply()
    assert "content-encoding" not in headers and json.loads(sent)["Item"]["d"]["S"] == "x" * 50_000


def test_gzip_request(wire, address):
    wire.send(request(address, body=gzip.compress(b'{"Limit": 1}'), Content_Encoding="gzip"))
    status, _, body = wire.reply()
    assert status == 200 and len(json.loads(body)["TableNames"]) <= 1


def test_gzip_request_that_is_none(wire, address):
    wire.send(request(address, body=b"nonsense", Content_Encoding="gzip"))
    assert 400 <= wire.reply()[0] < 500


def test_a_gzip_bomb_is_bounded(wire, address):
    wire.send(request(address, body=gzip.compress(b" " * 100_000_000), Content_Encoding="gzip"))
    assert wire.reply()[0] == 413


def test_unknown_coding(wire, address):
    wire.send(request(address, Content_Encoding="br"))
    assert 400 <= wire.reply()[0] < 500


def test_liveness(wire, address):
    wire.send(f"GET / HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\n\r\n".encode())
    status, _, body = wire.reply()
    assert status == 200 and b"healthy" in body


@rows("line,statuses",
      ("another path", "GET /nope HTTP/1.1", range(400, 500)),
      ("another method", "PUT / HTTP/1.1", range(400, 500)),
      ("no method at all", "NONSENSE", range(400, 500)))
def test_what_is_no_request(wire, address, line, statuses):
    wire.send(f"{line}\r\nHost: {address[0]}:{address[1]}\r\nContent-Length: 0\r\n\r\n".encode())
    assert wire.reply()[0] in statuses


def test_no_target(wire, address):
    wire.send(request(address, X_Amz_Target=None))
    status, _, body = wire.reply()
    assert 400 <= status < 500 and json.loads(body)["__type"]


@pytest.mark.parametrize("host", ["localhost", "localhost:9", "127.0.0.1", "[::1]", "[::1]:80", "LOCALHOST", "127.0.0.1:65535"])
def test_loopback_names_are_ours(wire, address, host):
    wire.send(request(address, Host=host))
    assert wire.reply()[0] == 200


@pytest.mark.parametrize("host", ["example.com", "evil.localhost.example.com", "10.0.0.1", "dynamodb.us-east-1.amazonaws.com",
                                  "127.0.0.1.example.com", ""])
def test_other_hosts_are_refused_with_the_way_out(wire, address, host):
    """A web page must not reach the daemon by rebinding its own name to 127.0.0.1."""
    wire.send(request(address, Host=host))
    status, _, body = wire.reply()
    assert 400 <= status < 500 and b"--allow-host" in body


def test_no_host(wire, address):
    wire.send(request(address, Host=None))
    assert 400 <= wire.reply()[0] < 500


def test_cors_reply(wire, address):
    wire.send(request(address, Origin="http://localhost:3000"))
    status, headers, _ = wire.reply()
    assert status == 200 and headers["access-control-allow-origin"] in ("*", "http://localhost:3000")


def test_cors_preflight(wire, address):
    wire.send(f"OPTIONS / HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nOrigin: http://localhost:3000\r\n"
              "Access-Control-Request-Method: POST\r\n"
              "Access-Control-Request-Headers: x-amz-target,authorization,content-type,x-amz-date\r\n\r\n".encode())
    status, headers, _ = wire.reply()
    assert status in (200, 204)
    assert headers["access-control-allow-origin"] in ("*", "http://localhost:3000")
    assert "POST" in headers["access-control-allow-methods"]
    allowed = headers["access-control-allow-headers"].lower()
    assert allowed == "*" or all(n in allowed for n in ("x-amz-target", "authorization", "content-type", "x-amz-date"))


@pytest.mark.parametrize("origin", ["http://evil.example.com", "https://localhost.example.com", "null"])
def test_pages_of_other_origins_are_refused(wire, address, origin):
    """A browser sends a simple POST without asking first: it must not be carried out."""
    wire.send(request(address, Origin=origin))
    status, headers, _ = wire.reply()
    assert 400 <= status < 500 and headers.get("access-control-allow-origin") not in ("*", origin)


def test_a_body_beyond_16_mb_is_refused_before_it_is_read(wire, address):
    wire.send(head(address, Content_Length=str(16 * 1024 * 1024 + 1)))
    assert wire.reply()[0] == 413


def test_a_body_of_16_mb_is_read(wire, address):
    wire.send(request(address, body=b'{"Limit": 1' + b" " * (16 * 1024 * 1024 - 12) + b"}"))
    assert wire.reply()[0] == 200


def test_expect_of_too_large_a_body(wire, address):
    wire.send(head(address, Expect="100-continue", Content_Length=str(17 * 1024 * 1024)))
    assert wire.reply()[0] == 413


def test_chunks_beyond_16_mb(wire, address):
    wire.send(head(address, Transfer_Encoding="chunked"))
    chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    try:
        for _ in range(18):
            wire.send(chunk)
    except OSError:
        pass  # it may close without reading on
    reply = None
    try:
        reply = wire.reply()
    except OSError:
        return
    assert reply is None or reply[0] == 413


def test_headers_beyond_16_kb(wire, address):
    wire.send(request(address, X_Pad="x" * 17_000))
    assert wire.reply()[0] in (400, 413, 431)


def test_headers_below_16_kb(wire, address):
    wire.send(request(address, X_Pad="x" * 12_000))
    assert wire.reply()[0] == 200


@rows("headers",
      ("two lengths", {"Content-Length": "2", "content-length": "3"}),
      ("no number", {"Content-Length": "two"}),
      ("negative", {"Content-Length": "-1"}),
      ("length and chunks", {"Content-Length": "2", "Transfer-Encoding": "chunked"}),
      ("unknown transfer coding", {"Transfer-Encoding": "gzip"}))
def test_framing_that_could_hide_a_request(wire, address, headers):
    wire.send(head(address, **headers) + b"2\r\n{}\r\n0\r\n\r\n")
    reply = wire.reply()
    assert reply is None or 400 <= reply[0] < 500 or reply[0] == 501
    if reply is not None:
        assert wire.reply() is None, "after a framing error nothing more is read from this connection"


def test_a_client_that_goes_away_disturbs_nobody(address, client, table):
    for cut in (0, 10, 100, None):
        wire = Wire(address)
        wire.send(request(address)[:cut])
        wire.close()
    client.describe_table(TableName=table.name)


def test_many_connections(address):
    wires = [Wire(address) for _ in range(200)]
    for wire in wires:
        wire.send(request(address, body=b'{"Limit": 1}'))
    assert all(wire.reply()[0] == 200 for wire in wires)
    for wire in wires:
        wire.close()


def test_idle_connections_hold_up_nobody(address, client, table):
    """Started but unfinished requests cost their socket and nothing else."""
    wires = [Wire(address) for _ in range(50)]
    for n, wire in enumerate(wires):
        wire.send(request(address)[:n])
    client.describe_table(TableName=table.name)
    for wire in wires:
        wire.close()


def test_any_credentials_are_taken(wire, address):
    wire.send(request(address, Authorization=None))
    anonymous = wire.reply()
    assert anonymous[0] == 200
    wire.send(request(address, Authorization="nonsense"))
    assert wire.reply()[0] == 200


def test_trace_ids_are_ours_not_the_clients(wire, address):
    mine = str(uuid.uuid4())
    wire.send(request(address, x_amzn_RequestId=mine))
    assert wire.reply()[1]["x-amzn-requestid"] != mine
