"""`machiavelli rules`."""

from typing import Annotated

import typer
from rich.text import Text

from machiavelli import Rules
from machiavelli.cli.options import (
    JsonOption,
    LanguageOption,
    SetOption,
    chosen_rules,
    chosen_texts,
    complete_preset,
)
from machiavelli.cli.output import (
    print_columns,
    print_explanation,
    print_fields,
    print_json,
    print_line,
    print_prose,
)
from machiavelli.explain import differences, sentence, written
from machiavelli.page import page
from machiavelli.texts import Texts

NameArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME",
        help="Rules to show in full.",
        show_default=False,
        autocompletion=complete_preset,
    ),
]
MarkdownOption = Annotated[
    bool, typer.Option("--markdown", help="Print a page in Markdown about the rules.")
]


def rules_command(
    name: NameArgument = None,
    changes: SetOption = None,
    language: LanguageOption = None,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
) -> None:
    """List the presets, or explain one: how it differs from the one it builds on, and all of it."""
    texts = chosen_texts(language)
    if markdown:
        typer.echo(page(chosen_rules(name or "modiano", changes), texts), nl=False)
    elif name is None and not changes:
        _list_presets(texts, as_json)
    else:
        _show(chosen_rules(name or "modiano", changes), texts, as_json)


def _list_presets(texts: Texts, as_json: bool) -> None:
    about = texts.catalogue("presets")
    if as_json:
        print_json([{"name": name, "about": text} for name, text in about.items()])
    else:
        print_fields(about)


def _show(rules: Rules, texts: Texts, as_json: bool) -> None:
    about, changed = texts.catalogue("presets")[rules.name], differences(rules)
    if as_json:
        print_json(
            {
                "rules": str(rules),
                "name": rules.name,
                "parent": rules.parent,
                "about": about,
                "differences": {
                    name: {"parent": before, "value": value}
                    for name, (before, value) in changed.items()
                },
                "options": rules.options,
            }
        )
        return
    print_prose(Text.assemble((str(rules), "bold"), f": {about}"))
    if rules.parent or changed:
        print_line()
        key = "builds_on" if changed else "same_as"
        print_prose(texts.say(key, parent=rules.parent or rules.name))
    if changed:
        print_columns((_row(rules, name, *values, texts) for name, values in changed.items()), "  ")
    print_line()
    print_explanation(rules, texts)
    print_line()
    print_prose(texts.say("all_options"))
    options = rules.options.items()
    print_columns(((name, Text(written(value), "bold")) for name, value in options), "  ")


def _row(rules: Rules, name: str, before: object, value: object, texts: Texts) -> list[Text | str]:
    """An option that is not as in the preset that the rules build on: what it is, and means."""
    was = texts.say("but", value=written(value), before=written(before))
    return [name, Text(was, "bold"), sentence(rules, name, texts) or ""]
