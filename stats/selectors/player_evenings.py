"""A player's evenings, the newest first: place, matches with partners and opponents; and partners
in all games."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, F, Max, Prefetch, Q, QuerySet

from clubs.models import Player
from games import PRESENTERS
from scoring.models import HandSeat, Seat, Side
from scoring.selectors.numbers import NONE, Share, names_of, with_partners
from tournaments.events.models import EntryPlayer, Event, Standing

TEAM_GAMES: Final = tuple(name for name, presenter in PRESENTERS.items() if presenter.in_teams)
_BEGUN: Final = Q(match__hand_count__gt=0) | Q(match__entered_totals__isnull=False)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match as one of its players had it.

    ``place`` is that of a single player among ``players``; None where two sides met. ``outcome`` is
    "won", "drawn", "lost", or empty while the match is open. ``round`` is None outside an event.
    """

    key: int
    label: str
    round: int | None
    total: int
    against: int
    place: int | None
    players: int
    outcome: str
    is_begun: bool
    partners: tuple[str, ...]
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """An event as one player had it: the place in the standings, if known, and the matches."""

    event: Event
    rank: int | None
    tied: bool
    entries: int
    matches: tuple[PlayedMatch, ...]

    @property
    def games(self) -> int:
        """How many matches are over."""
        return sum(bool(match.outcome) for match in self.matches)

    @property
    def won(self) -> int:
        return sum(match.outcome == "won" for match in self.matches)

    @property
    def is_alone(self) -> bool:
        """Whether everybody played alone."""
        return all(match.place is not None for match in self.matches)

    @property
    def points(self) -> int:
        """The points of the matches that are over."""
        return sum(match.total for match in self.matches if match.outcome)

    @property
    def partners(self) -> tuple[str, ...]:
        """The partners, each once, in the order of play."""
        return tuple(dict.fromkeys(name for match in self.matches for name in match.partners))

    @property
    def is_pair(self) -> bool:
        return len({match.partners for match in self.matches}) == 1 and len(self.partners) == 1


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody on the player's side: in matches of teams, and in declared hands of other games."""

    player: Player
    games: int
    won: int
    declared: Share


# Evenings


def events_of(player: Player) -> QuerySet[Event]:
    """Return the events that a player was entered in, the latest date first."""
    entered = EntryPlayer.objects.filter(player=player).values("entry__event")
    return Event.objects.filter(pk__in=entered).order_by("-date", "-pk")


def evenings_of(player: Player, events: Sequence[Event]) -> tuple[PlayerEvening, ...]:
    """Return these events as a player had them. Five queries."""
    standings = _standings(player, events)
    fields = _fields(events)
    matches: dict[int, list[PlayedMatch]] = defaultdict(list)
    seats = _seats(player).filter(match__game_of__table__round__event__in=events)
    order = ("round__number", "number")
    for seat in seats.order_by(
        *(f"match__game_of__table__{key}" for key in order), "match__game_of__number"
    ):
        round_ = seat.match.game_of.table.round
        matches[round_.event_id].append(_played(seat, round_.number))
    return tuple(
        _evening(event, standings.get(event.pk), fields, tuple(matches[event.pk]))
        for event in events
    )


def matches_without_event(player: Player, most: int) -> tuple[PlayedMatch, ...]:
    """Return the newest matches that belong to no event. Three queries, one if there are none."""
    seats = _seats(player).filter(match__game_of=None).order_by("-match_id")
    return tuple(_played(seat, None) for seat in seats[:most])


def _evening(
    event: Event,
    standing: Standing | None,
    fields: Mapping[tuple[int, int], tuple[int, int]],
    matches: tuple[PlayedMatch, ...],
) -> PlayerEvening:
    if standing is None:
        return PlayerEvening(event, rank=None, tied=False, entries=0, matches=matches)
    entries, last = fields[event.pk, standing.line]
    is_known = last > 1 or entries == 1  # before the first result all share the first place
    rank = standing.rank if is_known else None
    return PlayerEvening(event, rank, standing.tied, entries, matches)


def _standings(player: Player, events: Sequence[Event]) -> dict[int, Standing]:
    """Return a player's place by event, rather the own than a substitute's. One query."""
    rows = Standing.objects.filter(event__in=events, entry__lineup__player=player)
    return {row.event_id: row for row in rows.order_by("entry__lineup__is_original")}


def _fields(events: Sequence[Event]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return how many entries are ranked by event and line, and the last rank. One query."""
    rows = Standing.objects.order_by().filter(event__in=events).values("event", "line")
    counted = rows.annotate(entries=Count("pk"), last=Max("rank"))
    return {(row["event"], row["line"]): (row["entries"], row["last"]) for row in counted}


def _seats(player: Player) -> QuerySet[Seat]:
    """Return a player's seats with all that is shown of their matches. Two queries more."""
    return (
        Seat.objects.filter(player=player)
        .select_related("match__game_of__table__round")
        .prefetch_related(
            Prefetch("match__seats", Seat.objects.order_by("number")),
            Prefetch("match__sides", Side.objects.order_by("number")),
        )
    )


def _played(seat: Seat, round_number: int | None) -> PlayedMatch:
    match = seat.match
    sides = list(match.sides.all())
    # Sides alternate around the table; with as many sides as seats, each seat is a side.
    count = len(sides)
    side = sides[seat.number % count]
    others = [other for other in match.seats.all() if other.pk != seat.pk]
    alone = count > 2
    return PlayedMatch(
        key=match.pk,
        label=str(match),
        round=round_number,
        total=side.total,
        against=side.against,
        place=1 + sum(other.total > side.total for other in sides) if alone else None,
        players=count,
        outcome=next((name for name in ("won", "drawn", "lost") if getattr(side, name)), ""),
        is_begun=match.is_begun or match.is_over,
        partners=tuple(o.name for o in others if o.number % count == side.number),
        opponents=tuple(o.name for o in others if o.number % count != side.number),
    )


# Partners


def partners_of(player: Player, *, names_hidden: bool) -> tuple[Partner, ...]:
    """Return who was on a player's side, the most frequent first. Three queries.

    With ``names_hidden`` players who hide their names are left out.
    """
    games = _games_with_partners(player)
    others = [name for name in PRESENTERS if name not in TEAM_GAMES]
    rows = HandSeat.objects.order_by().filter(player=player, game__in=others)
    declared = with_partners(rows)
    people = names_of(games.keys() | declared.keys())
    partners = [
        Partner(person, *games.get(key, (0, 0)), declared.get(key, NONE))
        for key, person in people.items()
        if not (names_hidden and person.name_hidden)
    ]
    partners.sort(key=lambda row: (-row.games, -row.declared.hands, row.player.sort_key))
    return tuple(partners)


def _games_with_partners(player: Player) -> dict[int, tuple[int, int]]:
    """Return matches that are over, and those won, by the key of the partner. One query."""
    others = Seat.objects.order_by().filter(
        _BEGUN,
        match__game__in=TEAM_GAMES,
        match__is_over=True,
        match__seats__player=player,
    )
    counts = (
        others.exclude(player=player)
        .annotate(side=F("number") % 2, own=F("match__seats__number") % 2)
        .filter(side=F("own"), match__sides__number=F("own"))
        .values("player_id")
        .annotate(games=Count("pk"), won=Count("pk", filter=Q(match__sides__won=True)))
    )
    return {row["player_id"]: (row["games"], row["won"]) for row in counts}
