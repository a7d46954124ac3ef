"""Planning files: read, written, and plans replayed by an interpreter of planning that knows nothing of pegs."""

import heapq
import re
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.base.errors import InputError
from perfectplay.cli.main import main
from perfectplay.games.jumping.board import LATTICES, Board
from perfectplay.games.pegs import PegPosition, PegProblem
from perfectplay.games.pegs.pddl import DOMAIN, MOST_BYTES, parse_pddl_problem, plan_text, problem_to_pddl
from tests.places import CASES, EXAMPLES

TASKS = CASES / "pegsol"
OPTIMAL_COSTS = [2, 5, 4, 4, 4, 4, 3, 6, 5, 6]  # of the first ten tasks of pegsol-08-strips
needs_tasks = pytest.mark.skipif(not TASKS.is_dir(), reason="PERFECTPLAY_CASES names no folder with pegsol/*.pddl")
JUGS = str(EXAMPLES / "jugs.py")
State = frozenset[tuple[str, ...]]


# An interpreter of planning tasks, from their texts alone.


def tree(text: str) -> list[Any]:
    """Read nested lists of words."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower()):
        if token == "(":
            stack.append([])
        elif token == ")":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(token)
    (define,) = stack[0]
    return list(define)


def typed_names(words: list[str]) -> list[str]:
    names = [word for place, word in enumerate(words) if word != "-" and words[place - 1 : place] != ["-"]]
    assert {words[place + 1] for place, word in enumerate(words) if word == "-"} == {"location"}
    assert words[-2] == "-"
    return names


class Task:
    """A planning task: facts to start with, a goal, and actions that replace facts."""

    def __init__(self, domain: str, problem: str) -> None:
        self.actions = {}
        for part in tree(domain)[2:]:
            if part[0] == ":action":
                fields = dict(zip(part[2::2], part[3::2], strict=True))
                names = typed_names(fields[":parameters"])
                self.actions[part[1]] = (names, fields[":precondition"], fields[":effect"])
        parts = {part[0]: part[1:] for part in tree(problem)[2:]}
        assert ["domain", *parts[":domain"]] in tree(domain)
        assert parts[":metric"] == ["minimize", ["total-cost"]]
        assert ["=", ["total-cost"], "0"] in parts[":init"]
        self.objects = typed_names(parts[":objects"])
        self.start: State = frozenset(tuple(fact) for fact in parts[":init"] if fact[0] != "=")
        (self.goal,) = parts[":goal"]

    def holds(self, condition: list[Any], state: State, values: dict[str, str]) -> bool:
        kind, *rest = condition
        if kind in ("and", "or"):
            return (all if kind == "and" else any)(self.holds(part, state, values) for part in rest)
        if kind in ("forall", "exists"):
            names = typed_names(rest[0])
            bound = (dict(zip(names, objects, strict=True)) for objects in product(self.objects, repeat=len(names)))
            return (all if kind == "forall" else any)(self.holds(rest[1], state, values | more) for more in bound)
        words = [values.get(word, word) for word in rest]
        return words[0] == words[1] if kind == "=" else (kind, *words) in state

    def is_goal(self, state: State) -> bool:
        return self.holds(self.goal, state, {})

    def apply(self, state: State, action: str, objects: tuple[str, ...]) -> tuple[State, int] | None:
        """Return the state after an action and its cost, or None where its precondition fails."""
        names, precondition, effect = self.actions[action]
        values = dict(zip(names, objects, strict=True))
        assert set(objects) <= set(self.objects)
        if not self.holds(precondition, state, values):
            return None
        added: set[tuple[str, ...]] = set()
        deleted: set[tuple[str, ...]] = set()
        cost = 0
        for part in effect[1:]:
            if part[0] == "increase":
                assert part[1] == ["total-cost"]
                cost += int(part[2])
            else:
                fact = part[1] if part[0] == "not" else part
                (deleted if part[0] == "not" else added).add(tuple(values.get(word, word) for word in fact))
        return (state - deleted) | added, cost

    def replay(self, plan: str) -> int:
        """Return the cost of a plan, after its every action was possible and led to the goal at the end only."""
        *steps, last = plan.splitlines()
        state, cost = self.start, 0
        for step in steps:
            assert re.fullmatch(r"\([a-z0-9 -]+\)", step)
            assert not self.is_goal(state), "the plan goes on after the goal"
            action, *objects = step[1:-1].split()
            after = self.apply(state, action, tuple(objects))
            assert after is not None, f"{step} is not possible"
            state, cost = after[0], cost + after[1]
        assert self.is_goal(state)
        assert last == f"; cost = {cost} (general cost)"
        return cost

    def cheapest(self) -> int | None:
        """Return the least cost of any plan, by uniform cost search."""
        ticket = count()
        queue, best = [(0, next(ticket), self.start)], {self.start: 0}
        while queue:
            cost, _, state = heapq.heappop(queue)
            if self.is_goal(state):
                return cost
            for action, (names, _, _) in self.actions.items():
                for objects in product(self.objects, repeat=len(names)):
                    after = self.apply(state, action, objects)
                    if after is not None and cost + after[1] < best.get(after[0], 1 << 30):
                        best[after[0]] = cost + after[1]
                        heapq.heappush(queue, (cost + after[1], next(ticket), after[0]))
        return None


# The competition's tasks.


@needs_tasks
@pytest.mark.parametrize(("number", "cost"), list(enumerate(OPTIMAL_COSTS, 1)))
def test_task_of_the_competition(number: int, cost: int) -> None:
    path = TASKS / f"p{number:02}.pddl"
    answer = pp.solve(f"pegs/@{path}", objective="moves")
    assert isinstance(answer, pp.Solved)
    assert (answer.moves, answer.optimal) == (cost, True)
    assert pp.verify(answer).accepted
    problem: Any = pp.load(f"pegs/@{path}")
    plan = plan_text(problem, answer.solution)
    assert Task((TASKS / "domain.pddl").read_text(), path.read_text()).replay(plan) == cost
    assert Task(DOMAIN, problem_to_pddl(problem)).replay(plan) == cost


@needs_tasks
def test_our_domain_is_the_domain_of_the_competition() -> None:
    def meaning(text: str) -> tuple[Any, ...]:
        task = Task(text, problem_to_pddl(PegProblem(PegPosition.parse("oo."), None)))
        actions = {name: (names, needs, sorted(map(str, does))) for name, (names, needs, does) in task.actions.items()}
        (predicates,) = (part for part in tree(text) if part[0] == ":predicates")
        return actions, {(name, len(typed_names(words)) if words else 0) for name, *words in predicates[1:]}

    assert meaning((TASKS / "domain.pddl").read_text()) == meaning(DOMAIN)


def test_domain_in_place_of_a_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    assert main(["show", f"pegs/@{tmp_path}/domain.pddl"]) == 2
    assert "domain.pddl is a planning domain; give the file of a problem, such as p01.pddl" in capsys.readouterr().err


# Problems of our own.


@st.composite
def problems(draw: st.DrawFn) -> PegProblem:
    """Draw any problem: holes anywhere, any lattice, any pegs, a pattern or any single peg for a goal."""
    holes = draw(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=40))
    board = Board(tuple(sorted(holes, key=lambda hole: hole[::-1])), draw(st.sampled_from(list(LATTICES))))
    pegs = st.integers(0, board.full).map(lambda pegs: PegPosition(board, pegs))
    return PegProblem(draw(pegs), draw(st.none() | pegs))


@given(problems())
def test_problem_is_read_back(problem: PegProblem) -> None:
    file = parse_pddl_problem(problem_to_pddl(problem))
    assert PegPosition.from_drawing(file.start_drawing, file.lattice) == problem.start
    goal = PegPosition.from_drawing(file.goal_drawing, file.lattice) if file.goal_drawing else file.goal
    assert goal == ("any" if problem.goal is None else problem.goal)


@st.composite
def solvable_problems(draw: st.DrawFn) -> PegProblem:
    """Draw a problem by playing backwards from one peg."""
    width, height = draw(st.sampled_from([(7, 1), (4, 2), (3, 3), (4, 3), (4, 4)]))
    holes = tuple((x, y) for y in range(height) for x in range(width))
    board = Board(holes, draw(st.sampled_from(list(LATTICES))))
    pegs = goal = 1 << draw(st.integers(0, len(holes) - 1))
    for choice in draw(st.lists(st.integers(0, 99), max_size=8)):
        back = [jump.mask for jump in board.jumps if pegs & jump.mask == 1 << jump.target]
        pegs ^= back[choice % len(back)] if back else 0
    return PegProblem(PegPosition(board, pegs), draw(st.sampled_from([None, PegPosition(board, goal)])), "drawn")


@settings(max_examples=40)
@given(solvable_problems())
def test_plan_of_a_solution_is_possible(problem: PegProblem) -> None:
    answer = pp.solve(problem, objective="moves")
    assert isinstance(answer, pp.Solved)
    assert Task(DOMAIN, problem_to_pddl(problem)).replay(plan_text(problem, answer.solution)) == answer.moves


@pytest.mark.parametrize(
    ("start", "goal", "lattice", "cost"),
    [
        ("oo.o..", None, "square", 1),
        ("o.oooo", None, "diagonal", 3),
        ("oo.oo.", None, "square", None),
        ("oo.o/..o.", "..../..o.", "square", None),
        (".o./o.o/.oo", ".../.../..o", "square", 1),
        ("o/../ooo/ooo.", None, "square", 4),
        (".o./ooo/.oo", "o../.../...", "diagonal", 1),
        ("o/oo/.oo/o.o.", None, "diagonal", 3),
        ("o/.o/.../...o", "./.o/.../....", "skew", 2),
        ("o/../..o/...o", None, "skew", 2),
        ("oo./ooo/.o.", ".../.../..o", "triangle", 1),
        ("o/oo/.oo/.oo.", None, "triangle", 3),
    ],
)
def test_cheapest_plan_of_all(start: str, goal: str | None, lattice: str, cost: int | None) -> None:
    end = None if goal is None else PegPosition.parse(goal, lattice)
    problem = PegProblem(PegPosition.parse(start, lattice), end, "drawn")
    answer = pp.solve(problem, objective="moves")
    assert (answer.moves if isinstance(answer, pp.Solved) else None) == cost
    assert Task(DOMAIN, problem_to_pddl(problem)).cheapest() == cost


def test_plan_of_no_solution() -> None:
    problem: Any = pp.load("pegs/triangle-5:a1..a1")
    for solution in ([], ["a3-a1"]):
        with pytest.raises(InputError, match="do not lead to the goal"):
            plan_text(problem, solution)
    with pytest.raises(InputError, match="a1-a3 cannot be played: a1 is empty"):
        plan_text(problem, ["a1-a3"])
    done = PegProblem(PegPosition.parse("..o"), None)
    assert plan_text(done, []) == "; cost = 0 (general cost)\n"


# The command.


def test_written_files_lead_to_a_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    task, domain, plan = (str(tmp_path / name) for name in ("task.PDDL", "domain.pddl", "plan"))
    assert main(["show", "pegs/triangle-5:a1..any", "--pddl", task, "--domain", domain]) == 0
    assert main(["solve", f"pegs/@{task}", "--objective", "moves", "--plan", plan]) == 0
    assert capsys.readouterr().err.endswith(f"plan: {plan}\n")
    assert Task(Path(domain).read_text(), Path(task).read_text()).replay(Path(plan).read_text()) == 10


@pytest.mark.parametrize(
    ("arguments", "code", "fragment"),
    [
        (["show", JUGS, "--pddl", "p.pddl"], 2, "is not written for --pddl: only pegs are; leave it out"),
        (["show", JUGS, "--domain", "p.pddl"], 2, "is not written for --domain: only pegs are; leave it out"),
        (["show", "pegs/english", "--pddl", "a", "--domain", "./a"], 2, "two outputs cannot both be written to a"),
        (["solve", JUGS, "--plan", "plan"], 2, "is not written as a plan: only pegs are; leave out --plan"),
        (["solve", "pegs/english", "--plan", "a", "--svg", "a"], 2, "two outputs cannot both be written to a"),
        (["solve", "pegs/french:d4..any", "--objective", "pegs", "--plan", "a"], 2, "--plan leads to the goal"),
        (["solve", "pegs/french:d4..any", "--plan", "a", "--svg", "b"], 10, "so no picture or plan was written"),
        (["solve", "--batch", "x", "--plan", "a"], 2, "--plan takes one problem"),
    ],
)
def test_nothing_is_written(
    arguments: list[str],
    code: int,
    fragment: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == code
    assert fragment in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


# Texts from outside.

LINE = """; three holes
(define (problem line)
  (:domain pegsolitaire-sequential)
  (:objects pos-0-0 pos-0-1 - location
            pos-0-2 - location)
  (:init (= (total-cost) 0) (move-ended)
    (IN-LINE pos-0-0 pos-0-1 pos-0-2) (IN-LINE pos-0-2 pos-0-1 pos-0-0)
    (occupied pos-0-0) (occupied pos-0-1) (free pos-0-2))
  (:goal (and (free pos-0-0) (free pos-0-1) (occupied pos-0-2)))
  (:metric minimize (total-cost)))
"""


@pytest.mark.parametrize("change", [str, str.upper, lambda text: text.replace("\n", "\r\n"), lambda text: text + ";é"])
def test_good_text(change: Any) -> None:
    file = parse_pddl_problem(change(LINE))
    assert (file.lattice, file.start_drawing, file.goal_drawing) == ("square", ["oo."], ["..o"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (LINE, "", "p: a planning problem begins with (define (problem NAME) …)"),
        (LINE, "oo.\n", "p, line 1, column 1: a planning problem begins with"),
        (LINE, "()", "p, line 1, column 1: a planning problem begins with"),
        (LINE, "(define)", "p, line 1, column 1: (define); a planning problem begins with"),
        (LINE, "(define ())", "p, line 1, column 9: (); a planning problem begins with"),
        (LINE, "(define (problem (x)))", "p, line 1, column 9: (problem (x)); a planning problem begins with"),
        (LINE, "(define (problem x))", "p: the problem has no (:domain …)"),
        (LINE, "(define (domain x))", "p is a planning domain; give the file of a problem, such as p01.pddl"),
        (LINE, "(" * 1000, "p, line 1, column 20: parentheses are nested deeper than any problem needs"),
        (LINE, LINE + ")", "p, line 11, column 1: this ) closes nothing"),
        (LINE, LINE + LINE, "p, line 12, column 1: text after the problem, which is one (define …)"),
        ("(total-cost)))", "(total-cost))", "p, line 2, column 1: this ( is never closed"),
        ("line)", "liné)", "p, line 2, column 21: 'é' is not PDDL, which is parentheses, words and ; comments"),
        ("line)", "line\0)", r"p, line 2, column 22: '\x00' is not PDDL"),
        ("(:metric minimize", "(:metric maximize", "p, line 10, column 3: (:metric maximize (total-cost)) instead of"),
        ("(:metric", "(:goal", "p, line 10, column 3: :goal is given twice"),
        ("(:metric", "(:length", "p, line 10, column 3: (:length minimize (total-cost)) is not one of :domain, "),
        ("(:metric", "x (:metric", "p, line 10, column 3: x is not one of"),
        ("pegsolitaire", "blocks", "p, line 3, column 3: (:domain blocks-sequential) instead of (:domain pegsol"),
        ("pos-0-2 - location)", "pos-0-2)", "p, line 5, column 13: pos-0-2 has no type; write - location after it"),
        ("pos-0-2 - location)", "pos-0-2 -)", "p, line 5, column 21: write - location after the names of holes"),
        ("pos-0-2 - location)", "- location)", "p, line 5, column 13: write - location after the names of holes"),
        ("pos-0-2 - location)", "pos-0-2 - peg)", "p, line 5, column 21: write - location after the names of holes"),
        ("pos-0-2 - location)", "pos-0-1 - location)", "p, line 5, column 13: pos-0-1 is named twice"),
        ("pos-0-2 - location)", "pos-0-02 - location)", "p, line 5, column 13: pos-0-02 is not a hole; write pos-ROW-"),
        ("pos-0-2 - location)", "(pos) - location)", "p, line 5, column 13: (pos) is not a hole"),
        ("pos-0-2 - location)", "pos-0-100000 - location)", "p, line 5, column 13: pos-0-100000 is not a hole"),
        ("(move-ended)", "", "p, line 6, column 3: the start lacks (move-ended), without which no move can begin"),
        ("(move-ended)", "(move-ended x)", "p, line 6, column 3: the start lacks (move-ended)"),
        ("(move-ended)", "(move-ended) x", "p, line 6, column 42: x in the start; write (occupied HOLE) or (free "),
        ("(total-cost) 0", "(total-cost) 1", "p, line 6, column 10: (= (total-cost) 1) in the start; write"),
        ("(occupied pos-0-0) ", "", "p, line 6, column 3: the start leaves open whether pos-0-0 is occupied or free"),
        ("(occupied pos-0-0)", "(free pos-0-1)", "p, line 8, column 20: pos-0-1 is both occupied and free in the st"),
        ("(occupied pos-0-0)", "(occupied)", "p, line 8, column 5: (occupied) should name 1 hole"),
        ("(occupied pos-0-0)", "(occupied pos-9-9)", "p, line 8, column 15: pos-9-9 is not among the :objects"),
        ("(occupied pos-0-0)", "(occupied (free))", "p, line 8, column 15: (free) is not among the :objects"),
        ("(IN-LINE pos-0-0 ", "(IN-LINE ", "p, line 7, column 5: (in-line pos-0-1 pos-0-2) should name 3 holes"),
        (
            "(IN-LINE pos-0-0 pos-0-1 pos-0-2)",
            "",
            "p, line 6, column 3: (in-line pos-0-0 pos-0-1 pos-0-2) is missing: the nearest lattice, square, has this",
        ),
        (
            "(occupied pos-0-0)",
            "(in-line pos-0-0 pos-0-2 pos-0-1)",
            "p, line 8, column 5: (in-line pos-0-0 pos-0-2 pos-0-1) is extra: the nearest lattice, square, has no such",
        ),
        ("(and (free pos-0-0)", "(and", "p, line 9, column 3: the goal leaves open whether pos-0-0 is occupied or"),
        ("(free pos-0-1)", "(not (free pos-0-1))", "p, line 9, column 30: (not (free pos-0-1)) in the goal; write"),
        ("(free pos-0-1)", "(occupied pos-0-0)", "p, line 9, column 30: pos-0-0 is both occupied and free in the goal"),
        ("(:goal", "(:goal ()", "p, line 9, column 3: write one condition, as (:goal (and …))"),
        ("(and ", "(or ", "p, line 9, column 10: (or (free pos-0-0) (free pos-0-1) (occupied pos-0-2)) in the goal; "),
        ("(and ", "(exists " + "x" * 100, "in the goal; write (occupied HOLE) or (free HOLE)"),
    ],
)
def test_bad_text(old: str, new: str, message: str) -> None:
    assert old in LINE
    with pytest.raises(InputError) as caught:
        parse_pddl_problem(LINE.replace(old, new, 1), "p")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("holes", [0, 129])
def test_number_of_holes(holes: int) -> None:
    names = " ".join(f"pos-0-{column}" for column in range(holes))
    objects = f"(:objects {names} - location)" if holes else "(:objects)"
    text = re.sub(r"\(:objects[^)]*\)", objects, LINE)
    with pytest.raises(InputError, match=f"line 4, column 3: the board has {holes} holes; from 1 to 128 are supported"):
        parse_pddl_problem(text)


def test_file_too_large(tmp_path: Path) -> None:
    (tmp_path / "p.pddl").write_text(" " * (MOST_BYTES + 1))
    with pytest.raises(InputError, match="has 200,001 bytes; a planning problem has at most 200,000"):
        pp.load(f"pegs/@{tmp_path}/p.pddl")


def test_largest_problem_can_be_read_back() -> None:
    position = PegPosition.parse("/".join(["o" * 12] * 10), "diagonal")
    text = problem_to_pddl(PegProblem(position, position))
    assert len(text) < MOST_BYTES
    assert parse_pddl_problem(text).start_drawing == position.board.drawing(position.pegs)


TOKENS = re.findall(r"[()]|[^\s()]+|\s+", LINE)


@given(
    st.lists(
        st.tuples(st.integers(0, len(TOKENS) - 1), st.integers(0, 3), st.sampled_from(TOKENS) | st.text(max_size=3))
    )
)
def test_any_change_is_read_or_refused(changes: list[tuple[int, int, str]]) -> None:
    tokens = list(TOKENS)
    for place, length, new in changes:
        tokens[place : place + length] = [new]
    refused_or_read("".join(tokens))


@given(
    st.text(alphabet=st.sampled_from(list("()- ;\r\n\tx\0\x0bé")) | st.characters()) | st.text(alphabet="()dfe n;\n")
)
def test_any_text_is_read_or_refused(text: str) -> None:
    refused_or_read(text)


def refused_or_read(text: str) -> None:
    try:
        file = parse_pddl_problem(text, "p.pddl")
    except InputError as error:
        assert str(error).startswith("p.pddl")
        assert str(error).isprintable()
    else:
        assert set("".join(file.start_drawing)) <= set("o. ")


@pytest.mark.parametrize("name", ["p01.pddl", "P01.PDDL"])
def test_suggested_families_read_the_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    problem: Any = pp.load("pegs/triangle-4")
    Path(name).write_text(problem_to_pddl(problem))
    with pytest.raises(InputError) as refusal:
        pp.load(name)
    suggested = str(refusal.value).partition("did you mean ")[2].removesuffix("?").split(" or ")
    assert suggested == [pp.load(spec).spec for spec in suggested] == [f"pegs/@{name}"]
