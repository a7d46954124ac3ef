"""What a worker can do: values, a player's move, a solution, a check of a saved answer."""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from perfectplay.arena.players import PlayerMaker, player_makers
from perfectplay.base.errors import InputError
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.model.game_for_two import GameForTwo, GameOracle
from perfectplay.model.oracle import OUTCOMES, Oracle, Value
from perfectplay.model.player import Player
from perfectplay.model.problem import Problem
from perfectplay.solvers.oracle import find_oracle
from perfectplay.verbs.solve import solve
from perfectplay.verbs.verify import verify_saved
from perfectplay.web.answering import answer_data
from perfectplay.web.asked import load_asked, position_asked, positions_after

MOST_KEPT = 4  # problems whose oracles are kept, and players

Task = Mapping[str, Any]
K = TypeVar("K")
V = TypeVar("V")


class Workshop:
    """Does tasks; what took long to make, such as tables of values, is kept for the next of the same problem."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self.own = own
        self._oracles: OrderedDict[str, Oracle] = OrderedDict()
        self._players: OrderedDict[tuple[str, str, float], Player] = OrderedDict()

    def do(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Return the result of a task as plain data."""
        tasks: dict[str, Callable[[Task, Progress], dict[str, Any]]] = {
            "values": self.values,
            "hint": self.hint,
            "move": self.move,
            "solve": self.solve,
            "verify": self.verify,
        }
        return tasks[task["task"]](task, progress)

    def values(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Value a position, and each of its moves where that is asked for."""
        oracle = self._oracle(task, progress)
        position = position_asked(oracle.problem, task["position"], task.get("history"))
        value = oracle.value(position)
        moves = self._moves(oracle, position) if task["moves"] else None
        return {**_value_data(value), "is_quick": oracle.is_quick, "moves": moves}

    def _moves(self, oracle: Oracle, position: Any) -> list[dict[str, Any]]:
        """Return every move with its value, the best first, those that are not known last."""
        found = oracle.moves(position)
        found.sort(key=lambda item: _rank(oracle, item[1]))
        return [{"move": text, **_value_data(value, is_short=True)} for text, value in found]

    def hint(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Find one good move."""
        oracle = self._oracle(task, progress)
        position = position_asked(oracle.problem, task["position"], task.get("history"))
        value = oracle.value(position)
        return {"move": oracle.best_move(position) if value.is_known else None, **_value_data(value)}

    def _oracle(self, task: Task, progress: Progress) -> Oracle:
        """Return what knows the values of a problem; a thorough one may take as long as a search to be made."""
        spec, is_thorough = task["spec"], bool(task.get("thorough"))
        known = self._oracles.get(spec)
        if known is not None and (known.is_quick or not is_thorough):
            self._oracles.move_to_end(spec)
            return known
        problem = load_asked(spec, self.own)
        seconds = task["seconds"] if is_thorough else task["value_seconds"]
        oracle = find_oracle(
            problem,
            Limits(memory=task["memory"]),
            progress,
            search_seconds=task["value_seconds"],
            objective=problem.review_objective if isinstance(problem, GameForTwo) else "",
            making_seconds=seconds,
        )
        return _kept(self._oracles, spec, oracle)

    def quick_specs(self) -> list[str]:
        """Return the problems whose values are all at hand."""
        return [spec for spec, oracle in self._oracles.items() if oracle.is_quick]

    def move(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Let a player of the arena move."""
        spec, name = task["spec"], task["player"]
        key = spec, name, task["seconds"]  # what a player has not found out in a short time, it may in a longer one
        player = self._players.get(key)
        if player is None:
            problem = load_asked(spec, self.own)
            player = _kept(self._players, key, _make_player(problem, name))
        else:
            problem = player.problem
        assert isinstance(problem, GameForTwo)
        position = positions_after(problem, task["moves_played"])[-1]
        if problem.is_goal(position):
            raise InputError("the game is over: there is no move to make")
        player.begin(problem, len(task["moves_played"]) % 2 == 0, task["seed"], task["seconds"])
        return {"move": player.choose(position, task["seconds"]), "notes": list(player.notes)}

    def solve(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Solve a problem from a position."""
        problem = load_asked(task["spec"], self.own)
        if task["position"] is not None:
            problem = problem.starting_at(position_asked(problem, task["position"], task.get("history")))
        limits = Limits(seconds=task["seconds"], memory=task["memory"])
        answer = solve(problem, objective=task["objective"], limits=limits, progress=progress, **task["options"])
        return answer_data(answer)

    def verify(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Check a saved answer, claim by claim."""
        verdict = verify_saved(task["text"], limits=Limits(seconds=task["seconds"], memory=task["memory"]))
        saved = json.loads(task["text"])
        problem = saved.get("problem") if isinstance(saved, dict) else None
        spec = problem.get("spec") if isinstance(problem, dict) else None
        return {
            "verdict": verdict.verdict,
            "problem": verdict.problem or None,
            "claims": [{"name": item.name, "verdict": item.result, "text": item.detail} for item in verdict.claims],
            "spec": self._known_spec(spec) if verdict.verdict != "rejected" else None,
            "solution": saved.get("solution") if verdict.verdict != "rejected" else None,
        }

    def _known_spec(self, spec: object) -> str | None:
        """Return a spec that the page can open."""
        try:
            return spec if isinstance(spec, str) and load_asked(spec, self.own) else None
        except InputError:
            return None


def _make_player(problem: Problem, name: str) -> Player:
    """Return a player by its name; programs of this computer are not for visitors to start."""
    if not isinstance(problem, GameForTwo):
        raise InputError(f"{problem.spec} is a puzzle for one: nobody plays against you")
    makers: Mapping[str, PlayerMaker] = player_makers(problem)
    if name.partition(":")[0] not in makers:
        raise InputError(f"no player {name[:40]!r}; players are {', '.join(makers)}")
    return makers[name.partition(":")[0]](name)


def _value_data(value: Value, *, is_short: bool = False) -> dict[str, Any]:
    data = {
        "category": value.outcome if value.is_known else None,
        "distance": value.moves_left,
        "points": value.points,
    }
    return data if is_short else {**data, "limit": value.limit or None, "price": value.price or None}


def _rank(oracle: Oracle, value: Value) -> tuple[Any, ...]:
    """Return what moves are sorted by."""
    if not value.is_known:
        return (1,)
    if isinstance(oracle, GameOracle):
        return (0, *(-part for part in oracle.rank(value)))
    return (0, OUTCOMES.index(value.outcome), value.moves_left if value.moves_left is not None else 0)


def _kept(kept: OrderedDict[K, V], key: K, value: V) -> V:
    """Keep a value, and let the one go that was not used for longest."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
    return value
