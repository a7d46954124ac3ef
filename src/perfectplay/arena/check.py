"""A program tried in all that the protocol asks of it."""

import subprocess
from collections.abc import Iterator

from perfectplay.arena.external import ExternalPlayer
from perfectplay.arena.player import Fault, Player, PlayerFaultError, make_player
from perfectplay.arena.protocol import QUIT, shown, uncommented
from perfectplay.arena.referee import play_game
from perfectplay.games.coins.game import PRESETS, CoinGame, coloured, colours_by_seed

MOST_FINDINGS = 6  # when the program does not even stay alive
QUIET_SECONDS = 0.2  # in which a program that was not asked says nothing
LEAVE_SECONDS = 2.0


def check_engine(command: list[str], seconds: float = 5.0) -> list[str]:
    """Try a program in all that the protocol asks of it; return what is wrong, a line for each."""
    with ExternalPlayer(command) as player:
        return list(dict.fromkeys(_findings(player, seconds)))


def _findings(player: ExternalPlayer, seconds: float) -> Iterator[str]:
    count = 0
    for text, game, coins in _trials():
        for is_first in (True, False):
            other = make_player("random")
            pair: list[Player] = [player, other] if is_first else [other, player]
            record = play_game(game, pair, seed=count + is_first, coins=coins, seconds=seconds)
            place = "first" if is_first else "second"
            for fault in record.faults:
                yield f"{text}, playing {place}, move {fault.ply + 1}: {fault.kind}: {fault.text}"
            count += len(record.faults)
            if player.program is None and record.is_forfeited and count >= MOST_FINDINGS:
                return
    yield from _manners(player, seconds)


def _trials() -> Iterator[tuple[str, CoinGame, int | None]]:
    """Give the games that a program is tried in."""
    yield "one coin", CoinGame(1), None
    yield "a side of 4, normal play, runs up to 2", CoinGame(4, 2, False), None
    yield "a side of 5 with some coins gone", CoinGame(5), 0b101_1011_0110_1101
    for name in ("assignment1", "assignment3", "assignment4"):
        yield name, PRESETS[name], None
    yield "assignment5", coloured(PRESETS["assignment5"], colours_by_seed(21, 1)), None
    yield "a side of 10", CoinGame(10), None


def _manners(player: ExternalPlayer, seconds: float) -> Iterator[str]:
    """Look at what a game does not show: answers that nobody asked for, a refused move, the end.

    What is said keeps to the protocol: a program may follow the game by itself and trust what it is told.
    """
    game = CoinGame(4)
    coins = game.triangle.full
    try:
        player.begin(game, True, 1, seconds=seconds)
        player.choose(coins, seconds)
        assert player.program is not None
        if extra := uncommented(player.program.writes_within(QUIET_SECONDS)):
            yield f"it writes on after its answer: {shown(extra)}; only comments, which begin with #, may follow it"
        player.refused(Fault(0, 0, "illegal", "this is a test"))
        coins ^= player.choose(coins, seconds)
        player.program.say("something that a later version might say")
        if extra := uncommented(player.program.writes_within(QUIET_SECONDS)):
            yield f"it answers a line that it does not know with {shown(extra)}; pass over such lines"
        reply = coins & -coins
        player.told(reply)
        player.choose(coins ^ reply, seconds)
        player.program.say(QUIT)
        yield from _leaves(player, "`quit`")
        player.close()
        player.choose(game.triangle.full, seconds)  # a new program, a new game
        player.program.input.close()
        yield from _leaves(player, "the end of its input")
    except PlayerFaultError as error:
        yield f"a turn played again: {error.kind}: {error.text}"
    finally:
        player.drop()


def _leaves(player: ExternalPlayer, why: str) -> Iterator[str]:
    assert player.program is not None
    try:
        player.program.process.wait(LEAVE_SECONDS)
    except subprocess.TimeoutExpired:
        yield f"it does not end within {LEAVE_SECONDS:g} s of {why}"
