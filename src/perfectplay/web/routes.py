"""The routes under /api: each reads a request, asks the package or a worker, and answers with plain data."""

import hashlib
import os
import re
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from perfectplay.base.errors import InputError
from perfectplay.base.spelling import named_as_fields
from perfectplay.draw.svg import board_svg
from perfectplay.model.editor import Editor
from perfectplay.model.option import NameOrFile
from perfectplay.model.problem import Problem
from perfectplay.model.registry import names_with_part
from perfectplay.verbs.solve import checked_objective
from perfectplay.web.asked import (
    MOST_MOVES,
    NoMoveError,
    check_position,
    find_move,
    load_asked,
    open_step,
    positions_after,
    read_moves,
)
from perfectplay.web.describe import families_data, options_of, own_data, problem_data
from perfectplay.web.editing import drawn_data, editor_data, find_editor, read_sketch
from perfectplay.web.events import events_of
from perfectplay.web.following import failure, finished_or_left, run_data
from perfectplay.web.gallery import gallery_data
from perfectplay.web.jobs import DONE, FAILED, Handle, Jobs, RefusedError
from perfectplay.web.own_games import subject_of
from perfectplay.web.packing import packed, packed_json
from perfectplay.web.reading import (
    optional_text,
    query_switch,
    query_text,
    query_whole,
    read_object,
    seconds_field,
    text_field,
    texts_field,
    whole_field,
)
from perfectplay.web.settings import ServerSettings

MOST_TRACED = 2000
MOST_SEED = 2**31
THREADS = 2  # threads that describe problems, and threads that read what is asked for: the loop goes before them
MOST_WATCHED = 16  # searches by one stream of events
MOVE_FIELDS = ("spec", "moves", "player", "seconds", "seed")
SEARCH_FIELDS = ("spec", "position", "history", "objective", "options", "seconds", "trace")
SKETCH_FIELDS = ("layers", "fields")
NO_SEARCH = "no such search; it may have been stopped, or is too long ago"
DRAWN = re.compile("~[^:]*")
UNSAFE = re.compile("[^A-Za-z0-9_]+")  # what the name of a saved file does not have
MOST_NAME = 60  # characters in the name of a saved file
ATTACHMENTS = {"answer.json": "application/json", "picture.svg": "image/svg+xml", "replay.html": "text/html"}
LASTING = {"cache-control": "max-age=3600"}
FRESH = {"cache-control": "no-store"}
T = TypeVar("T")


class Api:
    """The routes of one server."""

    def __init__(self, settings: ServerSettings, jobs: Jobs) -> None:
        self.settings, self.jobs = settings, jobs

    @cached_property
    def _families(self) -> dict[str, Any]:
        """The list of all families, which takes a while to make and is the same for everybody."""
        return families_data()

    def prepare(self) -> None:
        """Make what the first visitor would have to wait for."""
        _ = self._families

    @cached_property
    def _describing(self) -> CapacityLimiter:
        return CapacityLimiter(THREADS)

    @cached_property
    def _reading(self) -> CapacityLimiter:
        return CapacityLimiter(THREADS)

    async def _describe(self, work: Callable[[], T]) -> T:
        """Describe something in a thread; that is free, so that only few visitors are served at a time."""
        return await to_thread.run_sync(for_visitors(work), limiter=self._describing)

    async def _read(self, work: Callable[[], T]) -> T:
        """Read in a thread what a task is about; descriptions do not hold it up."""
        return await to_thread.run_sync(for_visitors(work), limiter=self._reading)

    def routes(self) -> list[Route]:
        """Return all routes."""
        return [
            Route("/api/families", self.families),
            Route("/api/gallery", self.gallery),
            Route("/api/picture/{spec:path}.svg", self.picture),
            Route("/api/problems/{spec:path}/try", self.typed),
            Route("/api/problems/{spec:path}", self.problem),
            Route("/api/editor/{family}", self.editor, methods=["GET"]),
            Route("/api/editor/{family}", self.drawn, methods=["POST"]),
            Route("/api/values", self.values),
            Route("/api/hint", self.hint),
            Route("/api/move", self.move, methods=["POST"]),
            Route("/api/solve", self.solve, methods=["POST"]),
            Route("/api/solve/{id}", self.solved, methods=["GET"]),
            Route("/api/solve/{id}", self.stop, methods=["DELETE"]),
            Route("/api/solve/{id}/files/{name}", self.file),
            Route("/api/events", self.events),
            Route("/api/verify", self.verify, methods=["POST"]),
        ]

    # What takes no search.

    async def families(self, request: Request) -> Response:
        def describe() -> Response:
            # A game of a user's own may have been edited since the last visit.
            return packed_json(request, {**self._families, "own": own_data(self.settings.own)}, FRESH)

        return await self._describe(describe)

    async def gallery(self, request: Request) -> Response:
        return JSONResponse(gallery_data(), headers=FRESH)

    async def picture(self, request: Request) -> Response:
        moves = read_moves(request.query_params.get("moves", ""))

        def draw() -> Response:
            problem = load_asked(request.path_params["spec"], self.settings.own)
            scene = problem.scene(positions_after(problem, moves)[-1])
            if scene is None:
                raise HTTPException(404, "this game has no pictures, only text")
            may_change = request.path_params["spec"] in self.settings.own
            return packed(request, board_svg(scene, labels=False), "image/svg+xml", FRESH if may_change else LASTING)

        return await self._describe(draw)

    async def problem(self, request: Request) -> Response:
        moves = read_moves(request.query_params.get("moves", ""))
        since = query_whole(request, "since")
        if since > len(moves):
            raise InputError(f"there is no position {since}; there were {len(moves)} moves")

        def describe() -> Response:
            problem = load_asked(request.path_params["spec"], self.settings.own)
            is_own = request.path_params["spec"] in self.settings.own
            limits = {"seconds": self.settings.seconds, "memory_bytes": self.settings.memory}
            data = problem_data(problem, moves, since) | {"is_own": is_own, "limits": limits}
            return packed_json(request, data, FRESH)

        return await self._describe(describe)

    async def typed(self, request: Request) -> Response:
        """Say which move somebody means, or why it is none: trying is part of playing, and no bad request."""
        moves, text = read_moves(request.query_params.get("moves", "")), query_text(request, "text")

        def find() -> dict[str, str | None]:
            problem = load_asked(request.path_params["spec"], self.settings.own)
            try:
                return {"move": find_move(problem, positions_after(problem, moves)[-1], text.strip()), "error": None}
            except NoMoveError as error:
                return {"move": None, "error": str(error)}

        return JSONResponse(await self._describe(find), headers=FRESH)

    async def editor(self, request: Request) -> Response:
        """Say what can be drawn of a family, beginning with a position of a problem where one is named."""
        editor, spec = editor_of(request), request.query_params.get("from")
        moves = read_moves(request.query_params.get("moves", ""))

        def describe() -> dict[str, Any]:
            problem = None if spec is None else load_asked(spec, self.settings.own)
            if problem is not None and moves:
                problem = problem.starting_at(positions_after(problem, moves)[-1])
            return editor_data(editor, problem)

        return JSONResponse(await self._describe(describe), headers=FRESH)

    async def drawn(self, request: Request) -> Response:
        """Give what was drawn an address, or say what is missing and where, as it is most of the time."""
        editor, sketch = editor_of(request), read_sketch(await read_object(request, SKETCH_FIELDS))

        def find() -> dict[str, Any]:
            return drawn_data(editor, sketch, lambda spec: load_asked(spec, self.settings.own))

        return JSONResponse(await self._describe(find), headers=FRESH)

    # What a worker finds out while the visitor waits.

    async def values(self, request: Request) -> Response:
        task = await self._read(partial(self._asked_values, request))
        result = await self._result(task, request)
        return JSONResponse({"spec": task["spec"], "position": task["position"], **result}, headers=FRESH)

    def _asked_values(self, request: Request) -> dict[str, Any]:
        asked = self._asked_position(request)
        return {
            "task": "values",
            **asked,
            "step": open_step(load_asked(asked["spec"], self.settings.own), asked["history"] or []),
            "moves": query_switch(request, "moves"),
            "thorough": query_switch(request, "thorough"),
        }

    async def hint(self, request: Request) -> Response:
        task = {"task": "hint", **await self._read(partial(self._asked_position, request))}
        return JSONResponse(await self._result(task, request), headers=FRESH)

    def _asked_position(self, request: Request) -> dict[str, Any]:
        settings = self.settings
        problem = load_asked(query_text(request, "spec"), settings.own)
        position, history = query_text(request, "position"), request.query_params.get("history")
        moves = None if history is None else read_moves(history)
        check_position(problem, position, moves, settings.own)
        return {
            "spec": problem.spec,
            "subject": subject_of(problem, settings.own),
            "position": position,
            "history": moves,
            "seconds": settings.seconds,
            "value_seconds": min(settings.value_seconds, settings.seconds),
            "moves_seconds": min(settings.moves_seconds, settings.seconds),
            "memory": settings.memory,
        }

    async def move(self, request: Request) -> Response:
        fields = await read_object(request, MOVE_FIELDS)
        task = await self._read(partial(self._asked_move, fields))
        return JSONResponse(await self._result(task, request), headers=FRESH)

    def _asked_move(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        problem = load_asked(text_field(fields, "spec"), self.settings.own)
        moves = texts_field(fields, "moves", MOST_MOVES)
        positions_after(problem, moves)
        return {
            "task": "move",
            "spec": problem.spec,
            "subject": subject_of(problem, self.settings.own),
            "moves_played": moves,
            "player": text_field(fields, "player"),
            "seconds": seconds_field(fields, "seconds", self.settings.seconds),
            "seed": whole_field(fields, "seed", MOST_SEED),
            "memory": self.settings.memory,
        }

    async def verify(self, request: Request) -> Response:
        body = await request.body()
        task = {
            "task": "verify",
            "spec": "",
            "subject": "",
            "text": body.decode("utf-8", "replace"),
            "digest": await self._read(lambda: hashlib.sha256(body).hexdigest()),
            "seconds": self.settings.seconds,
            "memory": self.settings.memory,
        }
        return JSONResponse(await self._result(task, request), headers=FRESH)

    async def _result(self, task: dict[str, Any], request: Request) -> dict[str, Any]:
        """Return the result of a task; leaving the page gives it up."""
        handle = self.jobs.open(task, visitor_of(request))
        try:
            with handle as run:
                await finished_or_left(run, request)
                if run.state == FAILED:
                    raise failure(run)
                if run.result is None:
                    raise RefusedError(503, "the search was stopped")
                return run.result
        finally:
            self.jobs.release(handle)

    # Searches that are watched.

    async def solve(self, request: Request) -> Response:
        fields = await read_object(request, SEARCH_FIELDS)
        task = await self._read(partial(self._asked_search, fields))
        begun = run_data(self.jobs.open(task, visitor_of(request)))
        return await self._describe(lambda: packed_json(request, begun, FRESH, 202))

    def _asked_search(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        settings = self.settings
        problem = load_asked(text_field(fields, "spec"), settings.own)
        options = fields.get("options", {})
        if not isinstance(options, dict):
            raise InputError("options is an object of names and values")
        check_options(problem, options)
        traced = whole_field(fields, "trace", MOST_TRACED)
        history = None if fields.get("history") is None else texts_field(fields, "history", MOST_MOVES)
        if (position := optional_text(fields, "position")) is not None:
            check_position(problem, position, history, settings.own)
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
            return await self._describe(lambda: packed_json(request, run_data(handle), FRESH))

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
        events = events_of(handles, gone, self._describe)
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
        return await self._describe(lambda: packed(request, files[name], ATTACHMENTS[name], headers | FRESH))


def saved_name(spec: str, name: str) -> str:
    """Return the name by which a file of an answer is saved: letters and digits of its problem, and what it is.

    >>> saved_name("pegs/english:d4..d4", "answer.json"), saved_name("pegs/~b28uCg", "picture.svg")
    ('pegs-english-d4-d4-answer.json', 'pegs-drawing-picture.svg')
    """
    problem = UNSAFE.sub("-", DRAWN.sub("drawing", spec))[:MOST_NAME].strip("-")
    return f"{problem}-{name}"


def for_visitors(work: Callable[[], T]) -> Callable[[], T]:
    """Return work whose messages name what the page has."""

    def done() -> T:
        with named_as_fields():
            return work()

    return done


def editor_of(request: Request) -> Editor:
    """Return the editor of the family that an address names."""
    family = request.path_params["family"]
    editor = find_editor(family)
    if editor is None:
        known = ", ".join(names_with_part("editor"))
        raise HTTPException(404, f"there is no editor of {family[:40]!r}; problems of {known} can be drawn")
    return editor


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
    threads, most = options.get("threads"), os.cpu_count() or 1
    if isinstance(threads, int) and threads > most:
        raise InputError(f"this computer has {most} processors: threads is a whole number from 1 to {most}")


def visitor_of(request: Request) -> str:
    """Return who is charged for work: the address from which a request comes."""
    return request.client.host if request.client else "unknown"
