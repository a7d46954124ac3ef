"""Weight functions that give up many hopeless positions of a problem, by linear programs."""

import random
from collections.abc import Iterable

from perfectplay.games.jumping.weights import Weights, total
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.jump_counts import PegProgram
from perfectplay.games.pegs.weights import classic_weights, least_goal_weight
from perfectplay.search.watch import Watch

MOST_FUNCTIONS = 8
SAMPLES = 24
HEAVIEST = 1 << 7  # a search keeps totals in 15 bits


def generate_weights(problem: PegProblem, watch: Watch, *, seed: int = 1) -> list[Weights]:
    """Return weight functions that give up many hopeless positions of a problem, each checked to be valid.

    Positions are drawn by random play; for each the linear program looks for a function that refutes it; then the
    fewest functions that refute the most are kept.  A limit raises LimitHitError.
    """
    board = problem.board
    if not board.jumps:
        return []
    positions = list(_random_positions(problem, random.Random(seed)))
    candidates: dict[Weights, None] = dict.fromkeys(classic_weights(board))
    program = PegProgram(board, problem.goals, watch)
    for pegs in positions:
        function = program.refute(pegs)
        if function is not None and max(map(abs, function)) <= HEAVIEST:
            for permutation in problem.symmetries:
                image = [0] * len(function)
                for hole, weight in enumerate(function):
                    image[permutation[hole]] = weight
                candidates[tuple(image)] = None
    return _best_cover(problem, list(candidates), positions)


def _random_positions(problem: PegProblem, chance: random.Random) -> Iterable[int]:
    for _ in range(SAMPLES):
        position = problem.start
        while jumps := list(position.jumps()):
            position = position.play(chance.choice(jumps))
            if chance.random() < 0.1:
                yield position.pegs
        yield position.pegs


def _best_cover(problem: PegProblem, functions: list[Weights], positions: list[int]) -> list[Weights]:
    """Choose functions greedily, each by how many positions it refutes that the ones before do not."""
    refuted = []
    for function in functions:
        goal = least_goal_weight(problem, function)
        refuted.append({place for place, pegs in enumerate(positions) if total(function, pegs) < goal})
    chosen: list[Weights] = []
    covered: set[int] = set()
    while len(chosen) < MOST_FUNCTIONS:
        best = max(range(len(functions)), key=lambda number: len(refuted[number] - covered), default=None)
        if best is None or not refuted[best] - covered:
            break
        chosen.append(functions[best])
        covered |= refuted[best]
    return chosen
