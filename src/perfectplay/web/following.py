"""How a search stands, for those who wait for it and those who watch it."""

import asyncio
import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from perfectplay.web.jobs import BROKEN, Handle, RefusedError, SharedRun


def failure(run: SharedRun) -> Exception:
    """Return what is wrong with a run that has failed: the visitor's input, its length, or the worker."""
    text = run.error or BROKEN
    if run.status == 503:
        return RefusedError(503, text)
    return HTTPException(run.status, text)


async def finished_or_left(run: SharedRun, request: Request) -> None:
    """Wait until a run is over, or the visitor has gone."""

    async def left() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    waits = [asyncio.create_task(run.finished()), asyncio.create_task(left())]
    try:
        done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in done:
            wait.result()  # raises what is wrong with a body that nobody has read
    finally:
        for wait in waits:
            wait.cancel()


def run_data(handle: Handle) -> dict[str, Any]:
    """Return how a search stands."""
    run = handle.run
    answer = None
    if run.result is not None:
        answer = {name: value for name, value in run.result.items() if name != "files"}
        answer["files"] = sorted(run.result["files"])
    return {
        "id": handle.id,
        "is_shared": handle.is_shared,
        "is_kept": handle.is_kept,
        "state": run.state,
        "progress": run.progress,
        "message": run.message,
        "answer": answer,
        "error": run.error,
    }


def event_text(name: str, data: Any) -> str:
    """Write one server-sent event."""
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"
