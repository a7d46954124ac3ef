"""What there is: families and algorithms, found where they live, without importing a compiler."""

import ast
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import Any

from perfectplay.errors import InputError
from perfectplay.games.base import Family


@cache
def families() -> dict[str, Family]:
    """Return the families: every folder of `games/` that defines FAMILY."""
    found = {}
    for folder in resources.files("perfectplay.games").iterdir():
        if folder.is_dir() and (folder / "__init__.py").is_file():
            family = import_module(f"perfectplay.games.{folder.name}").FAMILY
            found[family.name] = family
    return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Algorithm:
    """What a file of `search/` or `solvers/` says of one of its algorithms."""

    name: str
    module: str
    about: str
    optimal: str  # "always", "unit" (if every step costs 1), "admissible" (if the estimate is) or "never"
    memory: bool = True  # can remember positions
    estimate: bool = False  # has use for an estimate
    threads: bool = False  # can use several
    ties: bool = False  # has equals to choose from
    family: str = ""  # the one family whose solver has it, if it is not for all

    def engine(self, task: Any, settings: Any) -> Any:
        """Return the engine, importing the compiler at last."""
        return import_module(self.module).start(self.name, task, settings)


@cache
def algorithms() -> dict[str, Algorithm]:
    """Return the algorithms: the literal ALGORITHMS of every file of `search/` and `solvers/`, read without running it.

    >>> algorithms()["astar"].optimal
    'admissible'
    """
    found = {}
    for folder in ("search", "solvers"):  # not imported, for they import the compiler
        for file in (resources.files("perfectplay") / folder).iterdir():
            if not file.name.endswith(".py"):
                continue
            for statement in ast.parse(file.read_text()).body:
                if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == "ALGORITHMS":
                    for name, facts in ast.literal_eval(statement.value).items():
                        found[name] = Algorithm(name, f"perfectplay.{folder}.{file.name.removesuffix('.py')}", **facts)
    return dict(sorted(found.items()))


def general_algorithms() -> list[str]:
    """Return the names of the algorithms that are for every family."""
    return [name for name, algorithm in algorithms().items() if not algorithm.family]


def find_algorithm(name: str) -> Algorithm:
    """Return an algorithm by name, or name those there are."""
    if name not in algorithms():
        raise InputError(f"unknown algorithm {name[:40]!r}; there are {', '.join(algorithms())}")
    return algorithms()[name]
