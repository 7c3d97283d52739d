"""Seeds: the order from which first rounds and brackets are drawn."""

from collections import Counter
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Entry, Event, RoundState
from tournaments.services.locking import open_event_locked
from tournaments.services.planning import rounds_replan


@transaction.atomic
def entries_seed(*, event: Event, seeds: Mapping[int, int | None]) -> None:
    """Give entries, by their numbers, seeds from 1, or take them away with None. Locks the event.

    Those left out keep theirs. Planned rounds are planned and groups dealt anew.
    ``ValidationError`` with the entries' numbers as fields where a seed is below 1 or given twice,
    and once a round has begun: the draw has been made from them.
    """
    locked = open_event_locked(event.pk)
    if locked.rounds.filter(state=RoundState.BEGUN).exists():
        raise ValidationError(_("Seeds are given before the first round is begun."))
    entries = list(locked.entries.all())
    for entry in entries:
        entry.seed = seeds.get(entry.number, entry.seed)
    if wrong := _wrong(entries):
        raise ValidationError(wrong)
    Entry.objects.bulk_update(entries, ["seed"])
    if locked.groups:
        locked.groups = []
        locked.save(update_fields=["groups"])
    rounds_replan(locked)


def _wrong(entries: list[Entry]) -> dict[str, str]:
    given = Counter(entry.seed for entry in entries if entry.seed is not None)
    wrong = {}
    for entry in entries:
        if entry.seed is not None and entry.seed < 1:
            wrong[str(entry.number)] = _("Seeds count from 1.")
        elif entry.seed is not None and given[entry.seed] > 1:
            wrong[str(entry.number)] = _("This seed is given twice.")
    return wrong
