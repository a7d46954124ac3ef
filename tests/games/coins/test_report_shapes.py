"""Where the report's rules for lost shapes are wrong, by a brute force that shares no code with the players."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from perfectplay.games.coins.game import PRESETS, CoinGame
from perfectplay.games.coins.players.coin_player import CoinPlayer
from perfectplay.games.coins.players.pattern import counted_shapes, exact_shapes
from perfectplay.games.coins.players.report_shapes import reported_shapes
from perfectplay.games.coins.players.roster import ROSTER
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from tests.brute_coins import Brute, Cell, Position
from tests.places import ROOT

BRUTE = Brute(["o" * count for count in range(1, 7)], 6, True, (), 1, 0, "win")
CELLS = sorted(BRUTE.start)
RULES = ("1", "2, 3", "4", "5")
# Shapes of four coins without a run of three, by how many moves of two coins each of the coins is in.
SHAPES: dict[tuple[int, ...], str] = {
    (0, 0, 1, 1): "a pair and two single coins",
    (0, 1, 1, 2): "a bent three and a single coin",
    (0, 2, 2, 2): "a triangle and a single coin",
    (1, 1, 1, 1): "two pairs",
    (1, 1, 1, 3): "a star of three arms",
    (1, 1, 2, 2): "a bent path",
    (2, 2, 3, 3): "a rhombus",
}


def single_coins(chosen: tuple[Cell, ...] = (), rest: list[Cell] = CELLS) -> Iterator[Position]:
    """Yield all positions in which no coin touches another."""
    yield frozenset(chosen)
    for place, cell in enumerate(rest):
        if all(len(BRUTE.moves(frozenset((cell, other)))) == 2 for other in chosen):
            yield from single_coins((*chosen, cell), rest[place + 1 :])


@cache
def positions() -> list[Position]:
    """Return those of up to four coins, and those of more coins that all lie alone."""
    few = [frozenset(cells) for count in range(1, 5) for cells in combinations(CELLS, count)]
    return [*few, *(position for position in single_coins() if len(position) > 4)]


def rules_of(position: Position) -> list[str]:
    """Return the rules of the report that call a position lost."""
    moves = BRUTE.moves(position)
    count = Counter(map(len, moves))
    pairs = [move for move in moves if len(move) == 2]
    has_four = len(position) == 4
    are_apart = len(pairs) == 2 and not pairs[0] & pairs[1]
    holds = (
        has_four and not count[3] and are_apart,
        has_four and set(count) == {1, 2},
        has_four and not count[3] and len(pairs) == 3,
        set(count) == {1} and count[1] % 2 == 1,
    )
    return [rule for rule, is_so in zip(RULES, holds, strict=True) if is_so]


def is_lost(position: Position) -> bool:
    return BRUTE.best(position)[0] < 0


def shape_of(position: Position) -> str:
    pairs = [move for move in BRUTE.moves(position) if len(move) == 2]
    return SHAPES[tuple(sorted(sum(cell in pair for pair in pairs) for cell in position))]


def number(position: Position) -> int:
    return sum(1 << CELLS.index(cell) for cell in position)


def test_the_table_of_what_the_rules_get_wrong() -> None:
    called, lost = Counter[str](), Counter[str]()
    wrong: dict[str, Counter[str]] = {rule: Counter() for rule in RULES}
    for position in positions():
        for rule in rules_of(position):
            called[rule] += 1
            if is_lost(position):
                lost[rule] += 1
            else:
                wrong[rule][shape_of(position)] += 1
    written = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    for rule in RULES:
        shapes = ", ".join(f"{shape} {count:,}" for shape, count in wrong[rule].most_common()) or "none"
        row = f"| {called[rule]:,} | {lost[rule]:,} | {wrong[rule].total():,} | {shapes} |"
        [line] = [line for line in written.splitlines() if line.startswith(f"| {rule}: ")]
        assert line.endswith(row), row
    assert set(wrong["2, 3"]) == {
        "a pair and two single coins",
        "a bent three and a single coin",
        "a star of three arms",
    }
    assert not wrong["1"] and not wrong["5"]


def test_no_lost_position_is_left_out() -> None:
    assert all(rules_of(position) for position in positions() if is_lost(position))


def test_the_player_knows_the_rules_to_the_letter() -> None:
    shapes = reported_shapes(CoinGame(6))
    for position in positions():
        assert shapes.is_lost(number(position)) is bool(rules_of(position))
    assert not shapes.is_lost(0)
    assert not shapes.is_lost(CoinGame(6).triangle.full)


def test_counts_are_wrong_of_fewer() -> None:
    exact, counted = exact_shapes(CoinGame(6)), counted_shapes(CoinGame(6))
    wrong = Counter[str]()
    for position in positions():
        assert exact.is_lost(number(position)) is is_lost(position)
        if counted.is_lost(number(position)) is not is_lost(position):
            wrong[shape_of(position)] += 1
    assert wrong == {"a bent three and a single coin": 648, "a star of three arms": 12}


def test_the_player_leaves_a_pair_and_two_single_coins() -> None:
    """It takes that for lost, which `pattern` and `pattern-counts` do not."""
    coins = CoinPosition.parse("o/o./.../o..o/...../o.....").coins
    corner = CoinPosition.parse("./../.../..../...../o.....").coins
    taken: dict[str, set[int]] = {}
    for name in ("pattern", "pattern-counts", "pattern-report"):
        player = ROSTER.make(name)
        assert isinstance(player, CoinPlayer)
        taken[name] = set()
        for seed in range(30):
            player.begin(CoinProblem(PRESETS["assignment1"]), True, seed)
            taken[name].add(player.take(coins, 30))
    assert corner in taken["pattern-report"]
    assert corner not in taken["pattern"] | taken["pattern-counts"]
