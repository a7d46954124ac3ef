"""Connections that would be kept for nothing, at a server whose patience is short."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from perfectplay.web import serving
from perfectplay.web.serving import configured

SECONDS = 20.0  # more than anything takes here, on a busy machine too
PATIENCE = 0.5
HEAD = b"GET /short HTTP/1.1\r\nHost: localhost\r\n"


class Streams:
    """An application with a short answer and an endless one, and how many endless ones are being sent."""

    def __init__(self) -> None:
        self.count = 0
        self.app = Starlette(
            routes=[Route("/short", self.short, methods=["GET", "POST"]), Route("/endless", self.endless)]
        )

    async def short(self, request: Request) -> Response:
        return PlainTextResponse("here")

    async def endless(self, request: Request) -> Response:
        return StreamingResponse(self._pieces())

    async def _pieces(self) -> AsyncIterator[bytes]:
        self.count += 1
        try:
            while True:
                yield b"x" * (1 << 16)
                await asyncio.sleep(0.001)
        finally:
            self.count -= 1


@contextmanager
def served(streams: Streams) -> Iterator[int]:
    """Serve in a thread; give the port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(configured(streams.app))
        thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(SECONDS)


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=SECONDS)


def read_answer(connection: socket.socket) -> None:
    answer = b""
    while not answer.endswith(b"here"):
        piece = connection.recv(4096)
        assert piece, answer
        answer += piece


def assert_given_up(connection: socket.socket, byte: bytes) -> None:
    """Send a byte now and then, of something that never ends, and see the connection end."""
    began = time.monotonic()
    connection.settimeout(0.05)
    try:
        while True:
            connection.sendall(byte)
            try:
                assert connection.recv(4096) == b""
                break
            except TimeoutError:
                assert time.monotonic() - began < SECONDS
    except ConnectionError:
        pass
    assert time.monotonic() - began < 10 * PATIENCE


@pytest.mark.parametrize("requests", [0, 1, 3])
def test_the_head_of_every_request_has_a_deadline(monkeypatch: pytest.MonkeyPatch, requests: int) -> None:
    monkeypatch.setattr(serving, "HEAD_SECONDS", PATIENCE)
    with served(Streams()) as port, connected(port) as connection:
        for _ in range(requests):
            connection.sendall(HEAD + b"\r\n")
            read_answer(connection)
        assert_given_up(connection, b"G")


def test_a_request_that_comes_in_pieces_in_time_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "HEAD_SECONDS", PATIENCE)
    with served(Streams()) as port, connected(port) as connection:
        for _ in range(3):
            connection.sendall(HEAD)
            time.sleep(PATIENCE / 5)
            connection.sendall(b"\r\n")
            read_answer(connection)
            time.sleep(2 * PATIENCE)  # between requests a connection may rest


def test_a_body_that_nobody_reads_has_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "HEAD_SECONDS", PATIENCE)
    with served(Streams()) as port, connected(port) as connection:
        connection.sendall(b"POST /short HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
        read_answer(connection)
        assert_given_up(connection, b"x")


def test_who_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "UNREAD_SECONDS", PATIENCE)
    streams = Streams()
    with served(streams) as port, connected(port) as idle, connected(port) as reader:
        for connection in (idle, reader):
            connection.sendall(b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n")
        end = time.monotonic() + SECONDS
        while streams.count < 2:
            assert time.monotonic() < end
            time.sleep(0.01)
        while streams.count == 2:
            assert reader.recv(1 << 20) and time.monotonic() < end
        for _ in range(100):
            assert reader.recv(1 << 20)
        assert streams.count == 1


def test_one_address_has_a_bounded_number_of_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST_OF_ONE", 3)
    with served(Streams()) as port, ExitStack() as kept:
        several = [kept.enter_context(connected(port)) for _ in range(3)]
        several[-1].sendall(HEAD + b"\r\n")
        read_answer(several[-1])  # by now all of them are known to the server
        with connected(port) as one_more:
            assert one_more.recv(1) == b""
        with socket.create_connection(("127.0.0.1", port), SECONDS, ("127.0.0.2", 0)) as other:
            other.sendall(HEAD + b"\r\n")
            read_answer(other)
