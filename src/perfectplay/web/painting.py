"""Proofs as plain data: their words, and what is painted of them on boards."""

from typing import Any

from perfectplay.model.answers import Answer, Impossible, Solved
from perfectplay.model.painting import Painting
from perfectplay.model.words import words_for
from perfectplay.web.boards import board_data, cells_data


def proof_data(answer: Answer) -> dict[str, Any] | None:
    """Return why a problem is impossible or a solution the best, None where an answer claims neither."""
    words = words_for(answer.problem)
    if isinstance(answer, Solved):
        best = " ".join(words.best(answer).split())  # the page breaks lines by itself
        painted = map(painting_data, words.best_paintings(answer))
        return {"lines": [best], "paintings": [*painted]} if best else None
    if not isinstance(answer, Impossible):
        return None
    return {
        "lines": words.proof(answer).splitlines(),
        "paintings": [painting_data(painting) for painting in words.paintings(answer)],
    }


def painting_data(painting: Painting) -> dict[str, Any]:
    """Return one painting; it has a board of its own, since a proof may show more than the problem does."""
    return {
        "title": painting.title,
        "board": board_data(painting.scene),
        "cells": cells_data(painting.scene),
        "arithmetic": list(painting.arithmetic),
    }
