"""The numbers of one player in one game, with the hands behind each number."""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Case, Count, F, Prefetch, Q, QuerySet, When
from django.db.models.functions import TruncDate

from clubs.models import Player
from core.text import Text
from games import PRESENTERS
from games.base import HandLabels
from games.measures import HandRole
from games.presenter import GamePresenter
from games.wording import isolated_names
from rules import GAMES
from scoring.models import HandSeat, Match, Occurrence, Seat
from scoring.running_score import Rotation
from scoring.selectors.numbers import (
    NONE,
    TEAM,
    Bids,
    MeasureCount,
    RoleCount,
    Share,
    against_declarers,
    against_defenders,
    bids,
    bids_of_club,
    deals_waiting,
    declared_by_match,
    hand_seats,
    measures,
    names_of,
    occurrences,
    roles,
    seat_side,
    with_partners,
)
from scoring.selectors.scores import seat_names
from stats.selectors.order_of_play import ORDER, dated, played_on
from tournaments.events.models import Event

EVENINGS: Final = 16
"""Up to this many evenings are shown one by one, more by month."""
EVENT: Final = "match__game_of__table__round__event"
PLAYED: Final = Q(match__hand_count__gt=0) | Q(match__entered_totals__isnull=False)


@dataclass(frozen=True, slots=True)
class ComparedShare:
    """Shares of a player and of the whole club for a bid or declaration, with code and label."""

    code: str
    label: str
    share: Share
    club: Share


@dataclass(frozen=True, slots=True)
class Games:
    """Games that were begun; those that are over were won, drawn or lost."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def open(self) -> int:
        """How many are still being played."""
        return self.games - self.won - self.drawn - self.lost


@dataclass(frozen=True, slots=True)
class Met:
    """A partner or an opponent; None for all players without a public name together.

    ``share`` is of declarations of the player's side: with the partner, or against the opponent;
    ``theirs`` those of the opponent.
    """

    player: Player | None
    games: Games
    share: Share
    theirs: Share = NONE


@dataclass(frozen=True, slots=True)
class Period:
    """An evening or a month, from its first to its last day."""

    first: date
    last: date
    games: int
    won: int
    hands: int
    declared: Share

    @property
    def first_day(self) -> str:
        """The first day as an address has it."""
        return self.first.isoformat()

    @property
    def last_day(self) -> str:
        """The last day as an address has it."""
        return self.last.isoformat()


@dataclass(frozen=True, slots=True)
class PlayerNumbers:
    """Everything that is counted of a player in a game.

    ``by_totals`` are the games entered by their totals alone: they count among games and evenings,
    and have no hands. ``deals_waiting`` are the player's bids of known deals that the measures of
    best play leave out so far.
    """

    player: Player
    presenter: GamePresenter
    evenings: int
    games: Games
    by_totals: int
    hands: int
    total: ComparedShare
    bids: tuple[ComparedShare, ...]
    declarations: tuple[ComparedShare, ...]
    roles: tuple[RoleCount, ...]
    measures: tuple[MeasureCount, ...]
    deals_waiting: int
    partners: tuple[Met, ...]
    opponents: tuple[Met, ...]
    periods: tuple[Period, ...]
    is_by_month: bool

    @property
    def game(self) -> str:
        """The name of the game in the record format."""
        return self.presenter.name

    @property
    def label(self) -> Text:
        """The name of the game."""
        return self.presenter.label


def player_numbers(player: Player, game: str, *, names_hidden: bool) -> PlayerNumbers:
    """Count a player's hands and games. At most thirteen queries.

    With ``names_hidden`` other players who hide their names share one row.
    """
    presenter = PRESENTERS[game]
    rows = hand_seats(player.club, game, player=player)
    of_player, of_club = bids(rows), bids_of_club(player.club, game)
    matches = _matches(player, game)
    partners, opponents = _met(player, game, rows, names_hidden=names_hidden)
    evenings = {(row.event, row.day) for row in matches}
    by_month = len(evenings) > EVENINGS
    counted = roles(rows)
    return PlayerNumbers(
        player=player,
        presenter=presenter,
        evenings=len(evenings),
        games=_games(matches),
        by_totals=sum(row.by_totals for row in matches),
        hands=sum(role.hands for role in counted),
        total=ComparedShare("", "", of_player.total, of_club.total),
        bids=_compared(presenter, of_player, of_club, "bid"),
        declarations=_compared(presenter, of_player, of_club, "declaration"),
        roles=counted,
        measures=measures(game, occurrences(player.club, game, player=player)),
        deals_waiting=deals_waiting(player, game),
        partners=partners,
        opponents=opponents,
        periods=_periods(matches, declared_by_match(rows), by_month=by_month),
        is_by_month=by_month,
    )


def _compared(
    presenter: GamePresenter, of_player: Bids, of_club: Bids, by: str
) -> tuple[ComparedShare, ...]:
    """Compare by bid in ascending order, or by declaration, the most frequent first; empty if the
    game has none.
    """
    if by == "bid":
        shares, others = of_player.by_bid, of_club.by_bid
        codes = sorted(shares, key=lambda code: (presenter.measures.height(code), code))
        words: Callable[[str], str] = presenter.bid_words
    else:
        shares, others = of_player.by_declaration, of_club.by_declaration
        codes = sorted(shares, key=lambda code: (-shares[code].hands, code))
        words = presenter.measures.declaration_words
    return tuple(
        ComparedShare(code, words(code), shares[code], others.get(code, NONE))
        for code in codes
        if code
    )


# Games


class _MatchOfPlayer(NamedTuple):
    """A begun match of the player, with its day and their side's result."""

    match: int
    event: int | None
    day: date
    won: bool
    drawn: bool
    lost: bool
    hands: int
    by_totals: bool


def _matches(player: Player, game: str) -> list[_MatchOfPlayer]:
    """Return the player's begun matches. Two queries."""
    seats = Seat.objects.order_by().filter(PLAYED, player=player, match__game=game)
    began = Case(When(match__game_of=None, then=TruncDate("match__created_at")))
    rows = list(
        seats.annotate(side=seat_side(game))
        .filter(match__sides__number=F("side"))
        .values_list(
            *("match_id", f"{EVENT}_id", began),
            *(f"match__sides__{name}" for name in ("won", "drawn", "lost", "hands")),
            *("match__hand_count", "match__entered_totals", "match__first_dealer", "number"),
        )
    )
    events = {row[1] for row in rows}
    days = dict(Event.objects.filter(pk__in=events).order_by().values_list("pk", "date"))
    return [
        _MatchOfPlayer(
            *(match, event, days.get(event, day), won, drawn, lost),
            hands=hands if totals is None else _recorded_hands(game, *facts),
            by_totals=not facts[0],
        )
        for match, event, day, won, drawn, lost, hands, *facts in rows
        for totals in [facts[1]]
    ]


def _recorded_hands(
    game: str, recorded: int, totals: Sequence[int], first_dealer: int, place: int
) -> int:
    """In how many recorded hands a player played; a slip may speak of more, unknown ones."""
    seats = GAMES[game].seats
    rotation = Rotation(seats, max(len(totals), seats), first_dealer)
    return rotation.hands_played(place, recorded)


def _games(rows: Sequence[_MatchOfPlayer]) -> Games:
    return Games(
        len(rows),
        sum(row.won for row in rows),
        sum(row.drawn for row in rows),
        sum(row.lost for row in rows),
    )


def _periods(
    matches: Sequence[_MatchOfPlayer], declared: Mapping[int, Share], *, by_month: bool
) -> tuple[Period, ...]:
    """Return evenings or months in their order."""
    by_start: dict[date, list[_MatchOfPlayer]] = defaultdict(list)
    for row in matches:
        by_start[row.day.replace(day=1) if by_month else row.day].append(row)
    return tuple(
        Period(
            first=first,
            last=max(row.day for row in rows),
            games=len(rows),
            won=sum(row.won for row in rows),
            hands=sum(row.hands for row in rows),
            declared=sum((declared.get(row.match, NONE) for row in rows), NONE),
        )
        for first, rows in sorted(by_start.items())
    )


# Partners and opponents


def _met(
    player: Player, game: str, rows: QuerySet[HandSeat], *, names_hidden: bool
) -> tuple[tuple[Met, ...], tuple[Met, ...]]:
    """Return partners and opponents, those met in most games first. Five queries."""
    games = _games_with_others(player, game)
    together = with_partners(rows)
    theirs, mine = against_declarers(rows), against_defenders(player, game)
    people = names_of({key for key, _same in games} | together.keys())

    def met(key: int, *, same: bool) -> Met:
        shown = None if names_hidden and people[key].name_hidden else people[key]
        played = games.get((key, same), Games())
        if same:
            return Met(shown, played, together.get(key, NONE))
        return Met(shown, played, mine.get(key, NONE), theirs.get(key, NONE))

    partners = {key for key, same in games if same} | together.keys()
    opponents = {key for key, same in games if not same}
    return (
        _by_frequency(met(key, same=True) for key in partners),
        _by_frequency(met(key, same=False) for key in opponents),
    )


def _games_with_others(player: Player, game: str) -> dict[tuple[int, bool], Games]:
    """Return the games with each other player as they ended for this one's side, by the other's key
    and whether they were on one side. One query."""
    sides = PRESENTERS[game].laws.sides
    in_teams = PRESENTERS[game].in_teams
    others = Seat.objects.order_by().filter(PLAYED, match__game=game, match__seats__player=player)
    counts = (
        others.exclude(player=player)
        .annotate(
            own_side=F("match__seats__number") % sides if in_teams else F("match__seats__number")
        )
        .annotate(side=seat_side(game))
        .filter(match__sides__number=F("own_side"))
        .values("player_id", "own_side", "side")
        .annotate(
            games=Count("number"),
            won=Count("number", filter=Q(match__sides__won=True)),
            drawn=Count("number", filter=Q(match__sides__drawn=True)),
            lost=Count("number", filter=Q(match__sides__lost=True)),
        )
    )
    summed: dict[tuple[int, bool], Games] = defaultdict(Games)
    for row in counts:
        key = row["player_id"], row["own_side"] == row["side"]
        games_of_row = Games(*(row[name] for name in ("games", "won", "drawn", "lost")))
        summed[key] = _added(summed[key], games_of_row)
    return dict(summed)


def _added(games: Games, other: Games) -> Games:
    return Games(
        games.games + other.games,
        games.won + other.won,
        games.drawn + other.drawn,
        games.lost + other.lost,
    )


def _by_frequency(rows: Iterable[Met]) -> tuple[Met, ...]:
    """Return the rows by frequency, all without a name together in the last."""
    named: list[Met] = []
    unnamed: list[Met] = []
    for row in rows:
        (unnamed if row.player is None else named).append(row)
    named.sort(
        key=lambda row: (-row.games.games, -row.share.hands, row.player.sort_key)  # type: ignore[union-attr]
    )
    if unnamed:
        total = Games()
        for row in unnamed:
            total = _added(total, row.games)
        mine, theirs = (
            sum((getattr(row, of) for row in unnamed), NONE) for of in ("share", "theirs")
        )
        named.append(Met(None, total, mine, theirs))
    return tuple(named)


# The hands behind a number


@dataclass(frozen=True, slots=True)
class Chosen:
    """Filters for a player's list of hands; empty ones do not apply.

    ``partner`` was on the player's side, ``declarer`` declared against them, ``defender`` defended
    against them: keys of players. ``role`` may be ``team`` for declarer or partner.
    """

    game: str
    role: str = ""
    bid: str = ""
    declaration: str = ""
    outcome: str = ""
    measure: str = ""
    made: bool | None = None
    partner: int | None = None
    declarer: int | None = None
    defender: int | None = None
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class ListedHand:
    """A hand in a list: its place, and its result for the player's side."""

    match: Match
    number: int
    day: date
    event: str
    labels: HandLabels
    role: str
    points: int | None


@dataclass(frozen=True, slots=True)
class HandsBehind:
    """The hands behind a number, the last played first; a slice has those of a page.

    Matches are put in order before any hand is read, so that nothing is joined to the hands of
    other pages.
    """

    rows: QuerySet[HandSeat]

    def __len__(self) -> int:
        return self.rows.count()

    def __getitem__(self, part: slice) -> tuple[ListedHand, ...]:
        """Return these hands as they are shown. Five queries."""
        start, stop, _step = part.indices(sys.maxsize)
        hands = dict(self.rows.values_list("match").annotate(Count("game")))
        matches = dated(Match.objects.filter(pk__in=self.rows.values("match")))
        days: dict[int, date] = {}
        before = skipped = 0
        for match, day in matches.order_by(*(f"-{key}" for key in ORDER)).values_list("pk", "day"):
            after = before + hands[match]
            if after <= start:
                skipped = after
            elif before < stop:
                days[match] = day
            before = after
        keys = list(self.rows.filter(match__in=list(days)).values_list("pk", flat=True))
        order = {match: place for place, match in enumerate(days)}
        rows = HandSeat.objects.filter(pk__in=keys)
        joined = rows.select_related("hand", EVENT).prefetch_related(
            Prefetch("match__seats", Seat.objects.order_by("number"))
        )
        listed = sorted(joined, key=lambda row: (order[row.match_id], -row.hand.number))
        return tuple(
            _listed(row, days[row.match_id]) for row in listed[start - skipped : stop - skipped]
        )


def hands_chosen(player: Player, chosen: Chosen) -> HandsBehind:
    """Return the player's hands that were chosen."""
    rows = hand_seats(player.club, chosen.game, player=player)
    equal = {
        name: value
        for name in ("bid", "declaration", "outcome", "partner", "declarer")
        if (value := getattr(chosen, name))
    }
    rows = rows.filter(**equal)
    if chosen.role:
        rows = rows.filter(role__in=TEAM if chosen.role == "team" else (chosen.role,))
    if chosen.defender:
        others = HandSeat.objects.filter(
            declarer=player, player=chosen.defender, role=HandRole.DEFENDER
        )
        rows = rows.filter(hand__in=others.values("hand"))
    if chosen.measure:
        times = Occurrence.objects.filter(
            player=player, game=chosen.game, measure=chosen.measure
        ).order_by()
        if chosen.made is not None:
            times = times.filter(made=chosen.made)
        rows = rows.filter(hand__in=times.values("hand"))
    if chosen.first or chosen.last:
        rows = rows.annotate(day=played_on("match__"))
        rows = rows.filter(day__range=(chosen.first or date.min, chosen.last or date.max))
    return HandsBehind(rows)


def _listed(row: HandSeat, day: date) -> ListedHand:
    match, hand = row.match, row.hand
    game = getattr(match, "game_of", None)
    event = game.table.round.event if game else None
    names = isolated_names(seat_names(match, number=hand.number))
    assert hand.record is not None
    assert hand.verdict is not None
    return ListedHand(
        match=match,
        number=hand.number,
        day=day,
        event=event.name if event else str(match),
        labels=match.presenter.hand_labels(hand.record, hand.verdict, names),
        role=row.role,
        points=row.points,
    )
