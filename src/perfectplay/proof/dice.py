"""The claims of an answer to a dice problem."""

import re
from collections.abc import Iterator

from perfectplay.base.errors import InputError
from perfectplay.proof.budget import Budget
from perfectplay.proof.json_text import number_field, object_field, text_field, truth_field
from perfectplay.proof.race import Race, levels, read_race
from perfectplay.proof.record import Record
from perfectplay.proof.relaxed import check_relaxed
from perfectplay.proof.shape import figure_claims, limit_claims, position_claims, read_certificate, read_solution
from perfectplay.proof.verdict import Claim, Rejected, counted, judge, quoted

_MOVE = re.compile(r"([1-6])-([a-z][0-9]{1,2})")


def dice_claims(answer: Record, status: str, budget: Budget) -> Iterator[Claim]:
    """Yield the claims of a solved or impossible answer; they are about the drawing, not about the spec's name."""
    race = read_race(answer)
    objective = text_field(answer, "objective")
    if objective != "moves":
        raise InputError(f"unknown objective {quoted(objective)}: expected moves")
    if status == "impossible":
        found: list[int] = []
        yield judge("impossible", lambda: _check_impossible(race, answer, budget, found))
        yield from position_claims(answer, found)
        return
    try:
        plies = play_plies(race, read_solution(answer))
    except Rejected as finding:
        yield Claim("solution", "rejected", str(finding))
        return
    yield Claim("solution", "checked", f"its {_plies(plies)} by the dice lead from the start to the goal square")
    yield from figure_claims(answer, {"moves": plies, "jumps": plies})
    yield from limit_claims(answer)
    number = number_field(answer, "optimal_solutions") if "optimal_solutions" in answer else None
    if truth_field(answer, "optimal"):
        yield judge("optimal", lambda: _check_optimal(race, plies, budget))
    if number is not None:
        yield judge("optimal_solutions", lambda: _check_number(race, answer, plies, number, budget))


def describe_dice(answer: Record) -> str:
    """Say and draw what the checker has read."""
    race, fields = read_race(answer), object_field(answer, "problem")
    start = fields["start"]
    assert isinstance(start, list)
    dice = " ".join(map(str, race.dice[:40])) + (" …" if len(race.dice) > 40 else "")
    how = "once" if race.is_finite else "again and again"
    who = f"piece {race.goal_piece}" if race.goal_piece else "any piece"
    head = f"{who} is to reach {fields['goal_square']} by the dice {dice}, thrown {how} from number {race.start[1] + 1}"
    return f"{head}:\n" + "\n".join(start)


def play_plies(race: Race, solution: object) -> int:
    """Play a list of move texts from the start, and return how many there are; reject the first that is not allowed.

    >>> whole = {"start": ["1.3", "..."], "phase": 0, "dice": [2], "is_finite": False, "goal_piece": 1}
    >>> race = read_race({"problem": whole | {"goal_square": "c2"}})
    >>> play_plies(race, ["1-b1", "1-c2"])
    2
    >>> play_plies(race, ["2-b1"])
    Traceback (most recent call last):
    perfectplay.proof.verdict.Rejected: ply 1, 2-b1: the die shows 2, so 1 or 3 moves
    """
    if not isinstance(solution, list):
        raise Rejected(f"expected a list of moves, found {quoted(solution)}")
    position = race.start
    for ply, text in enumerate(solution, 1):
        match = _MOVE.fullmatch(text) if isinstance(text, str) else None
        if match is None or match[2] not in race.names:
            raise Rejected(f"ply {ply}: expected a piece and a square such as 3-c4, found {quoted(text)}")
        piece, target = int(match[1]), race.names[match[2]]
        if race.is_won(position):
            raise Rejected(f"ply {ply}, {text}: it was won before")
        movers = race.movers(position)
        if piece not in movers:
            die = race.die(position)
            shown = "the dice are used up" if die is None else f"the die shows {die}"
            who = " or ".join(map(str, movers)) or "nobody"
            raise Rejected(f"ply {ply}, {text}: {shown}, so {who} moves")
        if target not in race.neighbours[position[0][piece - 1]]:
            raise Rejected(f"ply {ply}, {text}: that is not one step from where piece {piece} stands")
        position = race.after(position, piece, target)
    if not race.is_won(position):
        raise Rejected("it ends with no piece that may win on the goal square")
    return len(solution)


def _check_optimal(race: Race, plies: int, budget: Budget) -> str:
    """Check that no position that can be reached in fewer plies is won."""
    if plies == 0:
        return "it is won at the start"
    positions = 0
    for ply, level in enumerate(levels(race, plies - 1, budget)):
        positions += len(level)
        if any(race.is_won(position) for position in level):
            raise Rejected(f"{_plies(ply)} suffice")
    return f"no win in fewer plies among the {counted(positions, 'position')} from which there could be one"


def _check_number(race: Race, answer: Record, plies: int, number: int, budget: Budget) -> str:
    """Count the ways to won positions on the last level; where the plies are the fewest, no way to one is longer."""
    if not truth_field(answer, "optimal"):
        raise Rejected("solutions are called optimal, and the solution given is not")
    *_, last = levels(race, plies, budget)
    ways = sum(count for position, count in last.items() if race.is_won(position))
    if ways != number:
        raise Rejected(f"the answer says {quoted(number)}, there are {ways:,}")
    return f"{ways:,}"


def _check_impossible(race: Race, answer: Record, budget: Budget, enumerated: list[int]) -> str:
    kind, _ = read_certificate(answer)
    if kind == "absent":
        if race.racers(race.start):
            raise Rejected("a piece that may win is on the board")
        return "no piece that may win is on the board"
    if kind == "apart":
        steps = race.steps_to_goal()
        if any(square in steps for square in race.racers(race.start)):
            raise Rejected("there is a way to the goal square")
        return "removed squares cut off the goal square from every piece that may win"
    if kind == "relaxed":
        return check_relaxed(race)
    if kind != "exhaustion":
        raise Rejected(f"unknown kind of certificate {quoted(kind)}")
    positions = 0
    for ply, level in enumerate(levels(race, None, budget)):
        positions += len(level)
        if any(race.is_won(position) for position in level):
            raise Rejected(f"it can be won in {_plies(ply)}")
    enumerated.append(positions)
    return f"no win among the {counted(positions, 'position')} that can be reached"


def _plies(number: int) -> str:
    return f"{number:,} ply" if number == 1 else f"{number:,} plies"
