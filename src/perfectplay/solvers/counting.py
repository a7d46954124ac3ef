"""`count`: every position that can be reached, level by level, and for pegs everything that can be counted of them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from perfectplay.errors import InputError, UnsupportedError
from perfectplay.games.base import Problem
from perfectplay.limits import Limits, Progress, Stats
from perfectplay.solvers.base import Request, timed
from perfectplay.specs import load
from perfectplay.version import __version__

BY = ("jumps", "moves")


@dataclass(frozen=True, slots=True)
class Level:
    """The positions first reached after so many jumps, or moves; `winning` ones still lead to the goal."""

    number: int
    positions: int
    positions_up_to_symmetry: int
    winning: int | None = None
    winning_up_to_symmetry: int | None = None

    def as_json(self, by: str) -> dict[str, Any]:
        fields: dict[str, Any] = {
            by: self.number,
            "positions": self.positions,
            "positions_up_to_symmetry": self.positions_up_to_symmetry,
        }
        if self.winning is not None:
            fields |= {"winning": self.winning, "winning_up_to_symmetry": self.winning_up_to_symmetry}
        return fields


@dataclass(frozen=True, slots=True)
class Figures:
    """What is counted of whole solutions and games; None where it is not known, or where there is no solution."""

    winning_positions: int | None = None
    winning_up_to_symmetry: int | None = None
    solutions: int | None = None  # sequences of jumps
    games: int | None = None  # of any outcome
    board_sequences: int | None = None  # of solutions, images of a board being one board
    random_win_probability: float | None = None
    shortest_dead_end: int | None = None  # in jumps
    min_moves: int | None = None
    optimal_solutions: int | None = None  # sequences of jumps in the fewest moves
    longest_final_sweep: int | None = None  # of those


NAMES = tuple(Figures.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Count:
    """The finished levels; `limit` is empty when everything was counted."""

    problem: dict[str, Any]
    levels: tuple[Level, ...]
    limit: str
    stats: Stats
    figures: Figures = field(default_factory=Figures)
    by: str = "jumps"
    detail: str = ""  # of a refusal, with the figure
    map: dict[str, int | None] | None = None  # of an army: the fewest men for each cell, None where none get there
    own: dict[str, Any] | None = None  # of coins: figures in place of levels

    @property
    def positions(self) -> int:
        if self.own is not None:
            return int(self.own["positions"])
        return sum(level.positions for level in self.levels)

    @property
    def positions_up_to_symmetry(self) -> int:
        return sum(level.positions_up_to_symmetry for level in self.levels)

    def __getattr__(self, name: str) -> Any:
        """Return one of the figures by its name."""
        if name not in NAMES and name != "own" and self.own is not None and name in self.own:
            return self.own[name]
        if name in NAMES:
            return getattr(self.figures, name)
        raise AttributeError(name)

    def as_json(self) -> dict[str, Any]:
        """Return the fields of the design."""
        return {
            "problem": self.problem,
            "status": "unknown" if self.limit else "counted",
            **self._family_fields(),
            **_limit_fields(self.limit, self.detail),
            "version": __version__,
            "stats": self.stats.as_json(),
        }

    def _family_fields(self) -> dict[str, Any]:
        if self.own is not None:
            return self.own
        return self._level_fields() if self.map is None else {"map": self.map}

    def _level_fields(self) -> dict[str, Any]:
        figures = {name: getattr(self.figures, name) for name in NAMES}
        return {
            "positions": self.positions,
            "positions_up_to_symmetry": self.positions_up_to_symmetry,
            "winning_positions": figures.pop("winning_positions"),
            "winning_up_to_symmetry": figures.pop("winning_up_to_symmetry"),
            "levels": [level.as_json(self.by) for level in self.levels],
            **figures,
        }


def _limit_fields(limit: str, detail: str) -> dict[str, Any]:
    return {"limit": limit or None} | ({"detail": detail} if detail else {})


@dataclass(frozen=True, slots=True)
class Pair:
    """One problem of a board: a hole to vacate, and the hole of the last peg."""

    vacancy: str
    survivor: str
    is_solvable: bool
    is_of_class: bool  # if not, no search was needed
    min_moves: int | None
    solutions: int

    def as_json(self) -> dict[str, Any]:
        return {
            "pair": f"{self.vacancy}..{self.survivor}",
            "solvable": self.is_solvable,
            "min_moves": self.min_moves,
            "solutions": self.solutions,
        }


@dataclass(frozen=True, slots=True)
class PairCount:
    """Every vacancy and survivor of a board, up to symmetry; `limit` is empty when they are all there."""

    board: str
    pairs: tuple[Pair, ...]
    limit: str
    stats: Stats
    detail: str = ""  # of a refusal, with the figure

    def as_json(self) -> dict[str, Any]:
        return {
            "board": self.board,
            "status": "unknown" if self.limit else "counted",
            "pairs": [pair.as_json() for pair in self.pairs],
            "solvable": sum(pair.is_solvable for pair in self.pairs),
            **_limit_fields(self.limit, self.detail),
            "version": __version__,
            "stats": self.stats.as_json(),
        }


def count(
    problem: Problem | str,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    levels: int | None = None,
    by: str = "jumps",
    threads: int = 0,
) -> Count:
    """Count the positions that can be reached, whatever the goal, in the first `levels` levels or in all.

    For pegs also those that can still be won, the solutions and games, and the fewest moves; `by="moves"` gives instead
    the positions first reached after each number of moves.  For an army without a target, `map` has the smallest army
    of every cell instead.  `threads` is 0 for as many as there are processors.

    >>> counted = count("pegs/triangle-5:a1..a1")
    >>> counted.positions, counted.solutions, counted.games, counted.min_moves
    (3016, 6816, 568630, 10)
    """
    if levels is not None and levels < 1:
        raise InputError(f"levels must be 1 or more, not {levels}")
    if by not in BY:
        raise InputError(f"levels go by {' or '.join(BY)}, not by {by[:40]!r}")
    if by != "jumps" and levels is not None:
        raise InputError("levels by moves are counted all at once; leave out the number of levels")
    if isinstance(problem, str):
        problem = load(problem)
    request = Request(limits=limits or Limits(), progress=progress or Progress(), threads=threads)
    counted: Count = timed(problem, lambda solver: solver.count(request, levels, by))
    return counted


def count_pairs(
    problem: Problem | str,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    threads: int = 0,
    told: Callable[[Pair], None] = lambda pair: None,
) -> PairCount:
    """Count the solutions of every vacancy and survivor of a peg board up to symmetry; `told` hears of each at once.

    >>> sum(pair.is_solvable for pair in count_pairs("pegs/triangle-5").pairs)
    12
    """
    if isinstance(problem, str):
        problem = load(problem)
    if problem.family != "pegs":
        raise UnsupportedError(f"only peg boards have vacancies and survivors, and {problem.spec} is none")
    request = Request(limits=limits or Limits(), progress=progress or Progress(), threads=threads)
    counted: PairCount = timed(problem, lambda solver: solver.count_pairs(request, told))  # type: ignore[attr-defined]
    return counted
