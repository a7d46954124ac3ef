"""Exact answers for board puzzles and games: solve, prove, count and play them, at native speed.

>>> import perfectplay as pp
>>> answer = pp.solve("pegs/english")
>>> answer.status, answer.jumps
('solved', 31)
"""

# The command imports this file before it can handle Ctrl-C, so nothing is imported here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from perfectplay.base.errors import ContractError, InputError, PerfectplayError, UnsupportedError
    from perfectplay.base.limits import LimitHitError, Limits
    from perfectplay.base.progress import Progress
    from perfectplay.base.stats import Stats
    from perfectplay.draw.scene import Cell, Scene
    from perfectplay.games.army import ArmyPosition, ArmyProblem
    from perfectplay.games.coins import CoinGame, CoinPosition, CoinProblem
    from perfectplay.games.dice import DicePosition, DiceProblem
    from perfectplay.games.own import Game, Puzzle
    from perfectplay.games.pegs import PegPosition, PegProblem
    from perfectplay.model.answers import Answer, Decided, Impossible, Solved, Unknown
    from perfectplay.model.count import Count, Level, Pair, PairCount
    from perfectplay.model.family import Family
    from perfectplay.model.oracle import Oracle, Value
    from perfectplay.model.problem import Problem
    from perfectplay.model.registry import Algorithm, algorithms, families
    from perfectplay.model.specs import load
    from perfectplay.proof.verdict import Claim, Verdict
    from perfectplay.verbs.count import count, count_pairs
    from perfectplay.verbs.generate import generate
    from perfectplay.verbs.hint import Hint, hint
    from perfectplay.verbs.load_answer import load_answer
    from perfectplay.verbs.prove import prove
    from perfectplay.verbs.solve import solve
    from perfectplay.verbs.table import build_table, open_table
    from perfectplay.verbs.values import exact_values
    from perfectplay.verbs.verify import verify
    from perfectplay.version import __version__

# Where each public name is; imported on first use, so that importing the package stays quick.
_PLACES = {
    "Algorithm": "model.registry",
    "Answer": "model.answers",
    "ArmyPosition": "games.army",
    "ArmyProblem": "games.army",
    "Cell": "draw.scene",
    "Claim": "proof.verdict",
    "CoinGame": "games.coins",
    "CoinPosition": "games.coins",
    "CoinProblem": "games.coins",
    "ContractError": "base.errors",
    "Count": "model.count",
    "Decided": "model.answers",
    "DicePosition": "games.dice",
    "DiceProblem": "games.dice",
    "Family": "model.family",
    "Game": "games.own",
    "Hint": "verbs.hint",
    "Impossible": "model.answers",
    "InputError": "base.errors",
    "Level": "model.count",
    "LimitHitError": "base.limits",
    "Limits": "base.limits",
    "Oracle": "model.oracle",
    "Pair": "model.count",
    "PairCount": "model.count",
    "PegPosition": "games.pegs",
    "PegProblem": "games.pegs",
    "PerfectplayError": "base.errors",
    "Problem": "model.problem",
    "Progress": "base.progress",
    "Puzzle": "games.own",
    "Scene": "draw.scene",
    "Solved": "model.answers",
    "Stats": "base.stats",
    "Unknown": "model.answers",
    "UnsupportedError": "base.errors",
    "Value": "model.oracle",
    "Verdict": "proof.verdict",
    "algorithms": "model.registry",
    "build_table": "verbs.table",
    "count": "verbs.count",
    "count_pairs": "verbs.count",
    "exact_values": "verbs.values",
    "families": "model.registry",
    "generate": "verbs.generate",
    "hint": "verbs.hint",
    "load": "model.specs",
    "load_answer": "verbs.load_answer",
    "open_table": "verbs.table",
    "prove": "verbs.prove",
    "solve": "verbs.solve",
    "verify": "verbs.verify",
    "__version__": "version",
}

__all__ = [
    "Algorithm",
    "Answer",
    "ArmyPosition",
    "ArmyProblem",
    "Cell",
    "Claim",
    "CoinGame",
    "CoinPosition",
    "CoinProblem",
    "ContractError",
    "Count",
    "Decided",
    "DicePosition",
    "DiceProblem",
    "Family",
    "Game",
    "Hint",
    "Impossible",
    "InputError",
    "Level",
    "LimitHitError",
    "Limits",
    "Oracle",
    "Pair",
    "PairCount",
    "PegPosition",
    "PegProblem",
    "PerfectplayError",
    "Problem",
    "Progress",
    "Puzzle",
    "Scene",
    "Solved",
    "Stats",
    "Unknown",
    "UnsupportedError",
    "Value",
    "Verdict",
    "__version__",
    "algorithms",
    "build_table",
    "count",
    "count_pairs",
    "exact_values",
    "families",
    "generate",
    "hint",
    "load",
    "load_answer",
    "open_table",
    "prove",
    "solve",
    "verify",
]


def __getattr__(name: str) -> "Any":
    if name not in _PLACES:
        raise AttributeError(f"module 'perfectplay' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"perfectplay.{_PLACES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
