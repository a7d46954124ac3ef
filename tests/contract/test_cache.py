"""An edited rule is never answered by an old kernel: ours, a user's, or a helper's in another file."""

import itertools
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.base.errors import ContractError
from perfectplay.contract import canonical, cost, estimate, implements, is_goal, is_hopeless, successors
from perfectplay.contract.dispatch import STUBS
from perfectplay.contract.fingerprint import fingerprint
from perfectplay.contract.names import is_foreign
from perfectplay.contract.native.cache import rules_classes
from perfectplay.games.jumping import kernels as kernels_of_pegs
from perfectplay.games.jumping.kernels import JumpRules
from perfectplay.games.pegs.estimates import make_estimate
from perfectplay.games.pegs.kernels import PegMoveRules, build_move_rules
from perfectplay.search.breadth_first import expand_level
from perfectplay.search.deepening import search_within_bound
from tests.places import EXAMPLES

GAME = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import implements, is_goal, signed, successors
import lengths.leaps
import steps
from colours import Leap
from steps import LIMIT, forward

class Track(NamedTuple):
    goal: int

@implements(successors, Track)
def go(rules, state, out):
    place = signed(state)
    out[0] = forward(place)
    out[1] = place + steps.LEAP + lengths.leaps.EXTRA + Leap.MORE
    return 2 if place < LIMIT else 0

@implements(is_goal, Track)
def is_there(rules, state):
    return signed(state) == rules.goal

def problem(goal="12"):
    return pp.Puzzle(Track(int(goal)), start=0, branching=2)
"""
STEPS = """
from numba import njit
LIMIT = 100
LEAP = 5

@njit
def forward(place):
    return place + 1
"""
COLOURS = """
from enum import IntEnum

class Leap(IntEnum):
    MORE = 0
"""


SOLVE = """
import perfectplay as pp

answer = pp.solve("./game.py", algorithm="breadth-first")
print(" ".join(answer.solution) if answer.status == "solved" else answer.status)
"""


def solve(folder: Path, script: str = SOLVE, **switches: str) -> str:
    """Solve in a new process; return the output of the script: the solution, or else the status."""
    own = {"PERFECTPLAY_HOME": str(folder / "home"), "PERFECTPLAY_COMPILE": "always"}
    environment = {**os.environ, **own, **switches}
    environment.pop("NUMBA_DISABLE_JIT", None)
    finished = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return finished.stdout.strip()


KEY = """
import perfectplay as pp
from numba import typeof
from perfectplay.contract.native.cache import KernelCache
from perfectplay.search.breadth_first import expand_level

print(KernelCache(expand_level.function).key((typeof(pp.load("./game.py").rules),)))
"""


def key(folder: Path, **switches: str) -> str:
    """Return in a new process the key under which the kernel of the game is kept; nothing is compiled for that."""
    command = [sys.executable, "-W", "error::FutureWarning", "-c", KEY]
    environment = {**os.environ, **switches}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def kernels(folder: Path) -> set[str]:
    return {path.name for path in (folder / "home" / "cache" / "kernels").iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.py").write_text(textwrap.dedent(GAME))
    (tmp_path / "steps.py").write_text(textwrap.dedent(STEPS))
    (tmp_path / "colours.py").write_text(textwrap.dedent(COLOURS))
    (tmp_path / "lengths").mkdir()
    (tmp_path / "lengths" / "__init__.py").write_text("")
    (tmp_path / "lengths" / "leaps.py").write_text("EXTRA = 0\n")
    return tmp_path


@pytest.mark.long
def test_an_edit_is_seen_by_the_next_process(folder: Path) -> None:
    assert solve(folder) == "1 2 7 12"
    compiled = kernels(folder)
    assert solve(folder) == "1 2 7 12"
    assert kernels(folder) == compiled, "an unchanged rule must be found in the cache"
    steps = folder / "steps.py"
    steps.write_text(steps.read_text().replace("place + 1", "place + 4"))
    assert solve(folder) == "4 8 12", "a compiled helper in another file"


SEVERAL = """
import sys
import perfectplay as pp

for algorithm in sys.argv[1:]:
    answer = pp.solve("pegs/english", algorithm=algorithm, limits=pp.Limits(positions=20_000))
    print(algorithm, answer.status, answer.stats.expanded if answer.status == "solved" else "")
"""


@pytest.mark.long
def test_kernels_of_different_processes_do_not_run_each_other(tmp_path: Path) -> None:
    """Machine code is linked by names.  Without optimisation helpers are called, and not copied into the kernel."""
    own = {"PERFECTPLAY_HOME": str(tmp_path), "PERFECTPLAY_COMPILE": "always", "NUMBA_OPT": "0"}

    def said(*algorithms: str) -> list[str]:
        return subprocess.run(
            [sys.executable, "-c", SEVERAL, *algorithms],
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()

    searches = ("breadth-first", "deepening", "greedy")
    alone = {name: said(name)[0] for name in searches}  # each compiled in a process of its own
    assert alone["greedy"].startswith("greedy solved") and "unknown" in alone["deepening"]
    for together in (searches, ("greedy", "breadth-first", "deepening")):
        assert said(*together) == [alone[name] for name in together]


EDITS = {
    "the rule": ("game.py", "place + steps.LEAP", "place + steps.LEAP + 1", "6 12"),
    "the goal": ("game.py", "signed(state) == rules.goal", "signed(state) >= rules.goal", "5 10 15"),
    "a constant of another module": ("steps.py", "LEAP = 5", "LEAP = 11", "1 12"),
    "an imported constant": ("steps.py", "LIMIT = 100", "LIMIT = 7", "impossible"),
    "a compiled helper in another file": ("steps.py", "place + 1", "place + 7", "7 12"),
    "a member of an enumeration": ("colours.py", "MORE = 0", "MORE = 1", "6 12"),
    "a constant of a package": ("lengths/leaps.py", "EXTRA = 0", "EXTRA = 7", "12"),
}


LATER = itertools.count(2, 2)


def edit(folder: Path, name: str, before: str, after: str) -> None:
    text = (folder / name).read_text()
    assert before in text
    (folder / name).write_text(text.replace(before, after))
    later = (folder / name).stat().st_mtime + next(LATER)  # Python takes a file of the same second for unchanged
    os.utime(folder / name, (later, later))


def test_every_edit_makes_another_key(folder: Path) -> None:
    keys = [key(folder)]
    assert key(folder) == keys[0]
    for name, before, after, _ in EDITS.values():
        edit(folder, name, before, after)
        keys.append(key(folder))
    assert len(set(keys)) == 1 + len(EDITS)


@pytest.mark.long
@pytest.mark.parametrize("what", EDITS)
def test_every_edit_makes_another_answer(folder: Path, what: str) -> None:
    *change, wanted = EDITS[what]
    assert solve(folder) == "1 2 7 12"
    edit(folder, *change)
    assert solve(folder) == wanted


@pytest.mark.long
def test_a_switch_of_the_compiler_makes_another_kernel(folder: Path) -> None:
    solve(folder)
    plain = kernels(folder)
    solve(folder, NUMBA_BOUNDSCHECK="1")
    assert kernels(folder) > plain


@pytest.mark.long
def test_a_damaged_cache_is_compiled_again(folder: Path) -> None:
    assert solve(folder) == "1 2 7 12"
    for path in (folder / "home" / "cache" / "kernels").iterdir():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert solve(folder) == "1 2 7 12"


@pytest.mark.long
def test_swapped_kernels_are_compiled_again(folder: Path) -> None:
    assert solve(folder) == "1 2 7 12"
    (first,) = (folder / "home" / "cache" / "kernels").iterdir()
    content = first.read_bytes()
    (folder / "game.py").write_text((folder / "game.py").read_text().replace("steps.LEAP +", "steps.LEAP + 1 +"))
    assert solve(folder) == "6 12"
    (second,) = set((folder / "home" / "cache" / "kernels").iterdir()) - {first}
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)
    assert solve(folder) == "6 12"
    assert first.read_bytes() != content != second.read_bytes(), "it was written again"


@pytest.mark.long
def test_a_folder_where_no_cache_can_be_is_no_hindrance(folder: Path) -> None:
    assert solve(folder, PERFECTPLAY_HOME="/dev/null/x") == "1 2 7 12"


def test_an_edit_is_seen_in_the_same_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = (EXAMPLES / "jugs.py").read_text()
    monkeypatch.chdir(tmp_path)
    Path("jugs.py").write_text(example)
    first = pp.solve("./jugs.py:4", algorithm="breadth-first")
    assert isinstance(first, pp.Solved)
    Path("jugs.py").write_text(example.replace("== rules.litres", "== rules.litres + 3"))
    second = pp.solve("./jugs.py:4", algorithm="breadth-first")
    assert isinstance(second, pp.Impossible)
    assert pp.verify(first, rules="jugs.py").verdict == "rejected", "made with another file"
    assert pp.verify(second, rules="jugs.py").accepted


@pytest.mark.parametrize("stub", [successors, is_goal, canonical, estimate, is_hopeless, cost])
def test_every_rule_of_ours_is_part_of_the_key(stub: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of rules inside other rules: fewest moves play by the rules of jumps."""
    from numba import typeof

    problem: Any = pp.load("pegs/triangle-4")
    rules = build_move_rules(problem, make_estimate("corners", problem), [])[0]
    classes = tuple(rules_classes((typeof(rules),)))
    assert classes == (PegMoveRules, JumpRules)
    for rules_class in classes:
        before = fingerprint(search_within_bound.function, classes)
        assert fingerprint(search_within_bound.function, classes) == before
        if STUBS[stub].is_implemented_by(rules_class):
            monkeypatch.setitem(STUBS[stub].table, rules_class, lambda *arguments: 7)
            assert fingerprint(search_within_bound.function, classes) != before


def test_a_constant_of_ours_is_part_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(search_within_bound.function, (JumpRules,))
    monkeypatch.setattr(kernels_of_pegs, "LANE_SIGNS", kernels_of_pegs.LANE_SIGNS >> 1)
    assert fingerprint(search_within_bound.function, (JumpRules,)) != before


# Each rule reads WORTH, or PRICE of the package, in another way.
READS = {
    "a global": "def rule(): return WORTH",
    "a constant of a package": "def rule(): return package.module.PRICE",
    "a constant under a second name": "short = package.module\ndef rule(): return short.PRICE",
    "a member of an enumeration": "class Leap(IntEnum):\n    MORE = WORTH\ndef rule(): return Leap.MORE",
    "a member without its class": "class Leap(IntEnum):\n    MORE = WORTH\nMORE = Leap.MORE\ndef rule(): return MORE",
    "a default of a tuple": "class Pair(NamedTuple):\n    first: int\n    second: int = WORTH\n"
    "def rule(): return Pair(1).second",
    "a field of a tuple": "class Pair(NamedTuple):\n    first: int = WORTH\nPAIR = Pair()\n"
    "def rule(): return PAIR.first",
    "a default argument": "def helper(number, other=WORTH): return other\ndef rule(): return helper(1)",
    "a keyword-only default": "def helper(number, *, other=WORTH): return other\ndef rule(): return helper(1)",
    "a nested tuple": "ALL = ((1, WORTH), 2)\ndef rule(): return ALL[0][1]",
    "an array": "ALL = np.array([1, WORTH])\ndef rule(): return ALL[1]",
    "a closure": "def make(inside):\n    def rule(): return inside\n    return rule\nrule = make(WORTH)",
    "a closure over a module": "def make(inside):\n    def rule(): return inside.PRICE\n    return rule\n"
    "rule = make(package.module)",
    "a function in a function": "def rule():\n    def inside(): return package.module.PRICE\n    return inside()",
    "a helper of a package": "def rule(): return package.module.helper()",
    "a helper in a closure": "def helper(): return WORTH\ndef make(inside):\n    def rule(): return inside()\n"
    "    return rule\nrule = make(helper)",
    "a compiled helper": "@njit\ndef helper(): return WORTH\ndef rule(): return helper()",
    "an option of a compiled helper": "@njit(fastmath=WORTH > 0)\ndef helper(): return 1\ndef rule(): return helper()",
    "a compiled ufunc": "@vectorize\ndef helper(one): return WORTH\ndef rule(): return helper(1)",
    "an overload": "def helper(): return 1\n@overload(helper)\ndef choose():\n    return lambda: WORTH\n"
    "def rule(): return helper()",
    "a wrapped helper": "@wraps(np.sum)\ndef helper(one): return WORTH\ndef rule(): return helper(1)",
}
HEAD = """
from enum import IntEnum
from functools import wraps
from typing import NamedTuple
import numpy as np
from numba import njit, vectorize
from numba.extending import overload
"""


def digest_with(source: str, worth: int) -> str:
    """Return the fingerprint of a rule that reads a constant of this value; the source is the same."""
    package, module = ModuleType("package"), ModuleType("package.module")
    package.__dict__["module"] = module
    module.__dict__["PRICE"] = worth
    exec("def helper(): return PRICE", module.__dict__)
    names: dict[str, Any] = {"__name__": "some_rules", "WORTH": worth, "package": package}
    exec(HEAD + source, names)
    return fingerprint(names["rule"], ())


@pytest.mark.parametrize("way", READS)
def test_every_value_read_is_in_the_key(way: str) -> None:
    digests = [digest_with(READS[way], worth) for worth in (1, -1, 1)]
    assert digests[0] == digests[2] != digests[1]


REJECTED = {
    "an object": ("class Box: ...\nBOX = Box()\ndef rule(): return BOX.size", "BOX, of type Box"),
    "an object in a tuple": (
        "class Box: ...\nBOXES = (1, Box())\ndef rule(): return BOXES[0]",
        r"BOXES\[1\], of type Box",
    ),
    "a class": ("class Box: size = WORTH\ndef rule(): return Box.size", "Box, of type type"),
    "objects in an array": ("ALL = np.array([WORTH], object)\ndef rule(): return ALL[0]", "ALL, of type ndarray"),
    "a module as a value": (
        "def rule():\n    short = package.module\n    return short.PRICE",
        "package.module, a module: read package.module.NAME",
    ),
    "an attribute by its text": ("def rule(): return getattr(package.module, 'PRICE')", "package.module, a module"),
}


@pytest.mark.parametrize("way", REJECTED)
def test_values_outside_the_key_are_rejected(way: str) -> None:
    source, named = REJECTED[way]
    with pytest.raises(ContractError, match=rf"in rule: compiled rules cannot read {named}.*PERFECTPLAY_COMPILE=never"):
        digest_with(source, 1)


def test_rejected_values_of_rules_are_found_from_a_kernel() -> None:
    class Boxed(NamedTuple):
        size: int

    box = object()
    implements(is_goal, Boxed)(lambda rules, state: box is None)
    implements(successors, Boxed)(lambda rules, state, out: 0)
    with pytest.raises(ContractError, match="compiled rules cannot read box, of type object"):
        fingerprint(expand_level.function, (Boxed,))


def test_unread_names_of_a_module_are_ignored() -> None:
    """A field of the rules can have the name of an object in a module that the rules read."""
    source = "package.__dict__['size'] = object()\ndef rule(rules=(1,)): return rules.size + package.module.PRICE"
    assert digest_with(source, 1) != digest_with(source, -1)


@pytest.mark.long
def test_a_constant_of_the_environment_changes_the_winner(tmp_path: Path) -> None:
    text = (EXAMPLES / "kayles.py").read_text().replace("return -1 ", "return pk.sub.WORTH ")
    (tmp_path / "game.py").write_text(
        text.replace("import perfectplay as pp", "import pk.sub\nimport perfectplay as pp")
    )
    (tmp_path / "pk").mkdir()
    (tmp_path / "pk" / "__init__.py").touch()
    (tmp_path / "pk" / "sub.py").write_text('import os\nWORTH = int(os.environ.get("WORTH", "-1"))\n')
    script = 'import perfectplay as pp; print(pp.solve("./game.py").as_json()["winner"])'
    assert solve(tmp_path, script) == "first"
    assert solve(tmp_path, script, WORTH="1") == "second"


def test_the_folder_of_packages_is_not_in_the_key(folder: Path) -> None:
    """Packages can lie anywhere: PYTHONPATH, `pip install --target`, or the folder of a distribution."""
    packages = folder / "elsewhere"
    packages.symlink_to(Path(np.__file__).parents[1], target_is_directory=True)
    assert key(folder, PYTHONPATH=str(packages)) == key(folder)


def test_a_module_is_foreign_by_its_origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any(map(is_foreign, ("numpy.linalg", "numba", "os.path", "sys", "perfectplay.search.nodes")))
    assert all(map(is_foreign, ("__main__", "perfectplay_game_x", "some_installed_package")))
    shadow = ModuleType("calendar")
    shadow.__file__ = str(tmp_path / "calendar.py")
    monkeypatch.setitem(sys.modules, "calendar", shadow)
    assert is_foreign("calendar")
