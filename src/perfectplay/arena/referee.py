"""The referee: two players, one game, and whatever goes wrong in it.

An answer that is no move costs its player the penalty of the game, and is worth `penalty_gain` to the other; the turn
is played once more, and after a second such answer in one turn the game is lost.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from perfectplay.base.errors import ContractError, InputError
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.player import (
    GARBAGE,
    ILLEGAL,
    TIMEOUT,
    Fault,
    GameRecord,
    Player,
    PlayerFaultError,
    Scoreboard,
    TakeBackError,
    in_seconds,
)

MANY = 500  # positions after which a game that should have an end is looked at


def play_game(
    problem: GameForTwo,
    players: Sequence[Player],
    seed: int = 0,
    seconds: float | None = None,
    on_turn: Callable[[], None] = lambda: None,
) -> GameRecord:
    """Let two players play from the start of a problem; the first of them moves first.

    Each may take so many seconds for a move, by default as many as the game says.  `on_turn` is called before each
    turn, and what it raises ends the game.
    """
    if len(players) != 2:
        raise InputError(f"two players are needed for a game, not {len(players)}")
    board = Scoreboard(problem, players)
    allowed = float(problem.move_seconds if seconds is None else seconds)
    for number, player in enumerate(players):
        player.begin(problem, number == 0, 2 * seed + number, allowed)
        player.watch(board)
    is_forfeited = False
    while not problem.is_goal(board.position) and not problem.is_drawn_by_repetition(board.positions):
        on_turn()
        other = players[1 - board.mover]
        try:
            is_forfeited = not _turn(board, allowed)
        except TakeBackError as wish:
            board.take_back(wish.plies)
            other.on_take_back()
            continue
        if is_forfeited:
            break
        other.on_move(board.moves[-1])
        if len(board.positions) % MANY == 0:
            _check_that_it_ends(problem, board.positions)
    record = _record(board, seed, is_forfeited)
    for player in players:
        player.on_end(record)
    return record


def _check_that_it_ends(problem: GameForTwo, positions: Sequence[Any]) -> None:
    """Refuse rules that promise an end and come back to a position: players who do not search would go on for ever."""
    if problem.facts.is_monotone and len(set(positions)) < len(positions):
        raise ContractError(
            f"{problem.spec}: a position comes back after some moves, and its rules say that none does; in a game of "
            "your own say Game(can_repeat=True)"
        )


def _record(board: Scoreboard, seed: int, is_forfeited: bool) -> GameRecord:
    """Return the record of a game that is over, or was lost by the player to move."""
    problem, (first, second) = board.problem, board.players
    if problem.is_goal(board.position) and not is_forfeited:
        winner, points = problem.result(board.position, board.mover, board.points)
    else:  # forfeited, or drawn by repetition
        winner = 1 - board.mover if is_forfeited else None
        ends = problem.end_points(winner)
        points = board.points[0] + ends[0], board.points[1] + ends[1]
    return GameRecord(
        (first.name, second.name),
        seed,
        problem.saved_start,
        tuple(board.moves),
        tuple(board.seconds),
        points,
        winner,
        tuple(board.faults),
        is_forfeited,
        (tuple(first.notes), tuple(second.notes)),
    )


def _turn(board: Scoreboard, allowed: float) -> bool:
    """Let the player to move play; tell whether it found a move before it used up its tries."""
    player, position = board.players[board.mover], board.position
    while board.tries_left:
        began = time.perf_counter()
        try:
            text = player.choose(position, allowed)
            took = time.perf_counter() - began
            after, gain = _judged(board, text)
            if took > allowed and player.is_timed:
                raise PlayerFaultError(TIMEOUT, f"it took {took:.3f} s, where {in_seconds(allowed)} are allowed")
            board.add(text, after, gain, took)
            return True
        except PlayerFaultError as error:
            took = time.perf_counter() - began
            fault = Fault(board.mover, len(board.moves), error.kind, error.text, took)
        board.faults.append(fault)
        player.on_refusal(fault)
    return False


def _judged(board: Scoreboard, text: object) -> tuple[object, int]:
    """Return the position after a move, and its points; raise PlayerFaultError if it is none."""
    if not isinstance(text, str):
        raise PlayerFaultError(GARBAGE, f"it answered {text!r:.60}, where the text of a move is expected")
    try:
        return board.problem.step(board.position, text)
    except InputError as error:
        raise PlayerFaultError(ILLEGAL, str(error)) from None
