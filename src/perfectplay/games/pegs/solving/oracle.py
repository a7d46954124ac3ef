"""Exact values of a peg problem by the set of its winning positions, saved or made at once."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from perfectplay.base.errors import InputError
from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.games.jumping.symmetry import image
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.maps import FULL_BOARD, PegMaps, bytes_needed, costs_of, too_many_holes
from perfectplay.games.pegs.solving.table import PegTable, write_table
from perfectplay.model.oracle import LOST, WON, Oracle, Value
from perfectplay.model.tables import has_file, open_table, read_header, saved_tables, table_path
from perfectplay.search.ranked.valued import BESTS
from perfectplay.solvers.oracle import Notice

QUICK_BYTES = 160_000_000  # the largest maps that are made while a player waits
MOMENT_BYTES = 1_000_000  # maps that are worth a try however little time there is
# Bytes of maps for each second.  From a nearly full board a search finds most solutions sooner.  From other
# positions maps decide sooner.
START_SPEED, LATER_SPEED = 20_000_000, 50_000_000


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
    if refusal := too_many_holes(problem):
        raise LimitHitError("memory", refusal)
    with PegMaps(problem, limits or Limits(), progress or Progress()) as maps:
        winning = maps.win()
        numbers = winning.numbers()
        positions, moves = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint8)]
        for valued in maps.from_goals(winning, BESTS, is_last_enough=False):
            positions.append(maps.walk.describe(valued.level, states=True)["states"])
            moves.append(costs_of(valued.values))
        maps.checkpoint.forget()
    found, fewest = np.concatenate(positions), np.concatenate(moves)
    order = np.argsort(found)
    counts = {"winning_positions": sum(raw for raw, _ in numbers.values()), "winning_up_to_symmetry": len(found)}
    return WinningSet(problem, found[order], fewest[order], counts, maps.watch.stats)


class TableOracle(Oracle):
    """Looks positions up in a winning set: a position that is not in it is lost, if it can be reached from the start.

    For a position of another game, ask an oracle of `problem.starting_at(position)`.

    >>> import perfectplay as pp
    >>> problem = pp.load("pegs/triangle-5")
    >>> oracle = TableOracle(make_winning_set(problem))
    >>> oracle.moves_left(problem.start), oracle.best_move(problem.start), oracle.good_moves(problem.start)
    (10, 'a3-a1', ['a3-a1', 'c3-a1'])
    """

    problem: PegProblem
    is_quick = True

    def __init__(self, winning: WinningSet) -> None:
        super().__init__(winning.problem)
        self.positions = winning.positions
        self.fewest = winning.moves
        self.stats = winning.stats

    def value(self, position: PegPosition) -> Value:
        left = self.moves_left(position)
        return Value(LOST) if left is None else Value(WON, left)

    def moves_left(self, position: PegPosition) -> int | None:
        """Return the fewest moves to the goal, a chain of jumps by one peg being one; None if it is lost."""
        if position.board != self.problem.board:
            raise InputError(f"the position {position.text} is not one of the board of {self.problem.spec}")
        least = min(image(permutation, position.pegs) for permutation in self.problem.symmetries)
        place = int(np.searchsorted(self.positions, np.uint64(least)))
        is_there = place < len(self.positions) and int(self.positions[place]) == least
        return int(self.fewest[place]) if is_there else None

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


def find_oracle(problem: PegProblem, limits: Limits, progress: Progress, on_notice: Notice) -> Oracle | None:
    """Return a saved oracle, or one that is made at once if that is quick."""
    return saved_oracle(problem, on_notice) or _quick_oracle(problem, limits, progress)


def saved_oracle(problem: PegProblem, on_notice: Notice = lambda message: None) -> TableOracle | None:
    """Return the oracle of a saved table that fits: one of the same problem, or of one that leads to its start.

    What can be reached from a position of a table can be reached from the table's own start, so that its answers hold
    for the rest of the game.  Damaged files are passed over, with a notice if it was the problem's own.
    """
    whole = problem.as_json()
    own = table_path(whole)
    if has_file(own):
        try:
            table = open_table(own)
            if {**table.problem, "spec": ""} != {**whole, "spec": ""}:
                raise InputError(f"{own} is the table of another problem")
            return _table_oracle(problem, table)
        except InputError as error:
            on_notice(f"{error}; done without")
    for path in saved_tables():
        with suppress(InputError):
            about = read_header(path)["problem"]
            if about["family"] != "pegs":
                continue
            if path != own and _board(about) == _board(whole) and about["goal"] == whole["goal"]:
                oracle = _table_oracle(problem, open_table(path))
                if oracle.moves_left(problem.start) is not None:
                    return oracle
    return None


def _board(whole: dict[str, Any]) -> tuple[str, list[str]]:
    return whole["lattice"], [line.replace("o", ".") for line in whole["start"]]


def _table_oracle(problem: PegProblem, table: PegTable) -> TableOracle:
    """Return the oracle of a table of the same board and goal; its symmetries are those of the table's own start."""
    start = PegPosition.from_drawing(table.problem["start"], problem.board.lattice)
    its_problem = PegProblem(start, problem.goal, problem.spec)
    return TableOracle(WinningSet(its_problem, table.positions, table.moves, table.counts, Stats()))


def _quick_oracle(problem: PegProblem, limits: Limits, progress: Progress) -> TableOracle | None:
    """Map every position, if that takes neither much room nor more than half of the time: the rest is for a search."""
    seconds = None if limits.seconds is None else limits.seconds / 2
    is_full = problem.start.count >= FULL_BOARD * len(problem.board.holes)
    speed = START_SPEED if is_full else LATER_SPEED
    most = QUICK_BYTES if seconds is None else min(QUICK_BYTES, max(MOMENT_BYTES, seconds * speed))
    if not too_many_holes(problem) and bytes_needed(problem) <= most:
        with suppress(LimitHitError, MemoryError):
            return TableOracle(make_winning_set(problem, replace(limits, seconds=seconds), progress))
    return None
