"""The tables of the room: where and when the tables of the draw are played.

A table keeps its number in the draw, and with it its entries, lots and results.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.pairings.formats import FORMATS
from engine.pairings.room import PlacedTable, RoomPlace, places_in_room
from scoring.models import BEGUN, Match
from tournaments.events.models import Event, Game, Round, RoundState, Table
from tournaments.events.selectors.pairing_state import (
    game_label,
    open_numbers,
    room_of,
    table_results,
)
from tournaments.events.services.locking import (
    matches_locked,
    open_event_locked,
    standings_mark_stale,
)


@transaction.atomic
def table_lose(*, event: Event, number: int) -> Event:
    """Take a table of the room out of use. Locks the matches and the event.

    Its meetings move to a free table or to a later shift; one that has begun goes on elsewhere.
    ``ValidationError`` for a table that is not in the room, and for the last one.
    """
    matches_locked(event.pk)
    locked = open_event_locked(event.pk)
    room = room_of(locked)
    if number not in room:
        raise ValidationError(
            _("There is no table %(number)d.") % {"number": number}, code="no_such_table"
        )
    if len(room) == 1:
        raise ValidationError(_("This is the last table."), code="last_table")
    return _lost_set(locked, sorted({*locked.tables_lost, number}))


@transaction.atomic
def table_find(*, event: Event, number: int) -> Event:
    """Put a lost table back in use. Locks the matches and the event.

    Meetings that have begun meanwhile stay where they are.
    """
    matches_locked(event.pk)
    locked = open_event_locked(event.pk)
    if number not in locked.tables_lost:
        raise ValidationError(
            _("Table %(number)d is in use.") % {"number": number}, code="table_in_use"
        )
    return _lost_set(locked, [lost for lost in locked.tables_lost if lost != number])


def tables_place(event: Event, *, begun: bool = False) -> None:
    """Assign the tables of planned rounds to tables of the room. The event is locked.

    Where tables begin alone, no two played at the same time share a place. With ``begun`` also
    those of begun rounds where nothing was played; their matches are locked, and relabelled.
    """
    moved = Q(stands_at__isnull=False) | Q(shift__gt=1)
    is_limited = bool(event.tables_lost or event.tables_in_room)
    playing = open_numbers(event) if FORMATS[event.format].begin_alone else {}
    is_shared = any(playing.values())
    tables_moved = Table.objects.filter(moved, round__event=event)
    if not (is_limited or is_shared or tables_moved.exists()):
        return
    room, waited = room_of(event), Counter[int]()
    rounds = list(event.rounds.order_by("number").prefetch_related("tables__seats__entry"))
    for round_ in rounds:
        tables = [table for table in round_.tables.all() if not table.is_bye]
        if begun or round_.state == RoundState.PLANNED:
            here, taken = room, _taken(rounds, playing, round_)
            if taken and not is_limited:
                here = frozenset(range(1, len(tables) + len(taken) + 1))
            _round_place(event, round_, tables, here - taken or here, waited)
        waiting = (table for table in tables if table.shift > 1)
        waited.update(seat.entry.number for table in waiting for seat in table.seats.all())


def _taken(
    rounds: Sequence[Round], playing: Mapping[int, frozenset[int]], but: Round
) -> frozenset[int]:
    """Return the tables of the room at which other rounds still play."""
    return frozenset(
        table.in_room
        for round_ in rounds
        if round_.pk != but.pk
        for table in round_.tables.all()
        if not table.is_bye and table.number in playing.get(round_.pk, ())
    )


def _lost_set(event: Event, lost: list[int]) -> Event:
    event.tables_lost = lost
    event.save(update_fields=["tables_lost"])
    tables_place(event, begun=True)
    standings_mark_stale(event_id=event.pk)
    return event


def _round_place(
    event: Event,
    round_: Round,
    tables: list[Table],
    room: frozenset[int],
    waited: Counter[int],
) -> None:
    begun, over = _played(event, round_)
    placed = [
        PlacedTable(
            table.number,
            tuple(seat.entry.number for seat in table.seats.all()),
            RoomPlace(table.in_room, table.shift),
            begun=table.number in begun,
            stays=table.number in over
            or (table.number in begun and table.in_room not in event.tables_lost),
        )
        for table in tables
    ]
    places = places_in_room(placed, room, waited)
    changed = [table for table in tables if _moved(table, places[table.number])]
    Table.objects.bulk_update(changed, ["stands_at", "shift"])
    if round_.state == RoundState.BEGUN:
        _names_follow(event, round_, changed)


def _played(event: Event, round_: Round) -> tuple[set[int], set[int]]:
    """Return the numbers of tables with anything played or decided, and of those over.

    Four queries; none where the round has not begun.
    """
    if round_.state == RoundState.PLANNED:
        return set(), set()
    (results,) = table_results(event, [round_])
    matches = Match.objects.filter(game_of__table__round=round_)
    played = matches.filter(BEGUN | Q(called_after__isnull=False))
    tables = round_.tables.filter(is_bye=False).order_by("number")
    over = {table.number for table, result in zip(tables, results, strict=True) if result.is_over}
    return over | set(played.values_list("game_of__table__number", flat=True)), over


def _moved(table: Table, place: RoomPlace) -> bool:
    """Set a table's place; return whether that changed it."""
    before = table.stands_at, table.shift
    table.stands_at = None if place.table == table.number else place.table
    table.shift = place.shift
    return before != (table.stands_at, table.shift)


def _names_follow(event: Event, round_: Round, tables: Sequence[Table]) -> None:
    """Update the names of these tables' matches to where they are played. Two statements."""
    by_table: dict[int, list[Game]] = defaultdict(list)
    for game in Game.objects.filter(table__in=tables).select_related("match"):
        by_table[game.table_id].append(game)
    matches = []
    for table in tables:
        games = by_table[table.pk]
        for game in games:
            match: Match = game.match
            number = game.number if len(games) > 1 else None
            match.label_kind, match.label_values = game_label(event, round_, table, number)
            match.version += 1
            match.changed_at = timezone.now()
            matches.append(match)
    Match.objects.bulk_update(matches, ["label_kind", "label_values", "version", "changed_at"])
