"""What is counted: positions level by level, figures of whole games, and every problem of a board."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perfectplay.base.stats import Stats
from perfectplay.model.problem import Problem
from perfectplay.version import __version__


@dataclass(frozen=True, slots=True)
class Level:
    """The positions first reached after so many jumps, or moves; `winning` ones still lead to the goal."""

    number: int
    positions: int
    positions_up_to_symmetry: int | None = None  # None if it was not asked for, or not counted within the limits
    winning: int | None = None
    winning_up_to_symmetry: int | None = None

    def as_json(self, by: str) -> dict[str, Any]:
        fields: dict[str, Any] = {
            by: self.number,
            "positions": self.positions,
        }
        if self.positions_up_to_symmetry is not None:
            fields["positions_up_to_symmetry"] = self.positions_up_to_symmetry
        if self.winning is not None:
            fields["winning"] = self.winning
        if self.winning_up_to_symmetry is not None:
            fields["winning_up_to_symmetry"] = self.winning_up_to_symmetry
        return fields


@dataclass(frozen=True, slots=True)
class Figures:
    """What is counted of whole solutions and games; None where it is not known, or where there is no solution."""

    winning_positions: int | None = None
    winning_up_to_symmetry: int | None = None
    solutions: int | None = None  # sequences of jumps
    games: int | None = None  # games of any outcome
    board_sequences: int | None = None  # solutions, where all images of a board are one board
    random_win_probability: float | None = None
    shortest_dead_end: int | None = None  # counted in jumps
    min_moves: int | None = None
    optimal_solutions: int | None = None  # sequences of jumps in the fewest moves
    longest_final_sweep: int | None = None  # the longest of the optimal solutions


NAMES = tuple(Figures.__dataclass_fields__)
POSITIONS = ("positions", "positions_up_to_symmetry")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to count: how many levels, what makes one, and which figures; no names of figures ask for all."""

    levels: int | None = None
    by: str = "jumps"
    only: frozenset[str] = frozenset()

    def wants(self, *names: str) -> bool:
        """Tell whether one of these figures is asked for."""
        return not self.only or not self.only.isdisjoint(names)


@dataclass(frozen=True, slots=True)
class Count:
    """The finished levels; `limit` is empty when everything was counted."""

    problem: Problem
    levels: tuple[Level, ...]
    limit: str
    stats: Stats
    figures: Figures = field(default_factory=Figures)
    by: str = "jumps"
    detail: str = ""  # why a refusal was made, with the figure
    own: Mapping[str, Any] | None = None  # the figures of a family that has others, in place of levels or beside them
    only: frozenset[str] = frozenset()  # the figures that were asked for; none means all

    @property
    def positions(self) -> int | None:
        if self.own is not None and "positions" in self.own:
            return int(self.own["positions"])
        return self._sum("positions")

    @property
    def positions_up_to_symmetry(self) -> int | None:
        return self._sum("positions_up_to_symmetry")

    def _sum(self, name: str) -> int | None:
        """Return the sum of all levels; None if a level lacks the number, or if it was not asked for."""
        numbers = [getattr(level, name) for level in self.levels]
        return None if None in numbers or (self.only and not numbers) else sum(numbers)

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
            "problem": self.problem.as_json(),
            "status": "unknown" if self.limit else "counted",
            **(self._level_fields() if self.own is None or self.levels else {}),
            **(self.own or {}),
            **_limit_fields(self.limit, self.detail),
            "version": __version__,
            "stats": self.stats.as_json(),
        }

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
    is_of_class: bool  # false if the position class alone rules the pair out, without a search
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
    detail: str = ""  # why a refusal was made, with the figure

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
