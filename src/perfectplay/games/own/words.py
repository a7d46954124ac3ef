"""A user's own puzzle in words: its positions are texts."""

from perfectplay.base.text import in_lines
from perfectplay.games.own.given import Given
from perfectplay.model.words import Words


class OwnWords(Words[Given]):
    """The texts of one puzzle or game for two."""

    level_noun = "steps"

    def shown(self) -> str:
        problem = self.problem
        moves = " ".join(problem.moves(problem.start)) or "none"
        return f"{problem.spec}\nstart {problem.text(problem.start)}\n{in_lines(f'moves {moves}')}"

    def typed(self, text: str) -> str:
        return text  # a text of its author, in which capitals may count
