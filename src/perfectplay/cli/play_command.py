"""`perfectplay play`."""

import random
from contextlib import suppress
from functools import cached_property
from typing import Any

import click

from perfectplay.arena.players import make_player
from perfectplay.arena.referee import play_game
from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.limits import Limits
from perfectplay.base.text import in_lines, listed, many, numbered
from perfectplay.cli.cleanup import program_cleanup
from perfectplay.cli.hint_command import warn
from perfectplay.cli.human import HumanPlayer, LeftError
from perfectplay.cli.options import WholeNumber
from perfectplay.cli.progress import progress_line
from perfectplay.cli.terminal import GIVE_UP, HELP, LEAVE, UNDO, help_line, open_input
from perfectplay.model.answers import Solved
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.oracle import LOST, UNKNOWN, WON, Oracle
from perfectplay.model.player import HUMAN
from perfectplay.model.problem import Problem
from perfectplay.model.specs import load
from perfectplay.model.words import words_for
from perfectplay.solvers.oracle import find_oracle
from perfectplay.verbs.solve import solve

COMMANDS = ("hint", "moves", "undo", "back (to the last good position)", "restart", "light off", "give up", "quit")
LIGHTS = {WON: "winnable", LOST: "lost", UNKNOWN: "unknown"}
SECONDS = 1.0  # maximum number of seconds for the light's search


@click.command("play")
@click.argument("spec")
@click.option("--against", metavar="PLAYER", help="Game for two: a player of the arena, or a program; perfect.")
@click.option("--second", is_flag=True, help="Game for two: let the other player move first.")
@click.option("--seed", type=WholeNumber(0, 2**63 - 1), metavar="N", help="Game for two: what ties are broken by.")
def COMMAND(spec: str, against: str | None, second: bool, seed: int | None) -> None:
    """Play a puzzle in the terminal: a light tells whether it can still be won; hints, and back to what was good.

    A game for two is played against a player of the arena, a program, or somebody at the same keyboard: play coins/6
    --against greedy, ./my_engine or human.  There, undo takes back your last move and the answer to it; with two at
    one keyboard, the last move of either.
    """
    open_input()
    refuse_shared_input(spec)
    problem = load(spec)
    problem.check_playable()
    if isinstance(problem, GameForTwo):
        _play_for_two(
            problem,
            "perfect" if against is None else against,
            random.randrange(2**32) if seed is None else seed,
            second,
        )
        return
    if against is not None or second or seed is not None:
        raise InputError(f"{spec} is a puzzle for one; --against, --second and --seed are for games for two")
    PuzzlePlay(problem).run()


def _play_for_two(problem: GameForTwo, against: str, seed: int, is_second: bool) -> None:
    """Play one game of the arena with a person on one side, until it is over or the person leaves."""
    if problem.is_goal(problem.start):
        words = words_for(problem)
        click.echo(f"{words.board(problem.start)}\n\n{words.over()}: the game is over")
        return
    with (
        program_cleanup(),
        HumanPlayer(HUMAN) as person,
        make_player(against, problem, {HUMAN: HumanPlayer}) as other,
        suppress(LeftError),
    ):
        play_game(problem, [other, person] if is_second else [person, other], seed)


def refuse_shared_input(spec: str) -> None:
    """Refuse a spec that reads standard input, where somebody is to type moves."""
    if spec.strip().partition(":")[0].endswith("/-"):
        raise InputError("standard input cannot give both the board and the moves; save the board and name its file")


class PuzzlePlay:
    """The positions of one play of a puzzle, and what each command does to them."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.words = words_for(problem)
        self.positions = [problem.start]
        self.is_light_on = True

    @cached_property
    def oracle(self) -> Oracle:
        """The oracle that says whether a position can be won, made when it is first asked."""
        with progress_line() as progress:
            return find_oracle(self.problem, Limits(), progress, warn, search_seconds=SECONDS)

    @property
    def position(self) -> Any:
        return self.positions[-1]

    def run(self) -> None:
        """Read commands until the goal is reached or the player leaves."""
        problem = self.problem
        click.echo(f"{self.words.welcome()}\n\n{self._help()}")
        while True:
            click.echo(f"\n{self._shown()}")
            if problem.is_goal(self.position):
                click.echo(f"solved, in {many(len(self.positions) - 1, 'turn')}")
                return
            if not problem.moves(self.position):
                click.echo("no move is left: undo, back, restart, give up or quit")
            elif self.is_light_on:
                self._show_light()
            try:
                line = input("> ").strip()
            except EOFError:
                click.echo()
                return
            if line.lower() in LEAVE or not self._obey(line):
                return

    def _help(self) -> str:
        example = next(iter(self.problem.moves(self.position)), "d2-d4")
        return in_lines(help_line(example, *COMMANDS), 0)

    def _shown(self) -> str:
        lines = [self.words.board(self.position), self.words.turn(self.position)]
        return "\n".join(filter(None, lines))

    def _obey(self, line: str) -> bool:
        """Do what the player says; tell whether the play goes on."""
        command = line.lower()
        if command in UNDO:
            if len(self.positions) > 1:
                self.positions.pop()
            else:
                click.echo("there is nothing to undo")
        elif command == "back":
            self._go_back()
        elif command == "hint":
            self._hint()
        elif command in ("light", "light on", "light off"):
            self.is_light_on = not self.is_light_on if command == "light" else command == "light on"
        elif command == "restart":
            self.positions = [self.problem.start]
        elif command == "moves":
            click.echo(listed("", self.problem.moves(self.position) or ["none"]))
        elif command in GIVE_UP:
            self._give_up()
            return False
        elif command in HELP:
            click.echo(self._help())
        else:
            try:
                self.positions.append(self.problem.play(self.position, self.words.typed(line)))
            except InputError as error:
                click.echo(in_lines(str(error)))
        return True

    def _show_light(self) -> None:
        """Show whether the puzzle can still be won; switch the light off if that fails or takes too long."""
        try:
            value = self.oracle.value(self.position)
        except PerfectplayError as error:  # rules of a user's own game, which can be played all the same
            self.is_light_on = False
            click.echo(in_lines(f"light off: {error}"))
            return
        light, left = LIGHTS[value.outcome], value.moves_left
        click.echo(light if left is None else f"{light}, {many(left, 'move')} at best")
        if not value.is_known:
            self.is_light_on = False
            click.echo(in_lines(f"no answer within {SECONDS:g} s, so the light is off; `light on` brings it back"))

    def _hint(self) -> None:
        move = self.oracle.best_move(self.position)
        if move is not None:
            click.echo(listed("a good move:", [move]))
        elif not self.oracle.value(self.position).is_known:
            click.echo(f"no solution found in {SECONDS:g} s")
        else:
            click.echo("lost: no move leads to the goal; `back` takes back what went wrong")

    def _go_back(self) -> None:
        """Return to the last position that can be won."""
        for place in reversed(range(len(self.positions))):
            if self.oracle.value(self.positions[place]).outcome == WON:
                undone = len(self.positions) - 1 - place
                del self.positions[place + 1 :]
                click.echo(f"{many(undone, 'turn')} taken back" if undone else "this position can still be won")
                return
        click.echo("no position so far is known to be winnable")

    def _give_up(self) -> None:
        """Show a solution from here if there is one, else from the start."""
        for position, where in ((self.position, "from here"), (self.problem.start, "from the start")):
            best = self._best_solution(position)
            if best:
                click.echo(f"a solution {where}, in the fewest moves:\n{numbered(best)}")
                return
            problem = self.problem.starting_at(position)
            with progress_line() as progress:
                answer = solve(problem, limits=Limits(seconds=20), progress=progress)
            if isinstance(answer, Solved):
                click.echo(f"a solution {where}:\n{numbered(answer.solution)}")
                return
            verdict = "there is no solution" if answer.status == "impossible" else "no solution found in 20 seconds"
            click.echo(f"{verdict} {where}")

    def _best_solution(self, position: Any) -> list[str]:
        """Return the fewest moves to the goal where the oracle knows them, else none."""
        moves: list[str] = []
        if self.oracle.value(position).moves_left is None:
            return moves
        while (move := self.oracle.best_move(position)) is not None:
            moves.append(move)
            position = self.problem.play(position, move)
        return moves
