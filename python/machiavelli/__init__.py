"""Exact engine for Machiavelli, the Italian rummy on a shared table."""

from machiavelli._core import __version__

__all__ = ["__version__"]
