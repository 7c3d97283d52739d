"""Standings as they were last computed, with what a reader must know about their age."""

import datetime
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from standings.base import Kept, Metric
from standings.metrics import METRICS, METRICS_OF
from standings.results import UNKNOWN, Known
from tournaments.models import Adjustment, Event, EventState
from tournaments.selectors.decisions import MOST_TIED, Change, changes_of
from tournaments.selectors.events import last_begun_number
from tournaments.selectors.lineups import Entrant, lineup


@dataclass(frozen=True, slots=True)
class Column:
    """A metric shown; ``decides`` where the event ranks by it."""

    metric: Metric
    decides: bool


@dataclass(frozen=True, slots=True)
class StandingRow:
    """An entry's place; ``tied`` where others share the rank; ``cells`` as the columns.

    ``known`` tells how many of its games can be worked out. ``changes`` are the penalties and
    bonuses that hold.
    """

    rank: int
    tied: bool
    entrant: Entrant
    cells: tuple[Kept, ...]
    changes: tuple[Change, ...] = ()
    known: Known = UNKNOWN

    def share(self, metric: Metric) -> tuple[int, int] | None:
        """Of how many of its games a figure tells, where these are only some of them."""
        looked_at: int = getattr(self.known, metric.looks_at) if metric.looks_at else 0
        return (looked_at, self.known.begun) if 0 < looked_at < self.known.begun else None


@dataclass(frozen=True, slots=True)
class Standings:
    """A table of standings.

    ``is_stale`` means that something newer is not in it yet; ``as_of`` when it was computed, none
    before the first time; ``version`` what it was computed from (the entity tag); ``is_final``
    once the event is finished and everything is in.
    """

    columns: tuple[Column, ...]
    rows: tuple[StandingRow, ...]
    is_stale: bool
    as_of: datetime.datetime | None
    version: int
    is_final: bool
    changes: tuple[Change, ...] = ()

    @property
    def holding(self) -> tuple[Change, ...]:
        """The penalties and bonuses that were not taken back."""
        return tuple(change for change in self.changes if change.holds)

    @property
    def adjusted(self) -> tuple[Adjustment, ...]:
        """The same without names."""
        return tuple(change.adjustment for change in self.holding)

    @property
    def is_partial(self) -> bool:
        """Whether a figure tells of some games of an entry alone."""
        return any(row.share(column.metric) for row in self.rows for column in self.columns)

    @property
    def ties(self) -> tuple[tuple[Entrant, ...], ...]:
        """Those who share a place after a game at least, few enough to be played off."""
        if not self.rows or not any(any(row.cells) for row in self.rows):
            return ()
        groups = (tuple(group) for _rank, group in groupby(self.rows, key=attrgetter("rank")))
        return tuple(
            tuple(row.entrant for row in group) for group in groups if 2 <= len(group) <= MOST_TIED
        )


def standings_for(event: Event, *, begun: int | None = None) -> Standings:
    """The stored standings with names as they sit now. Four queries; one less where ``begun``, the
    number of the round begun last, is known.

    Columns: games played, what the event ranks by in its order, then the other metrics. Penalties
    and bonuses are those of now: until standings are computed anew they are ahead of them.
    """
    columns = _columns(event)
    seated = lineup(event)
    number = max(1, last_begun_number(event) if begun is None else begun)
    stored = list(event.standings.select_related("entry"))
    by_entry = seated.entrants_of_all([standing.entry for standing in stored], number)
    changes = changes_of(event, by_entry)
    rows = tuple(
        StandingRow(
            standing.rank,
            standing.tied,
            by_entry[standing.entry_id],
            tuple(standing.values.get(column.metric.key) for column in columns),
            tuple(
                change
                for change in changes
                if change.holds and change.entrant.entry_id == standing.entry_id
            ),
            Known(*(standing.values.get(name, 0) for name in Known._fields)),
        )
        for standing in stored
    )
    return Standings(
        columns,
        rows,
        is_stale=event.is_stale,
        as_of=event.standings_at,
        version=event.standings_version,
        is_final=event.state == EventState.FINISHED and not event.is_stale,
        changes=changes,
    )


def _columns(event: Event) -> tuple[Column, ...]:
    decides = [key for key in event.tie_breaks if key in METRICS]
    known = METRICS_OF[event.game]
    shown = [key for key in known if key not in decides and METRICS[key].is_shown_always]
    first = [key for key in shown if key == "games_played"]
    rest = [key for key in shown if key != "games_played"]
    return tuple(Column(METRICS[key], key in decides) for key in [*first, *decides, *rest])
