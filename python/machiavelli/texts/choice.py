"""Which language is spoken, and how a text is looked up."""

import os
from collections.abc import Mapping
from typing import TypeAlias

from machiavelli.texts import english, italian

Catalogue: TypeAlias = Mapping[str, str]

_CATALOGUES: Mapping[str, Mapping[str, Catalogue]] = {
    "en": {
        "play": english.PLAY,
        "codes": english.CODES,
        "help": english.HELP,
        "presets": english.PRESETS,
        "topics": english.TOPICS,
        "basics": english.BASICS,
        "options": english.OPTIONS,
    },
    "it": {
        "play": italian.PLAY,
        "codes": italian.CODES,
        "help": italian.HELP,
        "presets": italian.PRESETS,
        "topics": italian.TOPICS,
        "basics": italian.BASICS,
        "options": italian.OPTIONS,
    },
}

LANGUAGES = tuple(_CATALOGUES)
"""The languages there are, as their two letters."""


class Texts:
    """All texts of one language."""

    def __init__(self, language: str) -> None:
        """Take the catalogues of the language, one of `LANGUAGES`."""
        self.language = language
        self._catalogues = _CATALOGUES[language]

    def catalogue(self, name: str) -> Catalogue:
        """A whole catalogue: `play`, `codes`, `help`, `presets`, `topics`, `basics`, `options`."""
        return self._catalogues[name]

    def say(self, key: str, **values: object) -> str:
        """A text of the game, with the values that belong in it."""
        return self._catalogues["play"][key].format(**values)

    def count(self, key: str, number: int, **values: object) -> str:
        """The same for a number of things; one has a text of its own, `…_one`."""
        return self.say(f"{key}_one" if number == 1 else key, number=number, **values)

    def reason(self, code: str) -> str:
        """What the rules mean by an error's code."""
        return self._catalogues["codes"][code]

    def sentence(self, code: str) -> str:
        """The same as a sentence of its own."""
        reason = self.reason(code)
        return f"{reason[:1].upper()}{reason[1:]}."

    def option(self, name: str, value: str) -> str | None:
        """What an option's value means; None if it goes without saying."""
        options = self._catalogues["options"]
        text = options.get(f"{name}={value}", options.get(name, ""))
        return text.format(value=value) or None


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the locale asks for, English if there is none of that kind."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(variable):
            return "it" if locale.lower().startswith("it") else "en"
    return "en"


def texts(language: str | None = None) -> Texts:
    """The texts of a language, by default of the locale's."""
    return Texts(language or language_of())
