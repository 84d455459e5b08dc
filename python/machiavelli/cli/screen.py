"""The game as a person sees it in a terminal, or as plain text in a pipe."""

from collections.abc import Callable, Iterable, Sequence

from rich.text import Text

from machiavelli import Card, Cards, Plan, Rules, State, Table, View, render
from machiavelli.cli.output import (
    columns,
    draw,
    draws_signs,
    print_explanation,
    print_line,
    print_lines,
)
from machiavelli.events import DealOver, Dealt, Event, MatchOver
from machiavelli.tell import Teller, matters
from machiavelli.texts import Texts

INDENT = "   "
"""What stands before the hand, so that it lies below the cards of the table."""


def score_rows(state: State, texts: Texts) -> dict[str, Sequence[object]]:
    """A row for each deal that is over, and one for the totals."""
    rows: dict[str, Sequence[object]] = {
        texts.say("score_deal", deal=deal): ["-" if score is None else score for score in scores]
        for deal, scores in enumerate(state.scores, 1)
    }
    return rows | {texts.say("score_total"): state.totals}


def draw_plain(cards: Iterable[Card]) -> str:
    """Cards in a sentence, as they are best read where the output goes."""
    return draw(cards).plain


class Screen:
    """Prints the game; `state` gives it for the score sheet."""

    def __init__(
        self, texts: Texts, names: Sequence[str], state: Callable[[], State], order: str = "suit"
    ) -> None:
        """Take the language, the players' names, and how the hand is sorted."""
        self._texts = texts
        self._names = names
        self._state = state
        self._order = order
        self._signs = draws_signs()
        self._teller = Teller(texts, names, draw_plain)

    def happened(self, view: View, events: Sequence[Event]) -> None:
        """Prints a line for each event that is worth one, and the score sheet after a deal."""
        for event in events:
            if not matters(event, view.rules):
                continue
            text = self._teller.tell(event)
            if text:
                if isinstance(event, Dealt):
                    print_line()
                style = "bold" if isinstance(event, DealOver | MatchOver) else "cyan"
                print_line(Text(text, style))
            if isinstance(event, DealOver):
                self.score()

    def turn(self, view: View, plan: Plan, seen: Table) -> None:
        """Prints who holds how much, the table and the hand."""
        say = self._texts.say
        line = say("header", deal=view.deal_number, turn=view.turn_number, stock=view.stock_size)
        sizes = "  ".join(f"{self._names[seat]} {view.hand_sizes[seat]}" for seat in view.players)
        print_line()
        print_line(Text(f"{line}  {sizes}", "dim"))
        self._show(plan, seen, "table" if seen == plan.table else "table_changed")
        if not view.has_opened and view.rules.options["opening"] != "none":
            print_line(say("not_opened"))
        if view.has_idled:
            print_line(say("idled"))
        print_line(say("your_turn", name=self._names[view.seat]))

    def plan(self, _view: View, plan: Plan, code: str | None) -> None:
        """Prints the working table, the hand, and what is not as it must be."""
        self._show(plan, plan.start, "table")
        if not len(plan.laid):
            return
        if code is None:
            print_line(Text(self._texts.say("ready"), "green"))
        elif not plan.faults and not len(plan.lifted):
            print_line(Text(self._texts.sentence(code), "red"))

    def _show(self, plan: Plan, known: Table, heading: str) -> None:
        say, signs = self._texts.say, self._signs
        bad = [fault.index for fault in plan.faults]
        if len(plan.table):
            print_line(Text(say(heading), "dim"))
            self._grid(plan.table, known, plan.rules, bad)
        else:
            print_line(Text(say("table_empty"), "dim"))
        if len(plan.hand):
            print_line(Text(f"{say('hand')}  {len(plan.hand)}", "dim"))
            width = columns() - len(INDENT)
            print_lines(render.hand(plan.hand, self._order, signs=signs, width=width), INDENT)
        else:
            print_line(Text(say("hand_empty"), "dim"))
        for key, cards in (("laid_now", plan.laid), ("lifted", plan.lifted)):
            if len(cards):
                label = Text(f"{say(key)}  ", "bold red" if key == "lifted" else "dim")
                print_line(Text.assemble(label, render.cards(cards, signs=signs)))

    def _grid(self, table: Table, known: Table, rules: Rules, bad: Iterable[int] = ()) -> None:
        signs, width = self._signs, columns()
        print_lines(render.meld_grid(table, known, rules, bad, signs=signs, width=width))

    def hint(self, view: View, laid: Cards, table: Table) -> None:
        """Prints what can be laid, and a table that shows it."""
        print_line(self._texts.count("hint", len(laid), cards=self.cards(laid)))
        self._grid(table, view.table, view.rules)

    def cards(self, shown: Iterable[Card]) -> str:
        """Cards in a sentence, as the table shows them."""
        return draw_plain(shown)

    def problem(self, text: str, code: str | None = None) -> None:  # noqa: ARG002 - for programs
        """Prints why something is not done."""
        print_line(Text(text, "red"))

    def note(self, text: str) -> None:
        """Prints that something is done."""
        print_line(text)

    def help(self) -> None:
        """Prints the list of commands."""
        for line in self._texts.catalogue("help").values():
            print_line(f"  {line}")
        if self._state().rules.options["jokers"]:
            for key in ("help_lay_joker", "help_free_joker"):
                print_line(f"  {self._texts.say(key)}")

    def rules(self, rules: Rules) -> None:
        """Prints the rules in words."""
        print_explanation(rules, self._texts)

    def score(self) -> None:
        """Prints the score sheet."""
        print_lines(render.sheet(score_rows(self._state(), self._texts), self._names))

    def sort(self, order: str) -> None:
        """Sorts the hand otherwise from now on."""
        self._order = order
