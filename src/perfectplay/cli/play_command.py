"""`perfectplay play`."""

import random
from functools import cached_property
from typing import Any

import click

from perfectplay.cli.options import whole
from perfectplay.cli.words import in_lines, many, with_names
from perfectplay.errors import InputError, PerfectplayError
from perfectplay.terminal import GIVE_UP, HELP, LEAVE, UNDO, help_line, open_input

COMMANDS = ("hint", "moves", "undo", "back (to the last good position)", "restart", "light off", "give up", "quit")
SECONDS = 1.0  # that a search for the light may take


@click.command("play")
@click.argument("spec")
@click.option("--against", metavar="PLAYER", help="Coins: whom to play, a player of the arena or a program; perfect.")
@click.option("--second", is_flag=True, help="Coins: let the other player move first.")
@click.option("--seed", callback=whole(0, 2**63 - 1), metavar="N", help="Coins: what ties are broken by.")
def COMMAND(spec: str, against: str | None, second: bool, seed: int | None) -> None:
    """Play a puzzle in the terminal: a light tells whether it can still be won; hints, and back to what was good.

    Coins are played against a player of the arena, a program, or somebody at the same keyboard: play coins/6
    --against greedy, ./my_engine or human.  There, undo takes back your last move and the answer to it; with two at
    one keyboard, the last move of either.
    """
    from perfectplay.specs import load

    open_input()
    refuse_shared_input(spec)
    problem: Any = load(spec)
    if problem.family == "army" and problem.target is None:
        raise InputError(f"{spec} has no target to play for; write one after a colon, as in army/7x8:d7")
    if problem.family != "coins" and (against is not None or second or seed is not None):
        raise InputError(f"{spec} is a puzzle for one; --against, --second and --seed are for coins")
    if problem.family == "coins":
        from perfectplay.cli.coin_play import play_coins

        play_coins(
            problem,
            "perfect" if against is None else against,
            random.randrange(2**32) if seed is None else seed,
            second,
        )
        return
    Game(problem).run()


def refuse_shared_input(spec: str) -> None:
    """Refuse a spec that reads standard input, where somebody is to type moves."""
    if spec.strip().partition(":")[0].endswith("/-"):
        raise InputError("standard input cannot give both the board and the moves; save the board and name its file")


class Game:
    """The positions of one play, and what each command does to them."""

    def __init__(self, problem: Any) -> None:
        self.problem = problem
        self.positions = [problem.start]
        self.is_light_on = True

    @cached_property
    def oracle(self) -> Any:
        """What knows how it stands, made when it is first asked."""
        from perfectplay.cli.hint_command import warn
        from perfectplay.cli.progress import progress_line
        from perfectplay.limits import Limits
        from perfectplay.solvers.oracle import find_oracle

        with progress_line() as progress:
            return find_oracle(self.problem, Limits(), progress, warn, search_seconds=SECONDS)

    @property
    def position(self) -> Any:
        return self.positions[-1]

    def run(self) -> None:
        """Read commands until the goal is reached or the player leaves."""
        problem = self.problem
        goal = getattr(problem, "goal", None) if problem.family == "pegs" else None
        click.echo(f"{problem.spec}" + ("" if goal is None else f", to reach:\n{goal}") + f"\n\n{self._help()}")
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
        if self.problem.family == "game":
            return self.problem.text(self.position)  # type: ignore[no-any-return]
        if self.problem.family == "army":
            from perfectplay.cli.army_words import field_lines

            return field_lines(self.problem, self.position)
        if self.problem.family == "dice":
            from perfectplay.cli.dice_words import board_lines, turn_line

            return f"{board_lines(self.problem, self.position)}\n{turn_line(self.problem, self.position)}"
        board = self.position.board
        return with_names(board, board.drawing(self.position.pegs))

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
            click.echo(in_lines(" ".join(self.problem.moves(self.position)) or "none"))
        elif command in GIVE_UP:
            self._give_up()
            return False
        elif command in HELP:
            click.echo(self._help())
        else:
            try:
                # The texts of a user's own game may have capitals; the names of holes have none.
                move = line if self.problem.family == "game" else command
                self.positions.append(self.problem.play(self.position, move))
            except InputError as error:
                click.echo(in_lines(str(error)))
        return True

    def _show_light(self) -> None:
        """Tell how it stands; where that takes too long once, it would again after the next move."""
        try:
            light = self.oracle.light(self.position)
        except PerfectplayError as error:  # rules of a user's own game, which can be played all the same
            self.is_light_on = False
            click.echo(in_lines(f"light off: {error}"))
            return
        left = self.oracle.moves_left(self.position)
        click.echo(light if left is None else f"{light}, {many(left, 'move')} at best")
        if light == "unknown":
            self.is_light_on = False
            click.echo(in_lines(f"no answer within {SECONDS:g} s, so the light is off; `light on` brings it back"))

    def _hint(self) -> None:
        move = self.oracle.best_move(self.position)
        if move is not None:
            click.echo(f"a good move: {move}")
        elif self.oracle.light(self.position) == "unknown":
            click.echo(f"no solution found in {SECONDS:g} s")
        else:
            click.echo("lost: no move leads to the goal; `back` takes back what went wrong")

    def _go_back(self) -> None:
        """Return to the last position that can be won."""
        for place in reversed(range(len(self.positions))):
            if self.oracle.is_winnable(self.positions[place]):
                undone = len(self.positions) - 1 - place
                del self.positions[place + 1 :]
                click.echo(f"{many(undone, 'turn')} taken back" if undone else "this position can still be won")
                return
        click.echo("no position so far is known to be winnable")

    def _give_up(self) -> None:
        """Show a solution from here if there is one, else from the start."""
        from perfectplay.answers import Solved
        from perfectplay.cli.progress import progress_line
        from perfectplay.cli.words import numbered
        from perfectplay.limits import Limits
        from perfectplay.solvers import solve

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
        if self.oracle.moves_left(position) is None:
            return moves
        while (move := self.oracle.best_move(position)) is not None:
            moves.append(move)
            position = self.problem.play(position, move)
        return moves
