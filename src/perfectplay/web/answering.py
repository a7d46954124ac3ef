"""An answer as the page shows it: the object of `solve --json`, its words, its pictures and its trace."""

import json
from collections.abc import Mapping
from typing import Any

from perfectplay.base.loading import loading
from perfectplay.draw.scene import Frame, Scene
from perfectplay.model.answers import Answer, Solved
from perfectplay.model.words import words_for
from perfectplay.web.boards import board_data, cells_data
from perfectplay.web.painting import proof_data


def answer_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data."""
    words = words_for(answer.problem)
    frames = _frames(answer)
    return {
        "json": answer.as_json(),
        "headline": words.headline(answer),
        "lines": words.answer_lines(answer),
        "board": board_data([frame.scene for frame in frames]),
        "frames": [frame_data(frame) for frame in frames] or None,
        "proof": proof_data(answer),
        "trace": trace_data(answer),
        "files": files_of(answer, frames),
    }


def _frames(answer: Answer) -> list[Frame]:
    problem = answer.problem
    return problem.frames(words_for(problem).drawn(answer) if isinstance(answer, Solved) else ())


def frame_data(frame: Frame) -> dict[str, Any]:
    """Return one picture of a replay."""
    return {"caption": frame.caption, "cells": cells_data(frame.scene), "trail": list(frame.trail)}


def trace_data(answer: Answer) -> list[dict[str, Any]] | None:
    """Return what the search did, in its order: the events of a puzzle, the nodes of a game for two."""
    if not answer.trace:
        return None
    problem = answer.problem
    scenes = {event.state: problem.scene(problem.position(event.state)) for event in answer.trace}
    texts = {state: problem.text(problem.position(state)) for state in scenes}
    is_tree = problem.facts.players == 2
    return [
        {
            "event": event.event,
            **(
                {"rule": None, "g": None, "h": None, **event.as_json(number)}
                if is_tree
                else {"rule": event.rule or None, "g": event.g, "h": event.h}
            ),
            "position": texts[event.state],
            "pieces": _pieces(scenes[event.state]),
        }
        for number, event in enumerate(answer.trace)
    ]


def _pieces(scene: Scene | None) -> list[str] | None:
    return None if scene is None else [cell.piece for cell in scene.cells]


def files_of(answer: Answer, frames: list[Frame]) -> Mapping[str, str]:
    """Return the files that a visitor may save of an answer."""
    files = {"answer.json": json.dumps(answer.as_json(), indent=1) + "\n"}
    if isinstance(answer, Solved) and frames:
        with loading():
            from perfectplay.draw.replay import replay_page
            from perfectplay.draw.svg import strip_svg

        files["picture.svg"] = strip_svg(frames)
        files["replay.html"] = replay_page(answer.problem.spec, frames)
    return files
