"""A brute force for dice boards, written separately: dictionaries from pieces to places, nothing shared."""

from dataclasses import dataclass

Place = tuple[int, int]
Pieces = tuple[tuple[int, Place], ...]


@dataclass(frozen=True)
class Board:
    """A board as a file of the course gives it, with the variants of a spec."""

    squares: frozenset[Place]
    pieces: Pieces
    dice: tuple[int, ...]
    goal_piece: int
    goal: Place
    is_finite: bool = False


def read(text: str) -> Board:
    """Read the course's format, which must be in order."""
    numbers = [int(word) for word in text.split()]
    rows, columns = numbers[:2]
    cells = numbers[2 : 2 + rows * columns]
    period, *dice, goal_piece = numbers[2 + rows * columns :]
    assert len(dice) == period
    places = {(y, x): cells[y * columns + x] for y in range(rows) for x in range(columns)}
    pieces = tuple(sorted((piece, place) for place, piece in places.items() if piece))
    return Board(frozenset(places), pieces, tuple(dice), goal_piece, (rows - 1, columns - 1))


def is_won(board: Board, pieces: Pieces) -> bool:
    return any(place == board.goal and board.goal_piece in (0, piece) for piece, place in pieces)


def steps(board: Board, pieces: Pieces, die: int) -> list[Pieces]:
    """Return every board one ply on, each as often as there are moves to it."""
    places = dict(pieces)
    if die in places:
        movers = [die]
    else:
        movers = sorted(places, key=lambda piece: abs(piece - die))
        movers = [*[piece for piece in movers if piece < die][:1], *[piece for piece in movers if piece > die][:1]]
    found = []
    for piece in movers:
        y, x = places[piece]
        for target in ((y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx):
            if target in board.squares:
                left = {other: place for other, place in places.items() if place != target}
                found.append(tuple(sorted({**left, piece: target}.items())))
    return found


def fewest_plies(board: Board) -> tuple[int, int] | None:
    """Return the fewest plies and the number of ways of that length; None if it cannot be won."""
    level = {board.pieces: 1}
    seen = {(board.pieces, 0)}
    ply = 0
    while level:
        ways = sum(count for pieces, count in level.items() if is_won(board, pieces))
        if ways:
            return ply, ways
        if board.is_finite and ply == len(board.dice):
            return None
        following: dict[Pieces, int] = {}
        phase = (ply + 1) % len(board.dice)
        for pieces, count in level.items():
            for after in steps(board, pieces, board.dice[ply % len(board.dice)]):
                if board.is_finite or (after, phase) not in seen:
                    following[after] = following.get(after, 0) + count
        seen |= {(pieces, phase) for pieces in following}
        level = following
        ply += 1
    return None
