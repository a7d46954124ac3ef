"""A server in a process of its own, as a user starts it."""

import http.client
import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any, NamedTuple
from urllib.parse import urlsplit

INTERRUPTED = 130
SECONDS = 30.0  # more than any answer takes here, on a busy machine too


class Reply(NamedTuple):
    """What a server answers."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


class Server(NamedTuple):
    """A server that is running."""

    address: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> Reply:
        """Send a request; names of headers are written with _ for -."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            text = body if isinstance(body, str | bytes | None) else json.dumps(body)
            connection.request(method, path, text, sent)
            response = connection.getresponse()
            names = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, names, response.read().decode())
        finally:
            connection.close()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)


@contextmanager
def serving(*arguments: str, cwd: Any = None, log_lines: int = 1) -> Iterator[Server]:
    """Start a server at a free port, and end it like Ctrl-C; it logs its address and perhaps further lines."""
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0", *arguments]
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(command, stderr=log, text=True, cwd=cwd)
        try:
            yield Server(_address(process, log), process)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(SECONDS)
            finally:
                process.kill()
        log.seek(0)
        said = log.read()
        assert len(said.strip().splitlines()) == log_lines, said[-2000:]
        assert process.returncode == INTERRUPTED


def _address(process: subprocess.Popen[str], log: IO[str]) -> str:
    """Return where a server listens, which is the first thing it says."""
    end = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < end:
        log.seek(0)
        line = log.readline()
        if line.endswith("\n"):
            assert line.startswith("perfectplay is at http://"), line
            return line.split()[3]
        time.sleep(0.02)
    raise AssertionError(f"the server does not start: {line}")
