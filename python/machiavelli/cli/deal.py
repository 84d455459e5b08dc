"""`machiavelli deal`."""

from typing import Annotated

import typer
from rich.text import Text

from machiavelli import Meld, State, render
from machiavelli.cli.options import (
    JsonOption,
    LanguageOption,
    RulesOption,
    SetOption,
    chosen_dealer,
    chosen_order,
    chosen_rules,
    chosen_texts,
    read,
)
from machiavelli.cli.output import (
    columns,
    draw,
    draws_signs,
    names,
    print_json,
    print_line,
    print_lines,
)
from machiavelli.texts import Texts

PlayersOption = Annotated[int, typer.Option("--players", metavar="N", help="How many play.")]
SeedOption = Annotated[
    int, typer.Option(metavar="N", min=0, max=2**64 - 1, help="What chance depends on.")
]
DealerOption = Annotated[
    int | None,
    typer.Option(
        metavar="SEAT", min=0, help="Who deals, from 0; by lot by default.", show_default=False
    ),
]
CardsOption = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="CARDS",
        help="The whole deck in the order in which it is dealt, in place of a seed.",
        show_default=False,
    ),
]
SortOption = Annotated[
    str, typer.Option("--sort", metavar="suit|rank", help="How the hands are sorted.")
]

INDENT = "  "
"""What stands before cards."""


def deal_command(
    rules: RulesOption = "modiano",
    changes: SetOption = None,
    players: PlayersOption = 2,
    seed: SeedOption = 0,
    dealer: DealerOption = None,
    cards: CardsOption = None,
    language: LanguageOption = None,
    order: SortOption = "suit",
    as_json: JsonOption = False,
) -> None:
    """Show a deal: every hand, the open cards, and the stock in the order in which it is drawn."""
    texts = chosen_texts(language)
    chosen = chosen_rules(rules, changes)
    order = chosen_order(order)
    deck = None if cards is None else read(Meld, "--cards", cards)
    first = chosen_dealer(dealer, chosen, players)
    state, _ = State.start(chosen, players, seed=seed, dealer=first, cards=deck)
    if as_json:
        print_json(
            {
                "rules": str(state.rules),
                "seed": None if cards else seed,
                "dealer": state.dealer,
                "on_turn": state.on_turn,
                "hands": [names(state.hand(seat)) for seat in state.seats],
                "table": [names(meld) for meld in state.table],
                "stock": [str(card) for card in state.stock],
            }
        )
    else:
        _show(state, texts, order)


def _show(state: State, texts: Texts, order: str) -> None:
    signs, width = draws_signs(), columns() - len(INDENT)
    for seat in state.seats:
        mark = "dealer" if seat == state.dealer else "on_turn" if seat == state.on_turn else ""
        said = f"  {texts.say(f'is_{mark}')}" if mark else ""
        print_line(f"{texts.say('player', seat=seat)}  {len(state.hand(seat))}{said}")
        print_lines(render.hand(state.hand(seat), order, signs=signs, width=width), INDENT)
    if len(state.table):
        print_line(texts.say("table"))
        print_line(Text.assemble(INDENT, draw(card for meld in state.table for card in meld)))
    print_line(f"{texts.say('stock')}  {len(state.stock)}")
    print_lines(render.row(state.stock, signs=signs, width=width), INDENT)
