"""The door list: who owes which fee, and what has come in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from tournaments.models import EventMoney, Fee, FeePer, FeeState
from tournaments.selectors.lineups import Entrant, lineup


class FeeStatus(TextChoices):
    """How a fee stands, as it is said at the door."""

    OWING = "owing", _("owing")
    PART = "part", _("paid in part")
    PAID = "paid", _("paid")
    WAIVED = "waived", _("waived")
    REFUNDED = "refunded", _("refunded")


@dataclass(frozen=True, slots=True)
class FeeLine:
    """A fee at the door; amounts in smallest coins.

    ``players`` are who owe it together: one, or a pair. Of these one pays for both.
    """

    entrant: Entrant
    entry_id: int
    place: int
    players: tuple[Player, ...]
    fee: int
    state: FeeState
    paid: int

    @property
    def due(self) -> int:
        """What is owed in all: nothing where it was waived or given back."""
        return self.fee if self.state == FeeState.DUE else 0

    @property
    def open(self) -> int:
        """What is still to come in."""
        return max(0, self.due - self.paid)

    @property
    def status(self) -> FeeStatus:
        """How it stands."""
        if self.state != FeeState.DUE:
            return FeeStatus(self.state.value)
        if not self.open:
            return FeeStatus.PAID
        return FeeStatus.PART if self.paid else FeeStatus.OWING


@dataclass(frozen=True, slots=True)
class EntryFee:
    """How all fees of an entry stand together, and what is still to come in."""

    status: FeeStatus
    open: int


def fee_lines(money: EventMoney) -> tuple[FeeLine, ...]:
    """All fees of an event by the entries' numbers. Three queries.

    Who was entered owes the fee; a substitute who comes later does not. An entry that left before
    its first round owes nothing: it stands here only where it has paid, with what it paid, until
    that is given back.
    """
    entries = list(money.event.entries.all())
    entrants = lineup(money.event).entrants(entries, 1)
    decided = {
        (fee.entry_id, fee.place): fee for fee in Fee.objects.filter(entry__event=money.event_id)
    }
    lines = (
        _line(money, entrants[entry.pk], place, players, decided.get((entry.pk, place)))
        for entry in entries
        for place, players in _owing(money, entrants[entry.pk])
    )
    return tuple(line for line in lines if line.entrant.takes_part or line.paid)


def entry_fees(money: EventMoney) -> dict[int, EntryFee]:
    """How each entry stands with its fees, by the entry's key. Three queries."""
    lines: dict[int, list[FeeLine]] = {}
    for line in fee_lines(money):
        lines.setdefault(line.entry_id, []).append(line)
    return {entry_id: _together(fees) for entry_id, fees in lines.items()}


def _together(lines: Sequence[FeeLine]) -> EntryFee:
    """One word for a pair's two fees: where they differ, whether something is still to come."""
    states = {line.status for line in lines}
    still_open = sum(line.open for line in lines)
    if len(states) == 1:
        return EntryFee(states.pop(), still_open)
    if not still_open:
        return EntryFee(FeeStatus.PAID, 0)
    has_paid = any(line.paid for line in lines)
    return EntryFee(FeeStatus.PART if has_paid else FeeStatus.OWING, still_open)


def _owing(money: EventMoney, entrant: Entrant) -> Iterator[tuple[int, tuple[Player, ...]]]:
    if money.fee_per == FeePer.ENTRY:
        yield 0, entrant.players
        return
    for place, player in enumerate(entrant.players):
        yield place, (player,)


def _line(
    money: EventMoney,
    entrant: Entrant,
    place: int,
    players: tuple[Player, ...],
    decided: Fee | None,
) -> FeeLine:
    return FeeLine(
        entrant=entrant,
        entry_id=entrant.entry_id,
        place=place,
        players=players,
        fee=money.fee if entrant.takes_part or not decided else decided.paid,
        state=FeeState(decided.state) if decided else FeeState.DUE,
        paid=decided.paid if decided else 0,
    )
