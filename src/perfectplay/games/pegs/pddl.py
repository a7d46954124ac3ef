"""Planning files: peg problems in the words of the planning competition's `pegsol` tasks, and plans for them.

pos-ROW-COLUMN       a hole, both counted from 0 from the top left
(in-line A B C)      a peg on A can jump over a peg on B into C
jump-new-move        costs 1; jump-continue-move and end-move cost nothing: the cost of a plan is its number of moves
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from perfectplay.base.errors import InputError
from perfectplay.base.files import read_text_file
from perfectplay.games.jumping.board import LATTICES, Board
from perfectplay.games.jumping.files import LINE_END, ProblemFile
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.problem import PegProblem

MOST_BYTES = 200_000
MOST_DEPTH = 20
MOST_SHOWN = 60
TOKEN = re.compile(r"[ \t]+|;.*|([()])|([!-'*-:<-~]+)")
PLACE = re.compile(r"pos-(0|[1-9][0-9]{0,4})-(0|[1-9][0-9]{0,4})")  # a drawing has no more than 100,000 columns
SECTIONS = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric")
DOMAIN_NAME = "pegsolitaire-sequential"
METRIC = "(:metric minimize (total-cost))"
START_FACTS = ("(move-ended)", "(= (total-cost) 0)")
# One line of quantifiers, which Fast Downward and others read; without them it would be a conjunction for each hole.
ANY_SURVIVOR = (
    "(exists (?survivor - location) (and (occupied ?survivor)"
    " (forall (?place - location) (or (= ?place ?survivor) (free ?place)))))"
)
ANY_REQUIREMENTS = (
    "(:requirements :typing :action-costs :equality"
    " :disjunctive-preconditions :existential-preconditions :universal-preconditions)"
)
DOMAIN = f"""\
; Peg solitaire in the fewest moves, written by perfectplay. A chain of jumps by one peg is one move.
(define (domain {DOMAIN_NAME})
  (:requirements :typing :action-costs)
  (:types location - object)
  (:predicates
    (in-line ?from ?over ?to - location) (occupied ?place - location) (free ?place - location)
    (move-ended) (last-visited ?place - location)) ; a move has ended, or this is where its peg stands
  (:functions (total-cost) - number)
  (:action jump-new-move
    :parameters (?from - location ?over - location ?to - location)
    :precondition (and (move-ended) (in-line ?from ?over ?to) (occupied ?from) (occupied ?over) (free ?to))
    :effect (and
      (not (occupied ?from)) (not (occupied ?over)) (not (free ?to)) (free ?from) (free ?over) (occupied ?to)
      (not (move-ended)) (last-visited ?to) (increase (total-cost) 1)))
  (:action jump-continue-move
    :parameters (?from - location ?over - location ?to - location)
    :precondition (and (last-visited ?from) (in-line ?from ?over ?to) (occupied ?from) (occupied ?over) (free ?to))
    :effect (and
      (not (occupied ?from)) (not (occupied ?over)) (not (free ?to)) (free ?from) (free ?over) (occupied ?to)
      (not (last-visited ?from)) (last-visited ?to)))
  (:action end-move
    :parameters (?loc - location)
    :precondition (last-visited ?loc)
    :effect (and (not (last-visited ?loc)) (move-ended))))
"""

Hole = tuple[int, int]  # column and row, as in a Board


class Expression(NamedTuple):
    """A word in lower case, as PDDL knows no other, or a list of expressions; and where it begins."""

    where: str
    word: str
    items: list["Expression"]

    def __str__(self) -> str:
        return self.word or f"({' '.join(map(str, self.items))})"

    @property
    def head(self) -> str:
        return self.items[0].word if self.items else ""

    @property
    def shown(self) -> str:
        text = str(self)
        return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


def read_pddl_file(path: Path) -> ProblemFile:
    """Read a planning problem, or say in one line why it cannot be read."""
    return parse_pddl_problem(read_text_file(path, "a planning problem", MOST_BYTES), str(path))


def parse_pddl_problem(text: str, source: str = "the text") -> ProblemFile:
    """Read the text of a planning problem.

    >>> from perfectplay.model.specs import load
    >>> parse_pddl_problem(problem_to_pddl(load("pegs/triangle-5:a1..c3"))).goal_drawing
    ['.', '..', '..o', '....', '.....']
    >>> parse_pddl_problem("(define (domain pegsolitaire-sequential))")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: the text is a planning domain; give the file of a problem, such as p01.pddl
    """
    name, sections = _sections(_expressions(text, source), source)
    places = _places(sections[":objects"])
    init, goal = sections[":init"], sections[":goal"]
    if "(move-ended)" not in map(str, init.items):
        raise InputError(f"{init.where}: the start lacks (move-ended), without which no move can begin")
    facts = [fact for fact in init.items[1:] if str(fact) not in START_FACTS]
    lines = {_arguments(fact, 3, places): fact for fact in facts if fact.head == "in-line"}
    board = _board(places, lines, init, name)
    start_drawing = _drawing([fact for fact in facts if fact.head != "in-line"], places, board, init, "start")
    if len(goal.items) != 2:
        raise InputError(f"{goal.where}: write one condition, as (:goal (and …))")
    condition = goal.items[1]
    if str(condition) == ANY_SURVIVOR:
        return ProblemFile("", board.lattice, "any", start_drawing, [])
    wanted = condition.items[1:] if condition.head == "and" else [condition]
    return ProblemFile("", board.lattice, "", start_drawing, _drawing(wanted, places, board, goal, "goal"))


def problem_to_pddl(problem: PegProblem) -> str:
    """Write a problem for a planner, whose plans with `DOMAIN` cost what our solutions take in moves."""
    board, goal = problem.board, problem.goal
    places = _place_names(board)
    jumps = [f"(in-line {places[jump.origin]} {places[jump.over]} {places[jump.target]})" for jump in board.jumps]
    # Several lattices may allow the same jumps: the name says which one it was.
    lines = [f"(define (problem pegs-{board.lattice})", f"  (:domain {DOMAIN_NAME})"]
    lines += [f"  {ANY_REQUIREMENTS}"] if goal is None else []
    lines += ["  (:objects", *(f"    {place} - location" for place in places), "  )"]
    lines += ["  (:init", *(f"    {fact}" for fact in [*START_FACTS, *jumps, *_occupancy(problem.start)]), "  )"]
    if goal is None:
        lines += [f"  (:goal {ANY_SURVIVOR})"]
    else:
        lines += ["  (:goal (and", *(f"    {fact}" for fact in _occupancy(goal)), "  ))"]
    return "\n".join([*lines, f"  {METRIC}", ")", ""])


def domain_text(problem: PegProblem) -> str:
    """Return the planning domain, which is the same for every problem."""
    return DOMAIN


def plan_text(problem: PegProblem, solution: Sequence[str]) -> str:
    """Write a solution as planners write a plan; they do not end the last move, as no goal asks for it.

    >>> print(plan_text(PegProblem(PegPosition.parse("oo.o."), None), ["a1-c1-e1"]), end="")
    (jump-new-move pos-0-0 pos-0-1 pos-0-2)
    (jump-continue-move pos-0-2 pos-0-3 pos-0-4)
    ; cost = 1 (general cost)
    """
    board, position, places = problem.board, problem.start, _place_names(problem.board)
    steps: list[str] = []
    end = ""
    for text in solution:
        position = problem.play(position, text)  # refuses what the rules do not allow
        steps += [f"(end-move {end})"] if end else []
        action = "jump-new-move"
        for ends in pairwise(board.hole(name.strip()) for name in text.split("-")):
            jump, end = board.jump_between[ends], places[ends[1]]
            steps.append(f"({action} {places[jump.origin]} {places[jump.over]} {end})")
            action = "jump-continue-move"
    if not problem.is_goal(position):
        raise InputError("there is no plan of moves that do not lead to the goal")
    return "\n".join([*steps, f"; cost = {len(solution)} (general cost)", ""])


def _place_names(board: Board) -> list[str]:
    return [f"pos-{row}-{column}" for column, row in board.holes]


def _occupancy(position: PegPosition) -> list[str]:
    return [
        f"({'occupied' if position.pegs >> hole & 1 else 'free'} {place})"
        for hole, place in enumerate(_place_names(position.board))
    ]


def _expressions(text: str, source: str) -> list[Expression]:
    """Read parentheses and words, whatever they mean; comments last to the end of a line."""
    unclosed = [Expression(source, "", [])]
    for number, line in enumerate(LINE_END.split(text), 1):
        start = 0
        while start < len(line):
            where = f"{source}, line {number}, column {start + 1}"
            token = TOKEN.match(line, start)
            if token is None:
                raise InputError(f"{where}: {line[start]!r} is not PDDL, which is parentheses, words and ; comments")
            parenthesis, word = token.groups()
            if parenthesis == ")":
                if len(unclosed) == 1:
                    raise InputError(f"{where}: this ) closes nothing")
                unclosed.pop()
            elif parenthesis or word:
                unclosed[-1].items.append(Expression(where, (word or "").lower(), []))
                if parenthesis:
                    unclosed.append(unclosed[-1].items[-1])
                    if len(unclosed) > MOST_DEPTH:
                        raise InputError(f"{where}: parentheses are nested deeper than any problem needs")
            start = token.end()
    if len(unclosed) > 1:
        raise InputError(f"{unclosed[-1].where}: this ( is never closed")
    return unclosed[0].items


def _sections(expressions: list[Expression], source: str) -> tuple[str, dict[str, Expression]]:
    """Return the name of the problem and its sections by their names."""
    if not expressions or expressions[0].head != "define":
        where = expressions[0].where if expressions else source
        raise InputError(f"{where}: a planning problem begins with (define (problem NAME) …)")
    if len(expressions) > 1:
        raise InputError(f"{expressions[1].where}: text after the problem, which is one (define …)")
    define = expressions[0]
    title = define.items[1] if len(define.items) > 1 else define
    if title.head == "domain":
        raise InputError(f"{source} is a planning domain; give the file of a problem, such as p01.pddl")
    if title.head != "problem" or len(title.items) != 2 or not title.items[1].word:
        raise InputError(f"{title.where}: {title.shown}; a planning problem begins with (define (problem NAME) …)")
    sections: dict[str, Expression] = {}
    for section in define.items[2:]:
        if section.head not in SECTIONS:
            raise InputError(f"{section.where}: {section.shown} is not one of {', '.join(SECTIONS)}")
        if section.head in sections:
            raise InputError(f"{section.where}: {section.head} is given twice")
        sections[section.head] = section
    for name in (":domain", ":objects", ":init", ":goal"):
        if name not in sections:
            raise InputError(f"{source}: the problem has no ({name} …)")
    for name, right in ((":domain", f"(:domain {DOMAIN_NAME})"), (":metric", METRIC)):
        if name in sections and str(sections[name]) != right:
            raise InputError(f"{sections[name].where}: {sections[name].shown} instead of {right}")
    return title.items[1].word, sections


def _places(objects: Expression) -> dict[str, Hole]:
    """Read a typed list: names, a dash and their type, as often as it takes."""
    places: dict[str, Hole] = {}
    untyped: list[Expression] = []
    items = iter(objects.items[1:])
    for item in items:
        if item.word != "-":
            untyped.append(item)
            continue
        kind = next(items, None)
        if not untyped or kind is None or kind.word != "location":
            raise InputError(f"{item.where}: write - location after the names of holes, for they have no other type")
        for name in untyped:
            match = PLACE.fullmatch(name.word)
            if match is None:
                raise InputError(f"{name.where}: {name.shown} is not a hole; write pos-ROW-COLUMN, as pos-0-2")
            if name.word in places:
                raise InputError(f"{name.where}: {name} is named twice")
            places[name.word] = int(match[2]), int(match[1])
        untyped = []
    if untyped:
        raise InputError(f"{untyped[0].where}: {untyped[0].shown} has no type; write - location after it")
    if not 1 <= len(places) <= Board.most_holes:
        raise InputError(
            f"{objects.where}: the board has {len(places)} holes; from 1 to {Board.most_holes} are supported"
        )
    return places


def _arguments(fact: Expression, count: int, places: dict[str, Hole]) -> tuple[Hole, ...]:
    names = fact.items[1:]
    if len(names) != count:
        raise InputError(f"{fact.where}: {fact.shown} should name {count} hole{'s' if count > 1 else ''}")
    for name in names:
        if name.word not in places:
            raise InputError(f"{name.where}: {name.shown} is not among the :objects")
    return tuple(places[name.word] for name in names)


def _drawing(
    facts: list[Expression], places: dict[str, Hole], board: Board, section: Expression, what: str
) -> list[str]:
    """Draw the pegs, once each hole is known to be either occupied or free."""
    said: dict[Hole, str] = {}
    for fact in facts:
        if fact.head not in ("occupied", "free"):
            raise InputError(f"{fact.where}: {fact.shown} in the {what}; write (occupied HOLE) or (free HOLE)")
        (hole,) = _arguments(fact, 1, places)
        if said.setdefault(hole, fact.head) != fact.head:
            raise InputError(f"{fact.where}: {fact.items[1]} is both occupied and free in the {what}")
    for name, hole in places.items():
        if hole not in said:
            raise InputError(f"{section.where}: the {what} leaves open whether {name} is occupied or free")
    return board.drawing(sum(1 << number for number, hole in enumerate(board.holes) if said[hole] == "occupied"))


def _board(places: dict[str, Hole], lines: dict[tuple[Hole, ...], Expression], init: Expression, name: str) -> Board:
    """Return the board whose jumps are exactly the lines; of several, the one that `name` names, else the first."""
    holes = tuple(sorted(places.values(), key=lambda hole: hole[::-1]))
    boards = [Board(holes, lattice) for lattice in LATTICES]
    jumps = [{(holes[jump.origin], holes[jump.over], holes[jump.target]) for jump in board.jumps} for board in boards]
    fitting = [board for board, wanted in zip(boards, jumps, strict=True) if wanted == lines.keys()]
    if fitting:
        return next((board for board in fitting if name == f"pegs-{board.lattice}"), fitting[0])
    nearest = min(range(len(boards)), key=lambda number: len(jumps[number] ^ lines.keys()))
    nearly = f"the nearest lattice, {boards[nearest].lattice},"
    for line, fact in lines.items():
        if line not in jumps[nearest]:
            raise InputError(f"{fact.where}: {fact.shown} is extra: {nearly} has no such jump")
    missing = min(jumps[nearest] - lines.keys(), key=lambda line: [hole[::-1] for hole in line])
    text = " ".join(f"pos-{row}-{column}" for column, row in missing)
    raise InputError(f"{init.where}: (in-line {text}) is missing: {nearly} has this jump")
