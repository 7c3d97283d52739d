"""The director's rulings on single deals, which replace played results."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from deals.models import DealRuling
from deals.selectors.duplicate import deals_at
from pairings.format import sides_of
from standings.duplicate import Award
from tournaments.models import MOST_REASON, RoundState, Table
from tournaments.services.locking import open_event_locked, standings_mark_stale, table_again


@transaction.atomic
def deal_ruling_give(
    *, table: Table, number: int, awards: Sequence[str], by: User, reason: str
) -> DealRuling:
    """Rule on one deal at one table: an award for each side. Locks the event.

    ``ValidationError`` by field, and unless the table played the round of this deal.
    """
    event = open_event_locked(table.round.event_id)
    current = table_again(event, table)
    is_begun = current.round.state == RoundState.BEGUN
    if current.is_bye or not is_begun or number not in deals_at(event, current.round):
        raise ValidationError(_("This table does not play this deal."))
    why = " ".join(reason.split())
    wrong: dict[str, str] = {}
    if not 0 < len(why) <= MOST_REASON:
        wrong["reason"] = _("Say why, in up to %(most)d characters.") % {"most": MOST_REASON}
    if len(awards) != sides_of(event.game) or not set(awards) <= set(Award):
        wrong["awards"] = _("Choose what each side gets.")
    if wrong:
        raise ValidationError(wrong)
    if current.deal_rulings.filter(number=number, revoked_at=None).exists():
        raise ValidationError(_("There is a ruling on this deal already: take it back first."))
    standings_mark_stale(event_id=event.pk, code="ruling", reason=why)
    return DealRuling.objects.create(
        event=event, table=current, number=number, awards=list(awards), reason=why, made_by=by
    )
