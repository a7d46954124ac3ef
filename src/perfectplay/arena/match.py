"""A game of a tournament with what its moves gave away: saved as a line of JSON, played again by the rules alone."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from perfectplay.arena.player import Fault
from perfectplay.arena.referee import GameRecord
from perfectplay.arena.review import Reviewer
from perfectplay.errors import InputError
from perfectplay.files import decode_text
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem

FORMAT = 1
MOST_BYTES = 1 << 32
MOST_LINE = 1 << 20


@dataclass(frozen=True)
class Match:
    """Game `number` of a tournament; `players` are the numbers of who moved first and who moved second."""

    number: int
    players: tuple[int, int]
    record: GameRecord
    lost: tuple[int | None, ...] = ()  # by each move; None where no exact value is at hand
    seconds: tuple[float, float] = (0.0, 0.0)  # that each side has taken

    @property
    def winner(self) -> int:
        return self.record.winner

    @property
    def points(self) -> tuple[int, int]:
        return self.record.points

    @property
    def forfeited_by(self) -> int | None:
        return 1 - self.record.winner if self.record.is_forfeited else None

    @property
    def first_blunder(self) -> int | None:
        """The number of the first move that is known to have given something away, from 1."""
        return next((ply for ply, lost in enumerate(self.lost, 1) if lost), None)

    def moves_of(self, side: int) -> int:
        return (len(self.record.moves) + 1 - side) // 2

    def faults_of(self, side: int) -> int:
        return sum(fault.player == side for fault in self.record.faults)

    def lost_by(self, side: int) -> list[int]:
        """Return what those moves of a side gave away of which that is known."""
        return [lost for lost in self.lost[side::2] if lost is not None]

    def line(self) -> str:
        """Return the line of a file."""
        blunder = self.first_blunder
        told = {
            "number": self.number,
            "players": list(self.players),
            **self.record.as_json(),
            "lost": list(self.lost),
            "first_blunder": None if blunder is None else {"ply": blunder, "move": self.record.moves[blunder - 1]},
        }
        return json.dumps(told, separators=(",", ":"))


def match_of(number: int, players: tuple[int, int], record: GameRecord, lost: Sequence[int | None]) -> Match:
    """Return the match of a record."""
    return Match(number, players, record, tuple(lost), (sum(record.seconds[0::2]), sum(record.seconds[1::2])))


def header_line(problem: CoinProblem, names: Sequence[str], games: int, seed: int, values: str) -> str:
    """Return the first line of a file: the whole of the rules, so that nothing else is needed to play it again."""
    told = {
        "arena": FORMAT,
        "spec": problem.spec,
        "game": asdict(problem.game),
        "start": CoinPosition(problem.game.side, problem.start.coins).text,
        "players": list(names),
        "games": games,
        "seed": seed,
        "values": values,
    }
    return json.dumps(told, separators=(",", ":"))


@dataclass(frozen=True)
class Saved:
    """A file of matches, as far as it could be read."""

    problem: CoinProblem
    names: list[str]
    values: str  # the objective by which moves were valued
    matches: list[Match]
    is_cut: bool  # the last line was not written to its end


def read_matches(path: Path) -> Saved:
    """Read a file of matches, or say in which line it is wrong."""
    lines = _lines(path)
    try:
        _, head, is_whole = next(lines)
    except StopIteration:
        raise InputError(f"{path} is empty; give a file that `arena --save` wrote") from None
    try:
        if head["arena"] != FORMAT:
            raise InputError(f"{path} has the format {head['arena']!r:.20}; this version reads {FORMAT}")
        fields = {**head["game"], "points": tuple(head["game"]["points"])}
        if not all(type(item) is int for item in fields["points"]):
            raise TypeError
        position = CoinPosition.parse(head["start"])
        game, names, values = CoinGame(**fields), [str(name) for name in head["players"]], str(head["values"])
        if not all(name.isprintable() for name in names):
            raise TypeError
        if position.side != game.side:
            raise InputError(f"{path}, line 1: the start has another side than the game")
        problem = CoinProblem(game, position.coins, str(head["spec"]))
    except (KeyError, TypeError, AttributeError):
        raise InputError(
            f"{path}, line 1: not the rules of a tournament; give a file that `arena --save` wrote"
        ) from None
    matches, is_cut = [], not is_whole
    for number, item, is_whole in lines:
        if item is None and not is_whole:
            is_cut = True
            break
        try:
            matches.append(_match(item, len(names)))
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise InputError(f"{path}, line {number}: not a game of a tournament") from None
    return Saved(problem, names, values, matches, is_cut)


def _lines(path: Path) -> Iterator[tuple[int, Any, bool]]:
    """Yield each line's number and content; None for a last line that was cut off."""
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"{path} is not an ordinary file; give one that `arena --save` wrote")
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path} has {path.stat().st_size:,} bytes; at most {MOST_BYTES:,} are read")
        with path.open("rb") as file:
            number = 0
            while data := file.readline(MOST_LINE):
                number += 1
                is_whole = data.endswith(b"\n")
                try:
                    item = json.loads(decode_text(data, f"{path}, line {number}"))
                except (ValueError, RecursionError, InputError):
                    if is_whole or number == 1 or len(data) == MOST_LINE:
                        raise InputError(f"{path}, line {number}: not JSON") from None
                    item = None
                yield number, item, is_whole
    except FileNotFoundError:
        raise InputError(f"no file {path}; give one that `arena --save` wrote") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


def _match(item: dict[str, Any], count: int) -> Match:
    first, second = (int(player) for player in item["players"])
    names, points = tuple(map(str, item["names"])), tuple(map(int, item["points"]))
    if not {first, second} <= set(range(count)) or len(item["lost"]) != len(item["moves"]):
        raise ValueError
    if len(names) != 2 or len(points) != 2 or item["winner"] not in (0, 1):
        raise ValueError
    record = GameRecord(
        names=(names[0], names[1]),
        seed=int(item["seed"]),
        start=int(item["start"]),
        moves=tuple(map(str, item["moves"])),
        seconds=tuple(map(float, item["seconds"])),
        points=(points[0], points[1]),
        winner=int(item["winner"]),
        faults=tuple(
            Fault(int(fault["player"]), int(fault["ply"]), str(fault["kind"]), str(fault["text"]))
            for fault in item["faults"]
        ),
        is_forfeited=bool(item["is_forfeited"]),
    )
    return match_of(
        int(item["number"]), (first, second), record, [None if lost is None else int(lost) for lost in item["lost"]]
    )


def troubles(saved: Saved) -> list[tuple[int, str]]:
    """Play all games of a file again; return the number of each that is wrong, and why."""
    reviewer = Reviewer(saved.problem.game, saved.values)
    found = []
    for match in saved.matches:
        why = trouble(saved.problem, match.record)
        if not why:
            lost = reviewer.lost(saved.problem.start.coins, match.record.moves)
            for ply, (told, true) in enumerate(zip(match.lost, lost, strict=True), 1):
                if None not in (told, true) and told != true:
                    why = why or f"move {ply} gave away {true}, not {told}"
        if why:
            found.append((match.number, why))
    return found


def trouble(problem: CoinProblem, record: GameRecord) -> str:
    """Play a record by the rules; return what is wrong with it, or nothing.

    Moves must be legal, the game must have come to its end or have been given up for a fault, and the points and the
    winner must be those of the rules.
    """
    game, position = problem.game, problem.start
    if record.start != position.coins:
        return "it began with other coins"
    points = [0, 0]
    for ply, text in enumerate(record.moves):
        try:
            run = problem.find_run(position, text)
        except InputError as error:
            return f"move {ply + 1}: {error}"
        points[ply % 2] += game.worth(run)
        position = position.without(run.mask)
    for fault in record.faults:
        if fault.player not in (0, 1) or not 0 <= fault.ply <= len(record.moves) or fault.ply % 2 != fault.player:
            return f"a fault of player {fault.player} after {fault.ply} moves, when it was not to move"
        points[fault.player] -= game.penalty
        points[1 - fault.player] += game.penalty_gain
    mover = len(record.moves) % 2
    if position.coins:
        last = [fault for fault in record.faults if fault.ply == len(record.moves)]
        if not record.is_forfeited or not last:
            return f"it ended with {position.count} coins left"
        winner = 1 - mover
    elif record.is_forfeited:
        return "it was forfeited after the last coin"
    else:
        winner = mover if game.is_misere else 1 - mover
    points[winner] += game.winner_points
    points[1 - winner] += game.loser_points
    if winner != record.winner:
        return f"player {winner + 1} has won, not player {record.winner + 1}"
    if tuple(points) != record.points:
        return f"the points are {points[0]} and {points[1]}, not {record.points[0]} and {record.points[1]}"
    return ""
