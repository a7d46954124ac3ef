"""A round robin: every player against every other, with both sides, in this process or in several."""

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, count
from multiprocessing.util import Finalize
from typing import Any, NamedTuple

from perfectplay.arena.external import kill_programs
from perfectplay.arena.match import Match, match_of
from perfectplay.arena.players import PlayerMaker, make_player
from perfectplay.arena.referee import play_game
from perfectplay.arena.review import find_review
from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.limits import LimitHitError
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.player import GameRecord, Player
from perfectplay.model.roster import QuickGames, Roster, roster_of
from perfectplay.model.words import words_for

SEED_STEP = 1_000_003  # distance between the seeds of tournaments, so that their games have different seeds
CHUNK = 1  # games that a process is given at once: what it has not yet handed back is lost when it is ended
QUICK_CHUNK = 500  # games without a referee that a process is given at once: some hundredths of a second
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

    >>> from perfectplay.model.specs import load
    >>> plan = Tournament(load("coins/4"), ["greedy", "random", "greedy"], games=2)
    >>> plan.labels, [tuple(pairing) for pairing in plan.pairings()][:3]
    (['greedy', 'random', 'greedy (2)'], [(0, 0, 1), (1, 1, 0), (2, 0, 2)])
    """

    problem: GameForTwo
    players: Sequence[str]
    games: int = 100
    seed: int = 1
    values: str = ""  # the objective by which moves are valued; by default what fits the game
    move_seconds: float | None = None
    processes: int = 1
    is_quick: bool = True  # simple players are played without referee, which gives the same games
    others: Mapping[str, PlayerMaker] = field(default_factory=dict)  # players of this process alone, by name

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise InputError(f"a tournament has 2 to {MOST_PLAYERS} players, not {len(self.players)}")
        for name in self.players:
            if not name.isprintable() or len(name) > MOST_NAME:
                raise InputError(f"a player is named in one line of up to {MOST_NAME:,} characters, not {name[:40]!r}")
        if self.games < 1:
            raise InputError(f"at least one game is played, not {self.games}")
        if self.problem.is_goal(self.problem.start):
            over = words_for(self.problem).over()
            raise InputError(f"{self.problem.spec}: {over}, so there is nothing to play")
        if self.processes > 1 and (here := next((name for name in self.players if name in self.others), None)):
            raise InputError(f"{here} plays at this terminal, in one process; leave out --processes")

    @property
    def allowed(self) -> float:
        """The seconds for a move."""
        return float(self.problem.move_seconds if self.move_seconds is None else self.move_seconds)

    @property
    def roster(self) -> Roster:
        return roster_of(self.problem)

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
        quick_names = self.quick_names
        for pairing in self.pairings():
            is_quick = self.players[pairing.first] in quick_names and self.players[pairing.second] in quick_names
            most = QUICK_CHUNK if is_quick else CHUNK
            if part and (len(part) >= most or {*part[0][1:]} != {*pairing[1:]}):
                yield part
                part = []
            part.append(pairing)
        if part:
            yield part

    @property
    def quick_names(self) -> frozenset[str]:
        """The players whose games among each other are played without a referee."""
        return self.roster.quick_names if self.is_quick else frozenset()

    def play(
        self, seconds: float | None = None, on_game: Callable[[int, float], None] = lambda games, seconds: None
    ) -> Generator[Match, None, None]:
        """Play all games, and yield each as soon as it is over; past the seconds, LimitHitError ends it.

        `on_game` gets the number of games that are over, and the seconds so far.

        By then every game that is over has been yielded.  Whoever stops listening ends it too; games that other
        processes have not handed over by then are lost.
        """
        clock = Clock(seconds)
        source = self._here(clock) if self.processes == 1 else self._elsewhere(clock)
        try:
            for done, match in enumerate(source, 1):
                yield match
                on_game(done, clock.taken)
        finally:
            source.close()

    def _here(self, clock: "Clock") -> Generator[Match, None, None]:
        with GameRoom(self) as room:
            for part in self.chunks():
                yield from room.play(part, clock.look)

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
                    clock.look()  # checked last, so that every finished game has been yielded
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


class GameRoom:
    """Where games are played: the players are seated once, and what is known of the values is kept."""

    def __init__(self, plan: Tournament) -> None:
        self.plan = plan
        self.review = find_review(plan.problem, plan.values)
        self._quick_names = plan.quick_names
        self._quick: dict[tuple[str, str], QuickGames] = {}
        self._seated: dict[int, Player] = {}
        self._stack = ExitStack()

    def __enter__(self) -> "GameRoom":
        return self

    def __exit__(self, *trouble: Any) -> None:
        self.close()

    def close(self) -> None:
        """Let the players leave."""
        self._stack.close()

    def play(self, part: Sequence[Pairing], on_turn: Callable[[], None] = lambda: None) -> Iterator[Match]:
        """Play some games; what `on_turn` raises, which is called before each turn, ends the present one."""
        plan, labels, start = self.plan, self.plan.labels, self.plan.problem.start
        allowed = plan.allowed
        for number, first, second in part:
            on_turn()
            seed = plan.game_seed(number)
            record = self._play_quickly((plan.players[first], plan.players[second]), seed)
            if record is None or record.seconds[0] > allowed:  # a referee has to look at the time
                record = play_game(plan.problem, (self._seat(first), self._seat(second)), seed, allowed, on_turn)
            named = labels[first], labels[second]
            if record.names != named:
                record = replace(record, names=named)
            yield match_of(number, (first, second), record, self.review.lost(start, record.moves))

    def _play_quickly(self, names: tuple[str, str], seed: int) -> GameRecord | None:
        games = self._quick.get(names)
        if games is None:
            if not self._quick_names.issuperset(names):
                return None
            games = self._quick[names] = self.plan.roster.quick_games(self.plan.problem, names)
        return games.play(seed)

    def _seat(self, number: int) -> Player:
        if number not in self._seated:
            player = make_player(self.plan.players[number], self.plan.problem, self.plan.others)
            self._seated[number] = self._stack.enter_context(player)
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


_room: GameRoom | None = None  # the game room of this process, if it is a worker of a tournament


def _begin(plan: Tournament) -> None:
    global _room
    # Ctrl-C is for the process that asked for the games; but programs that are started here must not inherit that.
    signal.signal(signal.SIGINT, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    _room = GameRoom(plan)
    Finalize(_room, _room.close, exitpriority=10)
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
    assert _room is not None
    return list(_room.play([_room.plan.pairing(number) for number in range(first, end)]))
