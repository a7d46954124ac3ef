"""Games for two whose rules the caller hands in: who wins, by how much, and by which moves, worked out anew.

Where only the win counts, a value is proved by two strategies, which are walked depth first: one by which the player to
move gets at least so much, and one by which the other player lets him get no more.  Where points count, a position is
valued by all of its moves.  Where a position comes back, values are spread backwards from the ends of games in place of
that.
"""

import json
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Protocol, runtime_checkable

from perfectplay.proof.budget import Budget
from perfectplay.proof.json_text import number_field, required_field, text_field, truth_field
from perfectplay.proof.record import Record
from perfectplay.proof.shape import figure_claims, limit_claims, read_solution
from perfectplay.proof.verdict import Claim, Rejected, Unconfirmed, counted, judge, quoted

WINNERS = {1: "first", 0: "draw", -1: "second"}


@runtime_checkable
class TwoReplay(Protocol):
    """The rules of a game for two as the checker needs them, in texts."""

    @property
    def start(self) -> str:
        """The text of the first position."""

    @property
    def objectives(self) -> Sequence[str]:
        """What can be played for: win, where only that counts, or score."""

    def successors(self, position_text: str, /) -> Sequence[str]:
        """Return the texts of all positions one move on."""

    def outcome(self, position_text: str, /) -> int:
        """Return what a game that is over is worth to the player who would be to move."""

    def gain(self, position_text: str, successor_text: str, /) -> int:
        """Return the points of a move to the player who makes it."""


class _ComesBackError(Exception):
    """A position can come back."""


class Values:
    """The values of positions for the player to move.

    >>> class Nim:
    ...     start, objectives = "4", ("win",)
    ...     def successors(self, text):
    ...         return [str(int(text) - take) for take in (1, 2) if int(text) >= take]
    ...     def outcome(self, text):
    ...         return -1
    ...     def gain(self, text, successor):
    ...         return 0
    >>> values = Values(Nim(), Budget(), is_win=True)
    >>> [values.of(str(heap)) for heap in range(5)]
    [-1, 1, 1, -1, 1]
    """

    def __init__(self, replay: TwoReplay, budget: Budget, *, is_win: bool) -> None:
        self.replay = replay
        self.budget = budget
        self.is_win = is_win
        self.known: dict[str, int] = {}
        self.reached: dict[tuple[str, int], bool] = {}  # whether the player to move can get as much
        self.after: dict[str, list[str]] = {}
        self.is_complete = False

    def of(self, position: str) -> int:
        """Return the value of a position."""
        if position not in self.known and not self.is_complete:
            try:
                self.known[position] = self._by_strategies(position) if self.is_win else self._by_points(position)
            except _ComesBackError:
                self._spread()
        return self.known[position]

    def of_move(self, position: str, successor: str) -> int:
        """Return the value of a move for the player who makes it."""
        gain = self.replay.gain(position, successor)
        if gain and self.is_win:
            raise Rejected("moves gain points, so that the objective is score")
        return gain - self.of(successor)

    def _end(self, position: str) -> int:
        """Return what an end is worth: 1, 0 or -1 where only the win counts."""
        value = self.replay.outcome(position)
        if self.is_win and not -1 <= value <= 1:
            raise Rejected(f"an end is worth {value}, so that points count: Game(has_points=True) says so")
        return value

    def moves(self, position: str) -> list[str]:
        """Return what one move leads to."""
        if position not in self.after:
            self.budget.spend(64)
            self.after[position] = list(dict.fromkeys(self.replay.successors(position)))
            self.budget.hold(8 * len(self.after), "the positions met so far")
        return self.after[position]

    def _by_strategies(self, position: str) -> int:
        """Return 1, 0 or -1 by looking for a strategy that wins, and then for one that does not lose."""
        return 1 if self._can_get(position, 1) else 0 if self._can_get(position, 0) else -1

    def _can_get(self, position: str, least: int) -> bool:
        """Tell whether the player to move can get at least so much: by a move after which the other cannot get more.

        One such move is enough, and of the other player every move is walked.
        """
        path = [(position, least)]
        waiting = {
            path[0]: self._to_look_at(position, least)
        }  # moves from each position of the path that are not looked at yet
        while path:
            self.budget.spend(16)
            here = path[-1]
            text, wanted = here
            if not waiting[here]:
                self.reached[here] = not self.moves(text) and self._end(text) >= wanted
                del waiting[path.pop()]
                continue
            after = waiting[here][-1], 1 - wanted
            if after in self.reached:
                waiting[here].pop()
                if not self.reached[after]:
                    self.reached[here] = True
                    del waiting[path.pop()]
            elif after in waiting:
                raise _ComesBackError
            else:
                path.append(after)
                waiting[after] = self._to_look_at(*after)
        return self.reached[position, least]

    def _to_look_at(self, position: str, wanted: int) -> list[str]:
        """Return the moves from a position, or one alone that is known to be enough."""
        moves = self.moves(position)
        enough = (move for move in moves if self.reached.get((move, 1 - wanted)) is False)
        return list(islice(enough, 1)) or list(moves)

    def _by_points(self, position: str) -> int:
        """Work out a position and all that follows it, depth first."""
        path = [position]
        waiting = {position: list(self.moves(position))}  # moves from each position of the path that are not valued yet
        best: dict[str, int] = {}  # the greatest value of those that are
        while path:
            self.budget.spend(16)
            here = path[-1]
            if not waiting[here]:
                self.known[here] = best[here] if self.moves(here) else self._end(here)
                del waiting[path.pop()]
                continue
            after = waiting[here][-1]
            if after in self.known:
                value = self.of_move(here, waiting[here].pop())
                best[here] = max(value, best.get(here, value))
            elif after in waiting:
                raise _ComesBackError
            else:
                path.append(after)
                waiting[after] = list(self.moves(after))
        return self.known[position]

    def _spread(self) -> None:
        """Value every position backwards from the ends of games; what neither player can force is a draw."""
        if not self.is_win:
            raise Rejected("points count in a game in which positions come back")
        before: dict[str, list[str]] = {}
        pending = [self.replay.start]
        seen = {self.replay.start}
        for here in pending:
            for after in self.moves(here):
                if self.replay.gain(here, after):
                    raise Rejected("moves gain points in a game in which positions come back")
                before.setdefault(after, []).append(here)
                if after not in seen:
                    seen.add(after)
                    pending.append(after)
        self.known = {here: self._end(here) for here in pending if not self.moves(here)}
        left = {here: len(self.moves(here)) for here in pending}
        waiting = deque(here for here, value in self.known.items() if value)
        while waiting:
            here = waiting.popleft()
            self.budget.spend(16)
            for earlier in before.get(here, ()):
                if earlier in self.known:
                    continue
                left[earlier] -= 1
                if self.known[here] < 0 or not left[earlier]:
                    self.known[earlier] = -self.known[here]
                    waiting.append(earlier)
        for here in pending:
            self.known.setdefault(here, 0)
        self.is_complete = True


def two_claims(answer: Record, status: str, objective: str, budget: Budget, replay: TwoReplay) -> Iterator[Claim]:
    """Yield the claims of an answer about a game for two, by the caller's rules."""
    if objective not in replay.objectives:
        yield Claim("objective", "rejected", f"the rules are played for {' or '.join(replay.objectives)}")
        return
    if status != "solved":
        yield Claim("status", "rejected", f"a game for two is not {quoted(status)}: it has a value")
        return
    values = Values(replay, budget, is_win=objective == "win")
    try:
        game = _read_game(values, read_solution(answer))
    except (Rejected, Unconfirmed) as finding:
        yield Claim("solution", "rejected" if isinstance(finding, Rejected) else "unconfirmed", str(finding))
        return
    is_whole = not values.moves(game[-1]) or game[-1] in game[:-1]  # by repetition, which best play confirms as a draw
    if not is_whole and required_field(answer, "limit") is None:
        yield Claim("solution", "rejected", f"its game goes on after {counted(len(game) - 1, 'move')}")
        return
    yield Claim("solution", "checked", f"a game of {counted(len(game) - 1, 'move')} by the rules")
    yield from figure_claims(answer, {"moves": len(game) - 1})
    yield from limit_claims(answer)
    if required_field(answer, "jumps") is not None:
        yield Claim("jumps", "rejected", "a game for two has no jumps")
    if not truth_field(answer, "optimal"):
        yield Claim("optimal", "rejected", "a game for two that is solved is solved exactly")
    winner, value = text_field(answer, "winner"), number_field(answer, "value")
    best, stated = required_field(answer, "best_moves"), required_field(answer, "move_values")
    yield judge("value", lambda: _check_value(values, value))
    yield judge("winner", lambda: _check_winner(values, winner))
    yield judge("move_values", lambda: _check_moves(values, stated))
    yield judge("best_moves", lambda: _check_best(values, objective, best))
    yield judge("best play", lambda: _check_best_play(values, game))


def _read_game(values: Values, solution: object) -> list[str]:
    """Return the positions of a game, the start among them."""
    if not isinstance(solution, list):
        raise Rejected(f"expected a list of positions, found {quoted(solution)}")
    game = [values.replay.start]
    for step, text in enumerate(solution, 1):
        if not isinstance(text, str) or text not in values.moves(game[-1]):
            raise Rejected(f"move {step}: {quoted(text)} does not follow from {quoted(game[-1])}")
        game.append(text)
    return game


def _exactly(item: object) -> str:
    """Return a text that only equal items of equal types have: to Python, 1 and true are the same."""
    return json.dumps(item, sort_keys=True)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _check_value(values: Values, stated: int | None) -> str:
    value = values.of(values.replay.start)
    if value != stated:
        raise Rejected(f"it is {value:+}")
    return f"{value:+} for the player to move, by {counted(len(values.after), 'position')}"


def _check_winner(values: Values, stated: str) -> str:
    winner = WINNERS[_sign(values.of(values.replay.start))]
    if winner != stated:
        raise Rejected(f"it is {winner}, not {quoted(stated)}")
    return winner


def _check_moves(values: Values, stated: object) -> str:
    start = values.replay.start
    found = {move: values.of_move(start, move) for move in values.moves(start)}
    wanted = [{"move": move, "winner": WINNERS[_sign(value)], "value": value} for move, value in found.items()]
    if not isinstance(stated, list) or sorted(map(_exactly, stated)) != sorted(map(_exactly, wanted)):
        raise Rejected("they are not the values of all first moves")
    return f"the values of {counted(len(wanted), 'first move')}"


def _check_best(values: Values, objective: str, stated: object) -> str:
    start = values.replay.start
    value = values.of(start)
    is_lost = objective == "win" and value < 0
    best = [] if is_lost else [move for move in values.moves(start) if values.of_move(start, move) == value]
    if not isinstance(stated, list) or sorted(map(_exactly, stated)) != sorted(map(_exactly, best)):
        raise Rejected(f"they are {', '.join(map(quoted, best)) or 'none'}")
    return counted(len(best), "move")


def _check_best_play(values: Values, game: list[str]) -> str:
    for step, (here, after) in enumerate(pairwise(game), 1):
        if values.of_move(here, after) != values.of(here):
            raise Rejected(f"move {step}, {quoted(after)}, gives something away")
    if game[-1] in game[:-1] and (value := values.of(values.replay.start)):
        raise Rejected(f"the game ends by repetition, which is a draw, but its value is {value:+}")
    return "no move of the game gives anything away"
