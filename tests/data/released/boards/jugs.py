"""Water jugs: measure LITRES with a jug of 3 and a jug of 5.  Try: perfectplay solve examples/jugs.py:4"""

from typing import NamedTuple

import perfectplay as pp
from perfectplay.contract import implements, is_goal, signed, successors


class Jugs(NamedTuple):
    first: int
    second: int
    litres: int


@implements(successors, Jugs)
def pour(rules, state, out):
    a, b = signed(state) // 8, signed(state) % 8
    to_b, to_a = min(a, rules.second - b), min(b, rules.first - a)
    after = ((rules.first, b), (a, rules.second), (0, b), (a, 0), (a - to_b, b + to_b), (a + to_a, b - to_a))
    for move in range(6):
        out[move] = after[move][0] * 8 + after[move][1]
    return 6


@implements(is_goal, Jugs)
def is_measured(rules, state):
    return state // 8 == rules.litres or state % 8 == rules.litres


def problem(litres="4"):
    return pp.Puzzle(Jugs(3, 5, int(litres)), start=0, branching=6, text=lambda state: f"{state // 8}+{state % 8}")


if __name__ == "__main__":
    for algorithm in ("breadth-first", "depth-first", "deepening"):
        print(algorithm, pp.solve(problem(), algorithm=algorithm).solution)
