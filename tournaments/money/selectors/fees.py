"""The fees of an event: owed and paid, by entry."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy

from clubs.models import Player
from tournaments.events.selectors.events import Entrant, lineup
from tournaments.money.models import EventMoney, Fee, FeePer, FeeState


class FeeStatus(TextChoices):
    OWING = "owing", gettext_lazy("owing")
    PART = "part", gettext_lazy("paid in part")
    PAID = "paid", gettext_lazy("paid")
    WAIVED = "waived", gettext_lazy("waived")
    REFUNDED = "refunded", gettext_lazy("refunded")
    OWED_BACK = "owed_back", gettext_lazy("owed back")


@dataclass(frozen=True, slots=True)
class FeeLine:
    """A fee, owed by one or several ``players`` together; amounts in smallest coins."""

    entrant: Entrant
    entry_id: int
    place: int
    players: tuple[Player, ...]
    fee: int
    state: FeeState
    paid: int

    @property
    def due(self) -> int:
        """The total owed: 0 if waived or refunded."""
        return self.fee if self.state == FeeState.DUE else 0

    @property
    def open(self) -> int:
        """The unpaid amount."""
        return max(0, self.due - self.paid)

    @property
    def back(self) -> int:
        """What is owed to an entry that paid and left before its first round."""
        return 0 if self.entrant.entry.takes_part else self.paid

    @property
    def status(self) -> FeeStatus:
        if self.state != FeeState.DUE:
            return FeeStatus(self.state.value)
        if self.back:
            return FeeStatus.OWED_BACK
        if not self.open:
            return FeeStatus.PAID
        return FeeStatus.PART if self.paid else FeeStatus.OWING


@dataclass(frozen=True, slots=True)
class EntryFee:
    """All fees of an entry, the unpaid part, and what is owed back."""

    status: FeeStatus
    open: int
    back: int = 0


def fee_lines(money: EventMoney) -> tuple[FeeLine, ...]:
    """Return all fees of an event by the entries' numbers. Three queries.

    Original players owe the fee, substitutes do not. An entry that left before its first round owes
    nothing; it is listed only if it has paid, until that is refunded.
    """
    entries = list(money.event.entries.all())
    entrants = lineup(money.event).originals(entries)
    decided = {
        (fee.entry_id, fee.place): fee for fee in Fee.objects.filter(entry__event=money.event_id)
    }
    lines = (
        _line(money, entrants[entry.pk], place, players, decided.get((entry.pk, place)))
        for entry in entries
        for place, players in _owing(money, entrants[entry.pk])
    )
    return tuple(line for line in lines if line.entrant.entry.takes_part or line.paid)


def entry_fees(money: EventMoney) -> dict[int, EntryFee]:
    """Return the fees of each entry together, by its key. Three queries."""
    lines: dict[int, list[FeeLine]] = {}
    for line in fee_lines(money):
        lines.setdefault(line.entry_id, []).append(line)
    return {entry_id: _together(fees) for entry_id, fees in lines.items()}


def _together(lines: Sequence[FeeLine]) -> EntryFee:
    """Return one status for an entry's fees; if they differ, whether anything is unpaid."""
    states = {line.status for line in lines}
    still_open = sum(line.open for line in lines)
    if len(states) == 1:
        return EntryFee(states.pop(), still_open, sum(line.back for line in lines))
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
        fee=money.fee if entrant.entry.takes_part else 0,
        state=FeeState(decided.state) if decided else FeeState.DUE,
        paid=decided.paid if decided else 0,
    )
