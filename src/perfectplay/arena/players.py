"""The players that come with the package, each a small class; that of shapes has a file of its own."""

import shlex
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from perfectplay.arena.player import Player
from perfectplay.errors import InputError, UnsupportedError
from perfectplay.games.coins.game import CoinGame
from perfectplay.limits import LimitHitError, Limits

HUMAN = "human"
ENDGAME_COINS = 18  # with which the end of a game begins
SAFE_SHARE = 0.8  # of the time for a move that a table may take


class Moves:
    """What can be taken in a game: coins, points, length."""

    def __init__(self, game: CoinGame) -> None:
        self.masks = [run.mask for run in game.runs]
        self.points = dict(zip(self.masks, game.run_points, strict=True))
        self.by_points = grouped(self.masks, lambda mask: -self.points[mask])
        self.by_length = grouped(self.masks, lambda mask: -mask.bit_count())
        self.shortest_first = self.by_length[::-1]

    def legal(self, coins: int) -> list[int]:
        """Return what can be taken now."""
        return [mask for mask in self.masks if mask & coins == mask]

    def first(self, groups: list[list[int]], coins: int) -> list[int]:
        """Return what can be taken of the first group of which anything can."""
        for group in groups:
            if found := [mask for mask in group if mask & coins == mask]:
                return found
        return []


def grouped(masks: list[int], key: Callable[[int], int]) -> list[list[int]]:
    """Return equal ones together, those of the least key first."""
    groups: dict[int, list[int]] = {}
    for mask in masks:
        groups.setdefault(key(mask), []).append(mask)
    return [groups[item] for item in sorted(groups)]


@lru_cache(64)
def moves_of(game: CoinGame) -> Moves:
    """Return the moves of a game, found once."""
    return Moves(game)


class OwnPlayer(Player):
    """A player that knows the moves of its game."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def begin(
        self, game: CoinGame, is_first: bool, seed: int, coins: int | None = None, seconds: float | None = None
    ) -> None:
        super().begin(game, is_first, seed, coins, seconds)
        self.moves = moves_of(game)

    def greedy(self, coins: int) -> int:
        """Return a move worth the most points."""
        return self.pick(self.moves.first(self.moves.by_points, coins))

    def dearest(self, masks: list[int]) -> int:
        """Return one of some moves that is worth the most points."""
        points = self.moves.points
        most = max(points[mask] for mask in masks)
        return self.pick([mask for mask in masks if points[mask] == most])


class RandomPlayer(OwnPlayer):
    """Takes anything."""

    def choose(self, coins: int, seconds: float) -> int:
        return self.pick(self.moves.legal(coins))


class GreedyPlayer(OwnPlayer):
    """Takes what is worth the most points."""

    def choose(self, coins: int, seconds: float) -> int:
        return self.greedy(coins)


class Memory:
    """Minimax that remembers, over all that some coins can become; a byte for each: 0 unknown, 1 lost, 2 won."""

    def __init__(self, game: CoinGame, coins: int) -> None:
        self.coins = coins
        self.cells = [cell for cell in range(game.triangle.size) if coins >> cell & 1]
        runs = sorted((run for run in game.runs if not run.mask & ~coins), key=lambda run: -run.length)
        self.masks = [self._closed(run.mask) for run in runs]
        self.known = bytearray(1 << len(self.cells))
        self.known[0] = 2 if game.is_misere else 1

    def _closed(self, coins: int) -> int:
        return sum((coins >> cell & 1) << place for place, cell in enumerate(self.cells))

    def is_lost(self, coins: int) -> bool:
        """Tell whether the player to move loses."""
        return self._found(self._closed(coins)) == 1

    def _found(self, number: int) -> int:
        known = self.known
        if not known[number]:
            found = 1
            for mask in self.masks:
                if mask & number == mask and (known[number ^ mask] or self._found(number ^ mask)) == 1:
                    found = 2
                    break
            known[number] = found
        return known[number]


@lru_cache(8)
def _whole_memory(side: int, longest_run: int, is_misere: bool) -> Memory:
    game = CoinGame(side, longest_run, is_misere)
    return Memory(game, game.triangle.full)


class MemoPlayer(OwnPlayer):
    """Looks for a winning move by minimax with a memory, the longest runs first; if there is none, takes most points.

    A large triangle is gone through when 18 coins are left, and until then the points count.  A run of six is never
    taken in assignments 3 and 4, where it costs more than winning brings.
    """

    def begin(
        self, game: CoinGame, is_first: bool, seed: int, coins: int | None = None, seconds: float | None = None
    ) -> None:
        super().begin(game, is_first, seed, coins, seconds)
        self.most_length = 5 if game.preset in ("assignment3", "assignment4") else game.side
        self.memory: Memory | None = None
        if game.is_small:
            self.memory = _whole_memory(game.side, game.longest_run, game.is_misere)

    def choose(self, coins: int, seconds: float) -> int:
        allowed = [mask for mask in self.moves.legal(coins) if mask.bit_count() <= self.most_length]
        if self.memory is not None and coins & ~self.memory.coins:
            self.memory = None  # moves were taken back
        if self.memory is None and coins.bit_count() <= ENDGAME_COINS:
            self.memory = Memory(self.game, coins)
        if self.memory is not None:
            self.random.shuffle(allowed)
            allowed.sort(key=lambda mask: -mask.bit_count())
            for mask in allowed:
                if self.memory.is_lost(coins ^ mask):
                    return mask
        return self.dearest(allowed)


class EndgamePlayer(OwnPlayer):
    """Takes most points until 18 coins are left; then wins if it can, by a table of what those coins can become."""

    def begin(
        self, game: CoinGame, is_first: bool, seed: int, coins: int | None = None, seconds: float | None = None
    ) -> None:
        super().begin(game, is_first, seed, coins, seconds)
        make_ready(self, "win")

    def choose(self, coins: int, seconds: float) -> int:
        count = coins.bit_count()
        if count > ENDGAME_COINS:
            return self.greedy(coins)
        try:
            found = values_for(self, "win", seconds * SAFE_SHARE).moves(coins)
        except LimitHitError as error:
            self.note(f"not exact with {count} coins left, {error}: takes most points")
            return self.greedy(coins)
        return self.dearest([run.mask for run, value in found if value.is_won] or [run.mask for run, _ in found])


class PerfectPlayer(OwnPlayer):
    """Plays by exact values; by score it is not exact above 28 coins, says so, and takes what wins.

    A lost player of the objective `win` takes few coins, so that there is time for the other to err.
    """

    def __init__(self, name: str, objective: str = "win") -> None:
        super().__init__(name)
        self.objective = objective

    def begin(
        self, game: CoinGame, is_first: bool, seed: int, coins: int | None = None, seconds: float | None = None
    ) -> None:
        super().begin(game, is_first, seed, coins, seconds)
        for objective in {self.objective, "win"}:
            make_ready(self, objective)

    def choose(self, coins: int, seconds: float) -> int:
        count = coins.bit_count()
        ends = time.perf_counter() + seconds * SAFE_SHARE
        if self.objective != "win":
            try:
                return self._best(self.objective, coins, ends)
            except LimitHitError:
                self.note(f"not exact with {count} coins left, too many by score: takes what wins instead")
            except UnsupportedError as error:
                self.note(f"not exact by score: {error}; takes what wins instead")
        try:
            return self._best("win", coins, ends)
        except LimitHitError:
            self.note(f"not exact with {count} coins left, too many without a table: takes most points")
            return self.greedy(coins)

    def _best(self, objective: str, coins: int, ends: float) -> int:
        values = values_for(self, objective, ends - time.perf_counter())
        ranks: dict[tuple[int, ...], list[int]] = {}
        for run, value in values.moves(coins):
            ranks.setdefault((*values.rank(value), value.is_won), []).append(run.mask)
        best = max(ranks)
        if objective == "win" and not best[0]:
            return self.pick(self.moves.first(self.moves.shortest_first, coins))
        return self.pick(ranks[best])


def make_ready(player: Player, objective: str) -> None:
    """Compile what finds values, and make the table of a small triangle, before the clock runs."""
    with suppress(LimitHitError, UnsupportedError):  # of which the player hears when it chooses
        _compiled(objective)
        values = values_for(player, objective)
        if player.start and player.game.is_small:
            values.value(player.start)


@cache
def _compiled(objective: str) -> None:
    from perfectplay.solvers.coin_values import Values

    Values(CoinGame(1), objective).value(1)  # by the kernels of all triangles


def values_for(player: Player, objective: str, seconds: float = 60) -> Any:
    """Return the exact values of a player's game: of a small triangle for all to use, else the player's own.

    A table that has to be made may take so many seconds.
    """
    from perfectplay.solvers.coin_values import Values

    game = player.game
    if objective == "win":  # neither points nor colours tell who wins
        game = CoinGame(game.side, game.longest_run, game.is_misere)
    if game.is_small:
        return _shared_values(game, objective)
    kept: dict[str, Any] = player.__dict__.setdefault("values", {})
    values = kept.get(objective)
    if values is None or values.game != game:
        values = Values(game, objective, notice=player.note)
        if not values.has_table:
            kept.clear()  # what takes the room of one large table is not left while another is made
        kept[objective] = values
    values.limits = Limits(seconds=max(seconds, 0.01))
    return values


@lru_cache(16)
def _shared_values(game: CoinGame, objective: str) -> Any:
    from perfectplay.solvers.coin_values import Values

    return Values(game, objective)


ALIASES = {"pattern-exact": "pattern", "perfect-win": "perfect"}  # which are understood, and not listed


def _makers() -> dict[str, Callable[[str], Player]]:
    from perfectplay.arena.human import HumanPlayer
    from perfectplay.arena.pattern import PatternPlayer

    return {
        "random": RandomPlayer,
        "greedy": GreedyPlayer,
        "pattern": PatternPlayer,
        "pattern-counts": partial(PatternPlayer, is_exact=False),
        "memo": MemoPlayer,
        "endgame": EndgamePlayer,
        "perfect": PerfectPlayer,
        "perfect-score": partial(PerfectPlayer, objective="score"),
        "perfect-win-then-score": partial(PerfectPlayer, objective="win-then-score"),
        HUMAN: HumanPlayer,
    }


def player_names() -> list[str]:
    """Return the names of the players that come with the package."""
    return list(_makers())


def make_named(name: str) -> Player:
    """Return the player of a name, or one for the program of that path or command."""
    if (maker := _makers().get(ALIASES.get(name, name))) is not None:
        return maker(name)
    if (command := find_program(name)) is not None:
        from perfectplay.arena.external import ExternalPlayer

        return ExternalPlayer(command)
    raise InputError(f"no player and no program {name[:60]!r}; players are {', '.join(player_names())}, or a path")


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
