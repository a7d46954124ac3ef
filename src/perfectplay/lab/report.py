"""A run as one HTML page without other files: all figures, the published ones, and the plots inside it."""

from html import escape
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.lab.experiment import Published
from perfectplay.lab.plots import picture, plot, usual_plots
from perfectplay.lab.rows import ExperimentRun
from perfectplay.lab.summary import THREAD_HEADS, Group, summarise

STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 85em; margin: 2em auto; padding: 0 1em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 12px; font-variant-numeric: tabular-nums; }
th, td { padding: .25em .5em; text-align: right; white-space: nowrap; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
tr.problem td { font-weight: 600; padding-top: 1em; }
tr.published td { color: #888; }
tr.more td { white-space: normal; padding-left: 2em; }
td.trouble { color: #c33; }
figure { margin: 1.5em 0; background: white; padding: .5em; width: fit-content; max-width: 100%; }
figure svg { max-width: 100%; height: auto; display: block; }
footer { color: #888; font-size: 13px; }
"""
HEADS = (
    *("configuration", "answer", "cost", "generated", "expanded", "factor", "duplicates", "pruned"),
    *("seconds", "spread", "loading", "search MB", "process MB"),
)


def report(run: ExperimentRun) -> str:
    """Return the page."""
    experiment, groups = run.experiment, summarise(run)
    figures = "".join(f"<figure>{_drawing(run, what)}</figure>\n" for what in usual_plots(run))
    notes = "".join(f"<p>{escape(problem.note)}</p>\n" for problem in experiment.problems if problem.note)
    source = f"<p>Published: {escape(experiment.source)}</p>\n" if experiment.source else ""
    origins = dict.fromkeys(origin for group in groups for origin in group.origins)
    source += "".join(f"<p>{escape(origin)}</p>\n" for origin in origins)
    why = f"{source}<p>{escape(experiment.why)}</p>\n"
    left = "" if run.is_finished else f", {run.planned - len(run.rows):,} still to come"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(experiment.name)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(experiment.name)}</h1>
<p>{escape(experiment.about)}</p>
<div class="wide"><table>
<thead><tr>{"".join(f"<th>{head}</th>" for head in HEADS)}</tr></thead>
<tbody>
{_body(groups)}</tbody>
</table></div>
{_threads(groups)}{_measures(groups)}{notes}{why}{figures}
<footer>Run {run.number} of {run.started}, perfectplay {escape(run.version)},
{len(run.rows):,} rows{left}; {escape(run.machine)}. Seconds are medians of the work alone; loading is importing,
compiling and making the rules.</footer>
</body>
</html>
"""


def _drawing(run: ExperimentRun, what: str) -> str:
    """Return an SVG without the lines that belong to a file of its own, or why there is none yet."""
    try:
        text = picture(plot(run, what), "svg").decode()
    except InputError as error:  # a run that was begun has not all that its plots need
        return escape(str(error))
    return text[text.index("<svg") :]


def _body(groups: list[Group]) -> str:
    lines = []
    problem = None
    for group in groups:
        if group.problem != problem:
            problem = group.problem
            lines.append(f'<tr class="problem"><td colspan="{len(HEADS)}">{escape(problem)}</td></tr>')
        lines.append(f"<tr>{_cells(group)}</tr>")
        details = [
            *([group.detail] if group.detail else []),
            *(f"{name} {value:,.6g}" for name, value in group.figures.items()),
        ]
        if details:
            lines.append(f'<tr class="more"><td colspan="{len(HEADS)}">{escape(", ".join(details))}</td></tr>')
        for word, figures in group.others:
            lines.append(f'<tr class="published">{_published_cells(word, figures)}</tr>')
    return "".join(f"{line}\n" for line in lines)


def _cells(group: Group) -> str:
    spread = group.spread
    answer = group.status if not group.limit else f"{group.status}: {group.limit} limit"
    pruned = ", ".join(f"{rule} {count:,.0f}" for rule, count in group.pruned.items() if count)
    figures = [_whole(group.median("generated")), _whole(group.median("expanded")), group.factor_text]
    figures.append(_whole(group.median("duplicate")))
    cost = _whole(group.median("cost")) + (" (proved best)" if group.optimal else "")
    trouble = "" if group.is_solved else ' class="trouble"'
    cells = [
        *(cost, *figures, pruned, _seconds(group.median("seconds"))),
        f"{_seconds(spread[0])} to {_seconds(spread[1])}" if spread else "",
        *(_seconds(group.median("compile_seconds")), _megabytes(group.median("memory"))),
        _megabytes(group.median("peak_bytes")),
    ]
    rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f"<td>{escape(group.configuration)}</td><td{trouble}>{escape(answer)}</td>{rest}"


def _published_cells(word: str, published: Published) -> str:
    figures, note = published.figures, published.note
    cells = [
        f"{word}{f' ({note})' if note else ''}",
        "",
        *(_whole(figures.get(name)) for name in ("cost", "generated", "expanded")),
        *("", "", "", _seconds(figures.get("seconds")), "", "", ""),
        _megabytes(figures.get("memory")),
    ]
    return "".join(f"<td>{escape(cell)}</td>" for cell in cells)


def _measures(groups: list[Group]) -> str:
    """Return a table of what matches have beyond the usual figures."""
    names = ("games", "wins", "points_per_game", "milliseconds_per_move", "lost_per_move")
    lines = []
    for group in groups:
        for player in group.measure("games"):
            cells = [group.problem, group.configuration, player]
            cells += [f"{group.measure(name).get(player, float('nan')):.3g}" for name in names]
            lines.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>\n")
    if not lines:
        return ""
    heads = ("problem", "match", "player", *(name.replace("_", " ") for name in names))
    head = "".join(f"<th>{name}</th>" for name in heads)
    return f'<h2>Players</h2>\n<div class="wide"><table><tr>{head}</tr>\n{"".join(lines)}</table></div>\n'


def _threads(groups: list[Group]) -> str:
    """Return a table of what several threads have gained over one, and what they lost."""
    cells = [
        (group.problem, group.configuration, *group.thread_cells) for group in groups if group.speed_up is not None
    ]
    if not cells:
        return ""
    lines = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in cells]
    head = "".join(f"<th>{name}</th>" for name in ("problem", "on threads", *THREAD_HEADS))
    return f'<h2>Threads</h2>\n<div class="wide"><table><tr>{head}</tr>\n{"".join(lines)}</table></div>\n'


def _whole(figure: Any) -> str:
    return "" if figure is None else f"{figure:,.0f}"


def _seconds(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.4g}"


def _megabytes(figure: float | None) -> str:
    return "" if figure is None else f"{figure / 1e6:,.2f}"
