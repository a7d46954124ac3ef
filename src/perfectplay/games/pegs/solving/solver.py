"""Pegs: how a board becomes a task, and what to try in which order."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from perfectplay.base.errors import UnsupportedError
from perfectplay.base.limits import LimitHitError, Limits, Stop
from perfectplay.base.loading import loading
from perfectplay.base.spelling import called
from perfectplay.base.stats import Stats
from perfectplay.games.jumping.board import JUMP_ORDERS, Jump
from perfectplay.games.jumping.weights import Weights
from perfectplay.games.pegs.estimates import make_estimate
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.races import Races, has_given_up
from perfectplay.games.pegs.solving.refutation import Refuter
from perfectplay.games.pegs.weight_files import weight_functions
from perfectplay.games.pegs.weight_names import GENERATED, WEIGHT_NAMES
from perfectplay.games.pegs.weights import classic_weights
from perfectplay.model.answers import Answer, Impossible, Solved, Unknown
from perfectplay.model.count import NAMES as FIGURES
from perfectplay.model.count import POSITIONS, Count, Pair, PairCount, Wanted
from perfectplay.model.option import Options
from perfectplay.search.task import PruningRule, SearchTask
from perfectplay.search.watch import Watch
from perfectplay.solvers.searching import SearchSolver
from perfectplay.solvers.solver import Request, no_pruning, remaining
from perfectplay.solvers.solving import make_answer, solve_by

# Positions looked at by beams before a proof is looked for, and before more is spent on it.
MOMENT_POSITIONS = 6_000
QUICK_POSITIONS = 30_000
# Positions that iterative deepening may look at before a proof is looked for, and before all positions are mapped, for
# the fewest moves.  Weights would take away a tenth to a third of them, and make the others slower.
FIRST_DEEPENING = 1_200
DEEPENING_POSITIONS = 1_000_000
# The same for boards whose maps have at most this many bytes, which takes a second.
SHORT_DEEPENING, QUICK_MAP_BYTES = 30_000, 100_000_000
DEEPENING_RULES = frozenset({"duplicates", "symmetry", "class"})
# Seconds and nodes of the integer program: before any search, after a quick one, and where a proof is asked for.
LITTLE_BRANCHING = (0.1, 50)
SOME_BRANCHING = (0.3, 200)
MUCH_BRANCHING = (60.0, 10_000)
# Seconds and questions to the linear program which jumps a solution can have.
JUMP_QUESTIONS = (0.2, 1_000)
AT_ONCE = frozenset({"class"})  # what refutes by neither a search nor a program, besides the count of pegs


class PegSolver(SearchSolver[PegProblem]):
    """Serves one peg problem."""

    pruning = (PruningRule("weights"), PruningRule("class", is_invariant=True))
    has_symmetry = True
    own_orders = JUMP_ORDERS

    def __init__(self, problem: PegProblem, order: str = "", functions: str = "") -> None:
        super().__init__(problem)
        self.refuter = Refuter(problem)
        self.races = Races(self, self.task)
        self._configured: dict[tuple[str, str], PegSolver] = {}
        self._jumps = problem.board.jumps_in(order) if order else problem.board.jumps
        self._tasks: dict[tuple[str, str, bool, int, bool], SearchTask] = {}
        self._weights: list[Weights] | None = None
        if functions:
            self.implied_rules = frozenset({"weights"})
        if functions not in ("", GENERATED):
            self._weights = weight_functions(problem.board, functions)
            self.prunes_images_apart = True
        self._possible_jumps: tuple[Jump, ...] | None = None

    def default_estimate(self, objective: str) -> str:
        return "corners" if objective == "moves" else "weighted"

    def configured(self, options: Options) -> "PegSolver":
        """Return the solver whose rules have the order of jumps and the weight functions that the options ask for."""
        order = options.order if options.order in self.own_orders else ""
        functions = options.weight_functions or ""
        if not order and not functions:
            return self
        if (order, functions) not in self._configured or functions not in (
            "",
            *WEIGHT_NAMES,
        ):  # a file may have changed
            self._configured[order, functions] = PegSolver(self.problem, order, functions)
        return self._configured[order, functions]

    def is_fixed_length(self, objective: str) -> bool:
        return objective == "jumps"  # every jump takes one peg away

    def weights(self, watch: Watch) -> list[Weights]:
        """Return the weight functions that prune; only the classic ones where memory allows no linear program."""
        if self._weights is None:
            with loading():
                from perfectplay.games.pegs.solving.weights import generate_weights

            try:
                self._weights = generate_weights(self.problem, watch)
            except LimitHitError as error:
                if error.limit != "memory":
                    raise
                return classic_weights(self.problem.board)
        return self._weights

    def task(
        self,
        objective: str,
        estimate: str,
        rules: frozenset[str],
        watch: Watch,
        most_pegs: int = 0,
        drops_jumps: bool = False,
    ) -> SearchTask:
        if objective == "pegs":
            raise UnsupportedError("the objective pegs is a series of searches; leave their choice to us")
        key = (objective, estimate, "weights" in rules, most_pegs, drops_jumps)
        if key not in self._tasks:
            self._tasks[key] = self._make_task(watch, *key)
        return self._tasks[key]

    def _make_task(
        self, watch: Watch, objective: str, estimate: str, has_weights: bool, most_pegs: int, drops_jumps: bool
    ) -> SearchTask:
        with loading():
            from perfectplay.games.jumping.kernels import words_for
            from perfectplay.games.pegs.kernels import build_move_rules, build_rules

        guide = make_estimate(estimate, self.problem)
        weights = self.weights(watch) if has_weights else []
        start, branching = self.problem.start.pegs, max(1, len(self.problem.board.jumps))
        words = words_for(len(self.problem.board.holes))
        rules: Any
        if objective == "moves":
            rules, start, words = build_move_rules(self.problem, guide, weights, self._jumps)
        else:
            jumps = self._jumps_of_solutions(watch) if drops_jumps else self._jumps
            rules = build_rules(self.problem, guide, weights, most_pegs, jumps=jumps)
        return SearchTask(
            rules, start, words, branching, self.pruning, objective != "moves", self.problem.facts.is_monotone
        )

    def refute(self, objective: str, rules: frozenset[str], watch: Watch) -> dict[str, Any] | None:
        if objective == "pegs" or self.problem.is_goal(self.problem.start):
            return None
        found = self.refuter.by_count()
        if found is None and "class" in rules:
            found = self.refuter.by_class()
        if found is None and "weights" in rules:
            given = self._weights if self.prunes_images_apart else None
            found = self.refuter.by_weights(watch) if given is None else self.refuter.by_given(given)
        return found

    def _jumps_of_solutions(self, watch: Watch) -> tuple[Jump, ...]:
        """Return the jumps that a solution may have."""
        if self._possible_jumps is None:
            with loading():
                from perfectplay.games.pegs.solving.jump_counts import possible_jumps

            self._possible_jumps = possible_jumps(self.problem, watch.within(*JUMP_QUESTIONS))
        return self._possible_jumps

    def _anywhere(self) -> "PegSolver":
        """Return the solver of the same start with any single peg for a goal."""
        return PegSolver(PegProblem(self.problem.start, None, self.problem.spec))

    def _lack_of_room(self) -> str:
        """Return why the positions cannot be mapped on this machine, with the figures; nothing where they can."""
        with loading():
            from perfectplay.games.pegs.solving.maps import bytes_needed, too_many_holes

        needed, there = bytes_needed(self.problem), Limits().memory_bytes()
        if needed <= there:
            return too_many_holes(self.problem)
        return too_many_holes(self.problem) or f"{needed:,} bytes are needed to map every position, {there:,} are there"

    def figure_names(self) -> Sequence[str]:
        return (*POSITIONS, *FIGURES)

    def count(self, request: Request, wanted: Wanted) -> Count:
        with loading():
            from perfectplay.games.pegs.solving.counting import count_by_maps, count_by_search

        refusal = self._lack_of_room()
        if not refusal:
            return count_by_maps(self.problem, request, wanted)
        if wanted.by != "jumps" or wanted.only - set(POSITIONS):
            return Count(self.problem, (), "memory", Stats(), by=wanted.by, detail=refusal, only=wanted.only)
        counted = count_by_search(self._anywhere(), request, wanted)
        return replace(counted, problem=self.problem, detail=refusal if counted.limit == "memory" else "")

    def count_pairs(self, request: Request, on_pair: Callable[[Pair], None]) -> PairCount:
        """Count the solutions of every vacancy and survivor of the board."""
        with loading():
            from perfectplay.games.pegs.solving.counting import count_pairs_by_maps

        if refusal := self._lack_of_room():
            return PairCount(self.problem.spec, (), "memory", Stats(), refusal)
        return count_pairs_by_maps(self.problem, request, on_pair)

    def solve_by_default(self, request: Request) -> Answer:
        if request.objective == "pegs":
            return self._fewest_pegs(request)
        if request.objective == "moves":
            return self._refute_or_count_moves(request)
        return self._search(request, MOMENT_POSITIONS, (LITTLE_BRANCHING, SOME_BRANCHING))

    def prove(self, request: Request) -> Answer:
        """Dive and no more before a proof is looked for, and do not mind a very large one later."""
        return self._search(request, 0, (SOME_BRANCHING, MUCH_BRANCHING))

    def _search(self, request: Request, moment: int, branchings: Sequence[tuple[float, int]]) -> Answer:
        """Try what is quick first, whatever it is: counts and classes, a moment of search, programs, more of both.

        A linear program takes 2 ms on the English board and 10 on 9x9, and a small tree ten times that.
        """
        certificate = self.refute(request.objective, AT_ONCE, request.watch())
        if certificate is not None:
            return self._impossible(request, Stats(pruned=no_pruning(self)), certificate)
        dives = result = self.races.dive(request)
        beams: list[Any] = []  # their engine, once there is one
        if moment and has_given_up(request, dives):
            result = self.races.send_beams(request, dives, moment, beams)
        for stage, branching in enumerate(branchings):
            if result.path is not None or result.limit in ("time", "interrupted"):
                break
            rest = replace(request, limits=remaining(request.limits, result.stats))
            certificate, stop, seconds = self._refute_by_programs(rest, branching)
            result.stats.seconds += seconds
            if certificate is not None:
                return self._impossible(request, result.stats, certificate)
            if stop.limit:
                return self._unknown(request, result.stats, stop)
            if not has_given_up(request, result):  # everything was looked at, or a limit of the user's was hit
                break
            if stage == 0:  # the engine of the beams has their counts; their time and that of the programs is gone
                dives.stats.seconds, dives.stats.mode = result.stats.seconds, result.stats.mode
                result = self.races.send_beams(request, dives, QUICK_POSITIONS, beams)
            else:
                result = self.races.look_everywhere(request, result)
        return make_answer(self, request, result, is_optimal=False)

    def _refute_by_programs(
        self, request: Request, branching: tuple[float, int]
    ) -> tuple[dict[str, Any] | None, Stop, float]:
        """Return a certificate by weights, if there is one, what stopped the work on it, and the seconds it took."""
        watch = request.watch()
        certificate: dict[str, Any] | None = None
        if branching != LITTLE_BRANCHING:
            request.progress.on_message("looking for a proof by weights…")
        with Stop() as stop:
            certificate = self.refuter.by_weights(watch) or self.refuter.by_tree(branching, watch)
        return certificate, stop, watch.seconds

    def _refute_or_count_moves(self, request: Request) -> Answer:
        """Look for the fewest moves for a moment, for a proof that there is no solution, and for the moves again."""
        certificate = self.refute(request.objective, AT_ONCE, request.watch())
        if certificate is not None:
            return self._impossible(request, Stats(pruned=no_pruning(self)), certificate)
        answer, is_final = self._deepen(request, FIRST_DEEPENING)
        if is_final:
            return answer
        rest = replace(request, limits=remaining(request.limits, answer.stats))
        certificate, stop, seconds = self._refute_by_programs(rest, LITTLE_BRANCHING)
        answer.stats.seconds += seconds
        if certificate is not None:
            return self._impossible(request, answer.stats, certificate)
        if stop.limit:
            return self._unknown(request, answer.stats, stop)
        moves = self._fewest_moves(replace(request, limits=remaining(request.limits, answer.stats)))
        moves.stats.add(answer.stats)
        return moves

    def _deepen(self, request: Request, positions: int) -> tuple[Answer, bool]:
        """Deepen over so many positions; tell whether that is the answer, or all that the user's limits allow."""
        limits = replace(request.limits, positions=min(positions, request.limits.positions or positions))
        answer = solve_by(self, replace(request.with_options(prune=DEEPENING_RULES), limits=limits), "idastar")
        own_limits = {"memory"} if limits.positions == request.limits.positions else {"memory", "positions"}
        return answer, not isinstance(answer, Unknown) or answer.limit not in own_limits

    def _unknown(self, request: Request, stats: Stats, stop: Stop) -> Unknown:
        return Unknown(self.problem, request.objective, stats, stop.limit, detail=stop.detail)

    def _impossible(self, request: Request, stats: Stats, certificate: dict[str, Any]) -> Impossible:
        return Impossible(self.problem, request.objective, stats, certificate)

    def _fewest_moves(self, request: Request) -> Answer:
        """Deepen for a while, which settles what is small; then map every position, if there is room for that.

        Maps go to disk where memory is short, so that deepening may run out of memory too.
        """
        with loading():
            from perfectplay.games.pegs.solving.fewest_moves import solve_by_maps
            from perfectplay.games.pegs.solving.maps import bytes_needed

        if refusal := self._lack_of_room():
            answer = solve_by(self, request, "idastar")
            if isinstance(answer, Unknown) and answer.limit == "memory":
                return replace(answer, detail=refusal)
            return answer
        is_quick = bytes_needed(self.problem) <= QUICK_MAP_BYTES
        answer, is_final = self._deepen(
            request, min(DEEPENING_POSITIONS, SHORT_DEEPENING if is_quick else DEEPENING_POSITIONS)
        )
        if is_final:
            return answer
        mapped = solve_by_maps(self.problem, replace(request, limits=remaining(request.limits, answer.stats)))
        mapped.stats.add(answer.stats)
        before = {name: answer.search[name] for name in ("estimate", "prune", "order")}
        return replace(mapped, search={**mapped.search, **before, "after": answer.search["algorithm"]})

    def solve_own(self, algorithm: str, request: Request) -> Answer:
        """Map every position at once."""
        with loading():
            from perfectplay.games.pegs.solving.fewest_moves import solve_by_maps

        if request.objective != "moves":
            raise UnsupportedError(f"{algorithm} finds the fewest moves; add {called('objective', 'moves')}")
        if refusal := self._lack_of_room():
            return Unknown(self.problem, request.objective, Stats(), "memory", detail=refusal)
        return solve_by_maps(self.problem, request)

    def _fewest_pegs(self, request: Request) -> Answer:
        """Ask for one peg, then two, and so on: the first number that can be reached is the fewest."""
        anywhere = self._anywhere()
        answer = replace(anywhere.solve_by_default(replace(request, objective="jumps")), objective="pegs")
        stats = answer.stats
        fewest = 1
        result: Any = None
        while isinstance(answer, Impossible) and fewest < self.problem.start.count:
            fewest += 1
            rest = replace(request, limits=remaining(request.limits, stats))
            result = anywhere.races.dive(rest, fewest)
            if has_given_up(rest, result):
                result = anywhere.races.send_beams(rest, result, QUICK_POSITIONS, [], fewest)
            if has_given_up(rest, result):
                result = anywhere.races.look_everywhere(rest, result, fewest)
            stats.add(result.stats)
            result.stats = stats
            answer = make_answer(self, request, result, is_optimal=True)
        if isinstance(answer, Impossible):  # there are no pegs at all, or none can move
            solution: tuple[str, ...] = ()
            return Solved(self.problem, "pegs", stats, solution, 0, True, {"pegs": self.problem.start.count})
        if isinstance(answer, Solved):
            answer = replace(answer, own={"pegs": fewest})
        return replace(answer, problem=self.problem)
