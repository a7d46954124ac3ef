"""Saved games played again by the rules alone."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from perfectplay.arena.match import Match
from perfectplay.arena.player import in_seconds
from perfectplay.arena.players import HUMAN
from perfectplay.arena.referee import GameRecord
from perfectplay.arena.review import Reviewer
from perfectplay.arena.saved import Saved
from perfectplay.arena.tournament import Tournament
from perfectplay.errors import InputError
from perfectplay.games.coins.problem import CoinProblem

ROUNDED = 1e-6  # of seconds in a file


class Replayed(NamedTuple):
    """A saved game that was played again: without the values that nobody could check, and with what is wrong."""

    match: Match
    why: str
    unchecked: int


def replayed(saved: Saved) -> Iterator[Replayed]:
    """Play all games of a file again, one by one."""
    plan = saved.plan
    reviewer = Reviewer(plan.game, plan.values)
    for match in saved.matches():
        why = trouble(plan.problem, match.record) or _time_trouble(plan, match.record)
        yield Replayed(match, why, 0) if why else _valued(plan.problem, match, reviewer)


def _time_trouble(plan: Tournament, record: GameRecord) -> str:
    """Return which move of a player who is timed took too long, or nothing."""
    allowed = float(plan.game.seconds if plan.move_seconds is None else plan.move_seconds)
    for ply, seconds in enumerate(record.seconds):
        name = record.names[ply % 2]
        if seconds > allowed + ROUNDED and name != HUMAN and not name.startswith(f"{HUMAN} ("):
            return f"move {ply + 1} took {seconds:g} s, where {in_seconds(allowed)} are allowed"
    return ""


def _valued(problem: CoinProblem, match: Match, reviewer: Reviewer) -> Replayed:
    """Compare what the moves of a legal game are said to have given away; what is not at hand is left out."""
    coins = problem.start.coins
    values = reviewer.lost(coins, match.record.moves)
    unchecked = 0
    kept = list(match.lost)
    for ply, (text, told, true) in enumerate(zip(match.record.moves, match.lost, values, strict=True)):
        is_left_out = told is None and not reviewer.is_always_known(coins)  # a saved table knows more
        if true is None and told is not None:
            kept[ply] = None
            unchecked += 1
        elif told != true and not is_left_out:
            what = "what is unknown" if told is None else told
            return Replayed(match, f"move {ply + 1} gave away {true}, not {what}", 0)
        coins ^= problem.triangle.run_of[text].mask
    return Replayed(replace(match, lost=tuple(kept)) if unchecked else match, "", unchecked)


def trouble(problem: CoinProblem, record: GameRecord) -> str:
    """Play a record by the rules; return what is wrong with it, or nothing.

    Moves must be legal, the game must have come to its end or have been given up for a fault, and the points and the
    winner must be those of the rules: read here once more, for what the referee did is not to vouch for itself.
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
        if run.text != text:
            return f"move {ply + 1} is written {run.text}, not {text[:20]!r}"
        points[ply % 2] += game.worth(run)
        position = position.without(run.mask)
    for fault in record.faults:
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
