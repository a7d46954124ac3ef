"""Searches that visitors ask for: one for equal requests, ended when nobody waits for it, its result kept.

A visitor holds a `Handle`; several handles may share one `SharedRun`.  What is kept, what somebody else has asked for
and what a worker has at hand is free; other work is charged to whoever asks for it.
"""

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from perfectplay.web.allowance import Allowance
from perfectplay.web.cache import OF_POSITIONS, ResultCache
from perfectplay.web.pool import SEARCHES, Pool, TooLateError, WorkerDiedError, WorkerProcess
from perfectplay.web.settings import ServerSettings

COSTS = {"values": 1, "hint": 1, "move": 2, "verify": 5, "solve": 10}
MOST_HANDLES = 256
MOST_HELD_BYTES = 1 << 26  # bytes of the answers that can be fetched
FINISHED_SECONDS = 600.0  # the answer of a search can be fetched for so long
RETRY_SECONDS = 5  # the time in which some of many searches are likely to end
LOOK_SECONDS = 0.5  # between two looks for what nobody watches
WAITING, RUNNING, DONE, STOPPED, FAILED = "waiting", "running", "done", "stopped", "failed"
DIED = "the process of this search has ended; it may have run out of memory"
LATE = "this takes longer than the server allows"
NOT_STARTED = "the server cannot start a process for this now; its terminal shows why"
BROKEN = "the search has failed"
ENDING = "the server is ending"


class RefusedError(Exception):
    """A request that is not served now: `status` is that of HTTP, and `retry_after` says when to try again."""

    def __init__(self, status: int, text: str, retry_after: int = 1) -> None:
        super().__init__(text)
        self.status, self.retry_after = status, retry_after


class SharedRun:
    """One piece of work, whose it is, and what is known of it so far."""

    def __init__(self, key: str, task: Mapping[str, Any], visitor: str) -> None:
        self.key, self.task, self.visitor = key, task, visitor
        self.state = WAITING
        self.progress: dict[str, Any] | None = None
        self.message: str | None = None
        self.result: dict[str, Any] | None = None
        self.size = 0  # bytes of the result
        self.error: str | None = None
        self.status = 503  # the status of HTTP for an error
        self.holders: set[str] = set()
        self.worker: WorkerProcess | None = None
        self.working: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    @property
    def is_over(self) -> bool:
        return self.state in (DONE, STOPPED, FAILED)

    def on_event(self, event: str, data: dict[str, Any]) -> None:
        """Take in what the worker says."""
        if event == "progress":
            self.progress = data
            self.message = None  # whatever took a while is done
        else:
            self.message = data["text"]
        self._tell()

    def become(self, state: str) -> None:
        self.state = state
        self._tell()

    def fail(self, error: str, status: int = 503) -> None:
        """End without a result; the status says whether it is worth another try."""
        self.error, self.status = error, status
        self.become(FAILED)

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

    def __init__(self, run: SharedRun, visitor: str, *, is_shared: bool = False, is_kept: bool = False) -> None:
        self.id = secrets.token_urlsafe(12)
        self.run, self.visitor = run, visitor
        self.is_shared, self.is_kept = is_shared, is_kept  # with another visitor; the answer was there before
        self.watchers = 0
        self.unwatched_since = time.monotonic()

    def __enter__(self) -> SharedRun:
        self.watchers += 1
        return self.run

    def __exit__(self, *error: object) -> None:
        self.watchers -= 1
        self.unwatched_since = time.monotonic()


class Jobs:
    """All runs of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.pool = Pool(settings.workers, settings.own)
        self.handles: dict[str, Handle] = {}
        self.runs: dict[str, SharedRun] = {}
        self.cache = ResultCache()
        self._stopping: set[asyncio.Task[None]] = set()
        self._is_ending = False
        self._allowance = Allowance(settings.rate)

    def open(self, task: Mapping[str, Any], visitor: str) -> Handle:
        """Return a share in the run of a task, which is begun unless it is known or under way."""
        if self._is_ending:
            raise RefusedError(503, ENDING)
        key = self._key(task)
        run = self.runs.get(key)
        is_shared = run is not None
        kept = None if is_shared else self.cache.find(key)
        if kept is None:
            self._check_share(visitor)
        if run is None:
            run = SharedRun(key, task, visitor)
            if kept is not None:
                run.result, run.size = kept.result, kept.size
                run.become(DONE)
            else:
                self._charge(task, visitor)
                self.runs[key] = run
                run.working = asyncio.create_task(self._work(run))
        handle = Handle(run, visitor, is_shared=is_shared, is_kept=kept is not None)
        run.holders.add(handle.id)
        self.handles[handle.id] = handle
        self._forget_old(run)
        return handle

    def _key(self, task: Mapping[str, Any]) -> str:
        """Return what equal tasks have in common: not the way to a position, which says nothing about it.

        Positions of a user's own game may share a text, and only the way tells them apart.  A long text has a digest.
        """
        ignored = ("text",) if task["spec"] in self.settings.own else ("history", "text")
        text = json.dumps({name: value for name, value in task.items() if name not in ignored}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def release(self, handle: Handle) -> None:
        """Give up a share; the run ends with its last one."""
        self.handles.pop(handle.id, None)
        run = handle.run
        run.holders.discard(handle.id)
        if run.holders or run.is_over:
            return
        self.runs.pop(run.key, None)  # who asks from now on gets a run of their own
        if run.worker is None:
            assert run.working is not None
            run.working.cancel()
            run.become(STOPPED)
        else:
            stopping = asyncio.create_task(run.worker.stop(run.task))
            self._stopping.add(stopping)
            stopping.add_done_callback(self._stopping.discard)

    async def _work(self, run: SharedRun) -> None:
        """Let a worker do a task; one that had died before anybody noticed is no fault of the task."""
        try:
            for is_last_try in (False, True):
                run.worker = None
                async with self.pool.worker_for(run.task, run.visitor) as worker:
                    run.worker, is_new = worker, worker.last_subject is None
                    run.become(RUNNING)
                    try:
                        self._conclude(run, worker, await worker.do(run.task, run.on_event))
                        return
                    except WorkerDiedError:
                        if not run.holders:  # nobody waits any more, and the worker was ended
                            run.become(STOPPED)
                            return
                        if is_last_try or is_new or run.progress is not None:
                            run.fail(DIED)
                            return
        except TooLateError:
            run.fail(LATE, 504)
        except OSError as error:
            logging.getLogger(__name__).error("perfectplay cannot start a worker process: %s", error)
            run.fail(NOT_STARTED)
        finally:
            if not run.is_over:
                run.fail(BROKEN)
            if self.runs.get(run.key) is run:
                del self.runs[run.key]

    def _conclude(self, run: SharedRun, worker: WorkerProcess, said: dict[str, Any]) -> None:
        """Take in what a worker says at the end of a task."""
        for subject in set(said["quick"]) - worker.quick:
            self.cache.forget_values(subject)
        worker.quick = set(said["quick"])
        if "result" in said:
            run.result, run.size = said["result"], said["bytes"]
            if not self._is_second_best(run.task, worker):
                self.cache.keep(run.key, run.task, run.result, run.size)
            run.become(DONE)
            self._forget_old(run)
        elif "stopped" in said:
            run.become(STOPPED)
        elif "refused" in said:
            run.fail(said["refused"], 400)
        else:
            run.fail(said["failed"])

    def _is_second_best(self, task: Mapping[str, Any], worker: WorkerProcess) -> bool:
        """Tell whether a worker has searched for what another one, which was busy, has at hand and knows more of."""
        subject = task["subject"]
        return task["task"] in OF_POSITIONS and subject not in worker.quick and self.pool.has_values(subject)

    def _check_share(self, visitor: str) -> None:
        """Refuse a visitor who waits for very much already, also where somebody else has asked for it first."""
        most = self.settings.per_visitor
        if sum(handle.visitor == visitor and not handle.run.is_over for handle in self.handles.values()) >= most:
            raise RefusedError(429, f"{most} of your tasks are running or waiting; let one end", RETRY_SECONDS)

    def _charge(self, task: Mapping[str, Any], visitor: str) -> None:
        """Take the price of new work, or refuse it."""
        if sum(run.state == WAITING for run in self.runs.values()) >= self.settings.waiting:
            raise RefusedError(503, "too many searches are waiting; try again in a moment", RETRY_SECONDS)
        if task["task"] in OF_POSITIONS and self.pool.knows(task["subject"]):
            return
        is_as_search = task["task"] not in SEARCHES and self.pool.is_long(task)
        cost = COSTS["solve" if is_as_search else task["task"]]
        if seconds := self._allowance.spend(visitor, cost):
            raise RefusedError(429, f"that was much for one minute; try again in {seconds} s", seconds)

    def _forget_old(self, newest: SharedRun) -> None:
        """Drop handles of work that is over, but for the newest, where they are many or hold much.

        Each time it is the oldest one of the visitor who has the most: nobody's asking costs somebody else an answer.
        """
        while len(self.handles) > MOST_HANDLES or self._held_bytes() > MOST_HELD_BYTES:
            over = [handle for handle in self.handles.values() if handle.run.is_over and not handle.watchers]
            shares: Counter[str] = Counter()
            for handle in over:
                shares[handle.visitor] += MOST_HELD_BYTES // MOST_HANDLES + handle.run.size
            oldest = max(
                (handle for handle in over if handle.run is not newest),
                key=lambda handle: shares[handle.visitor],
                default=None,
            )
            if oldest is None:
                return
            self.release(oldest)

    def _held_bytes(self) -> int:
        """Return how long all answers are that can be fetched; runs that were answered from the cache share one."""
        return sum({id(handle.run.result): handle.run.size for handle in self.handles.values()}.values())

    async def release_unwatched(self) -> None:
        """Release, for as long as the server runs, what nobody has watched for a while."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = time.monotonic()
            for handle in list(self.handles.values()):
                patience = FINISHED_SECONDS if handle.run.is_over else self.settings.patience
                if not handle.watchers and now - handle.unwatched_since > patience:
                    self.release(handle)

    def end(self) -> None:
        """Give up all work, so that those who wait for it are answered; nothing is begun any more."""
        self._is_ending = True
        for run in list(self.runs.values()):
            run.fail(ENDING)
            assert run.working is not None
            run.working.cancel()

    async def close(self) -> None:
        """End all processes; the same jobs may be begun anew."""
        self.end()
        for stopping in list(self._stopping):
            stopping.cancel()
        await self.pool.close()
        self._is_ending = False
