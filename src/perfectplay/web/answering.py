"""An answer as the page shows it: the object of `solve --json`, its words, its pictures and its trace."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from perfectplay.base.loading import loading
from perfectplay.draw.scene import Frame
from perfectplay.model.answers import Answer, Solved
from perfectplay.model.words import words_for
from perfectplay.web.boards import board_data, cells_data, pieces_data
from perfectplay.web.painting import proof_data


def answer_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data."""
    words = words_for(answer.problem)
    frames = _frames(answer)
    return {
        "json": answer.as_json(),
        "headline": words.headline(answer),
        "lines": words.answer_lines(answer),
        "board": board_data(frames[0].scene if frames else None),
        "frames": [frame_data(frame) for frame in frames] or None,
        "proof": proof_data(answer),
        "trace": trace_data(answer),
        "tree": tree_data(answer),
        "files": files_of(answer, frames),
    }


def _frames(answer: Answer) -> list[Frame]:
    problem = answer.problem
    return problem.frames(words_for(problem).drawn(answer) if isinstance(answer, Solved) else ())


def frame_data(frame: Frame) -> dict[str, Any]:
    """Return one picture of a replay."""
    return {"caption": frame.caption, "cells": cells_data(frame.scene), "trail": list(frame.trail)}


def trace_data(answer: Answer) -> list[dict[str, Any]] | None:
    """Return what the search of a puzzle did, in its order."""
    if not answer.trace or answer.problem.facts.players == 2:
        return None
    return [
        {"event": event.event, "rule": event.rule or None, "g": event.g, "h": event.h, **position}
        for event, position in zip(answer.trace, _traced_positions(answer), strict=True)
    ]


def tree_data(answer: Answer) -> list[dict[str, Any]] | None:
    """Return the tree of the search of a game for two, node by node in the order of the search."""
    if not answer.trace or answer.problem.facts.players == 1:
        return None
    names = _names_in_tree(answer)
    return [
        {"event": node.event, **node.as_json(number), "name": names[number], **position}
        for number, (node, position) in enumerate(zip(answer.trace, _traced_positions(answer), strict=True))
    ]


def _names_in_tree(answer: Answer) -> list[str | None]:
    """Return what the move to each node of a tree is called; None at the start of each search."""
    problem = answer.problem

    @cache
    def names(state: int) -> dict[str, str]:
        return problem.move_names(problem.position(state))

    return [None if node.parent is None else names(answer.trace[node.parent].state)[node.move] for node in answer.trace]


def _traced_positions(answer: Answer) -> list[dict[str, Any]]:
    """Return the position of each event, as a text and as what stands on the cells."""
    problem = answer.problem
    positions = {state: problem.position(state) for state in {event.state for event in answer.trace}}
    described = {
        state: {"position": problem.text(position), **pieces_data(problem.scene(position))}
        for state, position in positions.items()
    }
    return [described[event.state] for event in answer.trace]


def files_of(answer: Answer, frames: list[Frame]) -> Mapping[str, str]:
    """Return the files that a visitor may save of an answer."""
    files = {"answer.json": json.dumps(answer.as_json(), indent=1) + "\n"}
    if isinstance(answer, Solved) and frames:
        with loading():
            from perfectplay.draw.replay import replay_page
            from perfectplay.draw.svg import strip_svg
            from perfectplay.model.trace_steps import trace_steps

        files["picture.svg"] = strip_svg(frames)
        files["replay.html"] = replay_page(answer.problem.spec, frames, trace_steps(answer.problem, answer))
    return files
