"""Three-valued answers: solved with a witness, impossible with a certificate, unknown with the limit that was hit."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perfectplay.files import write_safely
from perfectplay.limits import Stats
from perfectplay.version import __version__


@dataclass(frozen=True)
class Answer:
    """What all answers share.

    `problem` is the whole problem as JSON, `search` names the search that gave the answer, `trace` holds its events.
    """

    problem: dict[str, Any]
    objective: str
    stats: Stats = field(compare=False)
    trace: tuple[Any, ...] = field(default=(), compare=False, kw_only=True)
    search: dict[str, Any] = field(default_factory=dict, kw_only=True)

    status = ""

    @property
    def optimal(self) -> bool:
        return False

    @property
    def figures(self) -> dict[str, Any]:
        """The fields that only some answers have, under the names of the design."""
        return {}

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints and `verify` reads, with its digest."""
        fields = {
            "problem": self.problem,
            "status": self.status,
            "objective": self.objective,
            "optimal": self.optimal,
            "jumps": None,
            "moves": None,
            "solution": None,
            "certificate": None,
            "limit": None,
            **self.figures,
            "search": self.search,
            "version": __version__,
            "stats": self.stats.as_json(),
        }
        return {**fields, "digest": digest(fields)}

    def save(self, path: str | Path) -> None:
        """Write the answer to a file that `verify` reads; an earlier file is replaced only when all is written."""
        write_safely(Path(path), json.dumps(self.as_json(), indent=1) + "\n")


@dataclass(frozen=True)
class Solved(Answer):
    """A witness: the moves that lead to the goal.

    `optimal` tells whether no better solution for the objective exists, `jumps` counts steps, `moves` what a player
    calls turns; `pegs`, `cost` and `men` are there where they are the objective, and with men those that were not
    needed, where there are finitely many.  `certificate` proves that there are no fewer, where there is such a proof.
    `optimal_solutions` tells how many are as good, where that was asked for; `limit` what ended their counting, or the
    proof that there is none better, early.
    """

    solution: tuple[str, ...]
    jumps: int
    is_optimal: bool
    pegs: int | None = None
    cost: int | None = None
    men: int | None = None
    unused_men: int | None = None
    certificate: dict[str, Any] | None = None
    optimal_solutions: int | None = None
    limit: str | None = None

    status = "solved"

    @property
    def optimal(self) -> bool:
        return self.is_optimal

    @property
    def moves(self) -> int:
        return len(self.solution)

    @property
    def figures(self) -> dict[str, Any]:
        figures: dict[str, Any] = {"jumps": self.jumps, "moves": self.moves, "solution": list(self.solution)}
        special = {"pegs": self.pegs, "cost": self.cost, "men": self.men, "unused_men": self.unused_men}
        special |= {"optimal_solutions": self.optimal_solutions}
        figures |= {name: value for name, value in special.items() if value is not None}
        return figures | {"certificate": self.certificate, "limit": self.limit}


@dataclass(frozen=True)
class Decided(Solved):
    """Who wins a game for two, `first` being the player to move, and the first player's points ahead.

    `value` is 1 or -1 where only winning counts.  `best_moves` are all that keep the value, none where every move
    loses; the solution is a game in which both play their best.  `move_values` has move, winner and value of every
    move, where they were asked for.
    """

    winner: str = ""
    value: int = 0
    best_moves: tuple[str, ...] = ()
    move_values: tuple[tuple[str, str, int], ...] | None = None

    @property
    def figures(self) -> dict[str, Any]:
        figures = {**super().figures, "jumps": None, "winner": self.winner, "value": self.value}
        figures["best_moves"] = list(self.best_moves)
        if self.move_values is not None:
            names = ("move", "winner", "value")
            figures["move_values"] = [dict(zip(names, item, strict=True)) for item in self.move_values]
        return figures


@dataclass(frozen=True)
class Impossible(Answer):
    """A proof that there is no solution."""

    certificate: dict[str, Any]

    status = "impossible"

    @property
    def figures(self) -> dict[str, Any]:
        return {"certificate": self.certificate}


@dataclass(frozen=True)
class Unknown(Answer):
    """No verdict: `limit` says which limit was hit (`time`, `memory`, `positions`, `interrupted`).

    `detail` has the figures of a refusal, where there are any.
    """

    limit: str
    detail: str = field(default="", kw_only=True)

    status = "unknown"

    @property
    def figures(self) -> dict[str, Any]:
        return {"limit": self.limit} | ({"detail": self.detail} if self.detail else {})


def digest(fields: dict[str, Any]) -> str:
    """Seal an answer: any changed value changes this text."""
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
