"""What whoever starts the server decides."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where the server listens, and how much its visitors may ask of this computer."""

    host: str = "127.0.0.1"
    port: int = 8765
    names: tuple[str, ...] = ()  # further names by which visitors may call this computer
    workers: int = max(4, os.cpu_count() or 1)  # long searches at a time: a race has up to four
    seconds: float = 60.0  # the time of one search
    value_seconds: float = 5.0  # the time of the search for the value of one position
    moves_seconds: float = 15.0  # the time for the values of all moves of one position together
    memory: int = 1 << 30  # bytes of one search
    rate: int = 600  # units of work that one visitor may ask for in a minute; a search has many, a value one
    waiting: int = 64  # tasks that may wait for a free worker
    per_visitor: int = 16  # tasks that one visitor may have running and waiting
    patience: float = 10.0  # seconds for which a search goes on that nobody watches, as when a page is loaded again
    own: Mapping[str, str] = field(default_factory=dict)  # games of a user's own: the name in addresses, and the spec
