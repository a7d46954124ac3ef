"""Experiments: problems times configurations become rows, and rows become tables, plots and a page.

>>> from perfectplay import lab
>>> experiment = lab.load("pegs-weighted")
>>> [configuration.name for configuration in experiment.configurations][:2]
['greedy, none', 'greedy, weights']
"""

from typing import Any
from warnings import warn

from perfectplay.lab.comparing import compare
from perfectplay.lab.experiment import Configuration, Experiment, Published, Subject
from perfectplay.lab.experiment_file import load, shipped
from perfectplay.lab.export import export
from perfectplay.lab.plots import plot, save_plot
from perfectplay.lab.report import report
from perfectplay.lab.rows import ExperimentRun, Row
from perfectplay.lab.running import run
from perfectplay.lab.store import Store
from perfectplay.lab.summary import Group, summarise

__all__ = [
    "Configuration",
    "Experiment",
    "ExperimentRun",
    "Group",
    "Published",
    "Row",
    "Store",
    "Subject",
    "compare",
    "export",
    "load",
    "plot",
    "report",
    "run",
    "save_plot",
    "shipped",
    "summarise",
]


def __getattr__(name: str) -> Any:
    if name == "Run":
        warn("perfectplay.lab.Run is called ExperimentRun now", DeprecationWarning, stacklevel=2)
        return ExperimentRun
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
