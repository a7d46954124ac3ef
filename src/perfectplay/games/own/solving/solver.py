"""A user's own puzzle: check its rules, say in one line what its author forgot, then search as for any other."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.base.errors import ContractError, PerfectplayError
from perfectplay.contract.checks import float_refused
from perfectplay.contract.dispatch import STUBS
from perfectplay.contract.measures import ESTIMATE, checked
from perfectplay.contract.state import from_number, make_states
from perfectplay.contract.stubs import canonical, estimate, is_goal, successors
from perfectplay.contract.switch import NEVER, when_to_compile
from perfectplay.games.own.puzzle import Puzzle, place_in, said
from perfectplay.search.task import PruningRule, SearchTask
from perfectplay.search.watch import Watch
from perfectplay.solvers.searching import SearchSolver
from perfectplay.solvers.solver import Request


class PuzzleSolver(SearchSolver[Puzzle]):
    """Serves one puzzle of a user."""

    def __init__(self, problem: Puzzle) -> None:
        super().__init__(problem)
        self.rules_class = type(problem.rules)
        check_rules(problem)
        self.pruning = tuple(PruningRule(name) for name in problem.pruning)
        self.has_symmetry = STUBS[canonical].is_implemented_by(self.rules_class)

    def estimates(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        if not STUBS[estimate].is_implemented_by(self.rules_class):
            return {}
        objectives = self.problem.facts.objectives if self.problem.is_admissible else ()
        return {"own": ("the puzzle's own estimate", objectives)}

    def default_estimate(self, objective: str) -> str:
        return "own" if self.estimates() else "none"

    def task(self, objective: str, estimate: str, rules: frozenset[str], watch: Watch) -> SearchTask:
        puzzle = self.problem
        return SearchTask(
            puzzle.rules,
            puzzle.start_state,
            puzzle.words,
            puzzle.branching,
            self.pruning,
            puzzle.facts.has_unit_cost,
            puzzle.facts.is_monotone,
        )

    def own_figures(self, request: Request, path: Sequence[int]) -> Mapping[str, Any]:
        return {"cost": self.problem.cost_along(path)} if request.objective == "cost" else {}

    def explain(self, error: Exception) -> PerfectplayError | None:
        name = self.rules_class.__name__
        if when_to_compile() == NEVER:
            path = Path(STUBS[successors].implementation(self.rules_class).__code__.co_filename)
            hint = "; is Puzzle(branching=…) too small?" if isinstance(error, IndexError) else ""
            return ContractError(f"{place_in(path, error)}: {said(error)}{hint}")
        if isinstance(error, IndexError):
            return ContractError(
                f"{name}: an index is out of range; if successors writes more than {self.problem.branching} states, "
                "pass Puzzle(branching=…), else PERFECTPLAY_COMPILE=never shows where"
            )
        words = "division by zero" if isinstance(error, ZeroDivisionError) else str(error)  # Python's own vary
        return ContractError(
            f"{name}: {type(error).__name__} while searching: {words}; PERFECTPLAY_COMPILE=never shows where"
        )


def check_rules(puzzle: Puzzle) -> None:
    """Find by plain Python what would otherwise be a compiler's traceback or a silently wrong answer."""
    rules, rules_class = puzzle.rules, type(puzzle.rules)
    if not (isinstance(rules, tuple) and hasattr(rules, "_fields")):
        raise ContractError(f"rules must be a NamedTuple, not {rules_class.__name__}")
    for name, value in zip(rules._fields, rules, strict=True):
        if not isinstance(value, (int, float, np.generic, np.ndarray, tuple)):
            raise ContractError(
                f"{rules_class.__name__}.{name} is a {type(value).__name__}; rules hold integers and NumPy arrays only"
            )
    for stub in (successors, is_goal):
        STUBS[stub].implementation(rules_class)
    start = from_number(puzzle.start_state, puzzle.words)
    out = make_states(puzzle.branching, puzzle.words)
    count = puzzle.ask(successors, start, out)
    if isinstance(count, bool) or not isinstance(count, (int, np.integer)):
        raise ContractError(f"{_name(successors, rules_class)} must return how many states it wrote, not {count!r}")
    if not 0 <= count <= puzzle.branching:
        raise ContractError(
            f"{_name(successors, rules_class)} returned {count} for the start, but Puzzle(branching={puzzle.branching})"
        )
    if not isinstance(verdict := puzzle.ask(is_goal, start), (bool, np.bool_)):
        raise ContractError(f"{_name(is_goal, rules_class)} must return True or False, not {verdict!r}")
    if STUBS[canonical].is_implemented_by(rules_class) and not _is_state(image := puzzle.ask(canonical, start), puzzle):
        raise ContractError(
            f"{_name(canonical, rules_class)} must return a state, not {image!r}; end with word(…), from "
            "perfectplay.contract, if it is an ordinary integer"
        )
    guess = puzzle.ask(estimate, start)
    if isinstance(guess, (float, np.floating)):
        raise float_refused(STUBS[estimate].implementation(rules_class))
    if isinstance(guess, bool) or not isinstance(guess, (int, np.integer)):
        raise ContractError(f"{_name(estimate, rules_class)} must return a whole number of 0 or more, not {guess!r}")
    checked(rules_class.__name__, ESTIMATE, guess)


def _is_state(value: Any, puzzle: Puzzle) -> bool:
    words = value if isinstance(value, tuple) else (value,)
    return len(words) == puzzle.words and all(isinstance(word, np.uint64) for word in words)


def _name(stub: Callable[..., Any], rules_class: type) -> str:
    function = STUBS[stub].implementation(rules_class)
    return f"{function.__name__} ({stub.__name__} of {rules_class.__name__})"
