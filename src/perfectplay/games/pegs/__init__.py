"""Peg solitaire on any board: a peg jumps over its neighbour into an empty hole, and the neighbour leaves."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.files import is_given
from perfectplay.base.loading import loading
from perfectplay.base.spelling import off_page
from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.files import ProblemFile, parse_problem_file, read_problem_file
from perfectplay.games.pegs.estimates import ESTIMATES
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.problem import FACTS, PegProblem
from perfectplay.games.pegs.weight_names import WEIGHT_NAMES
from perfectplay.model.family import Family, Variant, Writer
from perfectplay.model.option import NameOrFile, Option

__all__ = ["FAMILY", "PegPosition", "PegProblem"]


@cache
def _shipped() -> dict[str, str]:
    folder = Path(__file__).parent / "boards"
    files = sorted((item.name, item) for item in folder.iterdir() if item.name.endswith(".txt"))
    return {name.removesuffix(".txt"): item.read_text("utf-8") for name, item in files}


def variants() -> list[Variant]:
    """Return the boards of the `boards` folder; a new file there is a new variant."""
    return [Variant(name, parse_problem_file(text, name).about) for name, text in _shipped().items()]


def load(variant: str, items: Sequence[str]) -> PegProblem:
    """Make the problem of a spec: a shipped board, `@file` (or PDDL), `-`, `~text`, and at most one `START..GOAL`."""
    if is_given(variant):
        file = _read_file(variant)
    elif variant in _shipped():
        file = parse_problem_file(_shipped()[variant], variant)
    else:
        raise InputError(
            f"no board {variant[:40]!r}; {_near(variant)}boards are {', '.join(_shipped())}{off_page(', or @FILE')}"
        )
    spec = f"pegs/{variant}" + (f":{','.join(items)}" if items else "")
    start = PegPosition.from_drawing(file.start_drawing, file.lattice)
    if len(items) > 1:
        raise InputError(f"{spec}: pegs take one item, START..GOAL, not {len(items)}")
    if items:
        return _from_ends(start.board, items[0], spec)
    return PegProblem(start, _goal(file, start.board), spec)


def _read_file(variant: str) -> ProblemFile:
    path = Path(variant[1:])
    if not variant.startswith("@") or path.suffix.lower() != ".pddl":
        return read_problem_file(variant)
    with loading():
        from perfectplay.games.pegs.pddl import read_pddl_file

    return read_pddl_file(path)


def _near(variant: str) -> str:
    near = get_close_matches(variant, _shipped(), 1)
    return f"did you mean {near[0]}? " if near else ""


def _goal(file: ProblemFile, board: Board) -> PegPosition | None:
    if file.goal_drawing:
        return PegPosition.from_drawing(file.goal_drawing, file.lattice)
    if file.goal in ("", "any"):
        return None
    return PegPosition(board, sum(1 << hole for hole in {board.hole(name) for name in file.goal.split()}))


def _from_ends(board: Board, item: str, spec: str) -> PegProblem:
    """Read `START..GOAL`: the hole to vacate, and the hole of the last peg or `any`."""
    vacancy, dots, survivor = item.partition("..")
    if not dots or not vacancy or not survivor:
        raise InputError(f"{item[:40]!r} is half a START..GOAL; write both with two dots, as d4..d4 or d4..any")
    start = PegPosition(board, board.full ^ 1 << board.hole(vacancy))
    goal = None if survivor == "any" else PegPosition(board, 1 << board.hole(survivor))
    return PegProblem(start, goal, spec)


def read(whole: Mapping[str, Any]) -> PegProblem:
    """Return the problem of a saved answer."""
    start, goal = (None if whole[key] == "any" else _drawn(whole[key], whole["lattice"]) for key in ("start", "goal"))
    if start is None:
        raise InputError("a peg problem has a start; found any")
    return PegProblem(start, goal, str(whole["spec"]))


def _drawn(lines: Sequence[str], lattice: str) -> PegPosition:
    return PegPosition.parse("/".join(lines).replace(" ", "_"), lattice)


FAMILY = Family(
    "pegs",
    "peg solitaire on any board",
    FACTS,
    variants,
    load,
    ESTIMATES,
    algorithms={
        "bitmaps": {
            "about": "pegs: every position at once, a bit each, for the fewest moves",
            "optimal": "always",
            "memory": False,
            "threads": True,
        }
    },
    pruning={
        "weights": "positions that weigh less than the goal, by weights that no jump raises",
        "class": "a start of another position class than the goal",
    },
    orders={"vertical": "each peg's jumps along its column come before its others, as in a classic report"},
    options=(
        Option(
            "weight_functions",
            NameOrFile(WEIGHT_NAMES),
            "For pegs: which weight functions prune; generated for the problem, classic ones, those of a classic "
            "report, or a file of numbers in the board's shape.  Adds weights to --prune.  [default: generated]",
            page_help="Which weight functions prune: generated for the problem, classic ones, or those of a report.",
            metavar=f"{'|'.join(WEIGHT_NAMES)}|FILE",
        ),
    ),
    parts={
        "solver": "perfectplay.games.pegs.solving.solver:PegSolver",
        "words": "perfectplay.games.pegs.words:PegWords",
        "editor": "perfectplay.games.pegs.editor:EDITOR",
        "oracle": "perfectplay.games.pegs.solving.oracle:find_oracle",
        "table": "perfectplay.games.pegs.solving.tables:PegTables",
    },
    writers=(
        Writer(
            "pddl",
            "show",
            "Write the problem for a planner; its cost is the number of moves.",
            "perfectplay.games.pegs.pddl:problem_to_pddl",
        ),
        Writer(
            "domain",
            "show",
            "Write the planning domain that --pddl belongs to.",
            "perfectplay.games.pegs.pddl:domain_text",
        ),
        Writer(
            "plan",
            "solve",
            "Write the solution as planners write a plan (see `show --pddl`).",
            "perfectplay.games.pegs.pddl:plan_text",
            objectives=("jumps", "moves"),
        ),
    ),
    read=read,
    example="pegs/english",
    file_suffixes=(".txt", ".pddl"),
)
