"""What a search is given: the rules of a problem, and the settings of the search."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

ORDERS = ("given", "reversed", "random", "estimate")
TIES = ("newest", "oldest", "nearest", "deepest")
SPLITS = ("dynamic", "static")
DEAD = ("shared", "private")
VISITED = ("exact", "sums", "level", "board")


class PruningRule(NamedTuple):
    """A reason to give up a position or a step; `is_hopeless` and `is_pointless` receive its place among the rules.

    A rule that is not safe may give up the only or the shortest way: it is off unless named, what is found with it is
    never called optimal, and nothing found is no proof.
    """

    name: str
    is_invariant: bool = False  # no step changes the verdict: looked at once, at the start
    is_safe: bool = True


@dataclass(frozen=True, slots=True)
class SearchTask:
    """A problem as a search sees it."""

    rules: Any
    start: int
    words: int = 1
    branching: int = 64
    pruning: Sequence[PruningRule] = ()
    has_unit_cost: bool = True
    is_monotone: bool = False  # no play comes back to a position, so backtracking need not look for cycles
    board_bits: int = 0  # the bits of a state that are its board, where a position is more than that
    sum_sets: Sequence[int] = ()  # rows and columns, whose numbers of pieces are the classic key of a visited table
    is_only_won: bool = False  # in a game for two only the win counts, so that no estimate is worth as much as an end


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search; what an engine has no use for it ignores."""

    duplicates: bool = True
    symmetry: bool = False
    rules: frozenset[str] = frozenset()  # names of the pruning rules switched on
    order: str = "given"
    ties: str = "newest"
    visited: str = "exact"  # "sums" finds positions again by the task's sums, "level" within one level alone;
    # "board" by the board alone, which is not safe
    cost_weight: int = 1  # priority = cost_weight * cost so far + estimate_weight * estimate
    estimate_weight: int = 1
    threads: int = 1
    split: str = "dynamic"  # how threads divide the tree: while the search runs, or once
    dead: str = "shared"  # whether threads have one memory of dead positions, or one each
    seed: int = 1
    trace: int = 0  # how many events to record
    depth: int = 0  # moves of a game for two after which positions are guessed; 0 stands for all of them
    remembers_pruned: bool = False  # a position that a rule gives up is remembered too, and so its images are given up

    @property
    def has_memory(self) -> bool:
        """Positions are remembered: exactly, or one for all its images."""
        return self.duplicates or self.symmetry


class Switches(NamedTuple):
    """The settings in the form compiled code reads."""

    has_memory: int
    has_symmetry: int
    rules: int  # bit i: pruning rule i is checked on every new position
    order: int
    ties: int
    cost_weight: int
    estimate_weight: int
    has_cycles: int
    remembers_pruned: int
    is_by_board: int
    has_unit_cost: int


def switches(task: SearchTask, settings: Settings) -> Switches:
    """Translate settings for compiled code."""
    mask = 0
    for number, rule in enumerate(task.pruning):
        if rule.name in settings.rules and not rule.is_invariant:
            mask |= 1 << number
    return Switches(
        has_memory=int(settings.has_memory),
        has_symmetry=int(settings.symmetry),
        rules=mask,
        order=ORDERS.index(settings.order),
        ties=TIES.index(settings.ties),
        cost_weight=settings.cost_weight,
        estimate_weight=settings.estimate_weight,
        has_cycles=int(not task.is_monotone),
        remembers_pruned=int(settings.remembers_pruned and settings.has_memory),
        is_by_board=int(settings.visited == "board"),
        has_unit_cost=int(task.has_unit_cost),
    )
