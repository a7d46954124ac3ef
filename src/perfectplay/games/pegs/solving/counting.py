"""Everything that can be counted of a peg problem, and of all the problems of a board."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, replace
from typing import Any

import numpy as np

from perfectplay.base.limits import Stop
from perfectplay.base.stats import Stats
from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.symmetry import symmetries
from perfectplay.games.pegs.kernels import orbit_sizes
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.maps import Levels, PegMaps, WinningLevels, costs_of, make_checkpoint
from perfectplay.games.pegs.solving.ways import best_ways
from perfectplay.model.count import POSITIONS, Count, Level, Pair, PairCount, Wanted
from perfectplay.search.ranked.valued import (
    BACKWARD_BESTS,
    BESTS,
    BOARDS,
    CHANCES,
    WAYS,
    ValuedLevel,
    only_number,
    wide_numbers,
)
from perfectplay.search.ranked.walk import LevelMap
from perfectplay.search.watch import Watch
from perfectplay.solvers.counting import enumerate_levels
from perfectplay.solvers.solver import Request, Solver, remaining

# Results that need all positions, the winning positions, values of these, and the solutions in the fewest moves.
REACHED = (*POSITIONS, "winning_positions", "winning_up_to_symmetry", "games", "shortest_dead_end")
WINNING = ("winning_positions", "winning_up_to_symmetry")
VALUES = ("solutions", "min_moves", "random_win_probability")
BEST = ("optimal_solutions", "longest_final_sweep")
OF_WINNING = (*WINNING, *VALUES, *BEST, "board_sequences")


def count_by_maps(problem: PegProblem, request: Request, wanted: Wanted) -> Count:
    """Count on maps; the results before a limit are kept."""
    by = wanted.by
    tally = _Tally(Count(problem, (), "", Stats(), by=by, only=wanted.only))
    rows: list[LevelMap] = []
    with PegMaps(problem, request.limits, request.progress, request.options.threads or 0) as maps:
        reached: Levels = {}
        is_used = wanted.wants("games", "shortest_dead_end") or (maps.dense is None and wanted.wants(*OF_WINNING))
        is_kept = by == "moves" or (wanted.levels is None and is_used)
        if by == "moves" or wanted.levels is not None or wanted.wants(*REACHED):
            with tally.until_a_limit():
                reached = maps.reach(wanted.levels, is_kept=is_kept, on_level=rows.append)
        if by == "jumps" and wanted.wants(*POSITIONS, *WINNING):
            has_orbits = wanted.wants("positions_up_to_symmetry")
            start = problem.start.count
            tally.levels(Level(start - row.ones, row.raw or 0, row.size if has_orbits else None) for row in rows)
        if not tally.count.limit:
            with tally.until_a_limit():
                if by == "moves":
                    raw, reduced = _by_moves(maps, reached)
                    tally.levels(Level(number, *pair) for number, pair in enumerate(zip(raw, reduced, strict=True)))
                elif wanted.levels is None:
                    _count_figures(maps, rows, reached, tally, wanted)
                maps.checkpoint.forget()
    return replace(tally.count, stats=maps.watch.stats)


def _by_moves(maps: PegMaps, reached: Levels) -> tuple[list[int], list[int]]:
    """Return the positions first reached after each number of moves, raw and up to symmetry."""
    raw, reduced = np.zeros(256, np.int64), np.zeros(256, np.int64)
    for valued in maps.from_start(maps.start_walk, reached.values(), BESTS, is_last_enough=False):
        costs = costs_of(valued.values)
        orbits = maps.start_walk.describe(valued.level, orbits=True)["orbits"]
        raw += np.bincount(costs, orbits, minlength=256).astype(np.int64)
        reduced += np.bincount(costs, minlength=256)
    most = int(raw.nonzero()[0].max()) + 1
    return raw[:most].tolist(), reduced[:most].tolist()


def count_by_search(anywhere: Solver[PegProblem], request: Request, wanted: Wanted) -> Count:
    """Count level by level up to symmetry alone; how many images each position has gives the raw figures."""
    rows = [Level(0, 1, 1)]

    def add_row(states: Any, watch: Watch) -> None:
        sizes = (orbit_sizes(anywhere.problem, states[first:last]) for first, last in watch.slices(len(states)))
        rows.append(Level(len(rows), sum(int(some.sum()) for some in sizes), len(states)))

    _, limit, stats = enumerate_levels(anywhere, request, wanted.levels, symmetry=True, on_level=add_row)
    return Count(anywhere.problem, tuple(rows), limit, stats, only=wanted.only)


class _Tally:
    """The count so far."""

    def __init__(self, count: Count) -> None:
        self.count = count

    def levels(self, levels: Any) -> None:
        self.count = replace(self.count, levels=tuple(levels))

    def add(self, **figures: Any) -> None:
        self.count = replace(self.count, figures=replace(self.count.figures, **figures))

    @contextmanager
    def until_a_limit(self) -> Iterator[None]:
        with Stop() as stop:
            yield
        if stop.limit:
            self.count = replace(self.count, limit=stop.limit, detail=stop.detail)


def _count_figures(maps: PegMaps, rows: list[LevelMap], reached: Levels, tally: _Tally, wanted: Wanted) -> None:
    """Count the winning positions, the solutions and the games; add each result as soon as it is known."""
    if wanted.wants("shortest_dead_end"):
        tally.add(shortest_dead_end=shortest_dead_end(maps, rows))
    if wanted.wants(*OF_WINNING):
        _count_winning(maps, reached, tally, wanted)
    if wanted.wants("games"):
        tally.add(games=maps.games(reached))


def shortest_dead_end(maps: PegMaps, rows: list[LevelMap]) -> int | None:
    """Return the fewest jumps after which a game may be stuck short of a goal."""
    walk, problem = maps.start_walk, maps.problem
    goals = set(maps.goals)
    # An image of a goal is a dead end if it is no goal itself: a symmetry of the start need not keep the goal.
    ends = {
        walk.least_image(goal)
        for goal in goals
        if walk.images(goal) <= goals and not list(PegPosition(problem.board, goal).jumps())
    }
    for row in rows:
        if row.stuck and row.stuck > sum(end.bit_count() == row.ones and walk.has(row, end) for end in ends):
            return problem.start.count - row.ones
    return None


def _count_winning(maps: PegMaps, reached: Levels, tally: _Tally, wanted: Wanted) -> None:
    """Count the positions that can be won, and the ways to win."""
    problem = maps.problem
    winning = maps.win(reached)
    if wanted.wants(*WINNING):
        _add_winning(tally, problem.start.count, winning.numbers(), wanted.wants("winning_up_to_symmetry"))
    if not winning:
        none = {"solutions": 0, "board_sequences": 0, "random_win_probability": 0.0}
        tally.add(**{name: figure for name, figure in none.items() if wanted.wants(name)})
        return
    if wanted.wants(*VALUES, *BEST):
        _count_ways(maps, winning, tally, wanted)
    if wanted.wants("board_sequences"):
        tally.add(board_sequences=only_number(_last(maps.from_goals(winning, BOARDS))))


def _add_winning(tally: _Tally, start: int, found: dict[int, tuple[int, int]], has_orbits: bool) -> None:
    """Add the winning positions to the levels, by the number of pegs, and their sums."""
    tally.levels(
        replace(
            level,
            winning=found.get(start - level.number, (0, 0))[0],
            winning_up_to_symmetry=found.get(start - level.number, (0, 0))[1] if has_orbits else None,
        )
        for level in tally.count.levels
    )
    tally.add(winning_positions=sum(raw for raw, _ in found.values()))
    if has_orbits:
        tally.add(winning_up_to_symmetry=sum(size for _, size in found.values()))


def _count_ways(maps: PegMaps, winning: WinningLevels, tally: _Tally, wanted: Wanted) -> None:
    """Count the solutions, the solutions in the fewest moves, and the chance of a random player."""
    if wanted.wants("solutions"):
        tally.add(solutions=only_number(_last(maps.from_goals(winning, WAYS))))
    if wanted.wants("random_win_probability"):
        tally.add(random_win_probability=float(_last(maps.from_goals(winning, CHANCES))[0]))
    if wanted.wants(*BEST):
        levels = list(maps.from_goals(winning, BESTS, is_last_enough=False))
        bests = levels[-1].values
        best = best_ways(maps, levels, is_one_enough=False)
        found = {"optimal_solutions": best.count, "longest_final_sweep": best.longest_final_sweep}
        tally.add(**{name: figure for name, figure in found.items() if wanted.wants(name)})
    elif wanted.wants("min_moves"):
        bests = _last(maps.from_goals(winning, BESTS))
    if wanted.wants("min_moves"):
        tally.add(min_moves=int(costs_of(bests)[0]))


def _last(levels: Iterator[ValuedLevel]) -> Any:
    """Return the values of the last level."""
    values: Any = None
    for level in levels:
        values = level.values
    return values


def count_pairs_by_maps(problem: PegProblem, request: Request, on_pair: Callable[[Pair], None]) -> PairCount:
    """Solve every vacancy and survivor of a board up to symmetry.

    One walk for each vacancy serves all survivors.  A solution played backwards on the complements exchanges vacancy
    and survivor.  So the vacancies with the most symmetry come first, and the others need fewer survivors.
    """
    board, stats = problem.board, Stats()
    vacancies = pairs_up_to_symmetry(board)
    checkpoint = make_checkpoint("all pairs", problem)
    saved = checkpoint.load("pairs") or {"pairs": [], "exchanged": []}
    pairs = [Pair(*fields) for fields in saved["pairs"]]
    exchanged = {(first, second): tuple(found) for first, second, *found in saved["exchanged"]}
    finished = {pair.vacancy for pair in pairs}
    with Stop() as stop:
        for pair in pairs:
            on_pair(pair)
        for vacancy, survivors in sorted(vacancies, key=lambda item: len(item[1])):
            start = PegPosition(board, board.full ^ 1 << vacancy)
            one = PegProblem(start, None, f"{problem.spec}, {board.names[vacancy]} vacant")
            with PegMaps(one, remaining(request.limits, stats), request.progress, request.options.threads or 0) as maps:
                if board.names[vacancy] not in finished:
                    keys = {survivor: _pair_key(board, vacancy, survivor) for survivor in survivors}
                    of_class = {goal.bit_length() - 1 for goal in maps.goals}
                    known = {survivor: exchanged[key] for survivor, key in keys.items() if key in exchanged}
                    asked = [survivor for survivor in survivors if survivor in of_class and survivor not in known]
                    try:
                        orbits = {min(image[hole] for image in symmetries(board)) for hole in (vacancy, *asked)}
                        found, backward = _survivors(maps, asked, has_twins=len(orbits) > 1)
                    finally:
                        stats.add(maps.watch.stats)
                    if backward or not found:
                        exchanged |= {keys[survivor]: backward.get(survivor, (None, 0)) for survivor in asked}
                    for survivor in survivors:
                        cost, ways = (known | found).get(survivor, (None, 0))
                        names = board.names[vacancy], board.names[survivor]
                        pairs.append(Pair(*names, ways > 0, survivor in of_class, cost, ways))
                        on_pair(pairs[-1])
                    if checkpoint.is_long():
                        known_pairs = [[*key, *numbers] for key, numbers in exchanged.items()]
                        checkpoint.save("pairs", {"pairs": [astuple(pair) for pair in pairs], "exchanged": known_pairs})
                maps.checkpoint.forget()  # done after the pairs are saved; a run that was killed in between does it now
        checkpoint.forget()
    order = {board.names[vacancy]: number for number, (vacancy, _) in enumerate(vacancies)}
    pairs.sort(key=lambda pair: order[pair.vacancy])
    return PairCount(problem.spec, tuple(pairs), stop.limit, stats, stop.detail)


def _pair_key(board: Board, vacancy: int, survivor: int) -> tuple[int, int]:
    """Return the same key for images of a pair, and for the pair with vacancy and survivor exchanged."""
    pairs = ((vacancy, survivor), (survivor, vacancy))
    return min((image[first], image[second]) for image in symmetries(board) for first, second in pairs)


def pairs_up_to_symmetry(board: Board) -> list[tuple[int, list[int]]]:
    """Return for each vacancy up to symmetry the survivors up to the symmetries that keep it."""
    permutations = symmetries(board)
    holes = range(len(board.holes))
    vacancies = sorted({min(permutation[hole] for permutation in permutations) for hole in holes})
    found = []
    for vacancy in vacancies:
        keeping = [permutation for permutation in permutations if permutation[vacancy] == vacancy]
        found.append((vacancy, sorted({min(permutation[hole] for permutation in keeping) for hole in holes})))
    return found


Survivors = dict[int, tuple[int, int]]  # for each hole the fewest moves and the number of solutions


def _survivors(maps: PegMaps, asked: list[int], *, has_twins: bool) -> tuple[Survivors, Survivors]:
    """Return the results for some holes of the last peg, and the results with vacancy and survivor exchanged.

    Solutions played backwards have the same number, but other chains of jumps.
    """
    permutations = maps.problem.symmetries
    maps.goals = [1 << hole for hole in sorted({permutation[hole] for hole in asked for permutation in permutations})]
    winning = maps.win()
    if not winning:
        return {}, {}
    ways = _last(maps.from_start(maps.walk, winning.descending(), WAYS))
    states = maps.walk.describe(next(winning.ascending()), states=True)["states"]
    results = []
    for quantity in (BESTS, BACKWARD_BESTS) if has_twins else (BESTS,):
        costs = costs_of(_last(maps.from_start(maps.walk, winning.descending(), quantity)))
        results.append(
            {
                permutation[state.bit_length() - 1]: (cost, number)
                for state, cost, number in zip(states.tolist(), costs.tolist(), wide_numbers(ways), strict=True)
                for permutation in permutations
            }
        )
    return results[0], results[-1] if has_twins else {}
