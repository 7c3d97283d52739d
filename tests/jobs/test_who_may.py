"""Who sees a job of each kind over HTTP, and who may cancel, repeat or delete it."""

from typing import Any

import pytest
from django.urls import reverse

from clubs.models import Club, User
from clubs.roles import RIGHTS, Right
from jobs.kinds import KINDS
from jobs.models import Job, JobState
from jobs.services import job_order
from tests.conftest import ApiFor

ROLES = ("owner", "organiser", "scorer", "treasurer", "viewer")


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Any) -> None:
    settings.JOB_ROOT = tmp_path / "jobs"


@pytest.mark.parametrize("role", ROLES)
def test_a_job_is_seen_with_its_right_and_changed_by_who_runs_events(
    role: str, club: Club, owner: User, request: pytest.FixtureRequest, api_for: ApiFor
) -> None:
    api = api_for(request.getfixturevalue(role))
    assert len(Right) > 5
    for right in sorted(Right):
        job = job_order(kind="print", club=club, requested_by=owner, right=right, title="Sheets")
        at = reverse("api-jobs-detail", args=[job.pk])
        listed = [row["id"] for row in api.get(reverse("api-jobs-list")).json()["results"]]
        is_seen = right in RIGHTS[role]
        assert (str(job.pk) in listed) is is_seen, right
        assert (api.get(at).status_code == 200) is is_seen, right
        refused = 403 if is_seen else 404
        may = is_seen and Right.RUN in RIGHTS[role]
        for method, more, good in (("post", "cancel/", 200), ("post", "retry/", 200)):
            answer = getattr(api, method)(f"{at}{more}")
            assert answer.status_code == (good if may else refused), (right, more)
        Job.objects.update(state=JobState.FAILED)
        assert api.delete(at).status_code == (204 if may else refused), right


def test_who_ordered_a_job_may_change_it_without_running_events(
    club: Club, scorer: User, viewer: User, api_for: ApiFor
) -> None:
    job = job_order(kind="print", club=club, requested_by=scorer, title="Sheets")
    at = reverse("api-jobs-detail", args=[job.pk])
    assert api_for(viewer).post(f"{at}cancel/").status_code == 403
    assert api_for(scorer).post(f"{at}cancel/").status_code == 200


def test_what_belongs_to_no_club_is_its_owner_s_alone(
    owner: User, stranger: User, api_for: ApiFor
) -> None:
    job = job_order(kind="archive-inspection", requested_by=stranger, right=Right.ARCHIVE)
    at = reverse("api-jobs-detail", args=[job.pk])
    assert api_for(owner).get(at).status_code == 404
    assert api_for(stranger).get(at).json()["club"] is None


def test_jobs_are_chosen_by_club_kind_and_state(
    club: Club, owner: User, stranger: User, api_for: ApiFor
) -> None:
    theirs = stranger.memberships.get().club
    job_order(kind="print", club=theirs, requested_by=stranger)
    ours = {
        kind: str(job_order(kind=kind, club=club, requested_by=owner).pk)
        for kind in ("print", "archive", "site")
    }
    api, at = api_for(owner), reverse("api-jobs-list")
    for query, kinds in (
        (f"club={club.slug}", {*ours}),
        (f"club={theirs.slug}", set()),
        ("kind=site", {"site"}),
        ("state=waiting", {*ours}),
        ("state=done", set()),
    ):
        rows = api.get(f"{at}?{query}").json()["results"]
        assert {row["id"] for row in rows} == {ours[kind] for kind in kinds}, query
    assert api.get(f"{at}?kind=nothing").status_code == 400


def test_every_kind_of_job_is_known_to_the_description() -> None:
    from jobs.api import KIND_KEYS

    assert (
        KIND_KEYS
        == sorted(KINDS)
        == [
            "archive",
            "archive-import",
            "archive-inspection",
            "print",
            "sheets",
            "site",
        ]
    )
