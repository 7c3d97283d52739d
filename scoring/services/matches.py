"""Matches: setting one up, and bringing what is derived from its hands up to date."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from clubs.models import Club, Player
from rules import GAMES, next_dealer
from rules.game import Standing
from scoring.folding import Ladder, agreement_problems
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
    """Seat ``players`` (in the order of seats) for a match; its sides start at nothing.

    Raises ``ValidationError`` where the rule book refuses rules or stakes, ``ValueError`` where
    there are not as many players as the game has seats.
    """
    if len(players) != GAMES[game].seats or first_dealer not in range(GAMES[game].seats):
        raise ValueError(f"{game} is played by {GAMES[game].seats}")
    start = _start(game, rules, stakes)
    match = Match.objects.create(
        club=club,
        game=game,
        rules=dict(rules),
        stakes=dict(stakes) if stakes else None,
        label=label,
        first_dealer=first_dealer,
        next_dealer=first_dealer,
        totals=list(start.totals),
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=player, name=player.name)
        for number, player in enumerate(players)
    )
    Side.objects.bulk_create(
        Side(match=match, number=number, total=total) for number, total in enumerate(start.totals)
    )
    return match


@transaction.atomic
def match_rules_set(
    *, match: Match, rules: Mapping[str, Any], stakes: Mapping[str, Any] | None
) -> None:
    """Give a match that has no hand yet other rules and stakes. Locks the match.

    Raises ``ValidationError`` where the rule book refuses them.
    """
    locked = Match.objects.select_for_update().get(pk=match.pk)
    if locked.hand_count:
        raise ValueError("a match keeps the rules of its first hand")
    start = _start(locked.game, rules, stakes)
    locked.rules, locked.stakes = dict(rules), dict(stakes) if stakes else None
    locked.totals = list(start.totals)
    locked.version += 1
    locked.save(update_fields=["rules", "stakes", "totals", "version", "changed_at"])


def match_refold(match: Match, *, changed: Hand) -> None:
    """Derive totals, winner, next dealer and score rows from the hands; the match row is locked.

    Only rows that differ are written: the usual case, one more hand, touches that hand's scores,
    the sides and the match.
    """
    hands = list(match.hands.filter(record__isnull=False).order_by("number"))
    ladder = Ladder(match.game, match.rules)
    turned = [hand for hand in hands if hand.counted != ladder.climb(hand.verdict or {})]
    _counted_turn(turned)
    _scores_write(match, hands, {changed.pk, *(hand.pk for hand in turned)})
    _sides_write(match, ladder.standing)
    match.version += 1
    match.hand_count = len(hands)
    match.next_dealer = _dealer_after(match, hands)
    match.totals, match.winner = list(ladder.standing.totals), ladder.standing.winner
    match.is_over = ladder.standing.over
    match.save()


def _start(game: str, rules: Mapping[str, Any], stakes: Mapping[str, Any] | None) -> Standing:
    if problems := agreement_problems(game, rules, stakes or None):
        raise ValidationError([problem.message for problem in problems])
    return Ladder(game, rules).standing


def _dealer_after(match: Match, hands: Sequence[Hand]) -> int:
    last = hands[-1].record if hands else None
    return next_dealer(match.game, last["dealer"]) if last else match.first_dealer


def _counted_turn(turned: Sequence[Hand]) -> None:
    """These hands now lie on the other side of the match's end than before."""
    for hand in turned:
        hand.counted = not hand.counted
    if turned:
        Hand.objects.bulk_update(turned, ["counted"])


def _scores_write(match: Match, hands: Iterable[Hand], touched: set[int]) -> None:
    """Write the score rows of the hands touched anew; an undone or uncounted hand has none."""
    HandScore.objects.filter(match=match, hand_id__in=touched).delete()
    HandScore.objects.bulk_create(
        HandScore(
            hand=hand,
            match=match,
            side=side,
            score=score,
            was_set=hand.verdict.get("set_team") == side,
        )
        for hand in hands
        if hand.pk in touched and hand.counted and hand.verdict
        for side, score in enumerate(hand.verdict["score"])
    )


def _sides_write(match: Match, standing: Standing) -> None:
    """Bring the sides up to date; those that stand as they stood are not written."""
    differing = []
    for side in match.sides.all():
        stands = _side_stands(standing, side.number)
        if any(getattr(side, name) != value for name, value in stands.items()):
            for name, value in stands.items():
                setattr(side, name, value)
            differing.append(side)
    if differing:
        Side.objects.bulk_update(differing, ["total", "against", "sets", "won", "lost"])


def _side_stands(standing: Standing, number: int) -> dict[str, int | bool]:
    totals = standing.totals
    decided = standing.winner is not None
    return {
        "total": totals[number],
        "against": max(total for side, total in enumerate(totals) if side != number),
        "sets": standing.sets[number] if standing.sets else 0,
        "won": decided and standing.winner == number,
        "lost": decided and standing.winner != number,
    }
