"""What a change does to the money of an event: who gets or pays how much instead of how much."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import Player
from core.text import comma_list, isolated
from ledger.accounts import AccountRef, ExpectedEntry
from ledger.amounts import with_currency
from ledger.messages import message_text
from ledger.models import AccountKind, EntryKind
from scoring.host import Consequence
from tournaments.events.models import Event
from tournaments.money.models import EventMoney

Entries = Mapping[str, ExpectedEntry]
"""Expected entries of a book, by source."""

_ACCOUNTS: Final[Mapping[AccountKind, Promise]] = {
    AccountKind.POT: gettext_lazy("the pot"),
    AccountKind.PRIZES: gettext_lazy("the prize money"),
    AccountKind.CLUB: gettext_lazy("the club"),
}
"""Corrections move no cash: payments and the float stay."""
_ABOUT: Final[Mapping[str, Promise]] = {
    "stakes": gettext_lazy("stakes of round %(round)d, table %(table)d"),
    "cents": gettext_lazy("penny pot of round %(round)d, table %(table)d"),
    "house": gettext_lazy("house cut"),
    "fund": gettext_lazy("prize money from the pot"),
    "prizes": gettext_lazy("prizes"),
    "rest": gettext_lazy("rest of the pot"),
    "club_adds": gettext_lazy("what the club adds"),
}

_CLAUSES: Final[Mapping[tuple[int, int], Promise]] = {
    (1, 1): gettext_lazy("%(who)s receives %(new)s instead of %(old)s"),
    (-1, -1): gettext_lazy("%(who)s pays %(new)s instead of %(old)s"),
    (-1, 1): gettext_lazy("%(who)s receives %(new)s instead of paying %(old)s"),
    (1, -1): gettext_lazy("%(who)s pays %(new)s instead of receiving %(old)s"),
    (1, 0): gettext_lazy("%(who)s no longer receives %(old)s"),
    (-1, 0): gettext_lazy("%(who)s no longer pays %(old)s"),
    (0, 1): gettext_lazy("%(who)s now receives %(new)s"),
    (0, -1): gettext_lazy("%(who)s now pays %(new)s"),
}
"""By the signs of the amount before and after: received, or below zero paid."""


def money_consequences(event: Event, before: Entries, after: Entries) -> list[Consequence]:
    """Return a consequence for each entry whose amounts change. Two queries where any does.

    Amounts of stakes are on the page of their match; all others are for those who see money.
    """
    changed = [
        (source, _changes(before.get(source), after.get(source)))
        for source in dict.fromkeys((*before, *after))
    ]
    changed = [(source, changes) for source, changes in changed if changes]
    if not changed:
        return []
    currency = EventMoney.objects.select_related("book").get(event=event).book.currency
    names = _names(at for _source, changes in changed for at in changes)
    return [
        _consequence(after.get(source) or before[source], changes, names, currency)
        for source, changes in changed
    ]


def more_entries(count: int) -> str:
    """Return that there are ``count`` more consequences than are listed."""
    return ngettext(
        "Money: %(count)d more entry of the book changes.",
        "Money: %(count)d more entries of the book change.",
        count,
    )


_Changes = Mapping[AccountRef, tuple[int, int]]
"""What each account received and receives, where that differs."""


def _changes(before: ExpectedEntry | None, after: ExpectedEntry | None) -> _Changes:
    old, new = (entry.amounts if entry else {} for entry in (before, after))
    both = {at: (old.get(at, 0), new.get(at, 0)) for at in (*old, *new)}
    return {at: (was, now) for at, (was, now) in both.items() if was != now}


def _names(accounts: Iterable[AccountRef]) -> dict[AccountRef, str]:
    refs = set(accounts)
    players = Player.objects.in_bulk([at.player for at in refs if at.player])
    return {at: _name(at, players) for at in refs}


def _name(at: AccountRef, players: Mapping[int, Player]) -> str:
    if at.player:
        return isolated(players[at.player].name)
    return at.label or str(_ACCOUNTS[at.kind])


def _consequence(
    entry: ExpectedEntry, changes: _Changes, names: Mapping[AccountRef, str], currency: str
) -> Consequence:
    clauses = comma_list(_clauses(changes, names, currency))
    values = {"what": _what(entry), "changes": clauses}
    full = _("Money, %(what)s: %(changes)s.") % values
    if entry.kind == EntryKind.STAKES:
        return Consequence("money", full)
    return Consequence("money", _("Money, %(what)s: the amounts change.") % values, full)


def _what(entry: ExpectedEntry) -> str:
    if entry.about is None:
        return entry.text
    words = _ABOUT.get(entry.about["code"])
    return str(words) % entry.about if words else message_text(entry.about)


def _clauses(changes: _Changes, names: Mapping[AccountRef, str], currency: str) -> Iterator[str]:
    """Yield what changes for whom; players first, by name."""
    ordered = sorted(changes, key=lambda at: (at.player is None, names[at]))
    for at in ordered:
        old, new = changes[at]
        yield (
            str(_CLAUSES[_sign(old), _sign(new)])
            % {
                "who": names[at],
                "old": with_currency(abs(old), currency),
                "new": with_currency(abs(new), currency),
            }
        )


def _sign(amount: int) -> int:
    return (amount > 0) - (amount < 0)
