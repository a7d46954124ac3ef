"""Searches that visitors ask for: one for equal requests, ended when nobody waits for it, its answer kept.

A visitor holds a `Handle`; several handles may share one `SharedTask`.  What is in the cache, what somebody else has
asked for and what a worker has at hand is free; other work is charged to whoever asks for it.
"""

import asyncio
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from perfectplay.web.pool import Pool, WorkerDiedError, WorkerProcess
from perfectplay.web.settings import ServerSettings

COSTS = {"values": 1, "hint": 1, "move": 2, "verify": 5, "solve": 10}
MOST_ANSWERS = 256  # kept in the cache
MOST_CACHED_BYTES = 1 << 26
MOST_HANDLES = 1024
RETRY_SECONDS = 5  # the window moves, so that some of the allowance is back soon
SWEEP_SECONDS = 0.5
WAITING, RUNNING, DONE, STOPPED, FAILED = "waiting", "running", "done", "stopped", "failed"


class RefusedError(Exception):
    """A request that is not served now: `status` is that of HTTP, and `retry_after` says when to try again."""

    def __init__(self, status: int, text: str, retry_after: int = 1) -> None:
        super().__init__(text)
        self.status, self.retry_after = status, retry_after


class SharedTask:
    """One piece of work, and what is known of it so far."""

    def __init__(self, key: str, task: Mapping[str, Any]) -> None:
        self.key, self.task = key, task
        self.state = WAITING
        self.progress: dict[str, Any] | None = None
        self.message: str | None = None
        self.result: dict[str, Any] | None = None
        self.error: str | None = None
        self.holders: set[str] = set()
        self.worker: WorkerProcess | None = None
        self._changed = asyncio.Event()

    @property
    def is_over(self) -> bool:
        return self.state in (DONE, STOPPED, FAILED)

    def on_event(self, event: str, data: dict[str, Any]) -> None:
        """Take in what the worker says."""
        if event == "progress":
            self.progress, self.message = data, None  # what a message said is over when the search goes on
        else:
            self.message = data["text"]
        self._tell()

    def become(self, state: str, error: str | None = None) -> None:
        self.state, self.error = state, error
        self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def change(self) -> None:
        """Wait until there is news; whoever is slow to ask again misses nothing but what is out of date."""
        await self._changed.wait()

    async def finished(self) -> None:
        while not self.is_over:
            await self.change()


class Handle:
    """One visitor's share in a run."""

    def __init__(self, run: SharedTask, is_shared: bool) -> None:
        self.id = secrets.token_urlsafe(12)
        self.run, self.is_shared = run, is_shared
        self.watchers = 0
        self.left = time.monotonic()

    def __enter__(self) -> SharedTask:
        self.watchers += 1
        return self.run

    def __exit__(self, *error: object) -> None:
        self.watchers -= 1
        self.left = time.monotonic()


class Jobs:
    """All runs of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.pool = Pool(settings.workers, settings.own)
        self.handles: OrderedDict[str, Handle] = OrderedDict()
        self.runs: dict[str, SharedTask] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._cache: OrderedDict[str, tuple[int, dict[str, Any]]] = OrderedDict()
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._rate = RateLimitItemPerMinute(settings.rate)

    def open(self, task: Mapping[str, Any], visitor: str) -> Handle:
        """Return a share in the run of a task, which is begun unless it is known or under way."""
        # The way to a position says nothing about it: who came by another shares the search.
        key = json.dumps({name: value for name, value in task.items() if name != "history"}, sort_keys=True)
        run = self.runs.get(key)
        is_shared = run is not None
        if run is None and (cached := self._cached(key)) is not None:
            run = SharedTask(key, task)
            run.result = cached
            run.become(DONE)
        elif run is None:
            self._charge(task, visitor)
            run = self.runs[key] = SharedTask(key, task)
            self._tasks[key] = asyncio.create_task(self._work(run))
        handle = Handle(run, is_shared)
        run.holders.add(handle.id)
        self.handles[handle.id] = handle
        self._forget_old()
        return handle

    def release(self, handle: Handle) -> None:
        """Give up a share; the run ends with its last one."""
        self.handles.pop(handle.id, None)
        run = handle.run
        run.holders.discard(handle.id)
        if run.holders or run.is_over:
            return
        self.runs.pop(run.key, None)  # who asks from now on gets a run of their own
        if run.worker is None:
            self._tasks[run.key].cancel()
            run.become(STOPPED)
        else:
            self._tasks[f"stop {handle.id}"] = asyncio.create_task(self._stop(run, run.worker, handle.id))

    async def _stop(self, run: SharedTask, worker: WorkerProcess, handle_id: str) -> None:
        await worker.stop()
        if not run.is_over:
            await worker.end()
        self._tasks.pop(f"stop {handle_id}", None)

    async def _work(self, run: SharedTask) -> None:
        """Let a worker do a task."""
        task = asyncio.current_task()
        try:
            while not run.is_over:
                run.worker = await self.pool.take(run.task["spec"])
                is_used = bool(run.worker.seen)
                run.become(RUNNING)
                try:
                    self._conclude(run, await run.worker.do(run.task, run.on_event))
                except WorkerDiedError:
                    # One that had died before anybody noticed is no fault of this task.
                    if not is_used or run.progress is not None or not run.holders:
                        run.become(FAILED, "the process of this search has ended; it may have run out of memory")
                finally:
                    self.pool.give_back(run.worker)
        finally:
            if self.runs.get(run.key) is run:
                del self.runs[run.key]
            if self._tasks.get(run.key) is task:
                del self._tasks[run.key]

    def _conclude(self, run: SharedTask, said: dict[str, Any]) -> None:
        """Take in what a worker says at the end of a task."""
        if "refused" in said:
            run.become(FAILED, said["refused"])
        elif "stopped" in said:
            run.become(STOPPED)
        else:
            run.result = said["result"]
            assert run.result is not None and run.worker is not None
            if run.result.get("is_quick") and run.task["spec"] not in run.worker.quick:
                run.worker.quick.add(run.task["spec"])
                self._forget_values(run.task["spec"])
            if is_final(run.result):
                self._remember(run.key, run.result)
            run.become(DONE)

    def _charge(self, task: Mapping[str, Any], visitor: str) -> None:
        """Take the price of new work, or refuse it."""
        if sum(run.state == WAITING for run in self.runs.values()) >= self.settings.waiting:
            raise RefusedError(503, "too many searches are waiting; try again in a moment", 5)
        cost = COSTS[task["task"]]
        if cost == 1 and self.pool.knows(task["spec"]):
            return
        if not self._limiter.hit(self._rate, visitor, cost=min(cost, self.settings.rate)):
            raise RefusedError(429, f"that was much for one minute; try again in {RETRY_SECONDS} s", RETRY_SECONDS)

    def _cached(self, key: str) -> dict[str, Any] | None:
        if key not in self._cache:
            return None
        self._cache.move_to_end(key)
        return self._cache[key][1]

    def _remember(self, key: str, result: dict[str, Any]) -> None:
        size = len(json.dumps(result))
        if size > MOST_CACHED_BYTES // 4:
            return
        self._cache[key] = size, result
        while len(self._cache) > MOST_ANSWERS or sum(size for size, _ in self._cache.values()) > MOST_CACHED_BYTES:
            self._cache.popitem(last=False)

    def _forget_values(self, spec: str) -> None:
        """Forget what was found out about a problem by searching: from now on more is known, such as distances."""
        for key in list(self._cache):
            task = json.loads(key)
            if task["spec"] == spec and task["task"] in ("values", "hint"):
                del self._cache[key]

    def _forget_old(self) -> None:
        """Drop the oldest handles of work that is over, where there are many."""
        for handle in list(self.handles.values()):
            if len(self.handles) <= MOST_HANDLES:
                return
            if handle.run.is_over and not handle.watchers:
                self.release(handle)

    async def sweep(self) -> None:
        """Release, for as long as the server runs, what nobody has watched for a while."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            now = time.monotonic()
            for handle in list(self.handles.values()):
                if not handle.watchers and not handle.run.is_over and now - handle.left > self.settings.patience:
                    self.release(handle)

    async def close(self) -> None:
        """End everything."""
        for task in list(self._tasks.values()):
            task.cancel()
        await self.pool.close()


def is_final(result: Mapping[str, Any]) -> bool:
    """Tell whether a result would be the same another time: none that a limit on time has cut short."""
    if "json" in result:
        return bool(result["json"]["status"] != "unknown" and not result["json"]["limit"])
    if "category" in result:
        moves = result.get("moves") or []
        return result["category"] is not None and all(move["category"] is not None for move in moves)
    return result.get("verdict") in ("accepted", "rejected") or "notes" in result
