"""Families and problems as plain data: what the page's lists and forms are made of."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from perfectplay.arena.players import player_lines
from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.files import is_given
from perfectplay.model.family import Family
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.option import Choice, NameOrFile, Names, Option, Real, Switch, Whole
from perfectplay.model.problem import Problem
from perfectplay.model.registry import Algorithm, families, family_of, find_algorithm
from perfectplay.model.specs import load
from perfectplay.model.words import words_for
from perfectplay.solvers.options import ORDERS
from perfectplay.verbs.solve import algorithm_names, options_for
from perfectplay.version import __version__
from perfectplay.web.asked import positions_after
from perfectplay.web.boards import Described, board_data
from perfectplay.web.own_games import load_own, without_folders

MOST_SHOWN = 60_000  # cells and moves of all positions together: about six megabytes, packed in a thread
CLAUSE = re.compile("([;:,] )")
HIDDEN = {"trace"}  # an option that the page has a control of its own for
KINDS = (
    (Whole, "whole"),
    (Real, "real"),
    (Choice, "choice"),
    (NameOrFile, "choice"),
    (Names, "names"),
    (Switch, "switch"),
)


def families_data() -> dict[str, Any]:
    """Return the families with their boards."""
    listed = [family for family in families().values() if family.variants()]
    return {
        "version": __version__,
        "families": [_family_data(family) for family in listed],
    }


def own_data(own: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the games of a user's own."""
    return [_own_data(name, own) for name in own]


def _own_data(name: str, own: Mapping[str, str]) -> dict[str, Any]:
    """Describe a game of a user's own, or say what is wrong with it, as after an edit: the others can be played."""
    try:
        problem = load_own(name, own)
        return {
            "spec": problem.spec,
            "about": words_for(problem).rules(),
            "players": problem.facts.players,
            "has_picture": problem.scene(problem.start) is not None,
        }
    except PerfectplayError as error:
        return {"spec": name, "about": without_folders(str(error), own), "players": None, "has_picture": False}


def _family_data(family: Family) -> dict[str, Any]:
    variants = [
        {
            "name": variant.name,
            "spec": f"{family.name}/{variant.example or variant.name}",
            "about": without_items(variant.about, family.name),
        }
        for variant in family.variants()
        if not is_given(variant.name)  # files are not for visitors to name
    ]
    return {
        "name": family.name,
        "about": family.about,
        "players": family.facts.players,
        "objectives": list(family.facts.objectives),
        "example": family.example or variants[0]["spec"],
        "has_editor": family.has_part("editor"),
        "variants": variants,
    }


def without_items(about: str, family: str) -> str:
    """Return what a line says of a board before it comes to how specs are written, which pictures need not know.

    >>> without_items("an unbounded army: army/half-plane:4, or with lattice=skew", "army")
    'an unbounded army'
    >>> without_items("21 coloured coins, by seed=N", "coins"), without_items("6 rows; runs score 5 9", "coins")
    ('21 coloured coins', '6 rows; runs score 5 9')
    """
    clauses = CLAUSE.split(about)
    last = next((place for place, text in enumerate(clauses) if "=" in text or f"{family}/" in text), len(clauses))
    return "".join(clauses[: max(last - 1, 1)]) if last < len(clauses) else about


def problem_data(problem: Problem, moves: Sequence[str], since: int = 0) -> dict[str, Any]:
    """Return a problem, and the positions of a play of it from a number on."""
    problem.check_playable()
    family, words = family_of(problem), words_for(problem)
    positions = positions_data(problem, moves, since)
    return {
        "spec": problem.spec,
        "family": problem.family,
        "players": problem.facts.players,
        "about": "\n".join(filter(None, (words.about(), words.goal()))),
        "rules": words.rules(),
        "objectives": list(problem.facts.objectives),
        "turn_noun": list(problem.turn_noun),
        "step_noun": list(problem.step_noun),
        "estimates": [
            {"name": name, "about": about, "admissible": list(objectives)}
            for name, (about, objectives) in family.estimates.items()
        ],
        "algorithms": algorithms_data(problem),
        "options": [option_data(option) for option in options_of(problem)],
        "pruning": [{"name": name, "about": about} for name, about in family.pruning.items()],
        "orders": [*ORDERS, *family.orders],
        "players_known": players_data(problem) if isinstance(problem, GameForTwo) else [],
        "has_points": isinstance(problem, GameForTwo) and problem.has_points,
        "move_seconds": problem.move_seconds if isinstance(problem, GameForTwo) else None,
        "another": another_spec(problem),
        "board": board_data(problem.scene(problem.start)),
        "positions": positions,
    }


def players_data(problem: GameForTwo) -> list[dict[str, str]]:
    """Return those who can play a game, each with a line about them."""
    return [{"name": name, "about": about} for name, about in player_lines(problem).items()]


def another_spec(problem: Problem) -> str | None:
    """Return the spec of the next problem that is drawn by lot in the same way; None where the board is chosen.

    >>> another_spec(load("dice/random:rows=5")), another_spec(load("dice/random:seed=7"))
    ('dice/random:rows=5,seed=2', 'dice/random:seed=8')
    >>> another_spec(load("coins/4")), another_spec(load(f"coins/assignment5:colours={'rgy' * 7}"))
    (None, None)
    """
    family, _, rest = problem.spec.partition("/")
    name, _, items = rest.partition(":")
    drawn = [variant.name for variant in family_of(problem).variants() if variant.is_drawn]
    keys = dict(item.partition("=")[::2] for item in items.split(",") if item)
    if problem.family != family or name not in drawn or not keys.get("seed", "1").isdigit():
        return None
    keys["seed"] = str(int(keys.get("seed", "1")) + 1)
    spec = f"{family}/{name}:{','.join(f'{key}={value}' for key, value in keys.items())}"
    try:
        return load(spec).spec
    except InputError:  # what was drawn by lot is given
        return None


def positions_data(problem: Problem, moves: Sequence[str], since: int) -> list[dict[str, Any]]:
    """Return the positions of a play from a number on, or refuse what is more than a page shows."""
    scene = problem.scene(problem.start)
    shown = 0 if scene is None else len(scene.cells) * (len(moves) + 1 - since)
    too_much = InputError(f"{len(moves):,} moves on a board of this size are more than the page shows")
    if shown > MOST_SHOWN:
        raise too_much
    found = []
    for position in Described(problem, positions_after(problem, moves), moves).each(since):
        shown += len(position["moves"])
        if shown > MOST_SHOWN:
            raise too_much
        found.append(position)
    return found


def algorithms_data(problem: Problem) -> list[dict[str, Any]]:
    """Return the algorithms that a problem can be solved by; the switches say which options each has a use for."""
    return [
        {
            "name": found.name,
            "about": found.summary,
            "optimal": found.optimal,
            "memory": found.memory,
            "estimate": found.estimate,
            "threads": found.threads,
            "ties": found.ties,
            "depth": found.depth,
            "trace": found.trace and not found.family,
        }
        for found in algorithms_for(problem)
    ]


def algorithms_for(problem: Problem) -> list[Algorithm]:
    """Return the algorithms that can be asked for a problem."""
    return [find_algorithm(name) for name in algorithm_names(problem)]


def options_of(problem: Problem) -> list[Option]:
    """Return the options of `solve` that a problem has a use for."""
    return [
        option
        for option in options_for(problem).values()
        if option.name not in HIDDEN
        and (problem.facts.players == 1 or not option.is_for_one)
        and _is_served(problem, option)
    ]


def _is_served(problem: Problem, option: Option) -> bool:
    """Tell whether some algorithm, or the search that is chosen by default, has a use for an option."""
    return not option.steers or all(
        any(getattr(found, ability.name) for found in algorithms_for(problem)) for ability in option.abilities
    )


def option_data(option: Option) -> dict[str, Any]:
    """Return an option as the page's form reads it."""
    kind, need = option.kind, option.needs
    most = getattr(kind, "most", None)
    return {
        "name": option.name,
        "flag": option.flag,
        "help": option.page_help or option.help,
        "kind": next((name for known, name in KINDS if isinstance(kind, known)), "text"),
        "least": getattr(kind, "least", None),
        "most": None if most == float("inf") else most,
        "names": list(kind.names) if isinstance(kind, Choice | NameOrFile) else None,
        "default": option.default,
        "needs": None if need is None else {"option": need.option, "value": None if need.is_any else need.value},
        "abilities": [ability.name for ability in option.abilities],
    }
