"""What stands before every route: who may ask, how much they may send, and what every answer says to the browser."""

import asyncio
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perfectplay.web.refusing import OUR_FAULT, refusal
from perfectplay.web.settings import ServerSettings

MOST_BODY = 1 << 22
BODY_SECONDS = 20.0  # the time that a body may take to arrive
LOCAL = ("127.0.0.1", "localhost", "[::1]")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class BodyError(Exception):
    """A body that is too large or does not arrive; `status` is that of HTTP."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Guard:
    """An ASGI application around another: refuses foreign hosts and pages, bounds bodies, adds headers."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        named = {settings.host, *settings.names} - {"", "0.0.0.0", "::"}
        self.hosts = {*LOCAL, *(f"[{name}]".lower() if ":" in name else name.lower() for name in named)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start":
                is_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._refused(Headers(scope=scope), scope["path"])
        if refused is not None:
            await refused(scope, receive, send_with_headers)
            return
        try:
            await self.app(scope, bounded(receive, Headers(scope=scope)), send_with_headers)
        except BodyError as error:
            if not is_begun:
                response = refusal(
                    error.status, str(error), {"connection": "close"}
                )  # the rest of the body is not read
                await response(scope, receive, send_with_headers)
        except Exception:
            if not is_begun:
                await refusal(500, OUR_FAULT)(scope, receive, send_with_headers)
            raise  # the server writes it to the terminal

    def _refused(self, headers: Headers, path: str) -> Response | None:
        """Refuse requests that are not for this server, or that a page of another one makes."""
        host = headers.get("host", "")
        if host_name(host) not in self.hosts:
            return refusal(421, "this server does not answer to that name; see `perfectplay serve --help`")
        origin = headers.get("origin")
        is_foreign = origin is not None and origin.partition("://")[2].lower() != host.lower()
        is_foreign |= headers.get("sec-fetch-site", "none") in ("cross-site", "same-site") and path.startswith("/api/")
        if is_foreign:
            return refusal(403, "pages of other servers may not use this one")
        return None


def host_name(host: str) -> str:
    """Return a Host header without its port.

    >>> host_name("localhost:8765"), host_name("[::1]:80"), host_name("[::1]"), host_name("EXAMPLE.org")
    ('localhost', '[::1]', '[::1]', 'example.org')
    """
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() and not host.endswith("]") else host).lower()


def bounded(receive: Receive, headers: Headers) -> Receive:
    """Return the same stream of a body, which ends in an error where it is too large or too slow."""
    length = headers.get("content-length", "")
    is_announced_too_large = length.isdigit() and int(length) > MOST_BODY
    deadline = asyncio.get_running_loop().time() + BODY_SECONDS
    total = 0
    is_whole = False

    async def receive_bounded() -> Any:
        nonlocal total, is_whole
        if is_announced_too_large:
            raise BodyError(413, f"a body of more than {MOST_BODY:,} bytes")
        if is_whole:
            return await receive()  # waits for the visitor to leave
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise BodyError(400, "the body did not arrive in time") from None
        if message["type"] == "http.request":
            total += len(message.get("body", b""))
            is_whole = not message.get("more_body", False)
            if total > MOST_BODY:
                raise BodyError(413, f"a body of more than {MOST_BODY:,} bytes")
        return message

    return receive_bounded
