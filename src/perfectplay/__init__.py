"""Exact answers for board puzzles and games: solve, prove, count and play them, at native speed.

>>> import perfectplay as pp
>>> answer = pp.solve("pegs/english")
>>> answer.status, answer.jumps
('solved', 31)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from perfectplay.errors import ContractError, InputError, PerfectplayError, UnsupportedError
from perfectplay.limits import Limits, Progress, Stats
from perfectplay.version import __version__

if TYPE_CHECKING:
    from perfectplay.answers import Answer, Decided, Impossible, Solved, Unknown
    from perfectplay.games.coins import CoinGame, CoinPosition, CoinProblem
    from perfectplay.games.own import Puzzle
    from perfectplay.games.pegs import PegPosition, PegProblem
    from perfectplay.solvers import count, count_pairs, prove, solve
    from perfectplay.specs import load
    from perfectplay.tables import open_table
    from perfectplay.verifying import verify

__all__ = [
    "Answer",
    "CoinGame",
    "CoinPosition",
    "CoinProblem",
    "ContractError",
    "Decided",
    "Impossible",
    "InputError",
    "Limits",
    "PegPosition",
    "PegProblem",
    "PerfectplayError",
    "Progress",
    "Puzzle",
    "Solved",
    "Stats",
    "Unknown",
    "UnsupportedError",
    "__version__",
    "count",
    "count_pairs",
    "load",
    "open_table",
    "prove",
    "solve",
    "verify",
]

# Imported on first use, so that importing the package stays quick.
_PLACES = {
    "Answer": "perfectplay.answers",
    "CoinGame": "perfectplay.games.coins",
    "CoinPosition": "perfectplay.games.coins",
    "CoinProblem": "perfectplay.games.coins",
    "Decided": "perfectplay.answers",
    "Impossible": "perfectplay.answers",
    "PegPosition": "perfectplay.games.pegs",
    "PegProblem": "perfectplay.games.pegs",
    "Puzzle": "perfectplay.games.own",
    "Solved": "perfectplay.answers",
    "Unknown": "perfectplay.answers",
    "count": "perfectplay.solvers",
    "count_pairs": "perfectplay.solvers",
    "load": "perfectplay.specs",
    "open_table": "perfectplay.tables",
    "prove": "perfectplay.solvers",
    "solve": "perfectplay.solvers",
    "verify": "perfectplay.verifying",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'perfectplay' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_PLACES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
