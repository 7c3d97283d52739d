"""Table cards whose code lets a player's phone in without an account."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.roles import Right
from phones.selectors.table_access import TableLink, is_open_to_guests, table_ways
from prints.event_prints import needs_rounds
from prints.rows import Phase, Print, PrintOption, PrintOptions
from prints.subjects import EVENT
from prints.table_cards import Codes, table_cards_printout
from tournaments.models import Event


def phone_codes(event: Event, options: PrintOptions, numbers: Sequence[int]) -> Codes:
    """Return the addresses that let phones in."""
    return {way.number: _phone_code(options, way) for way in table_ways(event, numbers)}


def _phone_code(options: PrintOptions, way: TableLink) -> tuple[str, str]:
    """Return the address for a player's phone with its caption; None if it was withdrawn."""
    if not options.site or not way.path:
        return "", ""
    address = f"{options.site}{way.path}"
    words = _("Scan to record what is played at this table, or open %(address)s")
    return address, words % {"address": address.partition("://")[2]}


PHONE_CARDS: Final = Print(
    about=EVENT,
    key="phone-cards",
    phase=Phase.BEFORE,
    title=gettext_lazy("Table cards for players' phones"),
    text=gettext_lazy(
        "The same with a code that opens the table on a phone without an account, as long as "
        "players record hands at this event."
    ),
    printout=partial(table_cards_printout, codes_of=phone_codes),
    missing=needs_rounds,
    suits=is_open_to_guests,
    options=frozenset({PrintOption.SITE}),
    right=Right.RUN,
)
"""Its address lets anybody write, so only those who run the event may print it."""

PRINTS: Final = (PHONE_CARDS,)
