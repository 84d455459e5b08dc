"""The game as a program sees it: a JSON document a line."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from machiavelli import Card, Cards, Meld, Outcome, Plan, Rules, State, Table, View
from machiavelli.cli.output import names, print_json
from machiavelli.events import Event
from machiavelli.tell import written
from machiavelli.texts import Texts


def plain(value: object) -> Any:
    """A value of the engine as JSON has it."""
    match value:
        case Card():
            return str(value)
        case Cards() | Meld():
            return names(value)
        case Table():
            return [names(meld) for meld in value]
        case Outcome(end, winners, scores):
            return {"end": end, "winners": list(winners), "scores": list(scores)}
        case tuple():
            return [plain(each) for each in value]
    return value


def fields(event: Event) -> dict[str, Any]:
    """An event as JSON: its kind, and its fields."""
    return {"event": type(event).__name__} | {
        name: plain(getattr(event, name)) for name in type(event).__match_args__
    }


class Wire:
    """Prints the game for programs."""

    def __init__(self, texts: Texts, state: Callable[[], State]) -> None:
        """Take the language of messages, and whence the scores come."""
        self._texts = texts
        self._state = state

    def happened(self, _view: View, events: Sequence[Event]) -> None:
        """Prints each event: `{"event": …}`."""
        for event in events:
            print_json(fields(event))

    def turn(self, view: View, plan: Plan, _seen: Table) -> None:
        """Prints what the player sees: `{"turn": …}`."""
        print_json(
            {
                "turn": view.turn_number,
                "deal": view.deal_number,
                "seat": view.seat,
                "hand": plain(view.hand),
                "hand_sizes": list(view.hand_sizes),
                "table": plain(plan.table),
                "open_cards": plain(view.open_cards),
                "stock": view.stock_size,
                "opened": list(view.opened),
                "has_idled": view.has_idled,
                "totals": list(view.totals),
                "rules": str(view.rules),
            }
        )

    def plan(self, _view: View, plan: Plan, code: str | None) -> None:
        """Prints the working table: `{"plan": …}`."""
        print_json(
            {
                "plan": plain(plan.table),
                "hand": plain(plan.hand),
                "laid": plain(plan.laid),
                "lifted": plain(plan.lifted),
                "faults": [{"meld": fault.index + 1, "code": fault.code} for fault in plan.faults],
                "code": code,
            }
        )

    def cards(self, shown: Iterable[Card]) -> str:
        """Cards in a message, as text that is read again."""
        return written(shown)

    def hint(self, _view: View, laid: Cards, table: Table) -> None:
        """Prints what can be laid: `{"hint": …}`."""
        print_json({"hint": plain(laid), "table": plain(table)})

    def problem(self, text: str, code: str | None = None) -> None:
        """Prints why something is not done: `{"error": …}`."""
        print_json({"error": {"code": code, "message": text}})

    def note(self, text: str) -> None:
        """Prints that something is done: `{"note": …}`."""
        print_json({"note": text})

    def help(self) -> None:
        """Prints the commands: `{"help": …}`."""
        print_json({"help": dict(self._texts.catalogue("help"))})

    def rules(self, rules: Rules) -> None:
        """Prints the rules: `{"rules": …}`."""
        print_json({"rules": str(rules), "options": rules.options})

    def score(self) -> None:
        """Prints the score sheet: `{"score": …}`."""
        state = self._state()
        print_json({"score": plain(state.scores), "totals": plain(state.totals)})

    def sort(self, order: str) -> None:
        """A hand in JSON is in index order, whatever is asked for."""
