"""Files of matches: a line with the rules, then a line of JSON for each game.

A reader trusts nothing: every field must be present and of the right type, and every game must agree with the first
line, including its number and its seed.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from perfectplay.arena.match import Match, match_of
from perfectplay.arena.tournament import MOST_PLAYERS, Tournament
from perfectplay.base.errors import InputError
from perfectplay.base.fields import MOST_NUMBER, FieldError, Fields
from perfectplay.base.files import decode_text
from perfectplay.model.family import Family
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.player import FAULTS, TRIES, Fault, GameRecord
from perfectplay.model.registry import find_family
from perfectplay.model.roster import Roster, roster_of
from perfectplay.model.specs import load

FORMAT = 2  # format 1 did not include the time for a move
MOST_BYTES = 1 << 32
MOST_LINE = 1 << 20
MOST_GAMES = 10**7
HEAD = ("arena", "spec", "game", "start", "players", "games", "seed", "values", "move_seconds")


def header_line(plan: Tournament, values: str) -> str:
    """Return the first line of a file: all of the rules, so that its games can be replayed from the file alone."""
    problem, roster = plan.problem, plan.roster
    head = {
        "arena": FORMAT,
        "spec": problem.spec,
        "game": roster.saved_rules(problem),
        "start": roster.position_text(problem, problem.start),
        "players": plan.labels,
        "games": plan.games,
        "seed": plan.seed,
        "values": values,
        "move_seconds": plan.move_seconds,
    }
    return json.dumps(head, separators=(",", ":"))


class Saved:
    """A file of matches: its plan is read at once, its games one by one, so that they need not fit in memory.

    Games of a user's own need their file of rules, which is a program: only one that the user names is run.  Afterwards
    `is_cut` says whether the last line is incomplete; such a line is left out.
    """

    def __init__(self, path: Path, rules: Path | None = None) -> None:
        self.path = path
        self._lines = _lines(path)
        try:
            _, head, is_whole = next(self._lines)
        except StopIteration:
            raise InputError(f"{path} is empty; give a file that `arena --save` wrote") from None
        self.is_cut = not is_whole
        if isinstance(head, dict) and head.get("arena", FORMAT) != FORMAT:
            raise InputError(f"{path} has the format {head['arena']!r:.20}; this version reads {FORMAT}")
        try:
            self.plan = _plan(head, rules)
        except FieldError as error:
            raise InputError(f"{path}, line 1: not the rules of a tournament: {error}") from None
        except InputError as error:
            raise InputError(f"{path}, line 1: {error}") from None

    def matches(self) -> Iterator[Match]:
        """Yield the games, once, or say in which line the file is wrong."""
        seen = _Numbers()
        for number, item, is_whole in self._lines:
            if item is None and not is_whole:
                self.is_cut = True
                return
            try:
                match = _match(item, self.plan)
                seen.add(match.number)
            except FieldError as error:
                raise InputError(f"{self.path}, line {number}: not a game of a tournament: {error}") from None
            yield match


class _Numbers:
    """The numbers of the games of a file; they come nearly in order, so that few have to be kept."""

    def __init__(self) -> None:
        self.below = 0  # all smaller ones were seen
        self.above: set[int] = set()

    def add(self, number: int) -> None:
        if number < self.below or number in self.above:
            raise FieldError(f"game {number} is there twice")
        self.above.add(number)
        while self.below in self.above:
            self.above.remove(self.below)
            self.below += 1


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


def _plan(item: Any, rules: Path | None) -> Tournament:
    head = Fields(item, HEAD)
    head.whole("arena")
    problem = _problem(head, rules)
    names = head.texts("players")
    if len(set(names)) < len(names) or not 2 <= len(names) <= MOST_PLAYERS:
        raise head.wrong("players", f"2 to {MOST_PLAYERS} different names", names)
    if (values := head.words("values")) not in problem.review_objectives:
        raise head.wrong("values", " or ".join(problem.review_objectives), values)
    seconds = None if item["move_seconds"] is None else head.seconds("move_seconds")
    plan = Tournament(problem, names, head.whole("games", 1, MOST_GAMES), head.whole("seed", 0), values, seconds)
    if rules is None and (expected := _expected_spec(problem)) is not None:
        raise head.wrong("spec", expected, problem.spec)
    return plan


def _problem(head: Fields, rules: Path | None) -> GameForTwo:
    """Return the game that a header describes."""
    if (own := _own_family(head)) is not None:
        return _given_problem(head, own, rules)
    if rules is not None:
        raise InputError("its games are not of a user's own game; leave out --rules")
    family = _family(head)
    roster: Roster = family.part("players") if family.has_part("players") else Roster()
    return roster.read_rules(head.item["game"], head.words("start"), head.words("spec"))


def _own_family(head: Fields) -> Family | None:
    """Return the family of users' own games if a header says that its game is one."""
    game = head.item["game"]
    name = game.get("family") if isinstance(game, dict) else None
    family = find_family(name) if isinstance(name, str) else None
    return family if family is not None and family.has_part("rules") else None


def _given_problem(head: Fields, family: Family, rules: Path | None) -> GameForTwo:
    """Return the game that the file of rules makes, if it is the one that the header was written with."""
    spec, start, game = head.words("spec"), head.drawing("start"), head.item["game"]
    if rules is None:
        raise InputError(f"the rules of {spec[:60]} are a program, which is run only if you name it: add --rules FILE")
    given = family.part("rules")(rules)
    if refusal := given.refusal(game.get("source"), "tournament"):
        raise InputError(refusal)
    problem = given.problem(spec, start)
    if not isinstance(problem, GameForTwo) or problem.as_json() != game or problem.text(problem.start) != start:
        raise FieldError("game is not as its file of rules makes it")
    return problem


def _family(head: Fields) -> Family:
    """Return the family that the spec of a header names; none whose specs are files of code."""
    spec = head.words("spec")
    family = find_family(spec.partition("/")[0])
    if family is None or family.suffix or family.facts.players != 2:
        raise head.wrong("spec", "a game for two of a family that is known here", spec)
    return family


def _expected_spec(problem: GameForTwo) -> str | None:
    """Return what the spec of a header should be, None if it is right; a file that it names need not be at hand."""
    spec, name = problem.spec, problem.family
    if spec.startswith((f"{name}/@", f"{name}/-")):
        return None
    try:
        named = load(spec)
    except InputError:
        return f"a game of {name}"
    is_right = isinstance(named, GameForTwo) and _identity(named) == _identity(problem)
    return None if is_right else "a name of the rules in this line"


def _identity(problem: GameForTwo) -> tuple[Any, ...]:
    """Return a value that is equal for two problems exactly if they are played alike."""
    roster = roster_of(problem)
    return problem.family, roster.saved_rules(problem), roster.position_text(problem, problem.start)


def _match(item: Any, plan: Tournament) -> Match:
    line = Fields(
        item,
        ("number", "players", *(field.name for field in fields(GameRecord)), "lost", "first_blunder"),
    )
    number = line.whole("number", 0, plan.total - 1)
    _, first, second = plan.pairing(number)
    names = plan.players[first], plan.players[second]
    line.same("players", [first, second])
    line.same("names", list(names))
    line.same("seed", plan.game_seed(number))
    line.same("start", plan.problem.saved_start)
    moves, points = line.drawings("moves"), line.wholes("points", 2)
    is_forfeited, winner = line.flag("is_forfeited"), None if item["winner"] is None else line.whole("winner", 0, 1)
    if is_forfeited and winner is None:
        raise line.wrong("winner", "0 or 1 of a game that was forfeited", winner)
    faults = [_fault(place, fault, len(moves)) for place, fault in enumerate(line.items("faults"), 1)]
    _check_tries(faults, len(moves), is_forfeited)
    notes = [Fields({"notes": texts}, ("notes",)).texts("notes") for texts in line.items("notes", 2)]
    for lost in line.items("lost", len(moves)):
        if lost is not None and (type(lost) is not int or not 0 <= lost <= MOST_NUMBER):
            raise line.wrong("lost", "a list of whole numbers from 0 on, or null", lost)
    record = GameRecord(
        names,
        plan.game_seed(number),
        plan.problem.saved_start,
        tuple(moves),
        tuple(line.times("seconds", len(moves))),
        (points[0], points[1]),
        winner,
        tuple(faults),
        is_forfeited,
        (tuple(notes[0]), tuple(notes[1])),
    )
    match = match_of(number, (first, second), record, item["lost"])
    line.same("first_blunder", match.blunder_told)
    return match


def _fault(place: int, item: Any, plies: int) -> Fault:
    entry = Fields(item, tuple(field.name for field in fields(Fault)), f"fault {place}")
    ply, player, kind = entry.whole("ply", 0, plies), entry.whole("player", 0, 1), entry.words("kind")
    if ply % 2 != player:
        raise entry.wrong("player", f"{ply % 2} at move {ply + 1}, whose turn it was", player)
    if kind not in FAULTS:
        raise entry.wrong("kind", f"one of {', '.join(FAULTS)}", kind)
    return Fault(player, ply, kind, entry.words("text"), entry.seconds("seconds"))


def _check_tries(faults: Sequence[Fault], plies: int, is_forfeited: bool) -> None:
    """Refuse faults out of order, more of them in a turn than it has tries, or a forfeit without as many."""
    turns = [fault.ply for fault in faults]
    if turns != sorted(turns):
        raise FieldError("the faults are not in the order of the moves")
    for ply in turns:
        if turns.count(ply) > (TRIES if is_forfeited and ply == plies else TRIES - 1):
            raise FieldError(f"{turns.count(ply)} faults at move {ply + 1} lose the game, but it went on")
    if is_forfeited and turns.count(plies) != TRIES:
        raise FieldError(f"a forfeit takes {TRIES} faults in one turn, not {turns.count(plies)}")
