"""The running score of a stored match: its rules, who plays which hand, whether time was called."""

from collections.abc import Mapping
from typing import Any

from rules import GAMES
from scoring.folding import RunningScore, Stated, TimeCall
from scoring.models import Match
from scoring.rotation import HANDS, Rotation


def match_running_score(match: Match, stored: Mapping[str, Any] | None = None) -> RunningScore:
    """The running score from the match's first hand, or from a ``stored`` standing. No query."""
    called = None
    if match.called_after is not None:
        called = TimeCall(match.called_after, plays_off=match.plays_off)
    return RunningScore(
        match.game,
        match.rules,
        stored,
        called=called,
        stated=match_stated(match),
        rotation=match_rotation(match),
    )


def match_stated(match: Match) -> Stated | None:
    """The result that was entered, where hands do not make it. No query."""
    if match.stated is None:
        return None
    return Stated(tuple(match.stated), match.stated_hands)


def hands_of_a_match(match: Match) -> int | None:
    """How many hands its rules make a match of; None where they do not say. No query."""
    hands: int | None = getattr(match_running_score(match).options, HANDS, None)
    return hands


def match_rotation(match: Match) -> Rotation:
    """Who plays which hand of the match. No query: players who take turns have a total each."""
    seats = GAMES[match.game].seats
    return Rotation(seats, max(len(match.totals), seats), match.first_dealer)
