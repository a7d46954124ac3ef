"""`perfectplay arena`."""

import json
import math
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from perfectplay.cli.main import REJECTED, SOLVED
from perfectplay.cli.options import file_option, json_option, real, whole
from perfectplay.cli.progress import progress_line
from perfectplay.cli.telling import limit_code
from perfectplay.cli.words import in_lines, many
from perfectplay.errors import InputError, UnsupportedError
from perfectplay.limits import Progress, Stop

if TYPE_CHECKING:
    from perfectplay.arena.match import Match
    from perfectplay.arena.tournament import Tournament

MOST_PROCESSES = 256
MOST_LABEL = 14  # characters of a player in the table
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
@click.option("--max-seconds", callback=real("a time in seconds", 0, math.inf), metavar="S", help="Stop after that.")
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
    perfect-win-then-score, and any program that speaks the protocol of docs/engines.md, given by its path or as a
    command in quotes.

    Exit codes: 0 done; 1 a program or a saved game is wrong; 2 bad input; 20 a limit was hit; 130 interrupted.
    """
    if engine is not None or replay_file is not None:
        if spec is not None or (engine is not None and replay_file is not None):
            raise click.UsageError("--check ENGINE and --replay FILE each stand alone")
        return _check(engine, as_json) if engine is not None else _replay(Path(str(replay_file)), as_json)
    if spec is None or len(players) < 2:
        raise click.UsageError("give a game and two players or more, as in: arena coins/6 greedy perfect")
    return _play(spec, players, as_json, **options)


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
    from perfectplay.arena.review import Reviewer
    from perfectplay.arena.standings import Standings
    from perfectplay.arena.tournament import Tournament
    from perfectplay.specs import load

    problem: Any = load(spec)
    if problem.family != "coins":
        raise UnsupportedError(f"{spec} is no game for two; the arena is for coins")
    for name in players:
        make_player(name).close()  # which refuses what cannot play before any game is played
    plan = Tournament(problem, players, games, seed, values or "", move_seconds)
    standings, notes = Standings(plan.labels), Notes(plan.labels)
    told: list[Any] = []
    about = Reviewer(problem.game, plan.values)
    saved = _open(save_file, plan, about.objective)
    # Whoever ends us politely ends the players too.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with Stop() as stop, progress_line() as progress:
            for match in plan.play(processes, max_seconds, _reporter(plan, progress)):
                if saved is not None:
                    _write(saved, f"{match.line()}\n")
                standings.add(match)
                notes.add(match)
                if show_games:
                    told.append(json.loads(match.line()) if as_json else match_lines(plan.labels, match))
    finally:
        signal.signal(signal.SIGTERM, before)
        if saved is not None:
            saved.close()
    if as_json:
        whole_told = _as_json(plan, standings, notes, stop, about.about, save_file)
        click.echo(json.dumps({**whole_told, "matches": told} if show_games else whole_told, indent=1))
    else:
        for text in told:
            click.echo(f"{text}\n")
        done = sum(standing.games for standing in standings.players) // 2
        click.echo(in_lines(f"{spec}: {done:,} of {plan.total:,} games{_ended(stop)}, seed {seed}"))
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
    from perfectplay.arena.match import header_line

    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None
    _write(file, header_line(plan.problem, plan.labels, plan.games, plan.seed, values) + "\n")
    return file


def _write(file: TextIO, line: str) -> None:
    try:
        file.write(line)
        file.flush()
    except OSError as error:
        raise InputError(f"cannot write {file.name}: {error.strerror}") from None


class Notes:
    """What the players said, and what went wrong with them, each thing once."""

    def __init__(self, labels: list[str]) -> None:
        self.labels = labels
        self.counts: dict[tuple[int, str], int] = {}
        self.texts: dict[tuple[int, str], str] = {}

    def add(self, match: "Match") -> None:
        """Gather those of one game."""
        if match.record.faults or match.record.notes != ((), ()):
            for fault in match.record.faults:
                self._count(match.players[fault.player], fault.kind, fault.text)
            for player, texts in zip(match.players, match.record.notes, strict=True):
                for text in texts:
                    self._count(player, "note", text)

    def _count(self, player: int, kind: str, text: str) -> None:
        key = (player, kind)
        self.counts[key] = self.counts.get(key, 0) + 1
        self.texts.setdefault(key, text)

    def as_json(self) -> list[dict[str, Any]]:
        return [
            {"player": self.labels[player], "kind": kind, "count": count, "first": self.texts[player, kind]}
            for (player, kind), count in self.counts.items()
        ]

    def lines(self) -> list[str]:
        """Return them in words."""
        found = []
        for (player, kind), count in sorted(self.counts.items()):
            first, times = self.texts[player, kind], f"{many(count, 'time')}, first:"
            found.append(f"{self.labels[player]}: {'says' if kind == 'note' else kind} {times} {first}")
        return found


def standings_lines(standings: Any) -> str:
    """Return the table, at most 80 columns wide."""
    rows = [("player", "games", "wins %", "95 %", "points", "ahead, 95 %", "ms/move", "lost")]
    for number in standings.order():
        told = standings.players[number].as_json()
        least, most = told["win_rate_interval"]
        reach = standings.players[number].ahead.reach
        digits = 1 if reach is None or reach >= 1 else 2
        spread = "" if reach is None else f" ± {reach:.{digits}f}"
        milliseconds, lost = told["milliseconds_per_move"], told["lost_per_move"]
        rows.append(
            (
                _short(told["player"]),
                f"{told['games']:,}",
                f"{(told['win_rate'] or 0) * 100:.1f}",
                f"{least * 100:.1f}-{most * 100:.1f}",
                f"{told['points_per_game']:.1f}",
                f"{told['ahead_per_game']:+.{digits}f}{spread}",
                "" if milliseconds is None else f"{milliseconds:.3g}" if milliseconds < 1000 else f"{milliseconds:.0f}",
                "-" if lost is None else f"{lost:.2f}",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            f"{row[0]:<{widths[0]}}",
            *(f"{text:>{width}}" for text, width in zip(row[1:], widths[1:], strict=True)),
        ]
        lines.append("  ".join(cells).rstrip())
    from perfectplay.arena.standings import INTERVALS

    about = f"points and ahead: a game; lost: what a move gave away on average; {INTERVALS}"
    return "\n".join([*lines, "", in_lines(about)])


def _short(label: str) -> str:
    return label if len(label) <= MOST_LABEL else f"…{label[1 - MOST_LABEL :]}"


def match_lines(labels: list[str], match: "Match") -> str:
    """Tell one game: its moves with what each gave away in brackets, and the first blunder."""
    record = match.record
    first, second = (labels[player] for player in match.players)
    moves = [f"{text}({'?' if lost is None else -lost})" for text, lost in zip(record.moves, match.lost, strict=True)]
    winner = (first, second)[match.winner]
    lines = [in_lines(f"game {match.number + 1}: {first} against {second}"), in_lines("  " + " ".join(moves), 2)]
    lines += [
        in_lines(f"  fault after {many(fault.ply, 'move')}: {fault.kind}: {fault.text}") for fault in record.faults
    ]
    ply = match.first_blunder
    if ply is not None:
        by = (first, second)[(ply - 1) % 2]
        lines.append(
            in_lines(f"  first blunder: move {ply}, {record.moves[ply - 1]} by {by}, {match.lost[ply - 1]} lost")
        )
    how = "by forfeit, " if record.is_forfeited else ""
    lines.append(in_lines(f"  won by {winner}, {how}{record.points[0]} to {record.points[1]}"))
    return "\n".join(lines)


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
    from perfectplay.arena.match import read_matches, troubles
    from perfectplay.arena.standings import Standings

    saved = read_matches(path)
    found = troubles(saved)
    standings = Standings(saved.names)
    standings.add_all(saved.matches)
    if as_json:
        told = {
            "file": str(path),
            "status": "rejected" if found else "accepted",
            "games": len(saved.matches),
            "is_cut": saved.is_cut,
            "wrong": [{"number": number, "why": why} for number, why in found],
            "standings": standings.as_json(),
        }
        click.echo(json.dumps(told, indent=1))
        return REJECTED if found else SOLVED
    if saved.is_cut:
        click.echo("perfectplay: the last line was cut off, and is left out", err=True)
    for number, why in found[:MOST_TROUBLES]:
        click.echo(in_lines(f"game {number + 1}: {why}"))
    if found:
        click.echo(f"rejected: {len(found):,} of {many(len(saved.matches), 'game')} are not as they say")
        return REJECTED
    click.echo(f"{standings_lines(standings)}\n")
    click.echo(
        in_lines(f"accepted: {many(len(saved.matches), 'game')} played again by the rules, with the same points")
    )
    return SOLVED


def _check(engine: str, as_json: bool) -> int:
    from perfectplay.arena.external import check_engine
    from perfectplay.arena.players import find_program

    command = find_program(engine)
    if command is None:
        raise InputError(f"no program {engine[:60]!r}; give its path, or a command in quotes")
    findings = check_engine(command)
    if as_json:
        status = "rejected" if findings else "accepted"
        click.echo(json.dumps({"engine": engine, "status": status, "findings": findings}, indent=1))
    else:
        for finding in findings:
            click.echo(in_lines(finding))
        click.echo("rejected: it does not keep to the protocol" if findings else "accepted: it keeps to the protocol")
    return REJECTED if findings else SOLVED
