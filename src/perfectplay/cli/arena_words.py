"""A tournament in words, for a terminal of 80 columns: its table, its games, and what went wrong in them."""

from collections.abc import Sequence
from typing import Any

from perfectplay.arena.match import Match
from perfectplay.arena.standings import INTERVALS, Standings
from perfectplay.base.text import in_lines, listed, many, table
from perfectplay.model.game_for_two import GameForTwo

MOST_LABEL = 14  # characters of a player in the table
LEAST_LABEL = 6  # characters of a player in a table with one column more


class Notes:
    """What the players said, and what went wrong with them, each thing once."""

    def __init__(self, labels: list[str]) -> None:
        self.labels = labels
        self.counts: dict[tuple[int, str], int] = {}
        self.texts: dict[tuple[int, str], str] = {}

    def add(self, match: Match) -> None:
        """Gather those of one game."""
        if match.record.faults or match.record.notes != ((), ()):
            for fault in match.record.faults:
                self._count(match.players[fault.player], fault.kind, fault.text)
            for player, texts in zip(match.players, match.record.notes, strict=True):
                for text in texts:
                    self._count(player, "note", text)

    def _count(self, player: int, kind: str, text: str) -> None:
        key = (player, kind)
        self.counts[key] = self.counts.get(key, 0) + 1
        self.texts.setdefault(key, text)

    def as_json(self) -> list[dict[str, Any]]:
        return [
            {"player": self.labels[player], "kind": kind, "count": count, "first": self.texts[player, kind]}
            for (player, kind), count in self.counts.items()
        ]

    def lines(self) -> list[str]:
        """Return them in words."""
        found = []
        for (player, kind), count in sorted(self.counts.items()):
            first, times = self.texts[player, kind], f"({many(count, 'time')})" if count > 1 else ""
            what = " ".join(filter(None, ["says" if kind == "note" else kind, times]))
            found.append(f"{self.labels[player]}{' ' if kind == 'note' else ': '}{what}: {first}")
        return found


def standings_lines(standings: Standings, problem: GameForTwo) -> str:
    """Return the table, at most 80 columns wide.

    It has draws where there were some, or where a game may come back to a position.  Then points are left out where
    only the win counts, since they are the wins, and long names of players are shorter where both are there.
    """
    has_draws = not problem.facts.is_monotone or any(standing.draws for standing in standings.players)
    has_points = problem.has_points or not has_draws
    columns = ("player", "games", "wins %", "95 %", "draws %", "points", "ahead, 95 %", "ms/move", "lost")
    left_out = {name for name, is_shown in (("draws %", has_draws), ("points", has_points)) if not is_shown}
    rows: list[Sequence[str]] = [columns]
    most = MOST_LABEL if left_out else LEAST_LABEL
    shorts = short_labels([standing.player for standing in standings.players], most)
    for number in standings.order():
        figures = standings.players[number].as_json()
        lowest, highest = figures["win_rate_interval"]
        reach = standings.players[number].ahead.reach
        digits = 0 if reach is not None and reach >= 100 else 1 if reach is None or reach >= 1 else 2
        spread = "" if reach is None else f" ± {reach:.{digits}f}"
        milliseconds, lost = figures["milliseconds_per_move"], figures["lost_per_move"]
        rows.append(
            (
                shorts[number],
                f"{figures['games']:,}",
                f"{(figures['win_rate'] or 0) * 100:.1f}",
                f"{lowest * 100:.1f}-{highest * 100:.1f}",
                f"{standings.players[number].draws / (figures['games'] or 1) * 100:.1f}",
                f"{figures['points_per_game']:.1f}",
                f"{figures['ahead_per_game']:+.{digits}f}{spread}",
                "" if milliseconds is None else f"{milliseconds:.3g}" if milliseconds < 1000 else f"{milliseconds:.0f}",
                "-" if lost is None else f"{lost:.2f}",
            )
        )
    shown = [[text for name, text in zip(columns, row, strict=True) if name not in left_out] for row in rows]
    averages = "points and ahead" if has_points else "ahead"
    about = f"{averages}: a game; lost: what a move gave away on average; {INTERVALS}"
    return "\n".join([*table(shown), "", in_lines(about)])


def short_labels(labels: Sequence[str], most: int = MOST_LABEL) -> list[str]:
    """Return names that fit the table: long ones keep head and tail, and a number where those are equal.

    >>> short_labels(["greedy", "./engines/my_engine_1.py", "./engines/my_engine_2.py", "./engines/xmy_engine_2.py"])
    ['greedy', './engi…ne_1.py', './engi…ne_2.py', './engines/x…#4']
    """
    found: list[str] = []
    for number, label in enumerate(labels, 1):
        half = most // 2  # the ellipsis takes one character of the first half
        short = label if len(label) <= most else f"{label[: half - 1]}…{label[-half:]}"
        mark = f"…#{number}"
        found.append(f"{label[: most - len(mark)]}{mark}" if short in found else short)
    return found


def match_lines(labels: list[str], match: Match) -> str:
    """Return one game in words: its moves, each with its loss in brackets, and the first blunder."""
    record = match.record
    first, second = (labels[player] for player in match.players)
    moves = [f"{text}({'?' if lost is None else -lost})" for text, lost in zip(record.moves, match.lost, strict=True)]
    result = "drawn" if match.winner is None else f"won by {(first, second)[match.winner]}"
    lines = [in_lines(f"game {match.number + 1}: {first} against {second}"), listed(" ", moves)]
    lines += [
        in_lines(f"  fault after {many(fault.ply, 'move')}: {fault.kind}: {fault.text}") for fault in record.faults
    ]
    ply = match.first_blunder
    if ply is not None:
        by = (first, second)[(ply - 1) % 2]
        lines.append(
            in_lines(f"  first blunder: move {ply}, {record.moves[ply - 1]} by {by}, {match.lost[ply - 1]} lost")
        )
    how = "by forfeit, " if record.is_forfeited else ""
    lines.append(in_lines(f"  {result}, {how}{record.points[0]} to {record.points[1]}"))
    return "\n".join(lines)
