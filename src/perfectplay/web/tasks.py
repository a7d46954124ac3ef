"""What a worker can do: values, a player's move, a solution, a check of a saved answer."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from perfectplay.arena.players import PlayerMaker, player_makers
from perfectplay.base.errors import InputError
from perfectplay.base.limits import Limits, resident_bytes
from perfectplay.base.progress import Progress
from perfectplay.base.recent import Recent
from perfectplay.model.game_for_two import GameForTwo, GameOracle
from perfectplay.model.oracle import OUTCOMES, Oracle, Value
from perfectplay.model.player import Player
from perfectplay.model.problem import Problem
from perfectplay.solvers.oracle import find_oracle
from perfectplay.verbs.solve import solve
from perfectplay.verbs.verify import verify_saved
from perfectplay.web.answering import answer_data
from perfectplay.web.asked import OVER, is_over, load_asked, position_asked, positions_after
from perfectplay.web.own_games import subject_of

MOST_KEPT = 4  # oracles and players together: a game on the page has up to three
BASE_BYTES = 1 << 28  # memory that a process takes without anything that it keeps

Task = Mapping[str, Any]


class Workshop:
    """Does tasks; what took long to make, such as tables of values, is kept for the next of the same problem."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self.own = own
        self._kept: Recent[tuple[str, str], Oracle | Player] = Recent(MOST_KEPT)  # by problem and player

    def do(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Return the result of a task as plain data; what is kept after it has the memory of one search."""
        tasks: dict[str, Callable[[Task, Progress], dict[str, Any]]] = {
            "values": self.values,
            "hint": self.hint,
            "move": self.move,
            "solve": self.solve,
            "verify": self.verify,
        }
        try:
            return tasks[task["task"]](task, progress)
        finally:
            while len(self._kept) > 1 and resident_bytes() > BASE_BYTES + task["memory"]:
                self._kept.forget_oldest()

    def values(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Value a position, and each of its moves where that is asked for."""
        oracle = self._oracle(task, progress)
        position = position_asked(oracle.problem, task["position"], task.get("history"))
        value = oracle.value(position)
        return {
            **_value_data(oracle.problem, value),
            **_limit_data(value),
            "going_on": _turns_after(oracle, position, value, task.get("step")),
            "is_quick": oracle.is_quick and value.is_known,
            "moves": self._moves(oracle, position, task) if task["moves"] else None,
        }

    def _moves(self, oracle: Oracle, position: Any, task: Task) -> list[dict[str, Any]]:
        """Return every move with its value, the best first, those that are not known last."""
        step, problem = task.get("step"), oracle.problem

        def valued(text: str, value: Value) -> _Valued:
            if not oracle.is_quick:
                return _Valued(text, value, None)
            return _Valued(text, value, _turns_after(oracle, problem.play(position, text), value, text))

        def rank(item: _Valued) -> tuple[Any, ...]:
            return _rank(oracle, item, begins_turn=step is None or not problem.goes_on(step, item.move))

        found = [valued(text, value) for text, value in oracle.moves_within(position, task["moves_seconds"])]
        found.sort(key=rank)
        return [{"move": item.move, **_value_data(problem, item.value), "going_on": item.going_on} for item in found]

    def hint(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Find one good move."""
        oracle = self._oracle(task, progress)
        position = position_asked(oracle.problem, task["position"], task.get("history"))
        value = oracle.value(position)
        move = None
        if value.is_known:
            move = _step_going_on(oracle, position, value, task.get("step"))
            move = move or _best_move(oracle, position, task["moves_seconds"])
        if value.is_known and move is None and isinstance(oracle, GameOracle) and not oracle.problem.is_goal(position):
            value = value._replace(limit="time")  # all moves have to be valued, and some were not
        return {"move": move, **_value_data(oracle.problem, value), **_limit_data(value)}

    def _oracle(self, task: Task, progress: Progress) -> Oracle:
        """Return what knows the values of a problem; a thorough one may take as long as a search to be made."""
        key, is_thorough = (task["subject"], ""), bool(task.get("thorough"))
        seconds = task["seconds"] if is_thorough else task["value_seconds"]
        oracle = self._kept.find(key)
        if not isinstance(oracle, Oracle) or (is_thorough and not oracle.is_quick):
            problem = self._load(task)
            oracle = find_oracle(
                problem,
                Limits(memory=task["memory"]),
                progress,
                objective=problem.review_objective if isinstance(problem, GameForTwo) else "",
                making_seconds=seconds,
            )
            self._kept.keep(key, oracle)
        if not isinstance(oracle, GameOracle):
            seconds = task["value_seconds"]  # the table of a puzzle has been made by now, if there is to be one
        oracle.allow(Limits(seconds, task["memory"]))
        return oracle

    def _load(self, task: Task) -> Problem:
        """Return the problem of a task, and not what its file says after an edit."""
        problem = load_asked(task["spec"], self.own)
        if subject_of(problem, self.own) != task["subject"]:
            raise InputError(f"the rules of {problem.spec} were edited just now; load the page again")
        return problem

    def quick_subjects(self) -> list[str]:
        """Return the problems whose values are all at hand."""
        return [key[0] for key, kept in self._kept.items() if isinstance(kept, Oracle) and kept.is_quick]

    def move(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Let a player of the arena move."""
        key = task["subject"], task["player"]
        player = self._kept.find(key)
        if not isinstance(player, Player):
            problem = _game_for_two(self._load(task))
            player = _make_player(problem, task["player"])
            player.problem, player.memory = problem, task["memory"]
            self._kept.keep(key, player)
        problem = player.problem
        positions = positions_after(problem, task["moves_played"])
        if is_over(problem, positions):
            raise InputError(OVER)
        player.begin(problem, len(task["moves_played"]) % 2 == 0, task["seed"], task["seconds"])
        return {"move": player.choose(positions[-1], task["seconds"]), "notes": list(player.notes)}

    def solve(self, task: Task, progress: Progress) -> dict[str, Any]:
        """Solve a problem from a position."""
        problem = self._load(task)
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


class _Valued(NamedTuple):
    """A move with its value, and the turns that are left after its turn where that goes on."""

    move: str
    value: Value
    going_on: int | None


def _turns_after(oracle: Oracle, position: Any, value: Value, step: str | None) -> int | None:
    """Return the fewest turns that are left where the turn of the last step goes on; None if that is not counted."""
    return min(_steps_going_on(oracle, position, value, step).values(), default=None)


def _steps_going_on(oracle: Oracle, position: Any, value: Value, step: str | None) -> dict[str, int]:
    """Return the steps by which the turn of the last one can go on, with the turns that are left then."""
    problem = oracle.problem
    if step is None or value.moves_left is None or problem.step_noun == problem.turn_noun or problem.is_goal(position):
        return {}
    return oracle.steps_going_on(position, step)


def _step_going_on(oracle: Oracle, position: Any, value: Value, step: str | None) -> str | None:
    """Return a step by which the turn under way goes on, where that takes fewer turns than a new one."""
    further = _steps_going_on(oracle, position, value, step)
    best = min(further, key=further.__getitem__, default=None)
    return None if best is None or value.moves_left is None or further[best] >= value.moves_left else best


def _best_move(oracle: Oracle, position: Any, seconds: float) -> str | None:
    """Return a move that keeps the value of a position, in a game for two one that is found within so many seconds."""
    if isinstance(oracle, GameOracle):
        return next(iter(oracle.best_among(oracle.moves_within(position, seconds))), None)
    return oracle.best_move(position)


def _game_for_two(problem: Problem) -> GameForTwo:
    if not isinstance(problem, GameForTwo):
        raise InputError(f"{problem.spec} is a puzzle for one: nobody plays against you")
    return problem


def _make_player(problem: GameForTwo, name: str) -> Player:
    """Return a player by its name; programs of this computer are not for visitors to start."""
    makers: Mapping[str, PlayerMaker] = player_makers(problem)
    if name.partition(":")[0] not in makers:
        raise InputError(f"no player {name[:40]!r}; players are {', '.join(makers)}")
    return makers[name.partition(":")[0]](name)


def _value_data(problem: Problem, value: Value) -> dict[str, Any]:
    return {
        "category": value.outcome if value.is_known else None,
        "distance": value.moves_left,
        "points": value.points if isinstance(problem, GameForTwo) and problem.has_points else None,
    }


def _limit_data(value: Value) -> dict[str, Any]:
    return {"limit": value.limit or None, "price": value.price or None}


def _rank(oracle: Oracle, valued: _Valued, *, begins_turn: bool) -> tuple[Any, ...]:
    """Return what moves are sorted by."""
    _, value, going_on = valued
    if not value.is_known:
        return (1,)
    if isinstance(oracle, GameOracle):
        return (0, *(-part for part in oracle.rank(value)))
    left = [turns for turns in (value.moves_left, going_on) if turns is not None]
    return (0, OUTCOMES.index(value.outcome), min(left) + begins_turn if left else 0)
