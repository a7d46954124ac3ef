"""Proofs that a peg problem has no solution, painted on its board."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from perfectplay.base.spelling import whole_answer
from perfectplay.base.text import many
from perfectplay.draw.scene import Scene
from perfectplay.games.jumping.painting import (
    first_leaf,
    gain_line,
    leaf_lines,
    listed,
    painted,
    read_weights,
    weight_notes,
    weight_sum,
)
from perfectplay.games.jumping.weights import total
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.model.painting import MOST_PAINTINGS, Painting

MEMBER = "x"
PARITIES = ("even", "odd")


class PegPainter:
    """Paints the certificates of one problem."""

    def __init__(self, problem: PegProblem) -> None:
        self.problem, self.board = problem, problem.board
        self.scene: Scene = problem.scene(problem.start)
        names = ["goal"] if problem.goal is not None else self.board.names
        self.goals = dict(zip(names, problem.goals, strict=True))  # what each goal is called, and its pegs

    def paint(self, certificate: Mapping[str, Any]) -> list[Painting]:
        """Return the paintings of a certificate, none for one that has nothing to paint."""
        kind = certificate["kind"]
        if kind == "class":
            return self._together(
                [self._set(names) for names in certificate["sets"][:MOST_PAINTINGS]], certificate["sets"]
            )
        if kind == "weights":
            functions = certificate["functions"]
            return self._together([self._weights(function) for function in functions[:MOST_PAINTINGS]], functions)
        return self._tree(certificate["goals"]) if kind == "tree" else []

    def _together(self, paintings: list[Painting], parts: Sequence[object]) -> list[Painting]:
        """Say below the last painting what all of them prove, where each rules out some holes for a last peg."""
        if self.problem.goal is not None or len(parts) < 2:
            return paintings
        more = len(parts) - len(paintings)
        others = f", with {more} more that {whole_answer()} has," if more else ""
        line = f"Each hole is ruled out by one of these {len(paintings)} pictures{others}: no peg can be left alone."
        last = paintings[-1]
        return [*paintings[:-1], replace(last, arithmetic=(*last.arithmetic, line))]

    def _set(self, names: Sequence[str]) -> Painting:
        members = sum(1 << self.board.by_name[name] for name in names)
        start = (self.problem.start.pegs & members).bit_count()
        touched = sorted({(jump.mask & members).bit_count() for jump in self.board.jumps}) or [0]
        lines = [
            f"{many(len(names), 'hole')} are marked {MEMBER}. A jump changes {' or '.join(map(str, touched))} of them: "
            "so the pegs on them stay even in number, or stay odd.",
            f"At the start there are {start}: {PARITIES[start % 2]}.",
        ]
        if self.problem.goal is not None:
            end = (self.problem.goal.pegs & members).bit_count()
            lines.append(f"At the goal there would be {end}: {PARITIES[end % 2]}. So it cannot be reached.")
        elif start % 2:
            lines.append(
                "A last peg on a hole without a mark would leave 0 on the marked ones: even. So it is on none."
            )
        else:
            lines.append("A last peg on a marked hole would leave 1 there: odd. So it is on none of them.")
        return Painting(
            "A parity that no jump can change", painted(self.scene, dict.fromkeys(names, MEMBER)), tuple(lines)
        )

    def _weights(self, function: Mapping[str, str]) -> Painting:
        weights = read_weights(self.board, function)
        start = total(weights, self.problem.start.pegs)
        lines = [gain_line(self.board, weights, "pegs"), self._start_line(weights)]
        if self.problem.goal is not None:
            end = total(weights, self.problem.goal.pegs)
            lines.append(f"The goal weighs {weight_sum(weights, self.problem.goal.pegs)}.")
            lines.append(f"{start} < {end}: the goal cannot be reached.")
        else:
            heavier = [name for name, weight in zip(self.board.names, weights, strict=True) if weight > start]
            least = min(weights[self.board.by_name[name]] for name in heavier)
            where = "anywhere" if len(heavier) == len(weights) else f"on {listed(heavier)}"
            lines.append(f"A last peg {where} weighs {least} or more.")
            lines.append(f"{start} < {least}: it cannot be left there.")
        return Painting("A weight that no jump can raise", self._weighed(weights), tuple(lines))

    def _tree(self, goals: Mapping[str, Mapping[str, Any]]) -> list[Painting]:
        """Paint each set and each function once, though it may serve many goals, and the first leaf of each tree."""
        paintings: dict[str, Painting] = {}
        for name, proof in goals.items():
            key = json.dumps(proof, sort_keys=True)
            if key not in paintings and len(paintings) < MOST_PAINTINGS:
                paintings[key] = self._proof(name, proof)
        return list(paintings.values())

    def _proof(self, name: str, proof: Mapping[str, Any]) -> Painting:
        if "set" in proof:
            return self._set(proof["set"])
        return self._leaf(name, proof) if "jump" in proof else self._weights(proof["weights"])

    def _leaf(self, name: str, tree: Mapping[str, Any]) -> Painting:
        leaf = first_leaf(tree)
        weights = read_weights(self.board, leaf.weights)
        goal = self.goals[name]
        needed = total(weights, goal) - total(weights, self.problem.start.pegs)
        what = "The goal" if self.problem.goal is not None else f"A last peg on {name}"
        lines = [self._start_line(weights), f"{what} weighs {weight_sum(weights, goal)}."]
        lines += leaf_lines(self.board, leaf, needed, {})
        return Painting(f"{what}: one leaf of a tree of weights", self._weighed(weights), tuple(lines))

    def _start_line(self, weights: Sequence[Fraction]) -> str:
        return f"The start weighs {weight_sum(weights, self.problem.start.pegs)}."

    def _weighed(self, weights: Sequence[Fraction]) -> Scene:
        return painted(self.scene, weight_notes(self.board, weights))
