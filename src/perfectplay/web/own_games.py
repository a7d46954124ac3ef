"""Games of a user's own on the page: known by the names of their files, wherever these lie."""

import os
from collections.abc import Mapping
from pathlib import Path

from perfectplay.model.problem import Problem
from perfectplay.model.specs import load


def load_own(name: str, own: Mapping[str, str]) -> Problem:
    """Return a game under its public name, by which answers and files call it too."""
    problem = load(own[name])
    problem.spec = name
    return problem


def subject_of(problem: Problem, own: Mapping[str, str]) -> str:
    """Return what tells a problem from all others, and a game of a user's own from itself before it was edited."""
    return f"{problem.spec} {problem.as_json().get('source', '')}" if problem.spec in own else problem.spec


def without_folders(text: str, own: Mapping[str, str]) -> str:
    """Return a text without the folders of a user's own games, which are not for visitors to know.

    A relative folder goes with the name of the file alone: texts of positions may have points and slashes, too.

    >>> without_folders("/home/anna/maze.py, line 3, in steps: IndexError", {"maze.py": "/home/anna/maze.py"})
    'maze.py, line 3, in steps: IndexError'
    >>> without_folders("../maze.py: no move leads to x../.../...", {"maze.py": "../maze.py"})
    'maze.py: no move leads to x../.../...'
    """
    folders = set[str]()
    for spec in own.values():
        path = Path(spec.partition(":")[0])
        folders |= {str(path.parent.absolute()), str(path.parent.resolve())}
        if path.name != str(path) and not path.is_absolute():
            text = text.replace(str(path), path.name)
    for name in sorted(folders - {os.sep}, key=len, reverse=True):
        text = text.replace(name + os.sep, "").replace(name, "…")
    return text
