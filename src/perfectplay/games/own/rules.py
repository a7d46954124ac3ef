"""The rules of a user's own puzzle for the checker: plain Python, position by position, in texts.

A saved answer names a file and does not start it: only a file that the user names is run, and only if it is the one the
answer was made with.
"""

from collections.abc import Sequence
from pathlib import Path

from perfectplay.base.errors import InputError
from perfectplay.games.own.game import Game
from perfectplay.games.own.given import Given
from perfectplay.games.own.loader import load_game
from perfectplay.games.own.puzzle import Puzzle
from perfectplay.games.own.source import source_digest
from perfectplay.model.problem import FROM


class GivenRules:
    """A file of rules that the user names."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def refusal(self, source: object, what: str = "answer") -> str:
        """Say why the file cannot be that of an answer with this digest of its source; the file is not run for that."""
        if source != source_digest(self.path):
            return f"{str(self.path)[:80]!r} is not the file this {what} was made with"
        return ""

    def problem(self, spec: str, start: object) -> Puzzle | Game:
        """Run the file, and return the game of a spec, from the start that the spec names."""
        elsewhere = f"{FROM}{start}"
        _, _, argument = spec.removesuffix(elsewhere).partition(":")
        made = load_game(str(self.path), [argument] if argument else [])
        if spec.endswith(elsewhere):
            made = made.starting_at(made.parse(str(start)))
        made.spec = spec  # the file may be elsewhere now
        return made

    def replay(self, spec: str, start: object) -> "PuzzleReplay | GameReplay":
        """Run the file, and return the game of a spec as the checker sees it."""
        made = self.problem(spec, start)
        return GameReplay(made, made.start) if isinstance(made, Game) else PuzzleReplay(made, made.start)


class _Positions:
    """What puzzles and games for two have in common: a start in texts, and what follows a position."""

    def __init__(self, game: Given, state: int) -> None:
        self.game = game
        self.start = game.text(state)
        self.states = {self.start: state}

    def successors(self, position_text: str, /) -> Sequence[str]:
        found = self.game.successors(self.states[position_text])
        texts = [self.game.text(state) for state in found]
        for text, state in zip(texts, found, strict=True):
            if self.states.setdefault(text, state) != state:
                made = type(self.game).__name__
                raise InputError(f"{made}(text=…) writes two positions as {text[:40]!r}: neither can be checked")
        return texts


class PuzzleReplay(_Positions):
    """A puzzle in texts: also what a step costs, and which positions are goals."""

    game: Puzzle

    def is_goal(self, position_text: str, /) -> bool:
        return self.game.is_goal(self.states[position_text])

    def cost(self, position_text: str, successor_text: str, /) -> int:
        return self.game.cost_along([self.states[position_text], self.states[successor_text]])


class GameReplay(_Positions):
    """A game for two in texts: also what its ends and its moves are worth."""

    game: Game

    @property
    def objectives(self) -> Sequence[str]:
        return self.game.facts.objectives

    def outcome(self, position_text: str, /) -> int:
        return self.game.value_at_end(self.states[position_text])

    def gain(self, position_text: str, successor_text: str, /) -> int:
        return self.game.points_between(self.states[position_text], self.states[successor_text])
