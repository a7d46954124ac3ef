"""A user's own puzzle: rules in one Python file, and every algorithm runs on it.

The file defines a NamedTuple of rules, functions under `@implements`, and `problem(argument)`, which returns a
`Puzzle`.
"""

import hashlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from perfectplay.errors import InputError, PerfectplayError
from perfectplay.games.base import Facts, Problem


class Puzzle(Problem):
    """A problem given by compiled rules and a start state; its positions are states, a move names the next position.

    `text` writes a state for people, `branching` is the most successors a state can have, `words` the width of a state;
    `pruning` names the rules that `is_hopeless` knows by number, `admissible` says that `estimate` never guesses too
    much, `has_unit_cost` must be False if `cost` is implemented, and `is_monotone` may be True if no play repeats a
    state.
    """

    family = "game"

    def __init__(
        self,
        rules: Any,
        start: int,
        *,
        text: Callable[[int], str] = str,
        branching: int = 64,
        words: int = 1,
        pruning: Sequence[str] = (),
        admissible: bool = False,
        has_unit_cost: bool = True,
        is_monotone: bool = False,
        spec: str = "",
    ) -> None:
        if not 0 <= start < 1 << 64 * words:
            raise InputError(f"the start {start} does not fit {words} word(s) of 64 bits")
        if branching < 1:
            raise InputError(f"branching is the most successors a state can have, not {branching}")
        self.rules = rules
        self.start_state = start
        self.text = text
        self.branching = branching
        self.words = words
        self.pruning = tuple(pruning)
        self.is_admissible = admissible
        self.facts = Facts(is_monotone=is_monotone, has_unit_cost=has_unit_cost, objectives=("moves",))
        self.spec = spec
        self.source = ""

    def __repr__(self) -> str:
        return f"<Puzzle {self.spec or type(self.rules).__name__}>"

    @property
    def start(self) -> int:
        return self.start_state

    def is_goal(self, position: int) -> bool:
        from perfectplay.contract.state import from_number
        from perfectplay.contract.stubs import is_goal

        return bool(is_goal(self.rules, from_number(position, self.words)))

    def successors(self, position: int) -> list[int]:
        """Return the states one step leads to, by the rules as plain Python."""
        from perfectplay.contract.state import from_number, load, make_states, to_number
        from perfectplay.contract.stubs import successors

        out = make_states(self.branching, self.words)
        count = successors(self.rules, from_number(position, self.words), out)
        return [to_number(load(out, place)) for place in range(count)]

    def moves(self, position: int) -> list[str]:
        return [self.text(state) for state in self.successors(position)]

    def play(self, position: int, text: str) -> int:
        for state in self.successors(position):
            if self.text(state) == text.strip():
                return state
        raise InputError(
            f"{text[:40]!r} is not a position that one move leads to; those are {', '.join(self.moves(position))}"
        )

    def scene(self, position: int) -> None:
        return None

    def position(self, state: int) -> int:
        return state

    def solution(self, path: Sequence[int]) -> list[str]:
        return [self.text(state) for state in path[1:]]

    def starting_at(self, position: int) -> "Puzzle":
        other = copy(self)
        other.start_state = position
        other.__dict__.pop("_solver", None)  # made for another start
        return other

    def as_json(self) -> dict[str, Any]:
        return {"spec": self.spec, "family": self.family, "start": self.text(self.start_state), "source": self.source}


def load_game(path_text: str, argument: str) -> Puzzle:
    """Return the puzzle that a file makes of an argument."""
    path = Path(path_text)
    source = source_digest(path)
    module = _load_module(path)
    make = getattr(module, "problem", None)
    if not callable(make):
        raise InputError(f"{path} defines no function problem(argument) that returns a perfectplay.Puzzle")
    arguments = [argument] if argument else []
    try:
        inspect.signature(make).bind(*arguments)
    except TypeError as error:
        raise InputError(f"{path}: problem() and the spec do not fit: {error}; write {path}:ARGUMENT") from None
    puzzle = _run(path, lambda: make(*arguments))
    if not isinstance(puzzle, Puzzle):
        raise InputError(f"{path}: problem() returned {type(puzzle).__name__}, not a perfectplay.Puzzle")
    puzzle.spec = f"{path_text}:{argument}" if argument else path_text
    puzzle.source = source
    return puzzle


def source_digest(path: Path) -> str:
    """Return the digest of a game's file, by which a saved answer knows it again."""
    if not path.is_file():
        raise InputError(f"no file {path}" if not path.exists() else f"{path} is not a file")
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None


def _load_module(path: Path) -> Any:
    """Load a file under a name of its own, so that its rules are found again by the compile cache."""
    place = path.resolve()
    name = f"perfectplay_game_{place.stem}_{hashlib.sha256(str(place).encode()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, place)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} cannot be loaded as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(place.parent) not in sys.path:
        sys.path.insert(0, str(place.parent))  # as for a script: its neighbours can be imported
    try:
        _run(path, lambda: spec.loader.exec_module(module))  # type: ignore[union-attr]
    except PerfectplayError:
        del sys.modules[name]
        raise
    return module


def _run(path: Path, action: Callable[[], Any]) -> Any:
    """Run a user's code and say in one line, with the line of the file, what went wrong in it."""
    try:
        return action()
    except PerfectplayError as error:
        raise type(error)(f"{place_in(path, error)}: {error}") from None
    except SyntaxError as error:
        raise InputError(f"{path}, line {error.lineno}: {error.msg}") from None
    except Exception as error:
        raise InputError(f"{place_in(path, error)}: {type(error).__name__}: {error}") from None


def place_in(path: Path, error: BaseException) -> str:
    """Return the file and the last of its lines that an error passed."""
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path.resolve()
    ]
    return f"{path}, line {lines[-1]}" if lines else str(path)
