"""The `machiavelli` command."""

from machiavelli.cli.app import main

__all__ = ["main"]
