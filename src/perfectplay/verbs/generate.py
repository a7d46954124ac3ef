"""`generate`: a problem by seed, the same on every machine."""

from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.progress import Progress
from perfectplay.model.family import Generated
from perfectplay.model.option import Option, Switch, Whole, choose
from perfectplay.model.registry import families, find_family, names_with_part
from perfectplay.solvers.options import MOST_SEED
from perfectplay.verbs.asking import as_progress

# What every family that is generated has, besides options of its own.
GENERATE_OPTIONS = {
    option.name: option
    for option in (
        Option("seed", Whole(0, MOST_SEED), "Which board.", default=1),
        Option("solvable", Switch(), "The first board of the seed that can be solved.", default=False),
        Option("hard", Switch(), "A hard board.", default=False),
    )
}


def generate_options() -> dict[str, Option]:
    """Return the options of all families that are generated."""
    return {
        option.name: option for family in families().values() for option in family.options if "generate" in option.verbs
    }


def generate(
    family_name: str,
    *,
    seed: int = 1,
    solvable: bool = False,
    hard: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> Generated:
    """Draw a problem of a family: the first of a seed, the first solvable one, or a hard one.

    >>> generate("dice", rows=3, columns=3, pieces=2, period=3, seed=7, hard=True).moves
    4
    """
    if not isinstance(family_name, str):
        raise InputError(f"expected the name of a family, not {type(family_name).__name__}")
    asked = choose(GENERATE_OPTIONS, {"seed": seed, "solvable": solvable, "hard": hard})
    reported = as_progress(progress)
    family = find_family(family_name)
    if family is None or not family.has_part("generator"):
        having = " and ".join(names_with_part("generator"))
        raise InputError(f"no boards of {family_name[:40]!r} are generated; only those of {having} are")
    declared = {option.name: option for option in family.options if "generate" in option.verbs}
    for name in options:
        if name not in declared:
            raise InputError(f"{family_name} has no option {name[:40]!r}; it has {', '.join(declared)}")
    found: Generated = family.part("generator")(
        choose(declared, options), asked.seed, is_solvable=asked.solvable, is_hard=asked.hard, progress=reported
    )
    return found
