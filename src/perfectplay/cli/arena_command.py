"""`perfectplay arena`."""

import json
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, TextIO

import click
from click.core import ParameterSource

from perfectplay.arena.check import check_engine, find_trials
from perfectplay.arena.players import find_program, game_for_two, make_player
from perfectplay.arena.replay import replayed
from perfectplay.arena.review import find_review
from perfectplay.arena.saved import Saved, header_line
from perfectplay.arena.standings import INTERVALS, Standings
from perfectplay.arena.tournament import Tournament
from perfectplay.base.errors import InputError
from perfectplay.base.limits import Stop
from perfectplay.base.progress import Progress
from perfectplay.base.text import in_lines, many
from perfectplay.cli.arena_words import Notes, match_lines, standings_lines
from perfectplay.cli.cleanup import program_cleanup
from perfectplay.cli.exit_codes import REJECTED, SOLVED
from perfectplay.cli.human import HumanPlayer
from perfectplay.cli.options import RealNumber, WholeNumber, file_option, json_option
from perfectplay.cli.outcome import limit_code
from perfectplay.cli.play_command import refuse_shared_input
from perfectplay.cli.progress import progress_line
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.player import HUMAN
from perfectplay.model.registry import families
from perfectplay.model.specs import load
from perfectplay.version import __version__

MOST_PROCESSES = 256
MOST_TROUBLES = 10  # maximum number of wrong games of a file that are listed


@click.command("arena")
@click.argument("spec", required=False)
@click.argument("players", nargs=-1)
@click.option("--games", type=WholeNumber(1, 10**7), default="100", metavar="N", help="Games for each pair; 100.")
@click.option("--seed", type=WholeNumber(0, 2**63 - 1), default="1", metavar="N", help="What ties are broken by; 1.")
@click.option(
    "--processes", type=WholeNumber(1, MOST_PROCESSES), default="1", metavar="N", help="Play on N processors."
)
@click.option("--values", metavar="[score|win]", help="Value moves by points or by the win alone.")
@click.option("--show-games", is_flag=True, help="Tell every game, with what each move gave away.")
@click.option(
    "--move-seconds",
    type=RealNumber(),
    metavar="S",
    help="Time for a move, in place of what the game says.",
)
@click.option(
    "--max-seconds",
    type=RealNumber(),
    metavar="S",
    help="Stop after that, between two moves.",
)
@file_option("save", "Write every game as a line of JSON as soon as it is over.")
@click.option("--replay", "replay_file", metavar="FILE", help="Play saved games again by the rules; confirm points.")
@click.option(
    "--rules",
    "rules_file",
    metavar="FILE",
    help="For --replay: the file of a user's own game.  It is a program, and it is run.",
)
@click.option("--check", "engine", metavar="ENGINE", help="Test a program against the protocol, say what is wrong.")
@json_option
def COMMAND(
    spec: str | None,
    players: tuple[str, ...],
    replay_file: str | None,
    rules_file: str | None,
    engine: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Let players of a game for two play a round robin, each pair with both sides: arena coins/6 greedy perfect.

    Players are random, perfect, searches of game trees (minimax, alphabeta, alphabeta:depth=6), those of the family
    (for coins greedy, pattern, pattern-counts, pattern-report, memo, memo-by-length, endgame, perfect-score and
    perfect-win-then-score), human (you, at this terminal and without a limit on time), and any program that speaks the
    protocol of docs/engines.md, given by its path or as a command in quotes.

    Exit codes: 0 done; 1 a program or a saved game is wrong; 2 bad input; 20 a limit was hit; 130 interrupted.
    """
    if engine is not None:
        _refuse_others("--check", "a game")
        return _check(engine, spec, as_json)
    if replay_file is not None:
        _refuse_others("--replay", "--rules")
        return _replay(Path(replay_file), None if rules_file is None else Path(rules_file), as_json)
    if rules_file is not None:
        raise click.UsageError("--rules is for --replay of a user's own game; leave it out")
    if spec is None or len(players) < 2:
        raise click.UsageError(f"give a game and two players or more, as in: arena {_example()} random perfect")
    return _play(spec, players, as_json, **options)


def _example() -> str:
    """Return the spec of a game for two."""
    family = next(family for family in families().values() if family.facts.players == 2)
    return f"{family.name}/{family.variants()[0].name}"


def _refuse_others(alone: str, *allowed: str) -> None:
    """Refuse what was given besides an option that stands alone, `--json` and what is allowed excepted."""
    context = click.get_current_context()
    names = {"spec": "a game", "players": "the players"}
    for parameter in context.command.params:
        name = names.get(str(parameter.name), parameter.opts[0])
        is_given = context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
        if is_given and name not in (alone, "--json", *allowed):
            beside = " and ".join([*allowed, "--json"])
            raise click.UsageError(f"{alone} stands alone, or with {beside}; leave out {name}")


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
    has_person = HUMAN in players
    if has_person:
        refuse_shared_input(spec)
        if as_json:
            raise InputError(f"{HUMAN} is spoken with on standard output, which --json keeps for one object")
    problem = game_for_two(load(spec))
    _check_values(problem, values)
    others = {HUMAN: HumanPlayer}
    for name in players:
        make_player(name, problem, others).close()  # refuses a player that cannot play, before the first game
    plan = Tournament(problem, players, games, seed, values or "", move_seconds, processes, others=others)
    standings, notes = Standings(plan.labels), Notes(plan.labels)
    shown_games: list[Any] = []
    review = find_review(problem, plan.values)
    saved = _open(save_file, plan, review.objective)  # opened last, so that a refusal leaves no file behind
    try:
        # A line that moves would get in the way of somebody who types.
        progress_shown = nullcontext(Progress()) if has_person else progress_line()
        with (
            program_cleanup(),
            Stop() as stop,
            progress_shown as progress,
            closing(plan.play(max_seconds, _reporter(plan, progress))) as matches,
        ):
            for match in matches:
                if saved is not None:
                    _write(saved, f"{match.line()}\n")
                standings.add(match)
                notes.add(match)
                if show_games:
                    shown_games.append(json.loads(match.line()) if as_json else match_lines(plan.labels, match))
    finally:
        if saved is not None:
            saved.close()
    if as_json:
        fields = _as_json(plan, standings, notes, stop, review.about, save_file)
        click.echo(json.dumps({**fields, "matches": shown_games} if show_games else fields, indent=1))
    else:
        for text in shown_games:
            click.echo(f"{text}\n")
        done = sum(standing.games for standing in standings.players) // 2
        if has_person:
            click.echo()
        click.echo(in_lines(f"{spec}: {done:,} of {plan.total:,} games{_ended(stop)}, seed {seed}"))
        if done:
            click.echo(f"\n{standings_lines(standings, problem)}\n\n{in_lines(review.about)}")
        click.echo("".join(f"{in_lines(line)}\n" for line in notes.lines()), nl=False)
    return limit_code(stop.limit)


def _check_values(problem: GameForTwo, values: str | None) -> None:
    """Refuse an objective that moves of the game are not valued by."""
    if values is not None and values not in problem.review_objectives:
        known = ", ".join(map(repr, problem.review_objectives))
        context = click.get_current_context()
        raise click.BadParameter(f"{values[:40]!r} is not one of {known}.", context, None, "'--values'")


def _reporter(plan: Tournament, progress: Progress) -> Callable[[int, float], None]:
    def report(done: int, seconds: float) -> None:
        if done % 16 == 0 or seconds > done / 100:
            progress.on_message(f"{done:,} of {plan.total:,} games, {done / seconds:,.0f} a second, {seconds:.0f} s")

    return report


def _ended(stop: Stop) -> str:
    if not stop.limit:
        return ""
    return ", interrupted" if stop.limit == "interrupted" else f", the limit on {stop.limit} was hit"


def _open(path: Path | None, plan: Tournament, values: str) -> TextIO | None:
    """Begin a file; it grows line by line, so that a kill leaves every game that was over."""
    if path is None:
        return None
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
    plan: Tournament, standings: Any, notes: Notes, stop: Stop, about: str, file: Path | None
) -> dict[str, Any]:
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


def _replay(path: Path, rules: Path | None, as_json: bool) -> int:
    saved = Saved(path, rules)
    standings = Standings(saved.plan.players)  # standings over the correct games only
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
        fields = {
            "file": str(path),
            "status": "rejected" if wrong else "accepted",
            "games": games,
            "is_cut": saved.is_cut,
            "wrong": [{"number": number, "why": why} for number, why in wrong],
            "unchecked_values": unchecked,
            "standings": standings.as_json(),
        }
        click.echo(json.dumps(fields, indent=1))
        return REJECTED if wrong else SOLVED
    if saved.is_cut:
        click.echo("perfectplay: the last line was cut off, and is left out", err=True)
    for number, why in wrong[:MOST_TROUBLES]:
        click.echo(in_lines(f"game {number + 1}: {why}"))
    if wrong:
        click.echo(f"rejected: {len(wrong):,} of {many(games, 'game')} are not as they say")
        return REJECTED
    click.echo(f"{standings_lines(standings, saved.plan.problem)}\n")
    if unchecked:
        click.echo(
            in_lines(f"{many(unchecked, 'value')} not checked, and left out: no table of those positions is here")
        )
    click.echo(in_lines(f"accepted: {many(games, 'game')} played again by the rules, with the same points"))
    return SOLVED


def _check(engine: str, spec: str | None, as_json: bool) -> int:
    command = find_program(engine)
    if command is None:
        raise InputError(f"no program {engine[:60]!r}; give its path, or a command in quotes")
    trials = find_trials(None if spec is None else game_for_two(load(spec)))
    with program_cleanup():
        findings = check_engine(command, trials)
    if as_json:
        status = "rejected" if findings else "accepted"
        click.echo(json.dumps({"engine": engine, "status": status, "findings": findings}, indent=1))
    else:
        for finding in findings:
            click.echo(in_lines(finding))
        click.echo("rejected: it does not keep to the protocol" if findings else "accepted: it keeps to the protocol")
    return REJECTED if findings else SOLVED
