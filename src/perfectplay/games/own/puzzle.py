"""A user's own puzzle: rules in one Python file, and every algorithm runs on it.

The file defines a NamedTuple of rules, functions under `@implements`, and `problem(argument)`, which returns a
`Puzzle`.
"""

import hashlib
import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from copy import copy
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, SupportsIndex

from perfectplay.base.errors import ContractError, InputError, PerfectplayError
from perfectplay.base.loading import loading
from perfectplay.model.option import Names
from perfectplay.model.problem import Facts, Problem

MOST_BYTES = 10_000_000
MOST_BRANCHING = 1_000_000
MOST_PARSED = 100_000  # positions that are looked through for a text


class Puzzle(Problem):
    """A problem given by compiled rules and a start state; its positions are states, a move names the next position.

    `text` writes a state for people, `branching` is the most successors a state can have, `words` the width of a state;
    `pruning` names the rules that `is_hopeless` and `is_pointless` know by number, `admissible` says that `estimate`
    never guesses too much, `has_unit_cost` must be False if `cost` is implemented, and `is_monotone` may be True if no
    play repeats a state.
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
        is_monotone: bool = False,
        spec: str = "",
    ) -> None:
        if words not in (1, 2):
            raise InputError(f"Puzzle(words=…) must be 1 or 2, not {words!r}")
        if not _is_whole(start) or not 0 <= start < 1 << 64 * words:
            raise InputError(f"Puzzle(start=…) must be a whole number of {64 * words} bits, not {start!r}")
        if not _is_whole(branching) or not 1 <= branching <= MOST_BRANCHING:
            raise InputError(
                f"Puzzle(branching=…) is the most successors a state can have, from 1 to {MOST_BRANCHING:,}, "
                f"not {branching!r}"
            )
        if not callable(text):
            raise InputError(f"Puzzle(text=…) must be a function, not {type(text).__name__}")
        if isinstance(pruning, str) or Names().refusal(pruning):
            raise InputError(f"Puzzle(pruning=…) must be a list of names, not {str(pruning)[:40]!r}")
        names = list(pruning)
        if len({*names, "duplicates", "symmetry"}) != len(names) + 2:
            raise InputError("Puzzle(pruning=…) must name each rule once, and neither duplicates nor symmetry")
        self.rules = rules
        self.start_state = int(start)
        self._text = _checked(text)
        self.branching = branching
        self.words = words
        self.pruning = tuple(names)
        self.is_admissible = admissible
        self.facts = _facts(rules, is_monotone)
        self.spec = spec
        self.source = ""

    def __repr__(self) -> str:
        return f"<Puzzle {self.spec or type(self.rules).__name__}>"

    @property
    def start(self) -> int:
        return self.start_state

    def text(self, position: int) -> str:
        return self._text(position)

    def is_goal(self, position: int) -> bool:
        with loading():
            from perfectplay.contract.state import from_number
            from perfectplay.contract.stubs import is_goal

        return bool(self.ask(is_goal, from_number(position, self.words)))

    def successors(self, position: int) -> list[int]:
        """Return the states one step leads to, by the rules as plain Python."""
        with loading():
            from perfectplay.contract.state import from_number, make_states, to_numbers
            from perfectplay.contract.stubs import successors

        out = make_states(self.branching, self.words)
        count = self.ask(successors, from_number(position, self.words), out)
        if not _is_whole(count) or not 0 <= count <= self.branching:
            raise ContractError(
                f"successors returned {count!r} for {self.text(position)!r}, but Puzzle(branching={self.branching})"
            )
        return to_numbers(out[:count])

    def ask(self, stub: Callable[..., Any], *arguments: Any) -> Any:
        """Call a rule as plain Python; say in one line, with its place, what went wrong in it."""
        with loading():
            import numpy as np

            from perfectplay.contract.dispatch import STUBS

        function = STUBS[stub].implementation(type(self.rules))
        try:
            with np.errstate(over="ignore"):  # compiled code wraps around silently too
                return function(self.rules, *arguments)
        except Exception as error:
            path = Path(function.__code__.co_filename)
            hint = "; is Puzzle(branching=…) too small?" if isinstance(error, IndexError) else ""
            raise ContractError(f"{place_in(path, error)}, in {function.__name__}: {said(error)}{hint}") from None

    def cost_along(self, path: Sequence[int]) -> int:
        """Return the sum of the costs of the steps of a path."""
        with loading():
            from perfectplay.contract.measures import COST, MOST_COST, checked, too_costly
            from perfectplay.contract.state import from_number
            from perfectplay.contract.stubs import cost

        name = type(self.rules).__name__
        states = [from_number(state, self.words) for state in path]
        total = sum(checked(name, COST, self.ask(cost, before, after)) for before, after in pairwise(states))
        if total > MOST_COST:
            raise too_costly(name)
        return total

    def moves(self, position: int) -> list[str]:
        return [self.text(state) for state in self.successors(position)]

    def play(self, position: int, text: str) -> int:
        for state in self.successors(position):
            if self.text(state) == text.strip():
                return state
        raise InputError(
            f"{text[:40]!r} is not a position that one move leads to; those are {', '.join(self.moves(position))}"
        )

    def parse(self, text: str) -> int:
        """Look for the position among those that can be reached; there are no rules for reading one."""
        seen, pending = {self.start_state}, [self.start_state]
        for state in pending:
            if self.text(state) == text:
                return state
            if len(seen) <= MOST_PARSED:
                fresh = [after for after in dict.fromkeys(self.successors(state)) if after not in seen]
                seen.update(fresh)
                pending += fresh
        raise InputError(f"{text[:60]!r} is not a position that can be reached from the start of {self.spec}")

    def scene(self, position: int) -> None:
        return None

    def position(self, state: int) -> int:
        return state

    def solution(self, path: Sequence[int]) -> list[str]:
        return [self.text(state) for state in path[1:]]

    def starting_at(self, position: int) -> "Puzzle":
        other = copy(self)
        other.spec = self.spec_at(position)
        other.start_state = position
        other.__dict__.pop("_solver", None)  # made for another start
        return other

    def as_json(self) -> dict[str, Any]:
        return {"spec": self.spec, "family": self.family, "start": self.text(self.start_state), "source": self.source}


def load_game(path_text: str, arguments: Sequence[str]) -> Puzzle:
    """Return the puzzle that a file makes of an argument."""
    path = Path(path_text)
    text = _read_source(path)
    source = hashlib.sha256(text).hexdigest()
    module = _load_module(path, text, source)
    make = getattr(module, "problem", None)
    if not callable(make):
        raise InputError(f"{path} defines no function problem(argument) that returns a perfectplay.Puzzle")
    try:
        inspect.signature(make).bind(*arguments)
    except TypeError as error:
        raise InputError(f"{path}: problem() and the spec do not fit: {error}; write {path}:ARGUMENT") from None
    puzzle = _run(path, lambda: make(*arguments))
    if not isinstance(puzzle, Puzzle):
        raise InputError(f"{path}: problem() returned {type(puzzle).__name__}, not a perfectplay.Puzzle")
    puzzle.spec = ":".join([path_text, *arguments])
    puzzle.source = source
    return puzzle


def source_digest(path: Path) -> str:
    """Return the digest of a game's file, by which a saved answer knows it again."""
    return hashlib.sha256(_read_source(path)).hexdigest()


def _read_source(path: Path) -> bytes:
    try:
        if not path.is_file():
            wrong = f"{path} is not a file" if path.exists() else f"no file {path}"
            raise InputError(f"{wrong}; give the Python file of a game, as ./game.py:ARG")
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path} is too large for the Python file of a game: more than {MOST_BYTES:,} bytes")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


def _load_module(path: Path, text: bytes, source: str) -> Any:
    """Load a file under a name of its own, by which the compile cache finds it; an edited file is a new module."""
    place = path.resolve()
    name = f"perfectplay_game_{place.stem}_{hashlib.sha256(f'{place} {source}'.encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(place)
    sys.modules[name] = module
    if str(place.parent) not in sys.path:
        sys.path.insert(0, str(place.parent))  # lets the file import its neighbours, as a script can
    try:
        _run(path, lambda: exec(compile(text, str(place), "exec"), module.__dict__))
    except PerfectplayError:
        del sys.modules[name]
        raise
    return module


def _run(path: Path, action: Callable[[], Any]) -> Any:
    """Run a user's code and say in one line, with the line of the file, what went wrong in it."""
    try:
        with redirect_stdout(sys.stderr):  # standard output is for answers
            return action()
    except PerfectplayError as error:
        raise type(error)(f"{place_in(path, error)}: {error}") from None
    except SyntaxError as error:
        where = f"{path}, line {error.lineno}" if error.lineno else str(path)
        raise InputError(f"{where}: {error.msg}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() too
        raise InputError(f"{place_in(path, error)}: {said(error)}") from None


def _facts(rules: Any, is_monotone: bool) -> Facts:
    with loading():
        from perfectplay.contract.dispatch import STUBS
        from perfectplay.contract.stubs import cost

    has_costs = STUBS[cost].is_implemented_by(type(rules))
    return Facts(
        is_monotone=is_monotone, has_unit_cost=not has_costs, objectives=("cost",) if has_costs else ("moves",)
    )


def _is_whole(value: object) -> bool:
    return isinstance(value, SupportsIndex) and not isinstance(value, bool)


def said(error: BaseException) -> str:
    """Return what an error says of itself."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _checked(text: Callable[[int], str]) -> Callable[[int], str]:
    """Return the same function, which says what is wrong where it fails."""

    def describe(state: int) -> str:
        try:
            described = text(state)
        except Exception as error:
            raise ContractError(f"Puzzle(text=…) fails for the state {state}: {said(error)}") from None
        if not isinstance(described, str):
            raise ContractError(f"Puzzle(text=…) must return a text, not {type(described).__name__}")
        return described

    return describe


def place_in(path: Path, error: BaseException) -> str:
    """Return the file and the last of its lines that an error passed."""
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path.resolve()
    ]
    return f"{path}, line {lines[-1]}" if lines else str(path)
