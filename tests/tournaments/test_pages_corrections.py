"""Corrections say what they change, before they are kept; an outdated draw is marked everywhere."""

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import User
from scoring.models import Match
from scoring.services.results import result_state
from tests.conftest import ApiFor, ClientFor
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.pages import Pages, messages_of, wall, words
from tournaments.events.models import Event, EventState
from tournaments.events.services.decisions import adjustment_make
from tournaments.events.services.events import event_finish
from tournaments.events.services.rounds import rounds_plan

pytestmark = pytest.mark.usefixtures("held")

PUT_RIGHT = "The draw of round 2 is being corrected"
WHY = "the slip was misread"


@pytest.fixture
def drawn(make_event: EventMaker, owner: User) -> Event:
    """A bracket of four pairs: both semi-finals won by their first sides, the final drawn."""
    event = make_event(4, format="single_elimination")
    drawn_and_begun(event)
    for table in (1, 2):
        result_state(match_id=match_of(event, 1, table).pk, totals=[7, 4], author=owner)
    rounds_plan(event=event)
    event.refresh_from_db()
    return event


def slip(match: Match, *totals: int, seen: str, **more: str) -> dict[str, str]:
    """What the page of a round sends for one game."""
    fields = {f"match{match.pk}-side{side}": str(total) for side, total in enumerate(totals)}
    return fields | {f"match{match.pk}-seen": seen} | more


def sides(event: Event, table: int) -> tuple[str, str]:
    """The names of the two pairs at a table of the first round."""
    seats = match_of(event, 1, table).seats.order_by("number").values_list("name", flat=True)
    names = list(seats)
    return f"{names[0]} & {names[2]}", f"{names[1]} & {names[3]}"


def test_a_changed_total_is_kept_only_after_what_follows_was_read(
    drawn: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages, match = pages_of(drawn), match_of(drawn, 1, 1)
    first, second = sides(drawn, 1)
    sent = slip(match, 4, 7, seen="7,4", reason=WHY)
    question = pages.client.post(pages.url("round-results", 1), sent)
    assert question.status_code == 200
    page = words(question)
    assert "Nothing is saved yet. These would be the consequences:" in page
    totals = f"{first} have 4 instead of 7, {second} have 7 instead of 4"
    assert f"Round 1, table 1: {totals}." in page
    assert f"{second} now win instead of {first}." in page
    assert f"Standings: {second} rise" in page
    assert f"Standings: {first} fall" in page
    assert "Bracket, Final:" in page
    assert "The draw of round 2 no longer follows from the results." in page
    match.refresh_from_db()
    assert match.totals == [7, 4]
    answer = pages.post("round-results", 1, **sent, agreed=question.context["weighed"].mark)
    assert messages_of(answer) == ["1 result is entered."]
    match.refresh_from_db()
    assert match.totals == [4, 7]
    newest = match.entered_results.latest("pk")
    assert (newest.reason, newest.author_name) == (WHY, "organiser")


def test_without_a_reason_nothing_is_kept_and_what_follows_is_said_all_the_same(
    drawn: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages, match = pages_of(drawn), match_of(drawn, 1, 1)
    question = pages.client.post(pages.url("round-results", 1), slip(match, 4, 7, seen="7,4"))
    assert question.status_code == 422
    assert "Say why it is corrected." in words(question)
    assert "4 instead of 7" in words(question)
    assert 'value="4"' in question.content.decode(), "what was typed stays"
    match.refresh_from_db()
    assert match.totals == [7, 4]


def test_what_changed_between_reading_and_keeping_is_said_anew(
    drawn: Event, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    pages, match = pages_of(drawn), match_of(drawn, 1, 1)
    sent = slip(match, 4, 7, seen="7,4", reason=WHY)
    mark = pages.client.post(pages.url("round-results", 1), sent).context["weighed"].mark
    begin_next(drawn)
    again = pages.client.post(pages.url("round-results", 1), sent | {"agreed": mark})
    assert "Something changed in the meantime. These would be the consequences now:" in words(again)
    assert "unless its start is taken back or the two change places" in words(again)
    match.refresh_from_db()
    assert match.totals == [7, 4]


def test_what_was_agreed_to_is_not_worked_out_again_while_nothing_has_changed(
    drawn: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages, match = pages_of(drawn), match_of(drawn, 1, 1)
    sent = slip(match, 4, 7, seen="7,4", reason=WHY)
    mark = pages.client.post(pages.url("round-results", 1), sent).context["weighed"].mark

    def queries(agreed: str) -> int:
        with transaction.atomic(), CaptureQueriesContext(connection) as taken:
            answer = pages.client.post(pages.url("round-results", 1), sent | {"agreed": agreed})
            assert answer.status_code == 302
            match.refresh_from_db()
            assert match.totals == [4, 7]
            transaction.set_rollback(True)
        return len(taken)

    as_it_was = queries(mark)
    Event.objects.filter(pk=drawn.pk).update(version=F("version") + 1)
    changed = queries(mark)
    assert as_it_was < changed / 2, "nothing is compared, neither before nor after"


def test_other_numbers_under_consequences_that_were_agreed_to_are_asked_about_again(
    drawn: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages, match = pages_of(drawn), match_of(drawn, 1, 1)
    sent = slip(match, 4, 7, seen="7,4", reason=WHY)
    mark = pages.client.post(pages.url("round-results", 1), sent).context["weighed"].mark
    other = slip(match, 3, 7, seen="7,4", reason=WHY, agreed=mark)
    again = pages.client.post(pages.url("round-results", 1), other)
    assert "3 instead of 7" in words(again)
    match.refresh_from_db()
    assert match.totals == [7, 4]
    kept = again.context["weighed"].mark
    pages.client.post(pages.url("round-results", 1), other | {"agreed": kept, "reason": "Typed"})
    match.refresh_from_db()
    assert match.totals == [3, 7], "another reason changes no consequence"


def test_an_outdated_draw_is_marked_wherever_it_is_shown(
    drawn: Event, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(drawn)
    shown = ("event", "event-live", "event-draw", "event-bracket", "event-prints")
    for name in shown:
        assert "being corrected" not in words(pages.get(name)), name
    result_state(match_id=match_of(drawn, 1, 1).pk, totals=[4, 7], author=owner, reason=WHY)
    for name in shown:
        assert "being corrected" in words(pages.get(name)), name
    assert "being corrected" in words(pages.get("round-plan", 2))
    rounds_plan(event=drawn)
    for name in shown:
        assert "being corrected" not in words(pages.get(name)), name


def test_an_outdated_draw_is_taken_off_the_wall(
    drawn: Event, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(drawn)
    assert not any(PUT_RIGHT in page for page in wall(pages))
    result_state(match_id=match_of(drawn, 1, 1).pk, totals=[4, 7], author=owner, reason=WHY)
    pages_now = wall(pages)
    assert any(PUT_RIGHT in page for page in pages_now)
    first, _second = sides(drawn, 1)
    final = [page for page in pages_now if "Final" in page and first in page]
    assert not final, "nobody is sent to a table that would be another"


def test_a_round_is_not_offered_to_begin_where_that_would_be_refused(
    drawn: Event, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(drawn)
    assert "Begin round 2" in words(pages.get("event"))
    result_state(match_id=match_of(drawn, 1, 1).pk, totals=[4, 7], author=owner, reason=WHY)
    page = words(pages.get("event"))
    assert "Begin round 2" not in page
    assert "The draw of round 2 no longer follows from the results." in page
    assert "Draw round 2 again" in page
    assert messages_of(pages.post("round-begin", 2)) == [
        "A result has changed since this round was drawn: draw it again."
    ]
    pages.post("event-plan")
    assert "Begin round 2" in words(pages.get("event"))


def test_a_round_that_waits_for_a_table_playing_again_is_not_offered_either(
    drawn: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages, match = pages_of(drawn), match_of(drawn, 1, 1)
    where = reverse("match-result-withdraw", args=[drawn.club.slug, match.pk])
    question = pages.client.post(where)
    assert "Round 1, table 1 is being played again." in words(question)
    sent = {"reason": WHY, "agreed": question.context["weighed"].mark}
    pages.client.post(where, sent)
    page = words(pages.get("event"))
    assert "Begin round 2" not in page
    assert "It is drawn again once the table that plays again has finished." in page


def test_a_begun_round_keeps_its_draw_and_says_so(
    drawn: Event, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    begin_next(drawn)
    result_state(match_id=match_of(drawn, 1, 1).pk, totals=[4, 7], author=owner, reason=WHY)
    page = words(pages_of(drawn).get("event"))
    assert "The result of round 1, table 1 was corrected after the round" in page
    assert "Wrong seats" in page


def test_a_penalty_and_a_drop_out_are_asked_about_first(
    drawn: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(drawn)
    given = {"entry": "1", "marks": "-20", "games": "0", "reason": "late"}
    question = pages.post("adjustment-new", **given)
    assert "Standings:" in words(question)
    assert not drawn.adjustments.exists()
    pages.post("adjustment-new", **given, agreed=question.context["weighed"].mark)
    assert drawn.adjustments.get().marks == -20
    finalist = drawn.rounds.get(number=2).tables.get().seats.first()
    assert finalist is not None
    question = pages.post("entry-withdraw", finalist.entry.number)
    assert "What this changes" in words(question)
    finalist.entry.refresh_from_db()
    assert finalist.entry.is_active
    pages.post("entry-withdraw", finalist.entry.number, how="keep")
    finalist.entry.refresh_from_db()
    assert not finalist.entry.is_active


def test_while_the_round_is_on_a_slip_is_mended_at_once(
    running: Event, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    match = match_of(running, 1, 1)
    result_state(match_id=match.pk, totals=[7, 4], author=owner)
    pages = pages_of(running)
    answer = pages.post("round-results", 1, **slip(match, 7, 5, seen="7,4"))
    assert messages_of(answer) == ["1 result is entered."]


def test_the_match_shows_both_values_and_the_way_back(
    drawn: Event, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    match, pages = match_of(drawn, 1, 1), pages_of(drawn)
    result_state(match_id=match.pk, totals=[4, 7], author=owner, reason=WHY)
    page = pages.client.get(reverse("match", args=[drawn.club.slug, match.pk]))
    assert "Changed: 7 – 4 4 – 7" in words(page)
    assert f"Reason: {WHY}" in words(page)
    assert "Put 7 – 4 back" in words(page)
    where = reverse("match-result-restore", args=[drawn.club.slug, match.pk])
    newest = match.entered_results.latest("pk").pk
    question = pages.client.post(where, {"revision": newest})
    sent = {
        "revision": newest,
        "reason": "it was right",
        "agreed": question.context["weighed"].mark,
    }
    pages.client.post(where, sent)
    match.refresh_from_db()
    assert match.totals == [7, 4]
    late = pages.client.post(where, sent, follow=True)
    assert messages_of(late)[-1] == "The result was changed in the meantime. Nothing was restored."


def test_a_finished_event_shows_no_form_and_the_way_to_open_it_again(
    drawn: Event, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    event_finish(event=drawn, by=owner, unfinished=True)
    match, pages = match_of(drawn, 1, 1), pages_of(drawn)
    page = pages.client.get(reverse("match", args=[drawn.club.slug, match.pk]))
    assert "Take the result back" not in words(page)
    assert "This event is finished." in words(page)
    answer = pages.client.post(
        pages.url("round-results", 1), slip(match, 4, 7, seen="7,4", reason=WHY), follow=True
    )
    assert "This event is finished." in messages_of(answer)[0]
    assert "Reopen this event" in words(pages.get("event"))
    page = pages.get("event-reopen")
    assert "The standings are no longer final" in words(page)
    assert pages.post("event-reopen", reason=" ").status_code == 422
    assert messages_of(pages.post("event-reopen", reason=WHY)) == ["The event is open again."]
    drawn.refresh_from_db()
    assert drawn.state == EventState.RUNNING


def test_only_who_runs_events_opens_one_again(
    drawn: Event, owner: User, scorer: User, stranger: User, client_for: ClientFor
) -> None:
    event_finish(event=drawn, by=owner, unfinished=True)
    where = reverse("event-reopen", args=[drawn.club.slug, drawn.pk])
    assert client_for(scorer).get(where).status_code == 403
    assert client_for(scorer).post(where, {"reason": WHY}).status_code == 403
    assert client_for(stranger).post(where, {"reason": WHY}).status_code == 404
    match = match_of(drawn, 1, 1)
    back = reverse("match-result-restore", args=[drawn.club.slug, match.pk])
    assert client_for(stranger).post(back, {"revision": 1}).status_code == 404
    drawn.refresh_from_db()
    assert drawn.state == EventState.FINISHED


@pytest.fixture
def api(owner: User, api_for: ApiFor) -> APIClient:
    return api_for(owner)


def test_a_program_is_told_what_would_follow_and_nothing_is_kept(
    drawn: Event, api: APIClient
) -> None:
    match = match_of(drawn, 1, 1)
    at = f"/api/v1/clubs/{drawn.club.slug}/matches/{match.pk}/result/"
    body = {"totals": [4, 7], "reason": WHY}
    answer = api.put(f"{at}?dry_run=true", body, format="json")
    assert answer.status_code == 200
    kinds = [consequence["kind"] for consequence in answer.json()["consequences"]]
    assert kinds[0] == "match"
    assert {"standings", "bracket", "draw"} <= set(kinds)
    match.refresh_from_db()
    assert match.totals == [7, 4]
    refused = api.put(at, {"totals": [4, 7]}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "reason_missing")
    assert api.put(at, body, format="json").json()["totals"] == [4, 7]
    history = api.get(f"{at}revisions/").json()["results"]
    assert [
        (correction["was"], correction["totals"], correction["reason"]) for correction in history
    ] == [
        (None, [7, 4], ""),
        ([7, 4], [4, 7], WHY),
    ]
    back = {"revision": history[-1]["id"], "reason": "it was right"}
    assert api.post(f"{at}restore/", back, format="json").json()["totals"] == [7, 4]
    assert api.post(f"{at}restore/", back, format="json").status_code == 412


def test_a_program_cannot_change_a_finished_event_either(
    drawn: Event, owner: User, api: APIClient, stranger: User, api_for: ApiFor
) -> None:
    event_finish(event=drawn, by=owner, unfinished=True)
    match = match_of(drawn, 1, 1)
    at = f"/api/v1/clubs/{drawn.club.slug}/"
    result = f"{at}matches/{match.pk}/result/"
    answer = api.put(result, {"totals": [4, 7], "reason": WHY}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "closed")
    assert answer.json()["reopen"] == f"{at}events/{drawn.pk}/reopen/"
    made = api.post(
        f"{at}events/{drawn.pk}/adjustments/",
        {"entry": 1, "marks": -1, "reason": "late"},
        format="json",
    )
    assert made.status_code == 409
    reopen = f"{at}events/{drawn.pk}/reopen/"
    assert api.post(reopen, {}, format="json").status_code == 400
    tried = api.post(f"{reopen}?dry_run=true", {}, format="json")
    assert tried.json() == {"consequences": []}
    assert api_for(stranger).post(reopen, {"reason": WHY}, format="json").status_code == 404
    assert api.post(reopen, {"reason": WHY}, format="json").json()["state"] == "running"
    assert api.put(result, {"totals": [4, 7], "reason": WHY}, format="json").status_code == 200


def test_a_dry_run_of_a_penalty_gives_none(drawn: Event, api: APIClient) -> None:
    at = f"/api/v1/clubs/{drawn.club.slug}/events/{drawn.pk}/adjustments/?dry_run=true"
    body = {"entry": 1, "marks": -30, "reason": "late"}
    answer = api.post(at, body, format="json", headers={"Idempotency-Key": "one"})
    assert answer.status_code == 200
    assert answer.json()["consequences"]
    assert not drawn.adjustments.exists()
    written = api.post(
        at.partition("?")[0], body, format="json", headers={"Idempotency-Key": "one"}
    )
    assert written.status_code == 201


def test_a_correction_that_changes_no_place_says_so(
    drawn: Event, owner: User, pages_of: Callable[[Event], Pages]
) -> None:
    adjustment_make(entry=entry(drawn, 1), by=owner, reason="late", marks=0, games=-1)
    pages, match = pages_of(drawn), match_of(drawn, 1, 2)
    sent = slip(match, 7, 3, seen="7,4", reason=WHY)
    page = words(pages.client.post(pages.url("round-results", 1), sent))
    assert "have 3 instead of 4." in page
    assert "still win" in page
    assert "The draw of round 2" not in page
