"""Which table belongs to a coin game, where it is kept, and where its arrays are in the file."""

import json
from pathlib import Path
from typing import Any

from perfectplay.games.coins.game import CoinGame
from perfectplay.model.tables import table_path

KIND = "coins-lost"
HEAD_BYTES = 4096  # the words of a table begin with a page


def table_problem(game: CoinGame) -> dict[str, Any]:
    """Return what a table depends on: neither points nor colours."""
    items = [f"runs={game.longest_run}"] * (game.longest_run < game.side) + ["play=normal"] * (not game.is_misere)
    spec = f"coins/{game.side}" + (f":{','.join(items)}" if items else "")
    return {
        "spec": spec,
        "family": "coins",
        "side": game.side,
        "longest_run": game.longest_run,
        "play": game.play,
    }


def coin_table_path(game: CoinGame) -> Path:
    """Return where the table of a game is kept."""
    return table_path(table_problem(game))


def places(words: int, blocks: int) -> dict[str, dict[str, Any]]:
    """Return where the arrays of a coin table are: a sum for each block, and from the next page on the words."""
    words_at = -(-(HEAD_BYTES + blocks * 8) // HEAD_BYTES) * HEAD_BYTES
    return {
        "sums": {"dtype": "<u8", "offset": HEAD_BYTES, "count": blocks},
        "lost": {"dtype": "<u8", "offset": words_at, "count": words},
    }


def is_sound(header: dict[str, Any]) -> bool:
    """Tell whether a header is one that a build could have written."""
    problem, arrays = header["problem"], header["arrays"]
    side, blocks = problem["side"], arrays["sums"]["count"]
    return (
        problem["family"] == "coins"
        and isinstance(problem["spec"], str)
        and type(side) is int
        and 1 <= side <= 10
        and type(problem["longest_run"]) is int
        and 1 <= problem["longest_run"] <= side
        and problem["play"] in ("misere", "normal")
        and type(blocks) is int
        and blocks >= 0
        and json.dumps(arrays) == json.dumps(places(1 << max(0, side * (side + 1) // 2 - 6), blocks))
    )
