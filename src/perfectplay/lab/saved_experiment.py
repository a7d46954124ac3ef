"""The experiment of a saved run, read from a file that may be damaged: nothing is taken on trust."""

import json
import math
from collections.abc import Sequence
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.lab.experiment import Configuration, Experiment, Published, Subject

MOST_REPETITIONS = 10**6


def experiment_of(text: Any) -> Experiment:
    """Return the experiment that a run was made by; what is none raises ValueError, which ends a sentence."""
    if not isinstance(text, str):
        raise ValueError("is no text")
    try:
        experiment = Experiment.from_json(json.loads(text))
    except (ValueError, RecursionError):
        raise ValueError("is not JSON") from None
    except (TypeError, KeyError, AttributeError, InputError):
        raise ValueError("lacks a part, or has one that is not known") from None
    for what, is_right in (
        ("head", _is_head(experiment)),
        ("problem", bool(experiment.problems) and all(map(_is_problem, experiment.problems))),
        ("configuration", bool(experiment.configurations) and all(map(_is_configuration, experiment.configurations))),
        ("published figure", all(map(_is_published, experiment.published))),
    ):
        if not is_right:
            raise ValueError(f"has a {what} that holds what cannot be")
    return experiment


def _is_head(experiment: Experiment) -> bool:
    texts = (
        experiment.name,
        experiment.about,
        experiment.source,
        experiment.why,
        experiment.baseline,
        *experiment.plots,
    )
    return _are_texts(texts) and _is_whole(experiment.repetitions, 1) and _is_whole(experiment.seed, 0, math.inf)


def _is_problem(item: Subject) -> bool:
    is_size = item.size is None or _is_number(item.size)
    return _are_texts((item.name, item.spec, item.note)) and is_size and isinstance(item.expect, dict)


def _is_configuration(item: Configuration) -> bool:
    return (
        _are_texts((item.name, item.task, item.base, *item.problems))
        and isinstance(item.options, dict)
        and isinstance(item.expect, dict)
        and isinstance(item.warm, bool)
        and isinstance(item.fresh, bool)
        and (item.repetitions is None or _is_whole(item.repetitions, 1))
        and _is_whole(item.threads, 1)
        and (item.task != "match" or _are_players(item.options.get("players")))
    )


def _is_published(item: Published) -> bool:
    return (
        _are_texts((item.problem, item.configuration, item.note, item.source, item.machine))
        and isinstance(item.figures, dict)
        and all(map(_is_number, item.figures.values()))
    )


def _are_players(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _are_texts(value)


def _are_texts(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _is_whole(value: Any, least: int, most: float = MOST_REPETITIONS) -> bool:
    return type(value) is int and least <= value <= most


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= 1e30
