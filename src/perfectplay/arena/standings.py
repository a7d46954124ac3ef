"""The table of a tournament: points, wins with confidence intervals, time per move, and what moves gave away."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from perfectplay.arena.match import Match

DEVIATIONS = 1.959963984540054  # standard deviations beyond which a normal distribution has 2.5 % on each side
INTERVALS = "95 % intervals: of wins by Wilson's score, of points by the normal distribution of their mean"


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson's score (Wilson 1927), which stays within 0 and 1.

    >>> [round(bound, 3) for bound in wilson(5, 10)], wilson(0, 0)
    ([0.237, 0.763], (0.0, 1.0))
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, DEVIATIONS**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = DEVIATIONS / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass
class Sample:
    """Numbers of which only count, sum and sum of squares are kept.

    >>> sample = Sample()
    >>> for number in (1, 2, 3):
    ...     sample.add(number)
    >>> sample.mean, round(sample.reach, 3)
    (2.0, 1.132)
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def reach(self) -> float | None:
        """How far the 95 % interval of the mean leads to either side; None for fewer than two numbers."""
        if self.count < 2:
            return None
        variance = max(0.0, (self.squares - self.count * self.mean**2) / (self.count - 1))
        return DEVIATIONS * sqrt(variance / self.count)


@dataclass
class Standing:
    """What one player has done so far."""

    player: str
    wins: int = 0
    draws: int = 0
    points: Sample = field(default_factory=Sample)
    ahead: Sample = field(default_factory=Sample)  # the differences of points
    moves: int = 0
    turns: int = 0  # moves, and turns in which it found none
    seconds: float = 0.0
    faults: int = 0
    forfeits: int = 0
    valued_moves: int = 0  # moves whose exact value is known
    lost: int = 0  # sum of the losses by valued moves
    blunders: int = 0  # valued moves that gave something away

    @property
    def games(self) -> int:
        return self.ahead.count

    @property
    def share(self) -> float:
        """Wins a game, a draw counting half."""
        return (self.wins + self.draws / 2) / (self.games or 1)

    @property
    def milliseconds_per_move(self) -> float | None:
        return self.seconds * 1000 / self.turns if self.turns else None

    def as_json(self) -> dict[str, Any]:
        least, most = wilson(self.wins, self.games)
        reach = self.ahead.reach
        return {
            "player": self.player,
            "games": self.games,
            "wins": self.wins,
            **({"draws": self.draws} if self.draws else {}),
            "win_rate": _rounded(self.wins / self.games if self.games else None),
            "win_rate_interval": [_rounded(least), _rounded(most)],
            "points": int(self.points.total),
            "points_per_game": _rounded(self.points.mean),
            "ahead_per_game": _rounded(self.ahead.mean),
            "ahead_interval": None
            if reach is None
            else [_rounded(self.ahead.mean - reach), _rounded(self.ahead.mean + reach)],
            "moves": self.moves,
            "milliseconds_per_move": _rounded(self.milliseconds_per_move),
            "faults": self.faults,
            "forfeits": self.forfeits,
            "valued_moves": self.valued_moves,
            "lost_per_move": _rounded(self.lost / self.valued_moves) if self.valued_moves else None,
            "blunders": self.blunders,
        }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)


class Standings:
    """The players of a tournament with what each has done, and who beat whom."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = [Standing(player) for player in players]
        self.against = [[0] * len(players) for _ in players]  # wins of the row's player over the column's

    def add(self, match: Match) -> None:
        """Count one finished game."""
        for side, number in enumerate(match.players):
            standing, other = self.players[number], 1 - side
            standing.wins += match.winner == side
            standing.draws += match.winner is None
            standing.points.add(match.points[side])
            standing.ahead.add(match.points[side] - match.points[other])
            standing.moves += match.moves_of(side)
            standing.turns += match.turns_of(side)
            standing.seconds += match.seconds[side]
            standing.faults += match.faults_of(side)
            standing.forfeits += match.forfeited_by == side
            lost = match.lost_by(side)
            standing.valued_moves += len(lost)
            standing.lost += sum(lost)
            standing.blunders += len(lost) - lost.count(0)
        if match.winner is not None:
            self.against[match.players[match.winner]][match.players[1 - match.winner]] += 1

    def add_all(self, matches: Iterable[Match]) -> None:
        for match in matches:
            self.add(match)

    def order(self) -> list[int]:
        """Return the players by wins a game, draws counting half, then by points ahead."""
        return sorted(
            range(len(self.players)),
            key=lambda number: (
                -self.players[number].share,
                -self.players[number].ahead.mean,
                number,
            ),
        )

    def as_json(self) -> list[dict[str, Any]]:
        return [self.players[number].as_json() for number in self.order()]
