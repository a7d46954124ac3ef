"""A person at this terminal as a player: types moves, asks for hints, takes moves back."""

from collections.abc import Sequence
from typing import Any

import click

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.base.text import in_lines, listed
from perfectplay.cli.terminal import GIVE_UP, HELP, LEAVE, UNDO, help_line, open_input
from perfectplay.model.game_for_two import REPETITIONS, SCORE, GameForTwo, GameOracle
from perfectplay.model.oracle import DRAW, WON
from perfectplay.model.player import GameRecord, Player, Scoreboard, TakeBackError
from perfectplay.model.words import words_for
from perfectplay.verbs.values import game_values

COMMANDS = ("hint", "moves", "undo", "restart", "quit")
HINT_LIMITS = Limits(seconds=60)
LISTED = 12  # best moves that a hint lists


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
        super().__init__(name)
        open_input()

    def begin(self, problem: GameForTwo, is_first: bool, seed: int, seconds: float | None = None) -> None:
        super().begin(problem, is_first, seed, seconds)
        self.words = words_for(problem)
        self._oracles: dict[str, GameOracle] = {}

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
            return  # the first player has already shown the rules
        who = "two at this terminal" if self.has_company else f"you play {places[0]} against {self.them}"
        tell(f"{who}: {self.words.rules(self.allowed)}")
        if self.problem.penalty:  # the rules say what it costs a program
            whom = "both of you" if self.has_company else "you"
            tell(f"for {whom}, an invalid move is free, and time is not limited")
        tell(self._help())

    def choose(self, position: Any, seconds: float) -> str:
        self._tell_news()
        click.echo(f"\n{self.words.board(position)}")
        if status := self._status(position):
            click.echo(status)
        while True:
            try:
                line = input(f"{self.me}> " if self.has_company else "> ").strip()
            except EOFError:
                click.echo()
                raise LeftError from None
            if line.lower() in (*LEAVE, *GIVE_UP):
                raise LeftError
            if move := self._obey(line, position):
                return move

    def _help(self) -> str:
        return help_line(self.problem.moves(self.problem.start)[0], *COMMANDS)

    def _status(self, position: Any) -> str:
        return ", ".join(filter(None, [self.words.turn(position), self._points(self.board.points)]))

    def _points(self, points: Sequence[int]) -> str:
        """Say the points of both; nothing in a game where only the win counts."""
        problem = self.problem
        if not problem.has_points and problem.end_points(0) == (1, 0) and not self.board.faults:
            return ""
        return f"points: {self.me} {points[self.side]}, {self.them} {points[1 - self.side]}"

    def _obey(self, line: str, position: Any) -> str:
        """Do what a line says; return the move, or nothing if it is none."""
        command = line.lower()
        if command in (*UNDO, "restart"):
            played = len(self.board.moves)
            undone, all_undone = (1, played) if self.has_company else (2, played // 2 * 2)
            if all_undone:
                raise TakeBackError(all_undone if command == "restart" else undone)
            tell("there is nothing to take back")
        elif command == "hint":
            self._hint(position)
        elif command == "moves":
            click.echo(listed("", self.problem.moves(position)))
        elif command in HELP:
            tell(self._help())
        else:
            try:
                return self.problem.find_move(position, self.words.typed(line))
            except InputError as error:
                tell(str(error))
        return ""

    def on_move(self, text: str) -> None:
        self._tell_news()
        took = self.board.seconds[-1]
        slowly = f" ({took:.1f} s)" if took > 1 and self.other.is_timed else ""
        click.echo(f"\n{listed(f'{self.them} {self.words.move_verb}', [text])}{slowly}")

    def on_take_back(self) -> None:
        click.echo(f"\n{self.them} takes back")

    def on_end(self, record: GameRecord) -> None:
        if self.has_company and not self.is_first:
            return
        self._tell_news()
        how = ", for the other one found no move" if record.is_forfeited else ""
        if not record.is_forfeited and not self.problem.is_goal(self.board.position):
            how = f", for this position has come up {REPETITIONS} times"
        click.echo()
        tell("; ".join(filter(None, [f"{self._result(record.winner)}{how}", self._points(record.points)])))

    def _result(self, winner: int | None) -> str:
        if winner is None:
            return "a draw"
        name = self.me if winner == self.side else self.them
        return f"{name} {'win' if name == 'you' else 'wins'}"

    def _tell_news(self) -> None:
        """Show the other player's new notes and faults."""
        notes = self.other.notes
        faults = [fault for fault in self.board.faults if fault.player != self.side]
        said = [f"{fault.kind}: {fault.text}" for fault in faults[self.faults_heard :]]
        for text in [*notes[self.notes_heard :], *said]:
            tell(f"{self.them}: {text}")
        self.notes_heard, self.faults_heard = len(notes), len(faults)

    def _hint(self, position: Any) -> None:
        is_waiting = False
        problem = self.problem
        for kind in reversed(problem.review_objectives) if problem.has_points else (problem.review_objective,):
            try:
                oracle = self._oracle(kind)
                if oracle.is_slow(position) and not is_waiting:
                    is_waiting = True
                    click.echo("one moment…")
                value = oracle.value(position)
                best = oracle.best_moves(position)
            except (LimitHitError, UnsupportedError) as error:
                tell(f"by {kind}: not known; {error}")
                continue
            if not value.is_known:
                tell(f"by {kind}: not known; {value.price or f'the limit on {value.limit} was hit'}")
            elif kind == SCORE:
                click.echo(listed(f"for points, {value.points:+} from here on:", _some(best)))
            elif value.outcome in (WON, DRAW):
                click.echo(listed(f"to {'win' if value.outcome == WON else 'draw'}:", _some(best)))
            else:
                tell("every move loses, if the other one plays well")

    def _oracle(self, objective: str) -> GameOracle:
        if objective not in self._oracles:
            self._oracles[objective] = game_values(self.problem, objective, limits=HINT_LIMITS, on_notice=self.note)
        return self._oracles[objective]


def _some(moves: Sequence[str]) -> list[str]:
    return [*moves[:LISTED], "…"] if len(moves) > LISTED else list(moves)


def tell(text: str) -> None:
    """Print a text in lines that fit the terminal."""
    click.echo(in_lines(text))
