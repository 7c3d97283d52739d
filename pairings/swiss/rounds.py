"""The next round of a Swiss event."""

from pairings.base import Meeting, PairingState, PlannedRound
from pairings.swiss.cards import Card, cards_of
from pairings.swiss.field import Field, field_of
from pairings.swiss.matching import Edge, best_pairs


def swiss(situation: PairingState) -> tuple[PlannedRound, ...]:
    """The next round, or none: while a table plays, after the last one, or where none is legal.

    Option: ``rounds`` in all, 0 for as many as leave but one without a loss.

    Legal is a round in which nobody meets whom he met before or sits out a second time. The best
    of these has, in this order: the bye as low as can be; entries meeting across as few score
    groups as can be; nobody leaving his group the same way twice running; in each group the upper
    half against the lower, first with first, by the order of the entries. Tables come in the order
    of the field.
    """
    if situation.is_waiting or len(situation.played) >= rounds_in_all(situation):
        return ()
    if len(situation.active) < 2:
        return ()
    cards = cards_of(situation)
    field = field_of([cards[entry] for entry in situation.active])
    pairs = best_pairs(field)
    return (_round(field, pairs),) if pairs else ()


def rounds_in_all(situation: PairingState) -> int:
    """How many rounds the event has; fewer are played where no legal pairing is left."""
    chosen = situation.options.get("rounds", 0)
    return chosen or max(1, (len(situation.entries) - 1).bit_length())


def _round(field: Field, pairs: list[Edge]) -> PlannedRound:
    size = len(field.cards)
    meetings = [pair for pair in pairs if pair.other < size]
    tables = tuple(
        _seated(field.cards[pair.one], field.cards[pair.other], number)
        for number, pair in enumerate(meetings)
    )
    byes = tuple(field.cards[pair.one].entry for pair in pairs if pair.other == size)
    return PlannedRound(tables, byes)


def _seated(high: Card, low: Card, table: int) -> Meeting:
    """At home is who was there less often, or not the last time; else by turns down the tables."""
    home, away = (high, low) if table % 2 == 0 else (low, high)
    if (away.homes, away.was_home) < (home.homes, home.was_home):
        home, away = away, home
    return Meeting(home.entry, away.entry)
