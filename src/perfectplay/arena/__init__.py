"""Players of coins, a referee, and the protocol by which programs take part."""

from perfectplay.arena.player import Fault, Player, PlayerFaultError, make_player
from perfectplay.arena.referee import GameRecord, play_game

__all__ = ["Fault", "GameRecord", "Player", "PlayerFaultError", "make_player", "play_game"]
