"""Routes that need no search: families and problems, their pictures, moves that somebody types, and drawings."""

from functools import cached_property
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from perfectplay.base.errors import InputError
from perfectplay.draw.svg import board_svg
from perfectplay.model.editor import Editor
from perfectplay.model.registry import names_with_part
from perfectplay.web.asked import NoMoveError, find_move, load_asked, positions_after, read_moves
from perfectplay.web.describe import families_data, own_data, problem_data
from perfectplay.web.editing import drawn_data, editor_data, find_editor, read_sketch
from perfectplay.web.gallery import gallery_data
from perfectplay.web.packing import packed, packed_json
from perfectplay.web.reading import query_text, query_whole, read_object
from perfectplay.web.routes.threads import FRESH, LASTING, RequestThreads

SKETCH_FIELDS = ("layers", "fields")


class ProblemRoutes:
    """Routes that describe."""

    def __init__(self, threads: RequestThreads) -> None:
        self.threads, self.settings = threads, threads.settings

    def routes(self) -> list[Route]:
        return [
            Route("/api/families", self.families),
            Route("/api/gallery", self.gallery),
            Route("/api/picture/{spec:path}.svg", self.picture),
            Route("/api/problems/{spec:path}/try", self.typed),
            Route("/api/problems/{spec:path}", self.problem),
            Route("/api/editor/{family}", self.editor, methods=["GET"]),
            Route("/api/editor/{family}", self.drawn, methods=["POST"]),
        ]

    @cached_property
    def _families(self) -> dict[str, Any]:
        """The list of all families, which takes a while to make and is the same for everybody."""
        return families_data()

    def prepare(self) -> None:
        """Make what the first visitor would have to wait for."""
        _ = self._families

    async def families(self, request: Request) -> Response:
        def describe() -> Response:
            # A game of a user's own may have been edited since the last visit.
            return packed_json(request, {**self._families, "own": own_data(self.settings.own)}, FRESH)

        return await self.threads.describe(describe)

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

        return await self.threads.describe(draw)

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

        return await self.threads.describe(describe)

    async def typed(self, request: Request) -> Response:
        """Say which move somebody means, or why it is none: trying is part of playing, and no bad request."""
        moves, text = read_moves(request.query_params.get("moves", "")), query_text(request, "text")

        def find() -> dict[str, str | None]:
            problem = load_asked(request.path_params["spec"], self.settings.own)
            try:
                return {"move": find_move(problem, positions_after(problem, moves), text.strip()), "error": None}
            except NoMoveError as error:
                return {"move": None, "error": str(error)}

        return JSONResponse(await self.threads.describe(find), headers=FRESH)

    async def editor(self, request: Request) -> Response:
        """Say what can be drawn of a family, beginning with a position of a problem where one is named."""
        editor, spec = editor_of(request), request.query_params.get("from")
        moves = read_moves(request.query_params.get("moves", ""))

        def describe() -> dict[str, Any]:
            problem = None if spec is None else load_asked(spec, self.settings.own)
            if problem is not None and moves:
                problem = problem.starting_at(positions_after(problem, moves)[-1])
            return editor_data(editor, problem)

        return JSONResponse(await self.threads.describe(describe), headers=FRESH)

    async def drawn(self, request: Request) -> Response:
        """Give what was drawn an address, or say what is missing and where, as it is most of the time."""
        editor, sketch = editor_of(request), read_sketch(await read_object(request, SKETCH_FIELDS))

        def find() -> dict[str, Any]:
            return drawn_data(editor, sketch, lambda spec: load_asked(spec, self.settings.own))

        return JSONResponse(await self.threads.describe(find), headers=FRESH)


def editor_of(request: Request) -> Editor:
    """Return the editor of the family that an address names."""
    family = request.path_params["family"]
    editor = find_editor(family)
    if editor is None:
        known = ", ".join(names_with_part("editor"))
        raise HTTPException(404, f"there is no editor of {family[:40]!r}; problems of {known} can be drawn")
    return editor
