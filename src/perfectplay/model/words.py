"""Every text that a face prints of a problem, with defaults that serve a family that says nothing."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from perfectplay.base.limits import WHATEVER_MEMORY
from perfectplay.base.spelling import called, is_on_page, whole_answer
from perfectplay.base.stats import Stats
from perfectplay.base.text import duration, in_lines, listed, many, numbered
from perfectplay.draw.scene import Scene
from perfectplay.model.answers import Answer, Decided, Impossible, Solved, Unknown
from perfectplay.model.count import Count
from perfectplay.model.game_for_two import SCORE
from perfectplay.model.option import Option
from perfectplay.model.painting import Painting
from perfectplay.model.problem import Problem
from perfectplay.model.registry import family_of, find_algorithm

HYPHENS = re.compile("\\s*(?:->|[-–—−→])\\s*|\\s+")  # what people type between two cells
OF_CELLS = re.compile("[a-z0-9-]+")
CELL_ENDS = re.compile("(?<=[0-9])(?=[a-z])")
LIMITS = {"time": "--max-seconds", "memory": "--max-memory", "positions": "--max-positions"}
# How the figures of a count are called in words, in the order of the design.
FIGURES = {
    "solutions": "solutions, as sequences of jumps",
    "games": "games of any outcome",
    "board_sequences": "solutions, as sequences of boards up to symmetry",
    "random_win_probability": "chance that random play wins",
    "shortest_dead_end": "jumps to the shortest dead end",
    "min_moves": "fewest moves (proved)",
    "optimal_solutions": "solutions in the fewest moves",
    "longest_final_sweep": "longest last sweep of those, in jumps",
}
VALUED = {
    "won_positions": "positions won for the player to move",
    "lost_positions": "positions lost for the player to move",
    "drawn_positions": "drawn positions",
}
GIVEN = "given"  # the order of moves that needs no mention
P = TypeVar("P", bound=Problem)


def hyphenated(text: str) -> str:
    """Return a move as most problems write it.

    >>> hyphenated("D2 - d4"), hyphenated("d2 d4→f4"), hyphenated(" c3 "), hyphenated("a2c4")
    ('d2-d4', 'd2-d4-f4', 'c3', 'a2-c4')
    """
    written = HYPHENS.sub("-", text.strip().lower())
    return CELL_ENDS.sub("-", written) if OF_CELLS.fullmatch(written) else written


class Words(Generic[P]):
    """The texts of one problem; a family names its subclass as the part `words`."""

    has_notations = False  # solutions can be written with numbers in place of names
    move_verb = "plays"  # verb for a player's move in a game for two
    level_noun = ""  # name of the levels of a count; by default what they go by

    def __init__(self, problem: P) -> None:
        self.problem = problem

    # The problem.

    def about(self) -> str:
        """Say in a line or two what the problem is."""
        return in_lines(f"{self.problem.spec}: {family_of(self.problem).about}")

    def board(self, position: Any) -> str:
        """Draw a position in lines."""
        return self.problem.text(position)

    def turn(self, position: Any) -> str:
        """Say what a player has to know besides the board before moving, if there is anything."""
        return ""

    def rules(self, seconds: float | None = None) -> str:
        """Say what the rules are to somebody new; a move of a game for two may take so many seconds."""
        return family_of(self.problem).about

    def no_pictures(self) -> str:
        """Say that a problem is shown as text alone."""
        return "no pictures, only text"

    def goal(self) -> str:
        """Say in a line what is to be reached, where the line about the problem does not."""
        return ""

    def shown(self) -> str:
        """Show the problem: what it is, its start, and the first moves."""
        problem = self.problem
        return f"{self.about()}\n\n{self.board(problem.start)}\n\n{self.first_moves('first moves')}"

    def first_moves(self, title: str) -> str:
        return listed(f"{title}:", self.problem.moves(self.problem.start) or ["none"])

    def welcome(self) -> str:
        """Say what is to be played, when a play begins."""
        return self.problem.spec

    def typed(self, text: str) -> str:
        """Return a move as the problem writes it, from what somebody typed: by default its cells, however joined."""
        return hyphenated(text)

    # Answers.

    def headline(self, answer: Answer) -> str:
        """Say an answer in one line."""
        spec = self.problem.spec
        if isinstance(answer, Decided):
            return f"{spec}: {self.verdict(answer)}"
        if isinstance(answer, Solved):
            best = "cheapest" if answer.objective == "cost" else "fewest"
            proved = f" (proved {best})" if answer.optimal and not self.is_always_fewest(answer) else ""
            return f"{spec}: solved in {self.length(answer)}{proved}"
        if isinstance(answer, Impossible):
            return f"{spec}: impossible, proved by {self.reason(answer.certificate['kind'])}"
        assert isinstance(answer, Unknown)
        return limit_words(spec, answer.limit, answer.detail)

    def length(self, answer: Solved) -> str:
        """Say how long a solution is, and what else the family says about it."""
        cost = f" at a cost of {answer.own['cost']:,}" if "cost" in answer.own else ""
        return f"{many(answer.moves, *self.problem.turn_noun)}{cost}"

    def is_always_fewest(self, answer: Solved) -> bool:
        """Tell whether "proved fewest" would say nothing, because every solution is as long."""
        return False

    def verdict(self, answer: Decided) -> str:
        """Say who wins a game for two, or who is ahead."""
        if answer.objective == SCORE:
            player = "first" if answer.value > 0 else "second"
            return f"the {player} player ahead by {many(abs(answer.value), 'point')}" if answer.value else "a draw"
        who = {"first": "the first player wins", "second": "the second player wins"}
        return who.get(answer.winner, "a draw")

    def drawn(self, answer: Solved) -> Sequence[str]:
        """Return the moves that pictures and pages show of an answer."""
        return answer.solution

    def solution(self, answer: Solved, notation: str = "letters") -> str:
        """Show a solution: the start, and the moves in numbered columns."""
        shown = self.board(self.problem.start)
        return f"{shown}\n\n{numbered(answer.solution)}" if answer.solution else shown

    def answer_lines(self, answer: Answer, notation: str = "letters") -> str:
        """Describe an answer: its headline, its solution, and how it was found."""
        if isinstance(answer, Decided):
            return self.decided_lines(answer)
        lines = [in_lines(self.headline(answer))]
        if isinstance(answer, Solved):
            lines += ["", self.solution(answer, notation), "", *map(in_lines, self.more(answer))]
            if answer.limit:
                lines.append(in_lines(f"{self.missing(answer)}: {stopped_by(answer.limit)}"))
        if answer.search:
            lines.append(in_lines(search_words(answer.search, family_of(self.problem).options)))
        return "\n".join([*lines, figures(answer.stats)])

    def decided_lines(self, answer: Decided) -> str:
        """Say who wins a game for two: the verdict, the board, the best moves, and a best game."""
        lines = [in_lines(self.headline(answer)), "", self.board(self.problem.start), ""]
        if answer.best_moves:
            kind = "winning" if answer.objective == "win" and answer.winner == "first" else "best"
            lines.append(listed(f"{many(len(answer.best_moves), f'{kind} move')}:", answer.best_moves))
        elif self.problem.moves(self.problem.start):
            lines.append("every move loses")
        else:
            lines.append(f"{self.over()}: the game is over")
        if answer.move_values is not None:
            lines.append(self._move_values(answer))
        if answer.solution:
            lines.append(listed("a best game:", answer.solution))
        return "\n".join([*lines, "", self.found_by(answer)])

    def over(self) -> str:
        """Say why a game for two is over."""
        return "no move is left"

    def found_by(self, answer: Answer) -> str:
        """Say what an answer was found by, and how long that took."""
        if "algorithm" in answer.search:
            return f"{in_lines(search_words(answer.search, family_of(self.problem).options))}\n{figures(answer.stats)}"
        by = f"{in_lines('by ' + answer.search['by'])}\n" if "by" in answer.search else ""
        return f"{by}{seconds_line(answer.stats)}"

    def _move_values(self, answer: Decided) -> str:
        """List all moves by their values, the best first."""
        groups: dict[tuple[str, int], list[str]] = {}
        for move, winner, value in answer.move_values or ():
            groups.setdefault(("" if answer.objective == "score" else winner, value), []).append(move)
        lines = []
        for (winner, value), moves in sorted(groups.items(), key=lambda item: (item[0][0] != "first", -item[0][1])):
            verdict = {"first": "wins", "second": "loses", "draw": "draws", "": ""}[winner]
            if answer.objective != "win":
                verdict = f"{verdict} {value:+}".strip()
            lines.append(listed(f"  {verdict:>9}:", moves, 13))
        return "\n".join(lines)

    def more(self, answer: Solved) -> list[str]:
        """Return lines about a solution that the headline has no room for."""
        return []

    def missing(self, answer: Solved) -> str:
        """Say what a limit has kept from being known about a solution."""
        return "not proved that there is none better"

    # Proofs.

    def best(self, answer: Solved) -> str:
        """Say why there is nothing better than a solution; nothing where that is not proved, or is plain."""
        search = answer.search
        if not answer.optimal or self.is_always_fewest(answer):
            return ""
        if "algorithm" not in search:
            return in_lines(f"Found by {search['by']}.", 0) if "by" in search else ""
        algorithm = find_algorithm(search["algorithm"])
        if algorithm.optimal == "never":  # what it has found is the best by a proof of another kind
            return ""
        before = f", after {search['after']} had not decided it" if "after" in search else ""
        # What walks through a tree and remembers nothing comes to a position as often as there are ways to it.
        walks = algorithm.players == 2 and algorithm.trace
        is_forgetful = walks and not (algorithm.memory and search.get("prune"))
        noun, of_all = ("node", " of the game tree") if is_forgetful else ("position", "")
        looked = f"The search looked at {many(answer.stats.expanded, noun)}{of_all}"
        is_whole = algorithm.players == 2 and not (search.get("prune") or answer.stats.cutoffs)
        rest = f"all {noun}s there are" if is_whole else "and what it left out cannot be better"
        about = ", which was to remember nothing" if is_forgetful and algorithm.memory else f" ({algorithm.summary})"
        return in_lines(f"Proved by {algorithm.name}{about}{before}. {looked}, {rest}.", 0)

    def best_paintings(self, answer: Solved) -> list[Painting]:
        """Return what can be painted of that on the board."""
        return []

    def reason(self, kind: str) -> str:
        """Say what a certificate rests on."""
        return "looking at every position" if kind == "exhaustion" else kind

    def proof(self, answer: Impossible) -> str:
        """Say what a proof is, and show what can be shown of it."""
        kind = answer.certificate["kind"]
        if kind == "exhaustion":
            looked = f"{answer.stats.expanded:,} were looked at"
            return in_lines(f"No goal among the positions that can be reached; {looked}.")
        return in_lines(f"Proved by {self.reason(kind)}; {whole_answer()} has the proof.")

    def paintings(self, answer: Impossible) -> list[Painting]:
        """Return what can be painted of a proof on the board, as far as a reader will follow."""
        return []

    # Counts.

    def count_lines(self, counted: Count) -> str:
        """Describe what was counted: the levels, and the figures below them."""
        if counted.own is not None and not counted.levels:
            rows = [f"{name.replace('_', ' ')}: {_number(value)}" for name, value in counted.own.items()]
            return "\n".join([self.problem.spec, *rows, *count_end(counted.limit, counted.detail, counted.stats)])
        lines = level_lines(counted, self.level_noun or counted.by) if counted.levels else []
        rows = [
            f"{words}: {_number(value)}"
            for name, words in FIGURES.items()
            if (value := getattr(counted.figures, name)) is not None
        ]
        rows += [f"{VALUED.get(name, name)}: {_number(value)}" for name, value in (counted.own or {}).items()]
        lines += [*([""] if lines else []), *rows, ""] if rows else []
        return "\n".join([*lines, *count_end(counted.limit, counted.detail, counted.stats)])

    def count_scene(self, counted: Count) -> Scene | None:
        """Return a picture of what was counted, where it is a map of the board."""
        return None

    def map_problem(self) -> Problem | None:
        """Return the problem whose count is a map of the board, if the family has maps."""
        return None


def words_for(problem: Problem) -> Words[Any]:
    """Return the words of a problem: its family's, or the defaults."""
    family = family_of(problem)
    words: type[Words[Any]] = family.part("words") if family.has_part("words") else Words
    return words(problem)


def limit_words(spec: str, limit: str, detail: str = "") -> str:
    """Say which limit kept an answer unknown, with the figures of a refusal."""
    if limit == "interrupted":
        return f"{spec}: unknown, interrupted"
    if limit == "pruning":
        return f"{spec}: unknown, nothing was found, but a pruning rule that is not safe left out moves"
    if limit == "window":
        drawn = "there is no way within the part of the plane that is drawn"
        return f"{spec}: unknown, {drawn}; leave out {called('algorithm')}"
    if limit in ("depth", "disk") or WHATEVER_MEMORY in detail:
        return f"{spec}: unknown, {detail}"
    return f"{spec}: unknown, {limit_hit(limit)}{detail and ': ' + detail}"


def stopped_by(limit: str) -> str:
    """Say which limit ended work that has a result all the same."""
    if limit == "window":
        return "the part of the plane that is looked at is too small"
    return limit if limit == "interrupted" else limit_hit(limit)


def limit_hit(limit: str, detail: str = "") -> str:
    """Name a limit that was hit, or describe it by its detail, and name the flag that sets it if there is one."""
    if limit == "disk":
        return detail or "a file could not be written"
    return (detail or f"the limit on {limit} was hit") + ("" if is_on_page() else f" ({LIMITS[limit]} sets it)")


def search_words(search: Mapping[str, Any], own: Sequence[Option]) -> str:
    """Name the search in a line; nothing where none was needed."""
    if not search:
        return ""
    guide = f", estimate {search['estimate']}" if search["estimate"] != "none" else ""
    threads = f", {search['threads']} threads" if search["threads"] > 1 else ""
    threads += "".join(f", {name} {search[name]}" for name in ("split", "dead") if name in search)
    visited = f", visited by {search['visited']}" if "visited" in search else ""
    order = f", order {search['order']}" if search.get("order", GIVEN) != GIVEN else ""
    ties = f", {search['ties']} of equals first" if "ties" in search else ""
    depth = f", to depth {search['depth']}" if "depth" in search else ""
    others = "".join(f", {option.name} {search[option.name]}" for option in own if option.name in search)
    pruning = " ".join(search["prune"]) or "nothing"
    algorithm = f"{search['after']}, then {search['algorithm']}" if "after" in search else search["algorithm"]
    return f"search: {algorithm}{guide}, pruning {pruning}{depth}{order}{ties}{visited}{others}{threads}"


def figures(stats: Stats) -> str:
    """Return the stats in one or two lines."""
    pruned = ", ".join(f"{name} {count:,}" for name, count in stats.pruned.items() if count)
    expanded = f"{many(stats.expanded, 'position')} expanded"
    line = f"{expanded}, {stats.generated:,} generated, {many(stats.duplicate, 'duplicate')}"
    if stats.hits is not None:
        line = (
            f"{expanded}, {many(stats.ends or 0, 'end')} of games, "
            f"{many(stats.cutoffs or 0, 'cut-off')}, {many(stats.hits, 'hit')}"
        )
    if stats.collisions is not None:
        line += f"\n{many(stats.collisions, 'collision')} of sums"
    if pruned:
        line += f"\npruned: {pruned}"
    return f"{line}\n{seconds_line(stats)}"


def seconds_line(stats: Stats) -> str:
    """Say how long the work took."""
    return f"{duration(stats.seconds)} of search, {duration(stats.compile_seconds)} of loading and compiling"


def level_lines(counted: Count, step: str) -> list[str]:
    """Return the table of a count: a line for each level, and one for all."""
    titles = ("positions", "up to symmetry", "winning", "up to symmetry")
    rows: list[tuple[str, Sequence[int | None]]] = [
        (
            str(level.number),
            (level.positions, level.positions_up_to_symmetry, level.winning, level.winning_up_to_symmetry),
        )
        for level in counted.levels
    ]
    own = counted.figures
    totals = (counted.positions, counted.positions_up_to_symmetry, own.winning_positions, own.winning_up_to_symmetry)
    counted_columns = [column for column, number in enumerate(rows[0][1]) if number is not None]
    lines = [f"{step:>5}" + "".join(f"{titles[column]:>17}" for column in counted_columns)]
    for name, numbers in [*rows, ("all", totals)]:
        cells = (numbers[column] for column in counted_columns)
        lines.append(f"{name:>5}" + "".join("" if cell is None else f"{cell:17,}" for cell in cells))
    return lines


def count_end(limit: str, detail: str, stats: Stats) -> list[str]:
    """Return the last lines of a count: the limit that ended it, if one did, and the figures."""
    lines = []
    if limit == "interrupted":
        lines.append("interrupted: there is more to count")
    elif WHATEVER_MEMORY in detail:
        lines.append(in_lines(f"not counted: {detail}"))
    elif limit == "disk":
        lines.append(in_lines(f"there is more to count: {detail}"))
    elif limit:
        detail = detail and f": {detail}"
        lines.append(in_lines(f"stopped by the limit on {limit} ({LIMITS[limit]}), there is more to count{detail}"))
    return [*lines, figures(stats)]


def _number(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
