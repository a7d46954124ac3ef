"""The claims of an answer to a coin game, checked by plain minimax over every set of coins that can be left.

The checker reads the rules on its own: coins lie in a triangle drawn flush left, and a turn takes neighbours in a line
along a row, along a column, or down to the right.
"""

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from perfectplay.base.errors import InputError
from perfectplay.proof.budget import Budget
from perfectplay.proof.json_text import (
    is_whole_number,
    number_field,
    object_field,
    required_field,
    text_field,
    truth_field,
)
from perfectplay.proof.record import Record
from perfectplay.proof.shape import figure_claims, limit_claims, read_solution
from perfectplay.proof.verdict import Claim, Rejected, Unconfirmed, counted, judge, quoted

MOST_COINS = 30
"""Coins whose sets can be looked at one by one at all, however long that may take."""

OBJECTIVES = ("win", "score", "win-then-score")
MOST_SIDE, MOST_POINTS = 10, 10_000
BYTES_OF_NUMBER = 40  # in a list
Cell = tuple[int, int]  # row and column


class Rules(NamedTuple):
    """A game as its answer tells it: the coins, what a turn may take, and what is won by it."""

    cells: list[Cell]
    runs: dict[str, tuple[int, int]]  # the coins of a run as bits, and its points, by its text
    is_misere: bool
    last: int  # points of the winner less those of the loser


class Outcome(NamedTuple):
    """What the player to move can reach."""

    is_won: bool
    points: int


def coin_claims(answer: Record, status: str, budget: Budget) -> Iterator[Claim]:
    """Yield the claims of a solved answer; no coin game is impossible."""
    rules = read_rules(object_field(answer, "problem"))
    objective = text_field(answer, "objective")
    if objective not in OBJECTIVES:
        raise InputError(f"unknown objective {quoted(objective)}: expected {', '.join(OBJECTIVES)}")
    if status != "solved":
        yield Claim("status", "rejected", "somebody wins every coin game: none is impossible")
        return
    try:
        game = play_game(rules, read_solution(answer))
    except Rejected as finding:
        yield Claim("solution", "rejected", str(finding))
        return
    shown = f"its {counted(len(game), 'move')} by the rules take all coins" if game else "no game is shown"
    yield Claim("solution", "checked", shown)
    yield from figure_claims(answer, {"moves": len(game)})
    yield from limit_claims(answer)
    if required_field(answer, "jumps") is not None:
        yield Claim("jumps", "rejected", "a game for two has no jumps")
    if not truth_field(answer, "optimal"):
        yield Claim("optimal", "rejected", "a coin game that is solved is solved exactly")
    yield from _value_claims(rules, objective, answer, game, budget)


def describe_coins(answer: Record) -> str:
    """Say and draw what the checker has read."""
    fields = object_field(answer, "problem")
    rules, start = read_rules(fields), fields["start"]
    assert isinstance(start, list)
    last = "loses" if rules.is_misere else "wins"
    runs = f"runs of up to {fields['longest_run']}"
    return f"{counted(len(rules.cells), 'coin')}, {runs}, whoever takes the last coin {last}:\n" + "\n".join(start)


def _value_claims(rules: Rules, objective: str, answer: Record, game: list[str], budget: Budget) -> Iterator[Claim]:
    """Yield the claims that rest on the values of all sets of coins: all of them are open if these are."""
    winner, value = text_field(answer, "winner"), number_field(answer, "value")
    best, stated = required_field(answer, "best_moves"), answer.get("move_values")
    if winner not in ("first", "second"):
        yield Claim("winner", "rejected", f"{quoted(winner)} is neither first nor second")
        return
    names = ["winner", "value", "best_moves", *(["move_values"] if stated is not None else []), "best play"]
    try:
        values = Values(rules, objective, budget)
    except Unconfirmed as finding:
        yield from (Claim(name, "unconfirmed", str(finding)) for name in names)
        return
    full = (1 << len(rules.cells)) - 1
    moves = {text: values.after(full, text) for text in rules.runs}
    yield judge("winner", lambda: _check_winner(values.outcome(full), winner))
    yield judge("value", lambda: _check_value(values.outcome(full), value))
    yield judge("best_moves", lambda: _check_best(values, moves, best))
    if stated is not None:
        yield judge("move_values", lambda: _check_moves(moves, stated))
    yield judge("best play", lambda: _check_best_play(values, game))


def read_rules(problem: Record) -> Rules:
    """Return the game that a problem tells of."""
    side, longest = _whole(problem, "side"), _whole(problem, "longest_run")
    rows, points = required_field(problem, "start"), required_field(problem, "points")
    if not 1 <= side <= MOST_SIDE or longest < 1:
        raise InputError(f"not a coin game: a side of {side} and runs of up to {longest}")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise InputError("not a coin game: its start must be a list of rows")
    if [len(row) for row in rows] != list(range(1, side + 1)):
        raise InputError(f"not a coin game: its start must be a triangle of {side} rows")
    if not isinstance(points, list) or not all(is_whole_number(item) and abs(item) <= MOST_POINTS for item in points):
        raise InputError("not a coin game: its points must be a list of whole numbers")
    colours = problem.get("colour_points", {})
    if not isinstance(colours, dict) or not all(_is_colour(mark) for mark in colours):
        raise InputError("not a coin game: a colour is a letter other than o")
    if not all(is_whole_number(item) and abs(item) <= MOST_POINTS for item in colours.values()):
        raise InputError("not a coin game: its colours must have whole numbers")
    colours = {**colours, "o": 0}
    play = text_field(problem, "play")
    if play not in ("misere", "normal"):
        raise InputError(f"unknown play {quoted(play)}: expected misere or normal")
    marks = {(row, column): mark for row, line in enumerate(rows) for column, mark in enumerate(line)}
    for mark in marks.values():
        if mark != "." and mark not in colours:
            raise InputError(f"not a coin game: {quoted(mark)} is no coin")
    cells = [cell for cell, mark in marks.items() if mark != "."]
    worth = {cell: colours.get(marks[cell], 0) for cell in cells}
    runs = {}
    for row, column in cells:
        for down, right in ((0, 1), (1, 0), (1, 1)):
            line = [(row, column)]
            while len(line) <= longest and line[-1] in worth:
                run_points = points[len(line) - 1] if len(line) <= len(points) else 0
                total = run_points + sum(worth[cell] for cell in line)
                runs[_text(line)] = (sum(1 << cells.index(cell) for cell in line), total)
                line.append((line[-1][0] + down, line[-1][1] + right))
    last = _whole(problem, "winner_points") - _whole(problem, "loser_points")
    return Rules(cells, runs, play == "misere", last)


def _is_colour(mark: str) -> bool:
    return len(mark) == 1 and mark.isascii() and mark.isalpha() and mark != "o"


def _text(line: list[Cell]) -> str:
    names = [f"{chr(ord('a') + column)}{row + 1}" for row, column in line]
    return names[0] if len(names) == 1 else f"{names[0]}-{names[-1]}"


def _whole(problem: Record, name: str) -> int:
    value = required_field(problem, name)
    if not is_whole_number(value) or abs(value) > MOST_POINTS:  # type: ignore[arg-type]
        raise InputError(f"not a coin game: field {name!r} must be a whole number, found {quoted(value)}")
    return value  # type: ignore[return-value]


class Values:
    """The outcome of best play from every set of coins, for one objective.

    Outcomes are compared as one number: `scale` times the points, and `win` more for winning or less for losing.  With
    the points left out it is the winner alone that counts; a `win` larger than all points puts winning first; a small
    one only decides between equal points.

    >>> problem = {"family": "coins", "side": 2, "longest_run": 2, "play": "misere", "points": [], "winner_points": 1}
    >>> rules = read_rules(Record(problem | {"loser_points": 0, "start": ["o", "oo"]}))
    >>> Values(rules, "win", Budget()).outcome(0b111)
    Outcome(is_won=True, points=1)
    """

    def __init__(self, rules: Rules, objective: str, budget: Budget) -> None:
        coins = len(rules.cells)
        if coins > MOST_COINS:
            raise Unconfirmed(f"the sets of {coins} coins are too many to look at; {MOST_COINS} coins are the most")
        size = 1 if objective == "win" else BYTES_OF_NUMBER
        budget.hold_bytes(size << coins, f"the values of all sets of {coins} coins")
        self.rules = rules
        self.objective = objective
        most = sum(abs(points) for _, points in rules.runs.values()) + abs(rules.last) + 1
        self.scale, self.win = {"win": (0, 1), "score": (3, 1), "win-then-score": (1, 3 * most)}[objective]
        ahead = self.scale * rules.last + self.win  # the value for the player who did not take the last coin
        last = ahead if rules.is_misere else -ahead
        self.numbers = self._winners(last > 0, budget) if self.scale == 0 else self._points(last, budget)

    def _winners(self, is_won_by_nothing: bool, budget: Budget) -> Sequence[int]:
        """Return 1 or -1 for every set: whoever can leave a set that is lost has won."""
        masks = [mask for mask, _ in self.rules.runs.values()]
        numbers = array("b", [-1]) * (1 << len(self.rules.cells))
        numbers[0] = 1 if is_won_by_nothing else -1
        for left, number in enumerate(numbers):  # a set is looked at after all that are left of it
            if number < 0:
                for mask in masks:
                    if not mask & left:
                        numbers[left | mask] = 1
            budget.spend(1)
        return numbers

    def _points(self, last: int, budget: Budget) -> Sequence[int]:
        """Return the value of every set by points."""
        steps = [(mask, self.scale * points) for mask, points in self.rules.runs.values()]
        numbers = [last]
        for left in range(1, 1 << len(self.rules.cells)):
            numbers.append(max(points - numbers[left ^ mask] for mask, points in steps if mask & left == mask))
            budget.spend(8)
        return numbers

    def outcome(self, coins: int) -> Outcome:
        return self._read(self.numbers[coins])

    def after(self, coins: int, text: str) -> Outcome:
        """Return the outcome for a player who takes a run."""
        mask, points = self.rules.runs[text]
        return self._read(self.scale * points - self.numbers[coins ^ mask])

    def _read(self, number: int) -> Outcome:
        if self.scale == 0:
            return Outcome(number > 0, number)
        is_won = number > 0 if self.scale == 1 else number % 3 == 1
        return Outcome(is_won, (number - (self.win if is_won else -self.win)) // self.scale)

    def rank(self, outcome: Outcome) -> tuple[int, ...]:
        """Return what outcomes are compared by."""
        return {0: (outcome.is_won,), 1: tuple(outcome), 3: (outcome.points,)}[self.scale]


def play_game(rules: Rules, solution: object) -> list[str]:
    """Return the moves of the game that is shown, if it can be played to its end; no game need be shown."""
    if not isinstance(solution, list):
        raise Rejected(f"expected a list of moves, found {quoted(solution)}")
    coins = (1 << len(rules.cells)) - 1
    for number, text in enumerate(solution, 1):
        if not isinstance(text, str) or text not in rules.runs:
            raise Rejected(f"move {number}, {quoted(text)}, takes no run of coins")
        mask = rules.runs[text][0]
        if mask & ~coins:
            raise Rejected(f"move {number}, {quoted(text)}, takes a coin that is gone")
        coins ^= mask
    if solution and coins:
        left = coins.bit_count()
        raise Rejected(f"{counted(left, 'coin')} {'is' if left == 1 else 'are'} left at its end")
    return solution


def _check_best_play(values: Values, game: list[str]) -> str:
    """Check that every move of the game that is shown keeps the value for its player."""
    coins = (1 << len(values.rules.cells)) - 1
    for number, text in enumerate(game, 1):
        if values.rank(values.after(coins, text)) != values.rank(values.outcome(coins)):
            raise Rejected(f"move {number}, {text}, gives something away")
        coins ^= values.rules.runs[text][0]
    return "no move of the game gives anything away" if game else "no game is shown"


def _check_winner(outcome: Outcome, stated: str) -> str:
    actual = "first" if outcome.is_won else "second"
    if stated != actual:
        raise Rejected(f"the answer says {quoted(stated)}, but it is the {actual} player")
    return f"the {actual} player, by all positions"


def _check_value(outcome: Outcome, stated: int | None) -> str:
    if stated != outcome.points:
        raise Rejected(f"the answer says {quoted(stated)}, but it is {outcome.points}")
    return str(outcome.points)


def _check_best(values: Values, moves: dict[str, Outcome], stated: object) -> str:
    best = max((values.rank(outcome) for outcome in moves.values()), default=())
    is_lost = values.objective == "win" and not any(outcome.is_won for outcome in moves.values())
    actual = {text for text, outcome in moves.items() if values.rank(outcome) == best and not is_lost}
    if not isinstance(stated, list) or not all(isinstance(text, str) for text in stated):
        raise Rejected(f"expected a list of moves, found {quoted(stated)}")
    if len(stated) != len(actual) or set(stated) != actual:
        wrong = sorted(set(stated) ^ actual)
        raise Rejected(f"there are {len(actual)}, and {quoted(wrong[0]) if wrong else 'one'} is wrong or missing")
    return f"{counted(len(actual), 'move')}, and every other is worse" if actual else "every move loses"


def _check_moves(moves: dict[str, Outcome], stated: object) -> str:
    actual = {
        text: {"move": text, "winner": "first" if outcome.is_won else "second", "value": outcome.points}
        for text, outcome in moves.items()
    }
    if not isinstance(stated, list) or len(stated) != len(actual):
        raise Rejected(f"expected the values of {counted(len(actual), 'move')}")
    for item in stated:
        text = item.get("move") if isinstance(item, dict) else None
        if not isinstance(text, str) or item != actual.get(text) or not is_whole_number(item["value"]):
            raise Rejected(f"the value of {quoted(text)} is another")
    if {item["move"] for item in stated} != actual.keys():
        raise Rejected("a move is there twice")
    return counted(len(actual), "move")
