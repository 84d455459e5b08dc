"""Results as files."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import numpy as np

from machiavelli.errors import QuestionError

if TYPE_CHECKING:
    from pathlib import Path

    from machiavelli.simulation.results import Results

SUFFIXES = (".npz", ".csv", ".parquet")


def check_path(path: Path) -> None:
    """Raise if results cannot be written there for what the file is called or where it lies."""
    if path.suffix not in SUFFIXES:
        message = f"results are written to {', '.join(SUFFIXES)}, not to {path.name}"
        raise QuestionError(message, "E_FILE")
    if not path.parent.is_dir():
        message = f"{path} cannot be written: there is no folder {path.parent}"
        raise QuestionError(message, "E_FILE")
    if path.suffix == ".parquet":
        try:
            import pyarrow.parquet  # noqa: F401, PLC0415 - it need not be there
        except ImportError:
            message = "parquet files need pyarrow: pip install pyarrow"
            raise QuestionError(message, "E_FILE") from None


def write(results: Results, path: Path) -> None:
    """Write the columns in the format that the file's name tells."""
    check_path(path)
    columns = dict(results.table())
    match path.suffix:
        case ".npz":
            np.savez_compressed(path, **columns, **_about(results))  # type: ignore[arg-type]
        case ".csv":
            with path.open("w", encoding="utf-8", newline="") as file:
                rows = csv.writer(file, lineterminator="\n")
                rows.writerow(columns)
                plain = [
                    column.astype(int) if column.dtype == bool else column
                    for column in columns.values()
                ]
                rows.writerows(zip(*(column.tolist() for column in plain), strict=True))
        case _:
            import pyarrow as pa  # noqa: PLC0415 - it need not be there
            import pyarrow.parquet as pq  # noqa: PLC0415

            about = {name: str(value) for name, value in _about(results).items()}
            table = pa.table(columns).replace_schema_metadata(about)
            pq.write_table(table, path)


def _about(results: Results) -> dict[str, object]:
    return {
        "rules": results.rules,
        "players": ",".join(results.players),
        "seed": results.seed,
        "unit": results.unit,
        "duplicate": results.duplicate,
    }
