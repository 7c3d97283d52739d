"""Two sides agree on what players wrote: confirming, disputing, taking back; and the desk."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import User
from engine.standings.results import Outcome
from scoring.models import Hand, Match
from tests.phones import number_at
from tests.phones.test_phones import PHONE, Join, join, typed, write
from tests.refused import refused
from tests.tournaments.conftest import match_of
from tests.tournaments.pages import Pages, messages_of, text, words
from tournaments.events.models import ConfirmBy, Event, EventState, Game, WhoWrites
from tournaments.events.selectors.public import number_in
from tournaments.events.selectors.standings import standings_for
from tournaments.events.selectors.sums import results_of
from tournaments.events.services.events import event_finish, event_update
from tournaments.phones.agreement import Agreement
from tournaments.phones.models import DirectorCall, GameRemark, RemarkKind
from tournaments.phones.selectors.table_access import sitters_at
from tournaments.phones.services.table_hands import dispute_settle

pytestmark = pytest.mark.usefixtures("held")

__all__ = ["join"]


@pytest.fixture
def night(running: Event) -> Event:
    """Four pairs, the first round begun; players write, and the other side confirms each hand."""
    return event_update(event=running, who_writes=WhoWrites.CONFIRMED)


def game(event: Event, table: int = 1) -> Game:
    return Game.objects.get(match=match_of(event, 1, table))


def answer(phone: Client, event: Event, kind: str = "right", **other: Any) -> Any:
    """Answer on a phone what it asks; ``other`` is sent instead of what its page would."""
    question = phone.get(PHONE, {"as": other.pop("as_", "")}).context["question"]
    player = question.player or question.answers[0]
    match = match_of(event, 1, 1)
    sent = {"match": match.pk, "revision": question.revision, "answer": kind}
    sent |= {"asks": question.kind.value, "player": number_in(event.pk, player.pk)}
    return phone.post(reverse("phone-answer"), sent | other, follow=True)


def test_the_other_side_is_asked_after_every_hand(night: Event, join: Join) -> None:
    writer, partner, other = join(night), join(night, place=1), join(night, place=2)
    write(writer, match_of(night, 1, 1))
    assert "is this right?" in words(other.get(PHONE))
    for client in (writer, partner):
        page = client.get(PHONE)
        assert page.context["question"].player is None
        assert "Waiting for the other side" in words(page)
        assert page.context["form"] is None
    assert messages_of(answer(other, night)) == ["Thank you: both sides agree."]
    for phone in (writer, partner, other):
        assert phone.get(PHONE).context["agreement"] is Agreement.NONE
        assert phone.get(PHONE).context["form"]


def test_the_next_hand_waits_until_the_last_is_confirmed(night: Event, join: Join) -> None:
    writer, match = join(night), match_of(night, 1, 1)
    write(writer, match)
    assert write(writer, match).status_code == 409
    assert Hand.objects.count() == 1
    answer(join(night, place=2), night)
    assert write(writer, match).status_code == 200
    assert Hand.objects.count() == 2


def test_what_was_answered_in_time_is_replayed_though_it_waits_now(
    night: Event, join: Join
) -> None:
    writer, sent = join(night), typed(match_of(night, 1, 1))
    for _time in range(2):
        assert writer.post(reverse("phone-hand"), sent).status_code == 302
    assert Hand.objects.count() == 1


def test_the_writers_own_side_confirms_nothing(night: Event, join: Join) -> None:
    writer, partner = join(night), join(night, place=1)
    write(writer, match_of(night, 1, 1))
    for place, phone in ((0, writer), (1, partner)):
        number = number_at(night, 1, place)
        said = messages_of(answer(phone, night, player=number))
        assert said == ["A player of another side has to answer this."]
    assert not GameRemark.objects.exists()


def test_without_a_second_phone_the_same_one_is_handed_over(night: Event, join: Join) -> None:
    writer = join(night)
    write(writer, match_of(night, 1, 1))
    other = sitters_at(night, 1)[2]
    assert f"I am {other.name}" in words(writer.get(PHONE))
    page = writer.get(PHONE, {"as": number_in(night.pk, other.pk)})
    assert f"{other.name}, is this right?" in words(page).replace(" ,", ",")
    assert writer.get(PHONE, {"as": number_at(night, 1, 1)}).context["question"].player is None
    answer(writer, night, as_=number_in(night.pk, other.pk))
    remark = GameRemark.objects.get()
    assert (remark.player, remark.device) == (other, night.guest_devices.get())


def test_a_dispute_says_why(night: Event, join: Join) -> None:
    write(join(night), match_of(night, 1, 1))
    other = join(night, place=2)
    page = answer(other, night, "wrong", text="  ")
    assert page.status_code == 422
    assert "Say what is wrong." in words(page)
    assert not game(night).is_disputed


def test_what_is_disputed_counts_for_nothing_until_it_is_settled(
    night: Event, join: Join, owner: User, win: Callable[..., Match]
) -> None:
    win(match_of(night, 1, 2), 0)
    write(join(night), match_of(night, 1, 1))
    entries = {seat.entry.number for seat in game(night).table.seats.all()}
    assert any(results_of(night).totals[entry][Outcome.POINTS] for entry in entries)
    answer(join(night, place=2), night, "wrong", text="It was set")
    results = results_of(night)
    assert not any(
        results.totals[entry][Outcome.POINTS] for entry in entries & results.totals.keys()
    )
    with refused("disputed"):
        event_finish(event=night)
    dispute_settle(match_id=match_of(night, 1, 1).pk, by=owner)
    assert any(results_of(night).totals[entry][Outcome.POINTS] for entry in entries)
    assert event_finish(event=night, unfinished=True).state == EventState.FINISHED


def test_players_are_not_shut_out_while_something_is_disputed(
    night: Event, join: Join, owner: User
) -> None:
    write(join(night), match_of(night, 1, 1))
    answer(join(night, place=2), night, "wrong", text="It was set")
    with refused("disputed"):
        event_update(event=night, who_writes=WhoWrites.SCORERS)
    dispute_settle(match_id=match_of(night, 1, 1).pk, by=owner)
    changed = event_update(event=night, who_writes=WhoWrites.SCORERS)
    assert changed.who_writes == WhoWrites.SCORERS


def test_the_standings_say_what_is_disputed(
    night: Event, join: Join, pages_of: Callable[[Event], Pages]
) -> None:
    write(join(night), match_of(night, 1, 1))
    answer(join(night, place=2), night, "wrong", text="It was set")
    assert "Disputed, and not counted" in words(pages_of(night).get("event-standings"))
    assert standings_for(night).rows


def test_a_corrected_hand_is_no_longer_disputed(
    night: Event, join: Join, owner: User, bid: Callable[..., Match]
) -> None:
    writer, match = join(night), match_of(night, 1, 1)
    write(writer, match)
    answer(join(night, place=2), night, "wrong", text="It was set")
    page = writer.get(PHONE)
    assert "It was set" in words(page)
    assert page.context["form"] is None
    undo = {"match": match.pk, "number": 1, "revision": 1, "key": "u"}
    assert messages_of(writer.post(reverse("phone-undo"), undo, follow=True)) == [
        "Hand 1 was taken back."
    ]
    assert not game(night).is_disputed
    assert write(writer, match, key="again", result="set").status_code == 200


def test_a_match_is_confirmed_at_its_end(
    night: Event, join: Join, bid: Callable[..., Match]
) -> None:
    event_update(event=night, confirms=ConfirmBy.MATCH)
    writer, other, match = join(night), join(night, place=2), match_of(night, 1, 1)
    for _hand in range(3):
        assert write(writer, match).status_code == 200
    assert other.get(PHONE).context["question"] is None
    for _hand in range(2):
        match = bid(match, 0, marks=2)
    assert match.is_over
    page = other.get(PHONE)
    assert len(page.context["rows_in_question"]) == 5
    answer(other, night)
    assert other.get(PHONE).context["question"] is None
    assert game(night).confirmed_revision == game(night).guest_revision


def test_a_scorers_hand_needs_nobody_to_confirm_it(
    night: Event, join: Join, bid: Callable[..., Match]
) -> None:
    bid(match_of(night, 1, 1), 0)
    assert join(night).get(PHONE).context["agreement"] is Agreement.NONE


def test_an_answer_to_what_has_changed_meanwhile_is_not_taken(night: Event, join: Join) -> None:
    writer, other, match = join(night), join(night, place=2), match_of(night, 1, 1)
    write(writer, match)
    seen = other.get(PHONE).context["question"].revision
    undo = {"match": match.pk, "number": 1, "revision": 1, "key": "u"}
    writer.post(reverse("phone-undo"), undo)
    write(writer, match, key="again", bid="31")
    assert messages_of(answer(other, night, revision=seen)) == [
        "Something has changed in the meantime: check again."
    ]


def late(monkeypatch: pytest.MonkeyPatch, **since: int) -> None:
    now = timezone.now() + datetime.timedelta(**since)
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.mark.parametrize(("kind", "left"), [("right", 0), ("wrong", 1)])
def test_after_a_minute_a_hand_is_taken_back_with_the_other_sides_consent(
    kind: str, left: int, night: Event, join: Join, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_update(event=night, who_writes=WhoWrites.PLAYERS)
    writer, other, match = join(night), join(night, place=2), match_of(night, 1, 1)
    write(writer, match)
    late(monkeypatch, seconds=90)
    assert writer.get(PHONE).context["may_ask_back"]
    writer.post(reverse("phone-take-back"), {"match": match.pk})
    assert "may hand 1 be taken back?" in words(other.get(PHONE))
    assert writer.get(PHONE).context["question"].player is None
    answer(other, night, kind)
    match.refresh_from_db()
    assert match.hand_count == left
    assert other.get(PHONE).context["question"] is None


# --- the director and the desk


def test_a_call_is_acknowledged_from_the_desk(
    night: Event, join: Join, pages_of: Callable[[Event], Pages]
) -> None:
    phone, pages = join(night), pages_of(night)
    for _twice in range(2):
        phone.post(reverse("phone-call"))
    assert DirectorCall.objects.count() == 1
    assert "Come to table 1" in words(pages.get("event-desk"))
    assert "The director has been called." in words(phone.get(PHONE))
    pages.post("event-desk-call", 1)
    assert "Come to table" not in words(pages.get("event-desk"))
    assert "The director is on the way." in words(phone.get(PHONE))


def states(pages: Pages) -> dict[int, str]:
    desk = pages.get("event-desk").context["desk"]
    return {row.place.table.in_room: row.place.state.value for row in desk.tables}


def test_the_desk_says_how_every_table_stands(
    night: Event, join: Join, pages_of: Callable[[Event], Pages], win: Callable[..., Match]
) -> None:
    pages = pages_of(night)
    assert states(pages) == {1: "not_begun", 2: "not_begun"}
    write(join(night), match_of(night, 1, 1))
    assert states(pages)[1] == "waiting"
    answer(join(night, place=2), night)
    assert states(pages)[1] == "playing"
    assert "hand 2" in words(pages.get("event-desk"))
    win(match_of(night, 1, 2), 0)
    assert states(pages)[2] == "done"
    write(join(night), match_of(night, 1, 1))
    answer(join(night, place=2), night, "wrong", text="Two marks, not one")
    assert states(pages)[1] == "disputed"
    page = words(pages.get("event-desk"))
    assert "Two marks, not one" in page
    assert "To be settled: table 1" in page
    assert messages_of(pages.post("event-desk-settle", 1, 1, 1)) == ["It counts as recorded."]
    assert states(pages)[1] == "playing"
    assert GameRemark.objects.last().kind == RemarkKind.SETTLED


@pytest.mark.parametrize("page", ["event-live", "event-desk-live", "event-projector-live"])
def test_rounds_desk_and_wall_show_who_waits_as_soon_as_it_is_so(
    page: str, night: Event, join: Join, pages_of: Callable[[Event], Pages]
) -> None:
    pages, phone = pages_of(night), join(night)
    seen = [pages.get(page)]

    def news() -> str:
        tag = seen[-1]["ETag"]
        seen.append(pages.client.get(pages.url(page), headers={"If-None-Match": tag}))
        return words(seen[-1])

    phone.post(reverse("phone-call"))
    assert news().count("calls the director") == 1
    pages.post("event-desk-call", 1)
    assert "calls the director" not in news()
    write(phone, match_of(night, 1, 1))
    assert "to be confirmed" in news()
    answer(join(night, place=2), night, "wrong", text="Two marks, not one")
    assert "disputed" in news()
    Match.objects.update(changed_at=timezone.now() - datetime.timedelta(minutes=16))
    assert news().count("nothing entered since") == 2


def test_a_table_is_silent_after_a_quarter_of_an_hour(
    night: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(night)
    tag = pages.get("event-desk-live")["ETag"]
    assert "nothing entered since" not in words(pages.get("event-desk"))
    Match.objects.update(changed_at=timezone.now() - datetime.timedelta(minutes=16))
    assert "nothing entered since" in words(pages.get("event-desk"))
    again = pages.client.get(pages.url("event-desk-live"), headers={"If-None-Match": tag})
    assert again.status_code == 200


def test_a_desk_that_has_not_changed_costs_a_304_and_few_queries(
    night: Event,
    join: Join,
    pages_of: Callable[[Event], Pages],
    django_assert_max_num_queries: Any,
) -> None:
    pages, phone = pages_of(night), join(night)
    url = pages.url("event-desk-live")
    tag = pages.client.get(url)["ETag"]

    def seen() -> int:
        return pages.client.get(url, headers={"If-None-Match": tag}).status_code

    with django_assert_max_num_queries(7):
        assert seen() == 304
    with django_assert_max_num_queries(18):
        assert pages.client.get(url).status_code == 200
    phone.post(reverse("phone-call"))
    assert seen() == 200


def test_settling_what_is_not_disputed_changes_nothing(
    night: Event, pages_of: Callable[[Event], Pages]
) -> None:
    assert messages_of(pages_of(night).post("event-desk-settle", 1, 1, 1)) == [
        "There is nothing left to settle at this table."
    ]
    assert text(pages_of(night).get("event-desk").content.decode())
