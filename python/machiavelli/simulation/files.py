"""Results as files."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from machiavelli.errors import QuestionError
from machiavelli.storage import Replacing

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from numpy.typing import NDArray

    from machiavelli.simulation.results import Results

    Columns: TypeAlias = dict[str, NDArray[Any]]


def check_path(path: Path) -> None:
    """Raise if results cannot be written there for what the file is called or where it lies."""
    if path.suffix not in _FORMATS:
        message = f"results are written to {', '.join(_FORMATS)}, not to {path.name}"
        raise QuestionError(message, "E_FILE")
    if not path.parent.is_dir():
        message = f"{path} cannot be written: there is no folder {path.parent}"
        raise QuestionError(message, "E_FILE")
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        message = f"{path} cannot be written"
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
    with Replacing(str(path)) as new:
        _FORMATS[path.suffix](results, columns, new)


def _write_npz(results: Results, columns: Columns, new: str) -> None:
    np.savez_compressed(new, **columns, **_about(results))  # type: ignore[arg-type]


def _write_csv(_results: Results, columns: Columns, new: str) -> None:
    plain = [column.astype(int) if column.dtype == bool else column for column in columns.values()]
    with Path(new).open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(columns)
        rows.writerows(zip(*(column.tolist() for column in plain), strict=True))


def _write_parquet(results: Results, columns: Columns, new: str) -> None:
    import pyarrow as pa  # noqa: PLC0415 - it need not be there
    import pyarrow.parquet as pq  # noqa: PLC0415

    about = {name: str(value) for name, value in _about(results).items()}
    pq.write_table(pa.table(columns).replace_schema_metadata(about), new)


_FORMATS = {".npz": _write_npz, ".csv": _write_csv, ".parquet": _write_parquet}


def write_record(path: Path, record: str) -> None:
    """Write the record of a game, unless it is there already."""
    data = record.encode()
    if path.exists():
        with path.open("rb") as file:
            same = file.read(len(data) + 1) == data
        if not same:
            message = f"{path} is there already, and not the record of this game"
            raise QuestionError(message, "E_FILE")
        return
    with Replacing(str(path)) as new:
        Path(new).write_bytes(data)


def _about(results: Results) -> dict[str, object]:
    return {
        "rules": results.rules,
        "players": ",".join(results.players),
        "seed": results.seed,
        "unit": results.unit,
        "duplicate": results.duplicate,
    }
