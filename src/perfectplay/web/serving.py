"""Runs the application until somebody ends it."""

import asyncio
import errno
import socket
from collections.abc import Callable
from types import FrameType

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from perfectplay.base.errors import InputError
from perfectplay.web.app import make_app
from perfectplay.web.jobs import Jobs
from perfectplay.web.settings import ServerSettings

MOST_CONNECTIONS = 1000
MOST_OF_ONE = 250  # connections from one address; a browser has six
MOST_HEADER_BYTES = 1 << 15
HEAD_SECONDS = 15.0  # the time that the head of a request may take to arrive
EVERYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # no visitor can ask for these hosts by name
UNREAD_SECONDS = 30.0  # the time in which a visitor reads something of what waits to be sent


class BoundedConnection(H11Protocol):
    """Ends a connection over which no whole request comes, one whose answers are not read, and one of too many.

    A thousand of them would close the server to everybody, and a visitor who does not read would keep an answer.  A
    body that comes after its request was answered counts as the head of the next one.
    """

    _head: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _unread = 0  # bytes that waited to be sent at the last look

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._is_one_of_too_many():
            transport.close()
        self._await_head()
        self._reading = self.loop.call_later(UNREAD_SECONDS, self._end_if_unread)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._forget_head()
        if self._reading is not None:
            self._reading.cancel()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_between_requests():
            self._await_head()
        else:
            self._forget_head()

    def send_400_response(self, msg: str) -> None:
        """Reject a request that is not HTTP: in place of the answer to its head, or by the end of the connection."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()  # the answer has begun
            return
        if self.cycle is not None:
            self.cycle.disconnected = True  # what the application still sends is dropped
            self.cycle.message_event.set()
        super().send_400_response(msg)

    def _is_one_of_too_many(self) -> bool:
        if self.client is None:
            return False
        hosts = [other.client[0] for other in self.connections if isinstance(other, H11Protocol) and other.client]
        return len(hosts) > MOST_CONNECTIONS or hosts.count(self.client[0]) > MOST_OF_ONE

    def _is_between_requests(self) -> bool:
        is_answered = self.cycle is None or self.cycle.response_complete
        return self.conn.their_state is h11.IDLE or (self.conn.their_state is h11.SEND_BODY and is_answered)

    def _await_head(self) -> None:
        """Begin to count the time of a head, unless that is done already: it does not begin anew with each byte."""
        if self._head is None:
            self._head = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _forget_head(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _end_if_unread(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread and unread >= self._unread > 0:
            self.transport.abort()
            return
        self._unread = unread
        self._reading = self.loop.call_later(UNREAD_SECONDS, self._end_if_unread)


def serve(settings: ServerSettings, on_start: Callable[[str], None] = lambda address: None) -> None:
    """Listen and serve; `on_start` hears the address once visitors can come."""
    listening = _listen(settings)
    port = listening.getsockname()[1]
    app = make_app(settings)
    server = Server(configured(app), app.state.jobs)
    host = EVERYWHERE.get(settings.host, settings.host)
    with listening:
        on_start(f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/")
        server.run(sockets=[listening])


class Server(uvicorn.Server):
    """Answers those who wait for a search before it ends: they would keep their connections, and be cut off."""

    def __init__(self, config: uvicorn.Config, jobs: Jobs) -> None:
        super().__init__(config)
        self.jobs = jobs

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order, which is soon done; a second Ctrl-C would break off in the middle of that."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.jobs.end()
        await super().shutdown(sockets)


def configured(app: ASGIApp) -> uvicorn.Config:
    """Return how an application is served."""
    return uvicorn.Config(
        app,
        http=BoundedConnection,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=2,
    )


def _listen(settings: ServerSettings) -> socket.socket:
    """Return a socket that visitors can connect to from now on."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, UnicodeError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        hint = "; --port 0 takes a free one" if getattr(error, "errno", None) == errno.EADDRINUSE else ""
        raise InputError(f"cannot listen at {settings.host[:60]} port {settings.port}: {why}{hint}") from None
    listening.listen(256)
    return listening
