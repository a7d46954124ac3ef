"""A game for two: what a referee asks of it beyond its moves, and the exact values of its positions."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.model.extent import Extent, walked_extent
from perfectplay.model.oracle import DRAW, LOST, WON, Oracle, Value
from perfectplay.model.problem import Problem

WIN, SCORE = "win", "score"  # the objectives that every face knows by name
NUMBERS = {WON: 1, DRAW: 0, LOST: -1}
REPETITIONS = 3  # a position that comes up so often, with the same player to move, ends a game as a draw
OPPOSITES = {WON: LOST, LOST: WON}


class GameForTwo(Problem):
    """Two players move in turn from `start` on; the first of them is the one to move there.

    The defaults are those of a plain game: it is over when no move is left, whoever made the last move has won, and
    nothing but the win counts.  Players are numbered 0 and 1, the first and the second.
    """

    move_seconds: float = 30.0  # seconds that a player has for a move by default
    penalty: int = 0  # points that a player loses by an answer that is no move
    penalty_gain: int = 0  # points that the opponent gains by an answer that is no move

    @property
    def has_points(self) -> bool:
        """Whether moves bring points."""
        return False

    @property
    def is_won_by_points(self) -> bool:
        """Whether nothing but the points decides who has won, those of all moves among them."""
        return WIN not in self.facts.objectives and SCORE in self.facts.objectives

    def is_goal(self, position: Any) -> bool:
        """Tell whether the game is over."""
        return not self.moves(position)

    def outcome(self, position: Any) -> str:
        """Return how a game that is over has ended, seen by the player who would be to move: won, lost or draw."""
        return LOST

    def winner(self, position: Any, mover: int) -> int | None:
        """Return who has won a game that is over, where `mover` would be to move; None if it is a draw."""
        return {WON: mover, LOST: 1 - mover, DRAW: None}[self.outcome(position)]

    def points_of(self, position: Any, text: str) -> int:
        """Return the points that a legal move brings its player."""
        return 0

    def end_points(self, winner: int | None) -> tuple[int, int]:
        """Return the points that the end of a game brings both players; None stands for a draw."""
        return (0, 0) if winner is None else (1 - winner, winner)

    def points_at_end(self, position: Any, mover: int) -> tuple[int, int]:
        """Return the points that the end of a game at this position brings both, where `mover` would be to move."""
        return self.end_points(self.winner(position, mover))

    def result(self, position: Any, mover: int, points: Sequence[int]) -> tuple[int | None, tuple[int, int]]:
        """Return who has won a game that is over, and the points of both; those of its moves are given."""
        ends = self.points_at_end(position, mover)
        first, second = points[0] + ends[0], points[1] + ends[1]
        if not self.is_won_by_points:
            return self.winner(position, mover), (first, second)
        return None if first == second else int(second > first), (first, second)

    def is_drawn_by_repetition(self, positions: Sequence[Any]) -> bool:
        """Tell whether the last of these positions, of a game so far, has come up so often that the game is a draw."""
        return not self.facts.is_monotone and positions.count(positions[-1]) >= REPETITIONS

    def find_move(self, position: Any, text: str) -> str:
        """Return a move as `moves` writes it, from what a program or a person wrote; InputError if it is none."""
        self.play(position, text.strip())
        return text.strip()

    def step(self, position: Any, text: str) -> tuple[Any, int]:
        """Return the position after a move as `moves` writes it, and the points it brings; InputError if it is none."""
        written = self.find_move(position, text)
        if written != text:
            raise InputError(f"the move {text[:40]!r} is written {written}")
        return self.play(position, text), self.points_of(position, text)

    def extent(self) -> Extent:
        """Return all moves of the game and how long it can be, by looking at every position unless a class knows."""
        return walked_extent(self, self.step, self.points_at_end)

    def state_bits(self, position: Any) -> tuple[int, ...] | None:
        """Return a position as zeros and ones, equally many for every position; None if it has only its text."""
        return None

    @property
    def saved_start(self) -> int | str:
        """The start as the line of a saved game gives it."""
        return self.text(self.start)

    @property
    def review_objectives(self) -> tuple[str, ...]:
        """The objectives by which moves can be valued in a review."""
        known = self.facts.objectives
        return tuple(name for name in (SCORE, WIN) if name in known) or known[:1]

    @property
    def review_objective(self) -> str:
        """The objective by which moves are valued unless somebody names another."""
        first = self.review_objectives[0]
        return first if self.has_points or first != SCORE else self.review_objectives[-1]

    def solution(self, path: Sequence[int]) -> list[str]:
        raise UnsupportedError(f"{self.spec} is a game for two: no search leads along a path of states")

    def position(self, state: int) -> Any:
        raise UnsupportedError(f"{self.spec} is a game for two: no search has states of it")


class GameOracle(Oracle):
    """Exact values of the positions of a game for two, by one of its objectives."""

    problem: GameForTwo

    def __init__(self, problem: GameForTwo, objective: str) -> None:
        super().__init__(problem)
        self.objective = objective

    @abstractmethod
    def value(self, position: Any) -> Value:
        """Return the value of a position for the player to move, also where the game is over."""

    @property
    def about(self) -> str:
        """Say in a line which values are exact, and by what."""
        return f"exact values of every move, by {objective_words(self.objective)}"

    def is_always_known(self, position: Any) -> bool:
        """Tell whether the value of a position is known wherever this runs, whatever tables were saved."""
        return True

    def is_slow(self, position: Any) -> bool:
        """Tell whether finding the value of a position may take so long that somebody who waits should know."""
        return False

    def end_value(self, position: Any) -> Value:
        """Return the value of a position where the game is over."""
        outcome = self.problem.outcome(position)
        if self.objective == WIN:
            return Value(outcome, points=NUMBERS[outcome])
        own, other = self.problem.points_at_end(position, 0)
        return self._by_points(Value(outcome, points=own - other))

    def move_value(self, position: Any, text: str) -> Value:
        after, gain = self.problem.step(position, text)
        value = self.value(after)
        if value.points is None:
            return value._replace(outcome=OPPOSITES.get(value.outcome, value.outcome))
        points = self._gain(gain) - value.points
        return self._by_points(value._replace(outcome=OPPOSITES.get(value.outcome, value.outcome), points=points))

    def _by_points(self, value: Value) -> Value:
        """Return a value whose outcome is what its points say, where nothing else decides."""
        if not value.is_known or value.points is None or not self.problem.is_won_by_points:
            return value
        return value._replace(outcome=outcome_of(value.points))

    def rank(self, value: Value) -> tuple[int, ...]:
        """Return what the objective compares known values by: the greater the better."""
        outcome, points = NUMBERS[value.outcome], value.points or 0
        return (points, outcome) if self.objective == SCORE else (outcome, points)

    def best_moves(self, position: Any) -> list[str]:
        """Return the moves that keep the value of a position; none where the value of any move is not known."""
        return self.best_among(self.moves(position))

    def best_among(self, found: Sequence[tuple[str, Value]]) -> list[str]:
        """Return the best of all moves from a position; none where the value of any is not known."""
        if not found or not all(value.is_known for _, value in found):
            return []
        best = max(self.rank(value) for _, value in found)
        return [text for text, value in found if self.rank(value) == best]

    def best_move(self, position: Any) -> str | None:
        return next(iter(self.best_moves(position)), None)

    def lost(self, position: Any, moves: Sequence[str]) -> list[int | None]:
        """Return what each move of a game from a position gave away: 0 for the best ones, None where not known."""
        found: list[int | None] = []
        before = _number(self.value(position))
        for text in moves:
            position, gain = self.problem.step(position, text)
            after = _number(self.value(position))
            found.append(None if before is None or after is None else before + after - self._gain(gain))
            before = after
        return found

    def _gain(self, points: int) -> int:
        return 0 if self.objective == WIN else points


def outcome_of(points: int) -> str:
    """Return what being ahead by so many points is, where nothing else decides."""
    return WON if points > 0 else LOST if points < 0 else DRAW


def objective_words(objective: str) -> str:
    """Say what an objective values."""
    known = {SCORE: "the difference of points", WIN: "the win (1 or -1)"}
    return known.get(objective, objective)


def _number(value: Value) -> int | None:
    if not value.is_known:
        return None
    return NUMBERS[value.outcome] if value.points is None else value.points
