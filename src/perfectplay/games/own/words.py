"""A user's own puzzle in words: its positions are texts."""

from perfectplay.base.text import listed
from perfectplay.games.own.given import Given
from perfectplay.model.words import Words


class OwnWords(Words[Given]):
    """The texts of one puzzle or game for two."""

    level_noun = "steps"

    def shown(self) -> str:
        problem = self.problem
        start = listed("start", [problem.text(problem.start)])
        return f"{problem.spec}\n{start}\n{listed('moves', problem.moves(problem.start) or ['none'])}"

    def typed(self, text: str) -> str:
        return text  # a text of its author, in which capitals may count
