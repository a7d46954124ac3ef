"""Experiments: problems times configurations become rows, and rows become tables, plots and a page.

>>> from perfectplay import lab
>>> experiment = lab.load("pegs-weighted")
>>> [configuration.name for configuration in experiment.configurations][:2]
['greedy, none', 'greedy, weights']
"""

from perfectplay.lab.comparing import compare
from perfectplay.lab.experiment import Configuration, Experiment, Published, Subject
from perfectplay.lab.export import export
from perfectplay.lab.plots import plot, save_plot
from perfectplay.lab.reading import load, shipped
from perfectplay.lab.report import report
from perfectplay.lab.running import run
from perfectplay.lab.store import Row, Run, Store
from perfectplay.lab.summary import Group, summarise

__all__ = [
    "Configuration",
    "Experiment",
    "Group",
    "Published",
    "Row",
    "Run",
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
