"""An owner makes an archive on the page, follows, cancels, fetches and deletes it."""

import io
import multiprocessing
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from archive.orders import SITE, archive_order, archives_of
from archive.site_pages import site_files
from archive.writing import archive_write
from clubs.models import Club, User
from jobs.models import Job, JobState
from jobs.services import job_cancel, job_make, job_path, jobs_stuck
from jobs.work import Work
from tests.meanwhile import just_before
from tests.tournaments.pages import words

ClientFor = Callable[[User], Client]


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.JOB_ROOT = tmp_path / "archives"
    return tmp_path / "archives"


@pytest.fixture
def page(club: Club) -> str:
    return reverse("club-archives", args=[club.slug])


@pytest.fixture
def archive(club: Club, owner: User) -> Job:
    return archive_order(club=club, requested_by=owner)


def test_made_on_the_page_and_fetched(
    club: Club,
    owner: User,
    page: str,
    client_for: ClientFor,
    django_capture_on_commit_callbacks: Any,
) -> None:
    client = client_for(owner)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("club-archive-new", args=[club.slug]))
    made = archives_of(club).get()
    assert (made.state, made.requested_by) == (JobState.DONE, owner)
    assert made.size == job_path(made).stat().st_size
    shown = client.get(page).content.decode()
    assert "ready" in shown
    assert f"{made.result['rows']} rows" in shown
    answer: Any = client.get(reverse("job-file", args=[made.pk]))
    plain = io.BytesIO()
    archive_write(club=club, out=plain)
    assert b"".join(answer.streaming_content) == plain.getvalue()
    assert f'filename="{club.slug}-' in answer["Content-Disposition"]


def test_while_one_is_made_there_is_no_second(club: Club, owner: User, archive: Job) -> None:
    assert archive_order(club=club, requested_by=owner) == archive


@pytest.mark.parametrize("role", ["organiser", "scorer", "treasurer", "viewer"])
def test_only_owners_may(
    role: str,
    request: pytest.FixtureRequest,
    page: str,
    archive: Job,
    client_for: ClientFor,
) -> None:
    job_make(job_id=archive.pk)
    client = client_for(request.getfixturevalue(role))
    assert client.get(page).status_code == 403
    assert client.get(reverse("job-file", args=[archive.pk])).status_code == 404
    assert client.post(reverse("job-delete", args=[archive.pk])).status_code == 404


def test_another_club_does_not_see_it(
    club: Club, stranger: User, page: str, archive: Job, client_for: ClientFor
) -> None:
    client = client_for(stranger)
    assert client.get(page).status_code == 404
    file = reverse("job-file", args=[archive.pk])
    assert client.get(file).status_code == 404


def test_one_that_is_being_made_stops_when_it_is_cancelled(
    club: Club, owner: User, archive: Job, folder: Path, client_for: ClientFor
) -> None:
    said = []

    def cancel() -> None:
        where = reverse("job-cancel", args=[archive.pk])
        answer = client_for(owner).post(where, headers={"HX-Request": "true"})
        said.append("is being cancelled" in answer.content.decode())

    with just_before('FROM "leagues_season"', cancel):
        job_make(job_id=archive.pk)
    archive.refresh_from_db()
    assert said == [True]
    assert archive.state == JobState.CANCELLED
    assert list(folder.iterdir()) == []


def test_one_that_waits_is_cancelled_at_once(
    club: Club, owner: User, archive: Job, client_for: ClientFor
) -> None:
    client_for(owner).post(reverse("job-cancel", args=[archive.pk]))
    archive.refresh_from_db()
    assert archive.state == JobState.CANCELLED
    job_make(job_id=archive.pk)
    assert not archive.has_file


def _hold(root: Path, pk: Any, held: Any, end: Any) -> None:
    from django.conf import settings

    settings.JOB_ROOT = root
    with Work(pk).hold():
        Path(root, f"{pk}-half.part").write_bytes(b"half")
        held.set()
        end.wait()


def test_what_a_killed_worker_left_is_made_by_another(archive: Job, folder: Path) -> None:
    context = multiprocessing.get_context("fork")
    held, end = context.Event(), context.Event()
    worker = context.Process(target=_hold, args=(folder, archive.pk, held, end))
    worker.start()
    assert held.wait(10)
    long_ago = timezone.now() - timedelta(minutes=5)
    Job.objects.update(state=JobState.RUNNING, attempts=1, sent_at=long_ago)
    assert jobs_stuck() == []
    job_make(job_id=archive.pk)
    archive.refresh_from_db()
    assert archive.state == JobState.RUNNING
    worker.kill()
    worker.join()
    assert jobs_stuck() == [archive]
    job_make(job_id=archive.pk)
    archive.refresh_from_db()
    assert (archive.state, archive.attempts) == (JobState.DONE, 2)
    assert list(folder.iterdir()) == [job_path(archive)]


def test_one_whose_file_is_gone_does_not_hold_up_the_next_download(
    archive: Job, owner: User, page: str, client_for: ClientFor
) -> None:
    job_make(job_id=archive.pk)
    archive.refresh_from_db()
    client, address = client_for(owner), reverse("job-file", args=[archive.pk])
    content = job_path(archive).read_bytes()
    job_path(archive).unlink()
    refused = client.get(address, follow=True)
    assert refused.redirect_chain == [(page, 302)]
    assert "The file has been deleted. Request it again." in words(refused)
    job_path(archive).write_bytes(content)
    answer: Any = client.get(address)
    assert b"".join(answer.streaming_content) == content


def test_deleted_with_its_file(
    club: Club,
    owner: User,
    archive: Job,
    client_for: ClientFor,
    django_capture_on_commit_callbacks: Any,
    folder: Path,
) -> None:
    client, where = client_for(owner), reverse("job-delete", args=[archive.pk])
    client.post(where)
    assert archives_of(club).exists()  # it is to be cancelled first
    job_make(job_id=archive.pk)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(where)
    assert not archives_of(club).exists()
    assert list(folder.iterdir()) == []


def test_one_long_transfer_at_a_time(
    club: Club, owner: User, archive: Job, client_for: ClientFor
) -> None:
    job_make(job_id=archive.pk)
    client = client_for(owner)
    file = reverse("job-file", args=[archive.pk])
    first: Any = client.get(file)
    assert client.get(file).status_code == 302
    refused = client.post("/clubs/from-archive/", {"archive": io.BytesIO(b"x")})
    assert "Try again in a minute" in refused.content.decode()
    assert b"".join(first.streaming_content).startswith(b"PK")
    again: Any = client.get(file)
    assert b"".join(again.streaming_content).startswith(b"PK")


def test_the_results_are_made_as_a_website(
    club: Club,
    owner: User,
    page: str,
    archive: Job,
    client_for: ClientFor,
    django_capture_on_commit_callbacks: Any,
) -> None:
    client = client_for(owner)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("club-archive-new", args=[club.slug]), {"site": ""})
    made = archives_of(club).get(kind=SITE)
    assert made.state == JobState.DONE
    assert "Results as a website" in client.get(f"{page}").content.decode()
    answer: Any = client.get(reverse("job-file", args=[made.pk]))
    site = ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    with translation.override(club.language):
        files = dict(site_files(club, lambda _done, _total: None))
    assert {name: site.read(name) for name in site.namelist()} == files
    assert made.result["rows"] == len(files)
    assert ".zip" in answer["Content-Disposition"]


def test_a_website_that_is_cancelled_while_it_is_made_stops(
    club: Club, owner: User, folder: Path
) -> None:
    site = archive_order(club=club, requested_by=owner, is_site=True)
    with just_before('FROM "leagues_seasonpage"', lambda: job_cancel(job_id=site.pk)):
        job_make(job_id=site.pk)
    site.refresh_from_db()
    assert site.state == JobState.CANCELLED
    assert list(folder.iterdir()) == []
