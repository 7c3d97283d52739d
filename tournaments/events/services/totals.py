"""Finished events from spreadsheets, which have names and totals alone; taken back whole."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club, Player, User
from clubs.services.players import player_add
from core.text import isolated
from engine.pairings.formats import FORMATS
from engine.standings.metrics import POINTS
from feeds.models import ChangeKind
from feeds.noting import changes_note
from games.presets import EventTemplate
from tournaments.events.event_hooks import event_hooks
from tournaments.events.event_labels import entry_labels
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Event,
    EventState,
    EventTransition,
    RoundTotal,
    TotalsReading,
)
from tournaments.events.selectors.totals import ranks_by_total
from tournaments.events.services.entries import lineup_check
from tournaments.events.services.events import event_create_from_template
from tournaments.events.services.locking import event_locked, standings_mark_stale
from tournaments.events.totals_sheet import MOST_TOTAL

WHOLE_EVENING = 0
"""The number of a round total that is that of the whole evening."""


@dataclass(frozen=True, slots=True)
class EntryTotals:
    """An entry to be read in: players, names of new ones instead; totals by round.

    Round ``WHOLE_EVENING`` is the evening, where no round is known.
    """

    players: tuple[Player | str, ...]
    totals: Mapping[int, int]


@transaction.atomic
def event_read_in(
    *,
    club: Club,
    template: EventTemplate,
    name: str,
    date: datetime.date,
    entries: Sequence[EntryTotals],
    by: User,
) -> Event:
    """Create a finished event from names and totals, all or nothing.

    It is ranked by the sum of each entry's totals. Names are put on the roster, the same name once.
    Nothing is at stake: money needs the games.

    Raises ``ValidationError`` for a template that does not suit, without entries or with too many
    of them, for a wrong number of players, one named twice, or a total out of reach.
    """
    if not ranks_by_total(template):
        raise ValidationError(
            {
                "template": ValidationError(
                    _("This cannot be ranked by totals alone."), code="not_by_total"
                )
            }
        )
    plain = replace(template, tie_breaks=(POINTS,), stakes=None)
    event = event_create_from_template(
        club=club, template=plain, date=date, created_by=by, name=name
    )
    new: dict[str, Player] = {}
    lineups = [tuple(_player(club, person, new) for person in entry.players) for entry in entries]
    _must_fit(event, entries, lineups)
    made = Entry.objects.bulk_create(
        Entry(event=event, number=number) for number in range(1, len(entries) + 1)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, place=place, player=player)
        for entry, lineup in zip(made, lineups, strict=True)
        for place, player in enumerate(lineup)
    )
    RoundTotal.objects.bulk_create(
        RoundTotal(entry=row, number=number, total=total)
        for row, entry in zip(made, entries, strict=True)
        for number, total in entry.totals.items()
    )
    event.state = EventState.FINISHED
    event.save(update_fields=["state"])
    EventTransition.objects.create(event=event, state=EventState.FINISHED, made_by=by)
    standings_mark_stale(event_id=event.pk, code="read_in")
    changes_note(club.pk, (ChangeKind.FINISHED, event.api_path))
    event.refresh_from_db()
    reading = TotalsReading.objects.create(event=event, version=event.version, made_by=by)
    reading.players.set(new.values())
    return event


def _player(club: Club, person: Player | str, new: dict[str, Player]) -> Player:
    if isinstance(person, Player):
        return person
    if person not in new:
        new[person] = player_add(club=club, name=person)
    return new[person]


def _must_fit(
    event: Event, entries: Sequence[EntryTotals], lineups: Sequence[Sequence[Player]]
) -> None:
    most = FORMATS[event.format].most_entries(event.format_options)
    if not entries:
        raise ValidationError(_("There are no lines to read."), code="no_entries")
    if len(entries) > most:
        raise ValidationError(
            entry_labels(event).too_many % {"count": most}, code="too_many_entries"
        )
    seen: set[int] = set()
    for entry, lineup in zip(entries, lineups, strict=True):
        lineup_check(event, lineup)
        for player in lineup:
            if player.pk in seen:
                raise ValidationError(
                    _("%(name)s has another place in this event already.")
                    % {"name": isolated(player.name)},
                    code="entered_already",
                )
            seen.add(player.pk)
        if not entry.totals:
            raise ValidationError(_("This entry has no total."), code="no_total")
        if any(abs(total) > MOST_TOTAL for total in entry.totals.values()):
            raise ValidationError(_("A total has at most five digits."), code="total_too_long")


@transaction.atomic
def event_take_back(*, event: Event) -> None:
    """Delete an imported event, with the players who were added for it. Locks the event.

    Players who have been entered, seated or ranked elsewhere meanwhile stay on the roster.
    ``ValidationError`` if the event was not imported, or anything was added to it: a season in
    which it counts, money, sign-ups, a change.
    """
    locked = event_locked(event.pk)
    reading = TotalsReading.objects.filter(event=locked).first()
    if reading is None:
        raise ValidationError(_("This event was not read in."), code="not_read_in")
    if wrong := added_since(locked, reading):
        raise ValidationError(wrong, code="added_since")
    players = list(reading.players.values_list("pk", flat=True))
    locked.delete()
    idle = Player.objects.filter(
        pk__in=players,
        entries=None,
        seats=None,
        accounts=None,
        contends=None,
        contends_with=None,
        members=None,
        evening_results=None,
    )
    idle.delete()


def added_since(event: Event, reading: TotalsReading) -> str:
    """Return why an imported event cannot be taken back; empty if it can."""
    for hooks in event_hooks():
        if reason := hooks.reason_to_keep(event):
            return reason
    if event.version != reading.version or event.rounds.exists():
        return _("Something was added to it since.")
    return ""
