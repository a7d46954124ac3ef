"""Coins in the terminal, against a player of the arena or against somebody at the same keyboard."""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from perfectplay.cli.coin_words import about_game, triangle_lines
from perfectplay.cli.words import in_lines, many
from perfectplay.errors import InputError
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.triangle import Run

if TYPE_CHECKING:
    from perfectplay.arena.player import Player

HELP = "type a move such as {example}; or hint, moves, undo, restart, quit"
TRIES = 2  # that the other player has for a move, as with the referee
LISTED = 12  # winning moves that a hint lists


@dataclass(frozen=True)
class State:
    """Where a game stands: points are those of the user and of the other player."""

    position: CoinPosition
    is_users_turn: bool
    points: tuple[int, int] = (0, 0)


class CoinPlay:
    """A game of the user against a player."""

    def __init__(self, problem: CoinProblem, player: "Player", seed: int, is_user_first: bool) -> None:
        self.problem, self.game, self.player = problem, problem.game, player
        self.seed, self.is_user_first = seed, is_user_first
        self._restart()

    def _restart(self) -> None:
        self.states = [State(self.problem.start, self.is_user_first)]
        self._seat()

    def _seat(self) -> None:
        """Let the player begin from here: at the start, and after moves were taken back."""
        state = self.states[-1]
        self.player.begin(self.game, not state.is_users_turn, self.seed, state.position.coins)

    @property
    def state(self) -> State:
        return self.states[-1]

    def run(self) -> None:
        """Play until the last coin is taken, the other player gives up or the user leaves."""
        click.echo(in_lines(f"{self.problem.spec} against {self.player.name}: {about_game(self.game)}"))
        click.echo(f"\n{self._help()}")
        while self.state.position.coins:
            if not self.state.is_users_turn:
                if not self._let_play():
                    self._finish(is_user_winner=True, how=", for the other one found no move")
                    return
                continue
            click.echo(f"\n{triangle_lines(self.state.position)}\n{self._score()}")
            try:
                line = input("> ").strip().lower()
            except EOFError:
                click.echo()
                return
            if line in ("quit", "q", "exit", "give up", "giveup"):
                return
            self._obey(line)
        # The one to move when no coin is left has not taken the last one.
        self._finish(self.state.is_users_turn == self.game.is_misere)

    def _help(self) -> str:
        return in_lines(HELP.format(example=next(iter(self.problem.moves(self.problem.start)), "b2")), 0)

    def _score(self) -> str:
        mine, others = self.state.points
        return f"{many(self.state.position.count, 'coin')} left, points: you {mine}, {self.player.name} {others}"

    def _obey(self, line: str) -> None:
        if line in ("undo", "u"):
            self._undo()
        elif line == "restart":
            self._restart()
        elif line == "hint":
            self._hint()
        elif line == "moves":
            click.echo(in_lines(" ".join(self.problem.moves(self.state.position))))
        elif line in ("help", "h", "?", ""):
            click.echo(self._help())
        else:
            try:
                run = self.problem.find_run(self.state.position, line)
            except InputError as error:
                click.echo(in_lines(str(error)))
                return
            self._take(run)
            self.player.told(run.mask)

    def _take(self, run: Run) -> None:
        state, worth = self.state, self.game.worth(run)
        mine, others = state.points
        after = (mine + worth, others) if state.is_users_turn else (mine, others + worth)
        self.states.append(State(state.position.without(run.mask), not state.is_users_turn, after))

    def _undo(self) -> None:
        """Go back to the user's turn before this one."""
        turns = [place for place, state in enumerate(self.states[:-1]) if state.is_users_turn]
        if not turns:
            click.echo("there is nothing to undo")
            return
        del self.states[turns[-1] + 1 :]
        self._seat()

    def _let_play(self) -> bool:
        """Let the other player take its turn; tell whether it found a move."""
        from perfectplay.arena.player import GARBAGE, Fault, PlayerFaultError

        runs = {run.mask: run for run in self.problem.runs(self.state.position)}
        for _ in range(TRIES):
            began = time.perf_counter()
            try:
                mask = self.player.choose(self.state.position.coins, float(self.game.seconds))
                if mask in runs:
                    took = time.perf_counter() - began
                    self._take(runs[mask])
                    click.echo(f"\n{self.player.name} takes {runs[mask].text}{f' ({took:.1f} s)' if took > 1 else ''}")
                    self._tell_notes()
                    return True
                error = PlayerFaultError(GARBAGE, "that cannot be taken")
            except PlayerFaultError as fault:
                error = fault
            click.echo(in_lines(f"{self.player.name}: {error.kind}: {error.text}"))
            mine, others = self.state.points
            fined = mine + self.game.penalty_gain, others - self.game.penalty
            self.states[-1] = State(self.state.position, False, fined)
            self.player.refused(Fault(int(self.is_user_first), len(self.states) - 1, error.kind, error.text))
        return False

    def _tell_notes(self) -> None:
        for note in self.player.notes:
            click.echo(in_lines(f"{self.player.name}: {note}"))
        self.player.notes.clear()

    def _finish(self, is_user_winner: bool, how: str = "") -> None:
        mine, others = self.state.points
        bonus = self.game.winner_points, self.game.loser_points
        mine, others = mine + bonus[not is_user_winner], others + bonus[is_user_winner]
        winner = "you win" if is_user_winner else f"{self.player.name} wins"
        click.echo()
        click.echo(in_lines(f"{winner}{how}; points: you {mine}, {self.player.name} {others}"))

    @cached_property
    def _values(self) -> dict[str, Any]:
        from perfectplay.solvers.coin_values import Values

        kinds = ("win", "score") if self.game.points or self.game.colours else ("win",)
        return {kind: Values(self.game, kind) for kind in kinds}

    def _hint(self) -> None:
        from perfectplay.cli.progress import progress_line
        from perfectplay.limits import LimitHitError

        coins = self.state.position.coins
        for kind, values in self._values.items():
            try:
                with progress_line() as progress:
                    values.progress = progress
                    value, best = values.value(coins), [run.text for run in values.best_moves(coins)]
            except LimitHitError as error:
                click.echo(in_lines(f"by {kind}: not known; {error}"))
                continue
            listed = " ".join(best[:LISTED]) + (" …" if len(best) > LISTED else "")
            if kind == "score":
                click.echo(in_lines(f"for points, {value.points:+} from here on: {listed}"))
            elif best:
                click.echo(in_lines(f"to win: {listed}"))
            else:
                click.echo("every move loses, if the other one plays well")
