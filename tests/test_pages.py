"""The pages about the presets say what the engine plays."""

from docs.pages import PAGES, pages

from machiavelli import Rules
from machiavelli.page import page
from machiavelli.texts import Texts


def test_the_pages_are_up_to_date() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")}
    assert written == pages()


def test_a_page_tells_the_deals_of_every_number_of_players() -> None:
    # R2.8: the stock of a flat deal and of a reduced one, with 104 cards.
    flat = page(Rules("agimeg"), Texts("en"))
    for row in ("| 2 | 13 | 78 |", "| 3 | 13 | 65 |", "| 4 | 13 | 52 |", "| 5 | 13 | 39 |"):
        assert row in flat
    reduced = page(Rules("wikipedia"), Texts("en"))
    for row in ("| 2 | 13 | 78 |", "| 3 | 9 | 77 |", "| 4 | 7 | 76 |", "| 6 | 5 | 74 |"):
        assert row in reduced
    assert "| 4 | 5 | 84 |" in page(Rules("tahiti"), Texts("it"))
