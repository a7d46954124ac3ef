"""The players of a family's games, and how its games are written for programs and files."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from perfectplay.base.errors import InputError
from perfectplay.base.fields import FieldError
from perfectplay.model.game_for_two import GameForTwo, GameOracle
from perfectplay.model.player import GameRecord, Player
from perfectplay.model.problem import Problem
from perfectplay.model.registry import family_of, find_family


class QuickGames(Protocol):
    """Plays one game of two players after another without a referee: the same games, only faster."""

    def play(self, seed: int) -> GameRecord:
        """Play the game that a referee would see with this seed."""


class Trial(NamedTuple):
    """A game in which a program is tried, and what it is called in a report."""

    name: str
    problem: GameForTwo


class Roster:
    """What the arena asks of a family beyond its rules; a family names an instance as the part `players`.

    The defaults serve a family that says nothing: it has the players of the arena, programs get its rules as
    its spec, and its files hold what `Problem.as_json` writes.
    """

    players: Mapping[str, str] = {}  # the family's own by name, each with a line about it
    aliases: Mapping[str, str] = {}  # further names, which are understood and not listed
    quick_names: frozenset[str] = frozenset()  # players whose games among each other need no referee
    start_word = "position"  # first word of the line that gives a program the start
    answer_noun = "a move"  # noun for the text after `move` in an answer

    def make(self, name: str) -> Player:
        """Return the player of one of the names; it is called as in `name`, which may be an alias."""
        raise InputError(f"no player {name[:40]!r}")

    def quick_games(self, problem: GameForTwo, names: tuple[str, str]) -> QuickGames:
        """Return what plays two of the players of `quick_names` without a referee."""
        raise InputError(f"{' and '.join(names)[:80]} need a referee")

    def review(self, problem: GameForTwo, objective: str) -> GameOracle | None:
        """Return exact values that take no time to find; None leaves it to the family's oracle."""
        return None

    def rules(self, problem: GameForTwo, seconds: float) -> list[str]:
        """Return the lines that give a program the rules, including the seconds for a move."""
        return [
            f"game {problem.spec}",
            f"penalty {problem.penalty} {problem.penalty_gain}",
            f"seconds {short_number(seconds)}",
        ]

    def position_text(self, problem: GameForTwo, position: Any) -> str:
        """Return a position in one word, as it is written for programs and files."""
        return problem.text(position)

    def trials(self) -> Sequence[Trial]:
        """Return the games that a program for this family is tried in; none if it takes a spec to name one."""
        return ()

    def saved_rules(self, problem: GameForTwo) -> dict[str, Any]:
        """Return the rules as the first line of a file of games holds them."""
        return problem.as_json()

    def read_rules(self, item: Any, start: str, spec: str) -> GameForTwo:
        """Return the problem of a file's first line; refuse with FieldError or InputError what was tampered with."""
        family = find_family(str(item.get("family"))) if isinstance(item, dict) else None
        if family is None or family.read is None:
            raise FieldError("game is none of a family that is known here")
        try:
            problem = family.read(item)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise FieldError(f"game is not one of {family.name}") from None
        if not isinstance(problem, GameForTwo):
            raise FieldError(f"game is one of {family.name}, which is no game for two")
        if json.dumps(problem.as_json()) != json.dumps(item) or problem.spec != spec:
            raise FieldError(f"game is not as {family.name} would write it")
        if self.position_text(problem, problem.start) != start:
            raise FieldError("start is not the start of the game")
        return problem


def roster_of(problem: Problem) -> Roster:
    """Return the roster of a problem's family, or the defaults."""
    family = family_of(problem)
    roster: Roster = family.part("players") if family.has_part("players") else Roster()
    return roster


def short_number(number: float) -> str:
    """Return a number with up to three decimals.

    >>> short_number(30.0), short_number(12.5)
    ('30', '12.5')
    """
    return f"{number:.3f}".rstrip("0").rstrip(".")
