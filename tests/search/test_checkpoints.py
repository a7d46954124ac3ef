"""Work that goes on after it was killed, with the same result."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.base.folders import cache_folder
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.games.pegs import PegProblem
from perfectplay.games.pegs.solving.fewest_moves import solve_by_maps
from perfectplay.games.pegs.solving.maps import PegMaps
from perfectplay.model.count import Count, Pair
from perfectplay.search import checkpoint as saving
from perfectplay.search.checkpoint import Checkpoint
from perfectplay.search.ranked import valued
from perfectplay.search.ranked.valued import BESTS, CHANCES, WAYS
from perfectplay.solvers.solver import Request

COMMAND = [sys.executable, "-m", "perfectplay"]
SMALL = "pegs/triangle-5:a1..a1"
SAVED = "pegs/triangle-6:a1..any"  # its winning positions are a walk of their own, which is saved too
BOARD = "pegs/triangle-6"


@pytest.fixture(scope="module")
def compiled() -> None:
    """Compile what is needed."""
    pp.count(SAVED)
    pp.count_pairs(SMALL)


@pytest.fixture
def environment(tmp_path: Path, compiled: None) -> dict[str, str]:
    """A home of its own, with the kernels there are, where every level is saved."""
    (tmp_path / "home" / "cache").mkdir(parents=True)
    (tmp_path / "home" / "cache" / "kernels").symlink_to(cache_folder() / "kernels")
    return os.environ | {"PERFECTPLAY_HOME": str(tmp_path / "home"), "PERFECTPLAY_CHECKPOINT_SECONDS": "0"}


@pytest.fixture
def home(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The same for work in this process."""
    for name in ("PERFECTPLAY_HOME", "PERFECTPLAY_CHECKPOINT_SECONDS"):
        monkeypatch.setenv(name, environment[name])
    return environment


def without_stats(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "stats"}


def checkpoints(environment: dict[str, str], name: str = "*") -> list[Path]:
    return list((Path(environment["PERFECTPLAY_HOME"]) / "cache" / "checkpoints").glob(f"*-{name}.map"))


def counted(environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    done = subprocess.run([*COMMAND, "count", "--json", *arguments], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert isinstance(answer, dict)
    return answer


def kill_once_there_is(environment: dict[str, str], name: str, *arguments: str) -> Path:
    """Start to count, kill it rudely as soon as there is a checkpoint, and return that."""
    for _ in range(20):
        process = subprocess.Popen([*COMMAND, "count", *arguments], env=environment, stdout=subprocess.DEVNULL)
        while process.poll() is None and not checkpoints(environment, name):
            time.sleep(0.0005)
        process.kill()
        process.wait()
        if found := checkpoints(environment, name):
            return found[0]
    raise AssertionError("it was always done before it could be killed")


class Ended(BaseException):
    """No limit and no error that anybody catches."""


def ended(work: Callable[..., Any], spec: str, phase: str, **options: Any) -> None:
    """Do some work, and end it when a phase is told."""

    def report(told: str, stats: Stats) -> None:
        if told == phase:
            raise Ended

    with pytest.raises(Ended):
        work(spec, progress=Progress(on_progress=report), **options)


def phases_of(work: Callable[..., Any], spec: str, **options: Any) -> tuple[Any, list[str]]:
    """Do some work; return its result and the phases that were told; a slow one is told more than once, or unnamed."""
    phases: list[str] = []
    result = work(spec, progress=Progress(on_progress=lambda phase, stats: phases.append(phase)), **options)
    return result, [phase for phase, _ in groupby(filter(None, phases))]


# Killed.


@pytest.mark.parametrize("name", [pytest.param("reached-all-0-2", marks=pytest.mark.long), "winning"])
def test_a_killed_count_goes_on_where_it_was(environment: dict[str, str], name: str) -> None:
    whole = counted(environment, SAVED)
    assert checkpoints(environment) == [], "work that is done leaves none"
    kill_once_there_is(environment, name, SAVED)
    resumed = counted(environment, SAVED)
    assert without_stats(resumed) == without_stats(whole)
    assert resumed["stats"]["expanded"] < whole["stats"]["expanded"], "the levels that were saved were not made again"
    assert checkpoints(environment) == []


def abouts(files: list[Path]) -> list[list[int]]:
    """Return of each file of values the number of pegs of its level, and the words of its numbers."""
    return [json.loads(file.read_bytes().split(b"\n", 1)[0])["about"][:2] for file in files]


@pytest.mark.parametrize(
    ("name", "by"),
    [
        ("moves-2-9", "jumps"),
        pytest.param("chances-2", "jumps", marks=pytest.mark.long),
        pytest.param("boards-2", "jumps", marks=pytest.mark.long),
        pytest.param("games-2", "jumps", marks=pytest.mark.long),
        ("moves from the start-2-12", "moves"),
    ],
)
def test_a_killed_pass_of_values_goes_on_where_it_was(home: dict[str, str], name: str, by: str) -> None:
    whole, all_phases = phases_of(pp.count, SAVED, by=by)
    assert checkpoints(home) == []
    kill_once_there_is(home, name, SAVED, "--by", by)
    phase = name.split("-")[0]
    saved = [f"{phase}, {ones} left" for ones, _ in abouts(checkpoints(home, f"{phase}-*"))]
    resumed, phases = phases_of(pp.count, SAVED, by=by)
    assert without_stats(resumed.as_json()) == without_stats(whole.as_json())
    wanted = [told for told in all_phases if told.startswith(phase + ",")]
    if phase != "moves":  # the last level is enough
        wanted = wanted[wanted.index(saved[0]) + 1 :]
    assert [told for told in phases if told.startswith(phase + ",")] == [told for told in wanted if told not in saved]
    assert checkpoints(home) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["pairs", "ways from the start-1"])
def test_all_problems_of_a_board_go_on_after_a_kill(environment: dict[str, str], name: str) -> None:
    whole = counted(environment, BOARD, "--all")
    assert checkpoints(environment) == []
    kill_once_there_is(environment, name, BOARD, "--all")
    resumed = counted(environment, BOARD, "--all")
    assert without_stats(resumed) == without_stats(whole)
    assert 0 < resumed["stats"]["expanded"] < whole["stats"]["expanded"], "what was walked was not walked again"
    assert checkpoints(environment) == []


# Ended at every place in turn.


def same(first: Count, second: Count) -> bool:
    return without_stats(first.as_json()) == without_stats(second.as_json())


@pytest.mark.parametrize("by", ["jumps", "moves"])
def test_a_count_may_end_at_every_level(home: dict[str, str], by: str) -> None:
    """Each time one level further: nothing that was saved is made again, but for the best ways."""
    whole, phases = phases_of(pp.count, SMALL, by=by)
    assert len(phases) == len(set(phases)) > 15
    for phase in phases:
        if not phase.startswith("best ways"):
            ended(pp.count, SMALL, phase, by=by)
    resumed, rest = phases_of(pp.count, SMALL, by=by)
    assert same(resumed, whole)
    assert [phase for phase in rest if not phase.startswith("best ways")] == phases[-1:]


def same_as_fresh(work: Callable[[], Any], home: dict[str, str]) -> None:
    """Assert that work finds the same whether it reads the checkpoints there are or none."""
    found = work()
    for file in checkpoints(home):
        file.unlink()
    assert found == work()


def test_work_never_misreads_a_checkpoint_of_other_work(home: dict[str, str]) -> None:
    """Work that is interrupted at any phase leaves files that other work on the problem reads or rejects."""
    problem = "pegs/triangle-5"  # the goal is any single peg, so the winning positions are found from both ends
    loaded = pp.load(problem)
    assert isinstance(loaded, PegProblem)

    def solve(progress: Progress | None = None) -> Any:
        asked = Request(objective="moves", progress=progress or Progress())
        return solve_by_maps(loaded, asked)

    works: dict[str, Callable[[], Any]] = {
        "solve": lambda: solve().moves,
        "count": lambda: without_stats(pp.count(problem).as_json()),
        "some levels": lambda: pp.count(problem, levels=4).levels,
        "by moves": lambda: pp.count(problem, by="moves").levels,
        "solutions": lambda: pp.count(problem, only="solutions").solutions,
    }
    _, counting = phases_of(pp.count, problem)
    heard: list[str] = []
    solve(progress=Progress(on_progress=lambda phase, stats: heard.append(phase)))
    for work in works.values():
        for phase in dict.fromkeys(counting[::4]):
            ended(pp.count, problem, phase)
            same_as_fresh(work, home)
        for phase in dict.fromkeys(heard[::4]):

            def report(told: str, stats: Stats, phase: str = phase) -> None:
                if told == phase:
                    raise Ended

            with pytest.raises(Ended):
                solve(progress=Progress(on_progress=report))
            same_as_fresh(work, home)


def test_wide_numbers_go_on_with_as_many_words(home: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(valued, "MAX_MOVES_BITS", 61)  # numbers of more than three bits get another word
    whole = pp.count(SMALL)
    for phase in (f"{name}, {ones} left" for name in ("boards", "games") for ones in (4, 10, 12, 14)):
        ended(pp.count, SMALL, phase)
    assert [about[1] for name in ("boards", "games") for about in abouts(checkpoints(home, f"{name}-2"))] == [2, 2]
    assert same(pp.count(SMALL), whole)


def test_values_of_several_words_are_read_back(home: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(valued, "MAX_MOVES_BITS", 61)
    problem = pp.load(SMALL)
    assert isinstance(problem, PegProblem)

    def values() -> list[Any]:
        with PegMaps(problem, Limits(), Progress()) as maps:
            winning = maps.win()
            quantities = WAYS, BESTS, CHANCES
            return [
                [level.values.tolist() for level in maps.from_goals(winning, quantity, is_last_enough=False)]
                for quantity in quantities
            ]

    first = values()
    files = checkpoints(home, "ways-2-*")
    assert sorted({words for _, words in abouts(files)}) == [1, 2]
    assert values() == first
    assert len(files) == len(first[0])
    for damaged in files[::2]:  # any level may be made again by the one before
        damaged.write_bytes(damaged.read_bytes()[:-1])
    assert values() == first


def test_all_problems_may_end_anywhere(home: dict[str, str]) -> None:
    all_heard: list[Pair] = []
    whole = pp.count_pairs(SMALL, on_pair=all_heard.append)
    assert set(all_heard) == set(whole.pairs)
    vacancies = list(dict.fromkeys(pair.vacancy for pair in all_heard))
    assert len(vacancies) > 3
    expanded = [whole.stats.expanded]
    for vacancy in vacancies:

        def stop_at(pair: Pair, vacancy: str = vacancy) -> None:
            if pair.vacancy == vacancy:
                raise Ended

        with pytest.raises(Ended):
            pp.count_pairs(SMALL, on_pair=stop_at)
        heard: list[Pair] = []
        resumed = pp.count_pairs(SMALL, on_pair=heard.append)
        assert (resumed.pairs, heard) == (whole.pairs, all_heard)
        assert checkpoints(home) == []
        expanded.append(resumed.stats.expanded)
    assert expanded == sorted(expanded, reverse=True) and expanded[-1] < expanded[0] / 2


def test_a_limit_keeps_the_vacancies_that_are_done(home: dict[str, str]) -> None:
    whole = pp.count_pairs(SMALL)
    part = pp.count_pairs(SMALL, limits=Limits(positions=whole.stats.expanded // 2))
    assert (part.limit, 0 < len(part.pairs) < len(whole.pairs)) == ("positions", True)
    resumed = pp.count_pairs(SMALL)
    assert resumed.pairs == whole.pairs
    assert resumed.stats.expanded < whole.stats.expanded


# Damaged.


def damage(file: Path) -> list[bytes]:
    saved = file.read_bytes()
    return [saved[:-8], saved[:-3] + bytes([saved[-3] ^ 4]) + saved[-2:]]


@pytest.mark.long
def test_a_damaged_checkpoint_is_ignored(environment: dict[str, str]) -> None:
    whole = counted(environment, SAVED)
    good = kill_once_there_is(environment, "reached-all-0-2", SAVED)
    for damaged in damage(good):
        good.write_bytes(damaged)
        answer = counted(environment, SAVED)
        assert without_stats(answer) == without_stats(whole)
        assert answer["stats"]["expanded"] == whole["stats"]["expanded"], "everything was made again"


@pytest.mark.parametrize(
    ("name", "phase"),
    [
        ("moves-2-7", "moves, 7 left"),
        ("boards-2", "boards, 7 left"),
        ("games-2", "games, 7 left"),
    ],
)
def test_damaged_values_are_ignored(home: dict[str, str], name: str, phase: str) -> None:
    whole = pp.count(SMALL)
    for number in range(2):
        ended(pp.count, SMALL, phase.replace("7", "8"))
        (good,) = checkpoints(home, name)
        good.write_bytes(damage(good)[number])
        resumed, phases = phases_of(pp.count, SMALL)
        assert same(resumed, whole)
        assert phase in phases


def test_damaged_pairs_are_ignored(home: dict[str, str]) -> None:
    whole = pp.count_pairs(SMALL)
    pp.count_pairs(SMALL, limits=Limits(positions=whole.stats.expanded // 2))
    (good,) = checkpoints(home, "pairs")
    good.write_bytes(good.read_bytes().replace(b"true", b"null", 1))
    assert pp.count_pairs(SMALL).pairs == whole.pairs


def unread(checkpoint: Checkpoint, name: str, members: Any) -> bool:
    return checkpoint.load(name, lambda about: [members]) is None


def test_no_damage_to_a_saved_map_goes_unseen(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path, "one piece of work")
    checkpoint.save("reached", [(5, 1), (4, 30)], np.arange(8, dtype=np.uint64))
    saved = checkpoint.path("reached").read_bytes()
    header, data = saved.split(b"\n", 1)
    broken = [b"", b"\n", b"{}", b"[]\n" + data, b"null\n" + data, header, saved[:-8], saved + bytes(8)]
    broken += [header.replace(b"30", b"31") + b"\n" + data, header.replace(b"[[5, 1], [4, 30]]", b"[]") + b"\n" + data]
    broken += [saved[:place] + bytes([saved[place] ^ 1]) + saved[place + 1 :] for place in range(len(saved))]
    for damaged in broken:
        checkpoint.path("reached").write_bytes(damaged)
        assert unread(checkpoint, "reached", np.zeros(8, np.uint64)), damaged[:300]


# Saved and read back.


@pytest.mark.long
def test_a_checkpoint_serves_other_questions_about_the_same_problem(environment: dict[str, str]) -> None:
    kill_once_there_is(environment, "winning", SAVED)  # so that all that can be reached was saved
    few = counted(environment, SAVED, "--levels", "3")
    assert [level["jumps"] for level in few["levels"]] == [0, 1, 2]
    kill_once_there_is(environment, "reached-all-0-2", SAVED)
    by_moves = counted(environment, SAVED, "--by", "moves")
    assert by_moves["positions"] == 291987


def test_other_questions_do_not_read_the_values(home: dict[str, str]) -> None:
    whole, best = pp.count(SMALL), pp.solve(SMALL, objective="moves")
    ended(pp.count, SMALL, "ways, 12 left")
    assert checkpoints(home, "ways-*")
    again = pp.solve(SMALL, objective="moves")
    assert isinstance(best, pp.Solved) and isinstance(again, pp.Solved)
    assert again.solution == best.solution
    assert same(pp.count(SMALL), whole)


def test_saved_maps_are_read_back(tmp_path: Path) -> None:
    members = np.arange(8, dtype=np.uint64)
    checkpoint = Checkpoint(tmp_path / "checkpoints", "one piece of work")
    checkpoint.save("reached", [(5, 1), (4, 3)], members)
    again = np.zeros(8, np.uint64)
    other_checkpoint = Checkpoint(tmp_path / "checkpoints", "one piece of work")
    assert other_checkpoint.load("reached", lambda about: [again]) == [[5, 1], [4, 3]]
    assert again.tolist() == members.tolist()
    for other, name, size in (
        ("another piece of work", "reached", 8),
        ("one piece of work", "winning", 8),
        ("one piece of work", "reached", 4),
    ):
        zeros = np.zeros(size, np.uint64)
        assert unread(Checkpoint(tmp_path / "checkpoints", other), name, zeros)
        assert not zeros.any()
    checkpoint.path("winning").write_bytes(checkpoint.path("reached").read_bytes())
    assert unread(checkpoint, "winning", np.zeros(8, np.uint64)), "a file under another name is not that file"
    checkpoint.path("winning").unlink()
    (tmp_path / "checkpoints" / f".{checkpoint.path('reached').name}.half").write_bytes(b"a save that was killed")
    Checkpoint(tmp_path / "checkpoints", "another piece of work").forget()
    assert len(list((tmp_path / "checkpoints").iterdir())) == 2
    checkpoint.forget()
    assert list((tmp_path / "checkpoints").iterdir()) == []


def test_several_arrays_are_read_back(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path, "one piece of work")
    arrays = [np.arange(6, dtype=np.uint64).reshape(3, 2), np.zeros((0, 0), np.uint64), np.array([0.5, 0.25])]
    checkpoint.save("values", 7, *arrays)
    again = [np.zeros_like(array) for array in arrays]
    assert checkpoint.load("values", lambda about: again) == 7
    assert [array.tolist() for array in again] == [array.tolist() for array in arrays]
    checkpoint.save("pairs", [["a", 1, None, True]])
    assert checkpoint.load("pairs") == [["a", 1, None, True]]


def test_saving_waits_a_minute_and_takes_a_tenth_of_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    cost = 1.0

    def write(path: Path, pieces: Any) -> None:
        nonlocal now
        now += cost

    monkeypatch.delenv("PERFECTPLAY_CHECKPOINT_SECONDS", raising=False)
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    monkeypatch.setattr(saving, "write_safely", write)
    checkpoint = Checkpoint(tmp_path, "one piece of work")
    now += 59
    assert (checkpoint.is_due(), checkpoint.is_long()) == (False, False)
    now += 1
    assert (checkpoint.is_due(), checkpoint.is_long()) == (True, True)
    checkpoint.save("reached", [])
    assert (checkpoint.is_due(), checkpoint.is_long()) == (False, True)
    cost = 20.0
    checkpoint.save("reached", [])
    now += 60
    assert (checkpoint.is_due(), checkpoint.is_long()) == (False, False), "21 seconds of 141 were spent on saving"
    now += 70
    assert (checkpoint.is_due(), checkpoint.is_long()) == (True, True)


def test_a_full_disk_stops_no_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    checkpoint = Checkpoint(tmp_path / "checkpoints", "one piece of work")
    members = np.arange(8, dtype=np.uint64)
    checkpoint.save("reached", [(5, 1)], members)
    assert list((tmp_path / "checkpoints").iterdir()) == []
    assert unread(checkpoint, "reached", members)
    monkeypatch.setenv("PERFECTPLAY_CHECKPOINT_SECONDS", "0")
    assert pp.count(SMALL).solutions == 6816


def test_what_cannot_be_removed_costs_no_result(home: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a folder that has become read-only."""

    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    ended(pp.count, SMALL, "ways, 12 left")
    monkeypatch.setattr(Path, "unlink", refuse)
    assert pp.count(SMALL).solutions == 6816
    assert checkpoints(home) != []


def test_a_folder_that_may_not_be_entered_costs_no_result(home: dict[str, str], tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / ("x" * 300), "one piece of work")
    checkpoint.save("reached", [], np.arange(8, dtype=np.uint64))
    assert unread(checkpoint, "reached", np.zeros(8, np.uint64))
    checkpoint.forget()


def test_saving_leaves_half_of_the_disk_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoint = Checkpoint(tmp_path, "one piece of work")
    for free, is_saved in ((127, False), (128, True)):
        monkeypatch.setattr(shutil, "disk_usage", lambda path, free=free: SimpleNamespace(free=free))
        checkpoint.save("reached", [], np.arange(8, dtype=np.uint64))
        assert checkpoint.path("reached").exists() == is_saved
