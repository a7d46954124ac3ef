"""The trace of a search as the command writes it: lines of JSON, and a tree in text."""

import json
from collections import Counter
from collections.abc import Sequence

from perfectplay.model.answers import Answer
from perfectplay.model.game_for_two import SCORE, WIN
from perfectplay.model.game_tree import TreeNode
from perfectplay.model.problem import Problem
from perfectplay.model.trace_steps import node_text, note_text, root_name, window_text

MOST_LINES = 40  # lines of a tree that are printed
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
    move = " ".join((node.move or root_name(node)).split("\n"))
    if len(move) > MOVE_WIDTH:
        move = move[: MOVE_WIDTH - 1] + "…"
    indent = "  " * min(node.depth, DEEPEST) + (f"{node.depth}. " if node.depth > DEEPEST else "")
    window = window_text(node, objective)
    value = node_text(node, objective) + (f" in {window}" if window else "")
    text = f"{indent}{move}  {value}  {note_text(node)}"
    more = f" … {hidden:,} more" if hidden else ""
    room = WIDTH - len(more)
    return (text if len(text) <= room else text[: room - 1] + "…") + more
