"""`machiavelli play`."""

import os
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from machiavelli import Builtin, Game, MachiavelliError, Player, State
from machiavelli.cli.lines import edit_lines, read_line
from machiavelli.cli.options import (
    JsonLinesOption,
    LanguageOption,
    RulesOption,
    SetOption,
    chosen_dealer,
    chosen_order,
    chosen_rules,
    chosen_texts,
    leave_out,
    whole,
)
from machiavelli.cli.output import LONGEST_SHOWN, clipped, console, printable
from machiavelli.cli.person import LeaveGame, Person, Surface
from machiavelli.cli.screen import Screen
from machiavelli.cli.wire import Wire
from machiavelli.given import SEATS
from machiavelli.kept import resumed
from machiavelli.texts import Texts

STRATEGIES = Builtin.strategies()

PlayersOption = Annotated[
    str,
    typer.Option(
        metavar="NUMBER|NAMES",
        help="How many play, you included, or who plays against you: "
        f"{', '.join(STRATEGIES)}, separated by commas.",
    ),
]
YouOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="Your name.", show_default=False)
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        max=2**64 - 1,
        help="The same seed deals the same.",
        show_default=False,
    ),
]
DealerOption = Annotated[
    int | None,
    typer.Option(
        metavar="SEAT",
        min=0,
        help="Who deals first, 0 for you; by lot or the last seat by default.",
        show_default=False,
    ),
]
SaveOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Save after every action.", show_default=False),
]
ResumeOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Go on with a saved game.", show_default=False),
]
SortOption = Annotated[
    str, typer.Option("--sort", metavar="suit|rank", help="How your hand is sorted.")
]


class Keeper:
    """Saves the game that is being played."""

    game: Game
    file: str | None = None

    def save(self, file: str) -> None:
        """Saves the game in a file, now and after every action."""
        self.game.save(file)
        self.file = file


def opponents(players: str) -> list[str]:
    """The built-in players that are named, or as many greedy ones as make up the number."""
    words = [word.strip() for word in players.split(",")]
    if len(words) == 1 and words[0].isdecimal() and 1 < whole(words[0]) <= SEATS:
        return ["greedy"] * (whole(words[0]) - 1)
    for word in words:
        if word not in STRATEGIES:
            some = f"a number from 2 to {SEATS}, or some of {', '.join(STRATEGIES)}"
            message = f'--players is {some}, not "{clipped(word)}"'
            raise typer.BadParameter(message)
    return words


def person_name(you: str | None, otherwise: str) -> str:
    """The name of the person: the one that is given, or that of the account if it can be read."""
    if you is None or not you.strip():
        account = (os.environ.get("USER") or os.environ.get("USERNAME") or "").strip()
        return account if _can_be_read(account) else otherwise
    if not _can_be_read(you.strip()):
        shown = ascii(you[:LONGEST_SHOWN])
        message = f"--you is a name of at most {LONGEST_SHOWN} characters that show, not {shown}"
        raise typer.BadParameter(message)
    return you.strip()


def _can_be_read(name: str) -> bool:
    return name.isprintable() and 0 < len(name) <= LONGEST_SHOWN


def seat_names(you: str, others: Sequence[str]) -> dict[str, str]:
    """A name for each seat, and the strategy that plays there, "" for the person."""
    names = {you: ""}
    for other in others:
        name, count = other, 2
        while name in names:
            name, count = f"{other} {count}", count + 1
        names[name] = other
    return names


def play_command(
    rules: RulesOption = "modiano",
    changes: SetOption = None,
    players: PlayersOption = "greedy",
    you: YouOption = None,
    seed: SeedOption = None,
    dealer: DealerOption = None,
    save: SaveOption = None,
    resume: ResumeOption = None,
    language: LanguageOption = None,
    order: SortOption = "suit",
    as_json: JsonLinesOption = False,
) -> None:
    """Play against the built-in players; with --json every event is a JSON document on a line.

    Commands come from the terminal, or through a pipe, one a line; help lists them.

    A joker is *, with its card where the rules ask for it: lay 9d 9h *=9c.

    To free it from meld 1, lay its card there: lay 9c 1, then lay 4h 5h *.
    Where there are other jokers, take * 1 takes this one up first.
    """
    order, texts = chosen_order(order), chosen_texts(language)
    keeper = Keeper()

    def state() -> State:
        return keeper.game.state

    def read(deadline: float | None) -> str | None:
        return read_line(texts.say("prompt"), deadline)

    def person(names: Sequence[str]) -> Person:
        surface: Surface = Wire(texts, state) if as_json else Screen(texts, names, state, order)
        return Person(texts, surface, read, keeper)

    edit_lines()
    if resume is not None:
        fixed = {
            "--rules": rules != "modiano",
            "--set": changes,
            "--players": players != "greedy",
            "--seed": seed is not None,
            "--dealer": dealer is not None,
        }
        leave_out(fixed, "a saved game goes on as it was begun: leave out {}")
        _resume(resume, keeper, person, you)
    else:
        chosen = chosen_rules(rules, changes)
        kinds = seat_names(person_name(you, texts.say("guest")), opponents(players))
        if seed is None:
            seed = int.from_bytes(os.urandom(4))
        one = person(list(kinds))
        seats: dict[str, Player | str] = {each: kind or one for each, kind in kinds.items()}
        if save is not None and save.exists():
            message = f"{save} is there already; --resume goes on with it"
            raise typer.BadParameter(message)
        first = chosen_dealer(dealer, chosen, len(kinds))
        keeper.game = Game(seats, chosen, seed=seed, dealer=first, record=save, attempts=None)
    if save is not None:
        keeper.save(str(save))
    _play(keeper, texts, quiet=as_json)


def _resume(
    file: Path, keeper: Keeper, person: Callable[[Sequence[str]], Person], you: str | None
) -> None:
    """Goes on with a saved game; whoever does not have the name of a strategy is the person."""
    state = resumed(file)
    names = [name or str(seat) for seat, name in enumerate(state.names)]
    kinds = [name.split(" ")[0] if name.split(" ")[0] in STRATEGIES else "" for name in names]
    people = [seat for seat, kind in enumerate(kinds) if not kind]
    if you is not None:
        people = [seat for seat, name in enumerate(names) if name == you.strip()]
    if not people:
        message = f"--you is one of the players of {file}: {', '.join(names)}"
        raise typer.BadParameter(message)
    seats: list[Player | str] = [kind or "greedy" for kind in kinds]
    seat = people[0]
    seats[seat] = one = person(names)
    keeper.game = Game.from_state(state, seats, attempts=None)
    keeper.save(str(file))
    if state.winners is not None:
        _, how = state.history()[-1]
        one.hear(state.view(seat), how)


def _play(keeper: Keeper, texts: Texts, *, quiet: bool) -> None:
    """Plays until the match is over or the person leaves."""
    game = keeper.game
    try:
        for _ in game:
            for mishap in game.mishaps:
                if not isinstance(mishap.error, MachiavelliError):
                    raise mishap.error
    except LeaveGame:
        if not quiet:
            key = "left_unsaved" if keeper.file is None else "left"
            file = shlex.quote(keeper.file or "")
            # Whole, to be copied from where it is printed.
            console.print(printable(texts.say(key, file=file)))
