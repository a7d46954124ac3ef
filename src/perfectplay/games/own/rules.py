"""The rules of a saved answer to a user's own puzzle, for the checker: plain Python, position by position, in texts."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.games.own.puzzle import load_game, source_digest


class SavedRules:
    """The file that an answer names; it is run only when its replay is asked for."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.spec = str(problem.get("spec"))
        self.source = problem.get("source")

    def refusal(self) -> str:
        """Say why the rules cannot be those of the answer: only the very file that it was made with is run."""
        if self.source != source_digest(Path(self.spec.partition(":")[0])):
            return f"{self.spec[:80]!r} is not the file this answer was made with"
        return ""

    def replay(self) -> "Replay":
        """Run the file, and return its puzzle as the checker sees it."""
        return Replay(self.spec)


class Replay:
    """A puzzle in texts: its start, what follows a position, and which positions are goals."""

    def __init__(self, spec: str) -> None:
        path, _, argument = spec.partition(":")
        self.puzzle = load_game(path, [argument] if argument else [])
        self.start = self.puzzle.text(self.puzzle.start)
        self.states = {self.start: self.puzzle.start}

    def successors(self, position_text: str, /) -> Sequence[str]:
        found = self.puzzle.successors(self.states[position_text])
        texts = [self.puzzle.text(state) for state in found]
        for text, state in zip(texts, found, strict=True):
            if self.states.setdefault(text, state) != state:
                raise InputError(f"Puzzle(text=…) writes two positions as {text[:40]!r}: neither can be checked")
        return texts

    def is_goal(self, position_text: str, /) -> bool:
        return bool(self.puzzle.is_goal(self.states[position_text]))
