"""Why tables of a round are what they are, where the format can say."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.formats import FORMATS
from tournaments.models import Event, Round, Table
from tournaments.selectors.overview import EventOverview
from tournaments.selectors.pairing_state import situation_of, stored_rounds
from tournaments.selectors.tables import TableView
from tournaments.words import entry_words, why_words


class Told(NamedTuple):
    """A table, or a bye, with the sentence that says why."""

    table: TableView
    why: str


class ToldRound(NamedTuple):
    """A round's number and its tables with their reasons, byes last."""

    number: int
    tables: tuple[Told, ...]


def pairing_reasons(event: Event, rounds: Sequence[Round]) -> dict[tuple[int, int], str]:
    """A sentence for each table and bye of these rounds, by numbers of round and table.

    Twelve queries; none, and nothing, where the format has no reasons to give.
    """
    reasons = FORMATS[event.format].reasons
    if reasons is None or not rounds:
        return {}
    situation = situation_of(event)
    numbers: dict[int, list[int]] = {round_.pk: [] for round_ in rounds}
    tables = Table.objects.filter(round__in=rounds).order_by("is_bye", "number")
    for round_key, number in tables.values_list("round_id", "number"):
        numbers[round_key].append(number)
    words = entry_words(event)
    return {
        (round_.number, number): why_words(reason, words)
        for round_, planned in zip(rounds, stored_rounds(rounds), strict=True)
        for number, reason in zip(
            numbers[round_.pk], reasons(situation, round_.number, planned), strict=True
        )
    }


def pairings_told(overview: EventOverview) -> tuple[ToldRound, ...]:
    """All rounds with their reasons; nothing where the format has none. Twelve queries or none."""
    why = pairing_reasons(overview.event, [view.round for view in overview.rounds])
    if not why:
        return ()
    return tuple(
        ToldRound(
            view.number,
            tuple(Told(table, why[view.number, table.number]) for table in view.tables),
        )
        for view in overview.rounds
    )
