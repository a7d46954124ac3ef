"""Every plot is drawn, and is not blank; its texts do not overlap."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay import lab
from perfectplay.base.errors import InputError
from perfectplay.lab.plots import picture, plot, save_plot, usual_plots
from perfectplay.lab.report import report

pytest.importorskip("matplotlib")


def made_up(experiment: lab.Experiment) -> lab.ExperimentRun:
    """Return a run with rows as long and as many as real ones."""
    rows = []
    for number, job in enumerate(experiment.jobs()):
        configuration = experiment.configuration(job.configuration)
        has_hit = number % 11 == 10
        measures: dict[str, dict[str, float]] = {}
        for player in configuration.options.get("players", ()):
            measures.setdefault("milliseconds_per_move", {})[player] = 0.1 + number
            measures.setdefault("games", {})[player] = 20
            measures[f"seconds at move: {player}"] = {str(move): 1e-3 * (move + number % 7) for move in range(1, 12)}
        rows.append(
            lab.Row(
                *job,
                status="unknown" if has_hit else "solved",
                limit="time" if has_hit else None,
                cost=float(number % 30),
                generated=10 ** (number % 8) + 1,
                expanded=10 ** (number % 8),
                seconds=10 ** (number % 6 - 4) / configuration.threads,
                compile_seconds=0.5,
                memory=10**6 * (number + 1),
                peak_bytes=10**8 + number,
                machine="m",
                measures=measures,
            )
        )
    return lab.ExperimentRun(
        1, experiment, "A processor of some name, 2 cores, 24 GiB, Linux", "1.0", "now", len(rows), tuple(rows)
    )


EXPERIMENTS = [lab.load(name) for name in lab.shipped()]
DRAWN = [(experiment, what) for experiment in EXPERIMENTS for what in usual_plots(made_up(experiment))]
DRAWN += [(EXPERIMENTS[0], f"bars: {figure}") for figure in ("generated", "memory", "peak_bytes", "cost")]


def sized() -> lab.Experiment:
    subjects = tuple(lab.Subject(f"board {size}", f"pegs/{size}", float(size)) for size in (10, 100, 1000))
    return replace(EXPERIMENTS[0], problems=subjects, published=(), plots=("scaling",))


def texts(figure: Any) -> list[Any]:
    """Return the texts of a picture that are seen."""
    import matplotlib.text

    found: list[Any] = figure.findobj(matplotlib.text.Text)
    unseen = set()  # labels of ticks beyond the ends of their axis, which are never drawn
    for panel in figure.axes:
        for axis in (panel.xaxis, panel.yaxis):
            least, most = sorted(axis.get_view_interval())
            ticks = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
            unseen |= {id(tick.label1) for tick in ticks if not least <= tick.get_loc() <= most}
    return [item for item in found if item.get_visible() and item.get_text().strip() and id(item) not in unseen]


@pytest.mark.parametrize(
    ("experiment", "what"),
    [
        (sized(), "scaling"),
        *(pytest.param(*item, marks=[pytest.mark.long] if place % 2 else []) for place, item in enumerate(DRAWN)),
    ],
)
def test_every_plot_is_drawn_and_readable(experiment: lab.Experiment, what: str) -> None:
    canvas = drawn(plot(made_up(experiment), what))
    image = np.asarray(canvas.buffer_rgba())[..., :3] / 255
    ink = (image.min(axis=2) < 0.9).mean()
    assert 0.01 < ink < 0.9
    coloured = (image.max(axis=2) - image.min(axis=2) > 0.2).mean()
    assert coloured > 0.001
    assert not overlaps(canvas), what


def drawn(figure: Any) -> Any:
    """Draw a plot; return the canvas it is on."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return canvas


def overlaps(canvas: Any) -> Sequence[tuple[str, str]]:
    """Return pairs of texts that cover each other, and texts that leave the picture."""
    figure = canvas.figure
    renderer = canvas.get_renderer()
    boxes = [(item.get_text(), item.get_window_extent(renderer)) for item in texts(figure)]
    width, height = canvas.get_width_height()
    found = [
        (one, other)
        for number, (one, first) in enumerate(boxes)
        for other, second in boxes[number + 1 :]
        if first.shrunk(0.9, 0.7).overlaps(second.shrunk(0.9, 0.7))
    ]
    edges = ((text, "edge") for text, box in boxes if box.x1 > width or box.x0 < 0 or box.y1 > height or box.y0 < 0)
    return [*found, *edges]


def test_many_threads_and_losses_are_readable_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 32)
    assert not overlaps(drawn(plot(made_up(lab.load("pegs-parallel")), "scaling")))
    run = made_up(lab.load("army-classic"))
    lost = replace(run, rows=tuple(replace(row, cost=-float(number)) for number, row in enumerate(run.rows)))
    assert not overlaps(drawn(plot(lost, "bars: cost")))
    unsolved = replace(run, rows=tuple(replace(row, status="unknown", limit="time") for row in run.rows))
    assert not overlaps(drawn(plot(unsolved, "bars")))


def test_pictures_are_files_of_both_kinds(tmp_path: Path) -> None:
    run = made_up(sized())
    for ending, start in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        path = tmp_path / f"plot{ending}"
        save_plot(plot(run, "bars"), path)
        assert path.read_bytes().startswith(start)
    with pytest.raises(InputError, match=r"ends neither in .svg nor in .png"):
        save_plot(plot(run, "bars"), tmp_path / "plot.gif")


def test_the_same_rows_give_the_same_picture() -> None:
    run = made_up(sized())
    assert picture(plot(run, "bars"), "svg") == picture(plot(run, "bars"), "svg")


@pytest.mark.parametrize(
    ("what", "complaint"),
    [
        ("pie", "no plot 'pie'; there are bars, scaling, cactus, curve"),
        ("bars: colour", "no bars of 'colour'; there are seconds"),
        ("scaling", "army-classic has neither sizes of problems nor several threads"),
        ("curve", "army-classic has no matches"),
    ],
)
def test_what_cannot_be_drawn_is_said(what: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        plot(made_up(lab.load("army-classic")), what)


@pytest.mark.parametrize(
    "experiment",
    [
        pytest.param(item, id=item.name, marks=[pytest.mark.long] if place % 3 else [])
        for place, item in enumerate(EXPERIMENTS)
    ],
)
def test_a_page_needs_nothing_else(experiment: lab.Experiment) -> None:
    # Which are drawn whole above; what is left may have too few repetitions for a spread.
    plots = tuple(what for what in experiment.plots if what != "spread")
    experiment = replace(experiment, problems=experiment.problems[:1], published=(), plots=plots)
    page = report(made_up(experiment))
    assert page.count("<svg") == len(usual_plots(made_up(experiment)))
    assert page.count("<tr>") > len({job.configuration for job in experiment.jobs()})
    for outside in ("<script", "<link", "<img", "@import", "url(http"):
        assert outside not in page
    shown = {job.configuration for job in experiment.jobs()}
    for configuration in [item for item in experiment.configurations if item.name in shown]:
        assert configuration.name.replace("&", "&amp;") in page


def test_names_are_not_taken_for_html() -> None:
    subject = lab.Subject("<b>bold</b>", "pegs/english")
    run = made_up(replace(sized(), about="a < b", problems=(subject,), plots=("bars",)))
    page = report(run)
    assert "<b>" not in page
    assert "a &lt; b" in page
