"""From an experiment to a plot, in Python.  Run it whole, or cell by cell in an editor that knows `# %%`.

Each row is measured in a process of its own, so keep what does the work below `if __name__ == "__main__"` in a script.
"""

# %% What is compared: searches of one puzzle, with and without a memory of positions.
from pathlib import Path

from perfectplay import lab

EXPERIMENT = lab.Experiment(
    name="triangle",
    about="Is it worth remembering positions on the triangle of fifteen holes?",
    problems=(lab.Subject("triangle", "pegs/triangle-5:a1..b3"),),
    configurations=(
        lab.Configuration("nothing", options={"algorithm": "depth-first", "prune": []}),
        lab.Configuration("positions", options={"algorithm": "depth-first", "prune": ["duplicates"]}),
        lab.Configuration("and mirror images", options={"algorithm": "depth-first", "prune": ["symmetry"]}),
    ),
    repetitions=2,
)

# %% Measure.  Rows are kept, and a second call begins a new run; `perfectplay lab list` names both.
if __name__ == "__main__":
    run = lab.run(EXPERIMENT)

    # %% Look at the figures: medians of the repetitions.
    for group in lab.summarise(run):
        print(f"{group.configuration:18} {group.median('expanded'):>9,.0f} positions  {group.status}")

    # %% Draw them.  In a notebook, `figure` alone shows the picture.
    figure = lab.plot(run, "bars: expanded")
    lab.save_plot(figure, Path("triangle.svg"))
