"""The rules of a user's own puzzle for the checker: plain Python, position by position, in texts.

A saved answer names a file and does not start it: only a file that the user names is run, and only if it is the one the
answer was made with.
"""

from collections.abc import Sequence
from pathlib import Path

from perfectplay.base.errors import InputError
from perfectplay.games.own.puzzle import load_game, source_digest
from perfectplay.model.problem import FROM


class GivenRules:
    """A file of rules that the user names."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def refusal(self, source: object) -> str:
        """Say why the file cannot be that of an answer with this digest of its source; the file is not run for that."""
        if source != source_digest(self.path):
            return f"{str(self.path)[:80]!r} is not the file this answer was made with"
        return ""

    def replay(self, spec: str, start: object) -> "PuzzleReplay":
        """Run the file, and return the puzzle of a spec as the checker sees it, from the start that the spec names."""
        elsewhere = f"{FROM}{start}"
        is_elsewhere = spec.endswith(elsewhere)
        return PuzzleReplay(self.path, spec.removesuffix(elsewhere), str(start) if is_elsewhere else "")


class PuzzleReplay:
    """A puzzle in texts: its start, what follows a position, what a step costs, and which positions are goals."""

    def __init__(self, path: Path, spec: str, position: str) -> None:
        _, _, argument = spec.partition(":")
        self.puzzle = load_game(str(path), [argument] if argument else [])
        state = self.puzzle.parse(position) if position else self.puzzle.start
        self.start = self.puzzle.text(state)
        self.states = {self.start: state}

    def successors(self, position_text: str, /) -> Sequence[str]:
        found = self.puzzle.successors(self.states[position_text])
        texts = [self.puzzle.text(state) for state in found]
        for text, state in zip(texts, found, strict=True):
            if self.states.setdefault(text, state) != state:
                raise InputError(f"Puzzle(text=…) writes two positions as {text[:40]!r}: neither can be checked")
        return texts

    def is_goal(self, position_text: str, /) -> bool:
        return bool(self.puzzle.is_goal(self.states[position_text]))

    def cost(self, position_text: str, successor_text: str, /) -> int:
        return self.puzzle.cost_along([self.states[position_text], self.states[successor_text]])
