"""Proofs that no man reaches the target, painted on the field."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from perfectplay.draw.scene import Scene
from perfectplay.games.army.field import ArmyPosition, Field
from perfectplay.games.army.golden import (
    FORMS,
    distances,
    exact_total,
    exact_weight,
    golden_text,
    golden_weights,
    plane_weight,
)
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.jumping.painting import (
    case_lines,
    first_leaf,
    leaf_lines,
    painted,
    read_weights,
    weight_notes,
    weight_sum,
)
from perfectplay.games.jumping.weights import gains, total
from perfectplay.model.painting import Painting

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
ROWS_OF_MEN = 3  # rows of the unbounded army in a painting
REACH = 6  # columns to either side of its target


def paintings(problem: ArmyProblem, certificate: Mapping[str, Any]) -> list[Painting]:
    """Return what can be painted of a certificate."""
    kind = certificate["kind"]
    if kind == "golden":
        return [_golden(problem, certificate["level"])]
    if kind == "weights":
        return [_weights(problem, certificate["functions"][0])]
    return [_leaf(problem, certificate["tree"])] if kind == "tree" else []


def _golden(problem: ArmyProblem, level: int) -> Painting:
    lattice = problem.board.lattice
    slope, whole, part = FORMS[lattice]
    if problem.half_plane is not None:
        problem = _window(lattice, level)
        men = "A finite army weighs less than all those cells together, so less than 1."
    else:
        assert problem.target is not None
        men = _men_line(problem)
    target = problem.target
    assert target is not None
    notes = {
        name: _power(steps) for name, steps in zip(problem.board.names, distances(problem.board, target), strict=True)
    }
    exact = exact_weight(lattice, level)
    about = "" if exact.isdigit() else f", about {plane_weight(lattice, level):.3f}"
    lines = (
        "A man k steps from the target weighs σ to the power of k; σ = (sqrt(5) - 1) / 2, so σ + σ² = 1.",
        "A jump towards the target keeps the weight of all men, and no jump raises it.",
        f"All cells {level} rows or more below the target weigh σ{_raised(level - 2)} × "
        f"({slope * level + whole} + {part} σ) = {exact}{about}.",
        men,
        "A man on the target weighs 1: nobody gets there.",
    )
    return Painting("Golden weights, which no jump can raise", _scene(problem, notes), lines)


def _men_line(problem: ArmyProblem) -> str:
    assert problem.target is not None
    exact = golden_text(*exact_total(problem.board, problem.target, problem.start.pegs))
    weight = total(golden_weights(problem.board, problem.target), problem.start.pegs)
    return f"The army stands there, and weighs {exact}, about {weight:.3f}: less than 1."


def _window(lattice: str, level: int) -> ArmyProblem:
    """Return the part of an unbounded army that is painted, below its target."""
    width = 2 * REACH + 1
    start = ArmyPosition.from_drawing(["." * width] * level + ["o" * width] * ROWS_OF_MEN, lattice)
    return ArmyProblem(start, start.board.index[REACH, 0])


def _power(steps: int | None) -> str:
    return "0" if steps is None else "1" if steps == 0 else f"σ{_raised(steps)}"


def _raised(power: int) -> str:
    return "" if power == 1 else str(power).translate(SUPERSCRIPTS)


def _weights(problem: ArmyProblem, function: Mapping[str, str]) -> Painting:
    board, target = problem.board, problem.target
    assert target is not None
    weights = read_weights(board, function)
    found = [
        gain
        for jump, gain in zip(board.jumps, gains(board, weights), strict=True)
        if target not in (jump.origin, jump.over)
    ]
    army = total(weights, problem.start.pegs)
    between = f"between {min(found)} and {max(found)}" if found else "nothing"
    lines = (
        f"No jump raises the weight of all men before one stands on the target: the jumps add {between}.",
        f"The army weighs {weight_sum(weights, problem.start.pegs)}.",
        f"A man on the target weighs {weights[target]}.",
        f"{army} < {weights[target]}: nobody gets there.",
    )
    return Painting("A weight that no jump can raise", _scene(problem, weight_notes(board, weights)), lines)


def _leaf(problem: ArmyProblem, tree: Mapping[str, Any]) -> Painting:
    if "jump" not in tree:
        return _weights(problem, tree["weights"])
    board, target = problem.board, problem.target
    assert target is not None
    leaf = first_leaf(tree)
    weights = read_weights(board, leaf.weights)
    needed = weights[target] - total(weights, problem.start.pegs)
    lines = [
        f"The army weighs {weight_sum(weights, problem.start.pegs)}.",
        f"A man on the target weighs {weights[target]}.",
        *leaf_lines(board, leaf, needed, _bounds(board, target)),
    ]
    return Painting("One leaf of a tree of weights", _scene(problem, weight_notes(board, weights)), tuple(lines))


def bound_paintings(problem: ArmyProblem, tree: Mapping[str, Any], jumps: int) -> list[Painting]:
    """Return why fewer jumps do not do, by the first leaf of a tree, where the cells that are drawn show it."""
    board, target = problem.board, problem.target
    assert target is not None
    leaf = first_leaf(tree)
    weights = read_weights(board, leaf.weights)
    needed = weights[target] - total(weights, problem.start.pegs)
    bounds = _bounds(board, target)
    most = {**bounds, **{name: min(count, bounds.get(name, count)) for name, count in leaf.at_most.items()}}
    names = [f"{board.names[jump.origin]}-{board.names[jump.target]}" for jump in board.jumps]
    raising = {
        name: gain
        for name, gain in zip(names, gains(board, weights), strict=True)
        if gain > leaf.scale and most.get(name, 1)
    }
    more = sum((most[name] * (gain - leaf.scale) for name, gain in raising.items() if name in most), Fraction(0))
    fewer = leaf.scale * (jumps - 1)
    if not raising.keys() <= most.keys() or needed <= fewer + more:
        return []
    beyond = f", and {more} more by those that can be made only so often" if more else ""
    lines = [
        *(case_lines(leaf) if leaf.at_most else []),
        *(["Cells beyond the drawing have weights too."] if leaf.weights.keys() - set(board.names) else []),
        f"The army weighs {weight_sum(weights, problem.start.pegs)}.",
        f"A man on the target weighs {weights[target]}: the jumps have to add {needed}.",
        f"A jump adds at most {leaf.scale}, so {jumps - 1} jumps add at most {fewer}{beyond}.",
        f"{fewer + more} < {needed}: fewer than {jumps} jumps do not do.",
    ]
    weighed = {name: text for name, text in weight_notes(board, weights).items() if text != "0"}
    return [Painting("Weights that a jump can raise only so far", _scene(problem, weighed), tuple(lines))]


def _bounds(board: Field, target: int) -> dict[str, int]:
    """Return how often jumps are made at most in any solution: it ends when a man arrives on the target."""
    bounds = {}
    for jump in board.jumps:
        if target in (jump.origin, jump.over, jump.target):
            bounds[f"{board.names[jump.origin]}-{board.names[jump.target]}"] = int(jump.target == target)
    return bounds


def _scene(problem: ArmyProblem, notes: Mapping[str, str]) -> Scene:
    return painted(problem.scene(problem.start), notes)
