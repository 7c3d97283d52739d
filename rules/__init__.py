"""The rule book: hand records in, verdicts out.

Standard library only; no clock, dice, files or database, and no word about clubs or players.
Records and verdicts are described in `docs/rules/records.md`.
"""

from rules.game import GAMES
from rules.matches import explain_match, fold, judge_match, match_verdict, next_dealer
from rules.problems import BidInText, Code, PieceInText, Problem, SeatInText
from rules.records import explain, judge, verdict

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "BidInText",
    "Code",
    "PieceInText",
    "Problem",
    "SeatInText",
    "explain",
    "explain_match",
    "fold",
    "judge",
    "judge_match",
    "match_verdict",
    "next_dealer",
    "verdict",
]
