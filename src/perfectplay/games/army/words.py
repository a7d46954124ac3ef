"""Armies in words: fields with their target, maps of smallest armies, and the weight that falls jump by jump."""

from collections.abc import Sequence
from dataclasses import replace

from perfectplay.base.spelling import off_page, whole_answer
from perfectplay.base.text import WIDTH, duration, in_lines, many, numbered, with_names
from perfectplay.draw.scene import Scene
from perfectplay.games.army.field import Field
from perfectplay.games.army.golden import exact_weight, plane_weight
from perfectplay.games.army.painting import bound_paintings, paintings
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.jumping.painting import leaf_count
from perfectplay.games.jumping.position import JumpPosition
from perfectplay.model.answers import Impossible, Solved
from perfectplay.model.count import Count
from perfectplay.model.painting import Painting
from perfectplay.model.words import Words, limit_words

# What all cells n rows and more below a target weigh.
SUMS = {
    "square": "sigma^(n-5)",
    "diagonal": "sigma^(n-2) (2n + 3 + 2 sqrt(5))",
    "skew": "sigma^(n-2) (2n + 1 + 3 sqrt(5)) / 2",
    "triangle": "sigma^(n-2) (2n + 5 + 3 sqrt(5)) / 2",
}
IMPOSSIBLE = "✗"
UNKNOWN = "?"
BAR = "█"
NO_LOSS = 1e-9
REASONS = {
    "count": "the number of men",
    "weights": "a weight function",
    "tree": "trees of weight functions",
    "golden": "golden weights",
}


class ArmyWords(Words[ArmyProblem]):
    """The texts of one army problem."""

    def about(self) -> str:
        return about_field(self.problem)

    def rules(self, seconds: float | None = None) -> str:
        return (
            "a man jumps over a neighbour to the empty cell behind him, and the neighbour leaves; one man has to stand "
            "on the target"
        )

    def board(self, position: JumpPosition) -> str:
        return field_lines(self.problem, position)

    def shown(self) -> str:
        return f"{self.about()}\n\n{self.board(self.problem.start)}\n\n{self.first_moves('first jumps')}"

    def length(self, answer: Solved) -> str:
        unused = f", {answer.own['unused_men']:,} unused" if "unused_men" in answer.own else ""
        men = many(answer.own["men"], "man", "men")
        number = answer.own.get("dropped_jumps", 0)
        dropped = f"; {many(number, 'more jump')} dropped" if number else ""
        return f"{many(answer.jumps or 0, 'jump')}, {many(answer.moves, 'move')}, by {men}{unused}{dropped}"

    def solution(self, answer: Solved, notation: str = "letters") -> str:
        text = f"{self.board(self.problem.start)}\n\n{weighed_jumps(self.problem, answer.solution)}"
        if "raw" in answer.own:
            text += f"\n\nas the search found it:\n{weighed_jumps(self.problem, answer.own['raw'])}"
        return text

    def drawn(self, answer: Solved) -> Sequence[str]:
        moves: Sequence[str] = answer.own.get("raw", answer.solution)
        return moves

    def missing(self, answer: Solved) -> str:
        return "not proved that there are no fewer men"

    def best(self, answer: Solved) -> str:
        if answer.certificate is None:
            return super().best(answer)
        number, leaves = answer.jumps or 0, leaf_count(answer.certificate["tree"])
        cases = f"A tree over these numbers has {leaves:,} leaves, each with weights" if leaves > 1 else "Weights"
        return in_lines(
            f"A jump takes one man off, so {many(number, 'jump')} need {many(number + 1, 'man', 'men')}. How often "
            f"each jump is made is a whole number. {cases} on the cells that show: fewer jumps do not raise the weight "
            f"of the army to that of a man on the target. {whole_answer()} has the proof.",
            0,
        )

    def best_paintings(self, answer: Solved) -> list[Painting]:
        if answer.certificate is None or self.problem.target is None:
            return []
        return bound_paintings(self.problem, answer.certificate["tree"], answer.jumps or 0)

    def reason(self, kind: str) -> str:
        return REASONS.get(kind) or super().reason(kind)

    def proof(self, answer: Impossible) -> str:
        return proof_lines(self.problem, answer)

    def paintings(self, answer: Impossible) -> list[Painting]:
        return paintings(self.problem, answer.certificate)

    def count_lines(self, counted: Count) -> str:
        return super().count_lines(counted) if counted.own is None else map_text(self.problem, counted)

    def count_scene(self, counted: Count) -> Scene | None:
        if counted.own is None:
            return None
        cells = self.problem.start.scene.cells
        return Scene(tuple(replace(cell, piece="", note=note(counted.own["map"], cell.name)) for cell in cells))

    def map_problem(self) -> ArmyProblem | None:
        return None if self.problem.half_plane is not None else self.problem.aimed_at(None)


def field_lines(problem: ArmyProblem, position: JumpPosition) -> str:
    """Draw a position, the target as x while nobody is there."""
    board = problem.board
    rows = [list(line) for line in board.drawing(position.pegs)]
    if problem.target is not None and not problem.is_goal(position):
        x, y = board.holes[problem.target]
        rows[y][x] = "x"
    return with_names(board, rows)


def about_field(problem: ArmyProblem) -> str:
    """Say in a line or two what the problem is."""
    board, plane = problem.board, problem.half_plane
    if plane is not None:
        extent = f"{plane.width} columns and {plane.depth} rows of an unbounded army"
        target = f"the target is level {plane.level:,}, {many(plane.level, 'row')} above the line"
        target += "; it is not drawn" if problem.target is None else ""
        return in_lines(f"{problem.spec}: {board.lattice} lattice; drawn are {extent}; {target}")
    men = many(problem.start.count, "man", "men")
    target = "no target" if problem.target is None else f"target {board.names[problem.target]}"
    target += off_page(" (x)") if problem.target is not None and not problem.is_goal(problem.start) else ""
    return in_lines(f"{problem.spec}: {many(len(board.holes), 'cell')}, {men}, {board.lattice} lattice, {target}")


def sums_key(problem: ArmyProblem) -> str:
    """Return the men of each column, then of each row from the top, as the digits of one number.

    >>> from perfectplay.model.specs import load
    >>> sums_key(load("army/7x8"))
    '444444400007777'
    """
    places = [place for cell, place in enumerate(problem.board.holes) if problem.start.pegs >> cell & 1]
    sums = []
    for axis in (0, 1):
        for line in range(1 + max(place[axis] for place in problem.board.holes)):
            sums.append(sum(place[axis] == line for place in places))
    return ("" if max(sums) < 10 else " ").join(map(str, sums))


def map_lines(board: Field, men: dict[str, int | None]) -> str:
    """Draw every cell with its smallest army."""
    rows = [[" "] * len(line) for line in board.drawing(0)]
    for (x, y), name in zip(board.holes, board.names, strict=True):
        rows[y][x] = note(men, name)
    return with_names(board, rows)


def note(men: dict[str, int | None], name: str) -> str:
    """Return what is written for a cell: its smallest army, or that there is none, or that it is not known."""
    if name not in men:
        return UNKNOWN
    return IMPOSSIBLE if men[name] is None else str(men[name])


def weighed_jumps(problem: ArmyProblem, solution: Sequence[str]) -> str:
    """List the jumps with the golden weight after each as a falling bar; without bars where no jump loses any."""
    frames = problem.frames(solution)
    weights = [frame.bar.value for frame in frames if frame.bar is not None]
    first, last = weights[0], weights[-1]
    if first - last < NO_LOSS:
        about = f"golden weight {first:.3f} throughout: no jump loses any; a man on the target needs 1"
        return f"{numbered(problem.hops(solution))}\n\n{in_lines(about, 0)}".lstrip()
    digits = len(str(len(frames) - 1))
    texts = [f"{number:{digits}}. {frame.caption}" for number, frame in enumerate(frames)]
    width = max(map(len, texts))
    room = WIDTH - width - 9
    lines = []
    for text, weight in zip(texts, weights, strict=True):
        lines.append(f"{text:<{width}}  {weight:6.3f} {BAR * round(room * weight / first)}")
    about = f"golden weight after each jump; a man on the target needs 1, and {first - last:.3f} were lost on the way"
    return "\n".join([*lines, "", in_lines(about, 0)])


def proof_lines(problem: ArmyProblem, answer: Impossible) -> str:
    """Say why no man gets to the target."""
    certificate = answer.certificate
    kind = certificate["kind"]
    if kind == "count":
        return in_lines(f"A jump takes two men; here are {problem.start.count}.", 0)
    if kind == "golden":
        level, lattice = certificate["level"], problem.board.lattice
        return in_lines(
            f"A man who is k steps from the target weighs sigma to the power of k, sigma = (sqrt(5) - 1) / 2. No jump "
            f"raises the weight of all men. All cells n rows and more below the target weigh {SUMS[lattice]} together, "
            f"for n = {level} exactly {exact_weight(lattice, level)}, about {plane_weight(lattice, level):.3f}. A man "
            f"on the target weighs 1, and a finite army, {level} rows below or more, less than all those cells.",
            0,
        )
    if kind == "weights":
        about = "No jump raises the weight of all men, but a man on the target weighs more than the whole army:"
        return f"{in_lines(about, 0)}\n\n{_weights(problem.board, certificate['functions'][0])}"
    if kind == "tree":
        return in_lines(
            "How often each jump is made is a whole number; branching on it leaves nothing. "
            f"{whole_answer()} has the tree.",
            0,
        )
    return in_lines(f"Nobody reaches the target in any of {answer.stats.expanded:,} positions looked at.", 0)


def _weights(board: Field, weights: dict[str, str]) -> str:
    rows = [[" "] * len(line) for line in board.drawing(0)]
    for (x, y), name in zip(board.holes, board.names, strict=True):
        rows[y][x] = weights.get(name, ".")
    drawn = with_names(board, rows)
    if max(map(len, drawn.splitlines())) <= WIDTH:
        return drawn
    return in_lines(" ".join(f"{name}:{text}" for name, text in weights.items()), 0)


def map_text(problem: ArmyProblem, counted: Count) -> str:
    """Tell the smallest army of every cell."""
    assert counted.own is not None
    lines = [f"{problem.spec}: the smallest army that gets a man to each cell", ""]
    lines += [map_lines(problem.board, counted.own["map"]), ""]
    if counted.limit:
        lines.append(in_lines(limit_words(problem.spec, counted.limit)))
    lines.append(f"{IMPOSSIBLE} no army of this field gets there (proved); {duration(counted.stats.seconds)}")
    return "\n".join(lines)
