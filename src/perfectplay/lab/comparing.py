"""Two runs or two configurations side by side: the ratio of their seconds, with an interval, per problem and in all.

The interval is a bootstrap (Efron 1979): repetitions are drawn again with replacement, and the middle 95 % of the
ratios of medians are kept.  In all, the geometric mean is taken, and problems are drawn too: another choice of problems
could have been made.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from perfectplay.errors import InputError
from perfectplay.lab.store import Run, Store
from perfectplay.lab.summary import Group, summarise

DRAWS = 2000
NOTABLE = 1.05  # ratios within 5 % are noise, whatever the interval says


@dataclass(frozen=True)
class Ratio:
    """How much longer B takes than A; the interval is None where there is one repetition each."""

    problem: str
    configuration: str
    seconds: tuple[float, float]  # the medians of A and B
    ratio: float
    interval: tuple[float, float] | None

    @property
    def verdict(self) -> str:
        """`slower` or `faster` where the whole interval lies beyond what noise explains, else nothing."""
        least, most = self.interval or (1.0, 1.0)
        if least > 1 and self.ratio > NOTABLE:
            return "slower"
        return "faster" if most < 1 and self.ratio < 1 / NOTABLE else ""

    def as_json(self) -> dict[str, Any]:
        return {
            "problem": self.problem,
            "configuration": self.configuration,
            "seconds": list(self.seconds),
            "ratio": self.ratio,
            "interval": None if self.interval is None else list(self.interval),
            "verdict": self.verdict or None,
        }


@dataclass(frozen=True)
class Comparison:
    """The ratios of all pairs, and what could not be compared."""

    names: tuple[str, str]
    ratios: tuple[Ratio, ...]
    total: Ratio
    missing: tuple[str, ...]  # and why
    notes: tuple[str, ...]  # such as that the machines differ

    def as_json(self) -> dict[str, Any]:
        return {
            "compared": list(self.names),
            "ratios": [ratio.as_json() for ratio in self.ratios],
            "total": self.total.as_json(),
            "missing": list(self.missing),
            "notes": list(self.notes),
        }


def compare(store: Store, first: str, second: str) -> Comparison:
    """Compare two sides, each RUN or RUN:CONFIGURATION, where RUN is a number or the name of an experiment.

    Where both name a configuration, those two are compared on each problem; else equal configurations are.
    """
    sides = [_side(store, text) for text in (first, second)]
    (run_a, groups_a), (run_b, groups_b) = sides
    ratios, missing = [], []
    for key, one in groups_a.items():
        other = groups_b.get(key)
        label = f"{one.problem}, {one.configuration}"
        if other is None:
            missing.append(f"{label}: only in {first}")
        elif not (one.is_solved and other.is_solved):
            missing.append(f"{label}: {one.status} in {first}, {other.status} in {second}")
        else:
            ratios.append(ratio_of(one, other))
    for key, group in groups_b.items():
        if key not in groups_a:
            missing.append(f"{group.problem}, {group.configuration}: only in {second}")
    if not ratios:
        raise InputError(f"{first} and {second} have no row in common that both came to the end of")
    return Comparison(
        (first, second), tuple(ratios), _total(ratios, sides), tuple(missing), tuple(_notes(run_a, run_b))
    )


def _side(store: Store, text: str) -> tuple[Run, dict[tuple[str, str], Group]]:
    what, colon, configuration = text.partition(":")
    run = store.find(what)
    groups = summarise(run)
    if colon:
        names = [item.name for item in run.experiment.configurations]
        if configuration not in names:
            raise InputError(
                f"{run.experiment.name} has no configuration {configuration[:40]!r}; it has {'; '.join(names)}"
            )
        return run, {(group.problem, ""): group for group in groups if group.configuration == configuration}
    return run, {(group.problem, group.configuration): group for group in groups}


def ratio_of(one: Group, other: Group) -> Ratio:
    """Return how much longer the second takes than the first."""
    label = one.configuration if one.configuration == other.configuration else ""
    before, after = one.values("seconds"), other.values("seconds")
    seconds = (median(before), median(after))
    interval = None
    if len(before) > 1 and len(after) > 1:
        chance = random.Random(1)
        drawn = [_drawn(chance, after) / _drawn(chance, before) for _ in range(DRAWS)]
        interval = _middle(drawn)
    return Ratio(one.problem, label, seconds, seconds[1] / seconds[0], interval)


def _total(ratios: Sequence[Ratio], sides: Sequence[tuple[Run, dict[tuple[str, str], Group]]]) -> Ratio:
    """Return the geometric mean over all pairs."""
    ratio = _mean([item.ratio for item in ratios])
    seconds = (sum(item.seconds[0] for item in ratios), sum(item.seconds[1] for item in ratios))
    interval = None
    if len(ratios) > 1:
        chance = random.Random(1)
        pairs = [
            (one.values("seconds"), other.values("seconds"))
            for key, one in sides[0][1].items()
            if (other := sides[1][1].get(key)) is not None and one.is_solved and other.is_solved
        ]
        draws = []
        for _ in range(DRAWS):
            chosen = chance.choices(pairs, k=len(pairs))
            draws.append(_mean([_drawn(chance, after) / _drawn(chance, before) for before, after in chosen]))
        interval = _middle(draws)
    elif ratios:
        interval = ratios[0].interval
    return Ratio("all", "", seconds, ratio, interval)


def _drawn(chance: random.Random, values: Sequence[float]) -> float:
    return median(chance.choices(values, k=len(values)))


def _mean(ratios: Sequence[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def _middle(draws: list[float]) -> tuple[float, float]:
    draws.sort()
    edge = len(draws) // 40
    return draws[edge], draws[-1 - edge]


def _notes(first: Run, second: Run) -> list[str]:
    notes = []
    if first.machine != second.machine:
        notes.append(f"the machines differ: {first.machine}; {second.machine}")
    if first.version != second.version:
        notes.append(f"the versions differ: {first.version}; {second.version}")
    return notes
