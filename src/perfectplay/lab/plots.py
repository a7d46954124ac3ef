"""Pictures of a run, drawn by matplotlib, as SVG or PNG.

bars: FIGURE   a bar for each configuration on a logarithmic scale, published figures beside ours
scaling        seconds by the size of the problem; or speed-up and efficiency by the number of threads
cactus         how many problems each configuration has solved within how many seconds each
curve          the time of a move over a game, for each player
spread         the seconds of every repetition, where luck decides: as those over random orders of moves
"""

import io
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.files import write_safely
from perfectplay.lab.experiment import BAR_FIGURES, KINDS
from perfectplay.lab.rows import MOVE_SECONDS, ExperimentRun
from perfectplay.lab.summary import Group, summarise

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".png")
# The palette of Okabe and Ito, which the colour-blind can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
PUBLISHED = "#B0B0B0"
# Others publish the memory of a whole program, so it is drawn beside that of our process.
PUBLISHED_AS = {"peak_bytes": "memory", "memory": ""}
MARKS = "osD^vPX"
WIDTH = 7.5  # inches
LINE = 0.24  # the inches of a bar
PANELS_BESIDE = 2
LUCKY = 2  # a speed-up of so many times the number of threads is luck
MANY = 5  # so many repetitions have a spread to be drawn
SHORT_LABEL = 20  # a row of the legend has four labels of so many characters, or two longer ones
UNSOLVED = "#9CC3E0"  # the colour of work that a limit ended


def plot(run: ExperimentRun, what: str) -> "Figure":
    """Draw one picture of a run; `what` is one of the kinds above, such as `bars: seconds`."""
    kind, _, figure = (part.strip() for part in what.partition(":"))
    if kind not in KINDS:
        raise InputError(f"no plot {kind[:40]!r}; there are {', '.join(KINDS)}")
    groups = summarise(run)
    if not groups:
        raise InputError(f"run {run.number} has no rows yet")
    if kind == "bars":
        figure = figure or "seconds"
        if figure not in BAR_FIGURES:
            raise InputError(f"no bars of {figure[:40]!r}; there are {', '.join(BAR_FIGURES)}")
        return _bars(run, groups, figure)
    return {"scaling": _scaling, "cactus": _cactus, "curve": _curves, "spread": _spread}[kind](run, groups)


def usual_plots(run: ExperimentRun) -> tuple[str, ...]:
    """Return the plots that the experiment asks for, or bars of seconds."""
    return run.experiment.plots or ("bars: seconds",)


def save_plot(figure: "Figure", path: Path) -> None:
    """Write a picture; the ending of the file says how."""
    if path.suffix not in ENDINGS:
        raise InputError(f"{path} ends neither in .svg nor in .png")
    write_safely(path, [picture(figure, path.suffix[1:])])


def picture(figure: "Figure", form: str) -> bytes:
    """Return a picture as the bytes of a file."""
    from matplotlib import rc_context

    buffer = io.BytesIO()
    # The same run gives the same bytes: no date, and identifiers by a fixed salt.
    # A letter that the font does not have is drawn as a box, which needs no warning.
    with rc_context({"svg.hashsalt": "perfectplay"}), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        figure.savefig(buffer, format=form, dpi=150, metadata={"Date": None} if form == "svg" else None)
    return buffer.getvalue()


def _figure(height: float, run: ExperimentRun, has_footer: bool = True) -> "Figure":
    _need_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    figure.suptitle(run.experiment.name, fontsize=11, fontweight="bold")
    if has_footer:
        figure.supxlabel(_origin(run), fontsize=6, color="#606060")
    return figure


def _need_matplotlib() -> None:
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise UnsupportedError("plots need matplotlib: pip install 'perfectplay[lab]'") from None


def _origin(run: ExperimentRun) -> str:
    return f"perfectplay {run.version}, {run.machine}"


def _panels(
    run: ExperimentRun, names: Sequence[str], height: float, is_shared: bool = True
) -> "tuple[Figure, list[Axes]]":
    """Return a figure with a panel for each name, two in a row, with a shared scale or not; `_legend` is its footer."""
    beside = min(PANELS_BESIDE, len(names))
    lines = -(-len(names) // beside)
    figure = _figure(height * lines + 0.9, run, has_footer=False)
    grid = figure.subplots(lines, beside, squeeze=False, sharey=is_shared)
    axes: list[Axes] = list(grid.flat)
    for panel, name in zip(axes, names, strict=False):
        panel.set_title(name, fontsize=9)
        panel.grid(alpha=0.25)
        panel.tick_params(labelsize=8)
    for panel in axes[len(names) :]:
        panel.set_axis_off()
    return figure, axes[: len(names)]


def _legend(run: ExperimentRun, figure: "Figure", panels: "Sequence[Axes]") -> None:
    """Write a legend below all panels, each line once, with the machine of the run."""
    handles: dict[str, Artist] = {}
    for panel in panels:
        handles |= {label: handle for handle, label in zip(*panel.get_legend_handles_labels(), strict=True)}
    legend = figure.legend(
        handles.values(),
        handles.keys(),
        loc="outside lower center",
        fontsize=7,
        ncols=4 if max(map(len, handles)) < SHORT_LABEL else 2,
        frameon=False,
        title=_origin(run),
        title_fontsize=6,
    )
    legend.get_title().set_color("#606060")


def _bars(run: ExperimentRun, groups: Sequence[Group], name: str) -> "Figure":
    """Draw horizontal bars, whose labels are readable however long; a panel for each problem."""
    by_problem: dict[str, list[Group]] = {}
    for group in groups:
        by_problem.setdefault(group.problem, []).append(group)
    counts = [sum(1 + (group.published is not None) for group in members) for members in by_problem.values()]
    figure = _figure(sum(counts) * LINE + 0.45 * len(counts) + 1.0, run)
    axes = figure.subplots(len(counts), 1, squeeze=False, sharex=True, height_ratios=[count + 1 for count in counts])
    has_published = False
    for panel, (problem, members) in zip(axes.flat, by_problem.items(), strict=True):
        labels, place = [], 0
        for group in members:
            value = group.median(name)
            theirs = None if group.published is None else group.published.figures.get(PUBLISHED_AS.get(name, name))
            labels.append((place, group.configuration))
            colour, text = (COLOURS[0], _figure_text(name, value)) if group.is_solved else (UNSOLVED, _missing(group))
            _bar(panel, place, value, colour, text)
            if theirs is not None:
                place += 1
                has_published = True
                _bar(panel, place, theirs, PUBLISHED, f"{_figure_text(name, theirs)} published")
            place += 1
        panel.set_yticks([place for place, _ in labels], [label for _, label in labels], fontsize=8)
        panel.set_ylim(place - 0.4, -0.6)
        panel.set_title(problem, fontsize=9, loc="left")
        panel.set_xscale("linear" if name == "cost" else "log")  # a cost may be 0 or less
        panel.tick_params(axis="x", labelsize=8)
        panel.spines[["top", "right"]].set_visible(False)
        panel.grid(axis="x", alpha=0.25)
    _widen(axes.flat[0])
    axes.flat[-1].set_xlabel(BAR_FIGURES[name] + (", published ones grey" if has_published else ""), fontsize=8)
    return figure


def _widen(panel: "Axes") -> None:
    """Make room for the texts at the ends of bars."""
    least, most = panel.get_xlim()
    if panel.get_xscale() == "log":
        panel.set_xlim(least, most * (most / least) ** 0.35)
    else:
        panel.set_xlim(least, most + 0.35 * (most - least))


def _bar(panel: "Axes", place: int, value: float | None, colour: str, text: str) -> None:
    if value:
        panel.barh(place, value, height=0.8, color=colour)
    has_end = value is not None and value > 0
    panel.annotate(
        text,
        (value if has_end else 0, place),
        (3, 0),
        xycoords="data" if has_end or panel.get_xscale() == "linear" else ("axes fraction", "data"),
        textcoords="offset points",
        va="center",
        fontsize=7,
        color="#303030",
    )


def _figure_text(name: str, value: float | None) -> str:
    """Return a figure beside its bar."""
    if value is None:
        return "none"
    if name == "seconds":
        return f"{value:.3g} s" if value >= 1 else f"{value * 1000:.3g} ms"
    if name in ("memory", "peak_bytes"):
        return f"{value / 1e6:.3g} MB"
    return f"{value:,.0f}"


def _missing(group: Group) -> str:
    return f"{group.limit} limit" if group.limit else group.status


def _scaling(run: ExperimentRun, groups: Sequence[Group]) -> "Figure":
    if any(run.experiment.configuration(group.configuration).threads > 1 for group in groups):
        return _threads(run, groups)
    sizes = {problem.name: problem.size for problem in run.experiment.problems}
    lines: dict[str, list[tuple[float, float]]] = {}
    for group in groups:
        size, seconds = sizes[group.problem], group.median("seconds")
        if size is not None and seconds and group.is_solved:
            lines.setdefault(group.configuration, []).append((size, seconds))
    if not lines:
        raise InputError(f"{run.experiment.name} has neither sizes of problems nor several threads to draw over")
    figure, (panel,) = _panels(run, [""], 3.6)
    for number, (label, points) in enumerate(lines.items()):
        _line(panel, number, sorted(points), label)
    panel.set(xscale="log", yscale="log", xlabel="size of the problem", ylabel="seconds")
    _legend(run, figure, [panel])
    return figure


def _threads(run: ExperimentRun, groups: Sequence[Group]) -> "Figure":
    """Draw how many times faster several threads are than one, and which share of each thread that is."""
    _need_matplotlib()
    from matplotlib.ticker import MaxNLocator

    seconds: dict[tuple[str, str], dict[int, float]] = {}
    for group in groups:
        configuration, median = run.experiment.configuration(group.configuration), group.median("seconds")
        if median and group.is_solved:
            seconds.setdefault((group.problem, configuration.base), {})[configuration.threads] = median
    if not seconds:
        raise InputError(f"{run.experiment.name} has nothing that was solved, so there is no speed-up")
    figure, panels = _panels(run, ("speed-up", "efficiency"), 3.6, is_shared=False)
    most = max(threads for times in seconds.values() for threads in times)
    highest = 0.0
    for number, ((problem, base), times) in enumerate(seconds.items()):
        if 1 not in times:
            continue
        label = f"{base}, {problem}"
        speed = [(float(threads), times[1] / taken) for threads, taken in sorted(times.items())]
        highest = max(highest, *(up for _, up in speed))
        _line(panels[0], number, speed, label)
        _line(panels[1], number, [(threads, up / threads) for threads, up in speed], label)
    panels[0].plot([1, most], [1, most], color="#909090", linestyle=":", label="ideal")
    panels[1].axhline(1, color="#909090", linestyle=":")
    for panel in panels:
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
        panel.set_xlabel("threads", fontsize=8)
        if highest > LUCKY * most:
            panel.set_yscale("log")  # a lucky thread finds a solution out of all proportion
        else:
            panel.set_ylim(bottom=0)
    _legend(run, figure, panels)
    return figure


def _cactus(run: ExperimentRun, groups: Sequence[Group]) -> "Figure":
    """Draw for each configuration the seconds of what it has solved, sorted: further right and lower is better."""
    _need_matplotlib()
    from matplotlib.ticker import MaxNLocator

    figure, (panel,) = _panels(run, [""], 3.6)
    for number, configuration in enumerate(run.experiment.configurations):
        members = [group for group in groups if group.configuration == configuration.name]
        times = sorted(group.median("seconds") or 0.0 for group in members if group.is_solved)
        label = f"{configuration.name} ({len(times)} of {len(members)})"
        _line(panel, number, [(float(place), seconds) for place, seconds in enumerate(times, 1)], label)
    panel.set(yscale="log", xlabel="problems solved", ylabel="seconds for each")
    panel.set_xlim(0.5, len(run.experiment.problems) + 0.5)
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    _legend(run, figure, [panel])
    return figure


def _curves(run: ExperimentRun, groups: Sequence[Group]) -> "Figure":
    """Draw the time of each player's move over a game, the mean over its opponents."""
    problems = list(dict.fromkeys(group.problem for group in groups))
    figure, panels = _panels(run, problems, 2.9)
    players: dict[str, int] = {}
    for panel, problem in zip(panels, problems, strict=True):
        found: dict[str, dict[int, list[float]]] = {}
        for group in groups:
            names = {name for row in group.rows for name in row.measures if name.startswith(MOVE_SECONDS)}
            for name in sorted(names) if group.problem == problem else ():
                for move, seconds in group.measure(name).items():
                    found.setdefault(name.removeprefix(MOVE_SECONDS), {}).setdefault(int(move), []).append(seconds)
        for player, moves in sorted(found.items()):
            number = players.setdefault(player, len(players))
            points = [(float(move), sum(times) / len(times) * 1000) for move, times in sorted(moves.items())]
            _line(panel, number, points, player)
        panel.set_yscale("log")
        panel.set_xlabel("move of the game", fontsize=8)
        panel.set_ylabel("milliseconds", fontsize=8)
    if not players:
        raise InputError(f"{run.experiment.name} has no matches, so there are no times of moves")
    _legend(run, figure, panels)
    return figure


def _spread(run: ExperimentRun, groups: Sequence[Group]) -> "Figure":
    """Draw a point for every repetition of work that has many of them, and a line through their median."""
    several = [group for group in groups if len(group.values("seconds")) >= MANY]
    if not several:
        raise InputError(f"{run.experiment.name} has nothing that was repeated {MANY} times, so there is no spread")
    problems = list(dict.fromkeys(group.problem for group in several))
    counts = [sum(group.problem == problem for group in several) for problem in problems]
    figure = _figure(sum(counts) * 1.6 * LINE + 0.45 * len(counts) + 1.0, run)
    axes = figure.subplots(len(counts), 1, squeeze=False, sharex=True, height_ratios=[count + 1 for count in counts])
    for panel, problem in zip(axes.flat, problems, strict=True):
        members = [group for group in several if group.problem == problem]
        for place, group in enumerate(members):
            values = sorted(group.values("seconds"))
            panel.plot(values, [place] * len(values), "o", color=COLOURS[0], alpha=0.35, markersize=4, linewidth=0)
            panel.plot([group.median("seconds")] * 2, [place - 0.35, place + 0.35], color=COLOURS[1], linewidth=2)
        panel.set_yticks(range(len(members)), [group.configuration for group in members], fontsize=8)
        panel.set_ylim(len(members) - 0.4, -0.6)
        panel.set_title(problem, fontsize=9, loc="left")
        panel.set_xscale("log")
        panel.tick_params(axis="x", labelsize=8)
        panel.spines[["top", "right"]].set_visible(False)
        panel.grid(axis="x", alpha=0.25)
    axes.flat[-1].set_xlabel("seconds of each repetition; the line is their median", fontsize=8)
    return figure


def _line(panel: "Axes", number: int, points: Sequence[tuple[float, float]], label: str) -> None:
    panel.plot(
        [x for x, _ in points],
        [y for _, y in points],
        color=COLOURS[number % len(COLOURS)],
        marker=MARKS[number % len(MARKS)],
        linestyle=("-", "--", ":")[number // len(COLOURS) % 3],
        markersize=4,
        linewidth=1.2,
        label=label,
    )
