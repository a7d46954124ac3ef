"""Runs the application until somebody ends it."""

import asyncio
import errno
import socket
from collections.abc import Callable

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from perfectplay.base.errors import InputError
from perfectplay.web.app import make_app
from perfectplay.web.settings import ServerSettings

MOST_CONNECTIONS = 1000
MOST_HEADER_BYTES = 1 << 15
HEAD_SECONDS = 15.0  # in which the first request of a connection has to come


class HeadDeadline(H11Protocol):
    """Ends a connection over which no request comes: a thousand of them would close the server to everybody."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(HEAD_SECONDS, self._end_if_silent)

    def _end_if_silent(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


def serve(settings: ServerSettings, on_start: Callable[[str], None] = lambda address: None) -> None:
    """Listen and serve; `on_start` hears the address once visitors can come."""
    listening = _listen(settings)
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        make_app(settings),
        http=HeadDeadline,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=2,
    )
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    with listening:
        on_start(f"http://{host}:{port}/")
        uvicorn.Server(config).run(sockets=[listening])


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
