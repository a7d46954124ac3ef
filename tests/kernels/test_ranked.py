"""Ranked maps on random puzzles of lines, against sets of positions; and the two forms of operations on lanes."""

import random
from itertools import permutations as orders
from typing import Any

import numpy as np
import pytest

from perfectplay.base.limits import Limits
from perfectplay.contract.kernel import kernel
from perfectplay.contract.lanes import PART_BITS, least_xor, least_xor_lane, put_images
from perfectplay.search.ranked.ranks import Ranking
from perfectplay.search.ranked.valued import WAYS, needed_words, value_levels, wide_numbers
from perfectplay.search.ranked.walk import LevelMap, RankedWalk
from perfectplay.search.watch import Watch

Jump = tuple[int, int, int]


@kernel
def use_lanes(table: Any, flips: Any, states: Any, images: Any, found: Any, lanes: Any) -> None:
    for number in range(len(states)):
        found[number, 0] = np.uint64(put_images(images, table, states[number], np.uint64(5), lanes))
        found[number, 1] = least_xor(images, flips, number % len(flips), lanes)
        found[number, 2] = least_xor_lane(images, flips, number % len(flips), lanes)


@pytest.mark.parametrize("count", [1, 2, 4, 8, 16])
def test_forms_of_lanes_agree(count: int) -> None:
    chance = np.random.default_rng(count)
    parts = 5
    table = chance.integers(0, 1 << 59, (parts << PART_BITS, count)).astype(np.uint64)
    table[:, 1::2] = table[:, ::2][:, : count // 2]  # some lanes are equal
    flips = chance.integers(0, 1 << 59, (9, count)).astype(np.uint64)
    flips[3] = flips[4] = 0
    states = chance.integers(0, 1 << 7 * parts, 200).astype(np.uint64)
    results = []
    for run in (use_lanes, use_lanes.function):
        images, found = np.zeros(count, np.uint64), np.zeros((len(states), 3), np.uint64)
        run(table, flips, states, images, found, (np.uint8(0),) * count)
        results.append(found.tolist())
    assert results[0] == results[1]


def images_of(state: int, group: list[tuple[int, ...]]) -> set[int]:
    return {sum(1 << place[bit] for bit in range(len(place)) if state >> bit & 1) for place in group}


def results_of(state: int, jumps: list[Jump]) -> list[int]:
    """Return the result of each move."""
    found = []
    for origin, middle, target in jumps:
        if state >> origin & 1 and state >> middle & 1 and not state >> target & 1:
            found.append(state ^ (1 << origin | 1 << middle | 1 << target))
    return found


def random_puzzle(seed: int) -> tuple[int, list[Jump], list[tuple[int, ...]], random.Random]:
    """Return the bits, the jumps and a group of symmetries of a random puzzle; some of its lines are one way."""
    chance = random.Random(seed)
    order = chance.choice([1, 1, 2, 3, 4, 6])
    cycles = max(2, chance.randint(6, 11) // order)
    count = order * cycles
    shift = tuple((bit + cycles) % count for bit in range(count))
    group = [tuple(range(count))]
    while len(group) < order:
        group.append(tuple(shift[bit] for bit in group[-1]))
    triples = chance.sample(list(orders(range(count), 3)), chance.randint(3, 12))
    jumps = {(place[a], place[b], place[c]) for a, b, c in triples for place in group}
    if chance.random() < 0.5:
        jumps |= {(c, b, a) for a, b, c in jumps}
    return count, sorted(jumps), group, chance


def make_walk(count: int, jumps: list[Jump], group: list[tuple[int, ...]], member: int, threads: int) -> RankedWalk:
    return RankedWalk(count, jumps, group, [], member, Watch(Limits(), threads=threads))


def positions_of(walk: RankedWalk, level: LevelMap) -> set[int]:
    states = walk.describe(level, states=True)["states"].tolist()
    assert states == sorted(states) and len(states) == level.size
    return set(states)


@pytest.mark.parametrize("seed", range(40))
def test_random_puzzles_agree_with_sets(seed: int) -> None:
    count, jumps, group, chance = random_puzzle(seed)
    start = chance.getrandbits(count) | chance.getrandbits(count)
    walk = make_walk(count, jumps, group, start, threads=1 + seed % 2)
    ones = start.bit_count()
    level = walk.level_of([np.array([start], np.uint64)], ones)
    wanted = images_of(start, group)
    ways = dict.fromkeys(wanted, 1)
    kept: list[tuple[LevelMap, set[int], dict[int, int]]] = []
    while level.size:
        assert positions_of(walk, level) == {min(images_of(state, group)) for state in wanted}
        kept.append((level, wanted, ways))
        if ones == 0:
            break
        after = walk.spread(level, -1)
        assert (level.raw, level.stuck) == (
            len(wanted),
            sum(not results_of(state, jumps) for state in wanted if state == min(images_of(state, group))),
        )
        children: dict[int, int] = {}
        for state in wanted:
            for child in results_of(state, jumps):
                children[child] = children.get(child, 0) + ways[state]
        level, wanted, ways, ones = after, set(children), children, ones - 1

    # Takebacks lead to all positions with a move into the set.
    last, members, _ = kept[-1]
    if len(kept) > 1:
        before = walk.spread(last, 1)
        parents = {
            state
            for state in range(1 << count)
            if state.bit_count() == last.ones + 1 and not members.isdisjoint(results_of(state, jumps))
        }
        assert positions_of(walk, before) == {min(images_of(state, group)) for state in parents}

    # The numbers of ways from the start, where all images of the start are starts.
    levels = [item[0] for item in kept]
    valued = value_levels(walk, levels, WAYS, lambda item: first(item, levels[0]), is_from_start=True)
    for item, (_, _, numbers) in zip(valued, kept, strict=True):
        states = walk.describe(item.level, states=True)["states"].tolist()
        assert wide_numbers(item.values) == [numbers[state] for state in states]


def first(item: Any, level: LevelMap) -> None:
    if item.level.ones == level.ones:
        item.values[:] = 1


@pytest.mark.parametrize("seed", range(6))
def test_more_than_64_lines_need_words(seed: int) -> None:
    chance = random.Random(seed)
    count = 10
    jumps = chance.sample(list(orders(range(count), 3)), 150)
    start = (1 << count) - 1 ^ 1 << chance.randrange(count)
    walk = make_walk(count, jumps, [tuple(range(count))], start, threads=1)
    assert len(walk.board.lines.starts) > 2
    level, wanted = walk.level_of([np.array([start], np.uint64)], count - 1), {start}
    while wanted and level.ones:
        assert positions_of(walk, level) == wanted
        level = walk.spread(level, -1)
        wanted = {child for state in wanted for child in results_of(state, jumps)}


@pytest.mark.parametrize("seed", range(20))
def test_ranks_number_the_positions_of_a_class(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    monkeypatch.setattr("perfectplay.search.ranked.ranks.MAX_LOW_BITS", chance.randint(2, 12))
    count = chance.randint(2, 11)
    sets = [chance.getrandbits(count) | 1 for _ in range(chance.randint(0, 3))]
    member = chance.getrandbits(count)
    ranking = Ranking(count, sets, member)
    for ones in range(count + 1):
        members = [
            state
            for state in range(1 << count)
            if state.bit_count() == ones and all(((state ^ member) & part).bit_count() % 2 == 0 for part in sets)
        ]
        assert [ranking.rank(state) for state in members] == list(range(len(members)))
        assert int(ranking.level(ones).high[-1]) == len(members)


def test_words_are_added_before_numbers_outgrow_them() -> None:
    assert needed_words(np.array([(1 << 56) - 1], np.uint64)) == 1
    assert needed_words(np.array([1 << 56], np.uint64)) == 2
    assert needed_words(np.array([[7, 1 << 56]], np.uint64)) == 3
    assert needed_words(np.zeros(0, np.uint64)) == 1
    assert needed_words(np.array([1e300])) == 1
