"""Rows as files for other programs: CSV, or Parquet where pyarrow is there."""

import csv
import io
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.files import write_safely
from perfectplay.lab.rows import COLUMNS, ExperimentRun


def export(run: ExperimentRun, path: Path) -> None:
    """Write the rows of a run; the ending of the file says how."""
    if path.suffix == ".csv":
        text = io.StringIO(newline="")
        table = records(run)
        writer = csv.DictWriter(text, list(table[0]) if table else ["run", "experiment", *COLUMNS])
        writer.writeheader()
        writer.writerows(table)
        write_safely(path, text.getvalue())
    elif path.suffix == ".parquet":
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise UnsupportedError("Parquet needs pyarrow: pip install 'perfectplay[lab]'") from None
        buffer = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records(run)), buffer)
        write_safely(path, [buffer.getvalue()])
    else:
        raise InputError(f"{path} ends neither in .csv nor in .parquet")


def records(run: ExperimentRun) -> list[dict[str, Any]]:
    """Return the rows as flat records: further measures become columns such as `pruned: weights`."""
    flat = [
        {"run": run.number, "experiment": run.experiment.name}
        | {name: getattr(row, name) for name in COLUMNS}
        | {f"{name}: {key}": value for name, measure in row.measures.items() for key, value in measure.items()}
        for row in run.rows
    ]
    columns = dict.fromkeys(name for record in flat for name in record)
    return [{name: record.get(name) for name in columns} for record in flat]
