"""`verify`: plain falsehoods with a digest that fits, the spec and the drawing, own games, limits and exit codes."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.proof.json_text import parse_text
from perfectplay.verbs.verify import verify_saved
from tests.conftest import Command
from tests.places import JUGS
from tests.proof.edits import sealed

Json = dict[str, Any]


def answer_to(problem: pp.Problem | str, **options: Any) -> Json:
    saved: Json = json.loads(json.dumps(pp.solve(problem, **options).as_json()))
    return saved


def verdict_on(answer: Json, **options: Any) -> pp.Verdict:
    return verify_saved(json.dumps(sealed(answer)), **options)


def result(verdict: pp.Verdict, name: str) -> str:
    return next(claim.result for claim in verdict.claims if claim.name == name)


def exhaustion(spec: str) -> Json:
    """Say that a problem is impossible because every position was looked at, as release 0.1.0 said it."""
    nothing: Json = dict.fromkeys(("jumps", "moves", "solution", "limit"))
    certificate = {"kind": "exhaustion", "positions": 1}
    return {**answer_to(spec), "status": "impossible", "optimal": False, **nothing, "certificate": certificate}


def test_what_nothing_confirms_is_not_accepted() -> None:
    verdict = verdict_on(exhaustion("pegs/english"), limits=pp.Limits(seconds=0.5))
    assert verdict.verdict == "unconfirmed" and "--rerun" in str(verdict)
    assert verdict_on(exhaustion("pegs/triangle-5")).verdict == "rejected"


@pytest.mark.parametrize("winner", ["second", "banana", "draw", None, 1])
def test_another_winner(winner: Any) -> None:
    answer = answer_to("coins/5") | {"winner": winner}
    if winner != "second":  # who wins this one
        with_rejection = winner in ("banana", "draw")
        if with_rejection:
            assert result(verdict_on(answer), "winner") == "rejected"
        else:
            with pytest.raises(pp.InputError):
                verdict_on(answer)
    assert result(verdict_on(answer_to("coins/4") | {"winner": "second"}), "winner") == "rejected"


def test_an_army_that_is_not_the_smallest() -> None:
    """Nine men where four suffice, on a field and on the half-plane, and nothing that proves it."""
    best = answer_to("army/7x8:d6")
    longer = ["e4-c4", "b4-d4", "d3-d5", "d5-d5"]
    assert verdict_on(best).accepted
    assert verdict_on(best | {"solution": longer}).verdict == "rejected"
    plane = pp.solve("army/half-plane:2", algorithm="breadth-first")
    assert isinstance(plane, pp.Solved) and plane.men == 4 and not plane.optimal
    five = five_men(plane)
    assert result(verdict_on(five), "solution") == "checked"
    assert result(verdict_on(five), "optimal") == "rejected"
    assert result(verdict_on(five, rerun=True), "optimal") == "rejected"


def five_men(plane: pp.Solved) -> Json:
    """Return level 2 by five men, called the fewest."""
    saved: Json = json.loads(json.dumps(plane.as_json()))
    solution = ["c2-c4", "d2-d4", "c4-e4", "e3-e5"]
    return saved | {"solution": solution, "jumps": 4, "moves": 4, "men": 5, "optimal": True, "certificate": None}


def test_moves_that_are_not_the_fewest() -> None:
    """Ten moves do where twelve are called the fewest."""
    answer = answer_to("pegs/triangle-5:a1..a1")
    assert answer["moves"] > 10
    verdict = verdict_on(answer | {"objective": "moves", "optimal": True})
    assert result(verdict, "optimal") == "rejected" and "10 moves suffice" in str(verdict)


def test_a_coin_game_that_is_not_best_play() -> None:
    answer = answer_to("coins/3:points=5/1/8", objective="score")
    assert verdict_on(answer).accepted
    singles = ["a1", "a2", "b2", "a3", "b3", "c3"]
    verdict = verdict_on(answer | {"solution": singles, "moves": 6})
    assert (result(verdict, "solution"), result(verdict, "best play")) == ("checked", "rejected")


@pytest.mark.parametrize(
    "spec", ["army/half-plane:5", "army/half-plane:4,lattice=diagonal", "army/7x8:d7", "pegs/english", "army/9"]
)
def test_the_spec_is_tied_to_the_drawing(spec: str) -> None:
    answer = answer_to("army/half-plane:3")
    answer["problem"]["spec"] = spec
    verdict = verdict_on(answer)
    assert verdict.verdict == ("unconfirmed" if spec in ("pegs/english", "army/9") else "rejected")
    assert verdict_on(answer | {"problem": answer["problem"] | {"spec": ""}}).accepted


def test_a_problem_from_another_position_has_a_spec_that_fits() -> None:
    for spec, move in (("pegs/triangle-5", "c3-a1"), ("dice/board-11", ""), ("coins/4", "a1-a4")):
        problem = pp.load(spec)
        move = move or problem.moves(problem.start)[0]
        elsewhere = problem.starting_at(problem.play(problem.start, move))
        answer = answer_to(elsewhere)
        assert answer["problem"]["spec"].startswith(f"{spec} from ")
        assert result(verdict_on(answer), "spec") == "checked"
        answer["problem"]["spec"] = spec
        assert verdict_on(answer).verdict == "rejected"


def test_files_are_not_read_and_programs_are_not_run(tmp_path: Path, command: Command) -> None:
    trap, fired = tmp_path / "trap.py", tmp_path / "fired"
    game = Path(JUGS).read_text("utf-8")
    trap.write_text(f"open({str(fired)!r}, 'w').close()\n{game}", "utf-8")
    answer = answer_to(f"{trap}:4")
    assert fired.exists()
    fired.unlink()
    for name in (str(trap), f"pegs/@{trap}", f"pegs/{trap}:4", "pegs/-"):
        for problem in (answer["problem"], answer_to("pegs/triangle-4")["problem"]):
            changed = answer | {"problem": problem | {"spec": name}}
            if problem["family"] == "pegs":
                changed = answer_to("pegs/triangle-4") | {"problem": problem | {"spec": name}}
            assert not verdict_on(changed).accepted or "/@" in name or name == "pegs/-"
            assert not fired.exists()
    Path("answer.json").write_text(json.dumps(sealed(answer)), "utf-8")
    code, out, _ = command("verify", "answer.json")
    assert code == 20 and "`perfectplay verify --rules FILE` runs it" in " ".join(out.split()) and not fired.exists()
    code, out, _ = command("verify", "answer.json", "--rules", JUGS)
    assert code == 1 and "is not the file this answer was made with" in " ".join(out.split()) and not fired.exists()
    code, out, _ = command("verify", "answer.json", "--rules", str(trap))
    assert code == 0 and "rules: checked" in out


def test_costs_of_own_games(tmp_path: Path) -> None:
    from tests.proof.test_edits import TOLLS

    path = tmp_path / "tolls.py"
    path.write_text(TOLLS, "utf-8")
    answer = answer_to(f"{path}:4")
    assert (answer["objective"], answer["cost"]) == ("cost", 8)
    assert verdict_on(answer, rules=path).accepted
    assert result(verdict_on(answer | {"cost": 1}, rules=path), "cost") == "rejected"
    dearer = answer | {"solution": ["c", "e"], "moves": 2, "jumps": 2, "cost": 10}
    assert result(verdict_on(dearer, rules=path), "optimal") == "rejected"
    assert verdict_on(dearer | {"optimal": False}, rules=path).accepted


def test_exit_codes_and_only(command: Command) -> None:
    Path("moves.json").write_text(json.dumps(answer_to("pegs/english")), "utf-8")
    claimed = answer_to("pegs/english") | {"objective": "moves", "optimal": True}
    Path("open.json").write_text(json.dumps(sealed(claimed)), "utf-8")
    assert command("verify", "moves.json")[0] == 0
    code, out, _ = command("verify", "open.json", "--max-seconds", "0.2")
    assert code == 20 and out.endswith("unconfirmed\n") and "optimal: unconfirmed" in out
    code, out, _ = command("verify", "open.json", "--max-seconds", "0.2", "--only", "solution,moves")
    assert code == 0 and "optimal" not in out
    code, _, err = command("verify", "open.json", "--max-seconds", "0.2", "--only", "colour")
    assert code == 2 and "makes no claim 'colour'" in err
    assert command("verify", "open.json", "--rerun", "--max-seconds", "1")[0] == 2
    code, out, _ = command("verify", "moves.json", "--json")
    told = json.loads(out)
    assert (code, told["verdict"], told["accepted"]) == (0, "accepted", True)
    assert told["problem"].startswith("pegs/english: 32 pegs in 33 holes")
    assert {claim["result"] for claim in told["claims"]} == {"checked"}


def test_only_what_was_not_reached_is_not_accepted(command: Command) -> None:
    answer = answer_to("pegs/triangle-4") | {"solution": ["a1-a1"]}
    Path("wrong.json").write_text(json.dumps(sealed(answer)), "utf-8")
    code, out, _ = command("verify", "wrong.json", "--only", "moves")
    assert code == 1 and "solution: rejected" in out


@pytest.mark.parametrize(
    "spec", ["dice/random:seed=\x1b[31m", "army/half-plane:\x1b[2J", "coins/4:\x1b[2J=1", "x" * 5000]
)
def test_nothing_from_an_answer_reaches_the_terminal_raw(spec: str) -> None:
    answer = answer_to("pegs/triangle-4")
    answer["problem"]["spec"] = spec.replace("dice", "pegs").replace("army", "pegs").replace("coins", "pegs")
    verdict = verdict_on(answer)
    assert verdict.verdict == "unconfirmed"
    assert all(mark.isprintable() or mark == "\n" for mark in str(verdict) + verdict.problem)
    assert len(str(verdict)) < 2000


def test_an_unknown_family_and_an_unknown_certificate_are_rejected() -> None:
    answer = answer_to("pegs/triangle-5")
    chess = answer | {"problem": answer["problem"] | {"family": "chess"}, "solution": ["nonsense"]}
    assert result(verdict_on(chess), "family") == "rejected"
    odd = exhaustion("pegs/triangle-4") | {"certificate": {"kind": "vision"}}
    assert result(verdict_on(odd), "impossible") == "rejected"


def refuted(start: list[str], certificate: Json) -> Json:
    problem = {"spec": "", "family": "pegs", "lattice": "square", "start": start, "goal": "any"}
    return exhaustion("pegs/triangle-4") | {"problem": problem, "certificate": certificate}


HUGE = {
    "many holes": refuted(["o" * 70 + "." + "o" * 69] * 140, {"kind": "exhaustion"}),
    "a drawing without end": refuted(["o" * 100_000], {"kind": "exhaustion"}),
    "empty functions": refuted(["oo."] * 30, {"kind": "weights", "functions": [{}] * 200_000}),
    "empty sets": refuted(["oo."] * 30, {"kind": "class", "sets": [[]] * 200_000}),
    "long weights": refuted(["oo."], {"kind": "weights", "functions": [{"a1": "9" * 999}] * 5000}),
}


@pytest.mark.parametrize("name", HUGE)
def test_work_is_bounded(name: str) -> None:
    began = time.process_time()
    try:
        assert not verdict_on(HUGE[name], limits=pp.Limits(seconds=1, memory=1 << 27)).accepted
    except pp.InputError as error:
        assert len(str(error)) < 300
    assert time.process_time() - began < 15


def test_a_board_that_one_peg_can_tour_in_many_ways() -> None:
    rows = ["".join("o" if (x + y) % 2 else "." for x in range(13)) for y in range(13)]
    start = ["o" + rows[0][1:], *rows[1:]]
    problem = {"spec": "", "family": "pegs", "lattice": "square", "start": start, "goal": start}
    answer = answer_to("pegs/triangle-4") | {"problem": problem, "objective": "moves", "optimal": True}
    nothing = answer | {"solution": [], "jumps": 0, "moves": 0}
    assert verdict_on(nothing).accepted, "the start is the goal"
    problem = problem | {"goal": "any"}
    began = time.perf_counter()
    assert not verdict_on(nothing | {"problem": problem}, limits=pp.Limits(seconds=1)).accepted
    from perfectplay.proof.board import read_problem
    from perfectplay.proof.budget import Budget
    from perfectplay.proof.enumeration import fewest_moves
    from perfectplay.proof.verdict import Unconfirmed

    with pytest.raises(Unconfirmed):
        fewest_moves(read_problem({"problem": problem}), Budget(seconds=1))
    assert time.perf_counter() - began < 20


def test_a_wide_indent_is_no_layout() -> None:
    text = "{\n" + " " * 10_000 + '"digest": "x", "a": [' + "1," * 5000 + "1]}"
    assert verify_saved(text).verdict == "rejected"


def test_numbers_of_many_digits() -> None:
    text = json.dumps(sealed(answer_to("pegs/triangle-4")))
    for digits in (1001, 5000, 100_000):
        with pytest.raises(pp.InputError, match="not a saved answer"):
            verify_saved(text.replace('"jumps": ', f'"jumps": {"9" * digits}', 1))
    with pytest.raises(pp.InputError, match="nested too deeply"):
        verify_saved('{"digest": ' + "[" * 100_000 + "]" * 100_000 + "}")


def test_what_is_asked_of_python() -> None:
    with pytest.raises(pp.InputError, match="expected an answer or the name of a file, not int"):
        pp.verify(5)  # type: ignore[arg-type]
    with pytest.raises(pp.InputError, match="limits"):
        pp.verify(pp.solve("pegs/triangle-4"), limits=5)  # type: ignore[arg-type]


def test_a_saved_answer_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str) -> dict[str, Any]:
        read.append(text)
        return parse_text(text)

    for name in ("perfectplay.proof.parse_text", "perfectplay.proof.verify.parse_text"):
        monkeypatch.setattr(name, counted)
    monkeypatch.setattr("perfectplay.verbs.verify.parse_text", counted, raising=False)
    assert pp.verify(pp.solve("pegs/triangle-5")).accepted and len(read) == 1
