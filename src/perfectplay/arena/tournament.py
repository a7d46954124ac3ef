"""A round robin: every player against every other, with both sides, in this process or in several."""

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, count
from typing import Any, NamedTuple

from perfectplay.arena import quick
from perfectplay.arena.external import kill_programs
from perfectplay.arena.match import Match, match_of
from perfectplay.arena.player import Player, make_player
from perfectplay.arena.players import HUMAN
from perfectplay.arena.referee import play_game
from perfectplay.arena.review import Reviewer
from perfectplay.errors import InputError, PerfectplayError
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.limits import LimitHitError

SEED_STEP = 1_000_003  # between the seeds of tournaments, so that their games have different ones
CHUNK = 1  # games that a process is given at once: what it has not yet handed back is lost when it is ended
QUICK_CHUNK = 500  # which take some hundredths of a second
MOST_PLAYERS = 100
MOST_NAME = 1000  # characters


class Pairing(NamedTuple):
    """One game to be played: its number, and who moves first and second."""

    number: int
    first: int
    second: int


@dataclass(frozen=True)
class Tournament:
    """The plan: `games` for each pair of players, each side having the first move in turn.

    >>> from perfectplay.specs import load
    >>> plan = Tournament(load("coins/4"), ["greedy", "random", "greedy"], games=2)
    >>> plan.labels, [tuple(pairing) for pairing in plan.pairings()][:3]
    (['greedy', 'random', 'greedy (2)'], [(0, 0, 1), (1, 1, 0), (2, 0, 2)])
    """

    problem: CoinProblem
    players: Sequence[str]
    games: int = 100
    seed: int = 1
    values: str = ""  # the objective by which moves are valued: `score` or `win`; by default what fits the game
    move_seconds: float | None = None
    processes: int = 1
    is_quick: bool = True  # simple players are played without referee, which gives the same games

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise InputError(f"a tournament has 2 to {MOST_PLAYERS} players, not {len(self.players)}")
        for name in self.players:
            if not name.isprintable() or len(name) > MOST_NAME:
                raise InputError(f"a player is named in one line of up to {MOST_NAME:,} characters, not {name[:40]!r}")
        if self.games < 1:
            raise InputError(f"at least one game is played, not {self.games}")
        if not self.problem.start.coins:
            raise InputError(f"{self.problem.spec}: no coin is left, so there is nothing to play")
        if self.processes > 1 and HUMAN in self.players:
            raise InputError(f"{HUMAN} plays at this terminal, in one process; leave out --processes")

    @property
    def game(self) -> CoinGame:
        return self.problem.game

    @cached_property
    def labels(self) -> list[str]:
        """The names of the players, all different: numbered where one takes part more than once."""
        found: list[str] = []
        for name in self.players:
            numbered = (f"{name} ({number})" for number in count(2))
            is_known = name in found
            found.append(next(new for new in numbered if new not in (*found, *self.players)) if is_known else name)
        return found

    @property
    def total(self) -> int:
        return len(self.players) * (len(self.players) - 1) // 2 * self.games

    def game_seed(self, number: int) -> int:
        """Return the seed of a game."""
        return self.seed * SEED_STEP + number

    @cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.players)), 2))

    def pairing(self, number: int) -> Pairing:
        """Return who plays the game of a number: in each pair, who comes first begins with the first move."""
        pair, game = divmod(number, self.games)
        one, other = self._pairs[pair]
        return Pairing(number, one, other) if game % 2 == 0 else Pairing(number, other, one)

    def pairings(self) -> Iterator[Pairing]:
        """Yield all games."""
        return map(self.pairing, range(self.total))

    def chunks(self) -> Iterator[list[Pairing]]:
        """Yield the games in parts of one pair of players each."""
        part: list[Pairing] = []
        for pairing in self.pairings():
            most = QUICK_CHUNK if self.is_simple(pairing) else CHUNK
            if part and (len(part) >= most or {*part[0][1:]} != {*pairing[1:]}):
                yield part
                part = []
            part.append(pairing)
        if part:
            yield part

    def is_simple(self, pairing: Pairing) -> bool:
        """Tell whether a game can be played without a referee."""
        names = self.players[pairing.first], self.players[pairing.second]
        return self.is_quick and quick.can_play(names)

    def play(
        self, seconds: float | None = None, report: Callable[[int, float], None] = lambda games, seconds: None
    ) -> Generator[Match, None, None]:
        """Play all games, and yield each as soon as it is over; past the seconds, LimitHitError ends it.

        By then every game that is over has been yielded.  Whoever stops listening ends it too; games that other
        processes have not handed over by then are lost.
        """
        clock = Clock(seconds)
        source = self._here(clock) if self.processes == 1 else self._elsewhere(clock)
        try:
            for done, match in enumerate(source, 1):
                yield match
                report(done, clock.taken)
        finally:
            source.close()

    def _here(self, clock: "Clock") -> Generator[Match, None, None]:
        with Table(self) as table:
            for part in self.chunks():
                yield from table.play(part, clock.look)

    def _elsewhere(self, clock: "Clock") -> Generator[Match, None, None]:
        context = multiprocessing.get_context("spawn")
        parts = self.chunks()
        pool = ProcessPoolExecutor(self.processes, context, _begin, (self,))
        running: set[Future[list[Match]]] = set()
        is_over = False
        try:
            while not is_over:
                for part in parts:
                    with _interrupts_held():
                        running.add(pool.submit(_play, part[0].number, part[-1].number + 1))
                    if len(running) >= 2 * self.processes:
                        break
                finished, running = wait(running, clock.left, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield from future.result()
                is_over = not running and not finished
                if running:
                    clock.look()  # after all that is over
            pool.shutdown()
        except BrokenProcessPool:
            raise PerfectplayError("a process of the tournament has died; try fewer --processes") from None
        finally:
            if not is_over:
                workers, results = list((pool._processes or {}).values()), pool._result_queue
                pool.shutdown(wait=False, cancel_futures=True)
                for worker in workers:
                    worker.terminate()
                # One that is ended while it hands over its games leaves half a message, and whoever reads that waits
                # for the rest, even at the end of this process, as long as anybody could write it.
                results._writer.close()  # type: ignore[attr-defined]


class Clock:
    """How long a tournament may still take."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.began = time.perf_counter()

    @property
    def taken(self) -> float:
        return time.perf_counter() - self.began

    @property
    def left(self) -> float | None:
        return None if self.seconds is None else max(0.0, self.seconds - self.taken)

    def look(self) -> None:
        """Raise LimitHitError when the time is over."""
        if self.left == 0:
            raise LimitHitError("time")


class Table:
    """Where games are played: the players are seated once, and what is known of the values is kept."""

    def __init__(self, plan: Tournament) -> None:
        self.plan = plan
        self.allowed = float(plan.game.seconds if plan.move_seconds is None else plan.move_seconds)
        self.reviewer = Reviewer(plan.game, plan.values)
        self._seated: dict[int, Player] = {}
        self._stack = ExitStack()

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *trouble: Any) -> None:
        self.close()

    def close(self) -> None:
        """Let the players leave."""
        self._stack.close()

    def play(self, part: Sequence[Pairing], before_move: Callable[[], None] = lambda: None) -> Iterator[Match]:
        """Play some games."""
        plan, coins = self.plan, self.plan.problem.start.coins
        labels = plan.labels
        for pairing in part:
            before_move()
            number, first, second = pairing
            seed = plan.game_seed(number)
            names = plan.players[first], plan.players[second]
            record = quick.quick_table(plan.game, names, coins).play(seed) if plan.is_simple(pairing) else None
            if record is None or record.seconds[0] > self.allowed:  # a referee has to look at the time
                players = self._seat(first), self._seat(second)
                record = play_game(plan.game, players, seed, coins, self.allowed, before_move)
            named = labels[first], labels[second]
            if record.names != named:
                record = replace(record, names=named)
            lost = self.reviewer.lost(coins, record.moves)
            yield match_of(number, (first, second), record, lost)

    def _seat(self, number: int) -> Player:
        if number not in self._seated:
            self._seated[number] = self._stack.enter_context(make_player(self.plan.players[number]))
        return self._seated[number]


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while a process may be started, which then never hears it: it is for this one alone."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    earlier = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, earlier)


_table: Table | None = None  # of this process, if it is one of a tournament


def _begin(plan: Tournament) -> None:
    global _table
    # Ctrl-C is for the process that asked for the games; but programs that are started here must not inherit that.
    signal.signal(signal.SIGINT, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    _table = Table(plan)
    from multiprocessing.util import Finalize

    Finalize(_table, _table.close, exitpriority=10)
    signal.signal(signal.SIGTERM, _leave)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, _leave)
    threading.Thread(target=_watch_parent, daemon=True).start()


def _leave(*_: object) -> None:
    """End this process and the programs it plays with at once: a signal comes while anything may be locked."""
    kill_programs()
    os._exit(1)


def _watch_parent() -> None:
    """Leave when whoever asked for the games is gone, however rudely."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)  # the main thread leaves, and starts no further program meanwhile


def _play(first: int, end: int) -> list[Match]:
    """Play the games of some numbers, which take less room in a pipe than a list of them."""
    assert _table is not None
    return list(_table.play([_table.plan.pairing(number) for number in range(first, end)]))
