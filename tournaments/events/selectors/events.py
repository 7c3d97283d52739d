"""Events, their entries and lineups."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.selectors import in_turns, keys_named
from core.names import folded
from core.text import comma_list, in_one_cell
from engine.pairings.formats import FORMATS
from games import first
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Event,
    EventState,
    Game,
    RoundState,
    Table,
    TableSeat,
    WhoWrites,
)
from tournaments.events.models.events import taking_part
from tournaments.events.selectors.pairing_state import table_result

# Lineups: the players of an entry, by round.


class Stint(NamedTuple):
    """A player at a place of an entry from one round to another; ``last`` is None until replaced.

    ``original`` is the player who was entered at the place.
    """

    place: int
    player: Player
    original: Player
    first: int
    last: int | None

    @property
    def is_substitute(self) -> bool:
        """Whether somebody sits there for the original player."""
        return self.player.pk != self.original.pk


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry with its lineup in a round.

    ``others`` played for it earlier, ``stints`` are all by place; both are filled on request.
    """

    entry: Entry
    players: tuple[Player, ...]
    others: tuple[Player, ...] = ()
    stints: tuple[Stint, ...] = ()

    @property
    def entry_id(self) -> int:
        return self.entry.pk

    @property
    def changes(self) -> tuple[Stint, ...]:
        """The stints at places where anybody substitutes."""
        places = {stint.place for stint in self.stints if stint.is_substitute}
        return tuple(stint for stint in self.stints if stint.place in places)

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def is_active(self) -> bool:
        """Whether it has not dropped out."""
        return self.entry.is_active

    @property
    def name(self) -> str:
        """All names in one text; pages set the names of ``players`` apart instead."""
        return entrant_name(self.players)

    @property
    def name_in_files(self) -> str:
        """All names as the readers of files part them."""
        return in_one_cell(player.name for player in self.players)


@dataclass(frozen=True, slots=True)
class Lineup:
    """All lineup rows of an event in the order of their rounds: one query for any round.

    Of the rows of one round the original player's is first, so the last row holds.
    """

    rows: tuple[EntryPlayer, ...]

    def at(self, number: int) -> dict[int, tuple[Player, ...]]:
        """The players of every entry by its key in a round, in the order of places.

        An entry that joins only later is given with those it joins with.
        """
        seated: dict[tuple[int, int], Player] = {}
        joined: dict[int, int] = {}
        for row in self.rows:
            if row.from_round <= max(number, joined.setdefault(row.entry_id, row.from_round)):
                seated[row.entry_id, row.place] = row.player
        lineups: dict[int, tuple[Player, ...]] = {}
        for (entry, _place), player in sorted(seated.items(), key=lambda item: item[0]):
            lineups[entry] = (*lineups.get(entry, ()), player)
        return lineups

    def entrants(self, entries: Iterable[Entry], number: int) -> dict[int, Entrant]:
        """Every entry as an ``Entrant`` of a round, by its key."""
        seated = self.at(number)
        return {entry.pk: Entrant(entry, seated.get(entry.pk, ())) for entry in entries}

    def originals(self, entries: Iterable[Entry]) -> dict[int, Entrant]:
        """Every entry with its original players, whoever substituted for them, by its key."""
        rows = (row for row in self.rows if row.is_original)
        return Lineup(tuple(rows)).entrants(entries, 0)

    def entrants_of_all(
        self, entries: Iterable[Entry], number: int, *, sitting: int | None = None
    ) -> dict[int, Entrant]:
        """Return entrants with their stints and everybody who played for them up to that round.

        ``sitting`` is the round of the lineup, if it differs.
        """
        stints = self.stints()
        return {
            key: replace(
                entrant,
                others=_others(stints.get(key, ()), entrant, number),
                stints=stints.get(key, ()),
            )
            for key, entrant in self.entrants(entries, sitting or number).items()
        }

    def stints(self) -> dict[int, tuple[Stint, ...]]:
        """Who sits for each entry from which round to which, by its key, place by place."""
        rows: dict[tuple[int, int], list[EntryPlayer]] = defaultdict(list)
        for row in self.rows:
            rows[row.entry_id, row.place].append(row)
        stints: dict[int, tuple[Stint, ...]] = {}
        for (entry, _place), changes in sorted(rows.items(), key=lambda item: item[0]):
            stints[entry] = (*stints.get(entry, ()), *_stints_at_place(changes))
        return stints


def _stints_at_place(rows: Sequence[EntryPlayer]) -> Iterator[Stint]:
    """Yield the stints at one place; ``rows`` in the order of their rounds, the original first."""
    by_round = {row.from_round: row for row in rows}
    changes = [next(group) for _key, group in groupby(by_round.values(), lambda row: row.player_id)]
    ends = [*(row.from_round - 1 for row in changes[1:]), None]
    for row, last in zip(changes, ends, strict=True):
        yield Stint(row.place, row.player, rows[0].player, row.from_round, last)


def _others(stints: Iterable[Stint], entrant: Entrant, number: int) -> tuple[Player, ...]:
    """Return former players of the entry who are not in its present lineup."""
    played = sorted(
        (stint for stint in stints if stint.first <= number), key=lambda stint: stint.first
    )
    former = {stint.player.pk: stint.player for stint in played}
    now = {player.pk for player in entrant.players}
    return tuple(player for key, player in former.items() if key not in now)


def field_size(entrants: Iterable[Entrant]) -> int:
    """The number of entries. Entries that withdrew before their first round are not counted."""
    return sum(entrant.entry.takes_part for entrant in entrants)


def lineup(event: Event, entries: QuerySet[Entry] | None = None) -> Lineup:
    """The lineup rows of the event, or of some of its entries. One query."""
    rows = EntryPlayer.objects.filter(entry__event=event).select_related("player")
    if entries is not None:
        rows = rows.filter(entry__in=entries).select_related("player", "entry")
    return Lineup(tuple(rows.order_by("from_round", "-is_original", "entry_id", "place")))


def lineups_at(event: Event, number: int) -> dict[int, tuple[Player, ...]]:
    """The players of every entry in a round, by the entry's key. One query."""
    return lineup(event).at(number)


def entrant_name(players: Sequence[Player]) -> str:
    """``Ann & Bob``, or as many names as there are."""
    names = [player.name for player in players]
    if len(names) != 2:
        return comma_list(names)
    return _("%(first)s & %(second)s") % {"first": names[0], "second": names[1]}


def events_of(club: Club) -> QuerySet[Event]:
    """A club's events, newest first, with ``entry_count`` and ``begun_count``."""
    counted = Event.objects.filter(club=club).annotate(
        entry_count=Count("entries", filter=taking_part("entries__"), distinct=True),
        begun_count=Count("rounds", filter=Q(rounds__state=RoundState.BEGUN), distinct=True),
    )
    # Grouping drops the order that the model itself gives.
    return counted.order_by("-date", "-pk")


def events_named(events: QuerySet[Event], club: Club, text: str) -> QuerySet[Event]:
    """Those among a club's events whose name holds every word of the text."""
    if not folded(text):
        return events
    names = Event.objects.filter(club=club).order_by().values_list("pk", "name")
    return events.filter(pk__in=keys_named(names, text))


def matching_events(
    club: Club, *, q: str = "", game: str = "", year: int | None = None
) -> QuerySet[Event]:
    """The same of those whose name holds every word, of a game, of a year."""
    events = events_named(events_of(club), club, q)
    if game:
        events = events.filter(game=game)
    return events.filter(date__year=year) if year else events


def event_kinds(club: Club) -> tuple[list[str], list[int]]:
    """The games a club has events of, and their years, newest first. Two queries."""
    events = Event.objects.filter(club=club).order_by()
    games = events.values_list("game", flat=True).distinct()
    years = events.dates("date", "year", order="DESC")
    return sorted(games), [day.year for day in years]


def last_begun_number(event: Event) -> int:
    """The number of the last begun round, 0 before the first. One query."""
    begun = event.rounds.filter(state=RoundState.BEGUN).aggregate(last=Max("number"))
    return begun["last"] or 0


def next_round_number(event: Event) -> int:
    """The number of the next round not yet begun, planned or not. One query."""
    return last_begun_number(event) + 1


def entered_player_ids(event: Event) -> frozenset[int]:
    """Return the keys of all players with a place in the event, to exclude them from choices."""
    active = frozenset(event.entries.filter(left_after_round=None).values_list("pk", flat=True))
    lineups = lineups_at(event, next_round_number(event))
    return frozenset(
        player.pk for entry, players in lineups.items() if entry in active for player in players
    )


def waiting_players(event: Event) -> list[Player]:
    """Return who waits for a partner, in the order of coming. One query."""
    return [row.player for row in event.waiting_players.select_related("player")]


def waiting_before_start(event: Event) -> list[Player]:
    """Return who waits for a partner while no round has begun. One query, or none."""
    return waiting_players(event) if event.state == EventState.DRAFT else []


def stale_event_ids(most: int) -> list[int]:
    """Up to ``most`` events whose standings lack a change, the clubs taking turns. One query."""
    stale = Event.objects.exclude(version=F("standings_version")).order_by("pk")
    return in_turns(stale.values_list("club", "pk"), most)


def last_game(club: Club) -> str:
    """The game of the club's newest event; the first there is before that. One query."""
    newest = events_of(club).values_list("game", flat=True).first()
    return newest or first()


class LastEvent(NamedTuple):
    """A club's last event before today, and how many players were entered in it."""

    event: Event
    players: int


def last_event(club: Club, game: str) -> LastEvent | None:
    """Return the club's last event of a game that began before today, or None. At most two
    queries."""
    earlier = Event.objects.filter(club=club, game=game, date__lt=timezone.localdate())
    begun = earlier.exclude(state=EventState.DRAFT)
    event = begun.order_by("-date", "-pk").first()
    if event is None:
        return None
    entered = EntryPlayer.objects.filter(taking_part("entry__"), entry__event=event)
    return LastEvent(event, entered.filter(is_original=True).count())


# The list of entries.


@dataclass(frozen=True, slots=True)
class EntryList:
    """All entries by number, with their lineups in the next round.

    ``is_closed`` once a bracket has begun and nobody can be entered; until then ``byes`` are those
    of a bracket that has begun which latecomers can still take.
    """

    entrants: tuple[Entrant, ...]
    has_begun: bool
    is_closed: bool = False
    byes: tuple[Table, ...] = ()

    @property
    def playing(self) -> int:
        """How many have not dropped out."""
        return sum(entrant.is_active for entrant in self.entrants)

    @property
    def count(self) -> int:
        """How many take part, those that dropped out after a round included."""
        return field_size(self.entrants)

    @property
    def dropped_out(self) -> int:
        """How many of those that take part have dropped out since."""
        return self.count - self.playing

    @property
    def is_seeded(self) -> bool:
        """Whether anybody has a seed."""
        return any(entrant.entry.seed is not None for entrant in self.entrants)


def entry_list(event: Event) -> EntryList:
    """Return the entries of an event. Three queries, three more with a bracket."""
    begun = last_begun_number(event)
    entrants = lineup(event).entrants_of_all(event.entries.all(), begun, sitting=begun + 1)
    has_bracket = begun > 0 and is_closed_to_entries(event)
    byes = tuple(byes_to_take(event)) if has_bracket else ()
    return EntryList(
        tuple(entrants.values()),
        has_begun=begun > 0,
        is_closed=has_bracket and not byes,
        byes=byes,
    )


def is_closed_to_entries(event: Event) -> bool:
    """Return whether a bracket has begun, which closes the entries. At most one query."""
    stage = FORMATS[event.format].closed_by
    begun = event.rounds.filter(state=RoundState.BEGUN, stage=stage)
    return stage is not None and begun.exists()


def byes_to_take(event: Event) -> list[Table]:
    """Return the byes of a bracket's first round that a latecomer can still take, the best seed's
    last: those from which nobody has gone on to a table that has begun. At most two queries.
    """
    if FORMATS[event.format].closed_by != "" or event.deals_per_round:
        return []
    first = event.rounds.filter(state=RoundState.BEGUN).order_by("number").first()
    if first is None:
        return []
    later = TableSeat.objects.filter(
        table__round__event=event, table__round__state=RoundState.BEGUN
    ).exclude(table__round=first)
    byes = Table.objects.filter(round=first, is_bye=True, seats__entry__left_after_round=None)
    byes = byes.exclude(seats__entry__in=later.values("entry")).select_related("round")
    return list(byes.order_by("-number"))


def tables_under_way(event: Event, entry: Entry) -> list[Table]:
    """The begun tables at which an entry still plays and two sides meet. Four queries or more."""
    begun = Table.objects.filter(
        round__event=event, round__state=RoundState.BEGUN, is_bye=False, seats__entry=entry
    )
    tables = begun.select_related("round").prefetch_related("seats__entry", "games__match")
    return [
        table
        for table in tables
        if len({seat.side for seat in table.seats.all()}) == 2
        and not table_result(table, table.seats.all(), list(table.games.all())).is_over
    ]


def disputed_tables(event: Event) -> list[tuple[int, int]]:
    """Return round and table of disputed games. One query, none if players do not record."""
    if event.who_writes == WhoWrites.SCORERS:
        return []
    games = Game.objects.filter(table__round__event=event, is_disputed=True)
    tables = games.select_related("table__round").order_by("table__round__number", "table__number")
    return [(game.table.round.number, game.table.in_room) for game in tables]
