"""Evenings at which tables take one player more than the game has seats."""

from typing import Any

from clubs.models import User
from scoring.models import Hand, Match
from scoring.services.hands import hand_record, hand_undo
from tests.tournaments.single import Record

LARGER = {"left_over": 1}
PANDOEREN: dict[str, Any] = {
    "rules": {"hands": 4},
    "format_options": LARGER,
    "tie_breaks": ["points", "average", "best_hand"],
    "stakes": {"currency": "EUR", "per_point": "0.10"},
}
SPADES: dict[str, Any] = {
    "rules": {"preset": "short"},
    "format_options": LARGER,
    "tie_breaks": ["games_won", "points", "best_hand"],
    "stakes": {"currency": "EUR", "per_point": "0.01", "per_game": "1.00"},
}


def names_at(match: Match) -> list[str]:
    return [seat.name for seat in match.seats.order_by("number")]


def playing(match: Match, number: int) -> list[str]:
    """Who plays a hand by seat, counted out loud from the dealer's left."""
    names = names_at(match)
    seats = 4 if match.game == "pandoeren" else 3
    if len(names) == seats:
        return names
    dealer = names[(match.first_dealer + number - 1) % len(names)]
    turned = names[names.index(dealer) + 1 :] + names[: names.index(dealer)]
    assert dealer not in turned
    return turned


def record(match: Match, author: User, hand: Record) -> Match:
    return hand_record(match_id=match.pk, record=hand, author=author).match


def taken_back(match: Match, owner: User) -> Match:
    """The match without its last hand."""
    last = Hand.objects.get(match=match, number=match.hand_count)
    return hand_undo(
        match_id=match.pk, author=owner, number=last.number, revision=last.revision
    ).match
