"""Swiss: each round everybody meets somebody with as many wins, and nobody the same one twice."""

from pairings.swiss.reasons import Reason, Side, Why, reasons
from pairings.swiss.rounds import rounds_in_all, swiss

__all__ = ["Reason", "Side", "Why", "reasons", "rounds_in_all", "swiss"]
