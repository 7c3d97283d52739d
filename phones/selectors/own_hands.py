"""A player's own hand of a secret deal on a phone, once the table has begun the deal."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from phones.models import DealStart, GuestDevice
from scoring.models import Match
from tournaments.event_parts import same_deals


class HandState(Enum):
    """What a phone shows of its player's hand in the current deal."""

    WAITING = "waiting"
    """The table has not reported that it has begun the deal."""
    SHOWN = "shown"
    LATE = "late"
    """The phone came in after the deal was begun: it may have been another player's before."""
    TWICE = "twice"
    """Two phones say that they are this player's."""
    ELSEWHERE = "elsewhere"
    """The player does not sit here."""


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The deal that a table plays now, and its player's own pieces where the phone shows them.

    ``centre`` is visible to everybody; ``readers`` are the names of those whose phones show a hand.
    """

    number: int
    state: HandState
    pieces: tuple[str, ...] = ()
    centre: str = ""
    readers: tuple[str, ...] = ()


def own_hand(device: GuestDevice, match: Match) -> OwnHand | None:
    """Return a phone's view of the current deal; None if there is none.

    Secret: for the player of the phone only. At most five queries; no query without a deal set.
    """
    number = match.next_deal
    if number is None or match.is_over:
        return None
    starts = DealStart.objects.filter(table__games__match=match, number=number)
    start = starts.first()
    if start is None:
        return OwnHand(number, HandState.WAITING)
    seats = {seat.player_id: seat.number for seat in match.seats.all()}
    let_in = device.event.guest_devices.filter(player__in=seats, sent_away_at=None)
    phones = list(let_in.select_related("player"))
    counts = Counter(phone.player_id for phone in phones)
    reading = [phone for phone in phones if counts[phone.player_id] == 1]
    readers = tuple(phone.player.name for phone in reading if phone.created_at <= start.made_at)
    state = _hand_state(device, start, seats, counts)
    if state is not HandState.SHOWN:
        return OwnHand(number, state, readers=readers)
    pieces, centre = same_deals().pieces(device.event, number, seats[device.player_id])
    return OwnHand(number, state, tuple(pieces), centre, readers)


def _hand_state(
    device: GuestDevice, start: DealStart, seats: Mapping[int, int], counts: Mapping[int, int]
) -> HandState:
    if device.player_id not in seats:
        return HandState.ELSEWHERE
    if counts.get(device.player_id, 0) > 1:
        return HandState.TWICE
    return HandState.LATE if device.created_at > start.made_at else HandState.SHOWN
