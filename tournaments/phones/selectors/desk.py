"""The organiser's desk: the hall, what blocks the next round, disputes, calls."""

from dataclasses import dataclass

from tournaments.events.models import Event
from tournaments.events.selectors.hall import HallState, HallTable, TableWaits, hall_of
from tournaments.events.selectors.rounds import EventOverview
from tournaments.phones.agreement import VIEWS
from tournaments.phones.models import DirectorCall, GameRemark, RemarkKind
from tournaments.phones.selectors.remarks import DisputedHand, agreement_of, disputed_hands


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table of the hall; ``objection`` is the reason of a dispute, ``disputed`` are the hands
    that it is to.
    """

    place: HallTable
    objection: GameRemark | None = None
    disputed: tuple[DisputedHand, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the organiser can settle something."""
        return self.place.state in {HallState.WAITING, HallState.DISPUTED}


@dataclass(frozen=True, slots=True)
class Desk:
    """Every table of the incomplete rounds, and the unanswered calls."""

    tables: tuple[DeskTable, ...]
    calls: tuple[DirectorCall, ...]

    def of(self, *states: HallState) -> list[HallTable]:
        return [table.place for table in self.tables if table.place.state in states]

    @property
    def playing(self) -> list[HallTable]:
        return self.of(HallState.NOT_BEGUN, HallState.PLAYING)

    @property
    def waiting(self) -> list[HallTable]:
        """Return the tables waiting for confirmation."""
        return self.of(HallState.WAITING)

    @property
    def disputed(self) -> list[HallTable]:
        return self.of(HallState.DISPUTED)

    @property
    def is_clear(self) -> bool:
        """Whether nothing is missing for the next round."""
        return not (self.playing or self.waiting or self.disputed)


def desk_of(event: Event, overview: EventOverview, waits: TableWaits) -> Desk:
    """The desk of an event as its overview has it. One query; five more with a dispute."""
    current = overview.current.number if overview.current else 0
    places = [
        place
        for place in hall_of(overview, waits)
        if not place.table.is_bye and (place.round == current or place.state is not HallState.DONE)
    ]
    questioned = [
        place.game.row for place in places if place.game and place.state is HallState.DISPUTED
    ]
    wrong = GameRemark.objects.filter(game__in=questioned, kind=RemarkKind.WRONG)
    said = wrong.select_related("player", "game").order_by("pk") if questioned else ()
    objections = {remark.game.match_id: remark for remark in said}
    hands = disputed_hands(event, questioned)
    tables = (
        DeskTable(place, objections.get(place.game.match.pk), hands[place.game.match.pk])
        if place.game and place.state is HallState.DISPUTED
        else DeskTable(place)
        for place in places
    )
    calls = event.director_calls.filter(acknowledged_at=None)
    return Desk(tuple(tables), tuple(calls.select_related("device__player")))


def calling_tables(event: Event) -> frozenset[int]:
    """Return the tables of the room whose call nobody has answered. One query."""
    calls = event.director_calls.filter(acknowledged_at=None)
    return frozenset(calls.values_list("number", flat=True))


def table_waits(event: Event, overview: EventOverview, calling: frozenset[int]) -> TableWaits:
    """Return whom the tables of begun rounds wait for. No query."""
    states = {
        game.match.pk: VIEWS[agreement_of(event, game.row, game.match)]
        for round_ in overview.rounds
        if round_.is_begun
        for table in round_.tables
        for game in table.games
    }
    return TableWaits(
        frozenset(match for match, view in states.items() if view.question.asks),
        frozenset(match for match, view in states.items() if view.needs_organiser),
        calling,
    )
