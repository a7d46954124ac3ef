"""What is counted of a game for two beyond its positions: games, and positions that are won, lost and drawn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from perfectplay.base.limits import Stop
from perfectplay.model.count import Count, Figures, Wanted
from perfectplay.model.game_for_two import WIN
from perfectplay.search.retrograde import FOUND, UNDECIDED, Positions, Retrograde
from perfectplay.search.task import Settings
from perfectplay.search.watch import Watch
from perfectplay.solvers.counting import count_levels
from perfectplay.solvers.deciding import refuse_odd_outcome
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solver import Request, Solver, remaining

VALUED = ("won_positions", "lost_positions", "drawn_positions")
BETWEEN_CHECKS = 1 << 12  # positions between two looks at the limits
COUNT_BYTES = 150  # a number of ways by its position, in a dictionary


def game_figure_names(solver: Solver[Any]) -> tuple[str, ...]:
    """Return what is counted of a game: games where they end, and values where they are won, lost and drawn."""
    facts = solver.problem.facts
    games = ("games",) if facts.is_monotone else ()
    return (*games, *VALUED) if facts.objectives == (WIN,) else games


def count_game(solver: Solver[Any], request: Request, wanted: Wanted) -> Count:
    """Count the positions of each level, then list all of them with their moves for what follows from those."""
    counted = count_levels(solver, request, wanted)
    names = [name for name in game_figure_names(solver) if wanted.wants(name)]
    if counted.limit or wanted.levels is not None or not names:
        return counted
    # No more positions than were just looked at: within their number, whatever the limit was.
    rest = replace(request, limits=replace(remaining(request.limits, counted.stats), positions=None))
    watch = rest.watch()
    engine = Retrograde(solver.task(request.objective, "none", frozenset(), watch), Settings(symmetry=False))
    result = run_engine(solver, lambda: engine, watch)
    counted.stats.add(result.stats)
    if result.limit:
        return replace(counted, limit=result.limit)
    if VALUED[0] in game_figure_names(solver):
        refuse_odd_outcome(engine)
    values = {name: count for name, count in _count_values(engine.positions).items() if name in names}
    games = None
    with rest.watch() as watch, Stop() as stop:
        games = _count_games(engine, watch) if "games" in names else None
    return replace(counted, figures=Figures(games=games), own=values, limit=stop.limit, detail=stop.detail)


def _count_values(positions: Positions) -> Mapping[str, int]:
    """Return how many positions are won, lost and drawn for the player to move."""
    values = positions.values[: positions.registers[FOUND]]
    won, lost = int(np.count_nonzero(values == 1)), int(np.count_nonzero(values == -1))
    drawn = int(np.count_nonzero((values == 0) | (values == UNDECIDED)))
    return dict(zip(VALUED, (won, lost, drawn), strict=True))


def _count_games(engine: Retrograde, watch: Watch) -> int | None:
    """Return how many sequences of moves lead from the start to an end; None if a position comes back.

    A move is named by the position that it leads to, so that two with the same one are the same.  Positions are taken
    when all that lead to them were taken, and then the ways to reach them are known.
    """
    positions = engine.positions
    count = int(positions.registers[FOUND])
    watch.room.ask(engine.bytes() + COUNT_BYTES * count, "the ways to reach each position")
    firsts, targets = positions.firsts, positions.targets

    def after(number: int) -> set[int]:
        return set(targets[firsts[number] : firsts[number + 1]].tolist())

    missing = np.zeros(count, np.int32)
    for number in range(count):
        if number % BETWEEN_CHECKS == 0:
            watch.check_time()
        for target in after(number):
            missing[target] += 1
    ways = {0: 1}  # to the positions that were met and not taken yet
    games = taken = 0
    ready = [] if missing[0] else [0]
    while ready:
        if taken % BETWEEN_CHECKS == 0:
            watch.check_time()
        taken += 1
        number = ready.pop()
        reached, following = ways.pop(number), after(number)
        if not following:
            games += reached
        for target in following:
            ways[target] = ways.get(target, 0) + reached
            missing[target] -= 1
            if not missing[target]:
                ready.append(target)
    return games if taken == count else None
