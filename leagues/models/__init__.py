"""Seasons: evenings that count together, who is ranked over them, and what comes of it."""

from leagues.models.derived import EveningResult, Rating, SeasonStanding
from leagues.models.people import Absence, Contender
from leagues.models.seasons import (
    AbsenceRule,
    Division,
    Evening,
    Measure,
    Ranks,
    Scoring,
    Season,
    SubstituteRule,
)

__all__ = [
    "Absence",
    "AbsenceRule",
    "Contender",
    "Division",
    "Evening",
    "EveningResult",
    "Measure",
    "Ranks",
    "Rating",
    "Scoring",
    "Season",
    "SeasonStanding",
    "SubstituteRule",
]
