"""Marking standings stale: the mark is the truth, the message on commit only a hint."""

from django.db import transaction
from django.db.models import F, Subquery

from tournaments.adapters import refresh_hint_on_commit
from tournaments.models import Event, Game


@transaction.atomic
def standings_outdate(*, event_id: int | Subquery, first_hand: bool = False) -> int | None:
    """Raise an event's version and, where its standings were fresh, send for the worker.

    Two queries. The update takes the row's lock, so what is read after it is exact: whoever finds
    the standings stale already knows that a message is on its way or the running task will look
    again. Gives the event's key, or ``None`` where there is none. ``first_hand`` freezes the rules.
    """
    changes: dict[str, object] = {"version": F("version") + 1}
    if first_hand:
        changes["rules_frozen"] = True
    if not Event.objects.filter(pk=event_id).update(**changes):
        return None
    found, version, computed = (
        Event.objects.filter(pk=event_id).values_list("pk", "version", "standings_version").get()
    )
    if version - 1 == computed:
        refresh_hint_on_commit(found)
    return found


def event_of_match(match_id: int) -> Subquery:
    """The key of the event that a match belongs to, to be asked within another query."""
    return Subquery(Game.objects.filter(match_id=match_id).values("table__round__event_id")[:1])
