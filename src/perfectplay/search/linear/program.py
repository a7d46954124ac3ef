"""One linear program, kept between questions so that each starts from the last answer.

HiGHS solves it: Huangfu and Hall, Parallelizing the dual revised simplex method, 2018.  Its time limit is the
time left.  It often asks whether to stop, so the deadline, Ctrl-C and the limit on memory end it within a fraction of a
second.
"""

from collections.abc import Mapping, Sequence
from threading import Event
from typing import Any, NamedTuple

from perfectplay.base.apart import run_apart
from perfectplay.base.limits import LimitHitError
from perfectplay.base.loading import loading
from perfectplay.search.watch import Watch

TOLERANCE = 1e-6
# HiGHS keeps a program several times: as given, by rows, presolved, factored.  Measured on programs of 700 to 11,000
# rows, it takes 260 to 460 bytes for each row, column and nonzero.
BYTES_PER_ITEM = 300
# Smaller programs are solved in milliseconds: a thread and its questions would cost more than they save.
SMALL_ITEMS = 8_000
CALLBACKS = ("kCallbackSimplexInterrupt", "kCallbackIpmInterrupt", "kCallbackMipInterrupt")


class Solution(NamedTuple):
    """The least value, where the columns have it, and the weights of the rows that prove it."""

    value: float
    primal: list[float]
    dual: list[float]


def program_bytes(rows: int, columns: int, nonzeros: int) -> int:
    """Estimate what solving a program takes."""
    return BYTES_PER_ITEM * (rows + columns + nonzeros)


class LinearProgram:
    """The least sum of costs where every row, a sum of columns times coefficients, is within its sides.

    No column is negative.

    A column is a mapping from rows to coefficients.  Without upper sides the rows are bounded from below alone.

    >>> program = LinearProgram(Watch(), [1.0, 1.0], [{0: 2.0}, {0: 1.0, 1: 3.0}], [4.0, 3.0])
    >>> program.solve()
    Solution(value=2.5, primal=[1.5, 1.0], dual=[0.5, 0.16666666666666666])
    """

    def __init__(
        self,
        watch: Watch,
        costs: Sequence[float],
        columns: Sequence[Mapping[int, float]],
        lower: Sequence[float],
        upper: Sequence[float] | None = None,
    ) -> None:
        with loading():
            import highspy
            import numpy as np

        self.watch = watch
        nonzeros, size = sum(map(len, columns)), f"{len(lower):,} rows and {len(columns):,} columns"
        watch.room.ask(program_bytes(len(lower), len(columns), nonzeros), f"a linear program of {size}")
        watch.room.begin_growth()
        self._highspy, self._numpy, self._highs = highspy, np, highspy.Highs()
        self._highs.setOptionValue("output_flag", False)
        self._highs.setOptionValue("threads", 1)
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(columns), len(lower)
        model.col_cost_ = np.array(costs, float)
        model.col_lower_ = np.zeros(len(columns))
        model.col_upper_ = np.full(len(columns), highspy.kHighsInf)
        model.row_lower_ = np.array(lower, float)
        model.row_upper_ = np.full(len(lower), highspy.kHighsInf) if upper is None else np.array(upper, float)
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.cumsum([0, *map(len, columns)])
        model.a_matrix_.index_ = np.array([row for column in columns for row in column], np.int32)
        model.a_matrix_.value_ = np.array([value for column in columns for value in column.values()], float)
        self._highs.passModel(model)
        self._stop = Event()
        self._calls_back = False
        if len(lower) + len(columns) + nonzeros > SMALL_ITEMS:
            self._call_back()

    def _call_back(self) -> None:
        """Let HiGHS ask many times a second whether to stop."""
        if not self._calls_back:
            self._calls_back = True
            self._highs.setCallback(_on_interrupt, self._stop)
            for name in CALLBACKS:
                self._highs.startCallback(getattr(self._highspy.cb.HighsCallbackType, name))

    def set_bounds(self, column: int, least: float, most: float | None) -> None:
        """Bound a column; `None` is no bound."""
        self._highs.changeColBounds(column, float(least), self._highspy.kHighsInf if most is None else float(most))

    def set_sides(self, sides: Sequence[float]) -> None:
        """Give the first rows other sides, the upper ones equal to the lower ones."""
        np = self._numpy
        both = np.array(sides, float)
        self._highs.changeRowsBounds(len(both), np.arange(len(both), dtype=np.int32), both, both)

    def set_cost(self, column: int, cost: float) -> None:
        """Give a column another cost."""
        self._highs.changeColCost(column, cost)

    def set_costs(self, costs: Sequence[float]) -> None:
        """Give the first columns other costs."""
        np = self._numpy
        self._highs.changeColsCost(len(costs), np.arange(len(costs), dtype=np.int32), np.array(costs, float))

    def basis(self) -> Any:
        """Return where the last answer was found, from where a similar question is soon answered."""
        return self._highs.getBasis()

    def set_basis(self, basis: Any) -> None:
        """Start the next question from there."""
        self._highs.setBasis(basis)

    def solve(self) -> Solution:
        """Return the least value; a limit raises LimitHitError, and Ctrl-C KeyboardInterrupt."""
        self._run()
        found = self._highs.getSolution()
        value = self._highs.getInfo().objective_function_value
        return Solution(value, list(found.col_value), list(found.row_dual))

    def solve_whole(self, columns: int, gap: float) -> list[float] | None:
        """Return the columns of a least value within the gap where the first so many are whole; None if there is none.

        HiGHS branches and cuts by itself; what it finds is no proof.
        """
        np, kind = self._numpy, self._highspy.HighsVarType.kInteger
        self._highs.changeColsIntegrality(columns, np.arange(columns, dtype=np.int32), [kind] * columns)
        self._highs.setOptionValue("mip_abs_gap", gap)
        self._call_back()
        self._run()
        if self._highs.getModelStatus() != self._highspy.HighsModelStatus.kOptimal:
            return None
        return list(self._highs.getSolution().col_value)

    def _run(self) -> None:
        self.watch.check_time()
        left = self.watch.seconds_left()
        if left != float("inf"):  # HiGHS counts the seconds of all runs of a program
            self._highs.setOptionValue("time_limit", self._highs.getRunTime() + left)
        if self._calls_back:
            self._stop.clear()
            run_apart(self._highs.run, self._check, self._stop.set)
        else:
            self._highs.run()
        if self._highs.getModelStatus() == self._highspy.HighsModelStatus.kTimeLimit:
            raise LimitHitError("time")

    def _check(self) -> None:
        """Raise LimitHitError if a limit is hit while HiGHS runs."""
        self.watch.check_time()
        self.watch.room.check_growth()


def _on_interrupt(kind: Any, message: str, found: Any, answer: Any, stop: Event) -> None:
    """Answer HiGHS whether to stop."""
    if answer is not None and stop.is_set():
        answer.user_interrupt = True
