"""The content of a phone at a table: its player's table, game, last hand and own hand."""

import zlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, cast

from django.core.cache import cache
from django.db.models import Count
from django.utils import timezone

from scoring.models import Match
from tournaments.events.event_hooks import same_deals
from tournaments.events.models import Event, Game
from tournaments.events.selectors.clocks import rounds_tag, rounds_tags
from tournaments.events.selectors.rounds import (
    MyTable,
    my_tables,
    own_tables,
    player_overview,
)
from tournaments.events.selectors.tables import GameView
from tournaments.phones.models import DealStart, DirectorCall, GuestDevice

ROUNDS_FOR: Final = 1  # seconds


@dataclass(frozen=True, slots=True)
class PhoneTable:
    """The table of a phone's player: ``mine`` is the present or last one, ``following`` that of the
    round drawn next.

    ``game`` is the one that is played there, or was played last. ``matches`` are the keys of all
    matches that are played or were played at tables of theirs, in order.
    """

    mine: MyTable | None
    following: MyTable | None
    game: GameView | None
    matches: tuple[int, ...]

    @property
    def is_open(self) -> bool:
        """Whether a hand is to be recorded."""
        return self.game is not None and self.game.is_offered


def phone_table(event: Event, player_id: int) -> PhoneTable:
    """Where a player sits: at a table that is not over, else at the last one. Five queries."""
    overview = player_overview(event, player_id)
    places = own_tables(overview, player_id)
    table_now = my_tables(overview, player_id)
    mine = (table_now and table_now.now) or (places[-1] if places else None)
    matches = tuple(game.match.pk for place in places for game in place.table.games)
    following = table_now.following if table_now else None
    return PhoneTable(mine, following, _game(mine) if mine else None, matches)


def _game(mine: MyTable) -> GameView | None:
    counted = [game for game in mine.table.games if game.counts]
    return mine.table.open_game or (counted[-1] if counted else None)


def is_own_match(event: Event, player_id: int, match_id: int) -> bool:
    """Whether a match is played at a table that the player sits at. Five queries."""
    places = own_tables(player_overview(event, player_id), player_id)
    return any(game.match.pk == match_id for mine in places for game in mine.table.games)


def phone_tag(
    device: GuestDevice, match_id: int | None, asks: int | None = None, games: Sequence[Game] = ()
) -> str:
    """Return a tag that changes with everything a phone shows of this match. Two queries; four with
    deals; one less with the ``games`` that are shown.

    ``asks`` is another match, about which the phone shows a question. One query more once a second
    for all phones of the event together, for its rounds.
    """
    event = device.event
    if games:
        shown = sorted((game.match_id, game.match.version, game.remark_count) for game in games)
    else:
        rows = Game.objects.filter(match__in={match_id, asks}, table__round__event=event)
        shown = sorted(rows.order_by().values_list("match", "match__version", "remark_count"))
    calls = event.director_calls.filter(device__player=device.player_id).order_by("pk")
    called = calls.values_list("pk", "acknowledged_at").last() or ()
    begun = DealStart.objects.filter(table__games__match=match_id, table__round__event=event)
    starts = begun.count() if event.deals_per_round else 0
    phones = event.guest_devices.filter(sent_away_at=None).count() if event.deals_per_round else 0
    state = f"{starts}-{phones}-{device.pk}-{shown}-{called}-{event.who_writes}-{event.confirms}"
    return f"phone-{zlib.crc32(state.encode()):08x}-{_rounds_tag(event)}"


def _rounds_tag(event: Event) -> str:
    key = f"rounds-{event.pk}-{event.created_at.timestamp()}"
    tag = cache.get_or_set(key, lambda: rounds_tag(event, timezone.now()), ROUNDS_FOR)
    return cast(str, tag)


@dataclass(frozen=True, slots=True)
class TableNews:
    """Tags that change with what a phone shows: of its own table, and of its event."""

    table: object
    event: object


def table_news(places: Collection[tuple[int, int]]) -> dict[tuple[int, int], TableNews]:
    """Return the news by keys of phone and match, for phones that are still let in.

    Five queries; two more with deals.
    """
    let_in = GuestDevice.objects.filter(sent_away_at=None).order_by()
    listening = {device for device, _ in places}
    event_of = dict(let_in.filter(pk__in=listening).values_list("pk", "event"))
    events = Event.objects.filter(pk__in={*event_of.values()}).order_by()
    plans = rounds_tags({*event_of.values()}, timezone.now())
    of_event: dict[int, list[object]] = {}
    with_deals: list[int] = []
    for key, deals, *state in events.values_list(
        "pk", "deals_per_round", "who_writes", "confirms", "state"
    ):
        of_event[key] = [*state, plans[key]]
        with_deals += [key] if deals else []
    matches = {match for _, match in places}
    games = Game.objects.filter(match__in=matches, table__round__event__in=of_event).order_by()
    rows = games.values_list(
        *("table__round__event", "match", "match__version", "remark_count"),
        *("table", "table__number"),
    )
    calls = DirectorCall.objects.filter(event__in=of_event).order_by("pk")
    called = {
        (key, number): state
        for key, number, *state in calls.values_list("event", "number", "pk", "acknowledged_at")
    }
    starts: dict[int, int] = {}
    if with_deals:
        phones = let_in.filter(event__in=with_deals).values_list("event")
        for key, count in phones.annotate(count=Count("pk")):
            of_event[key].append(count)
        begun = DealStart.objects.filter(table__round__event__in=with_deals).order_by()
        starts = dict(begun.values_list("table").annotate(begun=Count("pk")))
    table_state = {
        (key, match): (version, remarks, starts.get(table), called.get((key, number)))
        for key, match, version, remarks, table, number in rows
    }
    return {
        (device, match): TableNews(
            table_state.get((event_of[device], match)), of_event[event_of[device]]
        )
        for device, match in places
        if event_of.get(device) in of_event
    }


class HandState(Enum):
    """What a phone shows of its player's hand in the current deal."""

    WAITING = "waiting"
    """The table has not reported that it has begun the deal."""
    SHOWN = "shown"
    LATE = "late"
    """The phone came in after the deal was begun: it may have been another player's before."""
    TWICE = "twice"
    """Two phones say that they are this player's."""
    ELSEWHERE = "elsewhere"
    """The player does not sit here."""


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The deal that a table plays now, and its player's own pieces where the phone shows them.

    ``centre`` is visible to everybody; ``readers`` are the names of those whose phones show a hand.
    """

    number: int
    state: HandState
    pieces: tuple[str, ...] = ()
    centre: str = ""
    readers: tuple[str, ...] = ()


def own_hand(device: GuestDevice, match: Match) -> OwnHand | None:
    """Return a phone's view of the current deal; None if there is none.

    Secret: for the player of the phone only. At most five queries; no query without a deal set.
    """
    number = match.next_deal
    if number is None or match.is_over:
        return None
    starts = DealStart.objects.filter(table__games__match=match, number=number)
    start = starts.first()
    if start is None:
        return OwnHand(number, HandState.WAITING)
    seats = {seat.player_id: seat.number for seat in match.seats.all()}
    let_in = device.event.guest_devices.filter(player__in=seats, sent_away_at=None)
    phones = list(let_in.select_related("player"))
    counts = Counter(phone.player_id for phone in phones)
    reading = [phone for phone in phones if counts[phone.player_id] == 1]
    readers = tuple(phone.player.name for phone in reading if phone.created_at <= start.made_at)
    state = _hand_state(device, start, seats, counts)
    if state is not HandState.SHOWN:
        return OwnHand(number, state, readers=readers)
    pieces, centre = same_deals().pieces(device.event, number, seats[device.player_id])
    return OwnHand(number, state, tuple(pieces), centre, readers)


def _hand_state(
    device: GuestDevice, start: DealStart, seats: Mapping[int, int], counts: Mapping[int, int]
) -> HandState:
    if device.player_id not in seats:
        return HandState.ELSEWHERE
    if counts.get(device.player_id, 0) > 1:
        return HandState.TWICE
    return HandState.LATE if device.created_at > start.made_at else HandState.SHOWN
