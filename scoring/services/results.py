"""The result of a match as a slip has it, where nobody wrote its hands down."""

from collections.abc import Sequence
from types import EllipsisType

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.rows import row_or_gone
from scoring.errors import MatchConflict
from scoring.games import PAGES
from scoring.models import Match, StatedResult
from scoring.models.matches import GameName
from scoring.selectors.ladders import match_ladder
from scoring.services.matches import match_refold
from scoring.signals import match_changed

MOST = 9_999
"""No total of an evening has more digits."""


@transaction.atomic
def result_state(
    *,
    match_id: int,
    totals: Sequence[int],
    author: User,
    seen: Sequence[int] | EllipsisType | None = ...,
) -> Match:
    """Enter the final totals of a match by its sides, or others in their place. Locks the match.

    The match is over with them; the highest wins, a tie is a draw. The same totals again change
    nothing. ``seen`` is what the sender saw entered there, None for nothing; left out, whatever
    stands there is replaced.

    Raises ``MatchConflict`` where something else was entered meanwhile; ``ValidationError`` where
    hands are recorded, for these make the result, where totals are not one for each side, and
    where no match under its rules ends like this.
    """
    match = row_or_gone(Match.objects.select_for_update(), match_id)
    if match.hand_count:
        raise ValidationError(_("Hands are recorded here: they make the result."))
    if len(totals) != len(match.totals):
        raise ValidationError({"totals": _("A result has a total for each side.")})
    if match.stated == list(totals):
        return match
    if seen is not ... and match.stated != (seen if seen is None else list(seen)):
        raise MatchConflict(current=match)
    _must_be_possible(match, totals)
    return _written(match, list(totals), author)


@transaction.atomic
def result_withdraw(*, match_id: int, author: User) -> Match:
    """Take the entered result back: hands can be recorded again. Locks the match.

    ``ValidationError`` where none was entered.
    """
    match = row_or_gone(Match.objects.select_for_update(), match_id)
    if match.stated is None:
        raise ValidationError(_("No result was entered here."))
    return _written(match, None, author)


def _written(match: Match, totals: list[int] | None, author: User) -> Match:
    match.stated = totals
    match.save(update_fields=["stated"])
    StatedResult.objects.create(
        match=match,
        totals=totals,
        author=author,
        author_name=author.shown_name,
        created_at=timezone.now(),
    )
    match_refold(match)
    match_changed.send(sender=Match, match=match)
    return match


def _must_be_possible(match: Match, totals: Sequence[int]) -> None:
    """A slip of the pen is told from a result: of these no match under its rules ends."""
    options = match_ladder(match).options
    page = PAGES[match.game]
    target = page.target(options)
    if any(abs(total) > MOST for total in totals):
        raise ValidationError(_("A total has at most four digits."))
    if match.game == GameName.TEXAS42 and min(totals) < 0:
        raise ValidationError(_("Nobody has less than nothing."))
    if page.draws_marks(options) and max(totals) >= 2 * target:
        raise ValidationError(_("A match to %(target)d does not end so high.") % {"target": target})
    if page.draws_marks(options) and min(totals) >= target:
        raise ValidationError(_("Only one side reaches %(target)d.") % {"target": target})
