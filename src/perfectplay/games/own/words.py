"""A user's own puzzle in words: its positions are texts."""

import sys

from perfectplay.base.text import in_lines, listed
from perfectplay.games.own.given import Given
from perfectplay.model.words import Words


class OwnWords(Words[Given]):
    """The texts of one puzzle or game for two."""

    level_noun = "steps"

    def rules(self, seconds: float | None = None) -> str:
        """Say what its author says in the first line of the file."""
        module = sys.modules.get(type(self.problem.rules).__module__)
        first, *_ = ((module and module.__doc__) or "").strip().splitlines() or [""]
        return first or f"{'a puzzle' if self.problem.facts.players == 1 else 'a game for two'} of your own"

    def about(self) -> str:
        return in_lines(f"{self.problem.spec}: {self.rules()}")

    def no_pictures(self) -> str:
        return f"no pictures, only text: {type(self.problem).__name__}(scene=…) would draw it"

    def shown(self) -> str:
        problem = self.problem
        start = listed("start", [problem.text(problem.start)])
        return f"{problem.spec}\n{start}\n{listed('moves', problem.moves(problem.start) or ['none'])}"

    def typed(self, text: str) -> str:
        return text  # a text of its author, in which capitals may count
