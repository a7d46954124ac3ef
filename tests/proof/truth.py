"""Whether an answer is true, by the rules and the searches of the package: nothing of the checker is used here."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import perfectplay as pp
from perfectplay.base.errors import PerfectplayError
from perfectplay.games.own.loader import load_game
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.registry import find_family
from perfectplay.verbs.values import game_values

Json = dict[str, Any]


def is_true(answer: Json, rules: Path | None = None) -> bool:
    """Tell whether every claim of an answer holds; `rules` is the file of a user's own game."""
    text = json.dumps(answer["problem"])
    problem = read(text, rules)
    if problem is None:
        return False
    if answer["status"] == "impossible":
        return isinstance(best_answer(text, rules, problem.facts.objectives[0]), pp.Impossible)
    if isinstance(problem, GameForTwo):
        return is_decided(answer, problem, best_answer(text, rules, answer["objective"]))
    best = best_answer(text, rules, answer["objective"])
    return answer["status"] == "solved" and is_solved(answer, problem, best)


@cache
def read(text: str, rules: Path | None) -> pp.Problem | None:
    """Return the problem of an answer, None if there is none; blanks at the end of a drawn line mean nothing."""
    saved = json.loads(text)
    if rules is not None:
        argument = saved["spec"].partition(":")[2]
        puzzle = load_game(str(rules), [argument] if argument else [])
        return puzzle if puzzle.text(puzzle.start) == saved["start"] and puzzle.source == saved["source"] else None
    family = find_family(saved["family"])
    try:
        assert family is not None and family.read is not None
        problem = family.read(saved)
        return problem if stripped(problem.as_json()) == stripped(saved) else None
    except (PerfectplayError, AssertionError, LookupError, TypeError, ValueError):
        return None


def stripped(saved: Json) -> Json:
    """Return what a problem is: blanks after the cells of a drawing, and the window that names cells, are nothing."""
    return {
        name: without_blanks(value) if isinstance(value, list) else value
        for name, value in saved.items()
        if name != "window"
    }


def without_blanks(lines: list[Any]) -> list[Any]:
    """Return the lines of a drawing without blanks at their ends, and without empty lines at its end."""
    found = [line.rstrip() if isinstance(line, str) else line for line in lines]
    while found and found[-1] == "":
        found.pop()
    return found


@cache
def best_answer(text: str, rules: Path | None, objective: str) -> pp.Answer:
    problem = read(text, rules)
    assert problem is not None
    return pp.solve(problem, objective=objective)


def is_solved(answer: Json, problem: pp.Problem, best: pp.Answer) -> bool:
    """Play the solution, and compare what it is said to be with what it is, and with the best there is."""
    position = problem.start
    for text in answer["solution"]:
        position = problem.play(position, text)
    objective = answer["objective"]
    if objective != "pegs" and not problem.is_goal(position):
        return False
    assert isinstance(best, pp.Solved)
    if answer["optimal"] and answer[objective] != getattr(best, objective):
        return False
    return all(type(answer[name]) is int for name in ("jumps", "moves"))


def is_decided(answer: Json, problem: GameForTwo, best: Any) -> bool:
    """Compare winner, value and moves with those of the solver, and the game that is shown with exact values."""
    mine = (best.winner, best.value, set(best.best_moves))
    if (answer["winner"], answer["value"], set(answer["best_moves"])) != mine:
        return False
    lost = game_values(problem, answer["objective"]).lost(problem.start, answer["solution"])
    return all(item == 0 for item in lost) and len(answer["best_moves"]) == len(best.best_moves)
