"""Access to a table without an account: addresses, the players there, and admitted phones."""

import base64
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.models import Player
from tournaments.events.models import Event, EventState, Round, RoundState, TableSeat, WhoWrites
from tournaments.events.selectors.events import lineup
from tournaments.phones.models import GuestDevice, TableAccess

TOKEN_BYTES = 10
"""80 bits: sixteen letters and digits."""


def is_open_to_guests(event: Event) -> bool:
    """Return whether phones without an account are admitted at all."""
    return event.who_writes != WhoWrites.SCORERS and event.state != EventState.FINISHED


def table_token(event: Event, number: int, renewal: int = 0) -> str:
    """Return the secret part of a table's address; it is not stored."""
    text = f"{event.pk}:{number}:{event.table_salt}:{renewal}"
    digest = salted_hmac("tournaments.table_token", text, algorithm="sha256").digest()
    return base64.b32encode(digest[:TOKEN_BYTES]).decode().lower()


def table_path(event: Event, number: int, access: TableAccess | None = None) -> str:
    """Return the address of a table for phones; empty if it was withdrawn."""
    if access and access.is_withdrawn:
        return ""
    token = table_token(event, number, access.renewal if access else 0)
    return reverse("table-join", args=[event.pk, number, token])


def accesses_of(event: Event) -> dict[int, TableAccess]:
    """Return access changes by table number. One query."""
    return {access.number: access for access in event.table_accesses.all()}


class NoAccess(StrEnum):
    """Why a phone is not let in."""

    FINISHED = "finished"
    REMOVED = "removed"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    """Players no longer record hands at the event, or the table has another address now."""
    UNKNOWN = "unknown"


def token_opens(event: Event, number: int, token: str) -> NoAccess | None:
    """Return None if an address of a table is valid now, otherwise the reason why not.

    One query. An address that never existed is ``UNKNOWN``.
    """
    access = event.table_accesses.filter(number=number).first()
    renewal = access.renewal if access else 0
    given = token.lower()
    if not any(
        constant_time_compare(given, table_token(event, number, earlier))
        for earlier in range(renewal, -1, -1)
    ):
        return NoAccess.UNKNOWN
    if event.state == EventState.FINISHED:
        return NoAccess.FINISHED
    is_now = constant_time_compare(given, table_token(event, number, renewal))
    if not is_open_to_guests(event) or not is_now or (access and access.is_withdrawn):
        return NoAccess.WITHDRAWN
    return None


# Players at a table.


def sitters_at(event: Event, number: int) -> list[Player]:
    """Return who sits at a table of the room in the last begun round, else in the first planned
    one.

    Three queries.
    """
    begun = event.rounds.filter(state=RoundState.BEGUN).order_by("number").last()
    round_: Round | None = begun or event.rounds.order_by("number").first()
    if round_ is None:
        return []
    here = Q(table__stands_at=number) | Q(table__stands_at=None, table__number=number)
    seats = TableSeat.objects.filter(here, table__round=round_, table__is_bye=False)
    entries = seats.order_by("table__shift", "place").values_list("entry_id", flat=True)
    seated = lineup(event).at(round_.number)
    return [player for entry in entries for player in seated.get(entry, ())]


# Phones that came in.


POLLED: Final = (
    *("event", "player", "last_seen"),
    *("event__who_writes", "event__confirms", "event__state", "event__deals_per_round"),
    *("event__says", "event__created_at"),
    *("event__club__language", "event__club__calendar"),
)
"""The fields needed to answer a poll; reading all takes twice as long."""


def device_of_key(
    key: str, *, is_polled: bool = False, after_end: bool = False
) -> GuestDevice | None:
    """Return the phone of a cookie, with its event and player, while it is admitted. One query.

    With ``after_end`` also that of a finished event. With ``is_polled`` only some fields are read;
    each other one costs a query.
    """
    let_in = GuestDevice.objects.filter(sent_away_at=None).order_by()
    if is_polled:
        let_in = let_in.select_related("event__club").only(*POLLED)
    else:
        let_in = let_in.select_related("event__club", "player")
    device = next(iter(let_in.filter(key=key)), None)
    if device is None or device.event.who_writes == WhoWrites.SCORERS:
        return None
    return device if after_end or is_open_to_guests(device.event) else None


def why_no_access(key: str | None, *, is_expired: bool) -> NoAccess:
    """Return why the phone of a cookie is not let in. One query. A holder who left is unknown."""
    phones = GuestDevice.objects.select_related("event").filter(key=key)
    device = phones.first() if key else None
    if device is None or (device.sent_away_at and device.sent_away_by_id is None):
        return NoAccess.UNKNOWN
    if device.sent_away_at:
        return NoAccess.REMOVED
    if device.event.state == EventState.FINISHED:
        return NoAccess.FINISHED
    return NoAccess.EXPIRED if is_expired else NoAccess.WITHDRAWN


@dataclass(frozen=True, slots=True)
class TableLink:
    """A table of the room and the way in there; ``path`` is empty where it was withdrawn.

    ``code_until`` is when a spoken code that was shown ends.
    """

    number: int
    path: str
    has_code: bool


def table_ways(event: Event, numbers: Collection[int]) -> list[TableLink]:
    """The way in at each table of these numbers. One query."""
    accesses, now = accesses_of(event), timezone.now()

    def has_code(access: TableAccess | None) -> bool:
        return bool(access and access.code and access.code_until and access.code_until > now)

    return [
        TableLink(number, table_path(event, number, access), has_code(access))
        for number in sorted(numbers)
        for access in [accesses.get(number)]
    ]


def room_tables(event: Event) -> list[int]:
    """The numbers of the tables of the room that any round is played at. One query."""
    rows = TableSeat.objects.filter(table__round__event=event, table__is_bye=False)
    pairs = rows.order_by().values_list("table__stands_at", "table__number").distinct()
    return sorted({stands_at or number for stands_at, number in pairs})
