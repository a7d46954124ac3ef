"""Routes that a worker answers while the visitor waits: values, hints, moves of players, and checks of answers."""

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from perfectplay.web.asked import MOST_MOVES, check_position, load_asked, open_step, positions_after, read_moves
from perfectplay.web.following import failure, finished_or_left
from perfectplay.web.jobs import FAILED, Jobs, RefusedError
from perfectplay.web.own_games import subject_of
from perfectplay.web.reading import (
    query_switch,
    query_text,
    read_object,
    seconds_field,
    text_field,
    texts_field,
    whole_field,
)
from perfectplay.web.routes.threads import FRESH, RequestThreads, visitor_of

MOST_SEED = 2**31
MOVE_FIELDS = ("spec", "moves", "player", "seconds", "seed")


class ValueRoutes:
    """Routes that wait for a worker."""

    def __init__(self, threads: RequestThreads, jobs: Jobs) -> None:
        self.threads, self.settings, self.jobs = threads, threads.settings, jobs

    def routes(self) -> list[Route]:
        return [
            Route("/api/values", self.values),
            Route("/api/hint", self.hint),
            Route("/api/move", self.move, methods=["POST"]),
            Route("/api/verify", self.verify, methods=["POST"]),
        ]

    async def values(self, request: Request) -> Response:
        task = await self.threads.read(partial(self._asked_values, request))
        result = await self._result(task, request)
        return JSONResponse({"spec": task["spec"], "position": task["position"], **result}, headers=FRESH)

    def _asked_values(self, request: Request) -> dict[str, Any]:
        return {
            "task": "values",
            **self._asked_position(request),
            "moves": query_switch(request, "moves"),
            "thorough": query_switch(request, "thorough"),
        }

    async def hint(self, request: Request) -> Response:
        task = {"task": "hint", **await self.threads.read(partial(self._asked_position, request))}
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
            "step": open_step(problem, moves or []),
            "seconds": settings.seconds,
            "value_seconds": min(settings.value_seconds, settings.seconds),
            "moves_seconds": min(settings.moves_seconds, settings.seconds),
            "memory": settings.memory,
        }

    async def move(self, request: Request) -> Response:
        fields = await read_object(request, MOVE_FIELDS)
        task = await self.threads.read(partial(self._asked_move, fields))
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
            "digest": await self.threads.read(lambda: hashlib.sha256(body).hexdigest()),
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
