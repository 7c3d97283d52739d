"""Signing up before an evening: who may, what is shown to whom, what the organiser answers."""

import datetime
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Attempt, AttemptKind, Club, Player, User
from clubs.services.guessing import LIMITS
from clubs.services.players import player_name_hide
from tests.prints.events.test_boards import text_of
from tests.tables import table
from tests.tournaments.conftest import EveningMaker, EventMaker, begin_next, drawn_and_begun
from tests.tournaments.pages import Pages, at_field, messages_of, words
from tournaments.events.models import Event
from tournaments.events.selectors.events import lineups_at
from tournaments.events.services.entries import entry_remove
from tournaments.events.services.rounds import rounds_plan
from tournaments.phones.models import SignUp, SignUpPage, SignUpState
from tournaments.phones.selectors import sign_ups as selectors
from tournaments.phones.services.sign_ups import (
    event_page_update,
    sign_up_answer,
    sign_up_make,
    sign_up_page_update,
)

pytestmark = pytest.mark.usefixtures("held")

NOTE = "can only come after eight"


@pytest.fixture
def open_page(make_event: EventMaker) -> SignUpPage:
    """The sign-up of an evening at which two pairs are entered: Ada & Ben, Cleo & Dan."""
    return sign_up_page_update(event=make_event(pairs=2), is_on=True)


@pytest.fixture
def pages(open_page: SignUpPage, pages_of: Callable[[Event], Pages]) -> Pages:
    """The organiser's pages of that evening."""
    return pages_of(open_page.event)


def at(page: SignUpPage) -> str:
    return reverse("public-sign-up", args=[page.code])


def key_in(client: Client, page: SignUpPage) -> str:
    key = re.search(r'name="key" value="([a-z2-7]{16})"', client.get(at(page)).content.decode())
    assert key
    return key[1]


def signs_up(client: Client, page: SignUpPage, **fields: Any) -> Any:
    """Fill in the form as it is shown, send it, and go where it leads."""
    sent = {"key": key_in(client, page)} | fields
    return client.post(at(page), sent, follow=True)


def made(page: SignUpPage, name: str, **more: Any) -> SignUp:
    key = f"{page.event.sign_ups.count():a>16}".translate(str.maketrans("0189", "wxyz"))
    return sign_up_make(event=page.event, key=key, name=name, **more)


def entered(event: Event) -> list[list[str]]:
    lineups = lineups_at(event, 1)
    return [[player.name for player in lineups[pair.pk]] for pair in event.entries.all()]


# --- who may


def test_nobody_signs_up_before_the_organiser_opens_it(event: Event, client: Client) -> None:
    page = sign_up_page_update(event=event)
    assert client.get(at(page)).status_code == 404
    assert client.post(at(page), {"name": "Zoe", "seeks_partner": "on"}).status_code == 404
    assert not event.sign_ups.exists()


@pytest.mark.parametrize(
    ("why", "text"),
    [("late", "The sign-up has ended."), ("begun", "The evening has begun"), ("full", "Too many")],
)
def test_a_closed_sign_up_says_why_and_takes_nobody(
    why: str, text: str, open_page: SignUpPage, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = key_in(client, open_page)
    event = open_page.event
    if why == "late":
        sign_up_page_update(event=event, closes_at=timezone.now())
    elif why == "begun":
        drawn_and_begun(event)
    else:
        monkeypatch.setattr(selectors, "MOST_OPEN", 0)
    shown = client.get(at(open_page))
    assert text in words(shown)
    assert "<input" not in words(shown)
    answer = client.post(at(open_page), {"key": key, "name": "Zoe", "seeks_partner": "on"})
    assert answer.status_code == 422
    assert text in words(answer)
    assert 'value="Zoe"' in answer.content.decode()
    assert not event.sign_ups.exists()


def test_the_public_page_leads_to_it_until_the_evening_begins(
    open_page: SignUpPage, client: Client
) -> None:
    page = event_page_update(event=open_page.event, is_on=True)
    rounds = reverse("public-rounds", args=[page.code])
    assert at(open_page) in client.get(rounds).content.decode()
    assert rounds in client.get(at(open_page)).content.decode()
    rounds_plan(event=open_page.event)
    begin_next(open_page.event)
    assert at(open_page) not in client.get(rounds).content.decode()


# --- signing up


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"name": "Zoe", "partner": "Yan"}, ("Zoe", "Yan", False)),
        ({"name": "Zoe & Yan"}, ("Zoe", "Yan", False)),
        ({"name": "  Zoe   Quinn ", "seeks_partner": "on"}, ("Zoe Quinn", "", True)),
        ({"name": "王小明", "partner": "عمر الشريف"}, ("王小明", "عمر الشريف", False)),
    ],
)
def test_who_signs_up_gets_an_address_that_shows_how_it_stands(
    fields: dict[str, str], expected: Any, open_page: SignUpPage, client: Client
) -> None:
    answer = signs_up(client, open_page, note=NOTE, **fields)
    ((href, _status),) = answer.redirect_chain
    assert re.fullmatch(r"/signed-up/[a-z2-7]{16}/", href)
    assert "Waiting for an answer" in words(answer)
    assert href in words(answer)
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    sign_up = open_page.event.sign_ups.get()
    assert (sign_up.name, sign_up.partner, sign_up.seeks_partner) == expected
    assert sign_up.note == NOTE
    assert href.split("/")[2] not in sign_up.digest
    assert href in client.get(at(open_page)).content.decode()  # kept on the phone
    assert href not in Client().get(at(open_page)).content.decode()


@table(
    ("fields", "field", "problem"),
    [
        ({"name": "", "seeks_partner": "on"}, "name", "required"),
        ({"name": "\u200b", "seeks_partner": "on"}, "name", "That name is blank"),
        ({"name": "x" * 81, "seeks_partner": "on"}, "name", "at most 80"),
        ({"name": "Zoe"}, "partner", "Type the name of your partner"),
        ({"name": "Zoe", "partner": "x" * 81}, "partner", "at most 80"),
        ({"name": "Zoe", "partner": "Yan", "seeks_partner": "on"}, "seeks_partner", "not both"),
        ({"name": "Zoe", "partner": "Yan", "note": "x" * 201}, "note", "at most 200"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(
    fields: dict[str, str], field: str, problem: str, open_page: SignUpPage, client: Client
) -> None:
    answer = signs_up(client, open_page, **fields)
    assert answer.status_code == 422
    assert [message for message in at_field(answer, field) if problem in message]
    for name, value in fields.items():
        assert str(answer.context["form"][name].value()) in {value, "True"}
    assert not open_page.event.sign_ups.exists()


def test_a_form_sent_twice_signs_up_once_and_another_asks_first(
    open_page: SignUpPage, client: Client
) -> None:
    sent = {"key": key_in(client, open_page), "name": "Zoe", "partner": "Yan"}
    first, second = (client.post(at(open_page), sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert open_page.event.sign_ups.count() == 1
    other = client.post(at(open_page), sent | {"name": "Xia"})
    assert "signed up with this form already" in words(other)
    key = other.context["form"]["key"].value()
    assert client.post(at(open_page), sent | {"name": "Xia", "key": key}).status_code == 302
    assert open_page.event.sign_ups.count() == 2


@pytest.mark.parametrize(
    "typed",
    [{"name": "Zoe", "partner": "?"}, {"name": "Zoe & N.N."}, {"name": "Zoe", "partner": "TBA"}],
)
def test_a_partner_who_is_nobody_is_looked_for(
    typed: dict[str, str], open_page: SignUpPage, client: Client
) -> None:
    signs_up(client, open_page, **typed)
    (sign_up,) = open_page.event.sign_ups.all()
    assert (sign_up.names, sign_up.seeks_partner) == (("Zoe",), True)


def test_single_players_sign_up_without_a_partner(
    make_evening: EveningMaker, client: Client
) -> None:
    page = sign_up_page_update(event=make_evening(4), is_on=True)
    shown = client.get(at(page)).content.decode()
    assert 'name="partner"' not in shown
    signs_up(client, page, name="Zoe & Yan")
    assert page.event.sign_ups.get().name == "Zoe & Yan"


def test_sign_ups_are_limited_by_place_and_by_event(open_page: SignUpPage, client: Client) -> None:
    limit = LIMITS[AttemptKind.SIGN_UP]
    now = timezone.now()
    row = {"kind": AttemptKind.SIGN_UP, "event_id": open_page.event_id, "at": now}
    Attempt.objects.bulk_create(Attempt(address="10.0.0.9", **row) for _ in range(limit.of_address))
    sent = {"key": key_in(client, open_page), "name": "Zoe", "partner": "Yan"}
    answer = client.post(at(open_page), sent, REMOTE_ADDR="10.0.0.9")
    assert answer.status_code == 429
    assert 'value="Zoe"' in answer.content.decode()
    assert client.post(at(open_page), sent, REMOTE_ADDR="10.0.0.8").status_code == 302
    Attempt.objects.bulk_create(
        Attempt(address=f"10.0.1.{number}", **row) for number in range(limit.of_event or 0)
    )
    sent["key"] = key_in(client, open_page)
    assert client.post(at(open_page), sent, REMOTE_ADDR="10.0.0.7").status_code == 429


def test_a_form_of_another_site_signs_nobody_up(open_page: SignUpPage) -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post(at(open_page), {"name": "Zoe", "partner": "Yan"})
    assert answer.status_code == 403
    assert not open_page.event.sign_ups.exists()


# --- the public list


def test_nobody_is_named_before_the_organiser_answered_and_no_note_ever(
    open_page: SignUpPage, client: Client, owner: User, club: Club
) -> None:
    first = made(open_page, "Zoe Quartermain", partner="Yan Underhill", note=NOTE)
    made(open_page, "Ada Secret", seeks_partner=True, note=NOTE)
    shown = words(client.get(at(open_page)))
    assert "Ada & Ben" in shown
    assert "2 sign-ups wait for an answer" in shown
    assert not [word for word in ("Zoe", "Secret", NOTE) if word in shown]
    sign_up_answer(sign_up=first, state=SignUpState.WAITING, by=owner)
    shown = words(client.get(at(open_page)))
    assert "Waiting list Zoe Q. & Yan U." in shown
    assert not [word for word in ("Quartermain", "Secret", NOTE) if word in shown]


def test_who_is_not_to_be_named_is_not_named_on_the_waiting_list(
    open_page: SignUpPage, client: Client, owner: User, club: Club
) -> None:
    player_name_hide(player=club.players.get(name="Eva"), hidden=True)
    sign_up_answer(
        sign_up=made(open_page, "eva", partner="Fay"), state=SignUpState.WAITING, by=owner
    )
    shown = words(client.get(at(open_page)))
    assert "Waiting list Player 5 & Fay" in shown
    assert "eva" not in shown.split("Waiting list")[1]


# --- taking back


def test_whoever_has_the_address_takes_the_sign_up_back_once(
    open_page: SignUpPage, client: Client
) -> None:
    (href, _status) = signs_up(client, open_page, name="Zoe", partner="Yan").redirect_chain[0]
    answer = Client().post(href, follow=True)
    assert "Cancelled." in words(answer)
    assert open_page.event.sign_ups.get().state == SignUpState.TAKEN_BACK
    assert "Cancel the sign-up" not in words(answer)
    Client().post(href)
    assert open_page.event.sign_ups.get().transitions.count() == 1


def test_the_address_of_a_sign_up_outlasts_the_page_and_guessing_it_ends(
    open_page: SignUpPage, client: Client
) -> None:
    (href, _status) = signs_up(client, open_page, name="Zoe", partner="Yan").redirect_chain[0]
    sign_up_page_update(event=open_page.event, is_on=False, renew=True)
    assert client.get(href).status_code == 200
    wrong = reverse("signed-up", args=["a" * 16])
    for _try in range(LIMITS[AttemptKind.PAGE].of_address):
        assert client.get(wrong, REMOTE_ADDR="10.0.0.9").status_code == 404
    assert client.get(href, REMOTE_ADDR="10.0.0.9").status_code == 429
    assert client.get(href, REMOTE_ADDR="10.0.0.8").status_code == 200


# --- what the organiser answers


def test_the_page_says_who_is_meant_before_anybody_is_entered(
    open_page: SignUpPage, pages: Pages, organiser: User
) -> None:
    sign_up = made(open_page, "eva", partner="Zoë Quartermain", note=NOTE)
    assert NOTE in words(pages.get("event-entries"))
    shown = words(pages.get("sign-up", sign_up.number))
    assert "Eva of the roster" in shown
    assert "Zoë Quartermain is new and goes on the roster" in shown
    assert not Player.objects.filter(name="Zoë Quartermain").exists()
    fields = {"first": "eva", "second": "Zoë Quartermain"}
    unread = pages.post("sign-up", sign_up.number, **fields)
    assert unread.redirect_chain == []
    read = unread.context["read"]
    other = pages.post("sign-up", sign_up.number, first="eva", second="Yan Underhill", read=read)
    assert "Yan Underhill is new" in words(other)
    assert entered(open_page.event)[2:] == []
    answer = pages.post("sign-up", sign_up.number, **fields, read=read)
    assert messages_of(answer) == ["Pair 3 is entered.", "New on the roster: Zoë Quartermain"]
    assert entered(open_page.event)[2] == ["Eva", "Zoë Quartermain"]
    sign_up.refresh_from_db()
    assert (sign_up.state, sign_up.entry) == ("accepted", open_page.event.entries.get(number=3))
    assert [transition.made_by for transition in sign_up.transitions.all()] == [organiser]


def accepts(pages: Pages, number: int, **fields: str) -> Any:
    read = pages.post("sign-up", number, **fields).context["read"]
    return pages.post("sign-up", number, read=read, **fields)


def test_two_who_look_for_a_partner_are_put_together(
    open_page: SignUpPage, pages: Pages, client: Client
) -> None:
    eva, gus = (made(open_page, name, seeks_partner=True) for name in ("Eva", "Gus"))
    made(open_page, "Hal", partner="Ida")
    alone = pages.get("sign-up", eva.number)
    assert "Put together" in words(alone)
    assert "Hal" not in words(alone).split("Put together")[0]
    together = pages.get("sign-up", eva.number, **{"with": gus.number})
    assert "Sign-ups 1 and 2 become one pair." in words(together)
    accepts(pages, eva.number, first="Eva", second="Gus", **{"with": str(gus.number)})
    assert entered(open_page.event)[2] == ["Eva", "Gus"]
    assert [sign_up.state for sign_up in open_page.event.sign_ups.all()] == [
        "accepted",
        "accepted",
        "open",
    ]


def test_the_waiting_list_keeps_the_order_of_signing_up_and_moves_up(
    open_page: SignUpPage, pages: Pages, client: Client
) -> None:
    hrefs = [
        signs_up(Client(), open_page, name=name, partner=f"{name} B").redirect_chain[0][0]
        for name in ("Zoe", "Yan", "Xia")
    ]
    for number in (3, 1, 2):
        pages.post("sign-up-wait", number)
    assert [f"place {place}." in words(client.get(href)) for place, href in enumerate(hrefs, 1)]
    assert "at place 3." in words(client.get(hrefs[2]))
    client.post(hrefs[0])
    assert "at place 2." in words(client.get(hrefs[2]))
    pages.post("sign-up-decline", 2)
    assert "at place 1." in words(client.get(hrefs[2]))
    assert "The organiser has declined." in words(client.get(hrefs[1]))


def test_nobody_is_accepted_beyond_the_places(
    open_page: SignUpPage, pages: Pages, client: Client
) -> None:
    sign_up_page_update(event=open_page.event, places=2)
    sign_up = made(open_page, "Eva", partner="Fay")
    assert "All places are taken. Sign up for the waiting list" in words(client.get(at(open_page)))
    answer = accepts(pages, sign_up.number, first="Eva", second="Fay")
    assert "All places are taken: use the waiting list" in words(answer)
    assert open_page.event.entries.count() == 2
    sign_up_page_update(event=open_page.event, places=3)
    accepts(pages, sign_up.number, first="Eva", second="Fay")
    assert open_page.event.entries.count() == 3


def test_an_accepted_one_who_takes_it_back_stays_until_the_organiser_removes_him(
    open_page: SignUpPage, pages: Pages, client: Client
) -> None:
    (href, _status) = signs_up(client, open_page, name="Eva", partner="Fay").redirect_chain[0]
    accepts(pages, 1, first="Eva", second="Fay")
    assert "you are entered with the number 3" in words(client.get(href))
    client.post(href)
    assert "The organiser sees this" in words(client.get(href))
    assert "cancelled the sign-up" in words(pages.get("event-entries"))
    assert open_page.event.entries.count() == 3
    entry_remove(entry=open_page.event.entries.get(number=3))
    assert "Cancelled." in words(client.get(href))
    assert "cancelled the sign-up" not in words(pages.get("event-entries"))


def test_what_was_taken_back_meanwhile_is_not_accepted(
    open_page: SignUpPage, pages: Pages, client: Client
) -> None:
    (href, _status) = signs_up(client, open_page, name="Eva", partner="Fay").redirect_chain[0]
    read = pages.get("sign-up", 1).context["read"]
    client.post(href)
    answer = pages.post("sign-up", 1, first="Eva", second="Fay", read=read)
    assert "The state of sign-up 1 is now: cancelled." in words(answer)
    assert open_page.event.entries.count() == 2


def test_announced_rounds_are_asked_about_before_somebody_is_accepted(
    open_page: SignUpPage, pages: Pages
) -> None:
    rounds_plan(event=open_page.event)
    made(open_page, "Eva", partner="Fay")
    question = accepts(pages, 1, first="Eva", second="Fay")
    assert open_page.event.entries.count() == 2
    typed = dict(question.context["typed"])
    pages.post("sign-up", 1, how=question.context["choices"][0].key, **typed)
    assert entered(open_page.event)[2] == ["Eva", "Fay"]


def test_who_does_not_run_the_event_sees_no_sign_up_beside_the_entries(
    open_page: SignUpPage, scorer: User, client_for: Callable[[User], Client]
) -> None:
    made(open_page, "Zoe", partner="Yan", note=NOTE)
    entries = reverse("event-entries", args=[open_page.event.club.slug, open_page.event_id])
    shown = client_for(scorer).get(entries).content.decode()
    assert not [word for word in ("Zoe", NOTE, "Sign-ups") if word in shown]


# --- opening it


def test_the_organiser_opens_it_with_an_end_and_places_and_moves_it(
    event: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(event)
    assert "Nobody: only those who run the event" in words(pages.get("event-settings"))
    form_words = words(pages.get("event-sign-up"))
    assert "Times are those of UTC. Empty: until the first round begins" in form_words
    assert "How many pairs there is room for." in form_words
    given = {"is_on": "on", "closes_at": "2026-12-24T18:00", "places": "12"}
    answer = pages.post("event-sign-up", **given)
    page = SignUpPage.objects.get(event=event)
    assert "The sign-up is open." in words(answer)
    assert f"http://testserver/sign-up/{page.code}/" in words(answer)
    assert 'class="qr"' in answer.content.decode()
    assert 'value="2026-12-24T18:00"' in answer.content.decode()
    assert page.places == 12
    pages.post("event-sign-up-renew")
    assert SignUpPage.objects.get(event=event).code != page.code
    pages.post("event-sign-up")
    page.refresh_from_db()
    assert (page.is_on, page.closes_at, page.places) == (False, None, None)


@table(
    ("field", "value"),
    [
        *(("places", wrong) for wrong in ("0", "many", "1000", "9" * 30)),
        *(("closes_at", f"{day}T23:59") for day in ("soon", "9999-12-31", "0001-01-01")),
    ],
)
def test_a_wrong_setting_stands_beside_its_field_and_stays(
    field: str, value: str, event: Event, pages_of: Callable[[Event], Pages]
) -> None:
    answer = pages_of(event).post("event-sign-up", is_on="on", **{field: value})
    assert answer.status_code == 422
    assert at_field(answer, field)
    assert answer.context["form"][field].value() == value
    assert not SignUpPage.objects.filter(event=event, is_on=True).exists()


def test_a_deadline_is_in_the_clubs_time(open_page: SignUpPage, client: Client) -> None:
    soon = timezone.now() + datetime.timedelta(hours=1)
    sign_up_page_update(event=open_page.event, closes_at=soon)
    assert "Open until" in words(client.get(at(open_page)))


def test_another_program_opens_it_and_answers(
    event: Event, organiser: User, api_for: Callable[[User], Any], client: Client, club: Club
) -> None:
    api = api_for(organiser)

    def url(name: str, *more: int) -> str:
        return reverse(f"api-{name}", args=[event.club.slug, event.pk, *more])

    assert api.get(url("events-sign-up-detail")).json()["address"] is None
    given = {"is_on": True, "closes_at": "2050-01-01T18:00:00Z", "places": 12}
    shown = api.patch(url("events-sign-up-detail"), given).json()
    assert (shown["places"], shown["closes_at"]) == (12, "2050-01-01T18:00:00.000000Z")
    assert client.get(shown["address"]).status_code == 200
    assert api.patch(url("events-sign-up-detail"), {"places": 0}).status_code == 400
    page = SignUpPage.objects.get(event=event)
    for name in ("Ida", "Jon"):
        made(page, name, seeks_partner=True, note=NOTE)
    made(page, "Kay", partner="Lee")
    rows = api.get(url("sign-ups-list")).json()["results"]
    assert [(row["name"], row["state"], row["note"]) for row in rows[:2]] == [
        ("Ida", "open", NOTE),
        ("Jon", "open", NOTE),
    ]
    players = [club.players.get(name=name).pk for name in ("Ida", "Jon")]
    body = {"players": players, "other": 2}
    entered = api.post(url("sign-ups-accept", 1), body)
    assert entered.status_code == 201
    assert api.get(url("sign-ups-detail", 2)).json()["entry"] == entered.json()["number"]
    assert api.post(url("sign-ups-wait", 3)).json()["state"] == "waiting"
    assert api.post(url("sign-ups-decline", 3)).json()["state"] == "declined"
    assert api.post(url("sign-ups-decline", 3)).status_code == 400
    moved = api.post(url("events-sign-up-renew")).json()
    assert client.get(shown["address"]).status_code == 404
    assert client.get(moved["address"]).status_code == 200


def test_the_notice_has_the_pages_that_are_on(pages: Pages, open_page: SignUpPage) -> None:
    """The sign-up until the evening begins, the public page as long as it is on."""

    def printed() -> str:
        file = pages.get("event-print", "notice", site="http://192.168.1.20:8000/")
        return re.sub(r"\s+", "", text_of(file.content))

    event = open_page.event
    assert f"192.168.1.20:8000{at(open_page)}" in printed()
    page = event_page_update(event=event, is_on=True)
    assert f"/p/{page.code}/" in printed()
    drawn_and_begun(event)
    assert at(open_page) not in printed()
    event_page_update(event=event, is_on=False)
    assert "once the sign-up or the public page is open" in words(pages.get("event-prints"))


def test_the_public_sign_up_says_nothing_of_how_far_the_event_is_set_up(
    open_page: SignUpPage, client: Client
) -> None:
    page = words(client.get(at(open_page)))
    assert open_page.event.name in page
    assert "draft" not in page
