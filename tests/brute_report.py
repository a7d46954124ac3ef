"""The searches of the report with depth first search and "A*", written from its rules alone, for the central game.

Jumps row by row from the top left, for each peg up, down, left, right.  Its counts leave out one of start and goal.
"""

from collections.abc import Iterator

SIZE = 7
HOLES = [(x, y) for y in range(SIZE) for x in range(SIZE) if 2 <= x <= 4 or 2 <= y <= 4]
Position = frozenset[tuple[int, int]]
GOAL: Position = frozenset({(3, 3)})
START: Position = frozenset(HOLES) - GOAL
# Its two weight functions, and what a child must weigh at least.
CROSS = {(3, 1): 1, (3, 2): 1, (3, 4): 1, (3, 5): 1, (1, 2): 1, (5, 2): 1, (1, 4): 1, (5, 4): 1}
CROSS |= {(0, 2): -1, (6, 2): -1, (0, 4): -1, (6, 4): -1}
CENTRE = dict.fromkeys([(3, 1), (1, 3), (3, 3), (5, 3), (3, 5)], 1)
WEIGHTED = [
    (4, 0, 4),
    (0, 0, 0),
    (4, 0, 3, 0, 3, 0, 4),
    (0, 0, 0, 1, 0, 0, 0),
    (4, 0, 3, 0, 3, 0, 4),
    (0, 0, 0),
    (4, 0, 4),
]


def expanded(algorithm: str, estimate: str, *, has_weights: bool, has_symmetry: bool) -> int:
    """Return how many positions its program would count."""
    if algorithm == "greedy":
        return _greedy(estimate, has_weights, has_symmetry)
    return _depth_first(has_weights, has_symmetry)


def _children(position: Position) -> Iterator[Position]:
    for x, y in HOLES:
        if (x, y) in position:
            for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
                over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                if over in position and target in HOLES and target not in position:
                    yield position - {(x, y), over} | {target}


def _images(position: Position, has_symmetry: bool) -> list[Position]:
    if not has_symmetry:
        return [position]
    last = SIZE - 1
    turned, found = position, []
    for _ in range(4):
        turned = frozenset((last - y, x) for x, y in turned)
        found += [turned, frozenset((last - x, y) for x, y in turned)]
    return found


def _is_given_up(position: Position) -> bool:
    return sum(CROSS.get(hole, 0) for hole in position) < 0 or sum(CENTRE.get(hole, 0) for hole in position) < 1


def _depth_first(has_weights: bool, has_symmetry: bool) -> int:
    dead: set[Position] = set()
    count = 0

    def look(position: Position) -> bool:
        nonlocal count
        count += 1
        if position == GOAL:
            return True
        for child in _children(position):
            if child in dead:
                continue
            if not (has_weights and _is_given_up(child)) and look(child):
                return True
            if has_symmetry:
                dead.update(_images(child, has_symmetry))
        return False

    assert look(START)
    return count - 1


def _greedy(estimate: str, has_weights: bool, has_symmetry: bool) -> int:
    costs = {(x, y): abs(x - 3) + abs(y - 3) for x, y in HOLES}
    if estimate == "weighted":
        costs = dict(zip(HOLES, (cost for row in WEIGHTED for cost in row), strict=True))
    heap: list[tuple[tuple[int, int], Position]] = []
    seen = set(_images(START, has_symmetry))
    _push(heap, ((sum(costs[hole] for hole in START), 0), START))
    count = 0
    while heap:
        (_, depth), position = _pop(heap)
        count += 1
        if position == GOAL:
            return count - 1
        for child in _children(position):
            if child in seen:
                continue
            seen.update(_images(child, has_symmetry))
            if not (has_weights and _is_given_up(child)):
                _push(heap, ((sum(costs[hole] for hole in child), depth - 1), child))
    raise AssertionError("the game can be won")


def _push(heap: list[tuple[tuple[int, int], Position]], entry: tuple[tuple[int, int], Position]) -> None:
    heap.append(entry)
    place = len(heap) - 1
    while place and entry[0] < heap[(place - 1) // 2][0]:
        heap[place] = heap[(place - 1) // 2]
        place = (place - 1) // 2
    heap[place] = entry


def _pop(heap: list[tuple[tuple[int, int], Position]]) -> tuple[tuple[int, int], Position]:
    first, last = heap[0], heap.pop()
    if heap:
        place = 0
        while 2 * place + 1 < len(heap):
            child = 2 * place + 1
            if child + 1 < len(heap) and heap[child + 1][0] < heap[child][0]:
                child += 1
            if not heap[child][0] < last[0]:
                break
            heap[place] = heap[child]
            place = child
        heap[place] = last
    return first
