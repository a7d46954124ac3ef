"""Weights and trees of the checker: they are accepted if, and only if, they prove what they are to prove.

The proofs here were found by a linear programme and are written out. Two judges stand beside the checker: the
inequality of a leaf by its definition, in fractions over all jumps of a board, and a search breadth first.
"""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.proof import Budget, bound, budget, verify_answer
from perfectplay.proof.field import read_field
from perfectplay.proof.verdict import Rejected
from tests.proof.test_proof import NO_LIMITS, NO_TIME, STEPS, Answer, Place, Position, name_of, results
from tests.proof.test_proof_army import (
    COLUMN,
    LEVEL_2,
    half_plane,
    men_of,
    problem_of,
    refuted,
    shortest,
    solved,
    upward_triples,
)

Proof = tuple[str, list[str], str, Answer]


def leaf(weights: str, scale: str = "1") -> Answer:
    """Return a leaf whose weights are written as in `d4=3 d5=1/2`."""
    return {"weights": dict(part.split("=") for part in weights.split()), "scale": scale}


def branch(jump: str, then: Answer, beyond: Answer, at_most: object = 0) -> Answer:
    return {"jump": jump, "at_most": at_most, "then": then, "else": beyond}


# Lattice, start, target and tree. Those with a branch have no proof without one: the linear programme falls short.
FEWEST: list[Proof] = [
    ("square", COLUMN, "a3", leaf("a3=1")),
    ("square", ["oo...", "ooo..", ".o.o."], "e3", leaf("c3=1 d2=1 d3=2 e1=1 e2=2 e3=4")),
    ("diagonal", [".o.", "o..", ".oo"], "c3", leaf("a1=1 a3=2 b2=1 c2=2 c3=3")),
    ("skew", ["....", "....", ".oo.", "oo.o", "o..o"], "a5", leaf("a5=4 b4=2 c3=1")),
    (
        "square",
        ["oo.o.", "oo...", ".o..o"],
        "d1",
        branch("d3-d1", leaf("a1=1 b1=1 c1=3 c2=1 c3=1 d1=5"), leaf("b2=1/2 c2=1/2 d2=1", "0")),
    ),
    (
        "diagonal",
        ["...", "...", "o.o", "oo.", ".o."],
        "a5",
        branch("c3-a5", leaf("a1=1 a3=2 a4=3 a5=6 b3=1 b5=2 c1=1 c2=1 c4=2 c5=3"), leaf("b2=1/2 b3=1/2 b4=1", "0")),
    ),
    (
        "triangle",
        [".....", ".o.oo", "ooo..", "..oo."],
        "e2",
        branch(
            "e3-c3",
            leaf("a1=1 a3=2 a4=3 b2=1 b4=2 c2=2 c3=3 c4=6 d2=4 d4=3 e2=7 e4=6"),
            leaf("b4=1 c2=1 c4=2 d2=2 d3=1 e2=4 e3=2 e4=1"),
        ),
    ),
]
OUT_OF_REACH: list[Proof] = [
    ("square", ["o..", "..o", "..."], "b2", leaf("b2=1", "0")),
    ("triangle", ["o.o", "o.o", "ooo"], "b2", leaf("b2=1", "0")),
    (
        "square",
        [".o...", "oo..o", "o..o."],
        "d3",
        branch("d1-d3", leaf("b1=1/2 b3=1/2 c1=1/2 c3=1/2 d3=1 e1=1/2 e3=1/2", "0"), leaf("b2=1/2 c2=1/2 d2=1", "0")),
    ),
    (
        "diagonal",
        [".....", "oo...", "o....", ".o..o"],
        "d1",
        branch(
            "b3-d1",
            leaf("a1=1/3 a3=1/3 a4=1/3 b1=1/3 b2=1/3 b4=1/3 c1=2/3 c2=1/3 c3=1/3 d1=1 d2=2/3 d3=1/3 d4=1/3", "0"),
            leaf("b2=1 b3=1 c2=1 c3=1 d2=1 d3=1", "0"),
        ),
    ),
]
DIAMOND = leaf("b5=1 c4=1 c5=2 c6=1 d3=1 d4=2 d5=4 d6=2 d7=1 e4=1 e5=2 e6=1 f5=1")
"""Level 2 of the half-plane, the target at d5 and the front at row 3: three jumps are needed."""


def place_of(name: str) -> Place:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def is_bound(problem: Answer, solution: list[str], tree: object) -> bool:
    certificate = {"kind": "bound", "tree": tree}
    found = results(verify_answer(solved(problem, solution, optimal=True, certificate=certificate)))
    assert found["solution"] == "checked"
    assert found["optimal"] in ("checked", "rejected")
    return found["optimal"] == "checked"


def is_refutation(problem: Answer, tree: object) -> bool:
    verdict = verify_answer(refuted(problem, {"kind": "tree", "tree": tree}))
    assert verdict.verdict in ("accepted", "rejected")
    return verdict.accepted


def proves(node: Answer, cells: Position, men: Position, target: Place, lattice: str, jumps: int | None) -> bool:
    """Tell by the definitions whether a tree proves that so many jumps are needed, or that no number suffices."""
    hops = [hop for hop in upward_triples(cells, lattice) if target not in hop[:2]]
    first = {hop: (0, 1 if hop[2] == target else None) for hop in hops}

    def holds(node: Answer, bounds: dict[tuple[Place, Place, Place], tuple[int, int | None]]) -> bool:
        if "jump" in node:
            source, end = (place_of(name) for name in str(node["jump"]).split("-"))
            hop = source, ((source[0] + end[0]) // 2, (source[1] + end[1]) // 2), end
            then, beyond, count = node["then"], node["else"], node["at_most"]
            assert isinstance(then, dict) and isinstance(beyond, dict) and isinstance(count, int)
            least, most = bounds.get(hop, (0, 0))
            then_most = count if most is None else min(count, most)
            return holds(then, bounds | {hop: (least, then_most)}) and holds(
                beyond, bounds | {hop: (max(least, count + 1), most)}
            )
        named = node["weights"]
        assert isinstance(named, dict)
        weights = {place_of(name): Fraction(text) for name, text in named.items()}
        scale = Fraction(str(node["scale"]))
        if min([scale, *weights.values()]) < 0 or (jumps is None and scale != 0):
            return False
        if any(most is not None and least > most for least, most in bounds.values()):
            return True
        total = weights.get(target, Fraction(0)) - sum(weight for place, weight in weights.items() if place in men)
        for hop, (least, most) in bounds.items():
            gain = weights.get(hop[2], 0) - weights.get(hop[0], 0) - weights.get(hop[1], 0)
            if gain > scale and most is None:
                return False
            total += (scale - gain) * (least if gain <= scale or most is None else most)
        return total > (0 if jumps is None else scale * (jumps - 1))

    return holds(node, dict(first))


# Proofs as they were found


@pytest.mark.parametrize(("lattice", "start", "target", "tree"), FEWEST)
def test_fewest_jumps(lattice: str, start: list[str], target: str, tree: Answer) -> None:
    way = shortest(start, place_of(target), lattice)
    assert way is not None
    problem = problem_of(start, target, lattice)
    assert is_bound(problem, way, tree)
    for certificate in ({"kind": "bound", "tree": tree}, None):  # by its proof, and by a search
        assert verify_answer(solved(problem, way, optimal=True, certificate=certificate), budget=NO_LIMITS).accepted
    assert not is_refutation(problem, tree)
    with pytest.raises(Rejected, match="leave room"):
        bound.check_bound_tree(read_field({"problem": problem}), tree, len(way) + 1, NO_LIMITS)
    if "jump" in tree:
        for part in ("then", "else"):
            assert not is_bound(problem, way, tree[part])
        assert not is_bound(problem, way, tree | {"then": tree["else"], "else": tree["then"]})


@pytest.mark.parametrize(("lattice", "start", "target", "tree"), OUT_OF_REACH)
def test_out_of_reach(lattice: str, start: list[str], target: str, tree: Answer) -> None:
    assert shortest(start, place_of(target), lattice) is None
    problem = problem_of(start, target, lattice)
    assert is_refutation(problem, tree)
    if "jump" in tree:
        for part in ("then", "else"):
            assert not is_refutation(problem, tree[part])


def test_a_branch_that_leaves_no_count_needs_no_weights() -> None:
    """A target is reached once, and never left: what a branch says beyond that is a case without solutions."""
    problem = problem_of(COLUMN, "a3")
    tree, nothing = leaf("a3=1"), leaf("", "0")
    for jump, at_most, is_empty in (("a1-a3", 1, True), ("a1-a3", 0, False), ("a3-a1", 0, True)):
        assert is_bound(problem, ["a1-a3"], branch(jump, tree, nothing, at_most)) is is_empty
    twice = branch("a1-a3", leaf("a3=1"), branch("a1-a3", nothing, leaf("a3=1"), 0), 0)
    assert is_bound(problem, ["a1-a3"], twice)


# The half-plane


def test_level_2_needs_three_jumps_wherever_its_window_ends() -> None:
    for width in (4, 7, 100):
        assert is_bound(half_plane(2, width=width), LEVEL_2, DIAMOND)
    weights = DIAMOND["weights"]
    assert isinstance(weights, dict)
    assert is_bound(half_plane(2), LEVEL_2, {"weights": weights | {"zz99": "0"}, "scale": "1"})
    for name in weights:
        fewer = {other: weight for other, weight in weights.items() if other != name}
        assert not is_bound(half_plane(2), LEVEL_2, {"weights": fewer, "scale": "1"}), name
    assert not is_bound(half_plane(2, "diagonal"), LEVEL_2, DIAMOND)  # two jumps suffice there


def test_jumps_from_cells_without_a_name_count() -> None:
    """A cell at the left edge is reached from the left as well, where nothing has a name."""
    window = {"width": 7, "depth": 3, "column": 1}
    cut = leaf("a4=1 a5=2 a6=1 b3=1 b4=2 b5=4 b6=2 b7=1 c4=1 c5=2 c6=1 d5=1")  # the diamond without its left corner
    problem = half_plane(2) | {"window": window}
    certificate = {"kind": "bound", "tree": cut}
    verdict = verify_answer(solved(problem, ["b2-b4", "d3-b3-b5"], optimal=True, certificate=certificate))
    assert "(-2, 5)-a5 gains too much" in str(verdict) or "(-1, 5)-b5 gains too much" in str(verdict)
    assert results(verdict)["optimal"] == "rejected"


@settings(max_examples=200)
@given(
    st.dictionaries(st.builds(lambda x, y: name_of((x, y)), st.integers(0, 5), st.integers(0, 5)), st.integers(0, 3)),
    st.integers(0, 2),
    st.sampled_from(sorted(STEPS)),
    st.integers(1, 3),
    st.integers(0, 2),
)
def test_leaves_on_the_half_plane_by_definition(
    weights: dict[str, int], scale: int, lattice: str, jumps: int, column: int
) -> None:
    window = {"width": 3, "depth": 2, "column": column}
    field = read_field({"problem": half_plane(1, lattice) | {"window": window}})
    around = frozenset((x, y) for x in range(-4, 12) for y in range(-4, 12))
    men = frozenset((x, y) for x, y in around if y <= 1)
    tree: Answer = {"weights": {name: str(weight) for name, weight in weights.items()}, "scale": str(scale)}
    try:
        bound.check_bound_tree(field, tree, jumps, NO_LIMITS)
        accepted = True
    except Rejected:
        accepted = False
    assert accepted is proves(tree, around, men, (column, 2), lattice, jumps)


# Weight functions


def test_one_weight_function_suffices_and_all_must_be_valid() -> None:
    start = ["......."] * 5 + ["ooooooo"] * 4
    fibonacci = [1, 1]
    while len(fibonacci) < 13:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    weights = {name_of((x, y)): str(fibonacci[4 + y - abs(x - 3)]) for x, y in men_of(start, "o.")}

    def accepts(functions: object, board: list[str] = start, target: str = "d9") -> bool:
        verdict = verify_answer(refuted(problem_of(board, target), {"kind": "weights", "functions": functions}))
        assert verdict.verdict in ("accepted", "rejected")
        return verdict.accepted

    assert accepts([weights])
    assert accepts([{name: f"{weight}/7" for name, weight in weights.items()}])
    assert accepts([{}, weights, {"d9": "0"}])
    assert accepts([{"a3": "1", "a1": "5"}], [".", ".", "."], "a3")  # a3-a1 would raise it, but a man would be there
    wrong: list[object] = [
        [],
        [{}],
        [{name: weight for name, weight in weights.items() if name != "d8"}],  # the jump d7-d9 raises the total
        [weights | {"a1": "-1"}],
        [weights, {"d4": "1"}],
        [weights, {"d10": "1"}],
        [weights | {"d9": "999"}],
        *([{**weights, "d9": text}] for text in ("1/0", "1e400", " 233", "+233", "233.0", "nan", 233, None, True)),
        [list(weights)],
        weights,
        None,
    ]
    for functions in wrong:
        assert not accepts(functions), functions
    assert not accepts([weights], target="d8")
    assert not accepts([weights], ["......."] * 4 + ["ooooooo"] * 5)


# What is no proof, and what would take too long


def test_what_is_no_tree_is_rejected() -> None:
    problem = problem_of(COLUMN, "a3")
    good = leaf("a3=1")
    wrong: list[object] = [
        None,
        [],
        {},
        "tree",
        {"weights": {"a3": "1"}},
        {"scale": "1"},
        good | {"kind": "leaf"},
        good | {"weights": None},
        good | {"weights": [["a3", "1"]]},
        *(good | {"scale": scale} for scale in (None, 1, "-1", "1/0", "1.0", "9" * 61, True)),
        *(good | {"weights": {"a3": weight}} for weight in (None, 1, "-1", "x", "9" * 61, False)),
        *(good | {"weights": {"a3": "1", name: "0"}} for name in ("a4", "b1", "", "a03", "A3", "a0", "a" * 50)),
        good | {"weights": {"a3": "1", "a1": "-1/2"}},
        *(branch(jump, good, good) for jump in ("a1-a2", "a1-a5", "a1", "", "a1-a3-a1", "a1-b1", "a" * 100)),
        *(branch("a1-a3", good, good, count) for count in (-1, None, 0.0, "0", True, 10**6 + 1, 10**30)),
        branch("a1-a3", good, {}),
        branch("a1-a3", {}, good),
        branch("a1-a3", good, good) | {"weights": {}},
        branch("a1-a3", good, good) | {"jump": ["a1", "a3"]},
    ]
    assert is_bound(problem, ["a1-a3"], good)
    assert is_bound(problem, ["a1-a3"], branch("a1-a3", good, good))
    for tree in wrong:
        assert not is_bound(problem, ["a1-a3"], tree), tree
    assert not is_refutation(problem, leaf("a3=1", "0"))
    alone = problem_of([".", "o", "."], "a3")
    assert is_refutation(alone, leaf("a3=2 a2=1 a1=1", "0"))
    assert not is_refutation(alone, leaf("a3=2 a2=1 a1=1", "1"))  # a scale above 0 gives a bound, no contradiction


def test_no_certificate_keeps_the_checker_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too large to check is left open: it is neither a proof nor a lie."""
    monkeypatch.setattr(budget, "STEPS_BETWEEN", 1)  # look at the clock at every step
    tree = good = leaf("a3=1")
    for _ in range(100):
        tree = branch("a1-a3", good, tree, 5)
    assert is_bound(problem_of(COLUMN, "a3"), ["a1-a3"], tree)
    many = {name_of((x, y)): "1" for x in range(26) for y in range(10)}
    answers = [
        solved(problem_of(COLUMN, "a3"), ["a1-a3"], optimal=True, certificate={"kind": "bound", "tree": tree}),
        solved(
            half_plane(1),
            ["d2-d4"],
            optimal=True,
            certificate={"kind": "bound", "tree": {"weights": many, "scale": "1"}},
        ),
        refuted(problem_of(COLUMN, "a3"), {"kind": "weights", "functions": [{"a3": "0"}] * 1000}),
        refuted(problem_of(["o..", "..o", "..."], "b2"), {"kind": "tree", "tree": leaf("b2=1", "0")}),
    ]
    for answer in answers:
        verdict = verify_answer(answer, budget=NO_TIME)
        assert verdict.verdict == "unconfirmed"
        assert "not settled within 0 s" in str(verdict)


def test_a_denominator_that_grows_without_end_is_given_up() -> None:
    weights = {name_of((x, y)): f"1/{10**56 + 26 * y + x}" for x in range(26) for y in range(400)}
    answer = refuted(half_plane(1), {"kind": "tree", "tree": {"weights": weights, "scale": "0"}})
    for limits in (Budget(seconds=0.1), Budget(None, memory=1 << 20)):
        verdict = verify_answer(answer, budget=limits)
        assert verdict.verdict == results(verdict)["impossible"] == "unconfirmed"
