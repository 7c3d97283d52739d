"""Sign-ups: whether they are open, their state, and the names on the public list."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.models import Player, name_key
from clubs.public import public_names
from engine.pairings.formats import FORMATS
from tournaments.events.models import Event, EventState
from tournaments.events.selectors.events import lineup, next_round_number
from tournaments.phones.models import EventPage, SignUp, SignUpPage, SignUpState

MOST_OPEN: Final = 200
"""Sign-ups of one event that may wait for an answer at a time."""


class WhyClosed(StrEnum):
    """Why an event takes no sign-up."""

    OFF = "off"
    BEGUN = "begun"
    LATE = "late"
    CROWDED = "crowded"


def closed_why(page: SignUpPage) -> WhyClosed | None:
    """Return why the page takes no sign-up; None while it does. One query at most."""
    if not page.is_on:
        return WhyClosed.OFF
    if page.event.state != EventState.DRAFT:
        return WhyClosed.BEGUN
    if page.closes_at is not None and timezone.now() >= page.closes_at:
        return WhyClosed.LATE
    if page.event.sign_ups.filter(state=SignUpState.OPEN).count() >= MOST_OPEN:
        return WhyClosed.CROWDED
    return None


def sign_up_page_of(event: Event) -> SignUpPage | None:
    """Return the event's sign-up page if it is on. One query."""
    return SignUpPage.objects.filter(event=event, is_on=True).first()


def takes_names(event: Event) -> int:
    """How many names make an entry of this event."""
    return FORMATS[event.format].lineup


# One sign-up, by the key of its address.


def key_digest(key: str) -> str:
    """Return the stored digest of the key in a sign-up's address."""
    return salted_hmac("tournaments.sign_up", key.lower(), algorithm="sha256").hexdigest()


def sign_up_of_key(key: str) -> SignUp | None:
    """The sign-up of that key, with its event, club and entry. One query."""
    known = SignUp.objects.select_related("event__club", "entry")
    return known.filter(digest=key_digest(key)).first()


def waiting_place(sign_up: SignUp) -> int | None:
    """The place on the waiting list, from 1; None if the sign-up is not on it. One query."""
    if sign_up.state != SignUpState.WAITING:
        return None
    return waiting_list(sign_up.event).filter(number__lte=sign_up.number).count()


def waiting_list(event: Event) -> QuerySet[SignUp]:
    return event.sign_ups.filter(state=SignUpState.WAITING)


# For the organiser.


@dataclass(frozen=True, slots=True)
class SignUps:
    """The sign-ups of an event: to be answered, on the waiting list in order, and all others.

    ``left`` are the places left, None where their number is not limited.
    """

    open: tuple[SignUp, ...]
    waiting: tuple[SignUp, ...]
    answered: tuple[SignUp, ...]
    left: int | None


def sign_ups_of(event: Event) -> SignUps:
    """All sign-ups of an event. Three queries."""
    rows = list(event.sign_ups.select_related("entry"))
    by_state = {state: tuple(row for row in rows if row.state == state) for state in SignUpState}
    return SignUps(
        open=by_state[SignUpState.OPEN],
        waiting=by_state[SignUpState.WAITING],
        answered=tuple(
            row for row in rows if row.state not in {SignUpState.OPEN, SignUpState.WAITING}
        ),
        left=places_left(SignUpPage.objects.filter(event=event).first()),
    )


def entries_taken_back(event: Event) -> list[int]:
    """Return the keys of entries in which somebody took their sign-up back since. One query."""
    back = event.sign_ups.filter(state=SignUpState.TAKEN_BACK, entry__isnull=False)
    return list(back.values_list("entry", flat=True))


def places_left(page: SignUpPage | None) -> int | None:
    """Return how many places are left, 0 if overbooked; None without a limit. One query."""
    if page is None or page.places is None:
        return None
    return max(0, page.places - page.event.entries.filter(left_after_round=None).count())


# For the public.


@dataclass(frozen=True, slots=True)
class PublicSignUps:
    """Entries and waiting list under public names.

    Unanswered sign-ups are not named: ``open`` counts them.
    """

    entered: tuple[tuple[str, ...], ...]
    waiting: tuple[tuple[str, ...], ...]
    open: int
    left: int | None


def public_sign_ups(page: SignUpPage) -> PublicSignUps:
    """The public list of an event. Six queries at most."""
    event, waiting = page.event, list(waiting_list(page.event))
    event_lineup = lineup(event)
    active = event.entries.filter(left_after_round=None)
    entrants = event_lineup.entrants(active, next_round_number(event))
    rows = sorted(event_lineup.rows, key=lambda row: row.pk)
    typed = _as_players(event, waiting)
    people = [*(row.player for row in rows), *(player for pair in typed for player in pair)]
    names = public_names(people, event.club.public_names)
    return PublicSignUps(
        entered=tuple(
            tuple(names[player.pk] for player in entrant.players) for entrant in entrants.values()
        ),
        waiting=tuple(tuple(names[player.pk] for player in pair) for pair in typed),
        open=event.sign_ups.filter(state=SignUpState.OPEN).count(),
        left=places_left(page),
    )


def _as_players(event: Event, sign_ups: list[SignUp]) -> list[list[Player]]:
    """The people of sign-ups, not to be saved; hidden like the player of that name."""
    keys = {name_key(name) for sign_up in sign_ups for name in sign_up.names}
    hidden = Player.objects.filter(club=event.club, name_hidden=True, name_key__in=keys)
    hidden_keys = set(hidden.values_list("name_key", flat=True))
    return [
        [
            Player(pk=-2 * sign_up.pk - place, name=name, name_hidden=name_key(name) in hidden_keys)
            for place, name in enumerate(sign_up.names)
        ]
        for sign_up in sign_ups
    ]


def public_page_of(event: Event) -> EventPage | None:
    """Return the event's public page if it is on. One query."""
    return EventPage.objects.filter(event=event, is_on=True).first()
