"""The recorded tree of a search in words of the game: moves by their texts, values decoded."""

from functools import cache
from typing import Any

from perfectplay.model.game_tree import TreeNode, Worth
from perfectplay.search.game_trace import TreeRecorder
from perfectplay.solvers.solver import Solver


def tree_of(solver: Solver[Any], objective: str, recorder: TreeRecorder) -> tuple[TreeNode, ...]:
    """Return the nodes that were recorded, in their order."""
    nodes, has_window = recorder.nodes, recorder.engine.has_cutoffs
    move_text = cache(solver.move_text)

    def worth(value: int | None, *, is_guess: bool = False) -> Worth | None:
        if value is None:
            return None
        value, is_forced = recorder.engine.unweighted(value)
        is_known = is_forced or not is_guess
        return Worth(*(solver.verdict_of(objective, value) if is_known else solver.guess_of(objective, value)))

    found = []
    for node in nodes:
        alpha, beta = node.window if has_window else (None, None)
        found.append(
            TreeNode(
                node.state,
                node.parent,
                None if node.parent is None else move_text(nodes[node.parent].state, node.state),
                node.depth,
                node.event,
                worth(node.value, is_guess=node.is_guess),
                node.bound,
                node.is_guess,
                worth(alpha, is_guess=node.limit is not None),
                worth(beta, is_guess=node.limit is not None),
                node.moves,
                node.unseen,
                node.limit,
            )
        )
    return tuple(found)
