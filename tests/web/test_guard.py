"""Requests from other sites are refused, and large, slow or malformed ones do not block the server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from time import sleep
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest

from cpgen.web.records.request_records import BODY
from cpgen.web.server import MOST_CONNECTIONS
from tests.cli.running import LEFT
from tests.web.running import Studio, studio

JSON = {"content-type": "application/json"}


def connected(server: Studio) -> socket.socket:
    parts = urlsplit(server.address)
    return socket.create_connection((parts.hostname, parts.port), timeout=300)


def raw(server: Studio, request: bytes) -> bytes:
    """Return the first bytes of the server's answer, empty if it closes the connection."""
    with connected(server) as client:
        with suppress(ConnectionError):  # it may close the connection before everything is sent
            client.sendall(request)
        return client.recv(1 << 16)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", "", "127.0.0.1.nip.io"])
def test_a_foreign_name_is_refused(server: Studio, host):
    answer = server.http.get("/", headers={"host": host})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "forbidden")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8642", "192.168.0.7"])
def test_our_own_names_and_addresses_are_served(server: Studio, host):
    assert server.http.get("/", headers={"host": host}).status_code == 200


def test_pages_of_other_sites_are_refused(server: Studio):
    own = server.address.rstrip("/")
    asked = {"puzzle": LEFT}
    assert server.http.post("/api/rate", json=asked, headers={"origin": own}).status_code == 200
    for origin in ("https://evil.example", "null", "http://localhost:1", own.replace("http", "ftp") + "0"):
        assert server.http.post("/api/rate", json=asked, headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_content_types_of_forms_are_refused(server: Studio, kind):
    answer = server.http.post("/api/rate", content=b'{"puzzle": "1..............."}', headers={"content-type": kind})
    assert answer.status_code == 415


@pytest.mark.parametrize("path", ["/", "/api/choices", "/api/nothing", "/nothing"])
def test_every_answer_has_security_headers(server: Studio, path):
    headers = server.get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


def test_a_body_that_is_too_large_is_refused(server: Studio):
    answer = server.http.post("/api/rate", content=b" " * (3 * BODY), headers=JSON)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "too-large")


def test_an_endless_body_is_refused(server: Studio):
    def endless():
        while True:
            yield b" " * (1 << 16)

    try:
        status = server.http.post("/api/rate", content=endless(), headers=JSON).status_code
    except httpx.TransportError:  # the connection was closed while sending
        status = 413
    assert status == 413
    assert server.get("/").status_code == 200


def test_bodies_that_are_no_requests_are_refused(server: Studio):
    for body in [
        b"",
        b"{",
        b"[]",
        b"1",
        b"\xff",
        b"{}",
        b'{"puzzle": NaN}',
        b"[" * 100_000,
        b'{"puzzle": "\\ud800"}',
        b'{"puzzle": "1\xff"}',
        b'{"puzzle":' + b"9" * 10_000 + b"}",
    ]:
        answer = server.http.post("/api/rate", content=body, headers=JSON)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "input")


def test_malformed_http_is_refused(server: Studio):
    for request_text in [
        b"\r\n\r\n\r\n",
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /%ff%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /%2e%2e/%2e%2e/app.py HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 1_000_000,
        b"POST /api/rate HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"GET /api/jobs/x/events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
    ]:
        answer = raw(server, request_text)
        assert b" 40" in answer.splitlines()[0]
        assert b"content-type: application/json" in answer.lower()
        assert server.get("/").status_code == 200


class SlowClients(NamedTuple):
    """Clients that have stopped in the middle of something, and whom the server waits for at the same time."""

    silent: socket.socket
    in_head: socket.socket
    in_body: socket.socket
    in_second_request: socket.socket


@pytest.fixture(scope="module")
def slow_clients(server: Studio) -> Iterator[SlowClients]:
    body = b"POST /api/rate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    with ExitStack() as clients:
        slow = SlowClients(*(clients.enter_context(connected(server)) for _ in SlowClients._fields))
        slow.in_head.sendall(b"GET / HTTP/1.1\r\nHo")
        slow.in_body.sendall(body)
        slow.in_second_request.sendall(b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT")
        yield slow


def test_slow_and_silent_clients_do_not_block_others(server: Studio, slow_clients: SlowClients):
    assert server.post("/api/rate", puzzle=LEFT).status_code == 200
    assert b" 408 " in slow_clients.in_body.recv(1000)
    assert slow_clients.in_body.recv(10_000)[-1:] in (b"", b"}")
    assert slow_clients.silent.recv(1) == slow_clients.in_head.recv(1) == b""


def test_a_slow_second_request_is_cut_off(slow_clients: SlowClients):
    answer = b""
    while part := slow_clients.in_second_request.recv(1 << 16):
        answer += part
    assert answer.count(b"HTTP/1.1 404") == 1


def test_a_client_that_leaves_early_prints_nothing() -> None:
    head = b"POST /api/rate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    with studio("--jobs", "1") as server:  # it checks what the server has printed
        for _ in range(5):
            with connected(server) as client:
                client.sendall(head + b'{"puzzle')
        assert server.get("/api/words").status_code == 200


def test_excess_connections_are_refused(server: Studio):
    with ExitStack() as clients:
        for _ in range(MOST_CONNECTIONS):
            clients.enter_context(connected(server))
        answer = raw(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 503 " in answer.splitlines()[0]
        assert b"content-type: application/json" in answer.lower()
    for _ in range(3000):
        if b" 200 " in raw(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").splitlines()[0]:
            return
        sleep(0.1)
    raise AssertionError("the server refuses requests although the connections are closed")


@pytest.mark.parametrize("name", ["os:system", "cpsat+os:system", "tests.web.running:studio"])
def test_no_code_is_run_that_a_client_names(server: Studio, name):
    for path, asked in [("jobs", {"pattern": "kamio-a"}), ("practice", {"technique": "x-wing"}), ("solve", {})]:
        answer = server.post(f"/api/{path}", **({"puzzle": LEFT} if path == "solve" else asked), oracle=name)
        assert (answer.status_code, answer.json()["error"]["where"]) == (400, "oracle")


@pytest.mark.parametrize("name", ["/etc/passwd", "../pyproject.toml", "file:///etc/hostname"])
def test_no_file_is_read_that_a_client_names(server: Studio, name):
    for field in ("model", "ladder", "layout", "pattern"):
        assert server.post("/api/jobs", **{"pattern": "kamio-a", field: name}).status_code == 400
