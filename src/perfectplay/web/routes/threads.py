"""Threads for what would hold up everybody, and what else all routes share: who is asking, and cache headers."""

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request

from perfectplay.base.spelling import named_as_fields
from perfectplay.web.settings import ServerSettings

THREADS = 2  # threads that describe problems, and threads that read what is asked for: the loop goes before them
LASTING = {"cache-control": "max-age=3600"}
FRESH = {"cache-control": "no-store"}
T = TypeVar("T")


class RequestThreads:
    """Does what a request needs no worker process for, in few threads."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings

    @cached_property
    def _describing(self) -> CapacityLimiter:
        return CapacityLimiter(THREADS)

    @cached_property
    def _reading(self) -> CapacityLimiter:
        return CapacityLimiter(THREADS)

    async def describe(self, work: Callable[[], T]) -> T:
        """Describe something in a thread; that is free, so that only few visitors are served at a time."""
        return await to_thread.run_sync(for_visitors(work), limiter=self._describing)

    async def read(self, work: Callable[[], T]) -> T:
        """Read in a thread what a task is about; descriptions do not hold it up."""
        return await to_thread.run_sync(for_visitors(work), limiter=self._reading)


def for_visitors(work: Callable[[], T]) -> Callable[[], T]:
    """Return work whose messages name what the page has."""

    def done() -> T:
        with named_as_fields():
            return work()

    return done


def visitor_of(request: Request) -> str:
    """Return who is charged for work: the address from which a request comes."""
    return request.client.host if request.client else "unknown"
