"""A brute force for armies, written by itself: sets of coordinates, level by level, nothing shared with the package."""

STEPS = {
    "square": [(1, 0), (-1, 0), (0, 1), (0, -1)],
    "diagonal": [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy],
    "skew": [(1, 1), (-1, -1), (1, -1), (-1, 1)],
    "triangle": [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)],
}

Cell = tuple[int, int]


def names(lines: list[str]) -> dict[Cell, str]:
    """Name the cells of a drawing, rows from the lowest that has any."""
    height = max(y for y, line in enumerate(lines) if line.strip()) + 1
    return {
        (x, y): f"{'abcdefghijklmnopqrstuvwxyz'[x]}{height - y}"
        for y, line in enumerate(lines)
        for x, mark in enumerate(line)
        if mark != " "
    }


def fewest_jumps(lines: list[str], lattice: str = "square") -> dict[str, int]:
    """Return for each cell that a man can stand on the fewest jumps after which one does."""
    named = names(lines)
    level = {frozenset(cell for cell in named if lines[cell[1]][cell[0]] == "o")}
    found: dict[str, int] = {}
    jumps = 0
    while level:
        following = set()
        for men in level:
            for cell in men:
                found.setdefault(named[cell], jumps)
                for dx, dy in STEPS[lattice]:
                    over, target = (cell[0] + dx, cell[1] + dy), (cell[0] + 2 * dx, cell[1] + 2 * dy)
                    if over in men and target in named and target not in men:
                        following.add(men - {cell, over} | {target})
        level = following
        jumps += 1
    return found


def play(lines: list[str], hops: list[str]) -> tuple[set[Cell], set[Cell]]:
    """Play hops such as `d2-d4`, each checked; return the men at the end, and the men of the start that took part."""
    named = names(lines)
    places = {name: cell for cell, name in named.items()}
    start = {cell for cell in named if lines[cell[1]][cell[0]] == "o"}
    men, part = set(start), set()
    for hop in hops:
        origin, target = (places[name] for name in hop.split("-"))
        over = ((origin[0] + target[0]) // 2, (origin[1] + target[1]) // 2)
        assert origin in men and over in men and target not in men, hop
        part |= {cell for cell in (origin, over) if cell in start}
        men = men - {origin, over} | {target}
    return men, part
