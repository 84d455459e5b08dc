"""What `machiavelli.simulate` gives, and what comes of it."""

from machiavelli.simulation.arena import Views, one_by_one
from machiavelli.simulation.results import Results
from machiavelli.simulation.summary import Estimate, PlayerSummary, Summary

__all__ = [
    "Estimate",
    "PlayerSummary",
    "Results",
    "Summary",
    "Views",
    "one_by_one",
]
