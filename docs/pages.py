"""Writes the pages about the presets, which a test compares with what they would be now."""

from pathlib import Path
from typing import Any

from machiavelli import Rules
from machiavelli.page import page
from machiavelli.texts import Texts

PAGES = Path(__file__).resolve().parent / "presets"

EXAMPLES: dict[str, dict[str, Any]] = {
    "agimeg-category": {"category_values": {"number": 5, "figure": 10, "ace": 15, "joker": 25}},
    "agimeg-threshold": {"threshold": 100},
    "agimeg-small-hand": {"deal": {7: 10, 8: 9}},
}
"""What presets need that leave a choice to the players."""


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    english = Texts("en")
    about = Rules.about_presets()
    lines = [f"- [{name}]({name}.md): {text}" for name, text in about.items()]
    index = (
        "# The presets\n\n"
        "Each page is made from the rules that the engine plays by: `make pages` writes them.\n\n"
        + "\n".join(lines)
        + "\n"
    )
    each = {f"{name}.md": page(Rules(name, **EXAMPLES.get(name, {})), english) for name in about}
    return {"README.md": index, **each}


def main() -> None:
    """Writes them."""
    PAGES.mkdir(exist_ok=True)
    for name, text in pages().items():
        (PAGES / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
