"""Saved games played again by the rules alone."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from perfectplay.arena.match import Match
from perfectplay.arena.review import find_review
from perfectplay.arena.saved import Saved
from perfectplay.arena.tournament import Tournament
from perfectplay.base.errors import InputError
from perfectplay.model.game_for_two import GameForTwo, GameOracle
from perfectplay.model.player import HUMAN, GameRecord, in_seconds

ROUNDED = 1e-6  # rounding error of the seconds in a file


class Replayed(NamedTuple):
    """A saved game that was played again: without the values that nobody could check, and with what is wrong."""

    match: Match
    why: str
    unchecked: int


def replayed(saved: Saved) -> Iterator[Replayed]:
    """Play all games of a file again, one by one."""
    plan = saved.plan
    review = find_review(plan.problem, plan.values)
    for match in saved.matches():
        why = trouble(plan.problem, match.record) or _time_trouble(plan, match.record)
        yield Replayed(match, why, 0) if why else _valued(plan.problem, match, review)


def _time_trouble(plan: Tournament, record: GameRecord) -> str:
    """Return which move of a player who is timed took too long, or nothing."""
    allowed = plan.allowed
    for ply, seconds in enumerate(record.seconds):
        name = record.names[ply % 2]
        if seconds > allowed + ROUNDED and name != HUMAN and not name.startswith(f"{HUMAN} ("):
            return f"move {ply + 1} took {seconds:g} s, where {in_seconds(allowed)} are allowed"
    return ""


def _valued(problem: GameForTwo, match: Match, review: GameOracle) -> Replayed:
    """Compare what the moves of a legal game are said to have given away; what is not at hand is left out."""
    position = problem.start
    values = review.lost(position, match.record.moves)
    unchecked = 0
    kept = list(match.lost)
    for ply, (text, saved, true) in enumerate(zip(match.record.moves, match.lost, values, strict=True)):
        is_left_out = saved is None and not review.is_always_known(position)  # a saved table knows more
        if true is None and saved is not None:
            kept[ply] = None
            unchecked += 1
        elif saved != true and not is_left_out:
            what = "what is unknown" if saved is None else saved
            return Replayed(match, f"move {ply + 1} gave away {true}, not {what}", 0)
        position = problem.play(position, text)
    return Replayed(replace(match, lost=tuple(kept)) if unchecked else match, "", unchecked)


def trouble(problem: GameForTwo, record: GameRecord) -> str:
    """Play a record by the rules; return what is wrong with it, or nothing.

    Moves must be legal, the game must have come to its end or have been given up for a fault, and the points and the
    winner must be those of the rules, by which they are computed here a second time.
    """
    position, points = problem.start, [0, 0]
    positions = [position]
    if record.start != problem.saved_start:
        return "it began from another position"
    for ply, text in enumerate(record.moves):
        if problem.is_goal(position) or problem.is_drawn_by_repetition(positions):
            return f"move {ply + 1} was played when the game was over"
        try:
            written = problem.find_move(position, text)
        except InputError as error:
            return f"move {ply + 1}: {error}"
        if written != text:
            return f"move {ply + 1} is written {written}, not {text[:20]!r}"
        points[ply % 2] += problem.points_of(position, text)
        position = problem.play(position, text)
        positions.append(position)
    for fault in record.faults:
        points[fault.player] -= problem.penalty
        points[1 - fault.player] += problem.penalty_gain
    mover = len(record.moves) % 2
    is_over = problem.is_goal(position)
    if is_over and record.is_forfeited:
        return "it was forfeited when it was over"
    is_lost = record.is_forfeited and any(fault.ply == len(record.moves) for fault in record.faults)
    if not is_over and not is_lost and not problem.is_drawn_by_repetition(positions):
        return "it ended before it was over"
    if is_over:
        winner, total = problem.result(position, mover, points)
    else:
        winner = 1 - mover if is_lost else None
        ends = problem.end_points(winner)
        total = points[0] + ends[0], points[1] + ends[1]
    if winner != record.winner:
        return f"{_named(winner)} has won, not {_named(record.winner)}"
    if total != record.points:
        return f"the points are {total[0]} and {total[1]}, not {record.points[0]} and {record.points[1]}"
    return ""


def _named(player: int | None) -> str:
    return "nobody" if player is None else f"player {player + 1}"
