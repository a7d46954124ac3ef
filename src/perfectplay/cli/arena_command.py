"""`perfectplay arena`."""

import json
import math
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click
from click.core import ParameterSource

from perfectplay.cli.arena_words import Notes, match_lines, standings_lines
from perfectplay.cli.ending import ending_programs
from perfectplay.cli.main import REJECTED, SOLVED
from perfectplay.cli.options import file_option, json_option, real, whole
from perfectplay.cli.play_command import refuse_shared_input
from perfectplay.cli.progress import progress_line
from perfectplay.cli.telling import limit_code
from perfectplay.cli.words import in_lines, many
from perfectplay.errors import InputError, UnsupportedError
from perfectplay.limits import Progress, Stop

if TYPE_CHECKING:
    from perfectplay.arena.tournament import Tournament

MOST_PROCESSES = 256
MOST_TROUBLES = 10  # that are listed of a file


@click.command("arena")
@click.argument("spec", required=False)
@click.argument("players", nargs=-1)
@click.option("--games", callback=whole(1, 10**7), default="100", metavar="N", help="Games for each pair; 100.")
@click.option("--seed", callback=whole(0, 2**63 - 1), default="1", metavar="N", help="What ties are broken by; 1.")
@click.option("--processes", callback=whole(1, MOST_PROCESSES), default="1", metavar="N", help="Play on N processors.")
@click.option("--values", type=click.Choice(["score", "win"]), help="Value moves by points or by the win alone.")
@click.option("--show-games", is_flag=True, help="Tell every game, with what each move gave away.")
@click.option(
    "--move-seconds",
    callback=real("a time in seconds", 0, math.inf),
    metavar="S",
    help="Time for a move, in place of what the game says.",
)
@click.option(
    "--max-seconds",
    callback=real("a time in seconds", 0, math.inf),
    metavar="S",
    help="Stop after that, between two moves.",
)
@file_option("save", "Write every game as a line of JSON as soon as it is over.")
@click.option("--replay", "replay_file", metavar="FILE", help="Play saved games again by the rules; confirm points.")
@click.option("--check", "engine", metavar="ENGINE", help="Test a program against the protocol, say what is wrong.")
@json_option
def COMMAND(
    spec: str | None,
    players: tuple[str, ...],
    replay_file: str | None,
    engine: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Let players of coins play a round robin, each pair with both sides: arena coins/assignment3 greedy perfect.

    Players are random, greedy, pattern, pattern-counts, memo, endgame, perfect, perfect-score,
    perfect-win-then-score, human (you, at this terminal and without a limit on time), and any program that speaks
    the protocol of docs/engines.md, given by its path or as a command in quotes.

    Exit codes: 0 done; 1 a program or a saved game is wrong; 2 bad input; 20 a limit was hit; 130 interrupted.
    """
    if engine is not None or replay_file is not None:
        _refuse_others("--check" if engine is not None else "--replay")
        return _check(engine, as_json) if engine is not None else _replay(Path(str(replay_file)), as_json)
    if spec is None or len(players) < 2:
        raise click.UsageError("give a game and two players or more, as in: arena coins/6 greedy perfect")
    return _play(spec, players, as_json, **options)


def _refuse_others(alone: str) -> None:
    """Refuse what was given besides an option that stands alone, `--json` excepted."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.opts[0] if isinstance(parameter, click.Option) else "a game"
        is_given = context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
        if is_given and name not in (alone, "--json"):
            raise click.UsageError(f"{alone} stands alone, or with --json; leave out {name}")


def _play(
    spec: str,
    players: tuple[str, ...],
    as_json: bool,
    games: int,
    seed: int,
    processes: int,
    values: str | None,
    show_games: bool,
    move_seconds: float | None,
    max_seconds: float | None,
    save_file: Path | None,
) -> int:
    from perfectplay.arena.player import make_player
    from perfectplay.arena.players import HUMAN
    from perfectplay.arena.review import Reviewer
    from perfectplay.arena.standings import Standings
    from perfectplay.arena.tournament import Tournament
    from perfectplay.specs import load

    has_person = HUMAN in players
    if has_person:
        refuse_shared_input(spec)
        if as_json:
            raise InputError(f"{HUMAN} is spoken with on standard output, which --json keeps for one object")
    problem: Any = load(spec)
    if problem.family != "coins":
        raise UnsupportedError(f"{spec} is no game for two; the arena is for coins")
    for name in players:
        make_player(name).close()  # which refuses what cannot play before any game is played
    plan = Tournament(problem, players, games, seed, values or "", move_seconds, processes)
    standings, notes = Standings(plan.labels), Notes(plan.labels)
    told: list[Any] = []
    about = Reviewer(problem.game, plan.values)
    saved = _open(save_file, plan, about.objective)  # when all that can be refused has been
    try:
        # A line that moves would get in the way of somebody who types.
        shown = nullcontext(Progress()) if has_person else progress_line()
        with (
            ending_programs(),
            Stop() as stop,
            shown as progress,
            closing(plan.play(max_seconds, _reporter(plan, progress))) as matches,
        ):
            for match in matches:
                if saved is not None:
                    _write(saved, f"{match.line()}\n")
                standings.add(match)
                notes.add(match)
                if show_games:
                    told.append(json.loads(match.line()) if as_json else match_lines(plan.labels, match))
    finally:
        if saved is not None:
            saved.close()
    if as_json:
        whole_told = _as_json(plan, standings, notes, stop, about.about, save_file)
        click.echo(json.dumps({**whole_told, "matches": told} if show_games else whole_told, indent=1))
    else:
        for text in told:
            click.echo(f"{text}\n")
        done = sum(standing.games for standing in standings.players) // 2
        if has_person:
            click.echo()
        click.echo(in_lines(f"{spec}: {done:,} of {plan.total:,} games{_ended(stop)}, seed {seed}"))
        if done:
            click.echo(f"\n{standings_lines(standings)}\n\n{in_lines(about.about)}")
        click.echo("".join(f"{in_lines(line)}\n" for line in notes.lines()), nl=False)
    return limit_code(stop.limit)


def _reporter(plan: "Tournament", progress: Progress) -> Any:
    def report(done: int, seconds: float) -> None:
        if done % 16 == 0 or seconds > done / 100:
            progress.announce(f"{done:,} of {plan.total:,} games, {done / seconds:,.0f} a second, {seconds:.0f} s")

    return report


def _ended(stop: Stop) -> str:
    if not stop.limit:
        return ""
    return ", interrupted" if stop.limit == "interrupted" else f", the limit on {stop.limit} was hit"


def _open(path: Path | None, plan: "Tournament", values: str) -> TextIO | None:
    """Begin a file; it grows line by line, so that a kill leaves every game that was over."""
    if path is None:
        return None
    from perfectplay.arena.saved import header_line

    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None
    _write(file, header_line(plan, values) + "\n")
    return file


def _write(file: TextIO, line: str) -> None:
    try:
        file.write(line)
        file.flush()
    except OSError as error:
        raise InputError(f"cannot write {file.name}: {error.strerror}") from None


def _as_json(
    plan: "Tournament", standings: Any, notes: Notes, stop: Stop, about: str, file: Path | None
) -> dict[str, Any]:
    from perfectplay.arena.standings import INTERVALS
    from perfectplay.version import __version__

    return {
        "problem": plan.problem.as_json(),
        "status": "unknown" if stop.limit else "done",
        "games": sum(standing.games for standing in standings.players) // 2,
        "planned_games": plan.total,
        "seed": plan.seed,
        "standings": standings.as_json(),
        "players": plan.labels,
        "wins_against": standings.against,
        "intervals": INTERVALS,
        "values": about,
        "reports": notes.as_json(),
        "file": None if file is None else str(file),
        "limit": stop.limit or None,
        "version": __version__,
    }


def _replay(path: Path, as_json: bool) -> int:
    from perfectplay.arena.replay import replayed
    from perfectplay.arena.saved import Saved
    from perfectplay.arena.standings import Standings

    saved = Saved(path)
    standings = Standings(saved.plan.players)  # of the games that are right
    wrong: list[tuple[int, str]] = []
    games = unchecked = 0
    for match, why, unknown in replayed(saved):
        games += 1
        unchecked += unknown
        if why:
            wrong.append((match.number, why))
        else:
            standings.add(match)
    if as_json:
        told = {
            "file": str(path),
            "status": "rejected" if wrong else "accepted",
            "games": games,
            "is_cut": saved.is_cut,
            "wrong": [{"number": number, "why": why} for number, why in wrong],
            "unchecked_values": unchecked,
            "standings": standings.as_json(),
        }
        click.echo(json.dumps(told, indent=1))
        return REJECTED if wrong else SOLVED
    if saved.is_cut:
        click.echo("perfectplay: the last line was cut off, and is left out", err=True)
    for number, why in wrong[:MOST_TROUBLES]:
        click.echo(in_lines(f"game {number + 1}: {why}"))
    if wrong:
        click.echo(f"rejected: {len(wrong):,} of {many(games, 'game')} are not as they say")
        return REJECTED
    click.echo(f"{standings_lines(standings)}\n")
    if unchecked:
        click.echo(
            in_lines(f"{many(unchecked, 'value')} not checked, and left out: no table of those positions is here")
        )
    click.echo(in_lines(f"accepted: {many(games, 'game')} played again by the rules, with the same points"))
    return SOLVED


def _check(engine: str, as_json: bool) -> int:
    from perfectplay.arena.check import check_engine
    from perfectplay.arena.players import find_program

    command = find_program(engine)
    if command is None:
        raise InputError(f"no program {engine[:60]!r}; give its path, or a command in quotes")
    with ending_programs():
        findings = check_engine(command)
    if as_json:
        status = "rejected" if findings else "accepted"
        click.echo(json.dumps({"engine": engine, "status": status, "findings": findings}, indent=1))
    else:
        for finding in findings:
            click.echo(in_lines(finding))
        click.echo("rejected: it does not keep to the protocol" if findings else "accepted: it keeps to the protocol")
    return REJECTED if findings else SOLVED
