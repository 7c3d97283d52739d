"""Matches: setting one up, and bringing what is derived from its hands up to date."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Player, User
from clubs.rows import row_or_gone
from rules import GAMES, next_dealer
from rules.game import Standing
from scoring.folding import Ladder, agreement_problems, standing_kept
from scoring.messages import problem_text
from scoring.models import Hand, Match, Seat, Side
from scoring.rotation import Rotation, may_turn, rules_for
from scoring.selectors.ladders import match_ladder, match_rotation
from scoring.signals import match_changed

DERIVED = (
    *("version", "hand_count", "numbers_used", "next_dealer", "standing", "totals", "winner"),
    *("is_over", "changed_at"),
)


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

    Where everybody plays for himself there may be one player more than seats: whoever deals then
    sits the hand out, and the match keeps the rules that ``rules_for`` makes for so many.

    Raises ``ValidationError`` where the rule book refuses rules or stakes, ``ValueError`` where
    there are not as many players as can play.
    """
    count = len(players)
    fits = count == GAMES[game].seats or may_turn(game, count)
    if not fits or first_dealer not in range(count):
        raise ValueError(f"{game} is played by {GAMES[game].seats}")
    rules, rotation = rules_for(game, rules, count), Rotation(GAMES[game].seats, count)
    start = rotation.begun(_start(game, rules, stakes))
    match = Match.objects.create(
        club=club,
        game=game,
        rules=dict(rules),
        stakes=dict(stakes) if stakes else None,
        label=label,
        first_dealer=first_dealer,
        next_dealer=rotation.seats - 1 if rotation.turns else first_dealer,
        totals=list(start.totals),
        standing=standing_kept(start),
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
    locked = row_or_gone(Match.objects.select_for_update(), match.pk)
    if locked.is_begun:
        raise ValueError("a match keeps the rules of its first hand")
    rotation = match_rotation(locked)
    rules = rules_for(locked.game, rules, rotation.players)
    start = rotation.begun(_start(locked.game, rules, stakes))
    locked.rules, locked.stakes = dict(rules), dict(stakes) if stakes else None
    locked.totals, locked.standing = list(start.totals), standing_kept(start)
    locked.version += 1
    locked.save(update_fields=["rules", "stakes", "totals", "standing", "version", "changed_at"])


@transaction.atomic
def match_time_call(
    *, match_id: int, called_by: User, plays_off: bool = False, after: int | None = None
) -> Match:
    """Call time on a match: the hand under way is finished and ends it. Locks the match.

    ``after`` is the number of the hand that is the last; that under way where it is left out, and
    the last recorded one where no hand was being played. The highest total wins; a tie is a draw,
    or is played off hand by hand. ``ValidationError`` where the match is over.
    """
    match = row_or_gone(Match.objects.select_for_update(), match_id)
    if match.is_over:
        raise ValidationError(_("This match is over already."))
    last = match.hand_count + 1 if after is None else after
    if last < match.hand_count:
        raise ValidationError(_("More hands than that have been recorded."))
    match.called_after, match.plays_off = last, plays_off
    match.called_by, match.called_at = called_by, timezone.now()
    return _called(match)


@transaction.atomic
def match_time_uncall(*, match_id: int) -> Match:
    """Take back that time was called: the match goes on under its rules. Locks the match."""
    match = row_or_gone(Match.objects.select_for_update(), match_id)
    if match.called_after is None:
        raise ValidationError(_("Time has not been called on this match."))
    match.called_after, match.plays_off = None, False
    match.called_by, match.called_at = None, None
    return _called(match)


def _called(match: Match) -> Match:
    match.save(update_fields=["called_after", "plays_off", "called_by", "called_at"])
    match_refold(match)
    match_changed.send(sender=Match, match=match)
    return match


def match_advance(match: Match, *, hand: Hand) -> None:
    """Add one more hand to where the match stands; the match row is locked.

    What came before is not read again, so the cost does not grow with the match.
    """
    assert hand.record is not None
    assert hand.verdict is not None
    ladder = match_ladder(match, match.standing)
    ladder.climb(hand.verdict)
    _sides_write(match, ladder)
    match.hand_count = hand.number
    match.numbers_used = max(match.numbers_used, hand.number)
    match.next_dealer = _dealer_after(match, [hand])
    _stand(match, ladder.standing)


def match_refold(match: Match) -> None:
    """Derive how the match stands from all its hands; the match row is locked."""
    hands = list(match.hands.filter(record__isnull=False).order_by("number"))
    ladder = match_ladder(match)
    turned = [hand for hand in hands if hand.counted != ladder.climb(hand.verdict or {})]
    _counted_turn(turned)
    _sides_write(match, ladder)
    match.hand_count = len(hands)
    match.next_dealer = _dealer_after(match, hands)
    _stand(match, ladder.standing)


def _start(game: str, rules: Mapping[str, Any], stakes: Mapping[str, Any] | None) -> Standing:
    if problems := agreement_problems(game, rules, stakes or None):
        raise ValidationError([problem_text(problem) for problem in problems])
    return Ladder(game, rules).standing


def _dealer_after(match: Match, hands: Sequence[Hand]) -> int:
    """The seat that deals next: the last where players take turns, and the dealer sits out."""
    rotation = match_rotation(match)
    if rotation.turns:
        return rotation.seats - 1
    last = hands[-1].record if hands else None
    return next_dealer(match.game, last["dealer"]) if last else match.first_dealer


def _counted_turn(turned: Sequence[Hand]) -> None:
    """These hands now lie on the other side of the match's end than before."""
    for hand in turned:
        hand.counted = not hand.counted
    if turned:
        Hand.objects.bulk_update(turned, ["counted"])


def _stand(match: Match, standing: Standing) -> None:
    """Write down where the match stands now."""
    match.version += 1
    match.standing, match.totals = standing_kept(standing), list(standing.totals)
    match.winner, match.is_over = standing.winner, standing.over
    match.save(update_fields=DERIVED)


def _sides_write(match: Match, ladder: Ladder) -> None:
    """Bring the sides up to date, in one statement."""
    Side.objects.bulk_create(
        [
            Side(match=match, number=number, **_side_stands(ladder, number))
            for number in range(len(ladder.standing.totals))
        ],
        update_conflicts=True,
        unique_fields=["match", "number"],
        update_fields=["total", "against", "sets", "hands", "won", "lost", "is_over"],
    )


def _side_stands(ladder: Ladder, number: int) -> dict[str, int | bool]:
    standing, totals = ladder.standing, ladder.standing.totals
    decided = standing.winner is not None
    return {
        "total": totals[number],
        "against": max(total for side, total in enumerate(totals) if side != number),
        "sets": standing.sets[number] if standing.sets else 0,
        "hands": ladder.rotation.hands_played(number, standing.hands),
        "won": decided and standing.winner == number,
        "lost": decided and standing.winner != number,
        "is_over": standing.over,
    }
