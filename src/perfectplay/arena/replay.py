"""Saved games played again by the rules alone."""

from perfectplay.arena.match import Match
from perfectplay.arena.referee import GameRecord
from perfectplay.arena.review import Reviewer
from perfectplay.arena.saved import Saved
from perfectplay.errors import InputError
from perfectplay.games.coins.problem import CoinProblem


def troubles(saved: Saved) -> list[tuple[int, str]]:
    """Play all games of a file again; return the number of each that is wrong, and why."""
    problem, reviewer = saved.plan.problem, Reviewer(saved.plan.game, saved.plan.values)
    found = []
    for match in saved.matches:
        why = trouble(problem, match.record) or _lost_trouble(problem, match, reviewer)
        if why:
            found.append((match.number, why))
    return found


def _lost_trouble(problem: CoinProblem, match: Match, reviewer: Reviewer) -> str:
    """Return what is wrong with what the moves of a legal game are said to have given away, or nothing."""
    coins = problem.start.coins
    values = reviewer.lost(coins, match.record.moves)
    for ply, (text, told, true) in enumerate(zip(match.record.moves, match.lost, values, strict=True), 1):
        is_left_out = told is None and not reviewer.is_always_known(coins)  # a saved table knows more
        if true is not None and told != true and not is_left_out:
            return f"move {ply} gave away {true}, not {'what is unknown' if told is None else told}"
        coins ^= problem.triangle.run_of[text].mask
    return ""


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
