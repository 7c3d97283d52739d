"""The rule book: hand records in, verdicts out.

Standard library only; no clock, dice, files or database, and no word about clubs or players.
Records and verdicts are described in `docs/rules/records.md`.
"""

from rules.game import GAMES
from rules.matches import explain_match, fold, judge_match, match_verdict, next_dealer
from rules.problems import Bid, Code, Piece, Problem, Seat
from rules.records import explain, judge, verdict

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Bid",
    "Code",
    "Piece",
    "Problem",
    "Seat",
    "explain",
    "explain_match",
    "fold",
    "judge",
    "judge_match",
    "match_verdict",
    "next_dealer",
    "verdict",
]
