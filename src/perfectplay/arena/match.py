"""A game of a tournament with what its moves gave away, and the line of JSON that it is saved as."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.model.player import GameRecord


@dataclass(frozen=True)
class Match:
    """Game `number` of a tournament; `players` are the numbers of who moved first and who moved second."""

    number: int
    players: tuple[int, int]
    record: GameRecord
    lost: tuple[int | None, ...] = ()  # loss by each move; None where no exact value is known
    seconds: tuple[float, float] = (0.0, 0.0)  # seconds used by each side, faults included

    @property
    def winner(self) -> int | None:
        return self.record.winner

    @property
    def points(self) -> tuple[int, int]:
        return self.record.points

    @property
    def forfeited_by(self) -> int | None:
        winner = self.record.winner
        return 1 - winner if self.record.is_forfeited and winner is not None else None

    @property
    def first_blunder(self) -> int | None:
        """The number of the first move that is known to have given something away, from 1."""
        return next((ply for ply, lost in enumerate(self.lost, 1) if lost), None)

    @property
    def blunder_told(self) -> dict[str, Any] | None:
        """The first blunder as it is written to a file."""
        ply = self.first_blunder
        return None if ply is None else {"ply": ply, "move": self.record.moves[ply - 1]}

    def moves_of(self, side: int) -> int:
        return (len(self.record.moves) + 1 - side) // 2

    def turns_of(self, side: int) -> int:
        """Return how often a side was to move: its moves, and the turn in which it lost by its faults."""
        return self.moves_of(side) + (self.forfeited_by == side)

    def faults_of(self, side: int) -> int:
        return sum(fault.player == side for fault in self.record.faults)

    def lost_by(self, side: int) -> list[int]:
        """Return the known losses by the moves of a side."""
        return [lost for lost in self.lost[side::2] if lost is not None]

    def line(self) -> str:
        """Return the line of a file."""
        fields = {
            "number": self.number,
            "players": list(self.players),
            **self.record.as_json(),
            "lost": list(self.lost),
            "first_blunder": self.blunder_told,
        }
        return json.dumps(fields, separators=(",", ":"))


def match_of(number: int, players: tuple[int, int], record: GameRecord, lost: Sequence[int | None]) -> Match:
    """Return the match of a record."""
    seconds = [sum(record.seconds[0::2]), sum(record.seconds[1::2])]
    for fault in record.faults:
        seconds[fault.player] += fault.seconds
    return Match(number, players, record, tuple(lost), (seconds[0], seconds[1]))
