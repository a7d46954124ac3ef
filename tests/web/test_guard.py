"""Who may ask, and how slowly, without a server."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.datastructures import Headers

from perfectplay.web import guard
from perfectplay.web.guard import BodyError, Guard, bounded
from perfectplay.web.settings import ServerSettings


async def never(*asked: Any) -> None:
    raise AssertionError("nobody asks here")


def test_names_are_known_however_they_are_written() -> None:
    hosts = Guard(never, ServerSettings(host="0.0.0.0", names=("Board.Example", "FE80::1"))).hosts
    assert {"board.example", "[fe80::1]", "localhost"} <= hosts and "0.0.0.0" not in hosts


def test_a_body_as_a_whole_has_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.1)

    async def read() -> None:
        async def dribble() -> dict[str, Any]:
            await asyncio.sleep(0.01)
            return {"type": "http.request", "body": b"x", "more_body": True}

        receive = bounded(dribble, Headers())
        async with asyncio.timeout(10):
            while True:
                await receive()

    # In a thread of its own: a browser of other tests keeps a loop running in this one.
    with ThreadPoolExecutor(1) as pool, pytest.raises(BodyError, match="in time"):
        pool.submit(asyncio.run, read()).result()
