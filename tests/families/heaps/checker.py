"""The claims of an answer to a problem of heaps, checked by Bouton's theorem and not by a search.

C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
"""

from collections.abc import Iterator
from functools import reduce
from operator import xor

from perfectplay.base.errors import InputError
from perfectplay.proof import Claim

Heaps = tuple[int, ...]


def heap_claims(answer: dict[str, object], status: str, rerun: bool) -> Iterator[Claim]:
    """Yield what an answer says of the solution, the winner and the best moves, and what became of it."""
    if status != "solved":
        yield Claim("status", "rejected", "somebody wins every game of heaps: none is impossible")
        return
    heaps, is_misere = read_game(answer["problem"])
    yield claim("solution", lead_to_the_end(heaps, answer["solution"]), "its moves lead to the end of the game")
    is_won = wins(heaps, is_misere)
    told = answer["winner"], answer["value"]
    yield claim("winner", told == (("first", 1) if is_won else ("second", -1)), "by the sum of the heaps in base 2")
    good = [text for text, after in moves(heaps) if not wins(after, is_misere)]
    yield claim("best_moves", answer["best_moves"] == good, "those that leave a lost position")


def read_game(problem: object) -> tuple[Heaps, bool]:
    """Return the heaps and whether the last thing loses."""
    heaps = problem.get("heaps") if isinstance(problem, dict) else None
    play = problem.get("play") if isinstance(problem, dict) else None
    if not isinstance(heaps, list) or not all(type(size) is int and 0 <= size <= 9 for size in heaps):
        raise InputError("not a game of heaps")
    if play not in ("normal", "misere"):
        raise InputError("not a game of heaps: play is normal or misere")
    return tuple(heaps), play == "misere"


def wins(heaps: Heaps, is_misere: bool) -> bool:
    if is_misere and max(heaps, default=0) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps, 0) != 0


def moves(heaps: Heaps) -> Iterator[tuple[str, Heaps]]:
    for heap, size in enumerate(heaps):
        for count in range(1, size + 1):
            yield f"{heap + 1}:{count}", (*heaps[:heap], size - count, *heaps[heap + 1 :])


def lead_to_the_end(heaps: Heaps, solution: object) -> bool:
    if not isinstance(solution, list):
        return False
    for text in solution:
        found = dict(moves(heaps)).get(text)
        if found is None:
            return False
        heaps = found
    return not any(heaps)


def claim(name: str, is_right: bool, detail: str) -> Claim:
    return Claim(name, "checked" if is_right else "rejected", detail)
