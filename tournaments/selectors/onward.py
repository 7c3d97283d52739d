"""How an event goes on: what follows from results, what is level, whether the plan still holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.formats import FORMATS
from tournaments.models import Event, RoundState
from tournaments.movements.base import PlannedRound, Situation
from tournaments.movements.qualifying import GROUPS
from tournaments.selectors.overview import EventOverview, RoundView
from tournaments.selectors.rooms import free_tables
from tournaments.selectors.situations import (
    level_in_stage,
    round_lot,
    situation_of,
    stored_rounds,
)
from tournaments.selectors.tables import TableView
from tournaments.words import entry_words

_CHANGED_BY_HAND = Q(steps__isnull=False) | Q(tables__is_pinned=True)


@dataclass(frozen=True, slots=True)
class Onward:
    """How an event goes on that is waiting for its next round.

    ``follows`` where a round can be drawn, or must be drawn anew; ``ready`` counts the tables that
    can be drawn while others are playing, beside those of a planned round. ``is_late`` where the
    planned one can be begun, though results have changed since; ``why_not`` where none follows
    before the last.
    ``is_complete`` where nothing is left to be played or decided, so that the event may end.
    ``level`` is how many places are shared in the groups from which the field is drawn next.
    """

    follows: bool = False
    ready: int = 0
    is_late: bool = False
    why_not: str = ""
    is_complete: bool = False
    level: int = 0


class LevelTable(NamedTuple):
    """A meeting that ended level, with its round."""

    round: RoundView
    table: TableView


def onward_of(event: Event, overview: EventOverview) -> Onward:
    """What can be drawn now that follows from results, or whether all has been played.

    Asks the format, and that only once every table of every round has finished, unless tables
    begin alone.
    """
    format_ = FORMATS[event.format]
    if overview.rounds and overview.open_tables and format_.begin_alone:
        return Onward(ready=_ready(event, overview))
    if overview.open_tables or not overview.rounds:
        return Onward()
    if not format_.from_results:
        return Onward(is_complete=overview.following is None)
    if overview.following:
        differs = plan_differs(event)
        return Onward(follows=differs and not format_.by_hand, is_late=differs and format_.by_hand)
    numbers = tuple(entrant.number for entrant in overview.entrants)
    situation = situation_of(event, lot=numbers)
    if format_.plan(situation):
        return Onward(follows=True, level=len(level_in_stage(event)))
    is_level = bool(level_tables(event, overview))
    return Onward(why_not=cut_short_words(event, situation), is_complete=not is_level)


def _ready(event: Event, overview: EventOverview) -> int:
    """The tables that can be drawn while others play, and for which the room has a place."""
    if overview.current and overview.current.round.stage == GROUPS:
        return 0
    situation = situation_of(event)
    fresh = sum(len(planned.tables) for planned in FORMATS[event.format].plan(situation)[:1])
    free = free_tables(event) if fresh else None
    drawn = overview.following
    waiting = sum(not table.is_bye for table in drawn.tables) if drawn else 0
    return max(0, (fresh if free is None else min(fresh, free)) - waiting)


def cut_short_words(event: Event, situation: Situation) -> str:
    """Why no round follows although some are left; empty where all were played."""
    format_ = FORMATS[event.format]
    if not format_.rounds_in_all or len(situation.played) >= format_.rounds_in_all(situation):
        return ""
    least = format_.entries_a_table(event.game)
    if len(situation.active) < least:
        return entry_words(event).too_few % {"count": least}
    return _("No legal round is left: in any other, somebody meets or sits out again.")


def plan_is_outdated(event: Event) -> bool:
    """Whether what is planned does not follow any more, because a result was corrected.

    Asked where nobody may be moved by hand; elsewhere the director may begin it all the same.
    """
    return not FORMATS[event.format].by_hand and plan_differs(event)


def plan_differs(event: Event) -> bool:
    """Whether the planned round is not what the format draws now from the same lot.

    One that was changed by hand, or has pinned tables, is the director's own.
    """
    format_ = FORMATS[event.format]
    rounds = event.rounds.filter(state=RoundState.PLANNED)
    if not format_.from_results or rounds.filter(_CHANGED_BY_HAND).exists():
        return False
    planned = stored_rounds(rounds)
    if not planned:
        return False
    fresh = format_.plan(situation_of(event, lot=round_lot(event)))
    if format_.begin_alone and planned[0].stage != GROUPS:
        return not all(_still_follows(one, fresh) for one in planned)
    return [(one.tables, one.byes) for one in planned] != [(one.tables, one.byes) for one in fresh]


def _still_follows(planned: PlannedRound, fresh: Sequence[PlannedRound]) -> bool:
    """Whether all who meet or sit out in a round would still: others may have come to it."""
    tables = {table for one in fresh for table in one.tables}
    seated = {entry for table in tables for entry in table}
    return tables.issuperset(planned.tables) and seated.union(
        *(one.byes for one in fresh)
    ).issuperset(planned.byes)


def level_tables(event: Event, overview: EventOverview) -> tuple[LevelTable, ...]:
    """Tables of any begun round that ended level where the format needs a winner."""
    if FORMATS[event.format].by_hand:
        return ()
    return tuple(
        LevelTable(round_, table)
        for round_ in overview.rounds
        if round_.is_begun and round_.round.stage != GROUPS
        for table in round_.tables
        if table.is_over and not table.is_bye and not table.winners
    )
