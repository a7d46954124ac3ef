"""Players, a referee, tournaments, and the protocol for programs, in any game for two."""

from perfectplay.arena.players import make_player
from perfectplay.arena.referee import play_game
from perfectplay.model.player import Fault, GameRecord, Player, PlayerFaultError

__all__ = ["Fault", "GameRecord", "Player", "PlayerFaultError", "make_player", "play_game"]
