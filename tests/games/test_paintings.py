"""Proofs painted on boards: their numbers are those that the checker finds by its own reading."""

import re
from fractions import Fraction
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.base.files import text_address
from perfectplay.base.stats import Stats
from perfectplay.draw.svg import board_svg
from perfectplay.model.answers import Impossible
from perfectplay.model.painting import MOST_PAINTINGS, Painting
from perfectplay.model.registry import find_family
from perfectplay.model.words import words_for
from perfectplay.proof.board import PegProblem, read_problem
from perfectplay.proof.certificates import is_separating, read_invariant_set, read_weights
from perfectplay.proof.field import read_field
from perfectplay.proof.golden import is_at_least_zero, is_refuted
from perfectplay.proof.verify import verify_answer
from tests.proof.test_proof_army_bounds import OUT_OF_REACH


def refuted(spec: str, kind: str) -> tuple[Impossible, list[Painting]]:
    answer = pp.prove(spec)
    assert isinstance(answer, Impossible) and answer.certificate["kind"] == kind
    assert verify_answer(answer.as_json()).accepted
    return answer, words_for(answer.problem).paintings(answer)


def drawing(family: str, *lines: str) -> str:
    return f"{family}/{text_address(chr(10).join([*lines, '']))}"


def notes(painting: Painting) -> dict[str, str]:
    assert board_svg(painting.scene)
    for cell in painting.scene.cells:
        assert not cell.note or cell.piece in ("", cell.note)
    return {cell.name: cell.note for cell in painting.scene.cells if cell.note}


def number(painting: Painting, pattern: str) -> Fraction:
    """Return the one number that the arithmetic has after some words, and see that its sum is right."""
    found = [match for line in painting.arithmetic if (match := re.fullmatch(pattern, line))]
    assert len(found) == 1, (pattern, painting.arithmetic)
    total, equals, result = found[0][1].rpartition(" = ")
    if equals:
        products = (term.split(" (")[0].split(" × ") for term in re.sub(r"\((-[^)]*)\)", r"\1", total).split(" + "))
        assert sum(Fraction(count) * Fraction(weight) for count, weight in products) == Fraction(result)
    return Fraction(result)


def weigh(problem: PegProblem, function: object, pegs: int) -> Fraction:
    weights = read_weights(problem, function, "here")
    return sum((weight for hole, weight in enumerate(weights) if pegs >> hole & 1), Fraction(0))


@pytest.mark.parametrize("spec", ["pegs/french:d4..d4", "pegs/english:d4..c4", "pegs/triangle-4:b3..any"])
def test_position_classes(spec: str) -> None:
    answer, paintings = refuted(spec, "class")
    problem = read_problem(answer.as_json())
    assert len(paintings) == len(answer.certificate["sets"])
    for painting, names in zip(paintings, answer.certificate["sets"], strict=True):
        members = read_invariant_set(problem, names, "here")
        assert sorted(notes(painting)) == sorted(names)
        inside = number(painting, r"At the start there are (\d+): \w+\.")
        assert inside == (problem.start & members).bit_count()
        is_odd = inside % 2 == 1
        assert f": {'odd' if is_odd else 'even'}." in painting.arithmetic[1]
        if problem.goal is not None:
            end = number(painting, r"At the goal there would be (\d+): .*")
            assert end == (problem.goal & members).bit_count() and end % 2 != inside % 2
        else:
            holes = "without a mark" if is_odd else "on a marked hole"
            assert holes in painting.arithmetic[2]
            separated = {name for name, hole in problem.holes.items() if is_separating(problem, members, 1 << hole)}
            assert separated == (problem.holes.keys() - set(names) if is_odd else set(names))


@pytest.mark.parametrize(
    "spec",
    [
        drawing("pegs", "o.o", "oo.", "o.o", ".oo", "ooo"),
        drawing("pegs", "ooo", "oo.", "..o", ".oo", "o.o"),
        drawing("pegs", "oo.o.", "o..o.", "....o", "", "goal: b2"),
    ],
)
def test_weight_functions_of_pegs(spec: str) -> None:
    answer, paintings = refuted(spec, "weights")
    problem = read_problem(answer.as_json())
    functions = answer.certificate["functions"]
    assert len(paintings) == min(len(functions), MOST_PAINTINGS)
    for painting, function in zip(paintings, functions, strict=False):
        painted = {name: Fraction(text) for name, text in notes(painting).items()}
        assert painted == {name: Fraction(function.get(name, 0)) for name in problem.holes}
        start = number(painting, r"The start weighs (.*)\.")
        assert start == weigh(problem, function, problem.start)
        weights = read_weights(problem, function, "here")
        gains = [weights[jump.target] - weights[jump.source] - weights[jump.over] for jump in problem.jumps]
        assert f"between {min(gains)} and {max(gains)}." in painting.arithmetic[0]
        if problem.goal is not None:
            end = number(painting, r"The goal weighs (.*)\.")
            assert end == weigh(problem, function, problem.goal)
        else:
            end = number(painting, r"A last peg .* weighs (.*) or more\.")
            assert end == min(weight for weight in weights if weight > start)
        assert painting.arithmetic[-1].startswith(f"{start} < {end}: ") and start < end


def test_a_tree_of_pegs_by_its_first_leaf() -> None:
    answer, paintings = refuted("pegs/triangle-4:a2..a3", "tree")
    problem = read_problem(answer.as_json())
    node, most = answer.certificate["goals"]["goal"], {}
    while "jump" in node:
        most[node["jump"]] = node["at_most"]
        node = node["then"]
    assert most and len(paintings) == 1
    assert {name: Fraction(text) for name, text in notes(paintings[0]).items() if text != "0"} == {
        name: Fraction(text) for name, text in node["weights"].items()
    }
    start, end = (number(paintings[0], rf"The {word} weighs (.*)\.") for word in ("start", "goal"))
    assert problem.goal is not None
    assert start == weigh(problem, node["weights"], problem.start)
    assert end == weigh(problem, node["weights"], problem.goal)
    weights, added = read_weights(problem, node["weights"], "here"), Fraction(0)
    for jump in problem.jumps:
        gain = weights[jump.target] - weights[jump.source] - weights[jump.over]
        if gain > 0:
            added += gain * most[f"{problem.name(jump.source)}-{problem.name(jump.target)}"]
    assert number(paintings[0], r"They add at most (.*?)(?:; all others add nothing or less)?\.") == added
    assert number(paintings[0], r"All jumps together would have to add (.*) to the weight\.") == end - start
    assert added < end - start and f"{added} < {end - start}: " in paintings[0].arithmetic[-1]


def test_each_set_and_each_function_of_many_goals_is_painted_once() -> None:
    answer, paintings = refuted(drawing("pegs", ".o.o", "oo..", "...o", "oo.o"), "tree")
    goals = answer.certificate["goals"]
    assert any("jump" in proof for proof in goals.values()) and len(goals) == 16
    kinds = {str(proof) for proof in goals.values()}
    assert len(paintings) == min(len(kinds), MOST_PAINTINGS) > 1
    assert len({painting.scene for painting in paintings}) == len(paintings)


@pytest.mark.parametrize("spec", ["army/7x8:d8", "army/3x8:b8", drawing("army", "...", "...", "ooo", "", "goal: b3")])
def test_weight_functions_of_armies(spec: str) -> None:
    answer, (painting,) = refuted(spec, "weights")
    field, function = read_field(answer.as_json()), answer.certificate["functions"][0]
    weights = {place: Fraction(text) for name, text in function.items() if (place := field.parse_cell(name))}
    assert {name: Fraction(text) for name, text in notes(painting).items() if text != "0"} == {
        name: Fraction(text) for name, text in function.items()
    }
    army = number(painting, r"The army weighs (.*)\.")
    assert army == sum(weight for place, weight in weights.items() if field.is_manned(place))
    man = number(painting, r"A man on the target weighs (.*)\.")
    assert man == weights[field.target] and army < man


@pytest.mark.parametrize(("lattice", "start", "target", "tree"), [item for item in OUT_OF_REACH if "jump" in item[3]])
def test_trees_of_armies(lattice: str, start: list[str], target: str, tree: dict[str, Any]) -> None:
    whole = {"spec": "army/@a.txt", "family": "army", "lattice": lattice, "start": start, "target": target}
    family = find_family("army")
    assert family is not None and family.read is not None
    answer = Impossible(family.read(whole), "men", Stats(), {"kind": "tree", "tree": tree})
    (painting,) = words_for(answer.problem).paintings(answer)
    field, node = read_field({"problem": whole}), tree
    most: dict[Any, int] = {}
    while "jump" in node:
        most[field.parse_jump(node["jump"])] = node["at_most"]
        node = node["then"]
    weights = {place: Fraction(text) for name, text in node["weights"].items() if (place := field.parse_cell(name))}
    army = sum((weight for place, weight in weights.items() if field.is_manned(place)), Fraction(0))
    needed = weights.get(field.target, Fraction(0)) - army
    assert number(painting, r"The army weighs (.*)\.") == army
    assert number(painting, r"All jumps together would have to add (.*) to the weight\.") == needed
    added = Fraction(0)
    for jump in {jump for place in field.cells or () for jump, _ in field.jumps_about(place)}:
        source, end = jump
        over = (source[0] + end[0]) // 2, (source[1] + end[1]) // 2
        gain = weights.get(end, Fraction(0)) - weights.get(source, Fraction(0)) - weights.get(over, Fraction(0))
        if gain > 0 and field.target not in (source, over):
            added += gain * min(most.get(jump, 1), 1 if end == field.target else most.get(jump, 1))
    assert number(painting, r"They add at most (.*?)(?:; all others add nothing or less)?\.") == added < needed


POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@pytest.mark.parametrize("lattice", ["square", "diagonal", "skew", "triangle"])
def test_golden_weights_of_drawn_armies(lattice: str) -> None:
    _, (painting,) = refuted(f"army/9x12:e12,front=3,lattice={lattice}", "golden")
    assert [cell.note for cell in painting.scene.cells if cell.is_marked] == ["1"]
    whole = golden = 0  # the men weigh whole + golden * sigma; sigma**k is F(k-1) - F(k) sigma, but for its sign
    for cell in painting.scene.cells:
        if cell.piece and cell.note != "0":
            previous, fibonacci = 0, 1
            power = int(cell.note.removeprefix("σ").translate(POWERS) or 1)
            for _ in range(power - 1):
                previous, fibonacci = fibonacci, previous + fibonacci
            sign = 1 if power % 2 else -1
            whole, golden = whole - sign * previous, golden + sign * fibonacci
    stated = re.search(
        r"weighs \((-?\d+) ([+-]) (\d+) sqrt\(5\)\) / 2, about (0\.\d+): less than 1", painting.arithmetic[3]
    )
    assert stated is not None
    assert (int(stated[1]), int(stated[2] + stated[3])) == (2 * whole - golden, golden)
    assert is_at_least_zero(1 - whole, -golden)
    assert abs(float(stated[4]) - whole - golden * (5**0.5 - 1) / 2) < 0.001


def steps(lattice: str, across: int, down: int) -> int | None:
    """Count the steps to the target, so many columns to the left and rows up; None where no step leads there."""
    if lattice == "square":
        return abs(across) + down
    if lattice == "triangle":
        return max(across, down) if across >= 0 else down - across
    return None if lattice == "skew" and (across + down) % 2 else max(abs(across), down)


@pytest.mark.parametrize(("lattice", "level"), [("square", 5), ("diagonal", 9), ("skew", 7), ("triangle", 8)])
def test_golden_weights_of_the_half_plane(lattice: str, level: int) -> None:
    answer, (painting,) = refuted(f"army/half-plane:1000,lattice={lattice}", "golden")
    assert answer.certificate["level"] == level and is_refuted(lattice, level) and not is_refuted(lattice, level - 1)
    target = next(cell.name for cell in painting.scene.cells if cell.is_marked)
    for cell in painting.scene.cells:
        down = int(target[1:]) - int(cell.name[1:])
        number = steps(lattice, ord(cell.name[0]) - ord(target[0]), down)
        assert bool(cell.piece) == (down >= level)
        assert cell.note == "0" if number is None else number == int(power_of(cell.note))
    sigma = (5**0.5 - 1) / 2
    far = [steps(lattice, across, down) for across in range(-90, 91) for down in range(level, 90)]
    stated = re.search(r"σ(\S+) × \((\d+) \+ (\d+) σ\) = (.*?)(?:, about (.*))?\.$", painting.arithmetic[2])
    assert stated is not None and f"All cells {level} rows or more below" in stated.string
    weight = sigma ** int(stated[1].translate(POWERS)) * (int(stated[2]) + int(stated[3]) * sigma)
    assert weight == pytest.approx(sum(sigma**number for number in far if number is not None))
    assert stated[5] == f"{weight:.3f}" if stated[5] else stated[4] == "1" and weight == pytest.approx(1)


def power_of(note: str) -> str:
    return "0" if note == "1" else note.removeprefix("σ").translate(POWERS) or "1"


def test_nothing_is_painted_of_an_exhausted_search() -> None:
    _, paintings = refuted(drawing("pegs", "ooo.o", "o.ooo", ".oo.o", "..o.o", "", "goal: b2"), "exhaustion")
    assert paintings == []


def test_squares_that_are_cut_off() -> None:
    _, (painting,) = refuted(
        f"{drawing('dice', '3 3', '1 0 0', '0 0 0', '0 0 0', '1', '1', '1')}:removed=b1+b2+a2", "apart"
    )
    assert notes(painting) == {"c1": "2", "c2": "1", "a3": "2", "b3": "1", "c3": "0"}
    assert "From 1 square there is no way." in painting.arithmetic[0]


@pytest.mark.parametrize(
    "spec", ["army/7x8:d7", "army/9x9:e8", "army/9x10:e9", "army/half-plane:4", "army/half-plane:3"]
)
def test_a_bound_is_painted_with_the_weights_of_its_first_leaf(spec: str) -> None:
    answer = pp.solve(spec)
    assert isinstance(answer, pp.Solved) and answer.certificate is not None
    node = answer.certificate["tree"]
    while "jump" in node:
        node = node["then"]
    (painting,) = words_for(answer.problem).best_paintings(answer)
    drawn = {cell.name for cell in painting.scene.cells}
    assert {cell.name: cell.note for cell in painting.scene.cells if cell.note} == {
        name: weight for name, weight in node["weights"].items() if name in drawn
    }
    added, needed = re.fullmatch(
        rf"(\d+) < (\d+): fewer than {answer.jumps} jumps do not do\.", painting.arithmetic[-1]
    ).groups()  # type: ignore[union-attr]
    assert int(added) < int(needed)


def test_what_has_no_bound_has_no_painting_of_it() -> None:
    answer = pp.solve("army/7x8:d7", algorithm="backward")
    assert isinstance(answer, pp.Solved)
    assert words_for(answer.problem).best_paintings(answer) == []
