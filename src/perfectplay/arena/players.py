"""Players of any game for two, and the lookup of a name: one of the family's, one of these, or a program."""

import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from perfectplay.arena.external import ExternalPlayer
from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.base.numbers import read_whole
from perfectplay.model.game_for_two import GameForTwo, GameOracle
from perfectplay.model.player import Player
from perfectplay.model.problem import Problem
from perfectplay.model.registry import algorithms, families
from perfectplay.model.roster import roster_of
from perfectplay.verbs.choose import MOST_DEPTH, choose_move
from perfectplay.verbs.values import game_values

PlayerMaker = Callable[[str], Player]
SAFE_SHARE = 0.8  # share of the time for a move that the search for values may take


class RandomPlayer(Player):
    """Plays anything."""

    def choose(self, position: Any, seconds: float) -> str:
        return self.pick(self.problem.moves(position))


class PerfectPlayer(Player):
    """Plays by exact values for one objective; where they are not known it says so, and plays anything."""

    def __init__(self, name: str = "", objective: str = "") -> None:
        super().__init__(name)
        self.objective = objective
        self.oracle: GameOracle | None = None

    def begin(self, problem: GameForTwo, is_first: bool, seed: int, seconds: float | None = None) -> None:
        super().begin(problem, is_first, seed, seconds)
        limits = Limits(seconds=self.allowed * SAFE_SHARE, memory=self.memory)
        if self.oracle is None or self.oracle.problem is not problem:
            self.oracle = game_values(problem, self.objective, limits=limits, on_notice=self.note)
            with suppress(LimitHitError, UnsupportedError):  # `choose` reports these errors to the user
                self.oracle.value(problem.start)  # done now, before the clock runs
        self.oracle.allow(limits)

    def choose(self, position: Any, seconds: float) -> str:
        assert self.oracle is not None
        try:
            best = self.oracle.best_among(self.oracle.moves_within(position, seconds * SAFE_SHARE))
            why = "a limit was hit"
        except (LimitHitError, UnsupportedError) as error:
            best, why = [], str(error)
        if not best:
            self.note(f"not exact, {why}: plays anything")
        return self.pick(best or self.problem.moves(position))


class SearchPlayer(Player):
    """Plays what a named search finds from each position: `alphabeta:depth=6`; without a depth, to the end."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.algorithm, _, settings = name.partition(":")
        depth = read_whole(settings.removeprefix("depth=")) if settings.startswith("depth=") else None
        if settings and (depth is None or not 1 <= depth <= MOST_DEPTH):
            raise InputError(f"{name[:60]!r} is no player; write {self.algorithm}, or {self.algorithm}:depth=6")
        if depth and not algorithms()[self.algorithm].depth:
            raise InputError(f"{self.algorithm} has no depth to end at; write alphabeta:depth={depth}")
        self.depth = depth or 0

    def choose(self, position: Any, seconds: float) -> str:
        limits = Limits(seconds=seconds * SAFE_SHARE, memory=self.memory)
        move = choose_move(self.problem, position, self.algorithm, limits, self.depth)
        if move is None:
            self.note("not found in time: plays anything")
        return move or self.pick(self.problem.moves(position))


def game_for_two(problem: Problem, what: str = "the arena is for") -> GameForTwo:
    """Return a problem that two can play, or say what those are."""
    if isinstance(problem, GameForTwo):
        return problem
    known = [family.name for family in families().values() if family.facts.players == 2]
    raise UnsupportedError(
        f"{problem.spec} is no game for two; {what} {', '.join(known)} and games for two of your own"
    )


def player_makers(problem: GameForTwo, others: Mapping[str, PlayerMaker] | None = None) -> dict[str, PlayerMaker]:
    """Return who can play a game, by name: anything, those of its family, perfect by each objective, and `others`."""
    roster, objectives = roster_of(problem), problem.facts.objectives
    makers: dict[str, PlayerMaker] = {"random": RandomPlayer}
    makers |= dict.fromkeys(roster.players, roster.make)
    makers.setdefault("perfect", PerfectPlayer)
    for objective in objectives[1:]:
        makers.setdefault(f"perfect-{objective}", partial(PerfectPlayer, objective=objective))
    searches = [item.name for item in algorithms().values() if item.players == 2 and not item.family]
    if problem.facts.has_tree and problem.facts.is_monotone:  # else only what has a depth ends, and `perfect`
        makers |= {name: SearchPlayer for name in searches if name != "retrograde" and name not in makers}
    return makers | dict(others or {})


def player_lines(problem: GameForTwo) -> dict[str, str]:
    """Return a line about each player who can play a game, by name.

    >>> from perfectplay.model.specs import load
    >>> lines = player_lines(load("coins/3"))
    >>> lines["random"], lines["greedy"], lines["perfect"], lines["minimax"]
    ('plays anything', 'takes most points', 'exact, for the win', 'depth first over every game, remembering nothing')
    """
    known = {"random": "plays anything", "perfect": "exact", **roster_of(problem).players}
    known |= {f"perfect-{objective}": f"exact, for {objective}" for objective in problem.facts.objectives[1:]} | known
    return {name: known[name] if name in known else algorithms()[name].about for name in player_makers(problem)}


def make_player(name: str, problem: GameForTwo, others: Mapping[str, PlayerMaker] | None = None) -> Player:
    """Return the player of a name, or the one that speaks with a program, given as a path or a command.

    `others` are further players by name, such as a person at a terminal.

    >>> from perfectplay.model.specs import load
    >>> problem = load("coins/2:points=1/5")
    >>> with make_player("greedy", problem) as player:
    ...     player.begin(problem, is_first=True, seed=1)
    ...     player.choose(problem.start, 30.0)
    'a1-a2'
    >>> make_player("perfekt", problem)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: no player and no program 'perfekt'; players are random, greedy, pattern, ...
    """
    makers, aliases = player_makers(problem, others), roster_of(problem).aliases
    if (maker := makers.get(aliases.get(name, name))) is not None:
        return maker(name)
    search, colon, _ = name.partition(":")
    can_end = problem.facts.has_tree and search in algorithms() and algorithms()[search].depth and bool(colon)
    if makers.get(search) is SearchPlayer or can_end:
        return SearchPlayer(name)
    if (command := find_program(name)) is not None:
        return ExternalPlayer(command)
    if not problem.facts.is_monotone and search in algorithms():
        raise InputError(
            f"{name[:60]} would never end where positions come back, as in {problem.spec}; use perfect, or "
            "alphabeta:depth=6"
        )
    raise InputError(f"no player and no program {name[:60]!r}; players are {', '.join(makers)}, or a path")


def find_program(text: str) -> list[str] | None:
    """Return the words of a command that can be run: a path, a Python file, or a program and its arguments.

    None if there is no such program; a file that is there and may not be run is an InputError.
    """
    try:
        words = [text] if Path(text).is_file() else shlex.split(text)
        is_file = bool(words) and Path(words[0]).is_file()
    except (OSError, ValueError):
        return None
    if not words:
        return None
    if is_file and words[0].endswith(".py"):
        return [sys.executable, *words]
    found = shutil.which(words[0])
    if found is None or ("/" not in words[0] and is_file):
        found = shutil.which(str(Path(words[0]).absolute()))
    if found is None and is_file:
        raise InputError(f"{words[0][:60]!r} is not executable; make it so with chmod +x, or name what runs it")
    return None if found is None else [found, *words[1:]]
