"""Boards and positions as plain data, from which the page draws the same pictures as the package."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

from perfectplay.draw.layout import lay_out
from perfectplay.draw.scene import Cell, Scene
from perfectplay.draw.svg import PIECE_COLOURS, empty_board, piece_mark, shapes
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.oracle import DRAW, LOST, WON
from perfectplay.model.problem import Problem, names_of
from perfectplay.model.words import Words, words_for

PLAIN_PIECE = "o"


def board_data(scene: Scene | None) -> dict[str, Any] | None:
    """Return the board of a position: its size, and the markup of wood, holes and shapes of pieces.

    The shapes are those of all colours, since the page shows later positions on the same board.
    """
    if scene is None:
        return None
    layout = lay_out(scene)
    return {
        "width": layout.width,
        "height": layout.height,
        "markup": shapes(PIECE_COLOURS.keys()) + empty_board(layout),
    }


def cells_data(scene: Scene | None) -> list[dict[str, Any]] | None:
    """Return the cells of a position, in the units of the drawing."""
    if scene is None:
        return None
    return [
        {
            "name": cell.name,
            "x": x,
            "y": y,
            "piece": piece_text(cell),
            "shape": shape_name(cell),
            "note": cell.note or None,
            "marked": cell.is_marked,
            "stands_for": meant_cell(cell),
            "label": spoken(cell),
        }
        for cell, (x, y) in zip(scene.cells, lay_out(scene).centres, strict=True)
    ]


def pieces_data(scene: Scene | None) -> dict[str, Any]:
    """Return what stands on the cells of a position, and no more: there are many of them in a trace."""
    if scene is None:
        return {"pieces": None, "shapes": None}
    return {"pieces": [*map(piece_text, scene.cells)], "shapes": [*map(shape_name, scene.cells)]}


def piece_text(cell: Cell) -> str:
    """Return what is written on the piece of a cell; a plain one has nothing on it."""
    return "" if cell.piece == PLAIN_PIECE else cell.piece


def shape_name(cell: Cell) -> str | None:
    """Return the shape of a cell's piece, by its name in the markup of a board.

    >>> shape_name(Cell("d4", 0, 0)), shape_name(Cell("d4", 0, 0, "o")), shape_name(Cell("d4", 0, 0, "3", colour="red"))
    (None, 'pp-piece', 'pp-piece-red')
    """
    return piece_mark(cell).removeprefix("#") if cell.piece else None


def meant_cell(cell: Cell) -> str | None:
    """The other cell that pressing this one means, if it is another."""
    return cell.stands_for if cell.stands_for not in ("", cell.name) else None


def spoken(cell: Cell) -> str:
    """Name a cell for those who hear the page.

    >>> spoken(Cell("d4", 0, 0)), spoken(Cell("b2", 0, 0, "3", is_marked=True)), spoken(Cell("a1", 0, 0, "o"))
    ('d4, empty', 'b2, piece 3, target', 'a1, piece')
    >>> spoken(Cell("a4", 0, 0, stands_for="a1"))
    'a4, empty, stands for a1'
    """
    piece = "empty"
    if cell.piece:
        piece = " ".join(part for part in (cell.colour, "piece", piece_text(cell)) if part)
    target = "target" if cell.is_marked else ""
    meant = f"stands for {meant_cell(cell)}" if meant_cell(cell) else ""
    return ", ".join(part for part in (cell.name, piece, cell.note, target, meant) if part)


class Described:
    """The positions of a play, each as plain data; the game is followed from its start for the points."""

    def __init__(self, problem: Problem, positions: Sequence[Any], moves: Sequence[str]) -> None:
        self.problem, self.positions, self.moves = problem, positions, moves
        self.words: Words[Any] = words_for(problem)

    def each(self, since: int = 0) -> Iterator[dict[str, Any]]:
        """Yield the positions from a number on."""
        return (self._position(number) for number in range(since, len(self.positions)))

    def _position(self, number: int) -> dict[str, Any]:
        problem, position = self.problem, self.positions[number]
        text = self.moves[number - 1] if number else None
        is_goal = problem.is_goal(position)
        is_drawn = self._is_drawn(number)
        moves = [] if is_drawn or is_goal else problem.moves(position)
        cells = {move: problem.touched(position, move) for move in moves}
        names = names_of(cells)
        return {
            "text": problem.text(position),
            "board": self.words.board(position),
            "turn": self.words.turn(position),
            "turns": self._turns[number],
            "cells": cells_data(problem.scene(position)),
            "is_goal": is_goal,
            "is_over": is_drawn or not moves,
            "outcome": self._outcome(number, is_goal, is_drawn),
            "mover": number % 2 if problem.facts.players == 2 else 0,
            "points": self._points(number, is_goal),
            "after": text,
            "trail": list(problem.touched(self.positions[number - 1], text)) if text else [],
            "moves": [
                {"text": move, "name": names[move], **self._move(position, move, cells[move], text)} for move in moves
            ],
        }

    @cached_property
    def _turns(self) -> list[int]:
        """How many turns lead to each position."""
        begins = [1, *(int(not self.problem.goes_on(step, text)) for step, text in pairwise(self.moves))]
        return [0, *accumulate(begins[: len(self.moves)])]

    def _move(self, position: Any, text: str, cells: Sequence[str], step: str | None) -> dict[str, Any]:
        """Return what a move is like; `step` is the one before it."""
        problem = self.problem
        goes_on = step is not None and problem.goes_on(step, text)
        points = problem.points_of(position, text) if isinstance(problem, GameForTwo) and problem.has_points else None
        return {"cells": list(cells), "points": points, "goes_on": goes_on}

    def _is_drawn(self, number: int) -> bool:
        problem = self.problem
        return isinstance(problem, GameForTwo) and problem.is_drawn_by_repetition(self.positions[: number + 1])

    def _outcome(self, number: int, is_goal: bool, is_drawn: bool) -> str | None:
        """Return how a play has ended: a game for two as the player to move sees it, a puzzle won at its goal."""
        if is_drawn:
            return DRAW
        if not is_goal or not isinstance(self.problem, GameForTwo):
            return WON if is_goal else None
        mover = number % 2
        points = self._points_before[number] if self.problem.has_points else (0, 0)
        winner, _ = self.problem.result(self.positions[number], mover, points)
        return DRAW if winner is None else WON if winner == mover else LOST

    def _points(self, number: int, is_over: bool) -> list[int] | None:
        problem = self.problem
        if not isinstance(problem, GameForTwo) or not problem.has_points:
            return None
        points = self._points_before[number]
        if is_over:
            ends = problem.points_at_end(self.positions[number], number % 2)
            points = points[0] + ends[0], points[1] + ends[1]
        return list(points)

    @cached_property
    def _points_before(self) -> list[tuple[int, int]]:
        """What both players have at each position, without what the end of the game brings."""
        assert isinstance(self.problem, GameForTwo)
        points = [(0, 0)]
        for ply, (position, text) in enumerate(zip(self.positions, self.moves, strict=False)):
            gain, (first, second) = self.problem.points_of(position, text), points[-1]
            points.append((first, second + gain) if ply % 2 else (first + gain, second))
        return points
