"""`machiavelli rules`."""

from typing import Annotated, Any

import typer
from rich.text import Text

from machiavelli import Rules
from machiavelli.cli.options import JsonOption, SetOption, chosen_rules, complete_preset
from machiavelli.cli.output import console, print_fields, print_json

NameArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME",
        help="Rules to show in full.",
        show_default=False,
        autocompletion=complete_preset,
    ),
]


def rules_command(
    name: NameArgument = None, changes: SetOption = None, as_json: JsonOption = False
) -> None:
    """List the presets, or show all options of one and how it differs from the one it builds on."""
    if name is None and not changes:
        _list_presets(as_json)
    else:
        _show(chosen_rules(name or "modiano", changes), as_json)


def _list_presets(as_json: bool) -> None:
    about = Rules.about_presets()
    if as_json:
        print_json([{"name": name, "about": text} for name, text in about.items()])
    else:
        print_fields(about)


def _show(rules: Rules, as_json: bool) -> None:
    parent = rules.parent
    inherited = Rules(parent).options if parent else rules.options
    differences = [name for name, value in rules.options.items() if value != inherited[name]]
    if as_json:
        print_json(
            {
                "rules": str(rules),
                "name": rules.name,
                "parent": parent,
                "about": Rules.about_presets()[rules.name],
                "differences": {
                    name: {"parent": inherited[name], "value": rules.options[name]}
                    for name in differences
                },
                "options": rules.options,
            }
        )
        return
    console.print(Text.assemble((str(rules), "bold"), f": {Rules.about_presets()[rules.name]}"))
    if parent:
        console.print(f"\nbuilds on {parent}" + (", but:" if differences else ""))
    for name in differences:
        was = f", not {_written(inherited[name])}"
        _print_option(name, f"{_written(rules.options[name])}{was}", _about(name))
    console.print("\nall options")
    for name, value in rules.options.items():
        _print_option(name, _written(value), _about(name))


def _print_option(name: str, value: str, about: str) -> None:
    console.print(Text.assemble(f"  {name:<20}  ", (f"{value:<20}", "bold"), "  ", (about, "dim")))


def _about(option: str) -> str:
    return Rules.about_options()[option].replace("`", "").replace("None", "null")


def _written(value: Any) -> str:
    """An option's value as it is written in the text of rules."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            inside = ", ".join(f"{key}:{_written(each)}" for key, each in value.items())
            return f"{{{inside}}}"
    return str(value)
