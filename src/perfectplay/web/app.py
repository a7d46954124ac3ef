"""The application: routes, the page, and what every error becomes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from perfectplay.base.errors import PerfectplayError
from perfectplay.web.asked import BadMoveError
from perfectplay.web.guard import Guard
from perfectplay.web.jobs import Jobs, RefusedError
from perfectplay.web.own_games import without_folders
from perfectplay.web.packing import COMPRESSION, LEAST_COMPRESSED
from perfectplay.web.page_files import PageFiles
from perfectplay.web.refusing import refusal
from perfectplay.web.routes.api import Api
from perfectplay.web.settings import ServerSettings

HERE = Path(__file__).parent
REVALIDATE = {"cache-control": "no-cache"}
SCREENS = ("/", "/play/{spec:path}", "/solve/{spec:path}", "/race/{spec:path}", "/edit/{family}", "/verify")


def make_app(settings: ServerSettings) -> Starlette:
    """Return the application that serves the page and its data."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await run_in_threadpool(api.prepare)
        releasing = asyncio.create_task(jobs.release_unwatched())
        yield
        releasing.cancel()
        await jobs.close()

    jobs, files = Jobs(settings), PageFiles()
    api = Api(settings, jobs)
    app = Starlette(
        routes=[
            *(Route(path, files.index) for path in SCREENS),
            Route("/openapi.json", openapi),
            Route("/static/{name:path}", files.file),
            *api.routes(),
        ],
        middleware=[
            Middleware(Guard, settings=settings),
            Middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED, compresslevel=COMPRESSION),
        ],
        exception_handlers={
            PerfectplayError: on_bad_input,
            RefusedError: on_refusal,
            HTTPException: on_http,
            ClientDisconnect: on_leaving,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # an address has one form
    app.state.jobs, app.state.files = jobs, files
    return app


async def openapi(request: Request) -> Response:
    return FileResponse(HERE / "openapi.json", media_type="application/json", headers=REVALIDATE)


async def on_bad_input(request: Request, error: Exception) -> Response:
    text = without_folders(str(error), request.app.state.jobs.settings.own)
    return refusal(400, text, move=error.number if isinstance(error, BadMoveError) else None)


async def on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return refusal(error.status, str(error), {"retry-after": str(error.retry_after)})


async def on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return request.app.state.files.not_found(request)  # type: ignore[no-any-return]
    texts = {404: "there is no such page", 405: "this address does not take that method"}
    text = (
        texts.get(error.status_code, error.detail)
        if error.detail in ("Not Found", "Method Not Allowed")
        else error.detail
    )
    return refusal(error.status_code, text, error.headers)


async def on_leaving(request: Request, error: Exception) -> Response:
    return refusal(400, "the body has ended early")  # nobody hears it
