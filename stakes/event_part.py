"""An event's money on the event's pages and on those of its book."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import ClubRequest
from clubs.roles import Right
from core.text import statements
from core.trials import trial
from ledger.hooks import Gap
from ledger.messages import message_text
from ledger.models import Book, Transaction
from scoring.host import Consequence
from stakes.models import EventMoney
from stakes.selectors.fees import entry_fees
from stakes.selectors.gaps import Missing, stake_gaps
from stakes.selectors.money import money_of, takes_fees
from stakes.selectors.prizes import PRIZES_LOT
from stakes.services.changes import Entries, money_consequences, more_entries
from stakes.services.settling import entries_expected, evening_settle
from tournaments.event_parts import EntryColumn, EventPart, EventTab, PanelPlace
from tournaments.models import Event
from tournaments.services.consequences import listed


class MoneyPart(EventPart):
    """The tab, the fees beside the entries, and what corrections change in the book."""

    def tabs(self, request: ClubRequest, event: Event, current: str) -> Iterable[EventTab]:
        """Return the money for treasurers, the door for those who take fees. One query at most."""
        if request.membership.may(Right.MONEY):
            yield EventTab(70, "event-money", _("Money"))
        elif request.membership.may(Right.DOOR) and takes_fees(event):
            yield EventTab(70, "event-money-door", _("Door"))

    def entry_columns(self, request: ClubRequest, event: Event) -> Iterable[EntryColumn]:
        """Return each entry's payments, for members who take fees. Four queries at most."""
        money = money_of(event) if request.membership.may(Right.DOOR) else None
        if money is None or not money.fee:
            return
        currency = money.book.currency
        cells = {
            entry_id: _cell({"status": fee.status, "open": fee.open, "currency": currency})
            for entry_id, fee in entry_fees(money).items()
        }
        href = reverse("event-money-door", args=[event.club.slug, event.pk])
        yield EntryColumn("fee", _("Fee"), href, cells)

    def panels(self, request: ClubRequest, event: Event, place: PanelPlace) -> Iterable[SafeString]:
        """Return what becomes of the book of an event that is opened again."""
        if place is PanelPlace.REOPENING and hasattr(event, "money"):
            yield render_to_string("stakes/_reopening.html")

    def lot_text(self, purpose: str) -> str:
        """The lot for odd coins."""
        return _("Odd coins of shared prizes") if purpose == PRIZES_LOT else ""

    def picture(self, event: Event) -> object:
        """Return the derived entries of its book by source, none without one."""
        has_money = EventMoney.objects.filter(event=event).exists()
        return entries_expected(event) if has_money else {}

    def differences(self, event: Event, before: object, after: object) -> Iterable[Consequence]:
        """Return who gets or pays how much instead of how much."""
        old, new = cast("Entries", before), cast("Entries", after)
        return listed(money_consequences(event, old, new), more_entries)

    def reason_to_keep(self, event: Event) -> str:
        """Money that was set up for it."""
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


def _cell(values: dict[str, object]) -> SafeString:
    return render_to_string("stakes/_state.html", values)


def book_gaps(books: Sequence[Book], player: int | None = None) -> list[Gap]:
    """Return the money of matches that nobody knows, with the address where it can be said.

    Of one ``player``, by key, or of everybody.
    """
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
        for gap in stake_gaps([book.pk for book in books], player)
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
