"""Matches: setting one up, and bringing what is derived from its hands up to date."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from clubs.models import Club, Player
from rules import GAMES, fold
from scoring.models import Hand, HandScore, Match, Seat, Side


@transaction.atomic
def match_create(
    *,
    club: Club,
    game: str,
    rules: Mapping[str, Any],
    stakes: Mapping[str, Any] | None,
    players: Sequence[Player],
    label: str = "",
    first_dealer: int = 0,
) -> Match:
    """Seat ``players`` (in the order of seats) for a match; its sides start at nothing."""
    sides = GAMES[game].sides
    match = Match.objects.create(
        club=club,
        game=game,
        rules=dict(rules),
        stakes=dict(stakes) if stakes else None,
        label=label,
        first_dealer=first_dealer,
        next_dealer=first_dealer,
        totals=[0] * sides,
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=player, name=player.name)
        for number, player in enumerate(players)
    )
    Side.objects.bulk_create(Side(match=match, number=number) for number in range(sides))
    return match


@transaction.atomic
def match_rules_set(
    *, match: Match, rules: Mapping[str, Any], stakes: Mapping[str, Any] | None
) -> None:
    """Give a match that has no hand yet other rules and stakes. Locks the match."""
    locked = Match.objects.select_for_update().get(pk=match.pk)
    if locked.hand_count:
        raise ValueError("a match keeps the rules of its first hand")
    locked.rules, locked.stakes = dict(rules), dict(stakes) if stakes else None
    locked.save(update_fields=["rules", "stakes"])


def match_refold(match: Match, *, changed: Hand) -> None:
    """Derive totals, winner, next dealer and score rows from the hands; the match row is locked.

    Only rows that differ are written: the usual case, one more hand, touches that hand's scores,
    the sides and the match.
    """
    hands = list(match.hands.filter(record__isnull=False).order_by("number"))
    state = fold(match.game, match.rules, [hand.verdict or {} for hand in hands])
    _counted_mark(hands, state.counted)
    _scores_write(match, changed)
    _sides_write(match, state)
    match.version += 1
    match.hand_count = len(hands)
    match.next_dealer = (
        GAMES[match.game].next_dealer(hands[-1].record["dealer"]) if hands else match.first_dealer
    )
    match.totals, match.winner = state.totals, state.winner
    match.is_over = state.is_over
    match.save()
