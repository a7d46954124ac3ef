"""What a player asks in the middle of a game: can it still be won, which jumps keep it so, and what is a good move?

Where every position of a board can be mapped the answers come from the set of positions that can still be won, saved or
made at once; elsewhere a search looks for a solution from the position asked for.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from perfectplay.answers import Answer, Decided, Impossible, Solved, Unknown
from perfectplay.errors import InputError
from perfectplay.games.base import Problem
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.symmetry import image
from perfectplay.limits import Limits, Progress, Stats
from perfectplay.solvers.solving import solve
from perfectplay.tables import Table, open_table, read_header, saved_tables, table_path, write_table
from perfectplay.version import __version__

QUICK_BYTES = 400_000_000  # of maps that are made while a player waits
Notice = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class WinningSet:
    """The positions that can still be won, ascending and one for all its images, and the fewest moves from each."""

    problem: PegProblem
    positions: Any
    moves: Any
    counts: dict[str, int]
    stats: Stats

    def save(self, path: Any) -> None:
        """Write the set to a file that `open_table` reads."""
        write_table(path, self.problem.as_json(), self.positions, self.moves, self.counts)


def make_winning_set(problem: PegProblem, limits: Limits | None = None, progress: Progress | None = None) -> WinningSet:
    """Find every position that can be reached and still be won; raise LimitHitError if a limit is hit."""
    import numpy as np

    from perfectplay.limits import LimitHitError
    from perfectplay.solvers.peg_maps import PegMaps, too_many_holes

    if refusal := too_many_holes(problem):
        raise LimitHitError("memory", refusal)
    with PegMaps(problem, limits or Limits(), progress or Progress()) as maps:
        reached = maps.walk.empty_map()
        if maps.goals:  # else no position of the start's class is a goal, and there is nothing to reach
            maps.reach_into(reached, {})
        winning, sizes = maps.win(reached)
        del reached
        tables = maps.tables(problem.symmetries)
        positions, moves = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint8)]
        for ones, index, values in maps.from_goals(winning, has_costs=True):
            states, numbers = maps.least_states(winning, index, ones, tables)
            positions.append(states)
            moves.append(values.costs[numbers])
        maps.saver.forget()
    found, fewest = np.concatenate(positions), np.concatenate(moves)
    order = np.argsort(found)
    counts = {"winning_positions": sum(sizes.values()), "winning_up_to_symmetry": len(found)}
    return WinningSet(problem, found[order], fewest[order], counts, maps.walk.stats)


class Oracle(ABC):
    """Answers about the positions that can be reached from the start of one problem."""

    def __init__(self, problem: Any) -> None:
        self.problem = problem

    @abstractmethod
    def is_winnable(self, position: Any) -> bool | None:
        """Tell whether the goal can still be reached; None if that is not known."""

    @abstractmethod
    def moves_left(self, position: Any) -> int | None:
        """Return the fewest moves to the goal, a chain of jumps by one peg being one; None if lost or not known."""

    @abstractmethod
    def best_move(self, position: Any) -> str | None:
        """Return a move that keeps the position winnable; None if there is none, or none is known."""

    def good_jumps(self, position: Any) -> list[str]:
        """Return the jumps after which the position is known to be winnable."""
        problem = self.problem
        return [text for text in problem.moves(position) if self.is_winnable(problem.play(position, text))]

    def light(self, position: Any) -> str:
        """Say in a word how it stands: `winnable`, `lost` or `unknown`."""
        return {True: "winnable", False: "lost", None: "unknown"}[self.is_winnable(position)]


class TableOracle(Oracle):
    """Looks positions up in a winning set: a position that is not in it is lost, if it can be reached from the start.

    For a position of another game, ask an oracle of `problem.starting_at(position)`.

    >>> import perfectplay as pp
    >>> problem = pp.load("pegs/triangle-5")
    >>> oracle = TableOracle(make_winning_set(problem))
    >>> oracle.moves_left(problem.start), oracle.best_move(problem.start), oracle.good_jumps(problem.start)
    (10, 'a3-a1', ['a3-a1', 'c3-a1'])
    """

    problem: PegProblem

    def __init__(self, winning: WinningSet) -> None:
        super().__init__(winning.problem)
        self.positions = winning.positions
        self.moves = winning.moves
        self.stats = winning.stats

    def is_winnable(self, position: PegPosition) -> bool:
        return self.moves_left(position) is not None

    def moves_left(self, position: PegPosition) -> int | None:
        import numpy as np

        if position.board != self.problem.board:
            raise InputError(f"the position {position.text} is not one of the board of {self.problem.spec}")
        least = min(image(permutation, position.pegs) for permutation in self.problem.symmetries)
        place = int(np.searchsorted(self.positions, np.uint64(least)))
        is_there = place < len(self.positions) and int(self.positions[place]) == least
        return int(self.moves[place]) if is_there else None

    def best_move(self, position: PegPosition) -> str | None:
        """Return a move, a whole chain, that begins one of the ways with the fewest moves."""
        left = self.moves_left(position)
        if not left:
            return None
        names = self.problem.board.names
        pending = [(position, jump, names[jump.origin]) for jump in position.jumps()][::-1]
        while pending:
            before, jump, text = pending.pop()
            after, text = before.play(jump), f"{text}-{names[jump.target]}"
            left_after = self.moves_left(after)
            if left_after == left - 1:
                return text
            if left_after is not None:
                pending += [(after, further, text) for further in after.jumps() if further.origin == jump.target]
        raise AssertionError(f"no move from {position.text} leads to a position with {left - 1} moves left")


class SearchOracle(Oracle):
    """Searches for a solution from each position it is asked about, and remembers the answer."""

    def __init__(self, problem: Problem, limits: Limits, progress: Progress | None = None) -> None:
        super().__init__(problem)
        self.limits = limits
        self.progress = progress
        self._answers: dict[Any, Answer] = {}

    def ask(self, position: Any) -> Answer:
        """Return the answer to the problem from a position."""
        if position not in self._answers:
            answer = solve(self.problem.starting_at(position), limits=self.limits, progress=self.progress)
            if isinstance(answer, Unknown) and answer.limit == "interrupted":
                raise KeyboardInterrupt
            self._answers[position] = answer
        return self._answers[position]

    def is_winnable(self, position: Any) -> bool | None:
        return {"solved": True, "impossible": False, "unknown": None}[self.ask(position).status]

    def moves_left(self, position: Any) -> int | None:
        answer = self.ask(position)
        if isinstance(answer, Solved) and (not answer.solution or (answer.optimal and answer.objective == "moves")):
            return answer.moves
        return None

    def best_move(self, position: Any) -> str | None:
        answer = self.ask(position)
        return next(iter(answer.solution), None) if isinstance(answer, Solved) else None


def saved_oracle(problem: Problem, notice: Notice = lambda message: None) -> TableOracle | None:
    """Return the oracle of a saved table that fits: one of the same problem, or of one that leads to its start.

    What can be reached from a position of a table can be reached from the table's own start, so that its answers hold
    for the rest of the game.  Damaged files are passed over, with a notice if it was the problem's own.
    """
    if not isinstance(problem, PegProblem):
        return None
    whole = problem.as_json()
    own = table_path(whole)
    if own.exists():
        try:
            table = open_table(own)
            if {**table.problem, "spec": ""} != {**whole, "spec": ""}:
                raise InputError(f"{own} is the table of another problem")
            return _table_oracle(problem, table)
        except InputError as error:
            notice(f"{error}; done without")
    for path in saved_tables():
        with suppress(InputError):
            about = read_header(path)["problem"]
            if about["family"] != "pegs":
                continue
            if path != own and _board(about) == _board(whole) and about["goal"] == whole["goal"]:
                oracle = _table_oracle(problem, open_table(path))
                if oracle.is_winnable(problem.start):
                    return oracle
    return None


def _board(whole: dict[str, Any]) -> tuple[str, list[str]]:
    return whole["lattice"], [line.replace("o", ".") for line in whole["start"]]


def _table_oracle(problem: PegProblem, table: Table) -> TableOracle:
    """Return the oracle of a table of the same board and goal; the table's own start tells its symmetries."""
    start = PegPosition.from_drawing(table.problem["start"], problem.board.lattice)
    its_problem = PegProblem(start, problem.goal, problem.spec)
    return TableOracle(WinningSet(its_problem, table.positions, table.moves, table.counts, Stats()))


def find_oracle(
    problem: Problem,
    limits: Limits,
    progress: Progress | None = None,
    notice: Notice = lambda message: None,
    search_seconds: float | None = None,
) -> Oracle:
    """Return a saved oracle, or one that is made at once if that is quick, or one that searches within the limits.

    `search_seconds` bounds each search where the limits do not.
    """
    began = time.perf_counter()
    oracle = saved_oracle(problem, notice) or _quick_oracle(problem, limits, progress)
    if oracle is not None:
        return oracle
    if limits.seconds is not None:
        search_seconds = max(limits.seconds / 2, limits.seconds - (time.perf_counter() - began))
    return SearchOracle(problem, replace(limits, seconds=search_seconds), progress)


def _quick_oracle(problem: Problem, limits: Limits, progress: Progress | None) -> TableOracle | None:
    """Map every position, if that takes neither much room nor more than half of the time: the rest is for a search."""
    if not isinstance(problem, PegProblem):
        return None
    from perfectplay.limits import LimitHitError
    from perfectplay.solvers.peg_maps import bytes_needed, can_map

    if can_map(problem) and bytes_needed(problem) <= QUICK_BYTES:
        with suppress(LimitHitError, MemoryError):
            seconds = None if limits.seconds is None else limits.seconds / 2
            return TableOracle(make_winning_set(problem, replace(limits, seconds=seconds), progress))
    return None


@dataclass(frozen=True, slots=True)
class Hint:
    """One good move; `moves_left` and `good_jumps` are there if they are known."""

    problem: dict[str, Any]
    status: str
    move: str | None
    moves_left: int | None
    good_jumps: list[str] | None
    limit: str | None
    stats: Stats
    winner: str | None = None  # of a game for two
    detail: str = ""  # of a refusal, with the figure

    def as_json(self) -> dict[str, Any]:
        """Return the object that `hint --json` prints."""
        winner = {} if self.winner is None else {"winner": self.winner}
        good_moves = {"good_moves": self.good_jumps} if self.problem["family"] == "coins" else {}
        return {
            "problem": self.problem,
            "status": self.status,
            "move": self.move,
            "moves_left": self.moves_left,
            "good_jumps": self.good_jumps,
            **good_moves,
            "limit": self.limit,
            **({"detail": self.detail} if self.detail else {}),
            **winner,
            "version": __version__,
            "stats": self.stats.as_json(),
        }


def find_hint(
    problem: Problem, limits: Limits, progress: Progress | None = None, notice: Notice = lambda message: None
) -> Hint:
    """Return a good move from the start of a problem, or say that there is none, or which limit was hit."""
    start, whole = problem.start, problem.as_json()
    if problem.facts.players == 2:
        return _game_hint(problem, limits, progress)
    try:
        oracle = find_oracle(problem, limits, progress, notice)
        if isinstance(oracle, TableOracle):
            left = oracle.moves_left(start)
            status = "impossible" if left is None else "solved"
            return Hint(whole, status, oracle.best_move(start), left, oracle.good_jumps(start), None, oracle.stats)
        assert isinstance(oracle, SearchOracle)
        answer = oracle.ask(start)
    except KeyboardInterrupt:
        return Hint(whole, "unknown", None, None, None, "interrupted", Stats())
    good: list[str] | None = [] if isinstance(answer, Impossible) else None
    limit, detail = (answer.limit, answer.detail) if isinstance(answer, Unknown) else (None, "")
    move, left = oracle.best_move(start), oracle.moves_left(start)
    return Hint(whole, answer.status, move, left, good, limit, answer.stats, detail=detail)


def _game_hint(problem: Problem, limits: Limits, progress: Progress | None) -> Hint:
    """Return a best move of a game for two, and all that win."""
    answer = solve(problem, limits=limits, progress=progress)
    if not isinstance(answer, Decided):
        limit, detail = (answer.limit, answer.detail) if isinstance(answer, Unknown) else (None, "")
        return Hint(answer.problem, answer.status, None, None, None, limit, answer.stats, detail=detail)
    best = list(answer.best_moves)
    move = next(iter((*best, *answer.solution)), None)
    return Hint(answer.problem, answer.status, move, None, best, None, answer.stats, answer.winner)
