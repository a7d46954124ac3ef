"""Worker processes: a bounded number of them, started when there is work, replaced when one dies.

There is one more than may search for long, so that values, hints and moves of players never wait for searches alone.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from perfectplay.web.cache import OF_POSITIONS
from perfectplay.web.slots import Slots

MOST_LINE_BYTES = 1 << 28  # a line holds a whole answer
LARGE_BYTES = 1 << 16  # a line that takes so long to read that a thread does it
SEARCHES = ("solve", "verify")  # tasks that take long, whatever is known
SHORT_SECONDS = 15.0  # a player that may think for longer is as much work as a search
STOP_SECONDS = 2.0  # the time a worker has to end a search that nobody wants any more
START_SECONDS = 60.0  # the time that compiling and loading may take, which no limit on a search counts

OnEvent = Callable[[str, dict[str, Any]], None]


class WorkerDiedError(Exception):
    """A worker process ended in the middle of a task."""


class TooLateError(Exception):
    """A task took longer than its limits allow; the process was ended."""


class WorkerProcess:
    """One process that does a task at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.quick: set[str] = set()  # problems whose values it has at hand
        self.last_subject: str | None = None  # the problem that it has worked on last
        self.task: Mapping[str, Any] | None = None  # what it is doing
        self.is_ready = False  # until then, a signal would meet the process while it imports
        self.is_searching = False  # busy for longer than it takes to look a value up
        self.is_free = asyncio.Event()

    @classmethod
    async def start(cls, own: Mapping[str, str]) -> "WorkerProcess":
        """Start a process; it ends with this one."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "perfectplay.web.worker", json.dumps(dict(own))),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_LINE_BYTES,
            start_new_session=True,  # a Ctrl-C in the terminal is for the server, which then ends its workers
        )
        return cls(process)

    @property
    def is_alive(self) -> bool:
        return self.process.returncode is None

    async def do(self, task: Mapping[str, Any], on_event: OnEvent) -> dict[str, Any]:
        """Do a task; return what the worker says at its end, and how many bytes that is."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.last_subject = task["subject"]
        self.task = task
        try:
            self.process.stdin.write(json.dumps(dict(task)).encode() + b"\n")
            await self.process.stdin.drain()
            async with asyncio.timeout(task["seconds"] + START_SECONDS):
                while line := await self.process.stdout.readline():
                    is_large = len(line) > LARGE_BYTES
                    event, data = await asyncio.to_thread(json.loads, line) if is_large else json.loads(line)
                    if event == "done":
                        self.task = None
                        return {**data, "bytes": len(line)}
                    if event == "ready":
                        self.is_ready = True
                    else:
                        on_event(event, data)
        except TimeoutError:
            await self.end()
            raise TooLateError from None
        except (ConnectionError, ValueError):
            pass  # the process has gone, or says more than anybody could read
        await self.end()
        raise WorkerDiedError

    async def stop(self, task: Mapping[str, Any]) -> None:
        """End a task if it is the present one, and the process if it does not obey; `do` then returns or raises."""
        if self.task is not task:
            return
        self._signal(signal.SIGINT if self.is_ready else signal.SIGKILL)
        await asyncio.sleep(STOP_SECONDS)
        if self.task is task:
            await self.end()

    async def end(self) -> None:
        """End the process."""
        self._signal(signal.SIGKILL)
        await self.process.wait()

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal; asyncio's own way would take the exit code from asyncio, which then complains."""
        if self.is_alive:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, number)


class Pool:
    """All worker processes."""

    def __init__(self, searches: int, own: Mapping[str, str]) -> None:
        self.own = own
        self.workers: list[WorkerProcess] = []
        self.slots = Slots(searches + 1, searches)
        self._starting = 0

    def knows(self, subject: str) -> bool:
        """Tell whether some worker has the values of a problem at hand, and time to look them up."""
        return self._knower(subject) is not None

    def has_values(self, subject: str) -> bool:
        """Tell whether some worker has the values of a problem at hand, though it may be busy with a search."""
        return any(worker.is_alive and subject in worker.quick for worker in self.workers)

    def _knower(self, subject: str) -> WorkerProcess | None:
        alive = (worker for worker in self.workers if worker.is_alive and not worker.is_searching)
        return next((worker for worker in alive if subject in worker.quick), None)

    def is_long(self, task: Mapping[str, Any]) -> bool:
        """Tell whether a task may take as long as a search; values that are at hand are only looked up."""
        if task["task"] == "move":
            return bool(task["seconds"] > SHORT_SECONDS)
        return task["task"] in SEARCHES or (bool(task.get("thorough")) and not self.knows(task["subject"]))

    @asynccontextmanager
    async def worker_for(self, task: Mapping[str, Any], visitor: str) -> AsyncIterator[WorkerProcess]:
        """Wait for a slot and have a worker, if possible one that knows the problem; OSError if none can start."""
        is_long = self.is_long(task)
        slot = await self.slots.take(visitor, is_long)
        try:
            worker = await self._worker_that_knows(task) or await self._free_worker(task, is_long)
            worker.is_free.clear()
            worker.is_searching = is_long or task["task"] not in OF_POSITIONS
            try:
                yield worker
            finally:
                worker.is_searching = False
                worker.is_free.set()
        finally:
            self.slots.give_back(slot)

    async def _worker_that_knows(self, task: Mapping[str, Any]) -> WorkerProcess | None:
        """Wait for the worker that has the values of a problem: another one would make the table once more."""
        if task["task"] not in OF_POSITIONS:
            return None
        while (knower := self._knower(task["subject"])) is not None and not knower.is_free.is_set():
            await knower.is_free.wait()
        return knower

    async def _free_worker(self, task: Mapping[str, Any], is_long: bool) -> WorkerProcess:
        """Take a worker that has done work for the same problem, but for long work none whose values would be missed.

        While that lasts nobody could look the values up, and whoever stops it may end the process.
        """
        is_lookup = task["task"] in OF_POSITIONS and not is_long

        def fitness(worker: WorkerProcess) -> tuple[bool, bool]:
            is_same, is_bare = worker.last_subject == task["subject"], not worker.quick
            return (is_same, is_bare) if is_lookup else (is_bare, is_same)

        self.workers = [worker for worker in self.workers if worker.is_alive]
        best = max((worker for worker in self.workers if worker.is_free.is_set()), key=fitness, default=None)
        has_room = len(self.workers) + self._starting < self.slots.most
        if best is None or (best.quick and not is_lookup and has_room):
            return await self._started()
        return best

    async def _started(self) -> WorkerProcess:
        self._starting += 1
        try:
            worker = await WorkerProcess.start(self.own)
        finally:
            self._starting -= 1
        self.workers.append(worker)
        return worker

    async def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            await worker.end()
