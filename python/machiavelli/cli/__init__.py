"""The `machiavelli` command."""

from machiavelli.cli.app import app

__all__ = ["app"]
