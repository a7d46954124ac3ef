"""A checker of saved answers with its own reading of the rules, in plain Python a sceptic can read in one sitting.

A claim is worth what its checker is worth, so this package shares no code with the solvers: of perfectplay it imports
only the error that says "this cannot be read". Read it in this order:

    verdict.py       what the checker says: claims that are checked, unconfirmed or rejected
    budget.py        how long it goes on, and how much it remembers, before it leaves a claim open
    record.py        objects that know which of their fields were looked at
    json_text.py     from JSON text to plain values, and the digest that seals them
    board.py         drawings, hole names, lattices and jumps
    solution.py      a solution is replayed jump by jump
    certificates.py  peg counts, position classes and weight functions
    tree.py          how often each jump is made: branching trees whose leaves carry weight functions
    images.py        turning and reflecting a board
    enumeration.py   what only a second enumeration can check
    shape.py         what a solved, an impossible and an unknown answer must and must not carry
    pegs.py          the claims of an answer to a peg problem
    field.py         the cells and men of an army, drawn or on the half-plane, and the replay of its solution
    bound.py         why an army needs so many jumps, or cannot get there: weights, and trees whose leaves carry them
    golden.py        why an army without end cannot get there either: the sums of the golden weights
    half_plane.py    the fewest jumps of an army without end, by taking jumps back
    army.py          the claims of an answer to an army problem
    race.py          a dice board, who moves for a die, and the levels of its positions
    relaxed.py       what cannot be won even where everyone who might move does
    dice.py          the claims of an answer to a dice problem
    coins.py         the claims of an answer to a coin game
    game.py          the same for puzzles whose rules the caller supplies
    verify.py        the digest first, then the claims of the family, then the fields that nobody has looked at
"""

from perfectplay.proof.budget import Budget
from perfectplay.proof.game import Replay
from perfectplay.proof.json_text import parse_text
from perfectplay.proof.record import Record
from perfectplay.proof.verdict import Claim, Rejected, Result, Verdict
from perfectplay.proof.verify import Checker, has_checker, register_checker, verify_answer, verify_text

__all__ = [
    "Budget",
    "Checker",
    "Claim",
    "Record",
    "Rejected",
    "Replay",
    "Result",
    "Verdict",
    "has_checker",
    "parse_text",
    "register_checker",
    "verify_answer",
    "verify_text",
]
