"""Lots as text: purpose and outcome."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.models import Player
from engine.pairings.format import seat_number
from tournaments.events.event_labels import entry_labels
from tournaments.events.models import Event, Lot
from tournaments.events.selectors.rounds import EventOverview
from tournaments.events.selectors.tables import TableView


@dataclass(frozen=True, slots=True)
class LotView:
    """A lot with its outcome; ``names`` are in drawn order."""

    lot: Lot
    what: str
    names: tuple[str, ...]


def lots_of(event: Event, overview: EventOverview) -> list[LotView]:
    """The event's lots in the order in which they were drawn. Two queries."""
    entrants = {entrant.number: entrant.name for entrant in overview.entrants}
    lots = list(event.lots.all())
    drawn = {key for lot in lots if _kind(lot) == "pairs" for key in lot.outcome["order"]}
    players = {
        player.pk: player.name for player in Player.objects.filter(club=event.club_id, pk__in=drawn)
    }
    return [_view(lot, overview, entrants, players) for lot in lots]


def _view(
    lot: Lot, overview: EventOverview, entrants: Mapping[int, str], players: Mapping[int, str]
) -> LotView:
    order, named = lot.outcome["order"], entrants
    match _kind(lot), lot.purpose.split(".")[1:]:
        case "shaker", [round_number, table]:
            return _first_dealer(lot, overview, int(round_number), int(table))
        case "round", [round_number, *_again]:
            what = _("Draw of round %(round)s") % {"round": round_number}
        case "order", _again:
            what = str(entry_labels(overview.event).order_drawn)
        case "pairs", _again:
            what, named = _("Who plays with whom"), players
        case "seeding", _again:
            what = _("Those level in the groups")
        case "standings", _again:
            what = _("Those still level at the end")
        case "prizes", _:
            what = _("Odd coins of shared prizes")
        case _:
            what, named = lot.purpose, {}
    return LotView(lot, what, tuple(named.get(key, str(key)) for key in order))


def _first_dealer(lot: Lot, overview: EventOverview, number: int, table: int) -> LotView:
    """Return who deals first at a table, while the round is as it was drawn."""
    views = _tables_at(overview, number, table)
    what = _("%(first_dealer)s, round %(round)s, table %(table)s") % {
        "first_dealer": overview.event.presenter.words.first_dealer,
        "round": number,
        "table": views[0].in_room if views else table,
    }
    seat = lot.outcome["order"][0]
    return LotView(lot, what, tuple(name for view in views for name in _sitting(view, seat)))


def _kind(lot: Lot) -> str:
    return str(lot.purpose.split(".", 1)[0])


def _tables_at(overview: EventOverview, number: int, table: int) -> list[TableView]:
    """Return the tables of that number in the draw, while the round is as it was drawn."""
    return [
        view
        for round_ in overview.rounds
        if round_.number == number and round_.is_begun
        for view in round_.tables
        if view.number == table
    ]


def _sitting(table: TableView, seat: int) -> list[str]:
    sides = len(table.entrants)
    return [
        player.name
        for side, entrant in enumerate(table.entrants)
        for place, player in enumerate(entrant.players)
        if seat_number(side=side, place=place, sides=sides) == seat
    ]
