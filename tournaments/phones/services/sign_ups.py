"""Sign-ups: made by anybody, withdrawn with their key, answered by those who run the event."""

import base64
import secrets
from collections.abc import Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from clubs.models import Player, User
from clubs.services.clubs import public_page_update
from core.transactions import get_or_gone, row_save
from tournaments.events.models import Entry, Event
from tournaments.events.services.entries import entry_add
from tournaments.events.services.locking import event_locked, open_event_locked
from tournaments.phones.models import EventPage, SignUp, SignUpPage, SignUpState, SignUpTransition
from tournaments.phones.selectors.sign_ups import (
    WhyClosed,
    closed_why,
    key_digest,
    places_left,
    takes_names,
)

KEY_BYTES: Final = 10
"""80 bits: sixteen letters and digits."""
SENT: Final = "sent"
ANSWERED_FROM: Final = {
    SignUpState.ACCEPTED: {SignUpState.OPEN, SignUpState.WAITING, SignUpState.DECLINED},
    SignUpState.WAITING: {SignUpState.OPEN, SignUpState.DECLINED},
    SignUpState.DECLINED: {SignUpState.OPEN, SignUpState.WAITING},
}
"""In which states a sign-up may be given each answer."""


def sign_up_page_update(*, event: Event, renew: bool = False, **changes: Any) -> SignUpPage:
    """Open or close the sign-up of an event, or move its page; see ``public_page_update``."""
    return public_page_update(SignUpPage, of={"event": event}, renew=renew, **changes)


# For the public.


def sign_up_key() -> str:
    """Return a new key for the address of a sign-up."""
    return base64.b32encode(secrets.token_bytes(KEY_BYTES)).decode().lower()


def closed_text(why: WhyClosed) -> str:
    """Say why no sign-up is taken."""
    return {
        WhyClosed.OFF: _("The sign-up is closed."),
        WhyClosed.BEGUN: _("The evening has begun: ask the organiser in the room."),
        WhyClosed.LATE: _("The sign-up has ended."),
        WhyClosed.CROWDED: _("Too many sign-ups are waiting for an answer: try again later."),
    }[why]


@transaction.atomic
def sign_up_make(
    *,
    event: Event,
    key: str,
    name: str,
    partner: str = "",
    seeks_partner: bool = False,
    note: str = "",
) -> SignUp:
    """Sign somebody up under a key. Locks the event.

    The same sign-up sent again under its key is the one there is. ``ValidationError`` where the
    event takes none, and for another sign-up under the key of one there is.
    """
    locked = event_locked(event.pk)
    fields = {"name": name, "partner": partner, "seeks_partner": seeks_partner, "note": note}
    known = SignUp.objects.filter(digest=key_digest(key)).first()
    if known is not None and known.event_id == locked.pk:
        if all(getattr(known, field) == value for field, value in fields.items()):
            return known
        wrong = _("You have signed up with this form already. Send it again to sign up these too.")
        raise ValidationError(wrong, code=SENT)
    page = SignUpPage.objects.select_related("event").filter(event=locked).first()
    why = WhyClosed.OFF if page is None else closed_why(page)
    if why is not None:
        raise ValidationError(closed_text(why))
    last = locked.sign_ups.aggregate(last=Max("number"))["last"] or 0
    made = SignUp(event=locked, number=last + 1, digest=key_digest(key), **fields)
    row_save(made, exclude=["entry"])
    return made


@transaction.atomic
def sign_up_take_back(*, sign_up: SignUp) -> SignUp:
    """Withdraw a sign-up on behalf of its author. Locks the event.

    The entry of an accepted one stays until those who run the event remove it. ``ValidationError``
    if it was already withdrawn or declined.
    """
    event_locked(sign_up.event_id)
    current = get_or_gone(SignUp.objects.all(), sign_up.pk)
    if current.state in {SignUpState.TAKEN_BACK, SignUpState.DECLINED}:
        raise ValidationError(_("There is no sign-up left to cancel."))
    return _transition(current, SignUpState.TAKEN_BACK, by=None)


# For those who run the event.


@transaction.atomic
def sign_up_accept(
    *,
    sign_up: SignUp,
    players: Sequence[Player],
    by: User,
    other: SignUp | None = None,
    evenly: bool = False,
) -> Entry:
    """Enter these players for a sign-up, or for two that are paired. Locks the event.

    ``ValidationError`` if all places are taken, if a sign-up was withdrawn or accepted meanwhile,
    and as for any entry.
    """
    locked = open_event_locked(sign_up.event_id)
    wanted = [sign_up] if other is None else [sign_up, other]
    rows = [get_or_gone(locked.sign_ups.all(), sign_up_row.pk) for sign_up_row in wanted]
    if other is not None and (
        takes_names(locked) == 1
        or rows[0].pk == rows[1].pk
        or not all(row.seeks_partner for row in rows)
    ):
        raise ValidationError(
            _("Only two players who are looking for a partner can be put together.")
        )
    for row in rows:
        _must_be_answerable(row, SignUpState.ACCEPTED)
    if places_left(SignUpPage.objects.filter(event=locked).first()) == 0:
        raise ValidationError(
            _("All places are taken: use the waiting list, or raise the number of places.")
        )
    entry = entry_add(event=locked, players=players, evenly=evenly)
    for row in rows:
        row.entry = entry
        row.save(update_fields=["entry"])
        _transition(row, SignUpState.ACCEPTED, by=by)
    return entry


@transaction.atomic
def sign_up_answer(*, sign_up: SignUp, state: SignUpState, by: User) -> SignUp:
    """Decline a sign-up or put it on the waiting list. Locks the event.

    ``ValidationError`` where it was taken back or answered otherwise meanwhile.
    """
    locked = open_event_locked(sign_up.event_id)
    current = get_or_gone(locked.sign_ups.all(), sign_up.pk)
    _must_be_answerable(current, state)
    return _transition(current, state, by=by)


def _must_be_answerable(sign_up: SignUp, state: SignUpState) -> None:
    if sign_up.state not in ANSWERED_FROM[state]:
        values = {"number": sign_up.number, "state": sign_up.get_state_display()}
        raise ValidationError(_("The state of sign-up %(number)d is now: %(state)s.") % values)


def _transition(sign_up: SignUp, state: SignUpState, *, by: User | None) -> SignUp:
    sign_up.state = state
    sign_up.save(update_fields=["state"])
    SignUpTransition.objects.create(sign_up=sign_up, state=state, made_by=by)
    return sign_up


def event_page_update(*, event: Event, renew: bool = False, **changes: Any) -> EventPage:
    """Change an event's public page, or move it to another address. Locks the page."""
    return public_page_update(EventPage, of={"event": event}, renew=renew, **changes)
