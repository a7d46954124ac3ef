"""Heaps: a turn takes things from one heap; whoever takes the last thing wins, or loses in misère play.

A small family for two that another package might provide: it is found by its entry point.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.model.family import Family, Variant
from perfectplay.model.items import read_items
from tests.families.heaps.problem import FACTS, HeapPosition, HeapProblem

__all__ = ["FAMILY", "HeapPosition", "HeapProblem"]

PLAYS = ("normal", "misere")


def variants() -> list[Variant]:
    """Return one variant for all."""
    return [Variant("3-4-5", "three heaps; any up to 6 heaps of 9 will do: heaps/1-2:play=misere")]


def load(variant: str, items: Sequence[str]) -> HeapProblem:
    """Make the problem of a spec."""
    spec = f"heaps/{variant}" + (f":{','.join(items)}" if items else "")
    arguments, keys = read_items(spec, items, ("play",))
    if arguments or keys.get("play", "normal") not in PLAYS:
        raise InputError(f"{spec}: write play=normal or play=misere, or nothing")
    return HeapProblem(HeapPosition.parse(variant), keys.get("play") == "misere", spec)


def read(whole: Mapping[str, Any]) -> HeapProblem:
    """Return the problem of a saved answer or a file of games."""
    return HeapProblem(HeapPosition(tuple(whole["heaps"])), whole["play"] == "misere", str(whole["spec"]))


FAMILY = Family(
    "heaps",
    "Nim: who takes the last thing?",
    FACTS,
    variants,
    load,
    parts={
        "solver": "tests.families.heaps.solving:HeapSolver",
        "oracle": "tests.families.heaps.solving:find_oracle",
        "checker": "tests.families.heaps.checker:HEAP_CHECKER",
    },
    read=read,
)
