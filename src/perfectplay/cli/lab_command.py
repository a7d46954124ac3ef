"""`perfectplay lab`."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from perfectplay.base.errors import InputError
from perfectplay.base.files import system_name, write_safely
from perfectplay.base.limits import Stop
from perfectplay.base.text import in_lines, many
from perfectplay.cli.exit_codes import INTERRUPTED, REJECTED, SOLVED
from perfectplay.cli.lab_markdown import markdown_lines
from perfectplay.cli.lab_words import comparison_lines, run_lines
from perfectplay.cli.options import file_option, json_option
from perfectplay.lab.comparing import compare
from perfectplay.lab.experiment_file import load, shipped
from perfectplay.lab.export import export
from perfectplay.lab.plots import ENDINGS, plot, save_plot, usual_plots
from perfectplay.lab.report import report
from perfectplay.lab.rows import ExperimentRun
from perfectplay.lab.running import OnRow
from perfectplay.lab.running import run as run_experiment
from perfectplay.lab.saved_runs import SavedRuns
from perfectplay.lab.store import Store, lab_file
from perfectplay.lab.summary import summarise


@click.group("lab", no_args_is_help=False)
def COMMAND() -> None:
    """Compare searches: measure problems under configurations, and show the rows as tables, plots and a page.

    RUN is the number of a run, or the name of an experiment for its latest run; without it, the latest of all.

    Exit codes: 0 done; 1 a row is wrong, or the file of runs is damaged and the rest of it is shown; 2 bad input.
    """


@COMMAND.command("list")
@json_option
def list_command(as_json: bool) -> int:
    """Name the experiments that come with the package, and the runs that were made here."""
    abouts = {name: load(name).about for name in shipped()}
    with _reading() as store:
        runs = store.runs()
    if as_json:
        names = ("run", "experiment", "started", "version", "rows", "planned")
        made = [dict(zip(names, run, strict=True)) for run in runs]
        click.echo(json.dumps({"experiments": abouts, "runs": made, "database": str(store.path)}, indent=1))
        return _told_damage(store)
    for name, about in abouts.items():
        click.echo(in_lines(f"{name:15} {about}", 16))
    click.echo(f"\n{many(len(runs), 'run')} in {store.path}")
    for number, name, started, version, rows, planned in runs:
        left = "" if rows == planned else f", {planned - rows:,} still to come"
        click.echo(in_lines(f"{number:4}  {name}, {started}, version {version}, {many(rows, 'row')}{left}", 6))
    return _told_damage(store)


@COMMAND.command("run")
@click.argument("experiments", nargs=-1, required=True, metavar="FILE|NAME...")
@click.option("--new", "is_new", is_flag=True, help="Begin a new run, though one is unfinished.")
@json_option
def run_command(experiments: tuple[str, ...], is_new: bool, as_json: bool) -> int:
    """Run experiments, one fresh process for each row, and print their tables.

    A run that was interrupted or killed goes on where it was.

    Exit codes: 0 done; 1 a row is wrong, crashed or was refused; 2 bad input; 130 interrupted.
    """
    results: list[dict[str, Any]] = []
    code = SOLVED
    for name, experiment in [(name, load(name)) for name in experiments]:
        with Stop() as stop, Store() as store, _progress_bar(experiment.name) as on_row:
            finished = run_experiment(experiment, store, on_row, is_new)
        if stop.limit:
            click.echo(f"perfectplay: {stop.detail or stop.limit}; `lab run {name}` goes on from here", err=True)
            return INTERRUPTED
        if any(row.status in ("wrong", "crashed", "refused") for row in finished.rows):
            code = REJECTED
        if as_json:
            results.append(_run_json(finished))
        else:
            click.echo(("\n\n" if results else "") + run_lines(finished))
            results.append({})
    if as_json:
        click.echo(json.dumps(results[0] if len(results) == 1 else {"runs": results}, indent=1))
    return code


@contextmanager
def _progress_bar(name: str) -> Iterator[OnRow]:
    """Yield a callback that shows the row that has begun, if standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda job, done, planned: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(name)
        yield lambda job, done, planned: progress.update(
            bar, description=f"{job.problem}, {job.configuration}", completed=done, total=planned
        )


@COMMAND.command("show")
@click.argument("what", required=False, default="", metavar="[RUN]")
@click.option("--full", "is_full", is_flag=True, help="Show generated, duplicates, pruned and loading too.")
@click.option("--markdown", "is_markdown", is_flag=True, help="Print it for a README: job, ours, to beat.")
@json_option
def show_command(what: str, is_full: bool, is_markdown: bool, as_json: bool) -> int:
    """Print the table of a run, with the published figures beside ours.

    A row whose answer is not the one that the experiment expects is called wrong.
    """
    if sum((is_full, is_markdown, as_json)) > 1:
        raise click.UsageError("--full, --markdown and --json are three forms; choose one")
    with _reading() as store:
        run = store.find(what)
        lines = markdown_lines(run) if is_markdown else "" if as_json else run_lines(run, is_full)
    click.echo(json.dumps(_run_json(run), indent=1) if as_json else lines)
    return _told_damage(store)


@COMMAND.command("plot")
@click.argument("what", required=False, default="", metavar="[RUN]")
@click.option(
    "--kind", metavar="KIND", help="bars, scaling, cactus, curve or spread, in place of what the experiment asks for."
)
@click.option(
    "--figure", metavar="FIGURE", help="What bars are of: seconds, expanded, generated, memory, peak_bytes or cost."
)
@file_option("output", "Write this one picture, which ends in .svg or .png.")
@json_option
def plot_command(what: str, kind: str | None, figure: str | None, output_file: Path | None, as_json: bool) -> int:
    """Draw a run: bars on a logarithmic scale, scaling curves, a cactus plot, or the time of moves over a game.

    Without --output, every picture is written to this folder, as SVG and as PNG.
    """
    if figure is not None and kind not in (None, "bars"):
        raise click.UsageError(f"--figure is for bars; leave it out for {kind}")
    with _reading() as store:
        run = store.find(what)
        wanted = usual_plots(run) if kind is None and figure is None else (f"{kind or 'bars'}: {figure or ''}",)
        files = []
        for name in wanted[:1] if output_file else wanted:
            drawn = plot(run, name)
            stem = "-".join([run.experiment.name, *name.replace(":", " ").split()])
            for path in [output_file] if output_file else [Path(system_name(f"{stem}{ending}")) for ending in ENDINGS]:
                save_plot(drawn, path)
                files.append(path)
    _print_files(files, as_json)
    return _told_damage(store)


@COMMAND.command("report")
@click.argument("what", required=False, default="", metavar="[RUN]")
@file_option("output", "Write this file, not one named after the experiment.")
@json_option
def report_command(what: str, output_file: Path | None, as_json: bool) -> int:
    """Write a run as one HTML page that needs nothing else: all figures, and the plots inside it."""
    with _reading() as store:
        run = store.find(what)
        path = output_file or Path(system_name(f"{run.experiment.name}.html"))
        write_safely(path, report(run))
    _print_files([path], as_json)
    return _told_damage(store)


@COMMAND.command("compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@json_option
def compare_command(first: str, second: str, as_json: bool) -> int:
    """Compare the seconds of two sides, each RUN or RUN:CONFIGURATION, per problem and in all.

    Example: lab compare 3 7, or lab compare pegs-dfs:none pegs-dfs:both.
    """
    with _reading() as store:
        comparison = compare(store, first, second)
    click.echo(json.dumps(comparison.as_json(), indent=1) if as_json else comparison_lines(comparison))
    return _told_damage(store)


@COMMAND.command("export")
@click.argument("what", metavar="RUN")
@click.argument("file", metavar="FILE")
@json_option
def export_command(what: str, file: str, as_json: bool) -> int:
    """Write the rows of a run to FILE, which ends in .csv or .parquet."""
    with _reading() as store:
        run = store.find(what)
        export(run, Path(file))
    _print_files([Path(file)], as_json)
    return _told_damage(store)


@contextmanager
def _reading() -> Iterator[SavedRuns]:
    """Open the file of runs for who only reads; where that fails, damage may be why, so the same line tells of it."""
    with SavedRuns(lab_file()) as store:
        try:
            yield store
        except InputError as error:
            if not store.damage or store.damage in str(error):
                raise
            raise InputError(f"{error}; {store.damage}") from None


def _told_damage(store: SavedRuns) -> int:
    """Say on standard error what of a file is damaged; return the exit code of whoever has shown the rest."""
    if not store.damage:
        return SOLVED
    click.echo(f"perfectplay: {store.damage}; the rest is shown", err=True)
    return REJECTED


def _run_json(run: ExperimentRun) -> dict[str, Any]:
    return {
        "run": run.number,
        "experiment": run.experiment.name,
        "about": run.experiment.about,
        "started": run.started,
        "machine": run.machine,
        "version": run.version,
        "rows": len(run.rows),
        "planned": run.planned,
        "source": run.experiment.source,
        "why": run.experiment.why,
        "groups": [group.as_json() for group in summarise(run)],
    }


def _print_files(files: list[Path], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"files": [str(file) for file in files]}, indent=1))
    else:
        for file in files:
            click.echo(f"wrote {file}")
