"""A graph as the rules of a user's puzzle; its arcs may be dear."""

from typing import Any, NamedTuple

from perfectplay.contract import cost, estimate, implements, is_goal, signed, successors


class Dear(NamedTuple):
    heads: Any  # `degree` arcs for each node, -1 for none
    costs: Any  # by tail and head
    guesses: Any
    goal: int
    degree: int


@implements(successors, Dear)
def arcs(rules: Dear, state: Any, out: Any) -> int:
    count = 0
    for place in range(rules.degree):
        head = rules.heads[signed(state) * rules.degree + place]
        if head >= 0:
            out[count] = head
            count += 1
    return count


@implements(is_goal, Dear)
def is_goal_node(rules: Dear, state: Any) -> bool:
    return bool(signed(state) == rules.goal)


@implements(cost, Dear)
def cost_of_arc(rules: Dear, state: Any, successor: Any) -> int:
    return rules.costs[signed(state), signed(successor)]


@implements(estimate, Dear)
def guess(rules: Dear, state: Any) -> int:
    return rules.guesses[signed(state)]
