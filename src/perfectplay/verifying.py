"""`verify`: read a saved answer and hand it to the checker, with the rules of a user's own game where it needs them."""

from collections.abc import Sequence
from pathlib import Path

from perfectplay.answers import Answer
from perfectplay.errors import InputError
from perfectplay.files import read_standard_input, read_text_file
from perfectplay.games.own import load_game, source_digest
from perfectplay.proof import Claim, Verdict, verify_text
from perfectplay.proof.reading import parse_text

MOST_BYTES = 1 << 28


def verify(answer: Answer | str | Path, *, rerun: bool = False) -> Verdict:
    """Check an answer, or a file that holds one; `rerun` also repeats searches of any size.

    >>> from perfectplay import solve
    >>> verify(solve("pegs/triangle-5")).accepted
    True
    """
    if isinstance(answer, Answer):
        import json

        return verify_saved(json.dumps(answer.as_json()), rerun=rerun)
    return verify_saved(read_text(answer), rerun=rerun)


def read_text(file: str | Path, what: str = "a saved answer") -> str:
    """Return the text of a file, or of standard input for `-`, or say in one line why it cannot be read."""
    if str(file) != "-":
        return read_text_file(Path(file), what, MOST_BYTES)
    return read_standard_input(what, MOST_BYTES)


def verify_saved(text: str, *, rerun: bool = False) -> Verdict:
    """Check the text of a saved answer."""
    problem = parse_text(text).get("problem")
    if not isinstance(problem, dict) or problem.get("family") != "game":
        return verify_text(text, rerun=rerun)
    spec = str(problem.get("spec"))
    # The rules are Python: only the very file the answer was made with is run.
    if problem.get("source") != source_digest(Path(spec.partition(":")[0])):
        return Verdict((Claim("source", "rejected", f"{spec[:80]!r} is not the file this answer was made with"),))
    return verify_text(text, rerun=rerun, replay=_Replay(spec))


class _Replay:
    """A user's game as plain Python, position by position, in texts."""

    def __init__(self, spec: str) -> None:
        path, _, argument = spec.partition(":")
        self.puzzle = load_game(path, argument)
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
