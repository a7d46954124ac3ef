"""Everything that is counted of a peg problem, by brute force: pegs are (column, row) pairs, and nothing is shared.

The figures have the names of the design.  Only boards of a few thousand positions are meant for this.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from tests.brute import DIRECTIONS, Hole, Position, read

Map = Callable[[Hole], Hole]
Jump = tuple[Hole, Hole, Position]  # from, to, and the position after it


@dataclass
class Counted:
    """The figures of one problem; None where there is nothing to tell."""

    levels: list[tuple[int, int, int, int]]  # positions, up to symmetry, winning, winning up to symmetry
    winning_positions: int
    winning_up_to_symmetry: int
    solutions: int
    games: int
    board_sequences: int
    random_win_probability: Fraction
    shortest_dead_end: int | None
    min_moves: int | None
    optimal_solutions: int | None
    longest_final_sweep: int | None
    by_moves: list[tuple[int, int]] = field(default_factory=list)  # positions, and up to symmetry


@dataclass
class Best:
    """The best of the sequences of jumps between two positions."""

    moves: int
    sequences: int
    longest_final_sweep: int
    solutions: int  # of all sequences, the best and the others


def jumps(holes: set[Hole], pegs: Position, lattice: str) -> list[Jump]:
    """Return every jump that can be made."""
    found = []
    for x, y in pegs:
        for dx, dy in DIRECTIONS[lattice]:
            over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over in pegs and target in holes and target not in pegs:
                found.append(((x, y), target, pegs - {(x, y), over} | {target}))
    return found


def lattice_maps(lattice: str) -> list[Map]:
    """Return the turns and reflections of a lattice: 12 where it has six directions in three lines, else 8."""
    turns, step = (6, _sixth) if lattice == "triangle" else (4, _quarter)

    def turned(hole: Hole, times: int, is_mirrored: bool) -> Hole:
        hole = (hole[1], hole[0]) if is_mirrored else hole
        for _ in range(times):
            hole = step(hole)
        return hole

    def make(times: int, is_mirrored: bool) -> Map:
        return lambda hole: turned(hole, times, is_mirrored)

    return [make(times, is_mirrored) for times in range(turns) for is_mirrored in (False, True)]


def _quarter(hole: Hole) -> Hole:
    return -hole[1], hole[0]


def _sixth(hole: Hole) -> Hole:
    """Take (1, 0) to (1, 1) to (0, 1) to (-1, 0) and so on, the six directions of the flush-left drawing."""
    return hole[0] - hole[1], hole[0]


def symmetries(holes: set[Hole], lattice: str, kept: Iterable[Position] = ()) -> list[dict[Hole, Hole]]:
    """Return the symmetries of a board that keep some positions, as images of holes."""
    found: list[dict[Hole, Hole]] = []
    for turn in lattice_maps(lattice):
        assert {turn(direction) for direction in DIRECTIONS[lattice]} == set(DIRECTIONS[lattice])
        images = {hole: turn(hole) for hole in holes}
        left = min(x for x, _ in images.values()) - min(x for x, _ in holes)
        top = min(y for _, y in images.values()) - min(y for _, y in holes)
        moved = {hole: (x - left, y - top) for hole, (x, y) in images.items()}
        is_kept = all(frozenset(moved[peg] for peg in pegs) == pegs for pegs in kept)
        if set(moved.values()) == holes and is_kept and moved not in found:
            found.append(moved)
    return found


def least(pegs: Position, maps: list[dict[Hole, Hole]]) -> tuple[Hole, ...]:
    """Return what all images of a position have in common: the first of them in order."""
    return min(tuple(sorted(images[peg] for peg in pegs)) for images in maps)


def number_of_orbits(positions: Iterable[Position], maps: list[dict[Hole, Hole]]) -> int:
    return len({least(pegs, maps) for pegs in positions})


def best_ways(holes: set[Hole], start: Position, lattice: str) -> dict[Position, Best]:
    """Return for each position that can be reached the sequences of jumps that lead there, by their moves."""
    # Sequences of jumps by where they lead, the hole of the peg moved last, the moves, and the jumps of the last one.
    ways: Counter[tuple[Position, Hole | None, int, int]] = Counter({(start, None, 0, 0): 1})
    found: dict[Position, Best] = {}
    while ways:
        for (pegs, _, moves, run), count in ways.items():
            best = found.setdefault(pegs, Best(moves, 0, run, 0))
            best.solutions += count
            if moves < best.moves:
                best.moves, best.sequences, best.longest_final_sweep = moves, 0, run
            if moves == best.moves:
                best.sequences += count
                best.longest_final_sweep = max(best.longest_final_sweep, run)
        after: Counter[tuple[Position, Hole | None, int, int]] = Counter()
        for (pegs, last, moves, run), count in ways.items():
            for origin, target, then in jumps(holes, pegs, lattice):
                is_same = origin == last
                after[then, target, moves + (not is_same), run + 1 if is_same else 1] += count
        ways = after
    return found


def count(start_drawing: list[str], goal_drawing: list[str] | str, lattice: str) -> Counted:
    """Return all figures of a problem; the goal is a drawing or the word any."""
    holes, start = read(start_drawing)
    pattern = None if isinstance(goal_drawing, str) else read(goal_drawing)[1]
    reached = _reached(holes, start, lattice)
    after = {pegs: [then for _, _, then in jumps(holes, pegs, lattice)] for level in reached for pegs in level}

    def is_goal(pegs: Position) -> bool:
        return len(pegs) == 1 if pattern is None else pegs == pattern

    @cache
    def is_winning(pegs: Position) -> bool:
        return is_goal(pegs) or any(is_winning(then) for then in after[pegs])

    @cache
    def solutions(pegs: Position) -> int:
        return 1 if is_goal(pegs) else sum(solutions(then) for then in after[pegs])

    @cache
    def games(pegs: Position) -> int:
        return sum(games(then) for then in after[pegs]) if after[pegs] else 1

    @cache
    def chance(pegs: Position) -> Fraction:
        if is_goal(pegs):
            return Fraction(1)
        return sum((chance(then) for then in after[pegs]), Fraction(0)) / max(1, len(after[pegs]))

    keeping_start = symmetries(holes, lattice, [start])
    keeping_both = symmetries(holes, lattice, [start] if pattern is None else [start, pattern])

    @cache
    def sequences(board: tuple[Hole, ...]) -> int:
        """Return the ways through boards to a goal, each next board once however many jumps or images lead there."""
        pegs = frozenset(board)
        if is_goal(pegs):
            return 1
        return sum(map(sequences, {least(then, keeping_both) for then in after[pegs] if is_winning(then)}))

    levels = []
    for level in reached:
        winning = [pegs for pegs in level if is_winning(pegs)]
        orbits = number_of_orbits(level, keeping_start), number_of_orbits(winning, keeping_both)
        levels.append((len(level), orbits[0], len(winning), orbits[1]))
    stuck = [len(start) - len(pegs) for level in reached for pegs in level if not after[pegs] and not is_goal(pegs)]
    ends = [best for pegs, best in best_ways(holes, start, lattice).items() if is_goal(pegs)]
    fewest = min((best.moves for best in ends), default=None)
    best = [end for end in ends if end.moves == fewest]
    return Counted(
        levels=levels,
        winning_positions=sum(row[2] for row in levels),
        winning_up_to_symmetry=sum(row[3] for row in levels),
        solutions=solutions(start),
        games=games(start),
        board_sequences=sequences(least(start, keeping_both)) if is_winning(start) else 0,
        random_win_probability=chance(start),
        shortest_dead_end=min(stuck, default=None),
        min_moves=fewest,
        optimal_solutions=sum(end.sequences for end in best) if best else None,
        longest_final_sweep=max((end.longest_final_sweep for end in best), default=None),
        by_moves=[
            (len(level), number_of_orbits(level, keeping_start)) for level in _reached_by_moves(holes, start, lattice)
        ],
    )


def _reached(holes: set[Hole], start: Position, lattice: str) -> list[set[Position]]:
    """Return the positions after each number of jumps."""
    found = [{start}]
    while found[-1]:
        found.append({then for pegs in found[-1] for _, _, then in jumps(holes, pegs, lattice)})
    return found[:-1]


def _reached_by_moves(holes: set[Hole], start: Position, lattice: str) -> list[set[Position]]:
    """Return the positions first reached after each number of moves, by chains of jumps as a player makes them."""
    found, seen = [{start}], {start}
    while found[-1]:
        after: set[Position] = set()
        for pegs in found[-1]:
            for mover in pegs:
                chains = [(pegs, mover)]
                while chains:
                    now, hole = chains.pop()
                    for origin, target, then in jumps(holes, now, lattice):
                        if origin == hole:
                            chains.append((then, target))
                            after.add(then)
        found.append(after - seen)
        seen |= after
    return found[:-1]


def name_of(hole: Hole) -> str:
    """Return the name of a hole: column letter and row from the top."""
    return f"{chr(ord('a') + hole[0])}{hole[1] + 1}"


def survivors(drawing: list[str], lattice: str, vacancy: str) -> dict[str, Best]:
    """Return for every hole where the last peg can stand the sequences of jumps, from one vacancy on a full board."""
    holes, _ = read(drawing)
    start = frozenset(hole for hole in holes if name_of(hole) != vacancy)
    found = best_ways(holes, start, lattice)
    return {name_of(next(iter(pegs))): best for pegs, best in found.items() if len(pegs) == 1}


def all_pairs(drawing: list[str]) -> list[str]:
    """Return every vacancy and survivor, as in a1..c3."""
    names = sorted(map(name_of, read(drawing)[0]))
    return [f"{vacancy}..{survivor}" for vacancy in names for survivor in names]


def images_of_pair(drawing: list[str], lattice: str, pair: str) -> set[str]:
    """Return the pairs that the symmetries of the board make of one."""
    holes, _ = read(drawing)
    by_name = {name_of(hole): hole for hole in holes}
    ends = [by_name[end] for end in pair.split("..")]
    return {"..".join(name_of(images[end]) for end in ends) for images in symmetries(holes, lattice)}
