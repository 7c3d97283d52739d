"""An archive comes in by the page: looked at, read under a chosen name, or refused."""

import io
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from archive.arrivals import arrival_new, arrival_read
from clubs.models import Club, User
from clubs.roles import Role
from clubs.services.players import players_add_many
from jobs.models import Job, JobState
from jobs.services import job_make, job_path, jobs_clear, jobs_stuck
from jobs.work import Work
from tests.archive.packages import archive_of, files_of, packed, with_rows
from tests.meanwhile import just_before

ClientFor = Callable[[User], Client]
UPLOAD = "/clubs/from-archive/"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.JOB_ROOT = tmp_path / "archives"
    return tmp_path / "archives"


@pytest.fixture
def data(club: Club) -> bytes:
    players_add_many(club=club, names=["Ann", "Ben", "Cleo"])
    return archive_of(club)


@pytest.fixture
def client(stranger: User, client_for: ClientFor) -> Client:
    return client_for(stranger)


Brought = Callable[[bytes], Job]


@pytest.fixture
def brought(stranger: User, tmp_path: Path) -> Brought:
    """Brought by the stranger, and looked at."""

    def bring(data: bytes) -> Job:
        file = tmp_path / "upload"
        file.write_bytes(data)
        arrival = arrival_new(file=file, file_name="club.allmark", requested_by=stranger)
        file.unlink()
        job_make(job_id=arrival.pk)
        arrival.refresh_from_db()
        return arrival

    return bring


def upload(client: Client, data: bytes) -> Any:
    file = io.BytesIO(data)
    file.name = "club.allmark"
    return client.post(UPLOAD, {"archive": file})


def test_looked_at_then_read_into_a_new_club(
    data: bytes,
    club: Club,
    owner: User,
    stranger: User,
    client: Client,
    django_capture_on_commit_callbacks: Any,
    folder: Path,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        where = upload(client, data).url
    looked = client.get(where).content.decode()
    assert "no difference" in looked
    assert "has an account" in looked
    assert f"There is already a club at “{club.slug}”" in looked
    assert Club.objects.count() == 2  # theirs and the neighbours'
    assert client.post(where, {"slug": club.slug}).status_code == 422
    with django_capture_on_commit_callbacks(execute=True):
        client.post(where, {"slug": "second"})
    new = Club.objects.get(slug="second")
    assert [player.name for player in new.players.all()] == ["Ann", "Ben", "Cleo"]
    assert set(new.memberships.values_list("user", "role")) == {
        (owner.pk, Role.OWNER),
        (stranger.pk, Role.OWNER),
    }
    arrival = Job.objects.get()
    assert arrival.club == new
    assert not arrival.has_file
    assert list(folder.glob("*.allmark")) == []
    page = client.get(reverse("club-archives", args=["second"])).content.decode()
    assert "club.allmark" in page


def test_what_differs_is_kept_and_shown(data: bytes, client: Client, brought: Brought) -> None:
    lost = with_rows(data, "clubs.Membership", lambda rows: rows[0].update(role="viewer"))
    arrival = brought(lost)
    assert arrival.result["difference_count"] == 0
    arrival.result |= {
        "differences": [{"where": "Match 7", "what": "Different hands are counted."}]
    }
    arrival.result["difference_count"] = 1
    arrival.save()
    page = client.get(reverse("arrival", args=[arrival.pk])).content.decode()
    assert "Match 7" in page
    assert "Viewer" in page


REFUSED: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "a picture": (lambda data: b"PNG" * 99, "not the archive"),
    "half a file": (lambda data: data[: len(data) // 2], "not the archive"),
    "a path outside": (
        lambda data: packed(files_of(data) | {"../../x": b"x"}),
        "files that do not belong",
    ),
    "nothing": (lambda data: b"", "empty"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_beside_the_field(case: str, data: bytes, client: Client, folder: Path) -> None:
    change, sentence = REFUSED[case]
    answer = upload(client, change(data))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Job.objects.exists()
    assert [path for path in folder.glob("*") if path.suffix == ".allmark"] == []


def test_too_long_a_file_is_refused_before_it_is_taken_in(client: Client, folder: Path) -> None:
    answer = client.post(
        UPLOAD, b"", content_type="multipart/form-data; boundary=x", CONTENT_LENGTH=str(2**30)
    )
    assert answer.status_code == 422
    assert "larger than" in answer.content.decode()


def test_no_form_of_another_site_brings_one(data: bytes, stranger: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(stranger, backend="django.contrib.auth.backends.ModelBackend")
    assert upload(client, data).status_code == 403
    assert "sign-in" in upload(Client(), data).url


def test_damage_within_is_found_by_the_look(data: bytes, brought: Brought, client: Client) -> None:
    place = data.index(b"clubs.Player.jsonl") + 60
    arrival = brought(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])
    assert arrival.state == JobState.FAILED
    assert "damaged" in client.get(reverse("arrival", args=[arrival.pk])).content.decode()
    where = reverse("arrival", args=[arrival.pk])
    client.post(where, {"slug": "second"})
    assert not Club.objects.filter(slug="second").exists()


def test_nobody_else_sees_it(
    data: bytes, brought: Brought, owner: User, client_for: ClientFor
) -> None:
    arrival, other = brought(data), client_for(owner)
    for name in ("arrival", "job"):
        assert other.get(reverse(name, args=[arrival.pk])).status_code == 404
    for name in ("arrival", "job-cancel", "job-delete"):
        assert other.post(reverse(name, args=[arrival.pk])).status_code == 404


def test_cancelled_while_it_is_read_nothing_is_there(
    data: bytes, brought: Brought, client: Client
) -> None:
    arrival = brought(data)
    arrival_read(arrival_id=arrival.pk, slug="second")

    def cancel() -> None:
        with CaptureQueriesContext(connection) as captured:
            client.post(reverse("job-cancel", args=[arrival.pk]))
        # On SQLite the reading worker has the only lock: nobody else begins a transaction.
        assert {query["sql"].split()[0] for query in captured} == {"SELECT"}

    with just_before('INSERT INTO "clubs_player"', cancel):
        job_make(job_id=arrival.pk)
    arrival.refresh_from_db()
    assert arrival.state == JobState.CANCELLED
    assert not Club.objects.filter(slug="second").exists()
    assert arrival_read(arrival_id=arrival.pk, slug="second").is_open  # it can be read all the same


def test_the_page_that_follows_it_is_loaded_anew_once_it_ends(
    data: bytes, brought: Brought, client: Client
) -> None:
    arrival = brought(data)
    address = reverse("job", args=[arrival.pk])
    answer = client.get(address, headers={"HX-Request": "true"})
    assert (answer.headers["HX-Refresh"], answer.content) == ("true", b"")
    arrival_read(arrival_id=arrival.pk, slug="second")
    waiting = client.get(address, headers={"HX-Request": "true"})
    assert "HX-Refresh" not in waiting.headers
    cancel = reverse("job-cancel", args=[arrival.pk])
    cancelled = client.post(cancel, headers={"HX-Request": "true"})
    assert cancelled.headers["HX-Refresh"] == "true"
    arrival.refresh_from_db()
    assert arrival.state == JobState.CANCELLED


def test_two_workers_read_it_once(data: bytes, brought: Brought) -> None:
    arrival = brought(data)
    arrival_read(arrival_id=arrival.pk, slug="second")

    def another() -> None:
        assert Work(arrival.pk).is_held
        job_make(job_id=arrival.pk)

    with just_before('INSERT INTO "clubs_player"', another):
        job_make(job_id=arrival.pk)
    job_make(job_id=arrival.pk)
    assert Club.objects.filter(slug="second").count() == 1


def test_what_a_killed_worker_left_is_read_by_another(data: bytes, brought: Brought) -> None:
    arrival = brought(data)
    arrival_read(arrival_id=arrival.pk, slug="second")
    long_ago = timezone.now() - timedelta(minutes=5)
    Job.objects.update(state=JobState.RUNNING, attempts=1, sent_at=long_ago)
    assert jobs_stuck() == [arrival]
    job_make(job_id=arrival.pk)
    assert Club.objects.filter(slug="second").exists()


def test_what_nobody_reads_is_forgotten(
    data: bytes, brought: Brought, folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    first = brought(data)
    with django_capture_on_commit_callbacks(execute=True):
        second = brought(data)  # it takes the place of the first
    assert list(Job.objects.all()) == [second]
    assert list(folder.iterdir()) == [job_path(second)]
    assert first.pk != second.pk
    Job.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    with django_capture_on_commit_callbacks(execute=True):
        jobs_clear()
    assert not Job.objects.exists()
    assert list(folder.iterdir()) == []
