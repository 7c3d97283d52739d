"""A trial returns what a service would, keeps nothing, and asks nobody why."""

import pytest

from clubs.models import Club, User
from clubs.services.clubs import club_create
from core.transactions import is_trial, tried

pytestmark = pytest.mark.django_db


def test_a_tried_service_answers_and_keeps_nothing(owner: User) -> None:
    before = Club.objects.count()
    club = tried(club_create, name="Elm Street", owner=owner)
    assert club.pk
    assert Club.objects.count() == before


def test_an_error_of_a_tried_service_is_the_callers_and_the_trial_is_over() -> None:
    def service() -> None:
        assert is_trial()
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        tried(service)
    assert not is_trial()
