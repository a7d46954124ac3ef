"""The golden weights of the checker: their sums by lattice, and the levels they refute."""

import json

import pytest

from perfectplay.base.errors import InputError
from perfectplay.proof import golden, verify_answer, verify_text
from tests.proof.test_proof import STEPS
from tests.proof.test_proof_army import half_plane, problem_of, refuted

FIRST_REFUTED = {"square": 5, "diagonal": 9, "skew": 7, "triangle": 8}


@pytest.mark.parametrize("lattice", STEPS)
def test_golden_weights_refute_from_a_level_on(lattice: str) -> None:
    first = FIRST_REFUTED[lattice]
    drawn = [" " * 2 + "."] + ["...."] * (first - 1) + ["oo.o", "...."]
    for level in (first - 1, first, first + 1, 1000, 10**6, 10**900):
        for stated in (first, first + 1, 1000):
            certificate = {"kind": "golden", "level": stated}
            verdict = verify_answer(refuted(half_plane(level, lattice), certificate))
            assert verdict.verdict == ("accepted" if stated <= level else "rejected")
        for wrong in (first - 1, 0, -1, -first, 1001, 10**900, True, float(first), str(first), None, [first]):
            certificate = {"kind": "golden", "level": wrong}
            assert verify_answer(refuted(half_plane(level, lattice), certificate)).verdict == "rejected"
    with pytest.raises(InputError, match="digits"):
        verify_text(json.dumps(refuted(half_plane(10**1001, lattice), {"kind": "golden", "level": first})))
    for stated, accepted in ((first - 1, False), (first, True), (first + 1, False)):
        certificate = {"kind": "golden", "level": stated}
        problem = problem_of(drawn, f"c{len(drawn)}", lattice)
        assert verify_answer(refuted(problem, certificate)).verdict == ("accepted" if accepted else "rejected")
    beside = problem_of(["o.", *["  "] * first, "oo"], f"b{first + 2}", lattice)  # one man is not below at all
    assert verify_answer(refuted(beside, {"kind": "golden", "level": first})).verdict == "rejected"


@pytest.mark.parametrize("lattice", STEPS)
def test_golden_sums_are_those_of_the_cells(lattice: str) -> None:
    """Weigh all cells within 60 steps, by walking the lattice; what is farther away weighs less than a millionth."""
    sigma = (5**0.5 - 1) / 2
    distance = {(0, 0): 0}
    ring = [(0, 0)]
    while ring and distance[ring[0]] < 60:
        found = dict.fromkeys((x + right, y - down) for x, y in ring for right, down in STEPS[lattice])
        steps = distance[ring[0]] + 1
        ring = [place for place in found if place not in distance]
        distance |= dict.fromkeys(ring, steps)
    slope, whole, part = golden.SUMS[lattice]
    for level in range(12):
        weight = sum(sigma**steps for (_, y), steps in distance.items() if y <= -level)
        assert weight == pytest.approx(sigma ** (level - 2) * (slope * level + whole + part * sigma), abs=1e-6)
        if (lattice, level) != ("square", 5):
            assert golden.is_refuted(lattice, level) is (weight <= 1)
    assert golden.is_refuted("square", 5)  # exactly 1, which no sum of floats can tell


def test_golden_numbers_are_compared_exactly() -> None:
    fibonacci = [0, 1]
    while len(fibonacci) < 400:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    for index in range(2, 399):  # neighbours in the sequence differ from the golden ratio by an alternating sign
        small, large = fibonacci[index - 1], fibonacci[index]
        assert golden.is_at_least_zero(-small, large) is (index % 2 == 1)
        assert golden.is_at_least_zero(small, -large) is (index % 2 == 0)
