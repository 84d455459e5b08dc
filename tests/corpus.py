"""The corpus in `tests/data`."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


def lines(name: str) -> list[Any]:
    """The objects of a file with one on each line."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def presets() -> dict[str, Any]:
    """Every preset with all its options under `options`."""
    found: dict[str, Any] = json.loads((DATA / "cases.json").read_text())["presets"]
    return found


def cases(kind: str) -> list[Any]:
    """The worked cases of a kind, each with all options of its house under `options`."""
    names = ("cases.json", "turns_jokers.json")
    every = [case for name in names for case in json.loads((DATA / name).read_text())["cases"]]
    found = [case for case in every if case["kind"] == kind]
    by_name = presets()
    for case in found:
        preset = by_name[case["input"]["preset"]]["options"]
        case["options"] = preset | case["input"].get("set", {})
    return found
