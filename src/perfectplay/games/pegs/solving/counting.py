"""Everything that can be counted of a peg problem, and of all the problems of a board."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, replace
from typing import Any

from perfectplay.base.limits import Stop
from perfectplay.base.stats import Stats
from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.symmetry import symmetries
from perfectplay.games.pegs.kernels import orbit_sizes
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.bitmaps import PegBitmaps, make_checkpoint, wide_numbers
from perfectplay.games.pegs.solving.ways import LevelValues, best_ways, board_sequences
from perfectplay.model.count import POSITIONS, Count, Level, Pair, PairCount, Wanted
from perfectplay.search.watch import Watch
from perfectplay.solvers.counting import enumerate_levels
from perfectplay.solvers.solver import Request, Solver, remaining

# Figures that need the winning positions; those of them that are values of a position; and those of the best ways.
WINNING = ("winning_positions", "winning_up_to_symmetry")
VALUES = ("solutions", "min_moves", "random_win_probability")
BEST = ("optimal_solutions", "longest_final_sweep")


def count_by_bitmaps(problem: PegProblem, request: Request, wanted: Wanted) -> Count:
    """Count on bitmaps; what was counted before a limit was hit is kept."""
    by = wanted.by
    tally = _Tally(Count(problem, (), "", Stats(), by=by, only=wanted.only))
    sizes: dict[int, int] = {}
    with PegBitmaps(problem, request.limits, request.progress, (request.options.threads or 0)) as maps:
        reached = None
        with tally.until_a_limit():
            reached = maps.walk.empty_map()
            maps.reach_into(reached, sizes, wanted.levels)
        if by == "jumps" and reached is not None and wanted.wants(*POSITIONS, *WINNING):
            with tally.until_a_limit():
                orbits: dict[int, int] = {}
                if wanted.wants("positions_up_to_symmetry"):
                    orbits = maps.up_to_symmetry(reached, maps.start_symmetries, sizes)
                start = problem.start.count
                tally.levels(Level(start - ones, size, orbits.get(ones)) for ones, size in sizes.items())
        if not tally.count.limit:
            with tally.until_a_limit():
                if by == "moves":
                    raw, reduced = maps.by_moves(reached)
                    tally.levels(Level(number, *pair) for number, pair in enumerate(zip(raw, reduced, strict=True)))
                elif wanted.levels is None:
                    _count_figures(maps, reached, tally, wanted)
                maps.checkpoint.forget()
    return replace(tally.count, stats=maps.watch.stats)


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


def _count_figures(maps: PegBitmaps, reached: Any, tally: _Tally, wanted: Wanted) -> None:
    """Count the winning positions, the solutions and the games; pay for what is wanted, and add it when it is known."""
    if wanted.wants("shortest_dead_end"):
        tally.add(shortest_dead_end=maps.shortest_dead_end(reached))
    if wanted.wants(*WINNING, *VALUES, *BEST, "board_sequences"):
        _count_winning(maps, reached, tally, wanted)
    if wanted.wants("games"):
        tally.add(games=maps.games(reached))


def _count_winning(maps: PegBitmaps, reached: Any, tally: _Tally, wanted: Wanted) -> None:
    """Count the positions that can be won, and the ways to win."""
    problem = maps.problem
    winning, sizes = maps.win(reached)
    is_solvable = problem.start.count in sizes
    if wanted.wants(*WINNING):
        has_orbits = wanted.wants("winning_up_to_symmetry")
        orbits = maps.up_to_symmetry(winning, problem.symmetries, sizes) if has_orbits else None
        _add_winning(tally, problem.start.count, sizes, orbits)
    if not is_solvable:
        none = {"solutions": 0, "board_sequences": 0, "random_win_probability": 0.0}
        tally.add(**{name: figure for name, figure in none.items() if wanted.wants(name)})
        return
    if wanted.wants(*VALUES, *BEST):
        _count_ways(maps, winning, tally, wanted)
    if wanted.wants("board_sequences"):
        known = tally.count.figures.solutions if len(problem.symmetries) == 1 else None  # without images they are one
        tally.add(board_sequences=board_sequences(maps, winning) if known is None else known)


def _add_winning(tally: _Tally, start: int, sizes: dict[int, int], orbits: dict[int, int] | None) -> None:
    """Add the winning positions to the levels, by the number of pegs, and their sums."""
    is_solvable = start in sizes
    tally.levels(
        replace(
            level,
            winning=sizes.get(start - level.number, 0),
            winning_up_to_symmetry=None if orbits is None else orbits.get(start - level.number, 0),
        )
        for level in tally.count.levels
    )
    tally.add(winning_positions=sum(sizes.values()) if is_solvable else 0)
    if orbits is not None:
        tally.add(winning_up_to_symmetry=sum(orbits.values()) if is_solvable else 0)


def _count_ways(maps: PegBitmaps, winning: Any, tally: _Tally, wanted: Wanted) -> None:
    """Count the solutions, those in the fewest moves among them, and what a random player can hope for."""
    has_best = wanted.wants(*BEST)
    asked = {
        "has_ways": wanted.wants("solutions"),
        "has_costs": has_best or wanted.wants("min_moves"),
        "has_chances": wanted.wants("random_win_probability"),
    }
    levels = [
        LevelValues(ones, values) for ones, _, values in maps.from_goals(winning, is_last_enough=not has_best, **asked)
    ]
    start = levels[-1].values
    if asked["has_ways"]:
        tally.add(solutions=wide_numbers(start.ways)[0])
    if wanted.wants("min_moves"):
        tally.add(min_moves=int(start.costs[0]))
    if asked["has_chances"]:
        tally.add(random_win_probability=float(start.chances[0]))
    if has_best:
        best = best_ways(maps, winning, levels, is_one_enough=False)
        found = {"optimal_solutions": best.count, "longest_final_sweep": best.longest_final_sweep}
        tally.add(**{name: figure for name, figure in found.items() if wanted.wants(name)})


def count_pairs_by_bitmaps(problem: PegProblem, request: Request, on_pair: Callable[[Pair], None]) -> PairCount:
    """Solve every vacancy and survivor of a board up to symmetry: one walk for each vacancy serves all survivors."""
    board, stats = problem.board, Stats()
    checkpoint = make_checkpoint("all", problem)
    pairs = [Pair(*fields) for fields in checkpoint.load("pairs") or ()]
    finished = {pair.vacancy for pair in pairs}
    with Stop() as stop:
        for pair in pairs:
            on_pair(pair)
        for vacancy, survivors in pairs_up_to_symmetry(board):
            start = PegPosition(board, board.full ^ 1 << vacancy)
            one = PegProblem(start, None, f"{problem.spec}, {board.names[vacancy]} vacant")
            with PegBitmaps(
                one, remaining(request.limits, stats), request.progress, (request.options.threads or 0)
            ) as maps:
                if board.names[vacancy] not in finished:
                    try:
                        found = _survivors(maps)
                    finally:
                        stats.add(maps.watch.stats)
                    classes = {goal.bit_length() - 1 for goal in maps.goals}
                    for survivor in survivors:
                        cost, ways = found.get(survivor, (None, 0))
                        names = board.names[vacancy], board.names[survivor]
                        pairs.append(Pair(*names, ways > 0, survivor in classes, cost, ways))
                        on_pair(pairs[-1])
                    if checkpoint.is_long():
                        checkpoint.save("pairs", [astuple(pair) for pair in pairs])
                maps.checkpoint.forget()  # done after the pairs are saved; a run that was killed in between does it now
        checkpoint.forget()
    return PairCount(problem.spec, tuple(pairs), stop.limit, stats, stop.detail)


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


def _survivors(maps: PegBitmaps) -> dict[int, tuple[int, int]]:
    """Return of each hole where the last peg can stand the fewest moves and the number of solutions."""
    reached, _ = maps.reach()
    winning, sizes = maps.win(reached)
    del reached
    if maps.problem.start.count not in sizes:
        return {}
    for ones, index, values in maps.from_start(winning, has_ways=True, has_costs=True, is_last_enough=True):
        if ones == 1:
            states = maps.list_states(winning, index, ones)
            ways = wide_numbers(values.ways)
            return {
                int(state).bit_length() - 1: (int(cost), number)
                for state, cost, number in zip(states, values.costs, ways, strict=True)
            }
    return {}
