"""The person who plays: reads commands, moves cards about, and answers the game."""

import errno
import math
import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from machiavelli import (
    Action,
    Card,
    Cards,
    IllegalTurnError,
    MachiavelliError,
    Plan,
    PositionError,
    QuestionError,
    Rules,
    Solution,
    Table,
    View,
    check_turn,
    solve,
)
from machiavelli.cli.moves import Command, Problem, read_command, step
from machiavelli.events import Dealt, Event
from machiavelli.texts import Texts


class LeaveGame(BaseException):
    """The person has left. It is no exception that a game would take for a mistake."""


class LateError(Exception):
    """The time for the turn is up."""


class Surface(Protocol):
    """Where a person sees the game."""

    def happened(self, view: View, events: Sequence[Event]) -> None:
        """Tells what happened."""

    def turn(self, view: View, plan: Plan, seen: Table) -> None:
        """Shows that it is the person's turn; the table was `seen` like that before."""

    def plan(self, view: View, plan: Plan, code: str | None) -> None:
        """Shows the working table; `code` is why it may not stay like this, None if it may."""

    def cards(self, shown: Iterable[Card]) -> str:
        """Cards in a sentence, as they are written here."""

    def hint(self, view: View, laid: Cards, table: Table) -> None:
        """Shows the most that can be laid, and how."""

    def problem(self, text: str, code: str | None = None) -> None:
        """Says why something is not done."""

    def note(self, text: str) -> None:
        """Says that something is done."""

    def help(self) -> None:
        """Lists the commands."""

    def rules(self, rules: Rules) -> None:
        """Explains the rules."""

    def score(self) -> None:
        """Shows the score sheet."""

    def sort(self, order: str) -> None:
        """Sorts the hand by `"suit"` or `"rank"`."""


class Keeper(Protocol):
    """Whoever saves the game."""

    @property
    def file(self) -> str | None:
        """Where the game is saved; None if it is not."""

    def save(self, file: str) -> None:
        """Saves the game from now on; raises `OSError` if it cannot be."""


class Person:
    """A player that reads commands and sees the game on a surface.

    `read` gives the next line, None after the last, and raises `LateError` at the deadline, which
    is a time of `time.monotonic`.
    """

    def __init__(
        self,
        texts: Texts,
        surface: Surface,
        read: Callable[[float | None], str | None],
        keeper: Keeper,
    ) -> None:
        """Take the language, where to show, whence to read, and how to save."""
        self._texts = texts
        self._surface = surface
        self._read = read
        self._keeper = keeper
        self._turn: tuple[int, int, bool] | None = None
        self._deadline: float | None = None
        self._plan = Plan("", "")
        self._seen: Table | None = None
        self._acted = False
        self._quits = False

    def hear(self, view: View, events: tuple[Event, ...]) -> None:
        """Shows what happened."""
        self._surface.happened(view, events)
        if self._acted or any(isinstance(event, Dealt) for event in events):
            self._seen, self._acted = view.table, False

    def refused(self, error: MachiavelliError) -> None:
        """Shows why the answer did not do."""
        why = self._texts.reason(error.code)
        self._surface.problem(self._texts.say("refused", why=why), error.code)

    def __call__(self, view: View) -> Action:
        """Reads commands until one ends the turn."""
        turn = (view.deal_number, view.turn_number, view.has_idled)
        if self._turn != turn:
            if self._turn is None or self._turn[:2] != turn[:2]:
                seconds = view.rules.options["turn_seconds"]
                self._deadline = None if seconds is None else time.monotonic() + seconds
            self._turn = turn
            self._plan = Plan(view.table, view.hand, view.rules, open_cards=view.open_cards)
            seen = view.table if self._seen is None else self._seen
            self._surface.turn(view, self._plan, seen)
            self._show_clock()
        try:
            while True:
                line = self._read(self._deadline)
                if line is None:
                    raise LeaveGame
                if line.strip() and not line.lstrip().startswith("#"):
                    action = self._do(line, view)
                    if action is not None:
                        self._acted = True
                        return action
        except LateError:
            self._acted = True
            return Action("time-out")

    def _do(self, line: str, view: View) -> Action | None:
        """Does a command; the action if it ends the turn."""
        try:
            command = read_command(line)
            self._quits = self._quits and command.name == "quit"
            if command.name in _ENDS:
                return self._end(command, view)
            if command.name in _STEPS:
                self._plan = self._step(command, view)
                self._show(view)
            else:
                self._other(command, view)
        except Problem as problem:
            values = {name: self._written(value) for name, value in problem.values.items()}
            self._surface.problem(self._texts.say(problem.key, **values))
        return None

    def _written(self, value: object) -> object:
        """A value that belongs in a text, cards as the surface writes them."""
        match value:
            case Card():
                return self._surface.cards([value])
            case Cards():
                return self._surface.cards(value)
        return value

    def _show(self, view: View) -> None:
        self._surface.plan(view, self._plan, self._fault(view))
        self._show_clock()

    def _fault(self, view: View) -> str | None:
        """The code of what is wrong with the working table, None if it may stay like this."""
        try:
            check_turn(
                view.table,
                view.hand,
                self._plan.table,
                view.rules,
                opened=view.has_opened,
                open_cards=view.open_cards,
            )
        except IllegalTurnError as error:
            return error.code
        return None

    def _show_clock(self) -> None:
        if self._deadline is not None:
            left = max(0, math.ceil(self._deadline - time.monotonic()))
            self._surface.note(self._texts.count("seconds", left))

    def _step(self, command: Command, view: View) -> Plan:
        match command.name:
            case "undo" | "redo":
                try:
                    return self._plan.undo() if command.name == "undo" else self._plan.redo()
                except MachiavelliError:
                    key = f"nothing_to_{command.name}"
                    raise Problem(key) from None
            case "reset":
                return self._plan.reset()
            case "best":
                return self._plan.arrange(self._arranged(view, self._best(view)))
        return step(self._plan, command, self._usage(command.name))

    def _usage(self, name: str) -> str:
        usage = self._texts.catalogue("help")[name]
        return " ".join(usage.split("  ")[0].split())

    def _best(self, view: View) -> Solution:
        """The most that can be laid from the table as it was at the start of the turn."""
        try:
            best = solve(
                view.table,
                view.hand,
                view.rules,
                opened=view.has_opened,
                open_cards=view.open_cards,
            )
        except PositionError as error:
            raise Problem("hint_unknown", why=self._texts.reason(error.code)) from None
        if not len(best.laid):
            raise Problem("hint_none")
        return best

    def _arranged(self, view: View, best: Solution) -> Table:
        """The best lay, with the melds that stay as they are first and in their places."""
        new = list(best.table)
        stays = []
        for meld in view.table:
            if meld in new:
                new.remove(meld)
                stays.append(meld)
        return Table([*stays, *new])

    def _end(self, command: Command, view: View) -> Action | None:
        """The action that ends the turn, unless it would be a slip."""
        laid = self._plan.laid
        match command.name:
            case "concede":
                # What is in the air lies apart, for the rules to say what becomes of it.
                apart = [self._plan.lifted] if len(self._plan.lifted) else []
                return Action(f"concede: {Table([*self._plan.table, *apart])}")
            case "draw" | "pass":
                if len(laid):
                    raise Problem("laid_no_draw", cards=laid)
                return Action(command.name)
        if not command.force and not self._may_stay(view):
            return None
        return Action(self._plan.table)

    def _may_stay(self, view: View) -> bool:
        """Whether the table may stay like this, and if not, says why."""
        plan, say, problem = self._plan, self._texts.say, self._surface.problem
        if not len(plan.laid) and plan.table == plan.start:
            raise Problem("nothing_laid")
        if len(plan.lifted):
            lifted = self._surface.cards(plan.lifted)
            problem(f"{say('not_yet')} {say('still_lifted', cards=lifted)}")
            return False
        code = self._fault(view)
        if code is None:
            return True
        faults = [fault for fault in plan.faults if fault.code == code]
        if not faults:
            problem(f"{say('not_yet')} {self._texts.sentence(code)}", code)
        for fault in faults:
            meld = self._surface.cards(plan.table[fault.index])
            why = self._texts.reason(fault.code)
            text = say("fault", number=fault.index + 1, meld=meld, why=why)
            problem(f"{say('not_yet')} {text}", fault.code)
        return False

    def _other(self, command: Command, view: View) -> None:
        surface = self._surface
        match command.name:
            case "hint":
                best = self._best(view)
                surface.hint(view, best.laid, self._arranged(view, best))
            case "sort":
                self._sort(command, view)
            case "table":
                self._show(view)
            case "score":
                surface.score()
            case "rules":
                surface.rules(view.rules)
            case "help":
                surface.help()
            case "save":
                self._save(" ".join(command.words))
            case "quit":
                self._quit()

    def _sort(self, command: Command, view: View) -> None:
        rank = {"rank", "value", "valore", "rango", "r", "v"}
        suit = {"suit", "seme", "s"}
        word = command.words[0].lower() if command.words else ""
        if word not in rank | suit:
            raise Problem("usage", usage=self._usage("sort"))
        order = "rank" if word in rank else "suit"
        self._surface.sort(order)
        self._show(view)

    def _save(self, file: str) -> None:
        file = os.path.expanduser(file) or self._keeper.file or ""  # noqa: PTH111 - it is text
        if not file:
            raise Problem("save_where")
        if file != self._keeper.file and os.path.exists(file):  # noqa: PTH110
            raise Problem("cannot_save", file=file, why=os.strerror(errno.EEXIST))
        try:
            self._keeper.save(file)
        except OSError as error:
            raise Problem("cannot_save", file=file, why=error.strerror) from None
        except QuestionError:
            raise Problem("no_file_name", file=ascii(file)) from None
        self._surface.note(self._texts.say("saved", file=file))

    def _quit(self) -> None:
        if self._keeper.file is None and not self._quits:
            self._quits = True
            raise Problem("unsaved")
        raise LeaveGame


_ENDS = {"done", "draw", "pass", "concede"}
_STEPS = {"lay", "take", "move", "split", "join", "reverse", "undo", "redo", "reset", "best"}
