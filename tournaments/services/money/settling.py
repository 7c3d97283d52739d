"""Bringing an evening's book to what is known now: stakes of finished matches, fees, prizes.

Run again it writes nothing, unless something has changed: then the entries that differ are
reversed and made anew, and the open transfers are worked out anew.
"""

from collections.abc import Sequence

from django.db import transaction

from clubs.models import User
from ledger.accounts import Entry
from ledger.hooks import Said
from ledger.services.books import Brought, entries_reconcile
from ledger.services.transfers import transfers_renew
from scoring.models import Match
from tournaments.models import Event, EventMoney
from tournaments.selectors.money.fees import FeeLine, fee_lines
from tournaments.selectors.money.funds import fund_of
from tournaments.selectors.money.overview import unsettled_event_ids
from tournaments.services.locking import event_locked
from tournaments.services.money.awards import awards_wanted
from tournaments.services.money.causes import causes_of
from tournaments.services.money.wanted import (
    DERIVED,
    charge_of,
    float_wanted,
    payment_of,
    side_pots_wanted,
    stakes_wanted,
)
from tournaments.services.standings import standings_refresh


def evening_settle(
    *, event_id: int, made_by: User | None = None, cause: Said | None = None
) -> Brought:
    """Post what every finished match came to, and all else that follows from something.

    Brings standings up to date first, as prizes follow from them. Locks the event, then the book.
    Nothing where no money is kept; idempotent. ``made_by`` is empty where the worker does it;
    ``cause`` is what somebody does just now by which prizes and house share may change.
    """
    if not EventMoney.objects.filter(event=event_id).exists():
        return Brought()
    standings_refresh(event_id=event_id)
    with transaction.atomic():
        event = event_locked(event_id)
        money = EventMoney.objects.select_related("book").get(event=event)
        money.event = event
        if event.is_stale and money.awarded:
            return Brought()  # a change came in between, and with it another run
        lines = fee_lines(money)
        brought = entries_reconcile(
            book=money.book,
            wanted=_wanted(event, money, lines),
            kinds=DERIVED,
            causes=causes_of(event, money.book, cause),
            made_by=made_by,
        )
        # Not among the kinds: what an entry had paid that is gone now stays its credit.
        entries_reconcile(book=money.book, wanted=map(payment_of, lines), made_by=made_by)
        money.settled_version = event.version
        money.save(update_fields=["settled_version"])
        transfers_renew(book=money.book)
    return brought


def evening_settle_if_stale(*, event_id: int) -> None:
    """The same where something came since the last time: what the worker does after standings."""
    if event_id in unsettled_event_ids():
        evening_settle(event_id=event_id)


def evening_follow(*, money: EventMoney, made_by: User | None, cause: str) -> None:
    """Let what hangs on the pot follow it: prizes once awarded, and open transfers."""
    if EventMoney.objects.filter(pk=money.pk, awarded=True).exists():
        evening_settle(event_id=money.event_id, made_by=made_by, cause={"code": cause})
    else:
        transfers_renew(book=money.book)


def entries_expected(event: Event) -> dict[str, Entry]:
    """What the book of an event ought to say by now, by source; nothing is written.

    The event is locked: a lot may be drawn where it is finished and its prizes are awarded.
    """
    money = EventMoney.objects.select_related("book").get(event=event)
    money.event = event
    return {entry.source: entry for entry in _wanted(event, money, fee_lines(money))}


def entries_by_the_end(event: Event) -> list[Entry]:
    """What the book of a finished event has by its end alone; nothing is written.

    House share and prizes, and the stakes of matches that were broken off. The event is locked:
    a lot may be drawn for prizes that are awarded.
    """
    money = EventMoney.objects.select_related("book").get(event=event)
    money.event = event
    broken = Match.objects.filter(game_of__table__round__event=event, is_over=False)
    sources = {f"{kind}:{pk}" for pk in broken.values_list("pk", flat=True) for kind in _STAKES}
    stakes = (entry for entry in stakes_wanted(event, money) if entry.source in sources)
    awards = awards_wanted(event, money, fund_of(money, fee_lines(money))) if money.awarded else ()
    return [*awards, *(stakes if sources else ())]


_STAKES = ("stakes", "cents")


def _wanted(event: Event, money: EventMoney, lines: Sequence[FeeLine]) -> list[Entry]:
    fund = fund_of(money, lines)
    return [
        *map(charge_of, lines),
        *float_wanted(money),
        *stakes_wanted(event, money),
        *side_pots_wanted(money),
        *awards_wanted(event, money, fund),
    ]
