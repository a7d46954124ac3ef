"""Proofs by weights on the holes of a board, painted on it, with their arithmetic in exact fractions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from perfectplay.base.text import many
from perfectplay.draw.scene import Scene
from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.weights import gains, total

MOST_NAMES = 12


class FirstLeaf(NamedTuple):
    """The first leaf of a tree: its weights by hole, how often jumps are made there at most, and all leaves' number."""

    weights: Mapping[str, str]
    at_most: Mapping[str, int]
    leaves: int
    scale: Fraction  # what a jump may add in a bound on their number


def painted(scene: Scene, texts: Mapping[str, str]) -> Scene:
    """Return a scene with texts on its cells; where a piece stands, the text is on the piece too."""
    return Scene(
        tuple(
            replace(cell, note=texts[cell.name], piece=texts[cell.name] if cell.piece else "")
            if cell.name in texts
            else cell
            for cell in scene.cells
        )
    )


def read_weights(board: Board, function: Mapping[str, str]) -> list[Fraction]:
    """Return the weight of each hole; those that a certificate does not name weigh nothing."""
    return [Fraction(function.get(name, "0")) for name in board.names]


def weight_notes(board: Board, weights: Sequence[Fraction]) -> dict[str, str]:
    return {name: str(weight) for name, weight in zip(board.names, weights, strict=True)}


def weight_sum(weights: Sequence[Fraction], pegs: int) -> str:
    """Write out what a set of pegs weighs, equal weights together.

    >>> weight_sum([Fraction(2), Fraction(1, 2), Fraction(1, 2), Fraction(0)], 0b1111)
    '1 × 2 + 2 × 1/2 = 3'
    """
    counts = Counter(weight for hole, weight in enumerate(weights) if pegs >> hole & 1 and weight)
    terms = [f"{count} × {_factor(weight)}" for weight, count in sorted(counts.items(), reverse=True)]
    return " + ".join(terms) + f" = {total(weights, pegs)}" if terms else "0"


def _factor(weight: Fraction) -> str:
    return f"({weight})" if weight < 0 else str(weight)


def gain_line(board: Board, weights: Sequence[Fraction], noun: str) -> str:
    """Say what the jumps add to the weight of all pegs, none of them anything."""
    found = gains(board, weights)
    return (
        f"No jump raises the weight of all {noun}: the {many(len(found), 'jump')} of the board add "
        f"between {min(found)} and {max(found)}."
        if found
        else f"No jump is possible on this board, so the weight of all {noun} stays."
    )


def listed(names: Sequence[str]) -> str:
    """List names as far as a reader will follow."""
    if len(names) > MOST_NAMES:
        return f"{', '.join(names[:MOST_NAMES])} and {many(len(names) - MOST_NAMES, 'other')}"
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def first_leaf(tree: Mapping[str, Any]) -> FirstLeaf:
    """Follow a tree along the cases in which jumps are made rarely; such a leaf has upper bounds alone."""
    at_most: dict[str, int] = {}
    node = tree
    while "jump" in node:
        name, most = node["jump"], node["at_most"]
        at_most[name] = min(most, at_most.get(name, most))
        node = node["then"]
    return FirstLeaf(node["weights"], at_most, leaf_count(tree), Fraction(node.get("scale", "0")))


def leaf_count(tree: Mapping[str, Any]) -> int:
    """Return the number of leaves of a tree."""
    count, pending = 0, [tree]
    while pending:
        node = pending.pop()
        count += "weights" in node
        pending += [node[side] for side in ("then", "else") if side in node]
    return count


def leaf_lines(board: Board, leaf: FirstLeaf, needed: Fraction, bounds: Mapping[str, int]) -> list[str]:
    """Write out why no counts of a leaf add what is needed; `bounds` are those that hold in every case."""
    weights = read_weights(board, leaf.weights)
    names = [f"{board.names[jump.origin]}-{board.names[jump.target]}" for jump in board.jumps]
    most = {**bounds, **{name: min(count, bounds.get(name, count)) for name, count in leaf.at_most.items()}}
    raising = {name: gain for name, gain in zip(names, gains(board, weights), strict=True) if gain > 0 and most[name]}
    sums = [f"{most[name]} × {gain} ({name})" for name, gain in raising.items()]
    added = sum((most[name] * gain for name, gain in raising.items()), Fraction(0))
    return [
        *case_lines(leaf),
        f"All jumps together would have to add {needed} to the weight.",
        f"They add at most {' + '.join(sums)} = {added}; all others add nothing or less."
        if sums
        else "They add at most 0.",
        f"{added} < {needed}: there is no such solution.",
    ]


def case_lines(leaf: FirstLeaf) -> list[str]:
    """Say of which tree a leaf is, and which cases it is about."""
    cases = ", ".join(f"{name} {_times(count)}" for name, count in leaf.at_most.items())
    return [
        "How often each jump is made is a whole number. A tree over these numbers has "
        f"{many(leaf.leaves, 'leaf', 'leaves')}, and each is ruled out by weights of its own.",
        f"This is its first leaf: the solutions that make {cases}.",
    ]


def _times(count: int) -> str:
    return {0: "never", 1: "at most once", 2: "at most twice"}.get(count, f"at most {count:,} times")
