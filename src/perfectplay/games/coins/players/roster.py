"""The players of coins by name, and how a coin game is written for programs and files."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from functools import partial
from typing import Any

from perfectplay.base.fields import Fields
from perfectplay.games.coins.game import PRESETS, CoinGame, coloured, colours_by_seed
from perfectplay.games.coins.players.endgame import EndgamePlayer
from perfectplay.games.coins.players.greedy import GreedyPlayer
from perfectplay.games.coins.players.memo import MemoPlayer
from perfectplay.games.coins.players.pattern import PatternPlayer, counted_shapes
from perfectplay.games.coins.players.perfect import PerfectCoinPlayer
from perfectplay.games.coins.players.quick import GROUPS, QuickCoinGames
from perfectplay.games.coins.players.report_shapes import reported_shapes
from perfectplay.games.coins.players.review import CoinReview
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.model.game_for_two import GameForTwo, GameOracle
from perfectplay.model.player import Player
from perfectplay.model.roster import QuickGames, Roster, Trial, short_number

MAKERS: dict[str, Callable[[str], Player]] = {
    "greedy": GreedyPlayer,
    "pattern": PatternPlayer,
    "pattern-counts": partial(PatternPlayer, shapes_of=counted_shapes),
    "pattern-report": partial(PatternPlayer, shapes_of=reported_shapes),
    "memo": MemoPlayer,
    "memo-by-length": partial(MemoPlayer, is_by_length=True),
    "endgame": EndgamePlayer,
    "perfect": PerfectCoinPlayer,
    "perfect-score": partial(PerfectCoinPlayer, objective="score"),
    "perfect-win-then-score": partial(PerfectCoinPlayer, objective="win-then-score"),
}


class CoinRoster(Roster):
    """Those who play coins; `random` is the arena's."""

    players = {  # noqa: RUF012
        "greedy": "takes most points",
        "pattern": "knows shapes that are lost",
        "pattern-counts": "knows them by counts alone, and errs",
        "pattern-report": "knows them by the rules of the report, and errs more",
        "memo": "minimax with a memory, moves that bring most points first",
        "memo-by-length": "the same choices, but the longest runs are explored first",
        "endgame": "takes most points, and is exact from 18 coins on",
        "perfect": "exact, for the win",
        "perfect-score": "exact, for points",
        "perfect-win-then-score": "exact, for the win and then for points",
    }
    aliases = {"pattern-exact": "pattern", "perfect-win": "perfect"}  # noqa: RUF012
    quick_names = frozenset(GROUPS)
    start_word = "coins"
    answer_noun = "a run"

    def make(self, name: str) -> Player:
        return MAKERS[self.aliases.get(name, name)](name)

    def quick_games(self, problem: GameForTwo, names: tuple[str, str]) -> QuickGames:
        return QuickCoinGames(_coins(problem), names)

    def review(self, problem: GameForTwo, objective: str) -> GameOracle:
        return CoinReview(_coins(problem), objective)

    def rules(self, problem: GameForTwo, seconds: float) -> list[str]:
        game = _coins(problem).game
        lines = [
            f"side {game.side}",
            f"runs {game.longest_run}",
            f"play {game.play}",
            " ".join(["points", *map(str, game.points)]),
            f"winner {game.winner_points}",
            f"loser {game.loser_points}",
            f"penalty {game.penalty} {game.penalty_gain}",
            f"seconds {short_number(seconds)}",
        ]
        if game.colours:
            lines.append(f"colours {game.colours}")
            colour_points = (f"{letter}={points}" for letter, points in game.points_of_colour.items())
            lines.append(" ".join(["colour-points", *colour_points]))
        return lines

    def position_text(self, problem: GameForTwo, position: CoinPosition) -> str:
        """Return the rows of a position, coins as `o` whatever their colours."""
        return CoinPosition(position.side, position.coins).text

    def trials(self) -> Sequence[Trial]:
        return [
            Trial("one coin", CoinProblem(CoinGame(1))),
            Trial("a side of 4, normal play, runs up to 2", CoinProblem(CoinGame(4, 2, False))),
            Trial("a side of 5 with some coins gone", CoinProblem(CoinGame(5), 0b101_1011_0110_1101)),
            *(Trial(name, CoinProblem(PRESETS[name])) for name in ("assignment1", "assignment3", "assignment4")),
            Trial("assignment5", CoinProblem(coloured(PRESETS["assignment5"], colours_by_seed(21, 1)))),
            Trial("a side of 10", CoinProblem(CoinGame(10))),
        ]

    def saved_rules(self, problem: GameForTwo) -> dict[str, Any]:
        return asdict(_coins(problem).game)

    def read_rules(self, item: Any, start: str, spec: str) -> CoinProblem:
        game = _read_game(item)
        position = CoinPosition.parse(start)
        if position.side != game.side or position.colours:
            head = Fields({"start": start}, ("start",))
            raise head.wrong("start", f"a position of side {game.side}, coins written as o", start)
        return CoinProblem(game, position.coins, spec)


def _coins(problem: GameForTwo) -> CoinProblem:
    assert isinstance(problem, CoinProblem)
    return problem


def _read_game(item: Any) -> CoinGame:
    known = {field.name: field.default for field in fields(CoinGame)}
    saved = Fields(item, tuple(known), "game")
    found: dict[str, Any] = {}
    for name, usual in known.items():
        if isinstance(usual, tuple):
            found[name] = tuple(saved.wholes(name))
        elif isinstance(usual, bool):
            found[name] = saved.flag(name)
        else:
            found[name] = saved.words(name) if isinstance(usual, str) else saved.whole(name)
    game = CoinGame(**found)
    saved.same("longest_run", game.longest_run)
    return game


ROSTER = CoinRoster()
