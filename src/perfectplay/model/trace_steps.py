"""The trace of a search as the replay page shows it, with the words for the nodes of a tree."""

from perfectplay.draw.replay import TraceStep
from perfectplay.draw.scene import Scene
from perfectplay.draw.tree import TreeStep
from perfectplay.model.answers import Answer
from perfectplay.model.game_for_two import SCORE, WIN
from perfectplay.model.game_tree import TreeNode, Worth
from perfectplay.model.problem import Problem


def trace_steps(problem: Problem, answer: Answer) -> list[TraceStep] | list[TreeStep]:
    """Return the steps of the page's tab for the search; none where a position has no picture."""
    scenes = {}
    for state in {event.state for event in answer.trace}:
        if (scene := problem.scene(problem.position(state))) is None:
            return []
        scenes[state] = scene
    if problem.facts.players == 1:
        return [TraceStep(scenes[event.state], event.event, event.g, event.h, event.rule) for event in answer.trace]
    return [_tree_step(scenes[node.state], node, answer.objective) for node in answer.trace]


def _tree_step(scene: Scene, node: TreeNode, objective: str) -> TreeStep:
    return TreeStep(
        scene,
        node.event,
        parent=node.parent,
        move=node.move or root_name(node),
        depth=node.depth,
        value=node_text(node, objective),
        side=_side(node.worth, objective),
        window=window_text(node, objective),
        note=note_text(node),
    )


def _side(worth: Worth | None, objective: str) -> int:
    """Return whom a value is good for: 1 for the first player, -1 for the second, 0 for neither."""
    if worth is None:
        return 0
    if objective != SCORE and worth.winner is not None:
        return {"first": 1, "second": -1}.get(worth.winner, 0)
    return (worth.value > 0) - (worth.value < 0)


def worth_text(worth: Worth | None, objective: str) -> str:
    """Write a value: a signed number, after its winner where both count.

    >>> worth_text(Worth("first", 1), "win"), worth_text(Worth("first", -23), "win-then-score"), worth_text(None, "win")
    ('+1', 'first -23', '?')
    """
    if worth is None:
        return "?"
    text = f"{worth.value:+,}" if worth.value else "0"
    return text if objective in (WIN, SCORE) or worth.winner is None else f"{worth.winner} {text}"


def node_text(node: TreeNode, objective: str) -> str:
    """Write the value of a node, with signs for a bound and for what rests on the estimate."""
    sign = {"at least": "≥ ", "at most": "≤ "}.get(node.bound or "", "")
    return sign + ("≈ " if node.is_guess and node.worth else "") + worth_text(node.worth, objective)


def root_name(node: TreeNode) -> str:
    return "start" if node.to_depth is None else f"start, to depth {node.to_depth}"


def window_text(node: TreeNode, objective: str) -> str:
    """Write the window of a search, nothing where it is open on both sides."""
    if node.alpha is None and node.beta is None:
        return ""
    alpha = "-∞" if node.alpha is None else worth_text(node.alpha, objective)
    beta = "∞" if node.beta is None else worth_text(node.beta, objective)
    return f"({alpha}, {beta})"


def note_text(node: TreeNode) -> str:
    """Say how a node was settled."""
    return f"{node.event}, {node.unseen} of {node.moves} unseen" if node.unseen else node.event
