"""Phones at the tables: being let in without an account, and writing what is played there."""

import datetime
import inspect
import json
import re
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Attempt, AttemptKind, Club, User
from clubs.services.guessing import LIMITS
from core.transactions import RowGone
from scoring.models import Hand, HandRevision, Match
from tests.api.conftest import hand as hand_of
from tests.phones import choice
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    begin_next,
    drawn_and_begun,
    match_of,
)
from tests.tournaments.pages import Pages, messages_of, text
from tournaments.events.models import ConfirmBy, Event, WhoWrites
from tournaments.events.selectors.public import number_in
from tournaments.events.services.events import event_create, event_finish, event_update
from tournaments.events.services.standings import standings_refresh
from tournaments.phones.agreement import Question
from tournaments.phones.models import EventPage, GameRemark, GuestDevice
from tournaments.phones.selectors.table_access import sitters_at, table_path, table_token
from tournaments.phones.services import table_hands
from tournaments.phones.services.table_access import (
    CODE_TRIES,
    device_admit,
    device_send_away,
    spoken_code_make,
    table_renew,
    table_withdraw,
    tables_renew,
)

pytestmark = pytest.mark.usefixtures("held")

PHONE = reverse("phone")
HAND = {"mode": "quick", "bidder": "0", "bid": "30", "contract": "3", "result": "made"}


@pytest.fixture
def night(running: Event) -> Event:
    """Four pairs, the first round begun, and players write."""
    return event_update(event=running, who_writes=WhoWrites.PLAYERS)


Join = Callable[..., Client]


@pytest.fixture
def join() -> Join:
    """A phone that came in at a table as its first, or another, player."""

    def let_in(event: Event, number: int = 1, place: int = 0) -> Client:
        phone = Client()
        player = sitters_at(event, number)[place]
        answer = phone.post(table_path(event, number), {"player": number_in(event.pk, player.pk)})
        assert answer["Location"] == PHONE
        return phone

    return let_in


def typed(match: Match, **other: Any) -> dict[str, Any]:
    """What the phone's form sends for the next hand."""
    match.refresh_from_db()
    number = match.hand_count + 1
    fields = {"match": match.pk, "number": number, "dealer": match.next_dealer, "key": f"k{number}"}
    return fields | HAND | other


def write(phone: Client, match: Match, **other: Any) -> Any:
    return phone.post(reverse("phone-hand"), typed(match, **other), follow=True)


# --- being let in


def test_a_table_asks_once_who_holds_the_phone(night: Event, client: Client) -> None:
    path = table_path(night, 1)
    page = text(client.get(path).content.decode())
    names = [player.name for player in sitters_at(night, 1)]
    assert len(names) == 4
    assert all(name in page for name in names)
    client.post(path, choice(night, 1, 2))
    device = night.guest_devices.get()
    assert (device.number, device.player.name) == (1, names[2])
    assert client.get(path)["Location"] == PHONE
    assert client.get(table_path(night, 2))["Location"] == PHONE


def test_a_phone_let_in_after_the_backup_is_nobodys_once_that_is_restored(
    night: Event, join: Join
) -> None:
    before = join(night, place=0)
    device = night.guest_devices.get()
    lost = device.pk
    device.delete()
    after = join(night, place=1)
    night.guest_devices.update(id=lost)  # the restored sequence gives it out again
    assert before.get(PHONE).status_code == 404
    assert after.get(PHONE).status_code == 200


def test_somebody_of_another_table_is_no_choice(night: Event, client: Client) -> None:
    answer = client.post(table_path(night, 1), choice(night, 2))
    assert answer.status_code == 422
    assert not night.guest_devices.exists()


def test_the_address_holds_eighty_bits_and_nothing_of_it_is_stored(night: Event) -> None:
    token = table_token(night, 1)
    assert re.fullmatch("[a-z2-7]{16}", token)
    assert token != table_token(night, 2)
    assert token not in str(Event.objects.filter(pk=night.pk).values().get())


CLOSED: dict[str, Callable[[Event, User], Any]] = {
    "withdrawn": lambda event, by: table_withdraw(event=event, number=1),
    "made anew": lambda event, by: table_renew(event=event, number=1),
    "all made anew": lambda event, by: tables_renew(event=event),
    "scorers only": lambda event, by: event_update(event=event, who_writes=WhoWrites.SCORERS),
    "finished": lambda event, by: event_finish(event=event, by=by, unfinished=True),
}


@pytest.mark.parametrize("closing", CLOSED)
def test_an_address_opens_nothing_once_it_is(
    closing: str, night: Event, owner: User, client: Client
) -> None:
    path = table_path(night, 1)
    CLOSED[closing](night, owner)
    answer = client.get(path)
    assert answer.status_code == 404
    words = {
        "finished": "The event is finished",
        "all made anew": "Ask the organiser for a new card",
    }
    said = words.get(closing, "This code is no longer valid")
    assert said in text(answer.content.decode())
    assert client.post(path, choice(night, 1)).status_code == 404


OUT: dict[str, tuple[Callable[[Event, User], Any], str]] = {
    "scorers only": (CLOSED["scorers only"], "This code is no longer valid"),
    "finished": (CLOSED["finished"], "The event is finished"),
    "removed": (
        lambda event, by: device_send_away(device=event.guest_devices.get(), by=by),
        "The organiser has removed this phone",
    ),
    "given on": (
        lambda event, by: device_send_away(device=event.guest_devices.get()),
        "This phone has not joined a table",
    ),
}


@pytest.mark.parametrize("closing", OUT)
def test_a_phone_that_is_no_longer_let_in_is_told_why(
    closing: str, night: Event, owner: User, join: Join
) -> None:
    phone = join(night)
    close, words = OUT[closing]
    close(night, owner)
    answer = write(phone, match_of(night, 1, 1))
    assert answer.status_code == 404
    assert words in text(answer.content.decode())
    assert phone.get(PHONE).status_code == (200 if closing == "finished" else 404)
    assert not Hand.objects.exists()


def test_a_phone_that_joined_yesterday_is_asked_to_scan_again(
    night: Event, join: Join, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = join(night)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 17 * 3600)
    answer = phone.get(PHONE)
    assert answer.status_code == 404
    assert "joined more than sixteen hours ago" in text(answer.content.decode())


def test_a_finished_evening_thanks_and_shows_place_table_hands_and_the_next_event(
    night: Event, owner: User, join: Join
) -> None:
    phone, match = join(night), match_of(night, 1, 1)
    write(phone, match)
    after = timezone.localdate() + datetime.timedelta(days=7)
    event_create(
        club=night.club, name="Next Friday", date=after, created_by=owner, who_writes="players"
    )
    event_finish(event=night, by=owner, unfinished=True)
    standings_refresh(event_id=night.pk)
    answer = phone.get(PHONE)
    words = text(answer.content.decode())
    device = night.guest_devices.get()
    assert answer.status_code == 200
    assert f"Thank you for playing, {device.player.name}" in words
    for part in ("Place 1 of 4", "Final standings", "Your hands", "Hand 1", "Next Friday"):
        assert part in words, part


def test_between_rounds_a_phone_shows_the_standings(
    night: Event, join: Join, win: Callable[..., Match]
) -> None:
    win(match_of(night, 1, 1), 0)
    standings_refresh(event_id=night.pk)
    phone = join(night)
    assert "Place 1 of 4" in text(phone.get(PHONE).content.decode())
    shown = phone.get(reverse("phone-standings"))
    assert "Place 1 of 4" in text(shown.content.decode())
    seen = {"If-None-Match": shown["ETag"]}
    assert phone.get(reverse("phone-standings"), headers=seen).status_code == 304
    assert Client().get(reverse("phone-standings")).status_code == 404


def test_a_renewed_address_opens_again_and_another_table_stays_closed(
    night: Event, client: Client
) -> None:
    table_withdraw(event=night, number=1)
    table_renew(event=night, number=1)
    access = night.table_accesses.get()
    assert client.get(table_path(night, 1, access)).status_code == 200
    wrong = reverse("table-join", args=[night.pk, 2, table_token(night, 1, 1)])
    assert client.get(wrong).status_code == 404


def test_a_neighbours_table_does_not_open_with_our_address(
    night: Event, make_event: EventMaker, client: Client
) -> None:
    other = event_update(event=make_event(name="Other"), who_writes=WhoWrites.PLAYERS)
    assert (
        client.get(reverse("table-join", args=[other.pk, 1, table_token(night, 1)])).status_code
        == 404
    )


def test_nothing_else_of_the_club_is_there_for_a_phone(night: Event, join: Join) -> None:
    phone, match = join(night), match_of(night, 1, 1)
    for page, endpoint, *keys in (
        ("events", "api-events-list"),
        ("event", "api-events-detail", night.pk),
        ("match", "api-matches-detail", match.pk),
    ):
        for at in (page, endpoint):
            assert phone.get(reverse(at, args=[night.club.slug, *keys])).status_code == 404, at


def test_a_cookie_that_nobody_signed_opens_nothing(night: Event, join: Join) -> None:
    join(night)
    client = Client()
    client.cookies["allmark-phone"] = str(night.guest_devices.get().pk)
    assert client.get(PHONE).status_code == 404


def test_guessing_addresses_ends_for_the_place_it_comes_from_alone(
    night: Event, client: Client
) -> None:
    wrong = reverse("table-join", args=[night.pk, 1, "a" * 16])
    for _try in range(LIMITS[AttemptKind.TABLE].of_address):
        assert client.get(wrong, REMOTE_ADDR="10.0.0.9").status_code == 404
    assert client.get(table_path(night, 1), REMOTE_ADDR="10.0.0.9").status_code == 429
    assert client.get(table_path(night, 1), REMOTE_ADDR="10.0.0.8").status_code == 200
    later = timezone.now() - datetime.timedelta(minutes=11)
    Attempt.objects.update(at=later)
    assert client.get(table_path(night, 1), REMOTE_ADDR="10.0.0.9").status_code == 200


def test_a_browser_that_throws_its_cookie_away_does_not_come_in_without_end(
    night: Event,
) -> None:
    most = LIMITS[AttemptKind.JOIN].of_address
    path = table_path(night, 1)

    def come_in(path: str, place: int) -> Any:
        return Client().post(path, {"player": first_choice(path)}, REMOTE_ADDR=f"10.0.3.{place}")

    assert {come_in(path, place).status_code for place in range(most)} == {302}
    full = come_in(path, 77)
    assert full.status_code == 429
    assert "ask the organiser for a new card" in full.text
    assert night.guest_devices.count() == most
    assert come_in(table_path(night, 2), 77).status_code == 302  # the hall is not shut out
    table_renew(event=night, number=1)
    renewed = table_path(night, 1, night.table_accesses.get(number=1))
    assert come_in(renewed, 77).status_code == 302
    Attempt.objects.update(at=timezone.now() - datetime.timedelta(minutes=11))
    assert come_in(renewed, 77).status_code == 302


def first_choice(path: str) -> str:
    """What the first button of a table's page sends."""
    key = re.search(r'name="player" value="([^"]+)"', Client().get(path).text)
    assert key
    return key[1]


# --- what a phone says


def test_a_public_address_that_shows_nothing_says_what_to_do(client: Client, db: None) -> None:
    answer = client.get("/p/nothing-here/")
    assert answer.status_code == 404
    assert "Ask the club for its current address" in text(answer.content.decode())


def test_every_code_for_this_computer_alone_says_that_phones_cannot_reach_it(
    night: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(night)
    EventPage.objects.update_or_create(event=night, defaults={"is_on": True})
    warning = "Phones cannot reach this address"
    shown = [("event-phones", []), ("table-way", [1]), ("event-public", []), ("event-prints", [])]
    for name, keys in shown:
        url = reverse(name, args=[night.club.slug, night.pk, *keys])
        for host, warns in (("127.0.0.1:8000", True), ("localhost", True), ("testserver", False)):
            page = text(pages.client.get(url, headers={"host": host}).content.decode())
            assert (warning in page) is warns, (name, host)


def test_where_phones_cannot_reach_the_site_the_command_that_mends_it_can_be_copied(
    night: Event, pages_of: Callable[[Event], Pages], settings: Any
) -> None:
    settings.HALL_COMMAND = "HOST=0.0.0.0 make run"
    url = reverse("event-phones", args=[night.club.slug, night.pk])
    page = pages_of(night).client.get(url, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert 'value="HOST=0.0.0.0 make run"' in page
    assert 'data-copies="hall-command"' in page


def test_scores_name_the_reader_and_the_others_without_letters(night: Event, join: Join) -> None:
    event_update(event=night, who_writes=WhoWrites.CONFIRMED)
    match = match_of(night, 1, 1)
    name, partner, *others = [player.name for player in sitters_at(night, 1)]
    writer, other = join(night), join(night, place=2)
    preview = text(writer.post(reverse("phone-preview"), typed(match)).content.decode())
    assert "you +1" in preview
    write(writer, match)
    assert "you +1" in text(writer.get(PHONE).content.decode())
    page = text(other.get(PHONE).content.decode())
    assert f"{name} & {partner} +1" in page.replace("&amp;", "&")
    assert others
    for shown in (preview, page):
        assert "A & C" not in shown.replace("&amp;", "&")


def test_the_next_round_is_not_announced_before_what_is_asked_now(
    night: Event, join: Join, win: Callable[..., Match]
) -> None:
    event_update(event=night, who_writes=WhoWrites.CONFIRMED, confirms=ConfirmBy.MATCH)
    match = match_of(night, 1, 1)
    for _hand in range(6):
        write(join(night), match, bid="1m")
    writer, other = join(night), join(night, place=2)
    win(match_of(night, 1, 2), 0)
    write(writer, match, bid="2m")
    for phone in (writer, other):
        page = phone.get(PHONE)
        assert page.context["question"]
        assert "phone__next" not in page.content.decode()


def test_after_a_conflict_dropping_the_own_hand_is_the_first_choice(
    night: Event, join: Join
) -> None:
    match = match_of(night, 1, 1)
    mine, other = typed(match), typed(match, bid="31", key="other")
    join(night).post(reverse("phone-hand"), mine)
    page = text(join(night, place=2).post(reverse("phone-hand"), other).content.decode())
    places = [
        page.index(words) for words in ("Theirs is right: discard mine", "Mine is a different")
    ]
    assert places == sorted(places)
    assert "Record hand" not in page


def test_taking_back_becomes_asking_back_once_the_minute_is_over(night: Event, join: Join) -> None:
    phone, match = join(night), match_of(night, 1, 1)
    write(phone, match)
    page = phone.get(PHONE)
    assert 50 < page.context["undo_seconds"] <= 60
    forms = re.findall(r"<form[^>]*>", page.content.decode())
    (back,) = (form for form in forms if reverse("phone-undo") in form)
    (ask,) = (form for form in forms if reverse("phone-take-back") in form)
    assert "data-until" in back
    assert "data-then hidden" in ask


# --- spoken codes

PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


def speak_to(client: Client, event: Event, number: int, code: str, **more: Any) -> Any:
    url = reverse("table-code", args=[event.pk])
    return client.post(url, {"number": number, "code": code}, **more)


def test_a_spoken_code_opens_its_table(night: Event, client: Client) -> None:
    code = spoken_code_make(event=night, number=1)
    assert re.fullmatch("[0-9]{4}", code)
    assert speak_to(client, night, 2, code).status_code == 422
    answer = speak_to(client, night, 1, code)
    assert answer.url == table_path(night, 1)
    assert night.table_accesses.get().code != code


def test_a_spoken_code_is_typed_in_the_digits_of_any_script(night: Event, client: Client) -> None:
    code = spoken_code_make(event=night, number=1)
    assert speak_to(client, night, 1, code.translate(PERSIAN)).url == table_path(night, 1)


def test_a_spoken_code_is_good_for_ten_minutes(night: Event, client: Client) -> None:
    code = spoken_code_make(event=night, number=1)
    night.table_accesses.update(code_until=timezone.now() - datetime.timedelta(seconds=1))
    assert speak_to(client, night, 1, code).status_code == 422


def test_a_spoken_code_is_gone_after_five_wrong_tries(night: Event, client: Client) -> None:
    code = spoken_code_make(event=night, number=1)
    wrong = "0000" if code != "0000" else "1111"
    for _try in range(CODE_TRIES):
        assert speak_to(client, night, 1, wrong).status_code == 422
    assert speak_to(client, night, 1, code).status_code == 422


def test_spoken_codes_of_an_event_are_not_guessed_from_many_places(
    night: Event, client: Client
) -> None:
    for place in range(LIMITS[AttemptKind.SPOKEN].of_event or 0):
        speak_to(client, night, 1, "0000", REMOTE_ADDR=f"10.0.1.{place}")
    code = spoken_code_make(event=night, number=1)
    assert speak_to(client, night, 1, code, REMOTE_ADDR="10.0.2.1").status_code == 429
    assert client.get(table_path(night, 1), REMOTE_ADDR="10.0.2.1").status_code == 200


def test_an_event_that_is_not_there_is_asked_for_a_code_as_any_other(
    client: Client, db: None
) -> None:
    assert client.get(reverse("table-code", args=[999])).status_code == 200
    url = reverse("table-code", args=[999])
    assert client.post(url, {"number": 1, "code": "1234"}).status_code == 422


def test_no_code_is_made_where_nobody_is_let_in(running: Event) -> None:
    with pytest.raises(ValidationError):
        spoken_code_make(event=running, number=1)


# --- writing


def test_what_a_guest_writes_carries_name_and_phone_in_the_history(
    night: Event, join: Join, pages_of: Callable[[Event], Pages]
) -> None:
    match = match_of(night, 1, 1)
    answer = write(join(night), match)
    assert messages_of(answer) == ["Hand 1 has been recorded."]
    revision = HandRevision.objects.get()
    name = sitters_at(night, 1)[0].name
    assert (revision.author, revision.author_name, revision.device) == (None, name, 1)
    url = reverse("hand", args=[night.club.slug, match.pk, 1])
    assert f"{name}, phone 1" in text(pages_of(night).client.get(url).content.decode())
    in_persian = pages_of(night).client.get(url, {"language": "fa"}).content.decode()
    assert f">\u2068{name}\u2069، گوشی 1<" in in_persian, "the page runs from the right"


def test_sent_twice_it_is_one_hand(night: Event, join: Join) -> None:
    phone, match = join(night), match_of(night, 1, 1)
    sent = typed(match)
    for _time in range(2):
        phone.post(reverse("phone-hand"), sent)
    assert Hand.objects.count() == HandRevision.objects.count() == 1


def test_two_phones_that_wrote_the_same_hand_see_both_and_keep_one(
    night: Event, join: Join
) -> None:
    match = match_of(night, 1, 1)
    first, second = join(night), join(night, place=2)
    mine, other = typed(match), typed(match, bid="31", key="other")
    first.post(reverse("phone-hand"), mine)
    answer = second.post(reverse("phone-hand"), other)
    assert answer.status_code == 409
    assert "Someone else recorded this" in text(answer.content.decode())
    assert Hand.objects.count() == 1


def test_what_is_wrong_stands_beside_its_question(night: Event, join: Join) -> None:
    answer = write(join(night), match_of(night, 1, 1), bid="")
    assert answer.status_code == 422
    assert answer.context["form"].errors["bid"] == ["What was bid?"]
    assert [step.title for step in answer.context["steps"] if step.is_open] == ["Bid"]


def test_the_seats_are_turned_the_way_the_player_sits(night: Event, join: Join) -> None:
    (step,) = (s for s in join(night, place=2).get(PHONE).context["steps"] if s.shows == "players")
    ((_field, choices),) = step.fields
    name = sitters_at(night, 1)[2].name
    places = {str(choice.label): choice.place for choice in choices}
    assert places[name] == 0
    assert sorted(place for place in places.values() if place is not None) == [0, 1, 2, 3]


def test_another_table_is_not_found(night: Event, join: Join) -> None:
    phone = join(night)
    for view in ("phone-hand", "phone-preview", "phone-undo"):
        answer = phone.post(reverse(view), typed(match_of(night, 1, 2)))
        assert answer.status_code == 404, view
    assert not Hand.objects.exists()


def test_a_phone_that_was_sent_away_writes_no_more(
    night: Event, join: Join, pages_of: Callable[[Event], Pages]
) -> None:
    phone, match = join(night), match_of(night, 1, 1)
    write(phone, match)
    answer = pages_of(night).post("phone-send-away", 1)
    assert messages_of(answer) == ["Phone 1 has been removed; what it recorded stays."]
    assert phone.get(PHONE).status_code == 404
    assert write(phone, match).status_code == 404
    assert Hand.objects.count() == 1


def test_whoever_gives_the_phone_on_is_asked_for_again(night: Event, join: Join) -> None:
    phone = join(night)
    answer = phone.post(reverse("phone-leave"))
    assert answer["Location"] == table_path(night, 1)
    assert phone.get(PHONE).status_code == 404
    phone.post(answer["Location"], choice(night, 1, 1))
    assert phone.get(PHONE).status_code == 200


def test_the_last_hand_is_taken_back_within_a_minute_by_the_phone_that_wrote_it(
    night: Event, join: Join
) -> None:
    phone, other, match = join(night), join(night, place=2), match_of(night, 1, 1)
    write(phone, match)
    undo = {"match": match.pk, "number": 1, "revision": 1, "key": "u"}
    assert other.get(PHONE).context["undo"] is None
    assert (
        "ask the other side" in messages_of(other.post(reverse("phone-undo"), undo, follow=True))[0]
    )
    assert phone.get(PHONE).context["undo"]
    answer = phone.post(reverse("phone-undo"), undo, follow=True)
    assert messages_of(answer) == ["Hand 1 was taken back."]
    match.refresh_from_db()
    assert match.hand_count == 0


def test_after_a_minute_nobody_takes_it_back_alone(
    night: Event, join: Join, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, match = join(night), match_of(night, 1, 1)
    write(phone, match)
    late = timezone.now() + datetime.timedelta(seconds=61)
    monkeypatch.setattr(timezone, "now", lambda: late)
    undo = {"match": match.pk, "number": 1, "revision": 1, "key": "u"}
    assert (
        "ask the other side" in messages_of(phone.post(reverse("phone-undo"), undo, follow=True))[0]
    )
    match.refresh_from_db()
    assert match.hand_count == 1


def test_in_the_next_round_the_phone_is_at_its_players_own_table(
    night: Event, join: Join, win: Callable[..., Match]
) -> None:
    phone = join(night)
    player = night.guest_devices.get().player
    for table in (1, 2):
        win(match_of(night, 1, table), 0)
    begin_next(night)
    place = phone.get(PHONE).context["place"]
    assert place.mine.round.number == 2
    at = place.mine.table.in_room
    assert player in sitters_at(night, at)
    assert write(phone, match_of(night, 2, at)).status_code == 200
    assert Hand.objects.filter(match=match_of(night, 2, at)).exists()


def test_a_phone_that_has_seen_it_is_told_nothing_with_few_queries(
    night: Event, join: Join, django_assert_max_num_queries: Any
) -> None:
    phone, match = join(night), match_of(night, 1, 1)
    url = f"{reverse('phone-live')}?match={match.pk}"
    tag = phone.get(url)["ETag"]
    with django_assert_max_num_queries(4):
        assert phone.get(url, headers={"If-None-Match": tag}).status_code == 304
    write(phone, match)
    assert phone.get(url, headers={"If-None-Match": tag}).status_code == 200


GAMES = [("pandoeren", 4, 6), ("dummy_spades", 3, 7)]


@pytest.mark.parametrize(("game", "count", "steps"), GAMES)
def test_every_game_asks_its_own_questions(
    game: str, count: int, steps: int, make_evening: EveningMaker, join: Join
) -> None:
    event = make_evening(count, game, who_writes=WhoWrites.PLAYERS)
    drawn_and_begun(event)
    page = join(event).get(PHONE)
    assert len(page.context["steps"]) == steps
    assert "ruling_reason" not in {f.name for f in page.context["form"].further_fields()}


# --- the organiser's side


def test_the_organiser_chooses_who_writes_during_the_evening(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    assert "Any player at a table records its hands" in text(
        pages.get("event-settings").content.decode()
    )
    event_update(event=running, who_writes=WhoWrites.PLAYERS)
    page = text(pages.get("event-phones").content.decode())
    assert "Table 1" in page
    assert "Table 2" in page


def test_the_organiser_shows_a_code_to_scan_and_one_to_say(
    night: Event, pages_of: Callable[[Event], Pages], client: Client
) -> None:
    pages = pages_of(night)
    assert table_path(night, 1) in pages.get("table-way", 1).content.decode()
    page = pages.post("table-way-code", 1)
    assert speak_to(client, night, 1, page.context["code"]).status_code == 302
    assert pages.get("table-way", 9).status_code == 404


def test_cards_for_phones_hold_the_address_and_are_printed_by_who_runs_the_event(
    night: Event, club: Club, pages_of: Callable[[Event], Pages], scorer: User, client_for: Any
) -> None:
    file = reverse("event-print", args=[club.slug, night.pk, "phone-cards"])
    assert pages_of(night).client.get(file).status_code == 200
    assert client_for(scorer).get(file).status_code in {403, 404}
    table = reverse("event-print", args=[club.slug, night.pk, "table-cards"])
    assert client_for(scorer).get(table).status_code == 200


def test_a_phone_sent_away_twice_keeps_who_did_it_first(
    night: Event, join: Join, owner: User, organiser: User
) -> None:
    join(night)
    device = night.guest_devices.get()
    device_send_away(device=device, by=owner)
    device_send_away(device=device, by=organiser)
    assert GuestDevice.objects.get().sent_away_by == owner


def test_hands_of_guests_and_scorers_stand_side_by_side(
    night: Event, join: Join, owner: User, bid: Callable[..., Match]
) -> None:
    match = match_of(night, 1, 1)
    write(join(night), match)
    bid(match, 0)
    match.refresh_from_db()
    assert match.hand_count == 2


# --- the laptop is away


def test_the_page_that_a_phone_keeps_has_the_forms_of_the_hands_to_come(
    night: Event, join: Join
) -> None:
    phone, match = join(night), match_of(night, 1, 1)
    write(phone, match)
    shown = phone.get(reverse("phone-offline")).context["ahead"]
    forms = [(row["form"]["number"].value(), row["form"]["dealer"].value()) for row in shown]
    match.refresh_from_db()
    first = match.next_dealer
    assert forms == [(2 + later, (first + later) % 4) for later in range(6)]


def test_hands_that_waited_are_recorded_in_order_and_once(night: Event, join: Join) -> None:
    phone, match = join(night), match_of(night, 1, 1)
    shown = phone.get(reverse("phone-offline")).context["ahead"][:3]
    names = ("number", "dealer")
    waiting = [{name: row["form"][name].value() for name in names} for row in shown]
    for place, hand in enumerate(waiting * 2):
        sent = {"match": match.pk, "key": f"waited{place % 3}"} | HAND | hand
        assert phone.post(reverse("phone-hand"), sent).status_code == 302
    assert HandRevision.objects.filter(match=match).count() == 3


def test_a_hand_waits_while_the_other_side_has_to_agree(night: Event, join: Join) -> None:
    event_update(event=night, who_writes=WhoWrites.CONFIRMED)
    phone, match = join(night), match_of(night, 1, 1)
    write(phone, match)
    answer = write(phone, match)
    assert answer.status_code == 409
    assert int(answer["Retry-After"]) > 0
    assert Hand.objects.count() == 1


def test_the_worker_lists_every_file_of_the_page(night: Event, join: Join) -> None:
    phone = join(night)
    answer = phone.get(reverse("phone-worker"))
    assert (answer["Cache-Control"], answer["Service-Worker-Allowed"]) == ("no-cache", "/t/")
    head, script = answer.content.decode().splitlines()
    shell = json.loads(head.removeprefix("self.shell = ").removesuffix(";"))
    page = phone.get(PHONE).content.decode()
    assert set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)) <= set(shell["files"])
    assert len(shell["files"]) > 20
    (script,) = re.findall(r'importScripts\("(.+)"\);', script)
    for file in (*shell["files"], script):
        assert file.startswith(shell["folder"]), file
        with closing(phone.get(file)) as answer:
            assert answer.status_code == 200, file


def test_a_phone_that_is_not_let_in_still_shows_what_waits_on_it(client: Client) -> None:
    answer = client.get(PHONE)
    assert answer.status_code == 404
    assert "data-hands" in answer.content.decode()


def test_no_service_of_a_phone_does_anything_once_it_was_sent_away(night: Event) -> None:
    """It was sent away after its page was opened: the views have let it in already."""
    match = match_of(night, 1, 1)
    device = device_admit(event=night, player=sitters_at(night, 1)[0])
    table_hands.guest_record(
        device=device, match_id=match.pk, record=hand_of(0), number=1, key="k1"
    )
    before = HandRevision.objects.count(), GameRemark.objects.count()
    given = {
        **{"device": device, "match_id": match.pk, "key": "k", "revision": 1},
        **{"player": sitters_at(night, 1)[1], "question": Question.IS_RIGHT, "is_right": True},
        "record": hand_of(1),
        "number": 2,
    }
    device_send_away(device=device)
    services = [
        service
        for name, service in vars(table_hands).items()
        if inspect.isfunction(service)
        and service.__module__ == table_hands.__name__
        and not name.startswith("_")
        and name not in {"guest_of", "may_undo"}  # these read
        and "device" in inspect.signature(service).parameters
    ]
    assert len(services) == 6
    for service in services:
        wanted = inspect.signature(service).parameters
        with pytest.raises(RowGone):
            service(**{name: given[name] for name in wanted if name in given})
    assert (HandRevision.objects.count(), GameRemark.objects.count()) == before
