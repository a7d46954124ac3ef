"""Routes of searches that are watched: begin one, follow it, stop it, and save its answer."""

import os
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from perfectplay.base.errors import InputError
from perfectplay.model.option import NameOrFile
from perfectplay.model.problem import Problem
from perfectplay.verbs.solve import algorithm_names, checked_objective
from perfectplay.web.asked import MOST_MOVES, check_position, load_asked, positions_after
from perfectplay.web.describe import options_of
from perfectplay.web.events import events_of
from perfectplay.web.following import run_data
from perfectplay.web.jobs import DONE, Handle, Jobs
from perfectplay.web.own_games import subject_of
from perfectplay.web.packing import packed, packed_json
from perfectplay.web.reading import optional_text, read_object, seconds_field, text_field, texts_field, whole_field
from perfectplay.web.routes.threads import FRESH, RequestThreads, visitor_of

MOST_TRACED = 6000
MOST_WATCHED = 16  # searches by one stream of events
SEARCH_FIELDS = ("spec", "position", "history", "objective", "options", "seconds", "trace")
NO_SEARCH = "no such search; it may have been stopped, or is too long ago"
DRAWN = re.compile("~[^:]*")
UNSAFE = re.compile("[^A-Za-z0-9_]+")  # what the name of a saved file does not have
MOST_NAME = 60  # characters in the name of a saved file
ATTACHMENTS = {"answer.json": "application/json", "picture.svg": "image/svg+xml", "replay.html": "text/html"}


class SearchRoutes:
    """Routes of searches."""

    def __init__(self, threads: RequestThreads, jobs: Jobs) -> None:
        self.threads, self.settings, self.jobs = threads, threads.settings, jobs

    def routes(self) -> list[Route]:
        return [
            Route("/api/solve", self.solve, methods=["POST"]),
            Route("/api/solve/{id}", self.solved, methods=["GET"]),
            Route("/api/solve/{id}", self.stop, methods=["DELETE"]),
            Route("/api/solve/{id}/files/{name}", self.file),
            Route("/api/events", self.events),
        ]

    async def solve(self, request: Request) -> Response:
        fields = await read_object(request, SEARCH_FIELDS)
        task = await self.threads.read(partial(self._asked_search, fields))
        begun = run_data(self.jobs.open(task, visitor_of(request)))
        return await self.threads.describe(lambda: packed_json(request, begun, FRESH, 202))

    def _asked_search(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        settings = self.settings
        problem = load_asked(text_field(fields, "spec"), settings.own)
        options = fields.get("options", {})
        if not isinstance(options, dict):
            raise InputError("options is an object of names and values")
        check_options(problem, options)
        traced = whole_field(fields, "trace", MOST_TRACED)
        history = None if fields.get("history") is None else texts_field(fields, "history", MOST_MOVES)
        position = optional_text(fields, "position")
        if position is not None:
            check_position(problem, position, history, settings.own)
        elif history is not None:
            position = problem.text(positions_after(problem, history)[-1])
        return {
            "task": "solve",
            "spec": problem.spec,
            "subject": subject_of(problem, settings.own),
            "position": position,
            "history": history,
            "objective": checked_objective(problem, optional_text(fields, "objective")),
            "options": {**options, **({"trace": traced} if traced else {})},
            "seconds": seconds_field(fields, "seconds", settings.seconds),
            "memory": settings.memory,
        }

    def _handle(self, id: str) -> Handle:
        handle = self._find_handle(id)
        if handle is None:
            raise HTTPException(404, NO_SEARCH)
        return handle

    def _find_handle(self, id: str) -> Handle | None:
        handle = self.jobs.handles.get(id)
        return handle if handle is not None and handle.run.task["task"] == "solve" else None

    async def solved(self, request: Request) -> Response:
        handle = self._handle(request.path_params["id"])
        with handle:
            return await self.threads.describe(lambda: packed_json(request, run_data(handle), FRESH))

    async def stop(self, request: Request) -> Response:
        self.jobs.release(self._handle(request.path_params["id"]))
        return Response(status_code=204)

    async def events(self, request: Request) -> Response:
        ids = dict.fromkeys(request.query_params.getlist("id"))
        if not 0 < len(ids) <= MOST_WATCHED:
            raise InputError(f"give the id of each search to be watched: 1 to {MOST_WATCHED}")
        found = {id: self._find_handle(id) for id in ids}
        handles = [handle for handle in found.values() if handle is not None]
        if not handles:
            raise HTTPException(404, NO_SEARCH)
        gone = [id for id, handle in found.items() if handle is None]
        events = events_of(handles, gone, self.threads.describe)
        return StreamingResponse(events, media_type="text/event-stream", headers=FRESH)

    async def file(self, request: Request) -> Response:
        """Send a file of an answer, to be saved and not shown: a page must not run in this server's name."""
        handle, name = self._handle(request.path_params["id"]), request.path_params["name"]
        files = (handle.run.result or {}).get("files", {})
        if handle.run.state != DONE or name not in files:
            raise HTTPException(404, f"there is no {name[:40]!r} of this search")
        headers = {
            "content-disposition": f'attachment; filename="{saved_name(handle.run.task["spec"], name)}"',
            "content-security-policy": "sandbox; default-src 'none'",
        }
        return await self.threads.describe(lambda: packed(request, files[name], ATTACHMENTS[name], headers | FRESH))


def check_options(problem: Problem, options: Mapping[str, Any]) -> None:
    """Refuse options that the page has not offered, files of this computer, and more threads than it has."""
    known = {option.name: option for option in options_of(problem)}
    for name, value in options.items():
        if name not in known:
            raise InputError(f"no option {name[:40]!r}; there are {', '.join(known)}")
        kind = known[name].kind
        if isinstance(kind, NameOrFile) and value is not None and value not in kind.names:
            raise InputError(f"{name} is one of {', '.join(kind.names)}")
        known[name].check(value)
    algorithm, names = options.get("algorithm"), algorithm_names(problem)
    if algorithm is not None and algorithm not in names:
        raise InputError(f"no algorithm {algorithm[:40]!r}; there are {', '.join(names)}")
    threads, most = options.get("threads"), os.cpu_count() or 1
    if isinstance(threads, int) and threads > most:
        raise InputError(f"this computer has {most} processors: threads is a whole number from 1 to {most}")


def saved_name(spec: str, name: str) -> str:
    """Return the name by which a file of an answer is saved: letters and digits of its problem, and what it is.

    >>> saved_name("pegs/english:d4..d4", "answer.json"), saved_name("pegs/~b28uCg", "picture.svg")
    ('pegs-english-d4-d4-answer.json', 'pegs-drawing-picture.svg')
    """
    problem = UNSAFE.sub("-", DRAWN.sub("drawing", spec))[:MOST_NAME].strip("-")
    return f"{problem}-{name}"
