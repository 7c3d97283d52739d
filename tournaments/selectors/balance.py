"""How evenly single players are spread over the tables, beside what no plan can better."""

from pairings.balance import Balance, balance
from pairings.state import PlannedRound
from tournaments.formats import FORMATS
from tournaments.selectors.overview import EventOverview


def balance_of(overview: EventOverview) -> Balance | None:
    """The balance of all rounds, begun or planned; none before the draw, and none of pairs."""
    if FORMATS[overview.event.format].lineup > 1 or not overview.rounds:
        return None
    rounds = [
        PlannedRound(
            tuple(
                tuple(entrant.number for entrant in table.entrants)
                for table in round_.tables
                if not table.is_bye
            ),
            tuple(table.entrants[0].number for table in round_.tables if table.is_bye),
        )
        for round_ in overview.rounds
    ]
    return balance([entrant.number for entrant in overview.entrants], rounds)
