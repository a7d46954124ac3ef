"""The figures of a search, the same for every algorithm."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

INTERPRETED, COMPILED, BOTH = "interpreted", "compiled", "both"


def mode_of(first: str, second: str) -> str:
    """Return the mode of two pieces of work together; nothing is the mode of what ran no kernel."""
    return first if first == second or not second else second if not first else BOTH


@dataclass(slots=True)
class Stats:
    """The same figures for every algorithm."""

    generated: int = 0
    expanded: int = 0
    duplicate: int = 0
    cutoffs: int | None = None  # games for two: how often the moves left could not change the value
    hits: int | None = None  # games for two: positions whose value was known
    ends: int | None = None  # games for two: ends of games that were looked at
    mode: str = ""  # how its kernels ran: interpreted, compiled or both
    pruned: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    compile_seconds: float = 0.0
    peak_memory_bytes: int = 0
    parallel: dict[str, float] | None = None  # searches on several threads: share of time idle, and the like
    collisions: int | None = None  # different positions of the same sums, where those are the key of the visited table

    def add(self, other: "Stats") -> None:
        """Add the figures of a further search for the same answer; memory counts by its peak."""
        self.generated += other.generated
        self.expanded += other.expanded
        self.duplicate += other.duplicate
        self.mode = mode_of(self.mode, other.mode)
        for name, count in other.pruned.items():
            self.pruned[name] = self.pruned.get(name, 0) + count
        self.seconds += other.seconds
        self.compile_seconds += other.compile_seconds
        self.peak_memory_bytes = max(self.peak_memory_bytes, other.peak_memory_bytes)

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
