"""Tests of a program against everything that the protocol asks of it."""

import subprocess
from collections.abc import Iterator, Sequence

from perfectplay.arena.external import ExternalPlayer
from perfectplay.arena.players import RandomPlayer
from perfectplay.arena.protocol import QUIT, shown, uncommented
from perfectplay.arena.referee import play_game
from perfectplay.base.errors import InputError
from perfectplay.model.family import Family
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.player import ILLEGAL, Fault, Player, PlayerFaultError
from perfectplay.model.registry import families
from perfectplay.model.roster import Roster, Trial, roster_of

MOST_FINDINGS = 6  # faults after which a program that does not even stay alive is tested no further
QUIET_SECONDS = 0.2  # seconds to wait for output that nobody asked for
LEAVE_SECONDS = 2.0


def find_trials(problem: GameForTwo | None = None) -> Sequence[Trial]:
    """Return the games that a program is tried in: those of a problem's family, or of the one family that has any."""
    if problem is not None:
        return roster_of(problem).trials() or [Trial(problem.spec, problem)]
    found = {family.name: trials for family in families().values() if (trials := _trials(family))}
    if len(found) != 1:
        raise InputError(f"name the game that the program plays; there are {', '.join(found) or 'none by themselves'}")
    return next(iter(found.values()))


def _trials(family: Family) -> Sequence[Trial]:
    if not family.has_part("players"):
        return ()
    roster: Roster = family.part("players")
    return roster.trials()


def check_engine(command: list[str], trials: Sequence[Trial], seconds: float = 5.0) -> list[str]:
    """Test a program against everything that the protocol asks of it; return one line for each fault found."""
    with ExternalPlayer(command) as player:
        return list(dict.fromkeys(_findings(player, trials, seconds)))


def _findings(player: ExternalPlayer, trials: Sequence[Trial], seconds: float) -> Iterator[str]:
    count = 0
    for name, problem in trials:
        for is_first in (True, False):
            other = RandomPlayer("random")
            pair: list[Player] = [player, other] if is_first else [other, player]
            record = play_game(problem, pair, seed=count + is_first, seconds=seconds)
            place = "first" if is_first else "second"
            for fault in record.faults:
                yield f"{name}, playing {place}, move {fault.ply + 1}: {fault.kind}: {fault.text}"
            count += len(record.faults)
            if player.program is None and record.is_forfeited and count >= MOST_FINDINGS:
                return
    # The game with the most first moves is the least likely to be over at once.
    longest = max((trial.problem for trial in trials), key=lambda problem: len(problem.moves(problem.start)))
    yield from _manners(player, longest, seconds)


def _manners(player: ExternalPlayer, problem: GameForTwo, seconds: float) -> Iterator[str]:
    """Look at what a game does not show: answers that nobody asked for, a refused move, the end.

    The test keeps to the protocol: a program may follow the game by itself and trust every line it gets.
    """
    position = problem.start
    try:
        player.begin(problem, True, 1, seconds=seconds)
        player.choose(position, seconds)
        assert player.program is not None
        if extra := uncommented(player.program.writes_within(QUIET_SECONDS)):
            yield f"it writes on after its answer: {shown(extra)}; only comments, which begin with #, may follow it"
        player.on_refusal(Fault(0, 0, ILLEGAL, "this is a test"))
        position = problem.play(position, player.choose(position, seconds))
        player.program.say("something that a later version might say")
        if extra := uncommented(player.program.writes_within(QUIET_SECONDS)):
            yield f"it answers a line that it does not know with {shown(extra)}; pass over such lines"
        if not problem.is_goal(position):
            reply = problem.moves(position)[0]
            position = problem.play(position, reply)
            player.on_move(reply)
        if not problem.is_goal(position):
            player.choose(position, seconds)
        player.program.say(QUIT)
        yield from _leaves(player, "`quit`")
        player.close()
        player.choose(problem.start, seconds)  # a new program, a new game
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
