"""`perfectplay serve`: what it refuses, each in a line; what it serves is tested in tests/web."""

import json
import socket
import subprocess
import sys

import pytest

import perfectplay as pp
from tests.conftest import Command
from tests.places import EXAMPLES

KAYLES = f"{EXAMPLES / 'kayles.py'}:5"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["pegs/english"], "'pegs/english' is no game of your own; write ./game.py or ./game.py:ARG"),
        (["./nothing.py"], "no file nothing.py; give the Python file of a game"),
        ([KAYLES, KAYLES], "two games are called kayles.py:5; rename one of the files"),
        (["--port", "65536"], "65536 is not in the range"),
        (["--max-memory", "much"], "'much' is not an amount of memory"),
        (["--name", "board.example:8765"], "--name is a name or an address of this computer without a port"),
        (["--host", "nonsense.invalid"], "cannot listen at nonsense.invalid port 8765: "),
    ],
)
def test_mistakes_get_a_line(command: Command, arguments: list[str], complaint: str) -> None:
    code, out, err = command("serve", *arguments)
    assert (code, out) == (2, "") and complaint in err and len(err.splitlines()) == 1


def test_a_port_that_is_taken_is_named(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, err = command("serve", "--port", str(port))
    assert code == 2 and f"port {port}: Address already in use; --port 0 takes a free one" in err


def test_a_server_for_other_computers_says_what_they_call_it() -> None:
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0", "--host", "0.0.0.0"]
    for names, lines in ((), 2), (("--name", "board.example"), 1):
        with subprocess.Popen([*command, *names], stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            said = [process.stderr.readline() for _ in range(lines)]
            process.terminate()
            assert process.stderr.read() == ""
        assert said[0].startswith("perfectplay is at http://127.0.0.1:")
        assert all("--name" in line for line in said[1:])


@pytest.mark.parametrize("missing", ["starlette", "anyio", "uvicorn", "h11", "limits"])
def test_what_is_missing_is_named(command: Command, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    for name in [name for name in sys.modules if name.startswith(("perfectplay.web", missing))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(pp, "web", raising=False)  # imported anew below, and put back with the modules of before
    monkeypatch.setitem(sys.modules, missing, None)
    code, _, err = command("serve", "--port", "0")
    assert code == 2 and "pip install 'perfectplay[web]'" in err


def test_programs_are_told_the_address_as_json() -> None:
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0", "--json", KAYLES]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None and process.stderr.readline().startswith(
            "perfectplay is at http://127.0.0.1:"
        )
        process.terminate()
        out, _ = process.communicate()
    said = json.loads(out)
    assert said["address"].startswith("http://127.0.0.1:")
    assert (said["games"], said["version"]) == (["kayles.py:5"], pp.__version__)
