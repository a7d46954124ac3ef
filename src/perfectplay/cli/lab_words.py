"""Runs of the lab in words: tables of 80 columns, ours above what was published."""

from collections.abc import Sequence

from perfectplay.base.text import WIDTH, duration, in_lines, many, table
from perfectplay.lab.comparing import Comparison, Ratio
from perfectplay.lab.experiment import Published
from perfectplay.lab.rows import ExperimentRun
from perfectplay.lab.summary import THREAD_HEADS, Group, summarise

COLUMNS = ("configuration", "cost", "expanded", "time", "spread", "search", "process")
LEGEND = (
    "cost: moves, or what else the objective names, or the value of a game for two; * proved best, none* proved "
    "impossible, else the limit that was hit; time: median; spread: from it to the furthest; search, process: memory "
    "in MB, of the search alone and of all"
)
THREADS = (
    "speed-up: against one thread; efficiency: that by the number of threads; idle: share of the threads' time without "
    "work; twice: positions that several threads expanded; contended: insertions that came upon another thread at the "
    "same place of the memory"
)
FACTOR = "; factor: how many times fewer positions than the row of factor 1"
MARKS = {"slower": "SLOWER", "faster": "faster"}
MOST_PLAYER = 15
MOST_MATCH = 46
MOST_NOTE = 12  # the characters of a note beside a published figure; a longer note stands below it
LEAST_WHOLE, MOST_EXACT = 1000, 1e15


def run_lines(run: ExperimentRun, is_full: bool = False) -> str:
    """Return a run as text: a table of all problems, or one for each match; if full, with every figure."""
    experiment, groups = run.experiment, summarise(run)
    parts = [in_lines(f"{experiment.name}: {experiment.about}")]
    matches = [group for group in groups if experiment.configuration(group.configuration).task == "match"]
    if len(matches) < len(groups):
        parts += _tables([group for group in groups if group not in matches], is_full)
        parts += _thread_tables(groups)
    parts += _match_tables(run, matches)
    parts += [_match_figures(matches)] if is_full and matches else []
    troubles = dict.fromkeys(
        in_lines(f"{group.problem}, {group.configuration}: {group.status}: {group.detail}")
        for group in groups
        if group.detail and not group.is_solved
    )
    parts += ["\n".join(troubles)] if troubles else []
    notes = [problem.note for problem in experiment.problems if problem.note]
    parts += [in_lines(note, 0) for note in notes]
    parts += [in_lines(f"published: {experiment.source}", 0)] if experiment.source else []
    parts += dict.fromkeys(in_lines(origin, 0) for group in groups for origin in group.origins)
    parts += [in_lines(experiment.why, 0)] if experiment.why else []
    left = "" if run.is_finished else f", {many(run.planned - len(run.rows), 'row')} still to come"
    rows = f"{many(len(run.rows), 'row')}{left}"
    parts.append(in_lines(f"run {run.number} of {run.started}, version {run.version}, {rows}; {run.machine}", 0))
    return "\n\n".join(part for part in parts if part)


def _tables(groups: Sequence[Group], is_full: bool) -> list[str]:
    by_problem: dict[str, list[Group]] = {}
    for group in groups:
        by_problem.setdefault(group.problem, []).append(group)
    has_factors = any(group.factor is not None for group in groups)
    rows: list[tuple[str, ...]] = [(*COLUMNS[:3], *(["factor"] if has_factors else []), *COLUMNS[3:])]
    heads: dict[int, str] = {}
    below: dict[int, str] = {}
    for problem, members in by_problem.items():
        heads[len(rows)] = problem
        for group in members:
            if details := [
                *([_rest(group)] if is_full else []),
                *([figures_words(group.figures)] if group.figures else []),
            ]:
                below[len(rows)] = "; ".join(details)
            rows.append(_ours(group, has_factors))
            for word, figures_of_others in group.others:
                if len(figures_of_others.note) > MOST_NOTE:
                    below[len(rows)] = f"({figures_of_others.note})"
                rows.append(_theirs(word, figures_of_others, has_factors))
    figures = max(len(line) for line in table([row[1:] for row in rows], lambda column: False))
    lines = table([(short(row[0], WIDTH - 2 - figures), *row[1:]) for row in rows])
    shown = [lines[0]]
    for number, line in enumerate(lines[1:], 1):
        if number in heads:
            shown += ["", heads[number]]
        shown.append(line)
        if number in below:
            shown.append(in_lines(f"    {below[number]}", 4))
    return ["\n".join(shown), in_lines(LEGEND + (FACTOR if has_factors else ""), 0)]


def _thread_tables(groups: Sequence[Group]) -> list[str]:
    """Return for each problem that was worked on by several threads what they have gained, and what they lost."""
    parts = []
    for problem in dict.fromkeys(group.problem for group in groups if group.speed_up is not None):
        members = [group for group in groups if group.problem == problem and group.speed_up is not None]
        rows = [
            ("on threads", *THREAD_HEADS),
            *((f"  {group.configuration}", *group.thread_cells) for group in members),
        ]
        parts.append("\n".join([problem, *table(rows)]))
    return [*parts, in_lines(THREADS, 0)] if parts else []


def _ours(group: Group, has_factors: bool) -> tuple[str, ...]:
    seconds = group.median("seconds")
    return (
        f"  {group.configuration}",
        _cost(group),
        _whole(group.median("expanded")),
        *([group.factor_text] if has_factors else []),
        "" if seconds is None else duration(seconds),
        _spread(group),
        _megabytes(group.median("memory")),
        _megabytes(group.median("peak_bytes")),
    )


def _rest(group: Group) -> str:
    """Return the columns for which a table of 80 characters has no room."""
    counts = {"generated": group.median("generated"), "duplicates": group.median("duplicate")}
    pruned = {f"pruned by {rule}": count for rule, count in group.pruned.items()}
    figures = {name: value for name, value in (counts | pruned).items() if value is not None}
    loading = group.median("compile_seconds")
    words = [group.status, figures_words(figures), "" if loading is None else f"loading {duration(loading)}"]
    return ", ".join(word for word in words if word)


def figures_words(figures: dict[str, float]) -> str:
    """Return the figures that a row has beyond the columns.

    >>> figures_words({"games": 20, "games_a_second": 16514.3, "bytes a position": 0.4542})
    'games 20, games a second 16,514, bytes a position 0.454'
    """
    return ", ".join(f"{name.replace('_', ' ')} {_figure(value)}" for name, value in figures.items())


def _figure(value: float) -> str:
    """Return a number in full, or with three digits if it is not whole or larger than the database keeps exactly."""
    is_whole = value >= LEAST_WHOLE or float(value).is_integer()
    return f"{value:,.0f}" if is_whole and value < MOST_EXACT else f"{value:.3g}"


def _theirs(word: str, published: Published, has_factors: bool) -> tuple[str, ...]:
    figures = published.figures
    seconds, memory = figures.get("seconds"), figures.get("memory")
    note = f" ({published.note})" if 0 < len(published.note) <= MOST_NOTE else ""
    return (
        f"    {word}{note}",
        _whole(figures.get("cost")),
        _whole(figures.get("expanded")),
        *([""] if has_factors else []),
        "" if seconds is None else duration(seconds),
        "",
        "",
        _megabytes(memory),
    )


def _cost(group: Group) -> str:
    """Return the cost, or what came in its place."""
    if not group.is_solved:
        return str(group.limit) if group.status == "unknown" else group.status
    cost = group.median("cost")
    if cost is None:
        return "none*" if group.status == "impossible" else ""
    return f"{cost:,.0f}{'*' if group.optimal else ''}"


def _whole(figure: float | None) -> str:
    return "" if figure is None else f"{figure:,.0f}"


def _spread(group: Group) -> str:
    """Return how far the repetition furthest from the median is from it."""
    median = group.median("seconds")
    if group.spread is None or not median or len(group.rows) == 1:
        return ""
    return f"±{max(median - group.spread[0], group.spread[1] - median) / median:.0%}"


def _megabytes(size: float | None) -> str:
    if size is None:
        return ""
    return f"{size / 1e6:.2f}" if size < 1e7 else f"{size / 1e6:,.0f}"


def short(label: str, most: int) -> str:
    """Return a label that fits, its end left out.

    >>> short("depth first", 20), short("depth first with memory", 12)
    ('depth first', 'depth first…')
    """
    return label if len(label) <= most else f"{label[: most - 1]}…"


def _match_tables(run: ExperimentRun, groups: Sequence[Group]) -> list[str]:
    """Return for each problem the points a game by which each player is ahead of each, and the time of their moves."""
    parts = []
    for problem in dict.fromkeys(group.problem for group in groups):
        members = [group for group in groups if group.problem == problem]
        players = list(dict.fromkeys(name for group in members for name in _players(run, group)))
        ahead = {}
        times: dict[str, list[float]] = {}
        for group in members:
            one, other = _players(run, group)
            if (cost := group.median("cost")) is not None:
                ahead[one, other], ahead[other, one] = cost, -cost
            for name, value in group.measure("milliseconds_per_move").items():
                times.setdefault(name, []).append(value)
        rows = [("ahead of", *(str(number) for number in range(1, len(players) + 1)), "ms/move")]
        for number, name in enumerate(players, 1):
            means = times.get(name)
            cells = [f"{ahead[name, other]:+.1f}" if (name, other) in ahead else "" for other in players]
            label = short(f"{number} {name}", MOST_PLAYER)
            rows.append((label, *cells, f"{sum(means) / len(means):.3g}" if means else ""))
        parts.append("\n".join([problem, *table(rows)]))
    if not parts:
        return []
    return [*parts, in_lines("points a game by which the player of the row is ahead of that of the column", 0)]


def _match_figures(matches: Sequence[Group]) -> str:
    """Return for each match the games, and for both players the wins and what a move gave away on average."""
    rows = [("", "games", "wins", "lost a move")]
    for group in matches:
        games, wins, lost = (group.measure(name) for name in ("games", "wins", "lost_per_move"))
        given_away = " - ".join(f"{value:.2f}" for value in lost.values())
        label = short(f"{group.problem}, {group.configuration}", MOST_MATCH)
        won = " - ".join(f"{number:.0f}" for number in wins.values())
        rows.append((label, f"{max(games.values(), default=0):.0f}", won, given_away))
    return "\n".join(table(rows))


def _players(run: ExperimentRun, group: Group) -> list[str]:
    players: list[str] = run.experiment.configuration(group.configuration).options["players"]
    return players


def comparison_lines(comparison: Comparison) -> str:
    """Return how two sides compare; what is worse stands out."""
    first, second = comparison.names
    rows: list[tuple[str, ...]] = [("", "A", "B", "B/A", "95 %", "")]
    rows += [_ratio_row(ratio) for ratio in comparison.ratios]
    lines = table(rows)
    if comparison.total is not None:
        interval = comparison.total.interval
        sure = "" if interval is None else f", 95 % from {interval[0]:.3g} to {interval[1]:.3g}"
        mark = f": {MARKS[comparison.total.verdict]}" if comparison.total.verdict else ""
        lines += ["", in_lines(f"in all: {comparison.total.ratio:.3g}{sure}{mark}")]
    slower = [ratio for ratio in comparison.ratios if ratio.verdict == "slower"]
    parts = [
        in_lines(f"A is {first}, B is {second}; above 1, B takes longer", 0),
        "\n".join(in_lines(f"WORSE: {text}") for text in comparison.worse),
        "\n".join(lines) if comparison.ratios else "",
        f"{many(len(slower), 'row')} of {len(comparison.ratios):,} slower, beyond noise" if slower else "",
        "\n".join(in_lines(f"not compared: {text}") for text in comparison.others),
        "\n".join(in_lines(note) for note in comparison.notes),
    ]
    return "\n\n".join(part for part in parts if part)


def _ratio_row(ratio: Ratio) -> tuple[str, ...]:
    interval = "" if ratio.interval is None else f"{ratio.interval[0]:.3g} to {ratio.interval[1]:.3g}"
    label = ", ".join(part for part in (ratio.problem, ratio.configuration) if part)
    mark = MARKS.get(ratio.verdict, "")
    return (
        short(label, 32),
        duration(ratio.seconds[0]),
        duration(ratio.seconds[1]),
        f"{ratio.ratio:.3g}",
        interval,
        mark,
    )
