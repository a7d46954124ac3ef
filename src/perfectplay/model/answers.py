"""Three-valued answers: solved with a witness, impossible with a certificate, unknown with the limit that was hit."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perfectplay.base.files import as_path, write_safely
from perfectplay.base.loading import loading
from perfectplay.base.stats import Stats
from perfectplay.draw.scene import Frame
from perfectplay.model.problem import Problem
from perfectplay.version import __version__


@dataclass(frozen=True)
class Answer:
    """What all answers share: the problem, the search that gave the answer by name, and its events as `trace`."""

    problem: Problem
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
        """Return the object that `--json` prints and `verify` reads, with its digest.

        `version` names the release that wrote it, and so stands for the number of its format.
        """
        fields = {
            "problem": self.problem.as_json(),
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

    def _repr_html_(self) -> str | None:
        """Show a notebook the answer: a page to step through a solution, else the start with the verdict below it."""
        with loading():
            from perfectplay.draw.notebook import answer_html

        return answer_html(self.problem.spec, self.status, self._frames())

    def _frames(self) -> list[Frame]:
        """Return the pictures of the answer: those of its solution, or the start alone."""
        return self.problem.frames(())

    def save(self, path: str | Path) -> None:
        """Write the answer to a file that `verify` reads; an earlier file is replaced only when all is written."""
        write_safely(as_path(path, "the answer"), json.dumps(self.as_json(), indent=1) + "\n")


@dataclass(frozen=True)
class Solved(Answer):
    """A witness: the moves that lead to the goal.

    `optimal` tells whether no better solution for the objective exists, `jumps` counts steps (None in a game for two),
    `moves` what a player calls turns.  `own` has the figures that the family names, such as `pegs`, `cost`, or `men`;
    each is an attribute too.  `certificate` proves that there is nothing better, where there is such a proof; `limit`
    says what ended early whatever was asked for beyond the solution.
    """

    solution: tuple[str, ...]
    jumps: int | None
    is_optimal: bool
    own: Mapping[str, Any] = field(default_factory=dict)
    certificate: dict[str, Any] | None = None
    limit: str | None = None

    status = "solved"

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__.get("own", {})
        if name not in own:
            raise AttributeError(f"this answer has no {name!r}; its own figures are {', '.join(own) or 'none'}")
        return own[name]

    @property
    def optimal(self) -> bool:
        return self.is_optimal

    def _frames(self) -> list[Frame]:
        return self.problem.frames(self.solution)

    @property
    def moves(self) -> int:
        return len(self.solution)

    @property
    def figures(self) -> dict[str, Any]:
        figures: dict[str, Any] = {"jumps": self.jumps, "moves": self.moves, "solution": list(self.solution)}
        return figures | dict(self.own) | {"certificate": self.certificate, "limit": self.limit}


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
        figures = {**super().figures, "winner": self.winner, "value": self.value}
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
