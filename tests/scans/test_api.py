"""Another program hands in pictures, follows their reading, records what is sure."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import User
from jobs.services import job_make
from scoring.models import Match
from tests.scans.conftest import Marked, hand
from tournaments.events.models import Event

pytestmark = pytest.mark.usefixtures("held")

ApiFor = Callable[[User], APIClient]


def test_a_program_reads_sheets_and_records_them(
    api_for: ApiFor, owner: User, running: Event, marked: Marked
) -> None:
    api = api_for(owner)
    address = reverse("api-sheets-list", args=[running.club.slug, running.pk])
    file = SimpleUploadedFile("1.jpg", marked(hand()))
    answer = api.post(address, {"pictures": [file]}, format="multipart")
    assert answer.status_code == 201, answer.content
    order = answer.json()
    assert (order["state"], order["total"]) == ("waiting", 1)
    job_make(job_id=order["id"])
    job = api.get(order["url"]).json()
    assert (job["state"], job["kind"]) == ("done", "sheets")
    read = api.get(job["result_url"]).json()
    assert read["job"] == job
    (row,) = read["tables"][0]["rows"]
    assert (row["standing"], row["hand"]) == ("sure", 1)
    record = reverse("api-sheets-record", args=[running.club.slug, running.pk, order["id"]])
    assert api.post(record).json() == {"hands": 1, "stopped": []}
    assert api.post(record).json() == {"hands": 0, "stopped": []}
    assert Match.objects.get(pk=read["tables"][0]["match"]).hand_count == 1
    assert [row["id"] for row in api.get(address).json()["results"]] == [order["id"]]


def test_pictures_are_for_members_who_record(
    api_for: ApiFor, stranger: User, viewer: User, running: Event
) -> None:
    address = reverse("api-sheets-list", args=[running.club.slug, running.pk])
    for method in ("get", "post"):
        assert getattr(api_for(stranger), method)(address).status_code == 404
        assert getattr(api_for(viewer), method)(address).status_code == 403
