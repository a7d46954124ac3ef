"""What all games of a user's own share: rules in a NamedTuple, states as positions, and moves named by texts."""

from collections.abc import Callable, Sequence
from copy import copy
from itertools import islice
from pathlib import Path
from typing import Any, Self, SupportsIndex

from perfectplay.base.errors import ContractError, InputError
from perfectplay.base.loading import loading
from perfectplay.draw.layout import lay_out
from perfectplay.draw.scene import Scene
from perfectplay.games.own.source import place_in, said
from perfectplay.model.problem import Problem
from perfectplay.model.specs import load

MOST_BRANCHING = 1_000_000
SIGNED_HINT = (
    "; a state is a whole number from 0 to 2**64 - 1 (words=2: of 128 bits), and signed(state), from "
    "perfectplay.contract, makes an ordinary integer of it"
)
PAIR_HINT = "; with words=2 a state is a pair of words: perfectplay.contract.state has functions for it"
MOST_NAMED = 3  # moves that a refusal lists
MOST_PARSED = 100_000  # positions that are looked through for a text


class Given(Problem):
    """A problem given by rules and a start state; its positions are states, a move names the next position."""

    family = "game"

    def __init__(
        self,
        rules: Any,
        start: int,
        *,
        text: Callable[[int], str],
        scene: Callable[[int], Scene] | None,
        branching: int,
        words: int,
        spec: str,
    ) -> None:
        made = type(self).__name__
        if words not in (1, 2):
            raise InputError(f"{made}(words=…) must be 1 or 2, not {words!r}")
        if not _is_whole(start) or not 0 <= start < 1 << 64 * words:
            raise InputError(f"{made}(start=…) must be a whole number of {64 * words} bits, not {start!r}")
        if not _is_whole(branching) or not 1 <= branching <= MOST_BRANCHING:
            raise InputError(
                f"{made}(branching=…) is the most successors a state can have, from 1 to {MOST_BRANCHING:,}, "
                f"not {branching!r}"
            )
        if scene is not None and not callable(scene):
            raise InputError(f"{made}(scene=…) must be a function, not {type(scene).__name__}")
        if not callable(text):
            raise InputError(f"{made}(text=…) must be a function, not {type(text).__name__}")
        with loading():
            from perfectplay.contract.fields import widened_rules

        self.rules = widened_rules(rules)
        self.start_state = int(start)
        self._text = _checked(text, made)
        self._scene = scene
        self.branching = branching
        self.words = words
        self.spec = spec
        self.source = ""
        self.file_spec = ""  # by which the file that made it is loaded, whatever the start is now
        self.is_symmetry_checked = False  # copies keep it: a match makes one for every move

    def __copy__(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Go to another process as the name of a file, which is read there again: functions cannot be sent."""
        if not self.file_spec:
            raise InputError(f"{self!r} is made in this process, and can be sent to no other; load it from a file")
        return _loaded_again, (self.file_spec, self.source, self.start_state)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.spec or type(self.rules).__name__}>"

    @property
    def start(self) -> int:
        return self.start_state

    def text(self, position: int) -> str:
        return self._text(position)

    def successors(self, position: int) -> list[int]:
        """Return the states one step leads to, by the rules as plain Python."""
        with loading():
            from perfectplay.contract.state import from_number, make_states, to_numbers
            from perfectplay.contract.stubs import successors

        out = make_states(self.branching, self.words)
        count = self.ask(successors, from_number(position, self.words), out)
        if not _is_whole(count) or not 0 <= count <= self.branching:
            raise ContractError(
                f"successors returned {count!r} for {self.text(position)!r}, "
                f"but {type(self).__name__}(branching={self.branching})"
                f"{': pass a larger number' if _is_whole(count) and count > 0 else ''}"
            )
        return to_numbers(out[:count])

    @property
    def branching_hint(self) -> str:
        """What may be wrong where an index is out of range."""
        made = type(self).__name__
        return f"; if successors writes more than {self.branching} states, pass {made}(branching=…) a larger number"

    def hint_for(self, error: Exception) -> str:
        """Say what may be wrong in rules that raise an error, nothing where nobody knows."""
        if isinstance(error, IndexError):
            return self.branching_hint
        if isinstance(error, TypeError) and self.words == 2:
            return PAIR_HINT
        return SIGNED_HINT if isinstance(error, OverflowError) else ""

    def ask(self, stub: Callable[..., Any], *arguments: Any) -> Any:
        """Call a rule as plain Python; say in one line, with its place, what went wrong in it."""
        with loading():
            import numpy as np

            from perfectplay.contract.dispatch import STUBS

        function = STUBS[stub].plain(type(self.rules))
        try:
            with np.errstate(over="ignore"):  # integers wrap silently, as in machine code
                return function(self.rules, *arguments)
        except Exception as error:
            path = Path(STUBS[stub].implementation(type(self.rules)).__code__.co_filename)
            where = f"{place_in(path, error)}, in {function.__name__}"
            raise ContractError(f"{where}: {said(error)}{self.hint_for(error)}") from None

    def moves(self, position: int) -> list[str]:
        return list(self._named(position))

    def _named(self, position: int) -> dict[str, int]:
        """Return the states that one move leads to by their texts; refuse two with the same one."""
        named: dict[str, int] = {}
        for state in self.successors(position):
            text = self.text(state)
            if named.setdefault(text, state) != state:
                raise ContractError(
                    f"{type(self).__name__}(text=…) writes two moves from {self.text(position)[:40]!r} as "
                    f"{text[:40]!r}; nobody could say which is meant"
                )
        return named

    def play(self, position: int, text: str) -> int:
        named = self._named(position)
        if text in named:
            return named[text]
        # A text may have several lines, which are shown and typed in one.
        found = [state for written, state in named.items() if written.split() == text.split()]
        if len(found) > 1:
            raise InputError(f"{text[:40]!r} may be one of {len(found)} moves, which differ in their spaces")
        if not found:
            one_line = (" ".join(written.split()) for written in named)  # as it can be typed
            shown = [*map(repr, islice(one_line, MOST_NAMED)), *(["…"] if len(named) > MOST_NAMED else [])]
            raise InputError(f"{text[:40]!r} is not a position that one move leads to; those are {', '.join(shown)}")
        return found[0]

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
        among = f"among the first {MOST_PARSED:,} that" if len(seen) > MOST_PARSED else "one that"
        raise InputError(f"{text[:60]!r} is not {among} can be reached from the start of {self.spec}")

    def scene(self, position: int) -> Scene | None:
        if self._scene is None:
            return None
        made = type(self).__name__
        try:
            drawn = self._scene(position)
        except Exception as error:
            raise ContractError(f"{made}(scene=…) fails for the state {position}: {said(error)}") from None
        if not isinstance(drawn, Scene):
            raise ContractError(f"{made}(scene=…) must return a Scene, not {type(drawn).__name__}")
        try:
            lay_out(drawn)
        except (TypeError, ValueError) as error:
            raise ContractError(f"{made}(scene=…) cannot be drawn for the state {position}: {error}") from None
        return drawn

    def position(self, state: int) -> int:
        return state

    def solution(self, path: Sequence[int]) -> list[str]:
        return [self.text(state) for state in path[1:]]

    def starting_at(self, position: int) -> Self:
        other = copy(self)
        other.spec = self.spec_at(position)
        other.start_state = position
        other.__dict__.pop("_solver", None)  # made for another start
        return other

    def as_json(self) -> dict[str, Any]:
        return {"spec": self.spec, "family": self.family, "start": self.text(self.start_state), "source": self.source}


def _loaded_again(spec: str, source: str, start: int) -> Any:
    """Return the game that another process has loaded from a file."""
    problem: Any = load(spec)
    if problem.source != source:
        raise InputError(f"{spec} was edited a moment ago; begin again")
    return problem if problem.start_state == start else problem.starting_at(start)


def _is_whole(value: object) -> bool:
    return isinstance(value, SupportsIndex) and not isinstance(value, bool)


def _checked(text: Callable[[int], str], made: str) -> Callable[[int], str]:
    """Return the same function, which says what is wrong where it fails."""

    def describe(state: int) -> str:
        try:
            described = text(state)
        except Exception as error:
            raise ContractError(f"{made}(text=…) fails for the state {state}: {said(error)}") from None
        if not isinstance(described, str):
            raise ContractError(f"{made}(text=…) must return a text, not {type(described).__name__}")
        return described

    return describe
