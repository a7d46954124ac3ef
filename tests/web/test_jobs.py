"""Shared searches, with workers that are only played: what each visitor gets, and which task a stop ends."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from perfectplay.web import pool
from perfectplay.web.allowance import Allowance
from perfectplay.web.cache import MOST_RESULTS, ResultCache, is_final
from perfectplay.web.jobs import (
    DONE,
    FAILED,
    MOST_HANDLES,
    MOST_HELD_BYTES,
    RUNNING,
    STOPPED,
    WAITING,
    Jobs,
    RefusedError,
)
from perfectplay.web.pool import TooLateError, WorkerDiedError, WorkerProcess
from perfectplay.web.settings import ServerSettings
from perfectplay.web.slots import Slots

WON = {"category": "won", "moves": None}


class PlayedWorker:
    """A worker that does a task when it is told to."""

    def __init__(self, answer: Callable[[Any], Awaitable[dict[str, Any]]]) -> None:
        self.answer = answer
        self.quick: set[str] = set()
        self.last_subject: str | None = None
        self.task: Any = None
        self.stopped: list[Any] = []
        self.is_alive, self.is_searching = True, False
        self.is_free = asyncio.Event()
        self.is_free.set()

    async def do(self, task: Any, on_event: Any) -> dict[str, Any]:
        self.last_subject, self.task = task["subject"], task
        try:
            said = {"quick": [], **await self.answer(task)}
            return {"bytes": len(json.dumps(said)), **said}
        except (WorkerDiedError, TooLateError):
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


def jobs_with(*workers: PlayedWorker, long: int = 0, **settings: Any) -> Jobs:
    """Return jobs for these workers, of which so many may do long tasks, by default all."""
    jobs = Jobs(ServerSettings(**settings))
    jobs.pool.slots = Slots(len(workers), long or len(workers))
    played: Any = list(workers)
    jobs.pool.workers = played
    return jobs


def task(spec: str, **more: Any) -> dict[str, Any]:
    return {"task": "values", "spec": spec, "subject": spec, "position": "x", "seconds": 1.0, **more}


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
        dead.last_subject = "one"  # it is the one to be asked first
        jobs = jobs_with(dead, living)
        handle = jobs.open(task("one"), "a")
        await handle.run.finished()
        assert handle.run.state == DONE

        dying = [PlayedWorker(die) for _ in range(3)]
        for worker in dying:
            worker.last_subject = "one"
        jobs = jobs_with(*dying)
        handle = jobs.open(task("one"), "a")
        await handle.run.finished()
        assert handle.run.state == FAILED and handle.run.status == 503
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


def kept_result(cache: ResultCache, key: str) -> dict[str, Any]:
    kept = cache.find(key)
    assert kept is not None
    return kept.result


def test_results_are_kept_as_long_as_there_is_room() -> None:
    cache = ResultCache()
    for number in range(MOST_RESULTS + 10):
        cache.keep(str(number), task(f"spec {number % 2}"), dict(WON), 100)
    assert cache.find("9") is None and kept_result(cache, "10") == WON
    cache.keep("large", task("one"), dict(WON), 1 << 25)
    assert cache.find("large") is None
    cache.forget_values("spec 0")
    assert cache.find("10") is None and kept_result(cache, "11") == WON


def test_what_a_limit_has_cut_short_is_not_kept() -> None:
    assert not is_final({"category": "won", "moves": [{"category": None}]})
    assert not is_final({"move": "a1", "notes": ["not exact, a limit was hit: plays anything"]})
    assert is_final({"move": "a1", "notes": []}) and not is_final({"verdict": "unconfirmed"})
    assert not is_final({"json": {"status": "unknown", "limit": "time"}})


async def let_work() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_long_searches_leave_a_worker_for_short_tasks() -> None:
    async def play() -> None:
        never: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def answer(asked: Any) -> dict[str, Any]:
            return {"result": dict(WON)} if asked["task"] == "hint" else await never.get()

        jobs = jobs_with(*(PlayedWorker(answer) for _ in range(3)), long=2)
        long = [jobs.open(task(str(number), task="solve"), "a") for number in range(3)]
        await let_work()
        assert [handle.run.state for handle in long] == [RUNNING, RUNNING, WAITING]
        thorough, hint = jobs.open(task("one", thorough=True), "b"), jobs.open(task("one", task="hint"), "b")
        await hint.run.finished()
        assert hint.run.state == DONE and thorough.run.state == WAITING
        await jobs.close()

    in_a_loop(play())


def test_visitors_take_turns() -> None:
    async def play() -> None:
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        jobs = jobs_with(PlayedWorker(lambda asked: answers.get()), PlayedWorker(lambda asked: answers.get()))
        many = [jobs.open(task(f"many {number}"), "a") for number in range(4)]
        one = jobs.open(task("one"), "b")
        await let_work()
        assert many[1].run.state == RUNNING and one.run.state == WAITING
        answers.put_nowait({"result": dict(WON)})
        await let_work()
        assert one.run.state == RUNNING and many[2].run.state == WAITING
        await jobs.close()

    in_a_loop(play())


def test_values_at_hand_are_waited_for_and_a_search_takes_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        knowing, free, started = (PlayedWorker(lambda asked: answers.get()) for _ in range(3))
        knowing.quick, knowing.last_subject = {"one"}, "two"

        async def start(own: Any) -> PlayedWorker:
            return started

        monkeypatch.setattr(WorkerProcess, "start", start)
        jobs = jobs_with(knowing, free, long=2)
        jobs.pool.slots = Slots(3, 2)
        asked = [jobs.open(task("one", position=str(number), thorough=True), "a") for number in range(2)]
        await let_work()
        assert knowing.task["position"] == "0" and free.task is None
        for _ in asked:
            answers.put_nowait({"result": dict(WON), "quick": ["one"]})
        await let_work()
        assert [handle.run.state for handle in asked] == [DONE, DONE] and free.last_subject is None
        for number in range(2):  # neither of these will be missed for long by whoever asks for values of "one"
            jobs.open(task("two", task="solve", number=number), "a")
        await let_work()
        assert free.task is not None and started.task is not None and knowing.task is None
        await jobs.close()

    in_a_loop(play())


def test_a_search_and_a_player_leave_the_values_of_their_problem_at_hand() -> None:
    async def play() -> None:
        never: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def answer(asked: Any) -> dict[str, Any]:
            return {"result": dict(WON), "quick": ["one"]} if asked["task"] == "values" else await never.get()

        knowing, *others = (PlayedWorker(answer) for _ in range(3))
        knowing.quick, knowing.last_subject = {"one"}, "one"
        jobs = jobs_with(knowing, *others, rate=100)
        jobs.open(task("one", task="solve"), "a")
        jobs.open(task("one", task="move"), "a")
        await let_work()
        assert knowing.task is None and all(worker.task is not None for worker in others)
        looked_up = jobs.open(task("one"), "a")
        await let_work()
        assert looked_up.run.state == DONE
        await jobs.close()

    in_a_loop(play())


def test_what_was_searched_for_while_a_table_was_busy_is_not_kept() -> None:
    async def play() -> None:
        async def answer(asked: Any) -> dict[str, Any]:
            return {"result": dict(WON)}

        knowing, other = PlayedWorker(answer), PlayedWorker(answer)
        knowing.quick, knowing.is_searching = {"one"}, True
        knowing.is_free.clear()
        jobs = jobs_with(knowing, other)
        for spec in ("one", "two"):
            await jobs.open(task(spec), "a").run.finished()
        assert other.last_subject == "two"
        assert jobs.open(task("two"), "a").run.state == DONE and jobs.open(task("one"), "a").run.state == WAITING
        await jobs.close()

    in_a_loop(play())


def test_players_that_may_think_for_long_leave_a_worker_and_cost_as_much_as_searches() -> None:
    async def play() -> None:
        never: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        jobs = jobs_with(*(PlayedWorker(lambda asked: never.get()) for _ in range(3)), long=2, rate=33)
        long = [jobs.open(task(str(number), task="move", seconds=20.0), "a") for number in range(3)]
        quick = jobs.open(task("quick", task="move", seconds=5.0), "a")
        await let_work()
        assert [handle.run.state for handle in (*long, quick)] == [RUNNING, RUNNING, WAITING, RUNNING]
        with pytest.raises(RefusedError, match="try again"):
            jobs.open(task("another", task="move"), "a")
        await jobs.close()

    in_a_loop(play())


def test_a_share_counts_for_whoever_has_it() -> None:
    async def play() -> None:
        never: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        jobs = jobs_with(PlayedWorker(lambda asked: never.get()), per_visitor=2)
        for number in range(3):
            jobs.open(task(str(number)), f"visitor {number}")
        for number in range(2):
            jobs.open(task(str(number)), "a")
        with pytest.raises(RefusedError, match="let one end"):
            jobs.open(task("2"), "a")
        await jobs.close()

    in_a_loop(play())


def test_one_visitor_has_a_bounded_number_of_tasks() -> None:
    async def play() -> None:
        never: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        jobs = jobs_with(PlayedWorker(lambda asked: never.get()), per_visitor=3)
        first = [jobs.open(task(str(number)), "a") for number in range(3)]
        with pytest.raises(RefusedError, match="let one end") as refused:
            jobs.open(task("more"), "a")
        assert refused.value.status == 429 and refused.value.retry_after > 0
        jobs.open(task("more"), "b")
        jobs.release(first[2])
        jobs.open(task("another"), "a")
        await jobs.close()

    in_a_loop(play())


def test_a_task_that_takes_too_long_is_not_tried_again() -> None:
    async def play() -> None:
        tried: list[Any] = []

        async def hang(asked: Any) -> dict[str, Any]:
            tried.append(asked)
            raise TooLateError

        workers = [PlayedWorker(hang), PlayedWorker(hang)]
        for worker in workers:
            worker.last_subject = "one"  # a process that dies would be no fault of the task
        handle = jobs_with(*workers).open(task("one"), "a")
        await handle.run.finished()
        assert (handle.run.state, handle.run.status, len(tried)) == (FAILED, 504, 1)
        assert handle.run.error is not None and "longer" in handle.run.error and "memory" not in handle.run.error

    in_a_loop(play())


def test_a_process_that_hangs_is_told_from_one_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        # A search that may take long, by a worker that gets less time than it takes to import what searches.
        monkeypatch.setattr(pool, "START_SECONDS", -59.7)
        limits = {"seconds": 60.0, "memory": 1 << 30}
        asked: dict[str, Any] = {"position": None, "history": None, "objective": "moves", "options": {}, **limits}
        worker = await WorkerProcess.start({})
        with pytest.raises(TooLateError):
            await worker.do(task("pegs/9x9", task="solve") | asked, lambda event, data: None)
        assert not worker.is_alive

    in_a_loop(play())


def test_whoever_waits_hears_that_no_process_can_be_started(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async def fail(own: Any) -> WorkerProcess:
            raise OSError(24, "Too many open files")

        monkeypatch.setattr(WorkerProcess, "start", fail)
        jobs = Jobs(ServerSettings(workers=1))
        for number in range(4):  # more than there are workers: none is lost by it
            handle = jobs.open(task(str(number)), "a")
            async with asyncio.timeout(5):
                await handle.run.finished()
            assert handle.run.state == FAILED and handle.run.status == 503

    with caplog.at_level(logging.WARNING):
        in_a_loop(play())
    assert len(caplog.messages) == 4 and "cannot start a worker process" in caplog.messages[0]
    assert "Too many open files" in caplog.messages[0] and "\n" not in caplog.messages[0]


def test_whoever_asks_again_when_told_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    for clock in ("time.time", "perfectplay.web.allowance.now"):
        monkeypatch.setattr(clock, lambda: now)
    spent = Allowance(30)
    for units in (1, 1, 18, 9):
        assert spent.spend("a", units) == 0
        now += 7.5
    for units in (10, 30, 2):
        seconds = spent.spend("a", units)
        assert 1 <= seconds <= 60
        assert spent.spend("b", 1) == 0
        now += seconds
        assert spent.spend("a", units) == 0
        assert spent.spend("a", 30 - units + 1) > 0
        assert spent.spend("a", 30 - units) == 0  # what was refused was not spent


def test_nobody_costs_somebody_else_an_answer() -> None:
    async def play() -> None:
        async def answer(asked: Any) -> dict[str, Any]:
            return {"result": dict(WON)}

        jobs = jobs_with(PlayedWorker(answer))
        mine = jobs.open(task("one"), "a")
        await mine.run.finished()
        for _ in range(2 * MOST_HANDLES):
            jobs.open(task("one"), "b")
        assert mine.id in jobs.handles and len(jobs.handles) == MOST_HANDLES
        await jobs.close()

    in_a_loop(play())


def test_a_search_that_is_stopped_has_not_died() -> None:
    async def play() -> None:
        ended: asyncio.Event = asyncio.Event()

        async def die(asked: Any) -> dict[str, Any]:
            await ended.wait()
            raise WorkerDiedError

        jobs = jobs_with(PlayedWorker(die))
        handle = jobs.open(task("one"), "a")
        await let_work()
        jobs.release(handle)
        ended.set()
        await handle.run.finished()
        assert handle.run.state == STOPPED and handle.run.error is None

    in_a_loop(play())


def test_there_are_never_more_processes_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        never: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def start(own: Any) -> PlayedWorker:
            await asyncio.sleep(0.01)
            return PlayedWorker(lambda asked: never.get())

        monkeypatch.setattr(WorkerProcess, "start", start)
        with_tables = [PlayedWorker(lambda asked: never.get()) for _ in range(4)]
        for number, worker in enumerate(with_tables):
            worker.quick = {str(number)}
        jobs = jobs_with(*with_tables)
        jobs.pool.slots = Slots(5, 4)
        handles = [jobs.open(task("new", task="solve", number=number), "a") for number in range(4)]
        async with asyncio.timeout(10):
            while any(handle.run.state != RUNNING for handle in handles):
                await asyncio.sleep(0.01)
        assert len(jobs.pool.workers) == 5
        await jobs.close()

    in_a_loop(play())


def test_answers_that_can_be_fetched_are_bounded_by_their_bytes() -> None:
    async def play() -> None:
        async def answer(asked: Any) -> dict[str, Any]:
            return {"result": dict(WON), "bytes": MOST_HELD_BYTES // 2}

        jobs = jobs_with(PlayedWorker(answer))
        handles = []
        for number in range(4):
            handles.append(jobs.open(task(str(number)), "a"))
            await handles[-1].run.finished()
        assert [handle.id in jobs.handles for handle in handles] == [False, False, True, True]
        with handles[2]:
            jobs.open(task("large"), "a")
            await let_work()
        assert handles[2].id in jobs.handles and handles[3].id not in jobs.handles
        await jobs.close()

    in_a_loop(play())
