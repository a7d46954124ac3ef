"""Saved tables of peg problems: every position that can still be won."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from perfectplay.base.limits import Limits
from perfectplay.base.loading import loading
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.base.text import in_lines
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.table import KIND, PegTable, is_sound
from perfectplay.model.tables import TableMaker, table_path


class PegTables(TableMaker[PegProblem]):
    """The winning positions up to symmetry, and the fewest moves from each."""

    kind = KIND
    counts = frozenset({"winning_positions", "winning_up_to_symmetry"})
    sealed = ("positions", "moves")
    about = "of pegs those that can still be won"

    def path(self, problem: PegProblem) -> Path:
        return table_path(problem.as_json())

    def build(
        self, problem: PegProblem, path: Path, limits: Limits, progress: Progress
    ) -> tuple[dict[str, int], Stats]:
        with loading():
            from perfectplay.games.pegs.solving.oracle import make_winning_set

        winning = make_winning_set(problem, limits, progress)
        winning.save(path)
        return winning.counts, winning.stats

    def is_sound(self, header: dict[str, Any]) -> bool:
        return is_sound(header)

    def open(self, path: Path, header: dict[str, Any], arrays: dict[str, Any]) -> PegTable:
        return PegTable.opened(path, header, arrays)

    def counted(self, counts: Mapping[str, int]) -> str:
        raw, reduced = counts["winning_positions"], counts["winning_up_to_symmetry"]
        return f"{raw:,} positions can still be won, {reduced:,} up to symmetry"

    def described(self, table: PegTable) -> str:
        problem = table.problem
        goal = " any single peg" if isinstance(problem["goal"], str) else "\n" + "\n".join(problem["goal"])
        drawn = f"{problem['spec']}, from:\n" + "\n".join(problem["start"]) + f"\nto:{goal}"
        return f"{drawn}\n{in_lines(self.counted(table.counts))}"

    def as_json(self, table: PegTable) -> dict[str, Any]:
        most = int(table.moves.max(initial=0))
        figures = {"problem": table.problem, "counts": table.counts}
        return {**figures, "positions": len(table.positions), "most_moves": most}
