"""A relaxed race: what cannot be won even there cannot be won at all.

Going through the dice, keep a set of pieces that are certainly still on the board, how far apart any two pieces are at
least, and how far each piece is from the goal square at least. At first these are the pieces and the distances of the
start. In a ply of any real play

  - whoever moves has no piece between the die and itself (it is the die's own piece, or the nearest on its side), so
    none that is certainly there: call every piece of the start that this does not rule out a possible mover;
  - only the mover's distances change, and by at most one: let those of every possible mover fall by one;
  - a piece that is captured stood next to the mover, so that they are now at distance 0: let every piece at distance 0
    of a possible mover be no longer certainly there. A goal piece that is captured wins no more, so it stays certain.

By induction the real distances are never less, and what is certainly there is there. So if no piece that may win comes
to distance 0 of the goal square before a finite list ends, or before a whole round of the dice changes nothing, then
none ever does.
"""

from perfectplay.proof.race import GONE, Race
from perfectplay.proof.verdict import Rejected

PIECES = range(1, 7)


def check_relaxed(race: Race) -> str:
    """Check that not even the relaxed race can be won; return what was proved."""
    squares, phase = race.start
    present = [piece for piece in PIECES if squares[piece - 1] != GONE]
    to_goal = race.steps_to_goal()
    from_piece = {piece: race.steps_from(squares[piece - 1]) for piece in present}
    goal = {
        piece: to_goal[squares[piece - 1]]
        for piece in present
        if squares[piece - 1] in to_goal and race.goal_piece in (0, piece)
    }
    apart = {
        frozenset((first, second)): from_piece[first][squares[second - 1]]
        for first in present
        for second in present
        if first < second and squares[second - 1] in from_piece[first]
    }
    certain = set(present)
    plies = idle = 0
    while idle < len(race.dice) and (not race.is_finite or phase < len(race.dice)):
        if 0 in goal.values():
            raise Rejected(f"the relaxed race is won after {plies:,} plies")
        die = race.dice[phase % len(race.dice)]
        phase, plies, idle = phase + 1, plies + 1, idle + 1
        movers = [piece for piece in present if not any(_is_between(other, die, piece) for other in certain)]
        for piece in movers:
            if piece in goal:
                goal[piece] -= 1
                idle = 0
        for pair, distance in apart.items():
            if distance and not pair.isdisjoint(movers):
                apart[pair] = distance - 1
                idle = 0
        for piece in list(certain):
            mates = (pair for pair, distance in apart.items() if piece in pair and distance == 0)
            if piece != race.goal_piece and any(not (pair - {piece}).isdisjoint(movers) for pair in mates):
                certain.remove(piece)
                idle = 0
    if 0 in goal.values():
        raise Rejected(f"the relaxed race is won after {plies:,} plies")
    return f"not even a relaxed race, in which everyone who might move does, is won in {plies:,} plies or ever"


def _is_between(other: int, die: int, piece: int) -> bool:
    """Tell whether a piece that is there keeps another from moving: it is nearer to the die on the same side."""
    return die <= other < piece or piece < other <= die
