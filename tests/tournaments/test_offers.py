"""What the pages of an event offer is not refused, in any state of it: every button is pressed.

A form that asks for something typed is answered beside its fields; what is pressed is rolled back.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.messages import ERROR, WARNING, get_messages
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from clubs.models import User
from scoring.models import Match
from tests.html_forms import Form, Page
from tests.tournaments.conftest import EventMaker, begin_next, match_of
from tests.walk import name_of, walk
from tournaments.events.models import Event, WhoWrites
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_finish, event_update
from tournaments.events.services.rounds import rounds_plan
from tournaments.phones.services.sign_ups import event_page_update

pytestmark = pytest.mark.usefixtures("held")

ELSEWHERE = {"sign-out", "static", "language", "set_language", "event-delete"}
"""What ends the visit, or is no offer of an event's page."""


def entered(event: Event) -> None:
    """Only entries so far."""


def planned(event: Event) -> None:
    rounds_plan(event=event)


def begun(event: Event) -> None:
    planned(event)
    begin_next(event)


def played(event: Event, win: Callable[..., Match]) -> None:
    begun(event)
    for table in event.rounds.get(number=1).tables.filter(is_bye=False):
        win(match_of(event, 1, table.number), 0)


def dropped_out(event: Event, win: Callable[..., Match]) -> None:
    played(event, win)
    entry_withdraw(entry=event.entries.earliest("number"))


def finished(event: Event, win: Callable[..., Match]) -> None:
    played(event, win)
    event_finish(event=event, unfinished=True)


STATES: dict[str, Callable[..., None]] = {
    "entered": lambda event, win: entered(event),
    "planned": lambda event, win: planned(event),
    "begun": lambda event, win: begun(event),
    "played": played,
    "dropped out": dropped_out,
    "finished": finished,
}


def offer_of(event: Event) -> Callable[[str], str | None]:
    """Return what tells the addresses of this event that its pages offer: each path once."""
    home = reverse("event", args=[event.club.slug, event.pk])

    def kind_of(address: str) -> str | None:
        name, path = name_of(address), urlsplit(address).path
        is_offered = name and name not in ELSEWHERE and not name.endswith("-live")
        return path if is_offered and path.startswith(home) else None

    return kind_of


def refusals(answer: Any) -> list[str]:
    """What an answer says against having been asked for; of forms only what is beside no field."""
    if answer.status_code in {400, 403, 404, 405, 409} or answer.status_code >= 500:
        return [str(answer.status_code)]
    messages = get_messages(answer.wsgi_request)
    return [str(message) for message in messages if message.level in {ERROR, WARNING}]


def pages_of_event(client: Client, event: Event) -> Iterator[tuple[Page, list[str]]]:
    """Every page that links from the event's pages lead to, with what is refused on the way."""
    start = reverse("event", args=[event.club.slug, event.pk])
    for visit in walk(client, [start], offer_of(event)):
        yield visit.page or Page(visit.address), refusals(visit.answer)


def pressed(client: Client, form: Form) -> list[str]:
    """What is refused of a form that is sent as it stands by each button; nothing of it stays."""
    buttons: list[tuple[str, str] | None] = []
    buttons += [(name, value) for name, value in form.fields if name in form.buttons]
    wrong: list[str] = []
    for button in buttons or [None]:
        cookies = copy.deepcopy(client.cookies)
        with transaction.atomic():
            sent = form.sent() | ({button[0]: [button[1]]} if button else {})
            answer: Any = client.post(form.action, sent)
            wrong += [f"{button}: {words}" for words in refusals(answer)]
            transaction.set_rollback(True)
        client.cookies = cookies
    connection.run_on_commit = []
    return wrong


TRIED = (
    *(("round_robin", state) for state in ("planned", "played", "finished")),
    *(("single_elimination", state) for state in ("entered", "begun", "dropped out")),
)


@pytest.mark.parametrize(("format_", "state"), TRIED)
def test_nothing_is_offered_that_would_be_refused(
    state: str,
    format_: str,
    make_event: EventMaker,
    win: Callable[..., Match],
    organiser: User,
    client_for: Callable[[User], Client],
) -> None:
    event = event_update(
        event=make_event(4, name="Offers", format=format_), who_writes=WhoWrites.PLAYERS
    )
    event_page_update(event=event, is_on=True)
    STATES[state](event, win)
    client, wrong, buttons = client_for(organiser), list[str](), 0
    is_offered = offer_of(event)
    for page, refused in pages_of_event(client, event):
        wrong += [f"{page.address}: {words}" for words in refused]
        for form in page.forms:
            if form.method != "post" or not form.can_be_sent or not is_offered(form.action):
                continue
            buttons += 1
            wrong += [f"{page.address} {form.action}: {fault}" for fault in pressed(client, form)]
    assert buttons > 5
    assert not wrong, "\n".join(wrong)
