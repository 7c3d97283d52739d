"""The changes of corrections in an event's money, and the gaps in its book."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text import statements
from core.transactions import trial
from ledger.hooks import Gap
from ledger.messages import message_text
from ledger.models import Book, Transaction
from scoring.host import Consequence
from tournaments.events.event_hooks import EventHooks
from tournaments.events.models import Event
from tournaments.events.services.consequences import listed
from tournaments.money.models import EventMoney
from tournaments.money.selectors.gaps import Missing, stake_gaps
from tournaments.money.services.changes import Entries, money_consequences, more_entries
from tournaments.money.services.settling import entries_expected, evening_settle


class MoneyHooks(EventHooks):
    """What corrections change in the book, and whether it is complete."""

    def snapshot(self, event: Event) -> object:
        """Return the derived entries of its book by source, none without one."""
        has_money = EventMoney.objects.filter(event=event).exists()
        return entries_expected(event) if has_money else {}

    def differences(self, event: Event, before: object, after: object) -> Iterable[Consequence]:
        """Return who gets or pays how much instead of how much."""
        old, new = cast("Entries", before), cast("Entries", after)
        return listed(money_consequences(event, old, new), more_entries)

    def reason_to_keep(self, event: Event) -> str:
        return _("Money was set up for it.") if hasattr(event, "money") else ""

    def lacking(self, event: Event) -> Iterable[str]:
        """Entries of a settled book, which are made and rolled back."""
        money = EventMoney.objects.filter(event=event, settled_version=event.version).first()
        if money is None:
            return
        with trial():
            entries = Transaction.objects.filter(book=money.book_id)
            before = set(entries.values_list("pk", flat=True))
            evening_settle(event_id=event.pk)
            missing = [str(entry) for entry in entries.exclude(pk__in=before)[:5]]
        if missing:
            text = _("The books are missing entries for this event: %(entries)s")
            yield text % {"entries": statements(missing)}


def book_gaps(books: Sequence[Book], player: int | None = None) -> list[Gap]:
    """Return the gaps of books: matches with unknown money, each with the page where it can be
    entered, and events whose last changes could not be entered.

    Of one ``player``, by key, or of everybody.
    """
    keys = [book.pk for book in books]
    failed = EventMoney.objects.filter(book__in=keys, failed_at__isnull=False)
    return [
        *(_failed_gap(money) for money in failed.select_related("event__club")),
        *_stake_gaps(keys, player),
    ]


def _failed_gap(money: EventMoney) -> Gap:
    event = money.event
    return Gap(
        book=money.book_id,
        kind=_("Book"),
        round=0,
        table=0,
        subject=event.name,
        reason=_("the last changes could not be entered in the book; the site’s log says why"),
        href=reverse("event-money", args=[event.club.slug, event.pk]),
        players=frozenset(),
    )


def _stake_gaps(books: Sequence[int], player: int | None) -> list[Gap]:
    return [
        Gap(
            gap.money.book_id,
            str(_KINDS[gap.missing]),
            gap.game.table.round.number,
            gap.game.table.in_room,
            message_text(gap.message),
            str(_MISSING[gap.missing]),
            reverse("match", args=[gap.money.book.club.slug, gap.game.match_id]),
            gap.players,
        )
        for gap in stake_gaps(books, player)
    ]


_MISSING: Final = {
    Missing.SETS: gettext_lazy("how often each side was set is not known"),
    Missing.HANDS: gettext_lazy("the hands are not recorded"),
}
_KINDS: Final = {Missing.SETS: gettext_lazy("Stakes"), Missing.HANDS: gettext_lazy("Penny pot")}


def book_links(books: Sequence[Book]) -> Mapping[int, str]:
    """The page of the event's money for each book that is one's. One query."""
    monies = EventMoney.objects.filter(book__in=[book.pk for book in books])
    rows = monies.values_list("book", "event", "event__club__slug")
    return {book: reverse("event-money", args=[slug, event]) for book, event, slug in rows}
