"""A game for two as other libraries want it: moves are numbers, positions vectors, results rewards that add up to 0."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from perfectplay.arena.players import game_for_two
from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.model.game_for_two import SCORE, WIN, GameForTwo
from perfectplay.model.problem import Problem
from perfectplay.model.registry import find_family
from perfectplay.model.words import words_for
from perfectplay.verbs.asking import as_problem

Pair = tuple[int, int]  # one number for each player, the first player's first


class NumberedGame:
    """The fixed part of a game, which all its plays share; it never changes.

    By the objective `win` the last move brings 1, -1 or 0; by `score` every move brings its points, and the end those
    of the end.  What one player gets the other one pays.  Games that have points go by `score` unless told otherwise.

    >>> game = NumberedGame("coins/2")
    >>> game.moves
    ('a1', 'a2', 'b2', 'a1-a2', 'a1-b2', 'a2-b2')
    >>> game.begin().after(3).after(2).rewards  # the second player takes the last coin, and loses
    (1, -1)
    """

    def __init__(self, problem: Problem | str, objective: str = "", most_moves: int | None = None) -> None:
        self.problem: GameForTwo = game_for_two(as_problem(problem), "the bridges are for")
        self.objective = _checked_objective(self.problem, objective)
        if most_moves is not None and (not isinstance(most_moves, int) or most_moves < 1):
            raise InputError(f"most_moves is a number of moves, 1 or more, not {most_moves!r:.40}")
        if self.problem.is_goal(self.problem.start):
            raise InputError(f"{self.problem.spec} is over at its start; there is nothing to play")
        self.most_moves = most_moves
        self.extent = self.problem.extent()
        self.moves = self.extent.moves
        self.number = {text: number for number, text in enumerate(self.moves)}

    def __deepcopy__(self, memo: object) -> "NumberedGame":
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberedGame) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def _told(self) -> tuple[Problem, str, int | None]:
        return self.problem, self.objective, self.most_moves

    def begin(self) -> "Play":
        """Return the start of a play."""
        return Play(self, self.problem.start)

    @property
    def longest(self) -> int | None:
        """The most moves that a play can have; None if it can go on for ever."""
        return min((length for length in (self.most_moves, self.extent.longest) if length is not None), default=None)

    @property
    def most_reward(self) -> int | None:
        """A number that no player wins or loses more than in a play; None if a play can go on for ever."""
        if self.objective == WIN:
            return 1
        extent = self.extent
        return None if self.longest is None else self.longest * extent.most_points + extent.most_end_points

    @cached_property
    def has_bits(self) -> bool:
        """Whether positions are given as bits, and not as bytes of their texts."""
        return self.problem.state_bits(self.problem.start) is not None

    @property
    def most_mark(self) -> int:
        """The largest number in a vector."""
        return 1 if self.has_bits else 255

    @cached_property
    def vector_size(self) -> int:
        return len(self.begin().vector(0))

    def marks(self, position: Any) -> tuple[int, ...]:
        """Return a position as numbers, equally many for all positions: its bits, or the bytes of its text."""
        bits = self.problem.state_bits(position)
        return (
            tuple(self.problem.text(position).encode().ljust(self.extent.text_bytes, b"\0")) if bits is None else bits
        )

    def board(self, position: Any) -> str:
        """Draw a position in lines, as its family does if it is a known one."""
        problem = self.problem
        return problem.text(position) if find_family(problem.family) is None else words_for(problem).board(position)


@dataclass(frozen=True, slots=True)
class Play:
    """A play of a game up to some move: whoever plays on gets a new one."""

    game: NumberedGame
    position: Any
    mover: int = 0  # who is to move, or would be
    length: int = 0  # moves played
    rewards: Pair = (0, 0)  # what the last move brought
    returns: Pair = (0, 0)  # what all moves brought

    def __deepcopy__(self, memo: object) -> "Play":
        return self

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end by the rules."""
        return self.game.problem.is_goal(self.position)

    @property
    def is_cut_off(self) -> bool:
        """Whether the play ends as a draw because it has had its most moves."""
        return self.length == self.game.most_moves and not self.is_over

    @property
    def legal(self) -> list[int]:
        """The numbers of the moves that can be played, in order."""
        if self.is_over or self.is_cut_off:
            return []
        return sorted(self.game.number[text] for text in self.game.problem.moves(self.position))

    def after(self, number: int) -> "Play":
        """Return the play after a move; InputError if it cannot be played."""
        game, mover = self.game, self.mover
        position, points = game.problem.step(self.position, game.moves[number])
        moved = Play(game, position, 1 - mover, self.length + 1)
        gain = (points if game.objective == SCORE else 0) * (1 - 2 * mover) + moved._end_gain()
        own, other = self.returns
        return Play(game, position, moved.mover, moved.length, (gain, -gain), (own + gain, other - gain))

    def _end_gain(self) -> int:
        """Return what the end of the game brings the first player, if this is the end."""
        is_over = self.is_over
        if not is_over and not self.is_cut_off:
            return 0
        problem = self.game.problem
        if self.game.objective == WIN:
            winner = problem.winner(self.position, self.mover) if is_over else None
            return 0 if winner is None else 1 - 2 * winner
        own, other = problem.points_at_end(self.position, self.mover) if is_over else problem.end_points(None)
        return own - other

    def vector(self, observer: int) -> tuple[int, ...]:
        """Return what a player sees: 1 0 if it is to move and 0 1 if not, and the position as numbers."""
        turn = (1, 0) if observer == self.mover else (0, 1)
        return turn + self.game.marks(self.position)


def _checked_objective(problem: GameForTwo, objective: str) -> str:
    """Return the objective that is meant, or say which there are."""
    known: tuple[str, ...] = (WIN, SCORE) if problem.has_points or SCORE in problem.facts.objectives else (WIN,)
    if problem.is_won_by_points:
        known = (SCORE,)
    if not objective:
        return SCORE if problem.has_points else WIN
    if objective not in known:
        raise UnsupportedError(f"{problem.spec} has no rewards by {objective!r:.40}; there are {' and '.join(known)}")
    return objective
