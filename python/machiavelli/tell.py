"""What happens in a game, as sentences."""

from collections.abc import Callable, Iterable, Sequence

from machiavelli import Card, Rules, events
from machiavelli.texts import Texts


def listed(names: Sequence[str], texts: Texts) -> str:
    """Names in a sentence."""
    if not names:
        return texts.say("nobody")
    *others, last = names
    return texts.say("and").join([", ".join(others), last]) if others else last


def written(shown: Iterable[Card]) -> str:
    """Cards in a sentence."""
    return " ".join(map(str, shown))


def matters(event: events.Event, rules: Rules) -> bool:
    """Whether an event means anything under these rules; mostly nobody asks who has opened."""
    options = rules.options
    opening = options["opening"] != "none" or options["draw_start_preopen"] is not None
    return opening or not isinstance(event, events.Opened)


class Teller:
    """Tells events in a language to somebody who knows the players by name."""

    def __init__(
        self,
        texts: Texts,
        names: Sequence[str],
        write: Callable[[Iterable[Card]], str] = written,
    ) -> None:
        """Take the language, the players' names by seat, and how cards are written."""
        self._texts = texts
        self._names = names
        self._write = write

    def tell(self, event: events.Event) -> str | None:  # noqa: C901, PLR0911 - one for each event
        """The event as a sentence; None for what need not be told."""
        say, names = self._texts.say, self._names
        match event:
            case events.Dealt(deal, dealer, _, hand_size):
                return say("dealt", deal=deal, dealer=names[dealer], count=hand_size)
            case events.TurnedUp(cards):
                return say("turned_up", cards=self._write(cards))
            case events.Drew(seat, count, cards, reason):
                why = say(f"why_{reason}")
                if cards is not None:
                    return say("drew_cards", name=names[seat], cards=self._write(cards), why=why)
                return self._texts.count("drew", count, name=names[seat], why=why)
            case events.Laid(seat, cards):
                return say("laid", name=names[seat], cards=self._write(cards))
            case events.Rearranged(seat) | events.Opened(seat) | events.WentOut(seat):
                return say(_KEYS[type(event)], name=names[seat])
            case events.Restored(seat, cause, code):
                return say("restored", name=names[seat], why=self._why(cause, code))
            case events.Took(seat, cards, cause, code):
                why = self._why(cause, code)
                return say("took", name=names[seat], cards=self._write(cards), why=why)
            case events.DealOver(outcome):
                return say(f"end_{outcome.end}")
            case events.Excluded(seats) | events.Tied(seats) | events.MatchOver(seats):
                return say(_KEYS[type(event)], names=self._list(seats))
        return None

    def _list(self, seats: Sequence[int]) -> str:
        return listed([self._names[seat] for seat in seats], self._texts)

    def _why(self, cause: str, code: str | None) -> str:
        return self._texts.reason(code) if code else self._texts.say(f"cause_{cause}")


_KEYS = {
    events.Rearranged: "rearranged",
    events.Opened: "opened",
    events.WentOut: "went_out",
    events.Excluded: "excluded",
    events.Tied: "tied",
    events.MatchOver: "match_over",
}
