"""A run of the lab as a Markdown table of three columns: job, ours, to beat."""

from perfectplay.base.text import duration
from perfectplay.cli.lab_words import figures_words
from perfectplay.lab.experiment import Published
from perfectplay.lab.rows import ExperimentRun
from perfectplay.lab.summary import Group, summarise


def markdown_lines(run: ExperimentRun) -> str:
    """Return the table; a bar inside a text does not end its cell."""
    rows = [
        (f"{group.problem}, {group.configuration}", _ours(run, group), _to_beat(group.published))
        for group in summarise(run)
    ]
    lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    return "\n".join(["| job | perfectplay | to beat |", "|---|---|---|", *(f"| {line} |" for line in lines)])


def _ours(run: ExperimentRun, group: Group) -> str:
    if not group.is_solved:
        return f"{group.status}: {group.detail or group.limit}"
    # Others publish the memory of a whole program, so ours is shown beside it; else that of the search says more.
    is_whole = group.published is not None and "memory" in group.published.figures
    forms = {
        "seconds": duration,
        "cost": "cost {:,.0f}".format,
        "expanded": "{:,.0f} expanded".format,
        "peak_bytes" if is_whole else "memory": _whole_size if is_whole else _size,
    }
    figures = [form(value) for name, form in forms.items() if (value := group.median(name))]
    return ", ".join(part for part in (*figures, figures_words(_measured(run, group))) if part)


def _measured(run: ExperimentRun, group: Group) -> dict[str, float]:
    """Return the figures that a call was made for: neither what was known before, nor all that a count counts."""
    if run.experiment.configuration(group.configuration).task != "call":
        return {}
    known = run.experiment.expected_of(group.problem, group.configuration)
    return {name: value for name, value in group.figures.items() if name not in known}


def _to_beat(published: Published | None) -> str:
    if published is None:
        return ""
    forms = {"seconds": duration, "memory": _size}
    words = ", ".join(form(published.figures[name]) for name, form in forms.items() if name in published.figures)
    return f"{words} ({published.note})" if words and published.note else words or published.note


def _size(size: float) -> str:
    if size < 5e5:
        return ""
    return f"{size / 1e6:,.0f} MB" if size < 1e9 else f"{size / 1e9:.1f} GB"


def _whole_size(size: float) -> str:
    return f"{_size(size)} in all"
