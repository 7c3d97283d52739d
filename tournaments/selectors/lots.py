"""Lots as text: purpose and outcome."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.models import Player
from games.wording import either
from pairings.format import seat_number
from tournaments.event_labels import entry_labels
from tournaments.event_parts import event_parts
from tournaments.models import Event, Lot
from tournaments.selectors.rounds import EventOverview
from tournaments.selectors.tables import TableView


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
            return _shaker(lot, overview, int(round_number), int(table))
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
        case _:
            what = next(filter(None, (part.lot_text(lot.purpose) for part in event_parts())), "")
            named = entrants if what else {}
            what = what or lot.purpose
    return LotView(lot, what, tuple(named.get(key, str(key)) for key in order))


def _shaker(lot: Lot, overview: EventOverview, number: int, table: int) -> LotView:
    """Return who deals first at a table, while the round is as it was drawn."""
    views = _tables_at(overview, number, table)
    values = {"round": number, "table": views[0].in_room if views else table}
    first = either(
        _("First shaker, round %(round)s, table %(table)s"),
        _("First dealer, round %(round)s, table %(table)s"),
    )
    what = str(first) % values
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
