"""What a visitor may name: problems that need no file of this computer, positions of them, and moves."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import unquote

from perfectplay.base.errors import InputError
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.problem import Problem
from perfectplay.model.registry import families, find_family
from perfectplay.model.specs import load_variant
from perfectplay.model.words import hyphenated, words_for
from perfectplay.verbs.verify import is_file
from perfectplay.web.own_games import load_own

MOST_MOVES = 1000
OVER = "the play is over: there is no move to make"
MOST_NAMED = 12  # moves that a refusal lists
MOST_LOADED = 64  # problems that are kept
MOST_CELLS = 1100  # a board with more is no pleasure in a browser


class BadMoveError(InputError):
    """One of several moves cannot be played: `number` is which."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(f"move {number}: {text}")
        self.number = number


class NoMoveError(InputError):
    """What a visitor has typed is no move."""


def load_asked(spec: str, own: Mapping[str, str]) -> Problem:
    """Return the problem that a visitor names; only whoever started the server names files and rules."""
    if spec in own:
        return load_own(spec, own)
    family = find_family(spec.partition("/")[0])
    if family is None or family.suffix:
        known = ", ".join(name for name, family in families().items() if not family.suffix)
        games = f"; games of this server are {', '.join(own)}" if own else ""
        raise InputError(f"no problem {spec[:60]!r}; families are {known}{games}")
    if is_file(spec):
        raise InputError("files of this computer cannot be opened from the page; draw the board in the editor")
    return _load_shown(family.name, spec)


@lru_cache(MOST_LOADED)
def _load_shown(family_name: str, spec: str) -> Problem:
    """Return a problem of a board that the page can show; visitors ask for the same one again and again."""
    problem = load_variant(families()[family_name], spec)
    scene = problem.scene(problem.start)
    if scene is not None and len(scene.cells) > MOST_CELLS:
        raise InputError(f"{spec[:60]} has {len(scene.cells):,} cells; the page shows boards of up to {MOST_CELLS:,}")
    return problem


def read_moves(text: str) -> list[str]:
    """Return the moves of an address: commas stand between them, and for a comma in a move stands %2C.

    >>> read_moves("d2-d4,b3-d3"), read_moves(""), read_moves("1%2C2")
    (['d2-d4', 'b3-d3'], [], ['1,2'])
    """
    moves = [unquote(item) for item in text.split(",")] if text else []
    if len(moves) > MOST_MOVES:
        raise InputError(f"{len(moves):,} moves; the page follows up to {MOST_MOVES:,}")
    return moves


def positions_after(problem: Problem, moves: Sequence[str]) -> list[Any]:
    """Return the start and the position after each move, or say which move is none and why."""
    positions = [problem.start]
    for number, text in enumerate(moves, 1):
        try:
            positions.append(problem.play(positions[-1], text))
        except InputError as error:
            raise BadMoveError(number, str(error)) from None
    return positions


def is_over(problem: Problem, positions: Sequence[Any]) -> bool:
    """Tell whether a play has ended, also where its last position has moves."""
    is_drawn = isinstance(problem, GameForTwo) and problem.is_drawn_by_repetition(positions)
    return is_drawn or problem.is_goal(positions[-1])


def find_move(problem: Problem, positions: Sequence[Any], text: str) -> str:
    """Return the move that a visitor means by a text, or say why there is none."""
    if is_over(problem, positions):
        raise NoMoveError(OVER)
    names = problem.move_names(positions[-1])
    called = {hyphenated(name): move for move, name in names.items()}
    try:
        written = text if text in names else called.get(hyphenated(text)) or words_for(problem).typed(text)
        problem.play(positions[-1], written)
    except InputError as error:
        if all(name == move for move, name in names.items()):
            raise NoMoveError(str(error)) from None
        # The problem would speak of its own texts, which the page does not show.
        shown = [*islice(names.values(), MOST_NAMED), *(["…"] if len(names) > MOST_NAMED else [])]
        raise NoMoveError(f"{text[:40]!r} is no move here; moves are {', '.join(shown)}") from None
    return written


def open_step(problem: Problem, moves: Sequence[str]) -> str | None:
    """Return the last step of a play where its turn can go on: then fewer turns may be left than in a new one."""
    if not moves or problem.step_noun == problem.turn_noun:
        return None
    step, position = moves[-1], positions_after(problem, moves)[-1]
    return step if any(problem.goes_on(step, text) for text in problem.moves(position)) else None


def check_position(problem: Problem, text: str, history: Sequence[str] | None, own: Mapping[str, str]) -> None:
    """Refuse a text that stands for no position, or for another one than some moves lead to.

    Reading a position of a user's own game means to look for it among all that can be reached: without the moves that
    lead there, that is left to a worker.
    """
    if history is not None:
        if problem.text(positions_after(problem, history)[-1]) != text:
            raise InputError("the moves of the history lead to another position")
    elif problem.spec not in own:
        problem.parse(text)


def position_asked(problem: Problem, text: str | None, history: Sequence[str] | None) -> Any:
    """Return the position that some moves lead to or a text stands for; the start where there is neither."""
    if history is not None:
        return positions_after(problem, history)[-1]
    return problem.start if text is None else problem.parse(text)
