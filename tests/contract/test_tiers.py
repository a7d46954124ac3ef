"""Plain Python and machine code give the same answers and the same counts, wherever one takes over from the other."""

import json
import os
import subprocess
import sys
import textwrap
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.base.stats import Stats, mode_of
from perfectplay.contract import kernel as tiers
from perfectplay.contract.kernel import Kernel
from perfectplay.contract.switch import when_to_compile
from tests.conftest import Command
from tests.places import JUGS
from tests.searches import FOR_ONE

PROBLEMS: list[tuple[str, dict[str, Any]]] = [
    *(("pegs/triangle-4:a2..any", {"algorithm": name}) for name in FOR_ONE),
    *(("army/5x6:c5", {"algorithm": name}) for name in ("astar", "depth-first")),
    *(("dice/board-11", {"algorithm": name}) for name in ("astar", "idastar")),
    *((f"{JUGS}:4", {"algorithm": name}) for name in ("breadth-first", "depth-first")),
    ("pegs/english", {}),
    ("pegs/english:d4..any", {"trace": 50}),
    ("pegs/triangle-5", {}),
    ("pegs/triangle-4", {"objective": "moves"}),
    ("pegs/triangle-4:a2..a3", {}),
    ("pegs/french:c1..any", {"limits": pp.Limits(positions=700)}),
    ("dice/board-11", {"all_optimal": True}),
]


def kernels() -> list[Kernel]:
    modules = [module for name, module in sys.modules.items() if name.startswith("perfectplay.")]
    found = {id(value): value for module in modules for value in vars(module).values() if isinstance(value, Kernel)}
    return list(found.values())


@pytest.fixture
def is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has run in this process yet, as far as kernels know."""
    for kernel in kernels():
        monkeypatch.setattr(kernel, "compiled", {})
        monkeypatch.setattr(kernel, "_seconds", {})
        monkeypatch.setattr(kernel, "_prices", {})


def solved(spec: str, options: dict[str, Any]) -> tuple[dict[str, Any], list[Any], str]:
    """Return an answer without what may differ, its trace, and its mode."""
    answer = pp.solve(pp.load(spec), **options)
    found = answer.as_json()
    del found["digest"]
    for name in ("seconds", "compile_seconds", "mode", "peak_memory_bytes"):
        del found["stats"][name]
    return found, list(answer.trace), answer.stats.mode


def switch_after(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every kernel be compiled after so many calls."""
    left: dict[Any, int] = {}

    def pays(self: Kernel, kind: Any, is_small: bool | None) -> bool:
        left[self, kind] = left.get((self, kind), calls) - 1
        return left[self, kind] < 0

    monkeypatch.setattr(Kernel, "pays", pays)


@pytest.mark.parametrize(("spec", "options"), PROBLEMS, ids=lambda value: str(value).rpartition("/")[2][:30])
def test_the_tier_makes_no_difference(
    spec: str, options: dict[str, Any], is_new: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERFECTPLAY_COMPILE", "never")
    *plain, mode = solved(spec, options)
    assert mode == "interpreted"
    for calls in (0, 1, 3):
        with monkeypatch.context() as patch:
            switch_after(calls, patch)
            for kernel in kernels():
                patch.setattr(kernel, "compiled", {})
            *mixed, mode = solved(spec, options)
        assert mixed == plain
        assert mode == "compiled" if calls == 0 else mode in ("interpreted", "both")


@settings(max_examples=20)
@given(calls=st.integers(0, 60), number=st.integers(0, 40), algorithm=st.sampled_from(sorted(FOR_ONE)))
def test_the_switch_may_fall_anywhere(calls: int, number: int, algorithm: str) -> None:
    specs = [f"pegs/triangle-5:{start}..any" for start in ("a1", "a2", "b3")] + ["dice/board-11", "army/5x6:c5"]
    spec, options = specs[number % len(specs)], {"algorithm": algorithm, "limits": pp.Limits(positions=100 + number)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERFECTPLAY_COMPILE", "never")
        for kernel in kernels():
            patch.setattr(kernel, "compiled", {})
        *plain, _ = solved(spec, options)
        switch_after(calls, patch)
        *mixed, _ = solved(spec, options)
        assert mixed == plain


def test_a_kernel_is_compiled_when_it_has_taken_as_long_as_that_would(
    is_new: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PERFECTPLAY_COMPILE", "auto")
    monkeypatch.setattr(tiers, "COMPILE_SECONDS", 1e9)
    monkeypatch.setattr(tiers, "LOAD_SECONDS", 1e9)
    task = partial(
        pp.solve, "pegs/triangle-5", algorithm="breadth-first", prune="none", limits=pp.Limits(positions=400)
    )
    assert task().stats.mode == "interpreted"
    monkeypatch.setattr(tiers, "COMPILE_SECONDS", 0.001)
    monkeypatch.setattr(tiers, "LOAD_SECONDS", 0.001)
    for kernel in kernels():
        monkeypatch.setattr(kernel, "_prices", {})
    assert task().stats.mode == "compiled", "what was spent before counts too"
    assert task().stats.mode == "compiled"


def test_what_was_never_compiled_is_compiled_later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kernel = Kernel(lambda rules, budget: budget)
    kernel.function.__name__ = "some_kernel"
    monkeypatch.setenv("PERFECTPLAY_HOME", str(tmp_path))
    monkeypatch.setenv("PERFECTPLAY_COMPILE", "auto")
    monkeypatch.setattr(tiers, "COMPILE_SECONDS", 1.0)
    monkeypatch.setattr(kernel, "_seconds", {(Stats, 1): 0.5})
    assert not kernel.pays((Stats, 1), None)
    monkeypatch.setattr(kernel, "_prices", {})
    (tmp_path / "cache" / "kernels").mkdir(parents=True)
    (tmp_path / "cache" / "kernels" / f"some_kernel-Stats-{'0' * 32}.kernel").touch()
    assert kernel.pays((Stats, 1), None)


@pytest.mark.parametrize("value", ["sometimes", "Always", "1"])
def test_a_wrong_switch_is_refused(value: str, monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    monkeypatch.setenv("PERFECTPLAY_COMPILE", value)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    with pytest.raises(pp.InputError, match=f"PERFECTPLAY_COMPILE is '{value}'; it may be always, auto or never"):
        when_to_compile()
    code, out, err = command("solve", "pegs/english", "--algorithm", "greedy")
    assert code == 0 or (code, out, err.count("\n")) == (2, "", 1)


def test_modes_add_up() -> None:
    assert mode_of("", "compiled") == mode_of("compiled", "") == mode_of("compiled", "compiled") == "compiled"
    assert mode_of("interpreted", "compiled") == mode_of("both", "interpreted") == "both"
    stats = Stats(mode="interpreted")
    stats.add(Stats())
    assert stats.as_json()["mode"] == Stats().as_json()["mode"] == "interpreted"


# What short work imports.

SHORT = [
    "solve pegs/english",
    "solve pegs/triangle-5",
    "solve dice/board-11",
    "solve coins/4",
    "solve coins/8",
    "hint pegs/triangle-4",
    "count coins/3",
    "prove pegs/french:d4..d4",
    f"solve {JUGS}:4",
]
MODULES = """
import sys
from perfectplay.cli.main import main
code = main(sys.argv[1:])
heavy = {"numba", "llvmlite", "numpy", "highspy", "rich", "scipy"}
print(code, *heavy & {name.partition(".")[0] for name in sys.modules})
"""


def modules_after(line: str, home: Path) -> set[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PERFECTPLAY", "NUMBA"))}
    done = subprocess.run(
        [sys.executable, "-c", MODULES, *line.split()],
        env=environment | {"PERFECTPLAY_HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize("line", SHORT)
def test_short_work_needs_no_compiler(line: str, tmp_path: Path) -> None:
    assert modules_after(line, tmp_path) <= {"numpy", "rich"}


@pytest.mark.parametrize("line", ["--help", "list", "show pegs/english", "generate dice --seed 3"])
def test_what_searches_nothing_needs_no_arrays(line: str, tmp_path: Path) -> None:
    assert modules_after(line, tmp_path) <= {"rich"}


# A user's rules.

RULES = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import canonical, cost, estimate, implements, is_goal, signed, successors

class Road(NamedTuple):
    goal: int

@implements(successors, Road)
def go(rules, state, out):
    place = signed(state)
    {step}
    return {count}

@implements(is_goal, Road)
def arrived(rules, state):
    return signed(state) == rules.goal
{more}

def problem():
    return pp.Puzzle(Road(30), start=0, branching=2)
"""
ONE = "out[0] = place + 1"
BAD_RULES = {
    "a float is stored": (ONE + " if place < 3 else place / 2", "1", ""),
    "too many are counted": (ONE, "1 if place < 3 else 3", ""),
    "too many are stored": (ONE + "\n    for i in range(3 if place > 3 else 1): out[i] = place + i + 1", "1", ""),
    "a negative cost": (ONE, "1", "@implements(cost, Road)\ndef toll(rules, a, b): return 1 if signed(a) < 3 else -1"),
    "a huge estimate": (
        ONE,
        "1",
        "@implements(estimate, Road)\ndef far(rules, state): return 1 if signed(state) < 3 else 1 << 50",
    ),
    "a division by zero": (ONE + " + 0 * (1 // (place - 3))", "1", ""),
}
SOLVE = """
import perfectplay as pp
try:
    print(pp.solve("./game.py", algorithm="astar").status)
except pp.ContractError as error:
    print(error)
"""


def said_of(folder: Path, when: str) -> str:
    environment = {**os.environ, "PERFECTPLAY_COMPILE": when}
    environment.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run(
        [sys.executable, "-c", SOLVE], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


QUICK = ("a float is stored",)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.long]) for name in BAD_RULES]
)
def test_both_tiers_refuse_the_same_rules_in_the_same_words(name: str, tmp_path: Path) -> None:
    step, count, more = BAD_RULES[name]
    (tmp_path / "game.py").write_text(textwrap.dedent(RULES).format(step=step, count=count, more=more))
    plain = said_of(tmp_path, "auto")
    assert "\n" not in plain.strip() and plain not in ("", "solved\n")
    if name != "a float is stored":  # compiled rules are refused before any value is known, and name a variable
        assert plain == said_of(tmp_path, "always")


@pytest.mark.long
def test_words_wrap_around_in_both_tiers(tmp_path: Path) -> None:
    step = "out[0] = place - 1 if place == 0 else place + 7 if place == -1 else place + 1"
    (tmp_path / "game.py").write_text(textwrap.dedent(RULES).format(step=step, count="1", more=""))
    assert said_of(tmp_path, "never") == said_of(tmp_path, "always") == "solved\n"


def test_plain_python_shows_where(tmp_path: Path) -> None:
    step, count, more = BAD_RULES["a division by zero"]
    (tmp_path / "game.py").write_text(textwrap.dedent(RULES).format(step=step, count=count, more=more))
    assert said_of(tmp_path, "auto").endswith("; PERFECTPLAY_COMPILE=never shows where\n")
    assert "game.py, line 12: ZeroDivisionError: division by zero" in said_of(tmp_path, "never")


def test_the_mode_is_told(command: Command) -> None:
    code, out, _ = command("solve", "pegs/triangle-4", "--json")
    assert code == 0
    assert json.loads(out)["stats"]["mode"] in ("interpreted", "compiled", "both")
