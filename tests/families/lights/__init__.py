"""Lights: a press switches a lamp and its neighbours; put out all of them.

A small family for one player that another package might provide: it is found by its entry point.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.model.family import Family, Variant
from tests.families.lights.problem import FACTS, LightPosition, LightProblem

__all__ = ["FAMILY", "LightPosition", "LightProblem"]


def variants() -> list[Variant]:
    """Return one variant for all."""
    return [Variant("3x3", "every lamp is lit; any grid up to 5x5 will do, and a start: lights/2x2:*./..")]


def load(variant: str, items: Sequence[str]) -> LightProblem:
    """Make the problem of a spec."""
    spec = f"lights/{variant}" + (f":{','.join(items)}" if items else "")
    size = re.fullmatch(r"([1-5])x([1-5])", variant, re.ASCII)
    if size is None or len(items) > 1:
        raise InputError(f"{spec}: write columns and rows up to 5x5, and a start if not all are lit, as lights/2x1:*.")
    width, height = map(int, size.groups())
    full = LightPosition((("*" * width),) * height)
    problem = LightProblem(full, spec)
    return LightProblem(problem.parse(items[0]), spec) if items else problem


def read(whole: Mapping[str, Any]) -> LightProblem:
    """Return the problem of a saved answer."""
    return LightProblem(LightPosition.parse(whole["start"]), str(whole["spec"]))


FAMILY = Family(
    "lights",
    "Lights Out: switch off every lamp",
    FACTS,
    variants,
    load,
    estimates={"lamps": ("lamps that are lit, by the five that a press switches", ("moves",))},
    parts={
        "solver": "tests.families.lights.solving:LightSolver",
        "checker": "tests.families.lights.checker:LIGHT_CHECKER",
    },
    read=read,
)
