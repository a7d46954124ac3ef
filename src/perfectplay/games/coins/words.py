"""A coin game in words: its rules in a line, a position with the names of its cells."""

from perfectplay.base.text import in_lines, many
from perfectplay.games.coins.game import COLOUR_NAMES, CoinGame
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.triangle import LETTERS
from perfectplay.model.answers import Decided
from perfectplay.model.count import Count
from perfectplay.model.words import Words, count_end


class CoinWords(Words[CoinProblem]):
    """The texts of one coin problem."""

    move_verb = "takes"

    def about(self) -> str:
        problem = self.problem
        return in_lines(f"{problem.spec}: {many(problem.start.count, 'coin')}; {about_game(problem.game)}")

    def board(self, position: CoinPosition) -> str:
        return triangle_lines(position)

    def shown(self) -> str:
        moves = self.problem.moves(self.problem.start)
        return f"{self.about()}\n\n{self.board(self.problem.start)}\n\n{self.first_moves(many(len(moves), 'move'))}"

    def turn(self, position: CoinPosition) -> str:
        return f"{many(position.count, 'coin')} left"

    def rules(self, seconds: float | None = None) -> str:
        return about_game(self.problem.game, seconds)

    def over(self) -> str:
        return "no coin is left"

    def verdict(self, answer: Decided) -> str:
        if answer.objective == "win":
            return f"the {answer.winner} player wins"
        ahead = "nobody is ahead" if not answer.value else f"{'first' if answer.value > 0 else 'second'} player"
        margin = f"{ahead} ahead by {many(abs(answer.value), 'point')}" if answer.value else ahead
        if answer.objective == "score":
            where = "the game shown" if answer.solution else "the game"  # others, as good by points, may end otherwise
            return f"{'the ' if answer.value else ''}{margin}; the {answer.winner} player wins {where}"
        return f"the {answer.winner} player wins; {'the ' if answer.value else ''}{margin}"

    def count_lines(self, counted: Count) -> str:
        assert counted.own is not None
        figures = counted.own
        lines = [self.problem.spec, f"positions: {figures['positions']:,}"]
        if "games" in figures:
            lines.append(f"games: {figures['games']:,}")
        if "lost_positions" in figures:
            lines.append(f"lost for the player to move: {figures['lost_positions']:,}")
            lines.append(f"winner: the {figures['winner']} player")
            lines.append(f"winning first moves: {figures['winning_first_moves']}")
        return "\n".join([*lines, *count_end(counted.limit, counted.detail, counted.stats)])


def triangle_lines(position: CoinPosition) -> str:
    """Draw a position with the letters of its columns and the numbers of its rows.

    >>> print(triangle_lines(CoinPosition.parse("o/.o")))
      a b
    1 o
    2 . o
    """
    margin = len(str(position.side))
    rows = [f"{number:>{margin}} {' '.join(row)}" for number, row in enumerate(position.rows, 1)]
    return "\n".join([f"{'':{margin}} {' '.join(LETTERS[: position.side])}", *rows])


def about_game(game: CoinGame, seconds: float | None = None) -> str:
    """Say in a line or two what the rules are; a move may take so many seconds, by default as the game says."""
    last = "loses" if game.is_misere else "wins"
    runs = "runs of any length" if game.longest_run == game.side else f"runs of up to {game.longest_run}"
    parts = [runs, f"whoever takes the last coin {last}"]
    if game.points:
        parts.append(f"points {' '.join(map(str, game.points))}, winner {game.winner_points}")
        parts[-1] += f", loser {game.loser_points}" if game.loser_points else ""
    if game.colours:
        named = zip(COLOUR_NAMES.values(), game.colour_points, strict=True)
        parts.append(", ".join(f"{name} {points:+}" for name, points in named))
    if game.preset:
        gain = f" and brings the other {game.penalty_gain}" if game.penalty_gain else ""
        parts.append(
            f"an invalid move costs {game.penalty}{gain}, {game.seconds if seconds is None else seconds:g} s for a move"
        )
    return "; ".join(parts)
