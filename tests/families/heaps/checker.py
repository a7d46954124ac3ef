"""The claims of an answer to a problem of heaps, checked by Bouton's theorem and not by a search.

C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
"""

from collections.abc import Iterator
from functools import reduce
from operator import xor

from perfectplay.base.errors import InputError
from perfectplay.proof import Budget, Checker, Claim, Record
from perfectplay.proof.json_text import object_field, required_field, text_field, truth_field
from perfectplay.proof.shape import figure_claims, limit_claims, read_solution

Heaps = tuple[int, ...]


def heap_claims(answer: Record, status: str, budget: Budget) -> Iterator[Claim]:
    """Yield what an answer says of the solution, the winner and the best moves, and what became of it."""
    if status != "solved":
        yield Claim("status", "rejected", "somebody wins every game of heaps: none is impossible")
        return
    heaps, is_misere = read_game(object_field(answer, "problem"))
    if text_field(answer, "objective") != "win":
        raise InputError("unknown objective: expected win")
    game = read_solution(answer)
    yield claim("solution", is_best_game(heaps, is_misere, game), "its moves end the game and give nothing away")
    yield from figure_claims(answer, {"moves": len(game) if isinstance(game, list) else 0})
    yield from limit_claims(answer)
    is_exact = truth_field(answer, "optimal") and required_field(answer, "jumps") is None
    yield claim("optimal", is_exact, "a game for two is solved exactly, and has no jumps")
    is_won = wins(heaps, is_misere)
    stated = required_field(answer, "winner"), required_field(answer, "value")
    yield claim("winner", stated == (("first", 1) if is_won else ("second", -1)), "by the sum of the heaps in base 2")
    good = [text for text, after in moves(heaps) if not wins(after, is_misere)]
    yield claim("best_moves", required_field(answer, "best_moves") == good, "those that leave a lost position")


def read_game(problem: Record) -> tuple[Heaps, bool]:
    """Return the heaps and whether the last thing loses."""
    heaps, play = required_field(problem, "heaps"), required_field(problem, "play")
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


def is_best_game(heaps: Heaps, is_misere: bool, solution: object) -> bool:
    """Tell whether moves lead to the end, and whoever can win does what wins."""
    if not isinstance(solution, list):
        return False
    for text in solution:
        found = dict(moves(heaps)).get(text)
        if found is None or (wins(heaps, is_misere) and wins(found, is_misere)):
            return False
        heaps = found
    return not any(heaps)


def claim(name: str, is_right: bool, detail: str) -> Claim:
    return Claim(name, "checked" if is_right else "rejected", detail)


def describe(answer: Record) -> str:
    heaps, is_misere = read_game(object_field(answer, "problem"))
    return f"heaps of {' '.join(map(str, heaps))}, whoever takes the last thing {'loses' if is_misere else 'wins'}"


HEAP_CHECKER = Checker(heap_claims, describe)
