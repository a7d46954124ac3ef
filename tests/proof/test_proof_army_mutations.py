"""Proofs that were tampered with: the checker accepts what still is a proof of something true, and nothing else.

Two judges stand beside it: the inequality of a leaf by its definition, and a search breadth first.
"""

import json
import random
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.proof import verify_answer
from tests.proof.test_proof import Answer, Place, Position, name_of
from tests.proof.test_proof_army import drawn_armies, men_of, problem_of, refuted, shortest, upward_triples
from tests.proof.test_proof_army_bounds import (
    FEWEST,
    OUT_OF_REACH,
    Proof,
    branch,
    is_bound,
    is_refutation,
    place_of,
    proves,
)


def nodes_of(tree: Answer) -> list[Answer]:
    """Return a tree's nodes, itself first."""
    inner = [tree[part] for part in ("then", "else") if part in tree]
    return [tree, *(found for node in inner if isinstance(node, dict) for found in nodes_of(node))]


def mutate(dice: random.Random, tree: Answer, cells: Position, lattice: str) -> None:
    """Change one thing somewhere in a tree."""
    node = dice.choice(nodes_of(tree))
    weights = node.get("weights")
    if isinstance(weights, dict):
        kind = dice.randrange(4)
        name = dice.choice([*weights, name_of(dice.choice(sorted(cells)))])
        if kind == 0:
            node["scale"] = str(Fraction(dice.randint(-1, 4), 2))
        elif kind == 1:
            weights.pop(name, None)
        else:
            near = Fraction(weights.get(name, "0")) + Fraction(dice.choice([-2, -1, 1, 2]), 2)
            weights[name] = str(near)
        return
    kind = dice.randrange(4)
    if kind == 0:
        node["at_most"] = dice.randint(0, 2)
    elif kind == 1:
        source, _, end = dice.choice(upward_triples(cells, lattice))
        node["jump"] = f"{name_of(source)}-{name_of(end)}"
    elif kind == 2:
        node["then"], node["else"] = node["else"], node["then"]
    else:
        kept = node[dice.choice(["then", "else"])]
        assert isinstance(kept, dict)
        node.clear()
        node.update(kept)


def some_solution(dice: random.Random, start: list[str], target: Place, lattice: str) -> list[str] | None:
    """Return a solution found by chance, often not a shortest one."""
    jumps = upward_triples(men_of(start, "o."), lattice)
    for _ in range(30):
        position, way = men_of(start), []
        while target not in position:
            able = [hop for hop in jumps if hop[0] in position and hop[1] in position and hop[2] not in position]
            if not able:
                break
            source, over, end = dice.choice(able)
            position = position - {source, over} | {end}
            way.append(f"{name_of(source)}-{name_of(end)}")
        else:
            return way
    return None


def judge_all(dice: random.Random, start: list[str], target: Place, lattice: str, tree: Answer) -> set[str]:
    """Compare the checker with both judges; return what it accepted."""
    accepted: set[str] = set()
    problem = problem_of(start, name_of(target), lattice)
    cells, men = men_of(start, "o."), men_of(start)
    best = shortest(start, target, lattice)
    if target in men:
        return accepted
    if is_refutation(problem, tree):
        accepted.add("refutation")
        assert best is None
    assert ("refutation" in accepted) is proves(tree, cells, men, target, lattice, None)
    for way in (best, some_solution(dice, start, target, lattice)):
        if way is not None:
            is_proved = is_bound(problem, way, tree)
            assert not is_proved or len(way) == len(best or [])
            assert is_proved is proves(tree, cells, men, target, lattice, len(way))
            accepted |= {"bound"} if is_proved else {"no bound"}
    only = {"kind": "weights", "functions": [tree.get("weights")]}
    verdict = verify_answer(refuted(problem, only)).verdict
    assert verdict in ("accepted", "rejected")
    if verdict == "accepted":
        accepted.add("weights")
        assert best is None
        assert proves(tree | {"scale": "0"}, cells, men, target, lattice, None)
    return accepted


def try_a_mutation(dice: random.Random, proof: Proof) -> set[str]:
    """Change a proof in up to two places, and sometimes the army as well; compare the checker with both judges."""
    lattice, start, target, tree = proof
    changed = json.loads(json.dumps(tree))
    board = list(start)
    for _ in range(dice.randint(0, 2)):
        mutate(dice, changed, men_of(start, "o."), lattice)
    if dice.random() < 0.4:  # a man more or less
        row = dice.randrange(len(board))
        column = dice.randrange(len(board[row]))
        letter = "." if board[row][column] == "o" else "o"
        board[row] = board[row][:column] + letter + board[row][column + 1 :]
    return judge_all(dice, board, place_of(target), lattice, changed)


@settings(max_examples=200)
@given(st.sampled_from(FEWEST + OUT_OF_REACH), st.randoms(use_true_random=False))
def test_mutated_proofs_are_accepted_only_if_they_still_prove_what_is_true(proof: Proof, dice: random.Random) -> None:
    try_a_mutation(dice, proof)


def test_mutations_leave_some_proofs_proofs_and_break_others() -> None:
    dice = random.Random(1961)
    seen = [try_a_mutation(dice, proof) for proof in FEWEST + OUT_OF_REACH for _ in range(20)]
    assert set().union(*seen) == {"refutation", "bound", "no bound", "weights"}


@settings(max_examples=150)
@given(drawn_armies(), st.randoms(use_true_random=False))
def test_random_trees_on_random_armies(drawn: tuple[list[str], Place, str], dice: random.Random) -> None:
    start, target, lattice = drawn
    cells = men_of(start, "o.")
    jumps = upward_triples(cells, lattice)
    for _ in range(4):
        leaves: list[Answer] = []
        for _ in range(2):
            weights = {name_of(place): str(dice.choice([0, 0, 1, 1, 2, 3])) for place in cells}
            weights[name_of(target)] = str(dice.randint(1, 4))
            leaves.append({"weights": weights, "scale": str(dice.choice([0, 1, 1, 2]))})
        tree = leaves[0]
        if jumps and dice.random() < 0.5:
            source, _, end = dice.choice(jumps)
            tree = branch(f"{name_of(source)}-{name_of(end)}", leaves[0], leaves[1], dice.randint(0, 1))
        judge_all(dice, start, target, lattice, tree)
