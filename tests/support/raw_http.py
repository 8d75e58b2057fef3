"""Requests that no SDK would send: any target, any body, any header; signed, so that AWS itself takes them too
(sign=False: for load on a daemon of one's own)."""

import collections
import http.client
import json
import urllib.parse

import botocore.auth
import botocore.awsrequest
import botocore.credentials

Reply = collections.namedtuple("Reply", "status headers body")


class RawHttp:
    """One keep-alive connection. Threads: one at a time."""

    def __init__(self, endpoint, region="us-east-1", access_key="test", secret_key="test", session_token=None,
                 sign=True):
        self.url = urllib.parse.urlsplit(endpoint)
        self.sign = sign
        self.signer = botocore.auth.SigV4Auth(
            botocore.credentials.Credentials(access_key, secret_key, session_token), "dynamodb", region)
        kind = http.client.HTTPSConnection if self.url.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(self.url.hostname, self.url.port, timeout=60)

    def close(self):
        self.connection.close()

    def send(self, method, path, body=b"", headers=None):
        headers = dict(headers or {})
        if self.sign:
            request = botocore.awsrequest.AWSRequest(
                method, f"{self.url.scheme}://{self.url.netloc}{path}", headers=headers, data=body)
            self.signer.add_auth(request)
            headers = dict(request.headers.items())
        self.connection.request(method, path, body=body, headers=headers)
        response = self.connection.getresponse()
        return Reply(response.status, response.headers, response.read())

    def call(self, operation, body, headers=None, prefix="DynamoDB_20120810"):
        """(status, decoded JSON reply). `body` may be anything JSON, or text or bytes that are sent as they are."""
        if isinstance(body, str):
            body = body.encode()
        elif not isinstance(body, bytes):
            body = json.dumps(body).encode()
        reply = self.send("POST", "/", body, {
            "Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": f"{prefix}.{operation}", **(headers or {})})
        return reply.status, json.loads(reply.body) if reply.body else {}

    def error(self, operation, body, **options):
        """(error type without its prefix, message), of a call that must be refused with a 4xx."""
        status, reply = self.call(operation, body, **options)
        assert 400 <= status < 500, (status, reply)
        return reply["__type"].rpartition("#")[2], reply.get("message", reply.get("Message", ""))
