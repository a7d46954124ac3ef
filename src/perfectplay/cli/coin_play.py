"""Coins in the terminal: one game of the arena, with a person on one side."""

from contextlib import suppress

import click

from perfectplay.games.coins.problem import CoinProblem


def play_coins(problem: CoinProblem, against: str, seed: int, is_second: bool) -> None:
    """Play until the game is over or the person leaves."""
    from perfectplay.arena.human import LeftError
    from perfectplay.arena.player import make_player
    from perfectplay.arena.players import HUMAN
    from perfectplay.arena.referee import play_game
    from perfectplay.cli.coin_words import triangle_lines
    from perfectplay.cli.ending import ending_programs

    if not problem.start.coins:
        click.echo(f"{triangle_lines(problem.start)}\n\nno coin is left: the game is over")
        return
    with ending_programs(), make_player(HUMAN) as person, make_player(against) as other:
        players = [other, person] if is_second else [person, other]
        with suppress(LeftError):
            play_game(problem.game, players, seed, problem.start.coins)
