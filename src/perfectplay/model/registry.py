"""What there is: families and algorithms, found where they live, without importing a compiler."""

import ast
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.model.family import Family
from perfectplay.model.problem import Problem

PACKAGE = Path(__file__).parent.parent  # `importlib.resources` takes as long to import as a family
GROUP = "perfectplay.families"  # entry points by which other packages add families


@cache
def _shipped_names() -> tuple[str, ...]:
    """Return the packages of `games/` that define a family; `jumping`, which two of them share, defines none."""
    folders = (PACKAGE / "games").iterdir()
    return tuple(
        sorted(
            folder.name
            for folder in folders
            if (folder / "__init__.py").is_file() and "\nFAMILY = " in (folder / "__init__.py").read_text("utf-8")
        )
    )


@cache
def _shipped(package: str) -> Family:
    family = import_module(f"perfectplay.games.{package}").FAMILY
    assert isinstance(family, Family)
    return family


def _has_plugins() -> bool:
    """Tell whether any installed package names our group; reading the files takes less than importing their reader."""
    for folder in dict.fromkeys(sys.path):
        for file in Path(folder or ".").glob("*.dist-info/entry_points.txt"):
            with suppress(OSError, ValueError):
                if f"[{GROUP}]" in file.read_text("utf-8"):
                    return True
    return False


def _plugged() -> Iterator[Family]:
    """Yield the families of other packages; one that cannot be imported is its author's error, and is raised."""
    if not _has_plugins():
        return
    from importlib import metadata

    for entry in metadata.entry_points(group=GROUP):
        family = entry.load()
        if not isinstance(family, Family):
            raise InputError(f"the entry point {entry.name!r} of {GROUP} is no Family, but {type(family).__name__}")
        yield family


@cache
def families() -> dict[str, Family]:
    """Return all families by name: those of `games/`, and those of other packages."""
    found = [*map(_shipped, _shipped_names()), *_plugged()]
    return {family.name: family for family in sorted(found, key=lambda family: family.name)}


def find_family(name: str) -> Family | None:
    """Return one family, looking no further than needed: others are not imported."""
    if name in _shipped_names() and (family := _shipped(name)).name == name:
        return family
    return families().get(name)


def example_spec() -> str:
    """Return a spec for messages that have to show one: what a family offers, or its first variant.

    >>> example_spec()
    'pegs/english'
    """
    listed = [family for family in families().values() if family.variants()]
    offered = (family.example for family in listed if family.example)
    return next(offered, f"{listed[0].name}/{listed[0].variants()[0].name}")


def names_with_part(part: str) -> list[str]:
    """Return the families that have a part."""
    return [name for name, family in families().items() if family.has_part(part)]


def family_of(problem: Problem) -> Family:
    """Return the family of a problem."""
    family = find_family(problem.family)
    if family is None:
        raise InputError(f"{problem.spec}: the family {problem.family[:40]!r} is not known")
    return family


@dataclass(frozen=True, slots=True)
class Algorithm:
    """What a file of `search/`, or a family, says of one of its algorithms."""

    name: str
    about: str
    optimal: str  # "always", "unit" (if every step costs 1), "admissible" (if the estimate is) or "never"
    module: str = ""  # the module that starts its engine
    memory: bool = True  # can remember positions
    estimate: bool = False  # has use for an estimate
    threads: bool = False  # can use several
    one_thread: str = ""  # words of its own for why it cannot
    ties: bool = False  # has equals to choose from
    depth: bool = False  # can end after some moves
    trace: bool = True  # can be traced
    players: int = 1  # how many play the games that it searches
    family: str = ""  # the one family whose solver has it, if it is not for all

    @property
    def summary(self) -> str:
        """What it does, where the family is plain."""
        return self.about.removeprefix(f"{self.family}: ")


@cache
def general_algorithms() -> dict[str, Algorithm]:
    """Return the algorithms for every family: the literal ALGORITHMS of the files of `search/`, read without running.

    >>> general_algorithms()["astar"].optimal
    'admissible'
    """
    found = {}
    for file in (PACKAGE / "search").iterdir():
        if file.name.endswith(".py"):
            for name, facts in _literal(file.read_text("utf-8")).items():
                found[name] = Algorithm(name, module=f"perfectplay.search.{file.name.removesuffix('.py')}", **facts)
    return dict(sorted(found.items()))


def _literal(source: str) -> dict[str, Any]:
    """Return the value of ALGORITHMS; the rest of the file is not parsed, which would take most of a start."""
    _, begin, rest = source.partition("\nALGORITHMS = {")
    body, end, _ = rest.partition("\n}\n")
    return ast.literal_eval("{" + body + "}") if begin and end else {}


@cache
def algorithms() -> dict[str, Algorithm]:
    """Return all algorithms, those of one family among them."""
    found = dict(general_algorithms())
    for family in families().values():
        found |= {name: Algorithm(name, family=family.name, **facts) for name, facts in family.algorithms.items()}
    return dict(sorted(found.items()))


def find_algorithm(name: str) -> Algorithm:
    """Return an algorithm by name, or name those there are."""
    known = general_algorithms()
    if name not in known:
        known = algorithms()
    if name not in known:
        raise InputError(f"unknown algorithm {name[:40]!r}; there are {', '.join(known)}")
    return known[name]
