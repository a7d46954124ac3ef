"""The rules of a coin game: what may be taken, who wins, and what everything is worth."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from perfectplay.base.errors import InputError
from perfectplay.base.numbers import read_whole
from perfectplay.games.coins.triangle import Run, Triangle, triangle

COLOUR_NAMES = {"r": "red", "g": "green", "y": "yellow", "w": "white"}  # colours by their first letters
NO_COLOUR = "o"  # a coin without a colour, which is worth nothing by itself
MOST_RUN_POINTS = 9999  # the most that a run, a colour or the end of a game can be worth
SMALL_COINS = 21  # the largest triangle whose positions take no time to go through
EMPTY = "."  # an empty cell of a drawing
BLANKS = " \t"
SEPARATOR = re.compile(r"[ \t]*/[ \t]*|[ \t]+")  # what stands between points: a slash, or blanks


@dataclass(frozen=True)
class CoinGame:
    """Take one or more adjacent coins in a straight line; who takes the last coin loses, or wins in `normal` play.

    `points` are those of runs of one coin, two, and so on; longer runs are worth nothing.  The colours are a letter
    for each cell, `o` for none, or nothing where no coin has one; `colour_points` are those of red, green, yellow and
    white coins.  An invalid move costs its player the penalty and is worth `penalty_gain` to the other.

    >>> game = PRESETS["assignment4"]
    >>> game.side, game.longest_run, len(game.runs), game.last_value
    (8, 6, 276, 50)
    """

    side: int
    longest_run: int = 0  # 0 stands for any, and is replaced by the side
    is_misere: bool = True
    points: tuple[int, ...] = ()
    winner_points: int = 1
    loser_points: int = 0
    colours: str = ""
    colour_points: tuple[int, ...] = (-5, 5, 2, 1)
    penalty: int = 50
    penalty_gain: int = 0
    seconds: int = 30
    preset: str = ""

    def __post_init__(self) -> None:
        board = triangle(self.side)  # refuses an impossible side
        if self.longest_run < 0:
            raise InputError(f"the longest run is 1 or more, not {self.longest_run}")
        object.__setattr__(self, "longest_run", min(self.longest_run or self.side, self.side))
        if len(self.colour_points) != len(COLOUR_NAMES):
            raise InputError(f"{len(self.colour_points)} points are given for {len(COLOUR_NAMES)} colours")
        if self.colours and len(self.colours) != board.size:
            raise InputError(f"{len(self.colours)} colours are given for {board.size} coins")
        for number, letter in enumerate(self.colours):
            if letter not in (*COLOUR_NAMES, NO_COLOUR, EMPTY):
                known = " ".join(COLOUR_NAMES)
                raise InputError(
                    f"colour {number + 1} is {letter!r}; colours are {known}, or o for none, in the order of the cells"
                )
        colours = self.colours.replace(EMPTY, NO_COLOUR)
        object.__setattr__(self, "colours", colours if colours.strip(NO_COLOUR) else "")

    @property
    def triangle(self) -> Triangle:
        return triangle(self.side)

    @property
    def is_small(self) -> bool:
        """Whether all positions of the triangle are gone through at once."""
        return self.triangle.size <= SMALL_COINS

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Everything that a turn may take from the full triangle."""
        return tuple(run for run in self.triangle.runs if run.length <= self.longest_run)

    @cached_property
    def run_points(self) -> tuple[int, ...]:
        """What each of the runs is worth, the colours of its coins among it."""
        return tuple(self.worth(run) for run in self.runs)

    @cached_property
    def worth_of_text(self) -> dict[str, tuple[int, int]]:
        """The coins and the points of each of the runs, by its text."""
        return {run.text: (run.mask, points) for run, points in zip(self.runs, self.run_points, strict=True)}

    def worth(self, run: Run) -> int:
        """Return what a run is worth to whoever takes it."""
        points = self.points[run.length - 1] if run.length <= len(self.points) else 0
        return points + sum(self.points_of_colour.get(self.colours[cell], 0) for cell in run.cells if self.colours)

    @property
    def points_of_colour(self) -> dict[str, int]:
        """What a coin of each colour is worth to whoever takes it, by the letter of the colour."""
        return dict(zip(COLOUR_NAMES, self.colour_points, strict=True))

    @property
    def last_value(self) -> int:
        """What the player to move is ahead by when no coin is left: the other one has just taken the last."""
        ahead = self.winner_points - self.loser_points
        return ahead if self.is_misere else -ahead

    @property
    def most_points(self) -> int:
        """More than anybody can ever be ahead by."""
        return self.triangle.size * max(map(abs, (0, *self.run_points))) + abs(self.last_value) + 1

    @property
    def play(self) -> str:
        return "misere" if self.is_misere else "normal"


OTHER_NAMES = {"assignment1": ("assignment2",)}  # assignment 2 has the rules of assignment 1
PRESETS = {
    name: game
    for game in (
        CoinGame(6, points=(5, 9, 11, 10, 8, 5), winner_points=80, preset="assignment1"),
        CoinGame(6, points=(5, 1, 8, -11, 11, -30), winner_points=25, preset="assignment3"),
        CoinGame(
            8,
            longest_run=6,
            points=(3, 7, -5, 15, 7, -20),
            winner_points=25,
            loser_points=-25,
            penalty_gain=50,
            seconds=90,
            preset="assignment4",
        ),
        CoinGame(6, points=(3, 7, -5, 5, 7, -20), winner_points=25, preset="assignment5"),
    )
    for name in (game.preset, *OTHER_NAMES.get(game.preset, ()))
}


def coloured(game: CoinGame, colours: str) -> CoinGame:
    """Return the game with a colour for each cell."""
    return replace(game, colours=colours)


def colours_by_seed(size: int, seed: int) -> str:
    """Return a colour for each of so many cells, each colour equally likely.

    The numbers are those of the generator that POSIX gives as its example of `rand`, so that any program can make the
    same board of the same seed.

    >>> colours_by_seed(6, 1)
    'yygwww'
    """
    letters: list[str] = []
    state = seed
    for _ in range(size):
        state = (state * 1103515245 + 12345) % (1 << 31)
        letters.append(list(COLOUR_NAMES)[state >> 16 & 3])
    return "".join(letters)


def parse_points(text: str) -> tuple[int, ...]:
    """Read points of runs of one coin, two, and so on.

    >>> parse_points("5/9/-11")
    (5, 9, -11)
    """
    words = SEPARATOR.split(text.strip(BLANKS))
    points = tuple(number for word in words if (number := read_points(word)) is not None)
    if len(points) < len(words):
        raise InputError(
            f"points are whole numbers from -{MOST_RUN_POINTS} to {MOST_RUN_POINTS} for runs of 1, 2 and so on, "
            f"as 5/9/11, not {text[:40]!r}"
        )
    return points


def read_points(text: str) -> int | None:
    """Return the points that a text is, or None if it is no whole number, or too large a one."""
    number = read_whole(text.strip(BLANKS))
    return None if number is None or abs(number) > MOST_RUN_POINTS else number
