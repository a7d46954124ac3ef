"""Peg problems in words."""

from collections import Counter
from typing import Any

from perfectplay.base.spelling import whole_answer
from perfectplay.base.text import WIDTH, in_lines, many, numbered, with_names
from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.position import JumpPosition
from perfectplay.games.pegs.painting import PegPainter
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.model.answers import Impossible, Solved
from perfectplay.model.painting import Painting
from perfectplay.model.words import Words

MOST_DRAWINGS = 4
MOST_NAMED = 6  # pegs of a goal that are listed
REASONS = {
    "count": "the number of pegs",
    "class": "position classes",
    "weights": "a weight function",
    "tree": "trees of weight functions",
}


class PegWords(Words[PegProblem]):
    """The texts of one peg problem."""

    has_notations = True

    def shown(self) -> str:
        problem, board, goal = self.problem, self.problem.board, self.problem.goal
        holes, jumps = many(len(board.holes), "hole"), many(len(board.jumps), "jump")
        kept = len(problem.symmetries)
        symmetries = f"{many(kept, 'symmetry', 'symmetries')} {'keeps' if kept == 1 else 'keep'} start and goal"
        goal_lines = ["any single peg"] if goal is None else board.drawing(goal.pegs)
        start_lines = board.drawing(problem.start.pegs)
        width = max(5, *(len(line) for line in start_lines)) + 4
        pairs = zip(["start", *start_lines], ["goal", *goal_lines, *[""] * len(start_lines)], strict=False)
        drawn = [f"{left:{width}}{right}".rstrip() for left, right in pairs]
        head = f"{problem.spec}: {holes}, {jumps}, {board.lattice} lattice"
        return "\n".join([head, symmetries, "", *drawn, "", self.first_moves("first jumps")])

    def board(self, position: JumpPosition) -> str:
        return with_names(position.board, position.board.drawing(position.pegs))

    def about(self) -> str:
        board, pegs = self.problem.board, many(self.problem.start.count, "peg")
        return in_lines(f"{self.problem.spec}: {many(len(board.holes), 'hole')}, {pegs}, {board.lattice} lattice")

    def rules(self, seconds: float | None = None) -> str:
        return "a peg jumps over a neighbour into the empty hole behind it, and the neighbour is taken off the board"

    def goal(self) -> str:
        goal = self.problem.goal
        if goal is None:
            return "to end with one peg, anywhere"
        names = [name for hole, name in enumerate(self.problem.board.names) if goal.pegs >> hole & 1]
        if len(names) > MOST_NAMED:
            return f"to end with {len(names)} pegs where they belong"
        return f"to end with {'one peg' if len(names) == 1 else f'{len(names)} pegs'} in {', '.join(names)}"

    def welcome(self) -> str:
        goal = self.problem.goal
        return self.problem.spec + ("" if goal is None else f", to reach:\n{goal}")

    def length(self, answer: Solved) -> str:
        pegs = f", leaving {many(answer.own['pegs'], 'peg')}" if "pegs" in answer.own else ""
        return f"{many(answer.jumps or 0, 'jump')}, {many(answer.moves, 'move')}{pegs}"

    def is_always_fewest(self, answer: Solved) -> bool:
        return answer.objective == "jumps"

    def best(self, answer: Solved) -> str:
        if "pegs" not in answer.own or not answer.optimal:
            return super().best(answer)
        pegs = answer.own["pegs"]
        if pegs < 2:
            return ""
        fewer = "One peg" if pegs == 2 else f"Each number of pegs up to {pegs - 1}"
        return in_lines(f"{fewer} was asked for first, and proved impossible.", 0)

    def solution(self, answer: Solved, notation: str = "letters") -> str:
        shown, moves = str(self.problem.start), self.problem.in_notation(answer.solution, notation)
        return f"{shown}\n\n{numbered(moves)}" if moves else shown

    def reason(self, kind: str) -> str:
        return REASONS.get(kind) or super().reason(kind)

    def proof(self, answer: Impossible) -> str:
        problem, certificate = self.problem, answer.certificate
        kind = certificate["kind"]
        if kind == "count":
            goal = 1 if problem.goal is None else problem.goal.count
            return in_lines(f"{many(problem.start.count, 'peg')} can never become {goal:,}: each jump takes away one.")
        if kind == "class":
            sets = [dict.fromkeys(names, "x") for names in certificate["sets"]]
            about = (
                "No jump changes whether the pegs on the holes marked x are even or odd in number, but the goal would:"
            )
            return _drawings(problem.board, about, sets, "set")
        if kind == "weights":
            about = "No jump raises the weight of all pegs, but the goal weighs more than the start:"
            return _drawings(problem.board, about, certificate["functions"], "weight function")
        return in_lines(_tree(certificate["goals"])) if kind == "tree" else super().proof(answer)

    def paintings(self, answer: Impossible) -> list[Painting]:
        return PegPainter(self.problem).paint(answer.certificate)


def _tree(goals: dict[str, Any]) -> str:
    """Say by what each goal is refuted, and how large the trees are together."""
    kinds = Counter(next((kind for kind in ("set", "weights") if kind in proof), "tree") for proof in goals.values())
    leaves = depth = 0
    pending = [(proof, 0) for proof in goals.values() if "jump" in proof]
    while pending:
        node, level = pending.pop()
        leaves, depth = leaves + ("weights" in node), max(depth, level)
        pending += [(node[side], level + 1) for side in ("then", "else") if side in node]
    size = f"{leaves:,} leaves, each with a weight function, {many(depth, 'branch', 'branches')} deep"
    sentence = (
        f"How often each jump is made is a whole number; branching on it leaves nothing: {size}. "
        f"{whole_answer()} has them all."
    )
    if len(goals) == 1:
        return sentence
    names = {"set": "a position class", "weights": "a weight function", "tree": "a tree"}
    shares = [f"{count} by {names[kind]}" for kind, count in kinds.most_common()]
    return (f"{sentence} " if leaves else "") + f"Of {len(goals)} goals {', '.join(shares)}."


def _drawings(board: Board, about: str, functions: list[dict[str, str]], noun: str) -> str:
    """Draw texts on the board, one drawing after another, as far as a reader will follow."""
    parts = [in_lines(about, 0), *(_drawing(board, texts) for texts in functions[:MOST_DRAWINGS])]
    if len(functions) > MOST_DRAWINGS:
        parts.append(f"and {many(len(functions) - MOST_DRAWINGS, f'more {noun}')}; {whole_answer()} has them all.")
    return "\n\n".join(parts)


def _drawing(board: Board, texts: dict[str, str]) -> str:
    """Draw texts on the board, holes without one as a point; list them where the board would be too wide."""
    width = max(map(len, texts.values())) + 1
    columns = max(x for x, _ in board.holes) + 1
    if columns * width > WIDTH:
        return in_lines(" ".join(f"{name}:{text}" for name, text in texts.items()), 0)
    rows = [[" " * width] * columns for _ in range(max(y for _, y in board.holes) + 1)]
    for (x, y), name in zip(board.holes, board.names, strict=True):
        rows[y][x] = texts.get(name, ".").rjust(width)
    return "\n".join("".join(row).rstrip() for row in rows)
