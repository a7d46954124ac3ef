"""Two runs or two configurations side by side: the ratio of their seconds, with an interval, per problem and in all.

Times are positive and skewed, so their logarithms are compared: the ratio is that of geometric means, and its 95 %
interval is by Student's t for two samples of different variance (Welch 1947).  The total is the geometric mean of all
ratios; its interval says how certain it is for these problems, not for others.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance
from typing import Any, NamedTuple

from perfectplay.base.errors import InputError
from perfectplay.lab.rows import ExperimentRun
from perfectplay.lab.saved_runs import SavedRuns
from perfectplay.lab.summary import Group, summarise

NOTABLE = 1.05  # a ratio within 5 % is never called slower or faster
# The upper 2.5 % points of Student's t for 1, 2, 3 ... degrees of freedom; NORMAL serves where there are more.
STUDENT = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131),
    *(2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
NORMAL = 1.960
LEAST_SECONDS = 1e-9


class Uncertain(NamedTuple):
    """A difference of mean logarithms, and what each sample adds to its variance, with its degrees of freedom."""

    difference: float
    parts: tuple[tuple[float, int], ...]


@dataclass(frozen=True)
class Ratio:
    """How much longer B takes than A; there is no interval where one of them was measured only once."""

    problem: str
    configuration: str
    seconds: tuple[float, float]  # the geometric means of A and B
    ratio: float
    interval: tuple[float, float] | None

    @property
    def verdict(self) -> str:
        """`slower` or `faster` where the interval lies on one side of 1 and the ratio is notable, else nothing."""
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
    """The ratios of all pairs, and the pairs that have none: `worse` are those that only A came to the end of."""

    names: tuple[str, str]
    ratios: tuple[Ratio, ...]
    total: Ratio | None
    worse: tuple[str, ...]
    others: tuple[str, ...]
    notes: tuple[str, ...]  # caveats, such as different machines

    def as_json(self) -> dict[str, Any]:
        return {
            "compared": list(self.names),
            "worse": list(self.worse),
            "ratios": [ratio.as_json() for ratio in self.ratios],
            "total": None if self.total is None else self.total.as_json(),
            "not_compared": list(self.others),
            "notes": list(self.notes),
        }


def compare(store: SavedRuns, first: str, second: str) -> Comparison:
    """Compare two sides, each RUN or RUN:CONFIGURATION, where RUN is a number or the name of an experiment.

    Where both name a configuration, those two are compared on each problem; else equal configurations are.
    """
    runs, names = zip(*(_side(store, text) for text in (first, second)), strict=True)
    if names.count("") == 1:
        names = (names[0] or names[1],) * 2
    groups_a, groups_b = (_groups(run, name) for run, name in zip(runs, names, strict=True))
    pairs, worse, others = [], [], []
    for key, one in groups_a.items():
        other, label = groups_b.get(key), f"{one.problem}, {one.configuration}"
        if other is None:
            others.append(f"{label}: only in {first}")
        elif runs[0].experiment.problem(one.problem).spec != runs[1].experiment.problem(other.problem).spec:
            others.append(f"{label}: the name is the same, the problem is not")
        elif one.is_solved and not other.is_solved:
            worse.append(f"{label}: {one.status} in {first}, {_ended(other)} in {second}")
        elif not one.is_solved:
            others.append(f"{label}: {_ended(one)} in {first}, {_ended(other)} in {second}")
        elif one.status != other.status:
            worse.append(f"{label}: the answers differ, {one.status} in {first}, {other.status} in {second}")
        elif one.values("seconds") and other.values("seconds"):
            pairs.append((one, other))
    others += [f"{group.problem}, {group.configuration}: only in {second}" for group in _only(groups_b, groups_a)]
    if not pairs and not worse:
        raise InputError(f"{first} and {second} have no row in common that both came to the end of")
    total = _total([_uncertain(*pair) for pair in pairs])
    ratios = tuple(ratio_of(*pair) for pair in pairs)
    return Comparison((first, second), ratios, total, tuple(worse), tuple(others), tuple(_notes(*runs)))


def _side(store: SavedRuns, text: str) -> tuple[ExperimentRun, str]:
    """Return the run that a text names, and the configuration, if it names one."""
    what, colon, configuration = text.partition(":")
    run = store.find(what)
    names = [item.name for item in run.experiment.configurations]
    if colon and configuration not in names:
        listed = "; ".join(names)
        raise InputError(f"{run.experiment.name} has no configuration {configuration[:40]!r}; it has {listed}")
    return run, configuration


def _groups(run: ExperimentRun, configuration: str) -> dict[tuple[str, str], Group]:
    """Return the groups by what they are compared as."""
    groups = summarise(run)
    if configuration:
        return {(group.problem, ""): group for group in groups if group.configuration == configuration}
    return {(group.problem, group.configuration): group for group in groups}


def _only(groups: dict[tuple[str, str], Group], others: dict[tuple[str, str], Group]) -> list[Group]:
    return [group for key, group in groups.items() if key not in others]


def _ended(group: Group) -> str:
    return f"{group.status} ({group.limit} limit)" if group.limit else group.status


def ratio_of(one: Group, other: Group) -> Ratio:
    """Return how much longer the second takes than the first."""
    label = one.configuration if one.configuration == other.configuration else ""
    before, after = (math.exp(fmean(_logarithms(group))) for group in (one, other))
    uncertain = _uncertain(one, other)
    return Ratio(one.problem, label, (before, after), math.exp(uncertain.difference), _interval(uncertain))


def _logarithms(group: Group) -> list[float]:
    return [math.log(max(seconds, LEAST_SECONDS)) for seconds in group.values("seconds")]


def _uncertain(one: Group, other: Group) -> Uncertain:
    samples = [_logarithms(group) for group in (one, other)]
    difference = fmean(samples[1]) - fmean(samples[0])
    if any(len(sample) < 2 for sample in samples):
        return Uncertain(difference, ())
    return Uncertain(difference, tuple((variance(sample) / len(sample), len(sample) - 1) for sample in samples))


def _interval(uncertain: Uncertain) -> tuple[float, float] | None:
    if not uncertain.parts:
        return None
    total = sum(part for part, _ in uncertain.parts)
    weights = sum(part * part / freedom for part, freedom in uncertain.parts)
    freedom = int(total * total / weights) if weights else len(STUDENT)
    reach = (STUDENT[max(freedom, 1) - 1] if freedom <= len(STUDENT) else NORMAL) * math.sqrt(total)
    return math.exp(uncertain.difference - reach), math.exp(uncertain.difference + reach)


def _total(differences: Sequence[Uncertain]) -> Ratio | None:
    """Return the geometric mean of all ratios; its interval rests on the repetitions of every one of them."""
    if not differences:
        return None
    count = len(differences)
    parts = [(part / count**2, freedom) for item in differences for part, freedom in item.parts]
    is_sure = all(item.parts for item in differences)
    mean = Uncertain(fmean(item.difference for item in differences), tuple(parts) if is_sure else ())
    ratio = math.exp(mean.difference)
    return Ratio("all", "", (1.0, ratio), ratio, _interval(mean))


def _notes(first: ExperimentRun, second: ExperimentRun) -> list[str]:
    notes = []
    if first.machine != second.machine:
        notes.append(f"the machines differ: {first.machine}; {second.machine}")
    if first.version != second.version:
        notes.append(f"the versions differ: {first.version}; {second.version}")
    return notes
