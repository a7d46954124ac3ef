"""Saved tables of coin triangles: every position, the lost ones marked."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from perfectplay.base.limits import Limits
from perfectplay.base.loading import loading
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.base.text import in_lines
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.solving.table_place import KIND, coin_table_path, is_sound
from perfectplay.model.tables import TableMaker


class CoinTables(TableMaker[CoinProblem]):
    """What the lost positions of a triangle are, a bit for each position."""

    kind = KIND
    counts = frozenset({"positions", "lost_positions"})
    sealed = ("sums",)  # the sums check the blocks of words one by one
    about = "of coins those that are lost"

    def path(self, problem: CoinProblem) -> Path:
        return coin_table_path(problem.game)

    def build(
        self, problem: CoinProblem, path: Path, limits: Limits, progress: Progress
    ) -> tuple[dict[str, int], Stats]:
        with loading():
            from perfectplay.games.coins.solving.table import build_table

        return build_table(problem.game, path, limits, progress)

    def is_sound(self, header: dict[str, Any]) -> bool:
        return is_sound(header)

    def open(self, path: Path, header: dict[str, Any], arrays: dict[str, Any]) -> Any:
        with loading():
            from perfectplay.games.coins.solving.table import CoinTable

        return CoinTable(path, header["problem"], header["counts"], arrays["sums"], arrays["lost"])

    def counted(self, counts: Mapping[str, int]) -> str:
        return f"{counts['lost_positions']:,} of {counts['positions']:,} positions are lost for the player to move"

    def described(self, table: Any) -> str:
        table.check_all()
        return in_lines(f"{table.problem['spec']}: {self.counted(table.counts)}")

    def as_json(self, table: Any) -> dict[str, Any]:
        table.check_all()
        return {"problem": table.problem, "counts": table.counts}
