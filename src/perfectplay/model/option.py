"""Options: each is declared once, and every face reads the declaration.

The flags of the command, the keywords of Python, the checks of the lab and the label of an answer's search all come
from it, and so does the refusal of what contradicts.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.spelling import called

MOST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Kind:
    """What values an option takes; any text by default."""

    def refusal(self, value: object) -> str:
        """Say what would be right, or nothing where a value is."""
        return "" if isinstance(value, str) else "a text"


@dataclass(frozen=True, slots=True)
class Whole(Kind):
    """A whole number within bounds."""

    least: int = 0
    most: int | None = None

    def refusal(self, value: object) -> str:
        if not isinstance(value, bool) and isinstance(value, int) and self.least <= value <= (self.most or value):
            return ""
        return (
            f"a whole number {f'of {self.least} or more' if self.most is None else f'from {self.least} to {self.most}'}"
        )


@dataclass(frozen=True, slots=True)
class Real(Kind):
    """A number within bounds; the lower one is left out where it is 0."""

    least: float = 0.0
    most: float = math.inf

    def refusal(self, value: object) -> str:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and self.least <= value <= self.most and 0 < value < math.inf:  # type: ignore[operator]
            return ""
        return f"a number {'above 0' if self.most == math.inf else f'from {self.least:g} to {self.most:g}'}"


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of some names."""

    names: Sequence[str]

    def refusal(self, value: object) -> str:
        return "" if isinstance(value, str) and value in self.names else f"one of {', '.join(self.names)}"


@dataclass(frozen=True, slots=True)
class NameOrFile(Kind):
    """One of some names, or the name of a file, which only somebody at this computer may give."""

    names: Sequence[str]


def names_in(value: str | Iterable[str]) -> list[str]:
    """Return the names of a list, or of one text with commas.

    >>> names_in("symmetry, weights")
    ['symmetry', 'weights']
    """
    return [name.strip() for name in (value.split(",") if isinstance(value, str) else value)]


@dataclass(frozen=True, slots=True)
class Names(Kind):
    """Several names: a list, or one text with commas."""

    def refusal(self, value: object) -> str:
        is_list = isinstance(value, str) or (
            isinstance(value, list | tuple | set | frozenset) and all(isinstance(item, str) for item in value)
        )
        return "" if is_list else "a list of names"


@dataclass(frozen=True, slots=True)
class Switch(Kind):
    """On or off."""

    def refusal(self, value: object) -> str:
        return "" if isinstance(value, bool) else "true or false"


@dataclass(frozen=True, slots=True)
class Need:
    """An option is of use only where another has this value; `what` says in words what that means.

    With `is_any` any value will do that was given.
    """

    option: str
    value: str
    what: str
    is_any: bool = False

    def is_met(self, values: Mapping[str, Any]) -> bool:
        """Tell whether the options that were chosen give it a use."""
        value = values.get(self.option)
        return value is not None if self.is_any else value == self.value


@dataclass(frozen=True, slots=True)
class Ability:
    """An option is of use only to algorithms that say so in the field `name` of their facts.

    `refusal` follows the name of an algorithm that lacks it, with {} for the option and its value, unless the algorithm
    has words of its own in the field `instead`; the value `harmless` asks nothing of an algorithm.
    """

    name: str
    refusal: str
    harmless: Any = None
    instead: str = ""

    def require(self, algorithm: Any, asked: str) -> None:
        """Refuse an algorithm that lacks it; `asked` is the option and its value, as whoever gave it writes them."""
        if not getattr(algorithm, self.name):
            own = getattr(algorithm, self.instead) if self.instead else ""
            raise InputError(f"{algorithm.name} {own or self.refusal.format(asked)}")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a verb.

    `steers` says that who gives it chooses the search, which is otherwise chosen for them.  `is_for_one` says that only
    searches of puzzles have a use for it.  `label` says when the answer's `search` includes it: always, never, or
    (by default) where its value is not the default.  `page_help` stands for `help` on the page, which has neither flags
    nor files.
    """

    name: str
    kind: Kind
    help: str
    default: Any = None
    verbs: Sequence[str] = ("solve",)
    needs: Need | None = None
    abilities: Sequence[Ability] = ()
    metavar: str = ""
    steers: bool = True
    is_for_one: bool = True
    label: str = "changed"  # the other values are "always" and "never"
    page_help: str = ""

    @property
    def flag(self) -> str:
        """What it is called in the command."""
        return f"--{self.name.replace('_', '-')}"

    def check(self, value: Any) -> None:
        """Refuse a value that the option does not take; None is "not given"."""
        if value is not None and (right := self.kind.refusal(value)):
            raise InputError(f"{called(self.name)} takes {right}, not {str(value)[:MOST_SHOWN]!r}")


@dataclass(frozen=True, slots=True)
class Options(Mapping[str, Any]):
    """What was chosen: the value of every option by name, and which of them were given.

    >>> chosen = Options({"ties": "newest"}, frozenset())
    >>> chosen.ties, chosen.given
    ('newest', frozenset())
    """

    values_by_name: Mapping[str, Any] = field(default_factory=dict)
    given: frozenset[str] = frozenset()

    def __getitem__(self, name: str) -> Any:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values_by_name[name]
        except KeyError:
            raise AttributeError(name) from None

    def changed(self, **values: Any) -> "Options":
        """Return the options with other values, of which nothing says that they were given."""
        return Options({**self.values_by_name, **values}, self.given)


def choose(declared: Mapping[str, Option], given: Mapping[str, Any]) -> Options:
    """Return options with every value checked and defaults filled in.

    What is None counts as not given.  Whether a problem has a use for an option is the verb's to say.
    """
    values = {name: option.default for name, option in declared.items()}
    chosen = {name: value for name, value in given.items() if value is not None}
    for name, value in chosen.items():
        declared[name].check(value)
        values[name] = value
    for name in chosen:
        need = declared[name].needs
        if need is not None and not need.is_met(values):
            wanted = called(need.option) if need.is_any else called(need.option, need.value)
            raise InputError(f"{called(name)} is for {need.what} alone; add {wanted} or leave it out")
    return Options(values, frozenset(chosen))
