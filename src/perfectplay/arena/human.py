"""A person at this terminal as a player: types moves, asks for hints, takes moves back."""

import textwrap
from collections.abc import Sequence

from perfectplay.arena.player import Player, TakeBackError
from perfectplay.arena.players import values_for
from perfectplay.arena.referee import GameRecord, Scoreboard
from perfectplay.errors import InputError, UnsupportedError
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.words import about_game, triangle_lines
from perfectplay.limits import LimitHitError
from perfectplay.terminal import GIVE_UP, HELP, LEAVE, UNDO, help_line, open_input

COMMANDS = ("hint", "moves", "undo", "restart", "quit")
SLOW_COINS = 24  # from which on a table takes a while
LISTED = 12  # best moves that a hint lists
WIDTH = 80


class LeftError(LimitHitError):
    """The person has left in the middle of a game."""

    def __init__(self) -> None:
        super().__init__("interrupted", "the person has left")


class HumanPlayer(Player):
    """Asks at the terminal, without a limit on time; what cannot be taken is said there and costs nothing.

    `undo` takes back the person's last move and the answer to it, `restart` all of them: the game goes on as if they
    had not been played.  Where two people share the terminal, `undo` takes back the last move, whoever played it.
    """

    is_timed = False

    def __init__(self, name: str) -> None:
        super().__init__()
        open_input()
        self.name = name

    def watch(self, board: Scoreboard) -> None:
        self.board = board
        self.side = 0 if self.is_first else 1
        self.other = board.players[1 - self.side]
        self.notes_heard = self.faults_heard = 0
        # Two people at one terminal are told apart by who moves first.
        self.has_company = isinstance(self.other, HumanPlayer)
        places = ("first", "second") if self.is_first else ("second", "first")
        self.me, self.them = places if self.has_company else ("you", self.other.name)
        if self.has_company and not self.is_first:
            return  # the first one has been told
        who = "two at this terminal" if self.has_company else f"you play {places[0]} against {self.them}"
        tell(f"{who}: {about_game(self.game, self.allowed)}")
        tell(self._help())

    def choose(self, coins: int, seconds: float) -> int:
        self._tell_news()
        problem = CoinProblem(self.game, coins)
        print(f"\n{triangle_lines(problem.start)}\n{self._score()}")
        while True:
            try:
                line = input(f"{self.me}> " if self.has_company else "> ").strip().lower()
            except EOFError:
                print()
                raise LeftError from None
            if line in (*LEAVE, *GIVE_UP):
                raise LeftError
            if mask := self._obey(line, problem):
                return mask

    def _help(self) -> str:
        problem = CoinProblem(self.game, self.start)
        return help_line(problem.moves(problem.start)[0], *COMMANDS)

    def _score(self) -> str:
        left, points = self.board.left.bit_count(), self.board.points
        coins = "1 coin" if left == 1 else f"{left} coins"
        return f"{coins} left{self._points_told(points, ', ')}"

    def _points_told(self, points: Sequence[int], before: str) -> str:
        """Say the points of both; nothing in a game where only the win counts."""
        game = self.game
        has_end = (game.winner_points, game.loser_points) != (1, 0)
        if not (game.points or game.colours or has_end or self.board.faults):
            return ""
        return f"{before}points: {self.me} {points[self.side]}, {self.them} {points[1 - self.side]}"

    def _obey(self, line: str, problem: CoinProblem) -> int:
        """Do what a line says; return what it takes, 0 if it is no move."""
        if line in (*UNDO, "restart"):
            played = len(self.board.taken)
            undone, all_undone = (1, played) if self.has_company else (2, played // 2 * 2)
            if all_undone:
                raise TakeBackError(all_undone if line == "restart" else undone)
            tell("there is nothing to take back")
        elif line == "hint":
            self._hint(problem.start.coins)
        elif line == "moves":
            tell(" ".join(problem.moves(problem.start)))
        elif line in HELP:
            tell(self._help())
        else:
            try:
                return problem.find_run(problem.start, line).mask
            except InputError as error:
                tell(str(error))
        return 0

    def told(self, move: int) -> None:
        self._tell_news()
        text = next(run.text for run in self.game.runs if run.mask == move)
        took = self.board.seconds[-1]
        print(f"\n{self.them} takes {text}" + (f" ({took:.1f} s)" if took > 1 and self.other.is_timed else ""))

    def taken_back(self) -> None:
        print(f"\n{self.them} takes back")

    def end(self, result: GameRecord) -> None:
        if self.has_company and not self.is_first:
            return
        self._tell_news()
        is_winner = result.winner == self.side
        winner = self.me if is_winner else self.them
        verb = "win" if winner == "you" else "wins"
        how = ", for the other one found no move" if result.is_forfeited else ""
        print()
        tell(f"{winner} {verb}{how}{self._points_told(result.points, '; ')}")

    def _tell_news(self) -> None:
        """Tell what the other one had to say since, and what went wrong with it."""
        notes = self.other.notes
        faults = [fault for fault in self.board.faults if fault.player != self.side]
        said = [f"{fault.kind}: {fault.text}" for fault in faults[self.faults_heard :]]
        for text in [*notes[self.notes_heard :], *said]:
            tell(f"{self.them}: {text}")
        self.notes_heard, self.faults_heard = len(notes), len(faults)

    def _hint(self, coins: int) -> None:
        if coins.bit_count() >= SLOW_COINS:
            print("one moment…", flush=True)
        for kind in ("win", "score") if self.game.points or self.game.colours else ("win",):
            try:
                values = values_for(self, kind)
                value, best = values.value(coins), [run.text for run in values.best_moves(coins)]
            except (LimitHitError, UnsupportedError) as error:
                tell(f"by {kind}: not known; {error}")
                continue
            if kind == "score":
                tell(f"for points, {value.points:+} from here on: {_listed(best)}")
            else:
                tell(f"to win: {_listed(best)}" if best else "every move loses, if the other one plays well")


def _listed(moves: Sequence[str]) -> str:
    return " ".join(moves[:LISTED]) + (" …" if len(moves) > LISTED else "")


def tell(text: str) -> None:
    """Print a text in lines that fit the terminal."""
    print(textwrap.fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False))
