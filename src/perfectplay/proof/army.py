"""The claims of an answer to an army problem."""

from collections.abc import Iterator

from perfectplay.base.errors import InputError
from perfectplay.proof.bound import check_bound_tree, check_impossible_tree, check_pagoda
from perfectplay.proof.budget import Budget
from perfectplay.proof.enumeration import levels
from perfectplay.proof.field import Field, March, numbered, play_march, read_field
from perfectplay.proof.golden import check_golden
from perfectplay.proof.half_plane import fewest_jumps
from perfectplay.proof.json_text import number_field, object_field, required_field, text_field, truth_field
from perfectplay.proof.record import Record
from perfectplay.proof.shape import certificate_of, figure_claims, limit_claims, position_claims, read_certificate
from perfectplay.proof.verdict import Claim, Rejected, counted, judge, quoted


def army_claims(answer: Record, status: str, budget: Budget) -> Iterator[Claim]:
    """Yield the claims of a solved or impossible answer: about its drawing or its level, not about the spec's name."""
    field = read_field(answer)
    objective = text_field(answer, "objective")
    if objective != "men":
        raise InputError(f"unknown objective {quoted(objective)}: expected men")
    if status == "impossible":
        found: list[int] = []
        yield judge("impossible", lambda: _check_impossible(field, answer, budget, found))
        yield from position_claims(answer, found)
        return
    try:
        march = play_march(field, required_field(answer, "solution"))
    except Rejected as finding:
        yield Claim("solution", "rejected", str(finding))
        return
    yield Claim("solution", "checked", f"its {counted(march.jumps, 'jump')} by the rules bring a man to the target")
    yield judge("clean", lambda: _check_clean(march))
    figures = {"jumps": march.jumps, "moves": march.moves, "men": march.men}
    if field.cells is not None:
        figures["unused_men"] = sum(field.cells.values()) - march.men
    yield from figure_claims(answer, figures)
    if "raw" in answer:
        yield judge("raw", lambda: _check_raw(field, march, answer))
    yield from limit_claims(answer)
    if truth_field(answer, "optimal"):
        yield judge("optimal", lambda: _check_optimal(field, march, answer, budget))
    elif required_field(answer, "certificate") is not None:
        yield Claim("certificate", "rejected", "it would prove what the answer does not claim: that it is optimal")


def describe_army(answer: Record) -> str:
    """Say and draw what the checker has read."""
    field, fields = read_field(answer), object_field(answer, "problem")
    if field.cells is None:
        return f"an army below a line of the {field.lattice} lattice without end; level {fields['level']} above it"
    start = fields["start"]
    assert isinstance(start, list)
    men = counted(sum(field.cells.values()), "man").replace("mans", "men")
    head = f"{men} on the {field.lattice} lattice, one of whom is to reach {fields['target']}"
    return f"{head}:\n" + "\n".join(start)


def _check_clean(march: March) -> str:
    """Check that nothing that moved is left but the man on the target."""
    if march.jumps == 0:
        return "a man stands on the target at the start"
    if march.left > 1:
        raise Rejected(f"{march.left:,} men that moved are left where only one should be")
    assert march.men == march.jumps + 1  # the men jumped over, and the one that is left
    return "nothing that moved is left but the man on the target"


def _check_raw(field: Field, march: March, answer: Record) -> str:
    """Check the way as a search found it, before jumps that the target does not need were dropped."""
    raw, dropped = play_march(field, answer["raw"]), number_field(answer, "dropped_jumps")
    if dropped != raw.jumps - march.jumps:
        raise Rejected(f"it has {raw.jumps - march.jumps:,} jumps more than the solution, not {quoted(dropped)}")
    return f"its {counted(raw.jumps, 'jump')} by the rules bring a man to the target, {dropped:,} more than are needed"


def _check_optimal(field: Field, march: March, answer: Record, budget: Budget) -> str:
    """Check that no solution has fewer jumps, and so none has fewer men, than one that was already played."""
    if required_field(answer, "certificate") is not None:
        kind, certificate = certificate_of(answer)
        if kind != "bound":
            raise Rejected(f"a certificate of kind {quoted(kind)} does not suit a solved army")
        return check_bound_tree(field, certificate.get("tree"), march.jumps, budget)
    if march.jumps == 0:
        return "a man stands on the target at the start"
    if field.cells is None:
        fewest = fewest_jumps(field, march.jumps, budget)
    else:
        _, fewest = _enumerate(field, budget)
    if fewest != march.jumps:
        raise Rejected(f"{counted(fewest or 0, 'jump')} suffice")
    return "no shorter way exists"


def _check_impossible(field: Field, answer: Record, budget: Budget, enumerated: list[int]) -> str:
    kind, certificate = read_certificate(answer)
    if field.is_manned(field.target):
        raise Rejected("a man stands on the target at the start")
    if kind == "count":
        return _check_count(field)
    if kind == "weights":
        return check_pagoda(field, certificate.get("functions"), budget)
    if kind == "tree":
        return check_impossible_tree(field, certificate.get("tree"), budget)
    if kind == "golden":
        return check_golden(field, certificate.get("level"))
    if kind != "exhaustion":
        raise Rejected(f"unknown kind of certificate {quoted(kind)}")
    positions, fewest = _enumerate(field, budget)
    if fewest is not None:
        raise Rejected(f"the target can be reached in {counted(fewest, 'jump')}")
    enumerated.append(positions)
    return f"no man on the target in any of the {counted(positions, 'position')} that can be reached"


def _check_count(field: Field) -> str:
    """A jump needs two men: with fewer, everything stays as it is."""
    if field.cells is None or sum(field.cells.values()) >= 2:
        raise Rejected("there are men enough for a jump")
    return "a jump needs two men, and there are fewer"


def _enumerate(field: Field, budget: Budget) -> tuple[int, int | None]:
    """Return how many positions were enumerated level by level, and the fewest jumps to the target, or None."""
    if field.cells is None:
        raise Rejected("the positions of the half-plane cannot be enumerated")
    board = numbered(field.cells, field)
    positions = 0
    for jumps, level in enumerate(levels(board, budget)):
        positions += len(level)
        if any(position & board.target for position in level):
            return positions, jumps
    return positions, None
