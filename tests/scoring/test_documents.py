"""Documents: ordered, made, followed, cancelled, fetched; and who may do which."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import formats, timezone, translation

from clubs.models import Club, User
from clubs.roles import Right
from clubs.services.clubs import club_create
from core.names import file_name
from jobs import services as service
from jobs.kinds import Make
from jobs.models import Job, JobState
from jobs.tasks import jobs_clear, jobs_sweep
from jobs.work import Report
from paper.documents.printouts import NothingToPrintError
from paper.documents.rows import PRINT
from scoring.models import Match
from tests.conftest import ClientFor
from tests.jobs.kinds import job_kind
from tests.meanwhile import just_before
from tests.prints.matches.reading import reader

State = JobState

PDF = b"%PDF-1.4 a small one"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """Files of this test alone."""
    settings.JOB_ROOT = tmp_path / "documents"
    return tmp_path / "documents"


@pytest.fixture
def ordered(club: Club, scorer: User) -> Callable[..., Job]:
    """A document of the club, ordered by the scorer."""

    def order(state: str = State.WAITING, **values: Any) -> Job:
        document = service.job_order(
            club=club, kind=PRINT, title="Friday", parameters={}, requested_by=scorer
        )
        Job.objects.filter(pk=document.pk).update(state=state, **values)
        document.refresh_from_db()
        return document

    return order


@pytest.fixture
def other_club(stranger: User) -> Club:
    """Another club of the same site."""
    return club_create(name="Next door", owner=stranger)


def at(name: str, document: Job) -> str:
    return reverse(name, args=[document.pk])


def make(document: Job, maker: Make) -> Job:
    with job_kind(maker, PRINT):
        service.job_make(job_id=document.pk)
    document.refresh_from_db()
    return document


def good(document: Job, file: Any, progress: Report) -> None:
    """A maker of three steps."""
    for done in range(4):
        progress(done, 3)
    file.write(PDF)


def bad(document: Job, file: Any, progress: Report) -> None:
    """A maker that fails half-way."""
    file.write(b"half")
    raise ValueError("no paper")


def nothing_left(document: Job, file: Any, progress: Report) -> None:
    """A maker that finds nothing to print any more."""
    raise NothingToPrintError("The event no longer exists.")


def cancelled_midway(document: Job, file: Any, progress: Report) -> None:
    """A maker during which somebody cancels."""
    progress(1, 3)
    service.job_cancel(job_id=document.pk)
    progress(2, 3)


# --- made


def test_one_that_is_deleted_while_it_is_made_leaves_no_file(
    ordered: Callable[..., Job], folder: Path
) -> None:
    document = ordered()

    def forgotten(job: Job, file: Any, progress: Report) -> None:
        file.write(PDF)
        service.jobs_forget([job])

    with job_kind(forgotten, PRINT):
        service.job_make(job_id=document.pk)
    assert not Job.objects.exists()
    assert list(folder.iterdir()) == []


def test_a_made_document_is_fetched_under_its_title(
    club: Club, ordered: Callable[..., Job], viewer: User, client_for: ClientFor
) -> None:
    document = make(ordered(), good)
    assert (document.state, document.done, document.total) == (State.DONE, 3, 3)
    answer: Any = client_for(viewer).get(at("job-file", document))
    assert b"".join(answer.streaming_content) == PDF
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'attachment; filename="Friday.pdf"'
    assert "private" in answer["Cache-Control"]


def test_a_document_that_fails_says_why_and_leaves_no_file_behind(
    club: Club, ordered: Callable[..., Job], folder: Path, viewer: User, client_for: ClientFor
) -> None:
    document = make(ordered(), bad)
    assert document.state == State.FAILED
    assert list(folder.iterdir()) == []
    page = client_for(viewer).get(reverse("documents", args=[club.slug]))
    assert "It could not be made: ValueError: no paper" in page.text


def test_a_maker_that_finds_nothing_says_so_in_its_own_words(
    ordered: Callable[..., Job], folder: Path
) -> None:
    document = make(ordered(), nothing_left)
    assert (document.state, document.error) == (State.FAILED, "The event no longer exists.")
    assert list(folder.iterdir()) == []


def test_a_document_is_made_in_the_language_it_was_ordered_in(
    ordered: Callable[..., Job],
) -> None:
    seen = []

    def maker(document: Job, file: Any, progress: Report) -> None:
        seen.append((translation.get_language(), formats.date_format(date(2026, 5, 1), "F")))
        file.write(PDF)

    with translation.override("de"):
        document = ordered()
    assert (document.language, make(document, maker).state) == ("de", State.DONE)
    assert seen == [("de", "Mai")]
    assert translation.get_language() == "en"


def test_title_and_file_of_a_document_are_in_its_language(
    club: Club, scorer: User, match: Match
) -> None:
    with translation.override("de"):
        document = service.job_order(
            club=club,
            kind="print",
            title="Freitag",
            parameters={"about": "match", "of": match.pk, "print": "scorecard", "paper": "a4"},
            requested_by=scorer,
        )
    service.job_make(job_id=document.pk)
    document.refresh_from_db()
    pdf = reader(service.job_path(document).read_bytes())
    assert str(pdf.root_object["/Lang"]) == "de"
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Freitag"


def test_a_title_longer_than_a_row_takes_is_cut(club: Club, scorer: User) -> None:
    document = service.job_order(
        club=club, kind=PRINT, title="x" * 500, parameters={}, requested_by=scorer
    )
    assert len(document.title) == 200


def test_a_job_cancelled_while_it_is_made_stays_cancelled(
    ordered: Callable[..., Job], folder: Path
) -> None:
    document = make(ordered(), cancelled_midway)
    assert document.state == State.CANCELLED
    assert list(folder.iterdir()) == []


def test_a_second_worker_leaves_a_document_alone_that_another_is_making(
    ordered: Callable[..., Job],
) -> None:
    document = ordered(State.RUNNING, attempts=1)
    with document.work.hold():
        assert make(document, good).state == State.RUNNING
    assert make(document, good).state == State.DONE


@pytest.mark.parametrize(
    ("state", "silent", "attempts", "again", "after"),
    [
        pytest.param(State.WAITING, True, 0, True, State.WAITING, id="message lost"),
        pytest.param(State.WAITING, False, 0, False, State.WAITING, id="just ordered"),
        pytest.param(State.RUNNING, True, 1, True, State.RUNNING, id="worker lost"),
        pytest.param(State.RUNNING, False, 1, False, State.RUNNING, id="worker at it"),
        pytest.param(State.RUNNING, True, 3, False, State.FAILED, id="lost too often"),
        pytest.param(State.DONE, True, 1, False, State.DONE, id="ready"),
        pytest.param(State.CANCELLED, True, 1, False, State.CANCELLED, id="cancelled"),
    ],
)
def test_the_sweep_sends_again_what_nobody_works_on(
    state: str,
    silent: bool,
    attempts: int,
    again: bool,
    after: str,
    ordered: Callable[..., Job],
) -> None:
    document = ordered(state, sent_at=timezone.now(), attempts=attempts)
    if silent:
        Job.objects.update(sent_at=timezone.now() - service.SENT_AGAIN_AFTER * 2)
    assert service.jobs_stuck() == ([document] if again else [])
    assert service.jobs_stuck() == [], "it was sent just now"
    document.refresh_from_db()
    assert document.state == after


def test_the_clock_has_made_what_was_lost_and_deletes_what_has_expired(
    ordered: Callable[..., Job], folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    folder.mkdir()
    document = ordered(sent_at=timezone.now() - service.SENT_AGAIN_AFTER * 2)
    with job_kind(good, PRINT), django_capture_on_commit_callbacks(execute=True):
        jobs_sweep()
    document.refresh_from_db()
    assert (document.state, service.job_path(document).read_bytes()) == (State.DONE, PDF)

    old = (timezone.now() - service.ORPHANS_AGE * 2).timestamp()
    (folder / "left").mkdir()
    for name in ("left", "left.pdf", "new.pdf", document.file):
        path = folder / name
        if not path.exists():
            path.write_bytes(PDF)
        os.utime(path, (old, old) if name != "new.pdf" else None)
    jobs_clear()
    assert sorted(path.name for path in folder.iterdir()) == sorted([document.file, "new.pdf"])
    Job.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    with django_capture_on_commit_callbacks(execute=True):
        jobs_clear()
    assert not Job.objects.exists()
    assert [path.name for path in folder.iterdir()] == ["new.pdf"]


# --- followed


def test_an_open_document_fetches_itself_and_a_finished_one_stops(
    club: Club, ordered: Callable[..., Job], viewer: User, client_for: ClientFor
) -> None:
    client, document = client_for(viewer), ordered(State.RUNNING, done=11, total=28)
    url = reverse("document", args=[club.slug, document.pk])
    text = client.get(url).text
    assert f'hx-get="{at("job", document)}" hx-trigger="every 2s"' in text
    assert '<progress max="28" value="11"' in text
    Job.objects.update(state=State.DONE)
    text = client.get(url).text
    assert "every 2s" not in text
    assert at("job-file", document) in text


@pytest.mark.parametrize(
    "change", [{"done": 12}, {"state": State.DONE}, {"attempts": 2}, {"total": 29}]
)
def test_a_poll_is_answered_in_full_only_when_something_has_changed(
    change: dict[str, Any],
    club: Club,
    ordered: Callable[..., Job],
    viewer: User,
    client_for: ClientFor,
) -> None:
    client, document = client_for(viewer), ordered(State.RUNNING, done=11, total=28, attempts=1)
    url, part = at("job", document), {"hx-request": "true"}
    first = client.get(url, headers=part)
    seen = {"if-none-match": first["ETag"], **part}
    assert "no-cache" in first["Cache-Control"]
    unchanged = client.get(url, headers=seen)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    Job.objects.update(**change)
    assert client.get(url, headers=seen).status_code == 200


def test_the_address_of_a_job_is_the_part_that_follows_and_leads_to_its_page(
    club: Club, ordered: Callable[..., Job], viewer: User, client_for: ClientFor
) -> None:
    client, document = client_for(viewer), ordered()
    part = client.get(at("job", document), headers={"hx-request": "true"})
    page = client.get(at("job", document), follow=True)
    assert page.redirect_chain == [(reverse("document", args=[club.slug, document.pk]), 302)]
    assert "<html" not in part.text
    assert part.text.strip() in page.text
    assert "HX-Request" in part["Vary"]


# --- cancelled and ordered again

STATES = list(State.values)


@pytest.mark.parametrize("state", STATES)
def test_only_an_open_document_is_cancelled(
    state: str,
    club: Club,
    ordered: Callable[..., Job],
    organiser: User,
    client_for: ClientFor,
) -> None:
    document = ordered(state)
    page = client_for(organiser).post(at("job-cancel", document), follow=True)
    document.refresh_from_db()
    was_open = state in {State.WAITING, State.RUNNING}
    assert document.state == (State.CANCELLED if was_open else state)
    assert ("too late to cancel" in page.text) is not was_open


@pytest.mark.parametrize("state", STATES)
def test_only_a_failed_or_cancelled_document_is_ordered_again(
    state: str,
    club: Club,
    ordered: Callable[..., Job],
    organiser: User,
    client_for: ClientFor,
) -> None:
    document = ordered(state, attempts=3, error="no paper")
    page = client_for(organiser).post(at("job-retry", document), follow=True)
    document.refresh_from_db()
    closed = state in {State.FAILED, State.CANCELLED}
    assert document.state == (State.WAITING if closed else state)
    assert (document.error == "") is closed
    assert ("already being made" in page.text) is not closed


def test_htmx_gets_the_document_alone_as_it_stands_now(
    club: Club, ordered: Callable[..., Job], organiser: User, client_for: ClientFor
) -> None:
    document = ordered()
    answer = client_for(organiser).post(at("job-cancel", document), headers={"hx-request": "true"})
    assert answer.text.lstrip().startswith(f'<article class="document" id="job-{document.pk}"')
    assert "cancelled" in answer.text
    assert "<html" not in answer.text


# --- who

ROUTES = [
    ("job", "get"),
    ("job-file", "get"),
    ("job-cancel", "post"),
    ("job-retry", "post"),
    ("job-delete", "post"),
]


@pytest.mark.parametrize(("name", "method"), ROUTES)
def test_a_neighbour_finds_nothing(
    name: str,
    method: str,
    club: Club,
    ordered: Callable[..., Job],
    stranger: User,
    client_for: ClientFor,
) -> None:
    document, client = make(ordered(), good), client_for(stranger)
    assert getattr(client, method)(at(name, document)).status_code == 404
    if method == "get":
        theirs = stranger.memberships.get().club
        page = reverse("document", args=[theirs.slug, document.pk])
        assert client.get(page).status_code == 404


def test_one_that_a_worker_takes_while_it_is_cancelled_stops_there(
    ordered: Callable[..., Job], scorer: User, client_for: ClientFor
) -> None:
    document, client = ordered(), client_for(scorer)
    with ExitStack() as worker:
        with just_before("SAVEPOINT", lambda: worker.enter_context(document.work.hold())):
            client.post(at("job-cancel", document))
        document.refresh_from_db()
        assert (document.state, document.is_stopping) == (State.WAITING, True)


@pytest.mark.parametrize("name", ["job-cancel", "job-retry", "job-delete"])
def test_one_that_somebody_deletes_meanwhile_is_not_found(
    name: str, ordered: Callable[..., Job], scorer: User, client_for: ClientFor
) -> None:
    document, client = ordered(State.FAILED), client_for(scorer)
    with just_before("SAVEPOINT", Job.objects.all().delete):
        assert client.post(at(name, document)).status_code == 404


@pytest.mark.parametrize(("name", "method"), ROUTES)
def test_somebody_who_is_not_signed_in_signs_in_first(
    name: str, method: str, club: Club, ordered: Callable[..., Job], client: Client
) -> None:
    answer = getattr(client, method)(at(name, ordered()))
    assert answer.url.startswith(reverse("sign-in"))


@pytest.mark.parametrize(
    ("who", "allowed"),
    [
        ("owner", True),
        ("organiser", True),
        ("scorer", True),  # ordered it
        ("treasurer", False),
        ("viewer", False),
    ],
)
@pytest.mark.parametrize("name", ["job-cancel", "job-retry", "job-delete"])
def test_those_who_run_events_and_whoever_ordered_it_may_change_a_document(
    who: str,
    allowed: bool,
    name: str,
    club: Club,
    ordered: Callable[..., Job],
    request: pytest.FixtureRequest,
    client_for: ClientFor,
) -> None:
    document = ordered(State.WAITING if name == "job-cancel" else State.FAILED)
    client = client_for(request.getfixturevalue(who))
    assert client.post(at(name, document)).status_code == (302 if allowed else 403)
    offered = (
        at(name, ordered(document.state)) in client.get(reverse("documents", args=[club.slug])).text
    )
    assert offered is allowed


@pytest.mark.parametrize("who", ["owner", "organiser", "scorer", "treasurer", "viewer"])
def test_every_member_sees_the_list(
    who: str,
    club: Club,
    ordered: Callable[..., Job],
    request: pytest.FixtureRequest,
    client_for: ClientFor,
) -> None:
    ordered()
    page = client_for(request.getfixturevalue(who)).get(reverse("documents", args=[club.slug]))
    assert "Friday" in page.text


@pytest.mark.parametrize(("who", "seen"), [("owner", True), ("treasurer", True), ("viewer", False)])
def test_a_document_with_money_in_it_is_there_for_those_who_may_see_money(
    who: str,
    seen: bool,
    club: Club,
    ordered: Callable[..., Job],
    request: pytest.FixtureRequest,
    client_for: ClientFor,
) -> None:
    document = make(ordered(right=Right.MONEY), good)
    client = client_for(request.getfixturevalue(who))
    listed = client.get(reverse("documents", args=[club.slug])).text
    assert ("Friday" in listed) is seen
    answer = client.get(at("job-file", document))
    answer.close()
    assert answer.status_code == (200 if seen else 404)


def test_a_document_that_does_not_exist_is_not_found(
    club: Club, viewer: User, client_for: ClientFor
) -> None:
    url = reverse("job-file", args=[uuid4()])
    assert client_for(viewer).get(url).status_code == 404


# --- fetched


@pytest.mark.parametrize("state", [s for s in STATES if s != State.DONE])
def test_a_document_that_is_not_ready_is_not_fetched(
    state: str, club: Club, ordered: Callable[..., Job], viewer: User, client_for: ClientFor
) -> None:
    page = client_for(viewer).get(at("job-file", ordered(state)), follow=True)
    assert "The file is not ready." in page.text


def test_a_file_that_was_cleared_away_is_told(
    club: Club, ordered: Callable[..., Job], viewer: User, client_for: ClientFor
) -> None:
    document = make(ordered(), good)
    service.job_path(document).unlink()
    page = client_for(viewer).get(at("job-file", document), follow=True)
    assert "has been deleted" in page.text


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Friday 42 night", "Friday 42 night.pdf"),
        ("شب جمعه", "شب جمعه.pdf"),
        ("金曜日の夜", "金曜日の夜.pdf"),
        ("../../etc/passwd", "etc passwd.pdf"),
        ('a"b\\c|d?', "a b c d.pdf"),
        ("line\r\nSet-Cookie: x", "line Set-Cookie x.pdf"),
        ("\u202efdp.exe", "fdp.exe.pdf"),
        ("...", "document.pdf"),
        ("x" * 300, "x" * 120 + ".pdf"),
    ],
)
def test_a_title_becomes_a_safe_file_name_in_its_own_script(title: str, name: str) -> None:
    assert file_name(title) == name


def test_a_name_in_any_script_reaches_the_browser(
    club: Club, ordered: Callable[..., Job], viewer: User, client_for: ClientFor
) -> None:
    document = ordered()
    Job.objects.update(title="شب")
    make(document, good)
    answer = client_for(viewer).get(at("job-file", document))
    answer.close()
    assert answer["Content-Disposition"] == "attachment; filename*=utf-8''%D8%B4%D8%A8.pdf"


def test_the_list_asks_as_often_for_many_as_for_one(
    club: Club,
    ordered: Callable[..., Job],
    viewer: User,
    client_for: ClientFor,
    django_assert_num_queries: Callable[..., Any],
) -> None:
    for _ in range(20):
        ordered(State.RUNNING)
    client = client_for(viewer)
    with django_assert_num_queries(6):  # session, user, membership, count, documents, rights
        client.get(reverse("documents", args=[club.slug]))


def test_clubs_take_turns_whoever_ordered_first(
    club: Club, other_club: Club, scorer: User, ordered: Callable[..., Job]
) -> None:
    many = [ordered() for _each in range(5)]
    order = service.job_order(
        club=other_club, kind=PRINT, title="Only", parameters={}, requested_by=scorer
    )
    made: list[Any] = []

    def maker(document: Job, file: Any, progress: Report) -> None:
        made.append(document.pk)
        good(document, file, progress)

    with job_kind(maker, PRINT):
        for message in [*many, order, many[0]]:
            service.job_make(job_id=message.pk)
    assert made[1] == order.pk
    assert sorted(made) == sorted(document.pk for document in [*many, order])
    assert len(made) == 6, "a message that comes twice makes nothing twice"


def test_a_club_that_keeps_a_worker_busy_lets_others_go_first(
    club: Club, other_club: Club, scorer: User, ordered: Callable[..., Job]
) -> None:
    busy, waiting = ordered(State.RUNNING, attempts=1), ordered()
    other = service.job_order(
        club=other_club, kind=PRINT, title="Only", parameters={}, requested_by=scorer
    )
    with job_kind(good, PRINT), busy.work.hold():
        service.job_make(job_id=waiting.pk)
    other.refresh_from_db()
    assert other.state == State.DONE
    assert make(waiting, good).state == State.DONE
