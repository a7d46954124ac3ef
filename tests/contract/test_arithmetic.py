"""Integers of rules have 64 bits: interpreted, compiled and checked rules give the same, or the same error."""

import random
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit

import perfectplay as pp
from perfectplay.contract import successors
from perfectplay.contract.kernel import kernel
from perfectplay.contract.native.compiling import dispatcher_of
from perfectplay.contract.native.replay import replay
from perfectplay.contract.native.rules import _adopt_helpers
from perfectplay.contract.rewriting import interpreted_form, machine_form
from perfectplay.contract.state import from_number, make_states
from tests.contract.test_tiers import is_new, solved, switch_after
from tests.places import EXAMPLES
from tests.random_rules import GAME, PUZZLE, expression, head, write_problem

__all__ = ["is_new"]

NARROW = """
from typing import Any, NamedTuple

import numpy as np

import perfectplay as pp
from perfectplay.contract import cost, implements, is_goal, signed, successors


class Lamps(NamedTuple):
    lit: Any
    toll: Any
    far: int = 0


@implements(successors, Lamps)
def walk(rules, state, out):
    if signed(state) + 2 == len(rules.lit):
        return 0
    out[0] = signed(state) + 1
    return 1


@implements(is_goal, Lamps)
def is_between(rules, state):
    i = signed(state)
    {goal}


@implements(cost, Lamps)
def toll(rules, state, after):
    return rules.toll[signed(state)] + rules.toll[signed(after)]


def problem(far="0"):
    lit = np.array([0, 0, 0, 0, 1, 0, 1, 0], bool)
    return pp.Puzzle(Lamps(lit, np.arange(200, 208, dtype=np.uint8), eval(far)), start=1, branching=1)
"""
LIT = "return rules.lit[i - 1] + rules.lit[i + 1] == 2"

WRAPPING = """
import numpy as np
import perfectplay as pp
from typing import NamedTuple
from perfectplay.contract import canonical, implements, outcome, signed, successors, word

ODD = 0x9E3779B97F4A7C15
BACK = pow(ODD, -1, 1 << 64)

class Wrapping(NamedTuple):
    heap: int
    big: int

@implements(successors, Wrapping)
def take(rules, state, out):
    scrambled = state * word(ODD) * word(BACK)
    out[0] = out[1] = scrambled - word(1)
    rules.big * 3 + signed(state) * rules.big
    return 1 if scrambled != word(0) else 0

@implements(canonical, Wrapping)
def same(rules, state):
    return state * word(ODD) * word(BACK)

@implements(outcome, Wrapping)
def end(rules, state):
    return -1

def problem():
    return pp.Game(Wrapping(5, np.int64(1 << 62)), start=5, can_repeat=True, branching=2)
"""


@kernel
def ask_successors(rules: Any, state: Any, out: Any) -> int:
    return int(successors(rules, state, out))


def given(call: Any, rules: Any, state: int) -> Any:
    """Return the numbers that a rule writes, or the name of its error."""
    out = make_states(4, 1)
    try:
        return out[: call(rules, from_number(state, 1), out)].tolist()
    except (ArithmeticError, IndexError, ValueError) as error:
        return type(error).__name__


def rules_of(spec: str) -> Any:
    problem: Any = pp.load(spec)
    return problem.rules


def write_probes(path: Path, seed: int, expressions: list[str]) -> None:
    """Write a puzzle whose successors are the value of one of some expressions, and how it compares."""
    lines = [head(seed, f"Probes{seed}"), "", f"@implements(successors, Probes{seed})", "def probe(rules, state, out):"]
    lines += ["    i = signed(state) & 7"]
    for number, text in enumerate(expressions):
        lines += [f"    if rules.which == {number}:", f"        value{number} = {text}"]
        lines += [f"        out[0], out[1], out[2] = value{number}, value{number} < 0, value{number} > 5"]
    lines += ["    return 3", "", "def problem(which='0'):"]
    lines += ["    return pp.Puzzle(fields(int(which)), start=0, branching=4)"]
    path.write_text("\n".join(lines))


def compare_probes(path: Path, seed: int, count: int) -> None:
    chance = random.Random(seed)
    expressions = [expression(chance, chance.randint(1, 3)) for _ in range(count)]
    write_probes(path, seed, expressions)
    compiled = dispatcher_of(ask_successors.function)
    fields = rules_of(str(path))
    for which, text in enumerate(expressions):
        rules = fields._replace(which=which)
        for state in (*range(8), 1 << 63, (1 << 64) - 1):
            plain = given(ask_successors.function, rules, state)
            assert given(compiled, rules, state) == plain, (text, state, rules)


def test_random_expressions_agree(tmp_path: Path) -> None:
    compare_probes(tmp_path / "probes.py", 1, 25)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 40))
def test_many_random_expressions_agree(tmp_path: Path, seed: int) -> None:
    compare_probes(tmp_path / "probes.py", seed, 60)


@pytest.mark.parametrize("goal", [LIT, LIT.replace("return", "pair =") + "\n    return pair", LIT + " != False"])
def test_narrow_arrays_are_widened(goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lamps.py"
    path.write_text(NARROW.format(goal=goal))
    monkeypatch.setenv("PERFECTPLAY_COMPILE", "never")
    answer = pp.solve(str(path))
    assert isinstance(answer, pp.Solved)
    assert (answer.jumps, answer.cost) == (4, 201 + 2 * (202 + 203 + 204) + 205)
    assert pp.verify(answer, rules=path).accepted
    monkeypatch.setenv("PERFECTPLAY_COMPILE", "always")
    again = pp.solve(str(path))
    assert isinstance(again, pp.Solved) and again.cost == answer.cost


def test_fields_have_64_bits(tmp_path: Path) -> None:
    path = tmp_path / "lamps.py"
    path.write_text(NARROW.format(goal=LIT))
    rules = rules_of(str(path))
    assert (rules.lit.dtype, rules.toll.dtype) == (np.bool_, np.int64)
    assert rules_of(f"{path}:2**64-1").far == 2**64 - 1
    for far in ("2**64", "-2**63-1"):
        with pytest.raises(pp.ContractError, match=r"Lamps\w*.far is -?\d+, which does not fit in 64 bits"):
            pp.load(f"{path}:{far}")


@pytest.mark.parametrize("switch", ["never", "always"])
@pytest.mark.parametrize(
    ("goal", "reason"),
    [
        ("return 1 << (i + 62) == 0", "ValueError"),
        ("return 5 >> (0 - i) == 0", "ValueError"),
        ("return 2 ** (0 - i) == 0", "ValueError"),
        ("return i == 1 << 70", "ContractError|does not fit|int too big|Int value"),
    ],
)
def test_undefined_arithmetic_is_rejected(
    goal: str, reason: str, switch: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lamps.py").write_text(NARROW.format(goal=goal))
    monkeypatch.setenv("PERFECTPLAY_COMPILE", switch)
    with pytest.raises(pp.ContractError, match=reason):
        pp.solve(str(tmp_path / "lamps.py"))


def test_wrapping_rules_give_no_warnings(tmp_path: Path) -> None:
    (tmp_path / "wrapping.py").write_text(textwrap.dedent(WRAPPING))
    words = [sys.executable, "-W", "error", "-m", "perfectplay", "solve", "./wrapping.py", "--algorithm", "retrograde"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


def test_rules_need_their_source() -> None:
    run = "names = {'__name__': 'jugs'}; exec(open(0).read(), names)"
    program = f"import perfectplay as pp; {run}; pp.solve(names['problem']())"
    text = (EXAMPLES / "jugs.py").read_text()
    done = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, encoding="utf-8")
    assert "ContractError: pour: the source of this rule cannot be read from <string>" in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("kind", [PUZZLE, GAME], ids=["puzzle", "game"])
@pytest.mark.parametrize("seed", range(1, 11))
def test_random_problems_agree(
    kind: str, seed: int, tmp_path: Path, is_new: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "random_problem.py"
    write_problem(path, kind, seed)

    def outcome_of(switch: str) -> Any:
        monkeypatch.setenv("PERFECTPLAY_COMPILE", switch)
        try:
            return solved(str(path), {})[:2]
        except (pp.ContractError, pp.InputError):
            return "rejected"

    expected = outcome_of("never")
    assert outcome_of("always") == expected
    with monkeypatch.context() as patched:
        for calls in random.Random(seed).sample(range(1, 6), 2):
            switch_after(calls, patched)
            assert outcome_of("auto") == expected
    if expected != "rejected":
        assert pp.verify(pp.solve(str(path)), rules=path).accepted


def step(x: int) -> int:
    return x + 1


def rewriting_step(x: int) -> int:
    return x + 2


def Mod(x: int, by: int) -> int:  # named as the node of an operator
    return 77


def call_helpers_of_many_names(x: int) -> Any:
    return Mod(x, 5) * 1000 + x % 5 + step(x) * 100 + rewriting_step(x)


def change_an_array(x: int) -> Any:
    numbers = np.zeros(4, np.int64)
    part = numbers[2:]
    part += x
    part *= 2
    return numbers[2]


TOLLS = np.array([0, 200, 100], np.uint8)


def add_items_of_a_global_array(x: int) -> Any:
    return sum((TOLLS[1], TOLLS[2], x))


@pytest.mark.parametrize("rule", [call_helpers_of_many_names, change_an_array])
def test_rewritten_rules_compute_as_written(rule: Any) -> None:
    replay()
    _adopt_helpers(rule)
    replay()
    wanted = rule(7)
    assert interpreted_form(rule)(7) == wanted
    assert njit(machine_form(rule))(7) == wanted


def test_global_arrays_are_widened() -> None:
    assert interpreted_form(add_items_of_a_global_array)(7) == 307
    assert njit(machine_form(add_items_of_a_global_array))(7) == 307
    rules = pp.Puzzle(Lit(np.array([(1 << 64) - 1], ">u8")), start=0).rules
    assert (rules.lit.tolist(), rules.lit.dtype) == ([(1 << 64) - 1], np.dtype(np.uint64))


class Lit(NamedTuple):
    lit: Any
