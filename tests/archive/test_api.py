"""Archives, and what is kept about a player, for programs."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from archive.orders import archive_order
from clubs.models import Club, Forgetting, Membership, Player, User
from clubs.services.players import player_add
from jobs.files import transfer_begin
from jobs.models import Job
from tests.archive.packages import archive_of
from tests.conftest import ApiFor


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> None:
    settings.JOB_ROOT = tmp_path / "archives"
    cache.clear()


@pytest.fixture
def at(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}/"


@pytest.fixture
def ann(club: Club) -> Player:
    return player_add(club=club, name="Ann")


def test_an_archive_is_ordered_followed_fetched_and_deleted(
    owner: User, at: str, api_for: ApiFor, django_capture_on_commit_callbacks: Any
) -> None:
    api = api_for(owner)
    with django_capture_on_commit_callbacks(execute=True):
        ordered = api.post(f"{at}archives/")
    assert (ordered.status_code, ordered.json()["file_url"]) == (201, None)
    made = api.get(ordered["Location"]).json()
    assert (made["state"], made["done"]) == ("done", made["total"])
    assert [row["id"] for row in api.get("/api/v1/jobs/?kind=archive").json()["results"]] == [
        made["id"]
    ]
    answer: Any = api.get(made["file_url"])
    whole = b"".join(answer.streaming_content)
    assert len(whole) == made["size"]
    assert zipfile.ZipFile(io.BytesIO(whole)).testzip() is None
    assert api.post(f"{made['url']}cancel/").json()["code"] == "not_open"
    assert api.delete(made["url"]).status_code == 204
    assert api.get(made["url"]).status_code == 404


def test_one_that_waits_is_cancelled_and_is_neither_deleted_nor_fetched_before(
    club: Club, owner: User, at: str, api_for: ApiFor
) -> None:
    api, order = api_for(owner), archive_order(club=club, requested_by=owner)
    assert api.post(f"{at}archives/").json()["id"] == str(order.pk)
    job = f"/api/v1/jobs/{order.pk}/"
    assert api.get(f"{job}file/").json()["code"] == "not_ready"
    assert api.delete(job).json()["code"] == "not_closed"
    assert api.post(f"{job}cancel/").json()["state"] == "cancelled"


def test_everything_about_a_player_is_for_owners_and_that_player(
    viewer: User, owner: User, at: str, ann: Player, api_for: ApiFor
) -> None:
    where = f"{at}players/{ann.pk}/everything/"
    assert api_for(viewer).get(where).status_code == 403
    Membership.objects.filter(user=viewer).update(player=ann)
    for user in (viewer, owner):
        answer = api_for(user).get(where, HTTP_ACCEPT="application/zip")
        assert "clubs.Player.jsonl" in zipfile.ZipFile(io.BytesIO(answer.content)).namelist()


def test_a_player_is_forgotten_once_the_name_is_confirmed(
    owner: User, at: str, ann: Player, api_for: ApiFor
) -> None:
    api, where = api_for(owner), f"{at}players/{ann.pk}/forgotten/"
    assert api.get(where).json()["namesakes"] == 0
    wrong = api.put(where, {"reason": "asked", "name": "Anna"})
    assert (wrong.status_code, wrong.json()["codes"]) == (400, {"name": ["name"]})
    assert not Forgetting.objects.exists()
    answer = api.put(where, {"reason": "asked", "name": "ann"})
    assert (answer.status_code, answer.json()["active"]) == (200, False)
    ann.refresh_from_db()
    assert answer.json()["name"] == ann.name != "Ann"
    again = api.put(where, {"reason": "asked", "name": ann.name})
    assert "forgotten" in str(again.json()["codes"])


class TestArrivals:
    """An archive is uploaded by a program and read into a new club."""

    @pytest.fixture
    def data(self, club: Club, ann: Player) -> bytes:
        return archive_of(club)

    @pytest.fixture
    def api(self, stranger: User, api_for: ApiFor) -> APIClient:
        return api_for(stranger)

    def sent(self, api: APIClient, data: Any) -> Any:
        return api.generic("POST", "/api/v1/arrivals/", data, "application/zip")

    def test_uploaded_looked_at_and_read(
        self,
        api: APIClient,
        data: bytes,
        club: Club,
        stranger: User,
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            made = self.sent(api, data)
        assert (made.status_code, made.json()["result_url"]) == (201, None)
        job = made["Location"]
        looked = api.get(job).json()
        assert (looked["kind"], looked["state"], looked["club"]) == (
            "archive-inspection",
            "done",
            None,
        )
        assert looked["file_url"] is None
        at = looked["result_url"]
        report = api.get(at).json()
        assert (report["job"], report["is_readable"]) == (looked, True)
        assert (report["slug"], report["rows"]["clubs.Player"]) == (club.slug, 1)
        assert report["differences"] == []
        assert [(person["role"], person["has_account"]) for person in report["people"]] == [
            ("owner", True)
        ]
        taken = api.post(f"{at}read/")
        assert (taken.status_code, taken.json()["codes"]) == (
            400,
            {"non_field_errors": ["slug_taken"]},
        )
        with django_capture_on_commit_callbacks(execute=True):
            assert api.post(f"{at}read/", {"slug": "second"}).json()["state"] == "waiting"
        read = api.get(job).json()
        assert (read["kind"], read["state"], read["club"]) == (
            "archive-import",
            "done",
            "second",
        )
        new = stranger.memberships.get(club__slug="second")
        assert (new.role, new.club.players.get().name) == ("owner", "Ann")
        assert api.post(f"{at}read/", {"slug": "third"}).json()["code"] == "not_readable"
        assert api.delete(job).json()["code"] == "kept"

    def test_one_that_waits_is_cancelled_and_deleted_and_is_nobody_else_s(
        self,
        api: APIClient,
        data: bytes,
        owner: User,
        api_for: ApiFor,
        tmp_path: Path,
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        made = self.sent(api, data)
        job, at = made["Location"], f"/api/v1/arrivals/{made.json()['id']}/"
        theirs = api_for(owner)
        for answer in (
            theirs.get(job),
            theirs.get(at),
            theirs.post(f"{at}read/", {"slug": "x"}),
            theirs.post(f"{job}cancel/"),
            theirs.delete(job),
        ):
            assert answer.status_code == 404
        assert api.get(at).json()["is_readable"] is False
        assert api.get(f"{job}file/").status_code == 404
        assert api.post(f"{at}read/", {"slug": "x"}).json()["code"] == "not_readable"
        assert api.delete(job).json()["code"] == "not_closed"
        assert api.post(f"{job}cancel/").json()["state"] == "cancelled"
        assert api.post(f"{job}cancel/").json()["code"] == "not_open"
        with django_capture_on_commit_callbacks(execute=True):
            assert api.delete(job).status_code == 204
        assert api.get(job).status_code == 404
        assert files_in(tmp_path) == []

    def test_what_is_no_archive_is_refused_and_leaves_nothing(
        self, api: APIClient, data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for wrong in (b"PNG" * 99, data[: len(data) // 2], b""):
            answer = self.sent(api, wrong)
            assert (answer.status_code, answer.json()["code"]) == (422, "archive_refused")
        assert api.post("/api/v1/arrivals/", {"file": "x"}).status_code == 415
        with transfer_begin():
            assert self.sent(api, data).json()["code"] == "busy"
        monkeypatch.setattr("archive.api.archives.MOST_BYTES", len(data) - 1)
        answer = self.sent(api, data)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        assert not Job.objects.exists()
        assert files_in(tmp_path) == []


def files_in(folder: Path) -> list[Path]:
    """The files of archives and of uploads."""
    return [path for path in (folder / "archives").iterdir() if path.name != "transfer.lock"]
