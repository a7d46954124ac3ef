"""A brute force for peg boards, written separately: sets of (column, row) pairs and plain recursion, nothing shared."""

Hole = tuple[int, int]
Position = frozenset[Hole]

DIRECTIONS = {
    "square": [(1, 0), (-1, 0), (0, 1), (0, -1)],
    "diagonal": [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)],
    "skew": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "triangle": [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)],
}


def read(drawing: list[str]) -> tuple[set[Hole], Position]:
    """Return the holes and the pegs of a drawing."""
    marks = {(x, y): mark for y, row in enumerate(drawing) for x, mark in enumerate(row) if mark != " "}
    return set(marks), frozenset(hole for hole, mark in marks.items() if mark == "o")


def steps(holes: set[Hole], pegs: Position, lattice: str) -> list[Position]:
    """Return every position one jump away."""
    found = []
    for x, y in pegs:
        for dx, dy in DIRECTIONS[lattice]:
            over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over in pegs and target in holes and target not in pegs:
                found.append(pegs - {(x, y), over} | {target})
    return found


def levels(drawing: list[str], lattice: str) -> list[set[Position]]:
    """Return the reachable positions by number of jumps."""
    holes, pegs = read(drawing)
    found = [{pegs}]
    while found[-1]:
        found.append({after for before in found[-1] for after in steps(holes, before, lattice)})
    return found[:-1]


def is_solvable(drawing: list[str], goal: list[str] | str, lattice: str) -> bool:
    """Tell whether the goal is among the reachable positions."""
    reached = set().union(*levels(drawing, lattice))
    if isinstance(goal, str):
        return any(len(pegs) == 1 for pegs in reached)
    return read(goal)[1] in reached


def fewest_moves(drawing: list[str], goal: list[str], lattice: str) -> int | None:
    """Return the fewest moves, chains of one peg counting once, by breadth first over whole chains."""
    holes, pegs = read(drawing)
    wanted = read(goal)[1]
    frontier, seen, count = {pegs}, {pegs}, 0
    while frontier:
        if wanted in frontier:
            return count
        after = set()
        for position in frontier:
            for mover in position:
                stack = [(position, mover)]
                while stack:
                    now, (x, y) = stack.pop()
                    for dx, dy in DIRECTIONS[lattice]:
                        over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                        if over in now and target in holes and target not in now:
                            stack.append((now - {(x, y), over} | {target}, target))
                            after.add(stack[-1][0])
        frontier = after - seen
        seen |= after
        count += 1
    return None
