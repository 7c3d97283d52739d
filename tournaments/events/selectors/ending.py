"""What keeps an event from its end: tables still playing, level meetings, brackets half played."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.text import comma_list
from engine.pairings.formats import FORMATS
from engine.pairings.state import PairingState
from tournaments.events.models import Event, RoundState, Table
from tournaments.events.selectors.pairing_state import pairing_state_of, table_results

Place = tuple[int, int]
"""A round and a table of it, by their numbers."""


@dataclass(frozen=True, slots=True)
class OpenTables:
    """Tables by round and number in the room: those that ended ``level`` although the format needs
    a winner, and those still ``playing``.

    ``bracket_goes_on`` if a table of a bracket is left to be drawn.
    """

    level: tuple[Place, ...]
    playing: tuple[Place, ...]
    bracket_goes_on: bool

    @property
    def questions(self) -> list[str]:
        """What to ask the director before the event is finished all the same."""
        lines = tables_playing_texts(self.playing)
        if self.bracket_goes_on:
            lines.append(_("The bracket has not been played to its end."))
        return lines


def open_tables(event: Event) -> OpenTables:
    """Return what is open in the rounds that have begun. Eleven queries, more for a ranking."""
    begun = list(event.rounds.filter(state=RoundState.BEGUN))
    results = table_results(event, begun)
    tables = Table.objects.filter(round__in=begun, is_bye=False).order_by("round__number", "number")
    rows = list(tables.values_list("round__number", "number", "stands_at"))
    over = [result.is_over for came in results for result in came]
    playing = [
        (round_, stands_at or number)
        for (round_, number, stands_at), is_over in zip(rows, over, strict=True)
        if not is_over
    ]
    format_ = FORMATS[event.format]
    pairing_state = pairing_state_of(event) if format_.has_bracket else None
    return OpenTables(
        tables_level(event, pairing_state) if pairing_state else (),
        tuple(playing),
        bracket_goes_on=bool(pairing_state and format_.plan(pairing_state)),
    )


def tables_level(event: Event, pairing_state: PairingState) -> tuple[Place, ...]:
    """Return the tables that ended without the winner whom the bracket needs, as in the room.

    One query, none without such tables.
    """
    places = FORMATS[event.format].undecided(pairing_state)
    if not places:
        return ()
    tables = Table.objects.filter(round__event=event, is_bye=False).select_related("round")
    return tuple(
        (table.round.number, table.in_room)
        for table in tables.order_by("round__number", "number")
        if (table.round.number, table.number) in places
    )


def tables_level_texts(level: Iterable[Place]) -> list[str]:
    """Say which meetings need a winner, a line a round."""
    return [
        ngettext(
            "Table %(tables)s of round %(round)d ended level and needs a winner: decide it first.",
            "Tables %(tables)s of round %(round)d ended level and need winners: decide them first.",
            len(tables),
        )
        % {"round": number, "tables": comma_list(tables)}
        for number, tables in _by_round(level)
    ]


def tables_playing_texts(playing: Iterable[Place]) -> list[str]:
    """Say which tables are still playing, a line a round."""
    return [
        ngettext(
            "Table %(tables)s of round %(round)d is still playing.",
            "Tables %(tables)s of round %(round)d are still playing.",
            len(tables),
        )
        % {"round": number, "tables": comma_list(tables)}
        for number, tables in _by_round(playing)
    ]


def refusal(lines: Iterable[str], *, code: str) -> ValidationError:
    """Return one error of several lines."""
    return ValidationError([ValidationError(line, code=code) for line in lines])


def _by_round(places: Iterable[Place]) -> list[tuple[int, list[int]]]:
    return [
        (number, [table for _round, table in group])
        for number, group in groupby(sorted(places), key=itemgetter(0))
    ]
