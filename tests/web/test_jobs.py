"""Shared searches, with workers that are only played: what each visitor gets, and which task a stop ends."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from perfectplay.web.cache import MOST_RESULTS, ResultCache, is_final
from perfectplay.web.jobs import DONE, FAILED, STOPPED, Jobs, RefusedError
from perfectplay.web.pool import WorkerDiedError
from perfectplay.web.settings import ServerSettings

WON = {"category": "won", "moves": None}


class PlayedWorker:
    """A worker that does a task when it is told to."""

    def __init__(self, answer: Callable[[Any], Awaitable[dict[str, Any]]]) -> None:
        self.answer = answer
        self.quick: set[str] = set()
        self.last_spec: str | None = None
        self.task: Any = None
        self.stopped: list[Any] = []
        self.is_alive = True

    async def do(self, task: Any, on_event: Any) -> dict[str, Any]:
        self.last_spec, self.task = task["spec"], task
        try:
            return {"quick": [], **await self.answer(task)}
        except WorkerDiedError:
            self.is_alive = False
            raise
        finally:
            self.task = None

    async def stop(self, task: Any) -> None:
        if self.task is task:
            self.stopped.append(task)

    async def end(self) -> None:
        self.is_alive = False


def in_a_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run something in a thread of its own: where a browser was started before, this one has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def jobs_with(*workers: PlayedWorker, **settings: Any) -> Jobs:
    jobs = Jobs(ServerSettings(workers=len(workers), **settings))
    played: Any = list(workers)
    jobs.pool.workers, jobs.pool._free = list(played), list(played)
    return jobs


def task(spec: str, **more: Any) -> dict[str, Any]:
    return {"task": "values", "spec": spec, "position": "x", "seconds": 1.0, **more}


def test_a_stop_meets_no_other_task() -> None:
    async def play() -> None:
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        worker = PlayedWorker(lambda asked: answers.get())
        jobs = jobs_with(worker)
        one = jobs.open(task("one"), "a")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert worker.task["spec"] == "one"
        answers.put_nowait({"result": WON})
        two = jobs.open(task("two"), "b")
        jobs.release(one)  # in the same turn of the loop in which its answer has come
        for _ in range(20):
            await asyncio.sleep(0)
        assert worker.task["spec"] == "two" and [item["spec"] for item in worker.stopped] in ([], ["one"])
        answers.put_nowait({"result": WON})
        await two.run.finished()
        assert two.run.state == DONE

    in_a_loop(play())


def test_a_worker_that_had_died_is_replaced_once() -> None:
    async def play() -> None:
        async def die(asked: Any) -> dict[str, Any]:
            raise WorkerDiedError

        async def answer(asked: Any) -> dict[str, Any]:
            return {"result": WON}

        dead, living = PlayedWorker(die), PlayedWorker(answer)
        dead.last_spec = "one"  # it is the one to be asked first
        jobs = jobs_with(dead, living)
        handle = jobs.open(task("one"), "a")
        await handle.run.finished()
        assert handle.run.state == DONE

        dying = [PlayedWorker(die) for _ in range(3)]
        for worker in dying:
            worker.last_spec = "one"
        jobs = jobs_with(*dying)
        handle = jobs.open(task("one"), "a")
        await handle.run.finished()
        assert handle.run.state == FAILED and not handle.run.is_refused
        assert sum(worker.is_alive for worker in dying) == 1

    in_a_loop(play())


def test_who_waits_for_a_worker_can_leave() -> None:
    async def play() -> None:
        never: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        worker = PlayedWorker(lambda asked: never.get())
        jobs = jobs_with(worker)
        jobs.open(task("one"), "a")
        waiting = jobs.open(task("two"), "b")
        await asyncio.sleep(0)
        jobs.release(waiting)
        assert waiting.run.state == STOPPED and len(jobs.runs) == 1
        await jobs.close()

    in_a_loop(play())


def test_the_way_to_a_position_matters_only_in_games_of_a_users_own() -> None:
    async def play() -> None:
        never: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        jobs = jobs_with(PlayedWorker(lambda asked: never.get()), own={"game.py": "./game.py"})
        asked = [jobs.open(task(spec, history=[way]), "a") for spec in ("one", "game.py") for way in ("x", "y")]
        assert [handle.is_shared for handle in asked] == [False, True, False, False]
        await jobs.close()

    in_a_loop(play())


def test_what_is_at_hand_is_free_and_tables_are_not() -> None:
    async def play() -> None:
        async def answer(asked: Any) -> dict[str, Any]:
            return {"result": {**WON, "at": asked["position"]}, "quick": ["one"]}

        jobs = jobs_with(PlayedWorker(answer), rate=12)
        handle = jobs.open(task("one", thorough=True), "a")
        await handle.run.finished()
        for number in range(50):
            await jobs.open(task("one", position=str(number)), "a").run.finished()
        jobs.open(task("two"), "a")
        with pytest.raises(RefusedError, match="try again"):
            jobs.open(task("two", thorough=True), "a")
        await jobs.close()

    in_a_loop(play())


def test_results_are_kept_as_long_as_there_is_room() -> None:
    cache = ResultCache()
    for number in range(MOST_RESULTS + 10):
        cache.keep(str(number), task(f"spec {number % 2}"), dict(WON))
    assert cache.find("9") is None and cache.find("10") == WON
    cache.keep("large", task("one"), {**WON, "text": "x" * (1 << 25)})
    assert cache.find("large") is None
    cache.forget_values("spec 0")
    assert cache.find("10") is None and cache.find("11") == WON


def test_what_a_limit_has_cut_short_is_not_kept() -> None:
    assert not is_final({"category": "won", "moves": [{"category": None}]})
    assert not is_final({"move": "a1", "notes": ["not exact, a limit was hit: plays anything"]})
    assert is_final({"move": "a1", "notes": []}) and not is_final({"verdict": "unconfirmed"})
    assert not is_final({"json": {"status": "unknown", "limit": "time"}})
