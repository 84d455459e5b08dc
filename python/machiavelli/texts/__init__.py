"""What the game says to people, in their language.

A catalogue holds every text under a key, the same keys in each language.
"""

from machiavelli.texts.choice import LANGUAGES, Texts, language_of, texts

__all__ = ["LANGUAGES", "Texts", "language_of", "texts"]
