"""Entries: add, remove, withdraw, restore, substitute."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from core.text import isolated
from core.transactions import get_or_gone
from engine.pairings.brackets import line_of_worse
from engine.pairings.formats import FORMATS
from scoring.models import WRITTEN, Match
from tournaments.events.event_labels import entry_labels
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Event,
    Lot,
    Round,
    RoundState,
    Table,
    TableSeat,
    WaitingPlayer,
)
from tournaments.events.selectors.events import (
    byes_to_take,
    entered_player_ids,
    is_closed_to_entries,
    next_round_number,
    tables_under_way,
)
from tournaments.events.selectors.pairing_state import room_of
from tournaments.events.services.locking import (
    matches_locked,
    open_event_locked,
    standings_mark_stale,
)
from tournaments.events.services.planning import rounds_replan
from tournaments.events.services.rounds import tables_set_up
from tournaments.events.services.standings import lot_draw
from tournaments.events.services.tables import seat_write

TOO_MANY = "too_many"


@transaction.atomic
def entry_add(*, event: Event, players: Sequence[Player], evenly: bool = False) -> Entry:
    """Enter a pair, or a single player where the format has these. Locks the event.

    A latecomer plays from the next round not yet begun, or takes a bye of the first round of a
    bracket that nobody has gone on from. Planned rounds keep as many tables as possible, or are
    planned again ``evenly``. ``ValidationError`` for a wrong number of players, players of other
    clubs or entered already, and once the bracket has begun and has no such bye.
    """
    return entries_add(event=event, lineups=[players], evenly=evenly)[0]


@transaction.atomic
def entries_add(
    *,
    event: Event,
    lineups: Sequence[Sequence[Player]],
    waiting: Sequence[Player] = (),
    evenly: bool = False,
) -> list[Entry]:
    """Enter several at once, and those who wait for a partner, all or none; then plan.

    Waiting players who are entered stop waiting. Locks the event.
    """
    locked = open_event_locked(event.pk)
    byes = byes_to_take(locked)
    if len(byes) < len(lineups):
        _must_be_open(locked)
    for players in lineups:
        lineup_check(locked, players)
    last = locked.entries.aggregate(last=Max("number"))["last"] or 0
    most = FORMATS[locked.format].most_entries(locked.format_options)
    if locked.entries.count() + len(lineups) > most:
        raise ValidationError(
            entry_labels(locked).too_many % {"count": most}, code="too_many_entries"
        )
    joined = byes[0].round.number if byes else next_round_number(locked)
    entries = Entry.objects.bulk_create(
        Entry(event=locked, number=number, joined_round=joined)
        for number in range(last + 1, last + len(lineups) + 1)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, place=place, player=player, from_round=joined)
        for entry, players in zip(entries, lineups, strict=True)
        for place, player in enumerate(players)
    )
    entered = [player for players in lineups for player in players]
    locked.waiting_players.filter(player__in=entered).delete()
    _nobody_sits_twice(locked, from_round=joined)
    if waiting:
        _waiting_add(locked, waiting)
    if byes:
        _byes_take(locked, byes[: len(entries)], entries)
    rounds_replan(locked, evenly=evenly)
    standings_mark_stale(event_id=locked.pk, code="entries_added")
    return entries


@transaction.atomic
def waiting_player_add(*, event: Event, player: Player) -> WaitingPlayer:
    """Note that a player waits for a partner. Locks the event.

    ``ValidationError`` in formats for single players, for a player of another club, and for one who
    is entered or waits already.
    """
    locked = open_event_locked(event.pk)
    (row,) = _waiting_add(locked, [player])
    standings_mark_stale(event_id=locked.pk)
    return row


def _waiting_add(event: Event, players: Sequence[Player]) -> list[WaitingPlayer]:
    if FORMATS[event.format].lineup == 1:
        raise ValidationError(entry_labels(event).wrong_lineup, code="wrong_lineup")
    _must_be_of_club(event, players)
    here = entered_player_ids(event) | {row.player_id for row in event.waiting_players.all()}
    for player in players:
        if player.pk in here:
            raise _entered_already(player)
        here |= {player.pk}
    return [WaitingPlayer.objects.create(event=event, player=player) for player in players]


@transaction.atomic
def waiting_player_remove(*, waiting: WaitingPlayer) -> None:
    """Take out a player who waited for a partner. Locks the event."""
    locked = open_event_locked(waiting.event_id)
    get_or_gone(locked.waiting_players.all(), waiting.pk).delete()
    standings_mark_stale(event_id=locked.pk)


def _byes_last(round_: Round) -> None:
    """Number the byes of a round after its tables, as a draw has them."""
    rows = list(round_.tables.order_by("is_bye", "number"))
    numbers = sorted(row.number for row in rows)
    for beyond in (numbers[-1], 0):  # in two steps, since no two have one number
        for row, number in zip(rows, numbers, strict=True):
            row.number = number + beyond
            row.save(update_fields=["number"])


def _byes_take(event: Event, byes: Sequence[Table], entries: Sequence[Entry]) -> None:
    """Turn byes of the first round of a bracket into tables; latecomers are the worse seeds."""
    first = byes[0].round
    boxes = first.tables.aggregate(most=Max("slot"))["most"]
    taken = {table.in_room for table in first.tables.filter(is_bye=False)}
    for table, entry in zip(byes, entries, strict=True):
        room = room_of(event) if event.tables_in_room else range(1, table.number + 1)
        free = sorted({*room} - taken - {*event.tables_lost})
        table.is_bye, table.shift = False, 1 if free else 2
        table.stands_at = free[0] if free else min(room)
        taken.add(table.stands_at)
        table.save(update_fields=["is_bye", "stands_at", "shift"])
        place = line_of_worse(table.slot, boxes)
        table.seats.update(place=1 - place, side=1 - place)
        TableSeat.objects.create(table=table, place=place, side=place, entry=entry)
    _byes_last(first)
    tables_set_up(event, first, first.tables.filter(pk__in=[table.pk for table in byes]))


@transaction.atomic
def entries_draw_pairs(
    *, event: Event, players: Sequence[Player], seed: str | None = None
) -> list[Entry]:
    """Draw an even number of players into pairs and enter these. Locks the event.

    The draw is recorded as the lot ``pairs`` (``pairs.2`` for a second one) over the players' keys.
    """
    locked = open_event_locked(event.pk)
    if len(players) % 2 or not players:
        raise ValidationError(
            _("Pairs are drawn from an even number of players."), code="odd_number"
        )
    drawn_before = Lot.objects.filter(event=locked, purpose__startswith="pairs").count()
    purpose = f"pairs.{drawn_before + 1}" if drawn_before else "pairs"
    lot = lot_draw(
        event=locked, purpose=purpose, options=[player.pk for player in players], seed=seed
    )
    by_key = {player.pk: player for player in players}
    drawn = [by_key[key] for key in lot.outcome["order"]]
    return entries_add(event=locked, lineups=list(zip(drawn[::2], drawn[1::2], strict=True)))


@transaction.atomic
def entry_remove(*, entry: Entry, evenly: bool = False) -> None:
    """Remove an entry that has not played; its number stays free. Locks the event."""
    locked = open_event_locked(entry.event_id)
    if _begun_seats(entry).exists():
        raise ValidationError(entry_labels(locked).has_played, code="has_played")
    # Its tables stay, one short and not pinned, so that the new plan can keep them.
    Table.objects.filter(seats__entry=entry).update(is_pinned=False)
    TableSeat.objects.filter(entry=entry).delete()
    entry.delete()
    rounds_replan(locked, evenly=evenly)
    standings_mark_stale(event_id=locked.pk, code="entry_removed")


@transaction.atomic
def entry_withdraw(
    *, entry: Entry, gives_up: bool = False, deals_stand: bool = True, evenly: bool = False
) -> Entry:
    """Withdraw an entry from the next round not yet begun. Locks the event.

    Its results count. A match in progress is played to its end, or forfeited if it ``gives_up`` and
    two sides meet; deals that were played there stand in their comparison if ``deals_stand``.
    """
    locked = open_event_locked(entry.event_id)
    current = get_or_gone(locked.entries.all(), entry.pk)
    if not current.is_active:
        raise ValidationError(entry_labels(locked).dropped_already, code="dropped_already")
    current.left_after_round = next_round_number(locked) - 1
    current.save(update_fields=["left_after_round"])
    if gives_up:
        for table in tables_under_way(locked, current):
            side = table.seats.get(entry=current).side
            table.seats.filter(side=side).update(forfeited=True)
            table.deals_stand = deals_stand
            table.save(update_fields=["deals_stand"])
    rounds_replan(locked, evenly=evenly)
    standings_mark_stale(event_id=locked.pk, code="entry_left", number=current.number)
    return current


@transaction.atomic
def entry_restore(*, entry: Entry, evenly: bool = False) -> Entry:
    """Let an entry that dropped out play again from the next round. Locks the event."""
    locked = open_event_locked(entry.event_id)
    current = get_or_gone(locked.entries.all(), entry.pk)
    if current.is_active:
        raise ValidationError(entry_labels(locked).not_dropped, code="not_dropped")
    if not _begun_seats(current).exists():
        _must_be_open(locked)
    current.left_after_round = None
    current.save(update_fields=["left_after_round"])
    _nobody_sits_twice(locked, from_round=next_round_number(locked))
    rounds_replan(locked, evenly=evenly)
    standings_mark_stale(event_id=locked.pk, code="entry_back", number=current.number)
    return current


@transaction.atomic
def entry_substitute(
    *,
    entry: Entry,
    place: int,
    player: Player,
    from_round: int | None = None,
    beyond: bool = False,
) -> EntryPlayer:
    """Put another player at a place of an entry, from 0, from a round on. Locks matches and event.

    The default is the next round not yet begun; before it joined, the entry's first. A begun round
    is allowed while the entry has no hand in it or later; the seat in its match changes at once.
    The original player's row stays; substitutes for later rounds are unaffected.

    ``ValidationError`` with the code ``too_many`` if the entry has used all substitutes that the
    event allows, unless ``beyond``.
    """
    matches_locked(entry.event_id)
    locked = open_event_locked(entry.event_id)
    first = max(from_round or next_round_number(locked), entry.joined_round)
    if place not in range(FORMATS[locked.format].lineup):
        raise ValidationError(
            {"place": ValidationError(entry_labels(locked).wrong_place, code="no_such_place")}
        )
    _must_be_of_club(locked, [player])
    begun = _begun_seats(entry).filter(table__round__number__gte=first)
    if Match.objects.filter(WRITTEN, game_of__table__seats__in=begun).exists():
        raise ValidationError(
            {
                "from_round": ValidationError(
                    _("Something was recorded in that round: choose a later one."),
                    code="round_recorded",
                )
            }
        )
    row, _new = EntryPlayer.objects.update_or_create(
        entry=entry, place=place, from_round=first, is_original=False, defaults={"player": player}
    )
    if not beyond:
        _must_be_allowed(locked, entry)
    _nobody_sits_twice(locked, from_round=first)
    for seat in begun.select_related("table__round"):
        seat_write(locked, seat)
    standings_mark_stale(event_id=locked.pk, code="entry_changed")
    return row


def _must_be_allowed(event: Event, entry: Entry) -> None:
    """Refuse more substitutes than the event allows; original players do not count."""
    if event.substitutes is None:
        return
    rows = list(entry.lineup.all())
    original = {row.player_id for row in rows if row.is_original}
    others = {row.player_id for row in rows} - original
    if len(others) > event.substitutes:
        text = ngettext(
            "This event allows one entry %(count)d substitute.",
            "This event allows one entry %(count)d substitutes.",
            event.substitutes,
        )
        words = _("No substitute is allowed in this event.") if not event.substitutes else text
        wrong = ValidationError(words, code=TOO_MANY, params={"count": event.substitutes})
        raise ValidationError({"player": wrong})


def _begun_seats(entry: Entry) -> QuerySet[TableSeat]:
    return TableSeat.objects.filter(entry=entry, table__round__state=RoundState.BEGUN)


def _must_be_open(event: Event) -> None:
    if is_closed_to_entries(event):
        raise ValidationError(
            _("The bracket has begun: nobody can join any more."), code="bracket_begun"
        )


def lineup_check(event: Event, players: Sequence[Player]) -> None:
    """Raise ``ValidationError`` if these players cannot be one entry of the event."""
    wanted = FORMATS[event.format].lineup
    if len({player.pk for player in players}) != wanted or len(players) != wanted:
        raise ValidationError(entry_labels(event).wrong_lineup, code="wrong_lineup")
    _must_be_of_club(event, players)


def _must_be_of_club(event: Event, players: Iterable[Player]) -> None:
    if any(player.club_id != event.club_id for player in players):
        raise ValidationError(_("Only players of this club can be entered."), code="other_club")


def _nobody_sits_twice(event: Event, *, from_round: int) -> None:
    """Raise ``ValidationError`` if a player has two places in a round from this one on."""
    rows = list(
        EntryPlayer.objects.select_related("player")
        .filter(entry__event=event, entry__left_after_round=None)
        .order_by("from_round", "-is_original")
    )
    changes = {row.from_round for row in rows if row.from_round > from_round}
    for number in sorted({from_round, *changes}):
        for player, count in Counter(_sitting(rows, number)).items():
            if count > 1:
                raise _entered_already(player)


def _entered_already(player: Player) -> ValidationError:
    words = _("%(name)s has another place in this event already.")
    return ValidationError(words % {"name": isolated(player.name)}, code="entered_already")


def _sitting(rows: Iterable[EntryPlayer], number: int) -> Iterator[Player]:
    """Yield the player at each place in a round; ``rows`` in the order of their rounds."""
    by_place = {(row.entry_id, row.place): row.player for row in rows if row.from_round <= number}
    yield from by_place.values()
