"""What a treasurer enters by hand: expenses, and cash put in or taken out."""

from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Player, User
from ledger.accounts import CASH, CLUB, POT, Entry, of_player, paid
from ledger.models import EntryKind, Transaction
from ledger.selectors import BY_HAND
from ledger.services.books import entry_make, entry_reverse
from tournaments.models import EventMoney
from tournaments.services.locking import event_locked
from tournaments.services.money.settling import evening_follow
from tournaments.services.money.setup import MOST


class Bearer(StrEnum):
    """Who bears an expense."""

    POT = "pot"
    CLUB = "club"


def expense_add(
    *,
    money: EventMoney,
    amount: int,
    text: str,
    bearer: Bearer,
    made_by: User,
    key: str,
    payer: Player | None = None,
) -> Transaction:
    """Enter an expense, paid from the cash box or laid out by a player. Locks event and book.

    ``key`` is the sender's own: the same expense sent again under it is entered once. What the
    pot bears is not there for prizes.
    """
    words = _checked(amount, text)
    if payer is not None and payer.club_id != money.event.club_id:
        raise ValidationError(_("Only players of this club can take part."))
    borne_by = POT if bearer is Bearer.POT else CLUB
    entry = Entry(
        source=f"expense:{key}",
        kind=EntryKind.EXPENSE,
        text=words,
        amounts=paid(of_player(payer.pk) if payer else CASH, borne_by, amount),
    )
    return _entered(money, entry, made_by)


def cash_move(*, money: EventMoney, amount: int, text: str, made_by: User, key: str) -> Transaction:
    """Enter cash put into the box by the club, taken out where below zero. Locks event and book."""
    words = _checked(abs(amount), text)
    giver, receiver = (CLUB, CASH) if amount > 0 else (CASH, CLUB)
    entry = Entry(f"cash:{key}", EntryKind.CASH, words, paid(giver, receiver, abs(amount)))
    return _entered(money, entry, made_by)


@transaction.atomic
def hand_entry_reverse(*, money: EventMoney, number: int, made_by: User) -> Transaction:
    """Take back what was entered by hand under a number of the book. Locks the event and the book.

    ``ValidationError`` for other entries: these follow from something, which is to be corrected.
    """
    event_locked(money.event_id)
    found = Transaction.objects.filter(book=money.book_id, number=number).first()
    if found is None or found.kind not in BY_HAND:
        raise ValidationError(_("Only what was entered by hand is taken back here."))
    undone = entry_reverse(entry=found, made_by=made_by)
    evening_follow(money=money, made_by=made_by, cause="expense")
    return undone


def _checked(amount: int, text: str) -> str:
    words = " ".join(text.split())
    if not 0 < amount <= MOST:
        raise ValidationError({"amount": _("Type an amount above 0, within reason.")})
    if not words or len(words) > 160:
        raise ValidationError({"text": _("Say in a few words what it was for.")})
    return words


@transaction.atomic
def _entered(money: EventMoney, entry: Entry, made_by: User) -> Transaction:
    event_locked(money.event_id)
    made = entry_make(book=money.book, entry=entry, made_by=made_by)
    evening_follow(money=money, made_by=made_by, cause="expense")
    return made
