"""The figures of a search, the same for every algorithm."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

INTERPRETED, COMPILED, BOTH = "interpreted", "compiled", "both"


def mode_of(first: str, second: str) -> str:
    """Return the mode of two pieces of work together; nothing is the mode of what ran no kernel."""
    return first if first == second or not second else second if not first else BOTH


def _sum(first: Any, second: Any) -> Any:
    """Return the sum of two numbers, or of two mappings name by name; None is the absence of a number."""
    if first is None or second is None:
        return second if first is None else first
    if isinstance(first, dict):
        return {name: first.get(name, 0) + second.get(name, 0) for name in {**first, **second}}
    return first + second


def _first_given(first: Any, second: Any) -> Any:
    return second if first is None else first


@dataclass(slots=True)
class Stats:
    """The statistics of a search, with the same fields for every algorithm.

    A field whose values are not summed names in its metadata, as `add`, the function that joins two of them.
    """

    generated: int = 0
    expanded: int = 0
    duplicate: int = 0
    cutoffs: int | None = None  # games for two: how often the moves left could not change the value
    hits: int | None = None  # games for two: positions whose value was known
    ends: int | None = None  # games for two: ends of games that were looked at
    mode: str = field(default="", metadata={"add": mode_of})  # how its kernels ran: interpreted, compiled or both
    pruned: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    compile_seconds: float = 0.0
    peak_memory_bytes: int = field(default=0, metadata={"add": max})
    # Searches on several threads: share of time idle, and the like.  Shares have no sum.
    parallel: dict[str, float] | None = field(default=None, metadata={"add": _first_given})
    collisions: int | None = None  # different positions of the same sums, where those are the key of the visited table

    def add(self, other: "Stats") -> None:
        """Add the statistics of another search for the same answer."""
        for each in fields(self):
            join = each.metadata.get("add", _sum)
            setattr(self, each.name, join(getattr(self, each.name), getattr(other, each.name)))

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> "Stats":
        """Return the figures of a saved answer."""
        known = {name: fields[name] for name in cls.__dataclass_fields__ if name in fields}
        return cls(**{**known, "pruned": dict(fields["pruned"])})

    def as_json(self) -> dict[str, Any]:
        """Return the fields of the design, in its order."""
        return {
            "generated": self.generated,
            "expanded": self.expanded,
            "duplicate": self.duplicate,
            "cutoffs": self.cutoffs,
            "hits": self.hits,
            "mode": self.mode or INTERPRETED,
            "pruned": dict(self.pruned),
            "seconds": round(self.seconds, 6),
            "compile_seconds": round(self.compile_seconds, 6),
            "peak_memory_bytes": self.peak_memory_bytes,
            **({} if self.ends is None else {"ends": self.ends}),
            **({} if self.parallel is None else {"parallel": dict(self.parallel)}),
            **({} if self.collisions is None else {"collisions": self.collisions}),
        }
