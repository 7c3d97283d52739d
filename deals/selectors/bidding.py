"""Hands to practise bidding with: the club's own recorded deals, of finished events alone."""

import random

from django.db.models import QuerySet

from analysis.answers import deal_known
from clubs.models import Club
from games import PRESENTERS
from scoring.models import Hand
from tournaments.models import EventState

TRIES = 30
"""So many hands are looked at for one whose deal is wholly known."""


def bidding_hands(club: Club) -> QuerySet[Hand]:
    """The club's hands with a deal, of finished events, in games that are analysed."""
    analysed = [name for name, presenter in PRESENTERS.items() if presenter.best_play]
    return Hand.objects.filter(
        match__club=club,
        match__game__in=analysed,
        match__is_sealed=False,
        match__game_of__table__round__event__state=EventState.FINISHED,
        record__has_key="deal",
    ).select_related("match")


def bidding_hand(club: Club, key: int) -> Hand | None:
    """Return the hand of this key, if it may be asked about."""
    hand = bidding_hands(club).filter(pk=key).first()
    return hand if hand and deal_known(hand.record or {}) else None


def bidding_draw(club: Club) -> Hand | None:
    """Draw a random hand; None if there is none. Two queries, and one per hand examined."""
    hands = bidding_hands(club).order_by("pk")
    count = hands.count()
    places = random.sample(range(count), min(count, TRIES))
    drawn = (hand for place in places for hand in hands[place : place + 1])
    return next((hand for hand in drawn if deal_known(hand.record or {})), None)
