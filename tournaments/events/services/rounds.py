"""Rounds: plan them, begin the next one, take a beginning back."""

from collections.abc import Iterator
from operator import itemgetter

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from core.names import line_check
from core.text import comma_list, isolated
from engine.pairings.format import seat_number
from engine.pairings.formats import FORMATS
from engine.pairings.state import PairingState
from rules import GAMES
from scoring.models import WRITTEN, Match
from scoring.services.matches import Seating, matches_create
from tournaments.events.event_hooks import first_dealer, same_deals
from tournaments.events.event_labels import entry_labels
from tournaments.events.lengths import has_lengths, rules_at, target_apart
from tournaments.events.models import (
    MOST_REASON,
    Clock,
    Event,
    EventState,
    Game,
    Lot,
    Round,
    RoundState,
    Table,
    TableSeat,
)
from tournaments.events.selectors.ending import (
    open_tables,
    refusal,
    tables_level,
    tables_level_texts,
    tables_playing_texts,
)
from tournaments.events.selectors.events import disputed_tables, lineups_at, waiting_before_start
from tournaments.events.selectors.next_step import cut_short_text, plan_is_outdated
from tournaments.events.selectors.pairing_state import (
    ORDER_LOT,
    SEEDING_LOT,
    game_label,
    level_in_stage,
    open_numbers,
)
from tournaments.events.services.locking import (
    matches_locked,
    open_event_locked,
    round_again,
    standings_mark_stale,
)
from tournaments.events.services.planning import rounds_replan, rounds_rewrite
from tournaments.events.services.room import tables_place
from tournaments.events.services.standings import Seeds, lot_draw, lot_drawn, seed_of

Lineups = dict[int, tuple[Player, ...]]


@transaction.atomic
def rounds_plan(
    *,
    event: Event,
    shuffle: bool = False,
    seed: Seeds = None,
    repeats: str = "",
    without_waiting: bool = False,
) -> list[Round]:
    """Plan all rounds not yet begun for the active entries. Locks the event.

    Where rounds follow from results only the next one is planned; ``ValidationError`` while a table
    is playing or when everything has been played.

    ``shuffle`` first draws the order of the entries, before the start only, as the lot ``order``
    (``order.2`` for the second). Entries tied in the groups from which a bracket is drawn are put
    in order by the lot ``seeding``. ``seed`` repeats draws. ``repeats`` is the reason for which the
    next round may repeat meetings or byes if no other is left; it stays with such a round.

    Before the start, players who wait for a partner are left out only ``without_waiting``; the
    code of the refusal is ``partner_missing``.
    """
    locked = open_event_locked(event.pk)
    if not without_waiting and (waiting := waiting_before_start(locked)):
        words = _("Waiting for a partner: %(names)s. Enter their partners, or draw without them.")
        raise ValidationError(
            words % {"names": comma_list([isolated(player.name) for player in waiting])},
            code="partner_missing",
        )
    why = " ".join(repeats.split())
    if len(why) > MOST_REASON:
        wrong = ValidationError(
            _("Say why, in up to %(most)d characters."),
            code="reason_length",
            params={"most": MOST_REASON},
        )
        raise ValidationError({"repeats": wrong})
    try:
        line_check(why)
    except ValidationError as error:
        raise ValidationError({"repeats": error}) from None
    least = FORMATS[locked.format].entries_a_table(locked.game)
    if locked.entries.filter(left_after_round=None).count() < least:
        raise ValidationError(
            entry_labels(locked).too_few % {"count": least}, code="too_few_entries"
        )
    if shuffle:
        _order_draw(locked, seed)
    _seeding_draw(locked, seed)
    pairing_state = rounds_rewrite(locked, seed=seed, repeats=why)
    planned = list(locked.rounds.filter(state=RoundState.PLANNED))
    if not planned and FORMATS[locked.format].from_results:
        raise _nothing_planned(locked, pairing_state)
    return planned


def _nothing_planned(event: Event, pairing_state: PairingState) -> ValidationError:
    if disputed_tables(event):
        return ValidationError(
            _("The next round depends on the results, and one is disputed: settle it at the desk."),
            code="disputed",
        )
    if pairing_state.is_waiting:
        depends = _("The next round depends on the results.")
        playing = tables_playing_texts(open_tables(event).playing)
        return refusal([depends, *playing], code="still_playing")
    if level := tables_level(event, pairing_state):
        return refusal(tables_level_texts(level), code="level")
    if too_soon := cut_short_text(event, pairing_state):
        return ValidationError(too_soon, code="no_pairing_possible")
    return ValidationError(
        _("Everything has been played: there are no more rounds."), code="all_played"
    )


@transaction.atomic
def round_begin(*, round: Round, seed: Seeds = None) -> Round:  # noqa: A002 the domain's word
    """Begin the next planned round and set up its matches. Locks the event.

    Where the format draws the first dealer of a table, that is the lot ``shaker.ROUND.TABLE`` over
    the seats; with a deal set it follows from the deal's number; else the first seat deals. In each
    further game of the meeting the next player to the left deals first. A round that is begun again
    keeps its lots. ``seed`` repeats draws: with one seed for all, a table's is ``SEED.TABLE``.
    """
    event = open_event_locked(round.event_id)
    current = round_again(event, round)
    if current.state != RoundState.PLANNED:
        raise ValidationError(_("This round has already begun."), code="begun_already")
    if event.rounds.filter(state=RoundState.PLANNED, number__lt=current.number).exists():
        raise ValidationError(_("Rounds must begin in order."), code="out_of_order")
    if plan_is_outdated(event):
        raise ValidationError(
            _("A result has changed since this round was drawn: draw it again."),
            code="draw_outdated",
        )
    if FORMATS[event.format].begin_alone:
        _must_have_room(event, current)
    current.state, current.begun_at = RoundState.BEGUN, timezone.now()
    current.save(update_fields=["state", "begun_at"])
    if event.state == EventState.DRAFT:
        event.state = EventState.RUNNING
        event.save(update_fields=["state"])
    tables_set_up(event, current, current.tables.filter(is_bye=False), seed)
    standings_mark_stale(event_id=event.pk)
    return current


def _must_have_room(event: Event, current: Round) -> None:
    """Refuse a table that is still in use, after moving tables of the round if possible."""
    for is_last in (False, True):
        playing = open_numbers(event)
        others = Table.objects.filter(round__in=playing, is_bye=False)
        taken = {table.in_room for table in others if table.number in playing[table.round_id]}
        tables = current.tables.filter(is_bye=False, shift=1)
        here = sorted(table.in_room for table in tables if table.in_room in taken)
        if not here:
            return
        if is_last:
            words = _("Table %(number)d is still playing. Draw again with fewer tables, or wait.")
            raise ValidationError(words % {"number": here[0]}, code="still_playing")
        tables_place(event)


@transaction.atomic
def round_undo_begin(*, round: Round) -> Round:  # noqa: A002 the domain's word
    """Take back the beginning of the last begun round, while nothing is recorded in it.

    Locks the matches and the event. Its matches are deleted, its lots are kept. The round stays as
    drawn, unless entries came or left meanwhile; rounds drawn from its results are dropped.
    """
    matches_locked(round.event_id)
    event = open_event_locked(round.event_id)
    current = round_again(event, round)
    if current.state != RoundState.BEGUN:
        raise ValidationError(_("This round has not begun."), code="not_begun")
    if event.rounds.filter(state=RoundState.BEGUN, number__gt=current.number).exists():
        raise ValidationError(_("A later round has begun."), code="later_begun")
    matches = Match.objects.filter(game_of__table__round=current)
    if matches.filter(WRITTEN).exists():
        raise ValidationError(
            _("Something has been recorded in this round, so its start cannot be taken back."),
            code="round_recorded",
        )
    keys = list(matches.values_list("pk", flat=True))
    Game.objects.filter(match__in=keys).delete()
    Match.objects.filter(pk__in=keys).delete()
    _forget(current)
    if not event.rounds.filter(state=RoundState.BEGUN).exists():
        event.state = EventState.DRAFT
        event.save(update_fields=["state"])
    current = _catch_up(event, current)
    tables_place(event)
    standings_mark_stale(event_id=event.pk)
    return current


def _forget(current: Round) -> None:
    """Set a round back to planned, without its clock and decisions."""
    Clock.objects.filter(round=current).delete()
    TableSeat.objects.filter(table__round=current).update(forfeited=False)
    current.tables.update(decided_side=None, target=None, deals_stand=True)
    current.state, current.begun_at = RoundState.PLANNED, None
    current.save(update_fields=["state", "begun_at"])


def _catch_up(event: Event, current: Round) -> Round:
    """Plan again if entries changed meanwhile, or rounds depend on results.

    Return the round of that number as it now is.
    """
    seated = TableSeat.objects.filter(table__round=current).values_list("entry", flat=True)
    active = event.entries.filter(left_after_round=None).values_list("pk", flat=True)
    follows = event.rounds.filter(number__gt=current.number).exists()
    if set(seated) != set(active) or (follows and FORMATS[event.format].from_results):
        rounds_replan(event)
        return event.rounds.filter(number=current.number).first() or current
    return current


def _seeding_draw(event: Event, seed: Seeds) -> None:
    """Draw the order of those tied in the groups from which a bracket is drawn."""
    level = sorted(entry for tie in level_in_stage(event) for entry in tie)
    if level:
        given = seed_of(seed, SEEDING_LOT)
        lot_draw(event=event, purpose=SEEDING_LOT, options=level, seed=given)


def _order_draw(event: Event, seed: Seeds) -> Lot:
    if event.rounds.filter(state=RoundState.BEGUN).exists():
        raise ValidationError(
            _("The order must be drawn before the first round begins."), code="has_begun"
        )
    drawn = Lot.objects.filter(event=event, purpose__startswith=ORDER_LOT).count()
    purpose = f"{ORDER_LOT}.{drawn + 1}" if drawn else ORDER_LOT
    numbers = list(event.entries.values_list("number", flat=True))
    if event.groups:
        event.groups = []
        event.save(update_fields=["groups"])
    return lot_draw(event=event, purpose=purpose, options=numbers, seed=seed_of(seed, purpose))


def tables_set_up(event: Event, round_: Round, chosen: QuerySet[Table], seed: Seeds = None) -> None:
    """Make the matches of tables of a round that begins, or has begun. The event is locked."""
    tables = list(chosen.prefetch_related("seats"))
    drawn = FORMATS[event.format].partners and not event.deals_per_round
    dealers = _dealers_drawn(event, round_, tables, seed) if drawn else {}
    first = first_dealer(event, round_.number) if event.deals_per_round else 0
    lineups = lineups_at(event, round_.number)
    placed = [
        (table, number, seating)
        for table in tables
        for number, seating in _seatings(
            event, round_, table, lineups, dealers.get(table.number, first)
        )
    ]
    _targets_set(event, round_)
    deals = same_deals().to_play(event, round_.number)
    matches = matches_create(
        club=event.club,
        game=event.game,
        rules=event.rules,
        stakes=event.stakes,
        time_pays=event.time_pays,
        says=event.says,
        seatings=[seating._replace(deals=deals) for _table, _number, seating in placed],
    )
    Game.objects.bulk_create(
        Game(table=table, number=number, match=match)
        for (table, number, _seating), match in zip(placed, matches, strict=True)
    )


def _targets_set(event: Event, round_: Round) -> None:
    """Record the targets of tables and byes that differ from the event's."""
    if not has_lengths(event):
        return
    by_target: dict[int, list[int]] = {}
    for key, section in round_.tables.values_list("pk", "section"):
        rules = rules_at(event, number=round_.number, stage=round_.stage, section=section)
        if (target := target_apart(event, rules)) is not None:
            by_target.setdefault(target, []).append(key)
    for target, keys in by_target.items():
        Table.objects.filter(pk__in=keys).update(target=target)


def _seatings(
    event: Event, round_: Round, table: Table, lineups: Lineups, dealer: int
) -> Iterator[tuple[int, Seating]]:
    """Yield the games of a table by number, with their players."""
    players = players_seated(table, lineups)
    count = table.best_of or event.games_per_meeting
    rules = rules_at(event, number=round_.number, stage=round_.stage, section=table.section)
    if event.deals_per_round and len(players) > GAMES[event.game].seats:
        words = _("Table %(number)d has one player more than seats: a deal set needs full tables.")
        raise ValidationError(words % {"number": table.in_room}, code="table_too_full")
    for number in range(1, count + 1):
        label = game_label(event, round_, table, number if count > 1 else None)
        yield number, Seating(players, label, (dealer + number - 1) % len(players), rules)


def players_seated(table: Table, lineups: Lineups) -> list[Player]:
    seats = table.seats.all()
    by_seat = {
        seat_number(side=seat.place, place=place, sides=len(seats)): player
        for seat in seats
        for place, player in enumerate(lineups[seat.entry_id])
    }
    return [player for _seat, player in sorted(by_seat.items(), key=itemgetter(0))]


def _dealers_drawn(event: Event, round_: Round, tables: list[Table], seed: Seeds) -> dict[int, int]:
    """Return the first dealer's seat by table number; lots drawn before are kept."""
    prefix = f"shaker.{round_.number}."
    lots = {lot.purpose: lot for lot in Lot.objects.filter(event=event, purpose__startswith=prefix)}
    fresh = [
        lot_drawn(
            event=event,
            purpose=f"{prefix}{table.number}",
            options=list(range(GAMES[event.game].seats)),
            seed=_seed_at(seed, f"{prefix}{table.number}", table.number),
        )
        for table in tables
        if f"{prefix}{table.number}" not in lots
    ]
    lots |= {lot.purpose: lot for lot in Lot.objects.bulk_create(fresh)}
    return {table.number: lots[f"{prefix}{table.number}"].outcome["order"][0] for table in tables}


def _seed_at(seed: Seeds, purpose: str, number: int) -> str | None:
    return f"{seed}.{number}" if seed and isinstance(seed, str) else seed_of(seed, purpose)
