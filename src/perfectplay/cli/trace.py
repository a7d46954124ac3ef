"""The trace of a search as people see it: lines of JSON, a tree in text, and the steps of the replay page."""

import json
from collections import Counter
from collections.abc import Sequence

from perfectplay.draw.replay import TraceStep
from perfectplay.draw.scene import Scene
from perfectplay.draw.tree import TreeStep
from perfectplay.model.answers import Answer
from perfectplay.model.game_for_two import SCORE, WIN
from perfectplay.model.game_tree import TreeNode, Worth
from perfectplay.model.problem import Problem

MOST_LINES = 40  # of a tree in text
WIDTH = 80
DEEPEST = 12  # levels from here on are no longer indented, but numbered
MOVE_WIDTH = 30


def trace_lines(problem: Problem, answer: Answer, most: int) -> str:
    """Return a line of JSON for the problem and one for each event; `most` were asked for."""
    texts = {state: problem.text(problem.position(state)) for state in {event.state for event in answer.trace}}
    whole = {"problem": problem.as_json(), "events": len(answer.trace), "is_whole": len(answer.trace) < most}
    lines = [json.dumps(whole)]
    for number, event in enumerate(answer.trace):
        row = {"event": event.event, "position": texts[event.state]}
        if problem.facts.players == 2:
            row |= {"g": None, "h": None, **event.as_json(number)}
        else:
            row |= {"g": event.g, "h": event.h} | ({"rule": event.rule} if event.rule else {})
        lines.append(json.dumps(row))
    return "\n".join(lines) + "\n"


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
        move=node.move or _root_name(node),
        depth=node.depth,
        value=node_text(node, objective),
        side=_side(node.worth, objective),
        window=_window(node, objective),
        note=_note(node),
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


def _root_name(node: TreeNode) -> str:
    return "start" if node.to_depth is None else f"start, to depth {node.to_depth}"


def _window(node: TreeNode, objective: str) -> str:
    """Write the window of a search, nothing where it is open on both sides."""
    if node.alpha is None and node.beta is None:
        return ""
    alpha = "-∞" if node.alpha is None else worth_text(node.alpha, objective)
    beta = "∞" if node.beta is None else worth_text(node.beta, objective)
    return f"({alpha}, {beta})"


def _note(node: TreeNode) -> str:
    """Say how a node was settled."""
    return f"{node.event}, {node.unseen} of {node.moves} unseen" if node.unseen else node.event


def tree_text(answer: Answer, most: int) -> str:
    """Return the tree as indented lines: as many whole levels of it as fit, and how many nodes are below them."""
    nodes: Sequence[TreeNode] = answer.trace
    lines = [_headline(nodes, answer.objective, most)]
    by_depth = Counter(node.depth for node in nodes)
    shown_depth, count = 1, by_depth[0] + by_depth[1]
    while by_depth[shown_depth + 1] and count + by_depth[shown_depth + 1] <= MOST_LINES:
        shown_depth += 1
        count += by_depth[shown_depth]
    below = [0] * len(nodes)  # nodes below each one
    for number in range(len(nodes) - 1, 0, -1):
        parent = nodes[number].parent
        if parent is not None:
            below[parent] += 1 + below[number]
    shown = [number for number, node in enumerate(nodes) if node.depth <= shown_depth][:MOST_LINES]
    rest = len(nodes) - len(shown)
    for number in shown:
        hidden = below[number] if nodes[number].depth == shown_depth else 0
        lines.append(_line(nodes[number], answer.objective, hidden))
        rest -= hidden
    if rest:
        lines.append(f"… {rest:,} more")
    return "\n".join(lines)


def _headline(nodes: Sequence[TreeNode], objective: str, most: int) -> str:
    first = "the first " if len(nodes) == most else ""
    unit = {WIN: "1 won, -1 lost", SCORE: "points ahead"}.get(objective, "winner and points")
    return f"tree of {first}{len(nodes):,} positions; values for the first player, {unit}"


def _line(node: TreeNode, objective: str, hidden: int) -> str:
    """Return the line of a node: its move, value, how it was settled, and what is below it."""
    move = node.move or _root_name(node)
    if len(move) > MOVE_WIDTH:
        move = move[: MOVE_WIDTH - 1] + "…"
    indent = "  " * min(node.depth, DEEPEST) + (f"{node.depth}. " if node.depth > DEEPEST else "")
    window = _window(node, objective)
    value = node_text(node, objective) + (f" in {window}" if window else "")
    text = f"{indent}{move}  {value}  {_note(node)}"
    more = f" … {hidden:,} more" if hidden else ""
    room = WIDTH - len(more)
    return (text if len(text) <= room else text[: room - 1] + "…") + more
