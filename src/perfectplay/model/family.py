"""A family: what there is of it, and where its parts are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from perfectplay.base.errors import UnsupportedError
from perfectplay.model.option import Option
from perfectplay.model.problem import Facts, Problem

Estimates = Mapping[str, tuple[str, tuple[str, ...]]]  # a description of each, and the objectives it is admissible for


@dataclass(frozen=True, slots=True)
class Variant:
    """A board or preset that a family ships."""

    name: str
    about: str
    example: str = ""  # variant and items of a problem to show, where the name alone is none
    is_drawn: bool = False  # drawn by lot: the item `seed`, 1 where it is left out, says which


@dataclass(frozen=True, slots=True)
class Generated:
    """A problem drawn by seed, its file, and the fewest moves that solve it where they were looked for."""

    problem: Problem
    text: str
    moves: int | None


@dataclass(frozen=True, slots=True)
class Writer:
    """A format in which a family writes its problems (verb `show`) or solutions (verb `solve`).

    `function` is a dotted name: it gets the problem, and the moves of a solution, and returns a text.  What is printed
    takes the place of the answer on standard output; anything else goes to a file.
    """

    name: str
    verb: str
    help: str
    function: str
    is_printed: bool = False
    objectives: Sequence[str] = ()  # objectives whose solutions it can write; empty means all

    def write(self, *arguments: Any) -> str:
        text: str = imported(self.function)(*arguments)
        return text


@dataclass(frozen=True, slots=True)
class Family:
    """A family registers itself by defining `FAMILY` in its package; making one imports no compiler.

    `parts` are dotted names `module:attribute`, imported on first use:

        solver      the subclass of `Solver` that serves its problems
        words       the subclass of `Words`: every text that a face prints of it
        oracle      a function that returns the `Oracle` of a problem
        table       a `TableMaker`: saved tables of its problems
        generator   a function from options and a seed to a `Generated` problem
        editor      an `Editor`: what can be drawn of its problems
        players     a `Roster`: those who play a game for two
        rules       a class that makes rules of a file, where they are a user's own program
        checker     the `Checker` of its saved answers, where `proof/` has none of its own
    """

    name: str
    about: str
    facts: Facts
    variants: Callable[[], list[Variant]]
    load: Callable[[str, Sequence[str]], Problem]  # variant, items of the spec
    estimates: Estimates = field(default_factory=dict)
    pruning: Mapping[str, str] = field(default_factory=dict)  # what each rule gives up, besides duplicates and symmetry
    orders: Mapping[str, str] = field(default_factory=dict)  # orders of steps of its own
    options: Sequence[Option] = ()
    algorithms: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # algorithms of this family alone
    parts: Mapping[str, str] = field(default_factory=dict)
    writers: Sequence[Writer] = ()
    read: Callable[[Mapping[str, Any]], Problem] | None = None  # the problem that `as_json` wrote
    example: str = ""  # a spec that messages may show
    suffix: str = ""  # suffix of files that are specs by themselves, such as .py
    file_suffixes: Sequence[str] = ()  # suffixes, in lower case, of the formats that `@FILE` reads

    def has_part(self, name: str) -> bool:
        return name in self.parts

    def part(self, name: str) -> Any:
        """Return a part, imported now; `UnsupportedError` if the family has none of the name."""
        if name not in self.parts:
            raise UnsupportedError(f"{self.name} has no {name}")
        return imported(self.parts[name])


def imported(dotted: str) -> Any:
    """Return what a dotted name `module:attribute` stands for."""
    module, _, attribute = dotted.partition(":")
    return getattr(import_module(module), attribute)
