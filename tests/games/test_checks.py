"""A slip in a presenter is an error at start, and a ranking that does not suit a sentence."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core import checks
from django.core.management import CommandError, call_command

import games
from clubs.models import Club, User
from games import PRESENTERS
from games.base import Example
from games.checks import slips
from games.presets import EventTemplate
from games.texas42.form import Texas42EntryForm
from games.texas42.presenter import Texas42Presenter
from games.wording import GameLabels
from rules.texas42 import TEXAS42
from tests.conftest import ApiFor, ClientFor
from tests.tables import table
from tests.tournaments.pages import words

LABELS = Texas42Presenter.labels
NAME, *_REST = LABELS.presets


def evening(**parts: Any) -> dict[str, Any]:
    """The only ready-made event of a game."""
    known: dict[str, Any] = {"key": "x", "name": "X", "explanation": "", "rules": {}}
    return {"presets": (EventTemplate(**known | parts),)}


WRONG_FORM = type("WrongForm", (Texas42EntryForm,), {"line_fields": ("bidder", "colour")})
"""A form without a field that the line fills."""

SLIPS: list[tuple[dict[str, Any], str]] = [
    ({"usual_order": ("games_won", "average")}, "usual_order has “average”, by which it cannot be"),
    ({"labels": GameLabels({}, LABELS.options, LABELS.stakes)}, f"preset “{NAME}” has no label."),
    (
        {"labels": replace(LABELS, stakes={**LABELS.stakes, "per_hour": "an hour"})},
        "there is no stake “per_hour” to label.",
    ),
    (evening(format="table_mates"), "preset x: the format “table_mates” does not suit."),
    (evening(format_options={"speed": 1}), "preset x: the format refuses “speed” (unknown)."),
    (evening(rules={"nello": "often"}), "preset x: The option “nello” cannot be often."),
    (evening(stakes={"per_hour": 5}), "preset x: there is no stake “per_hour”."),
    (evening(tie_breaks=("average",)), "preset x: tie_breaks has “average”"),
    ({"form": WRONG_FORM}, "line_fields names “colour”, which the form does not have."),
    (
        {"example": lambda _self, _options: Example("b30 5 q", "", "", "")},
        "the example line “b30 5 q” cannot be read:",
    ),
    ({"examples": {"half": {"dealer": 0}}}, "the example “half” is not legal:"),
]


@table(("members", "sentence"), SLIPS, ids=str)
def test_a_slip_is_named(members: dict[str, Any], sentence: str) -> None:
    found = list(slips(type("Wrong", (Texas42Presenter,), members)()))
    assert any(one.startswith(sentence) for one in found), found


def test_no_game_of_the_house_has_a_slip() -> None:
    assert {name: list(slips(presenter)) for name, presenter in PRESENTERS.items()} == {
        name: [] for name in PRESENTERS
    }


@pytest.fixture
def misranked() -> Iterator[str]:
    """A game of teams that is ranked as single players are; returns its name."""

    members = {
        "laws": replace(TEXAS42, name="misranked"),
        "label": "Misranked",
        "best_play": None,
        "usual_order": ("average",),
        "presets": (),
    }
    games.register(type("Misranked", (Texas42Presenter,), members)())
    yield "misranked"
    games.unregister("misranked")


def test_a_start_refuses_it(misranked: str) -> None:
    with pytest.raises(CommandError, match=f"{misranked}: usual_order has “average”"):
        call_command("check", tags=["games"])
    assert [error.id for error in checks.run_checks(tags=["games"])] == ["games.E001"]


@pytest.mark.django_db
def test_the_page_and_the_api_say_by_what_it_cannot_be_ranked(
    misranked: str, club: Club, owner: User, client_for: ClientFor, api_for: ApiFor
) -> None:
    sentence = "An event of Misranked cannot be ranked by “Points per hand”."
    at = f"/c/{club.slug}/events/new/?game={misranked}"
    given = {"template": misranked, "name": "Tonight", "date": "2026-11-20"}
    page = client_for(owner).post(at, given)
    assert page.status_code == 422
    assert sentence in words(page)
    assert "Tonight" in page.content.decode()
    body = {"game": misranked, "name": "Tonight", "date": "2026-11-20"}
    answer = api_for(owner).post(f"/api/v1/clubs/{club.slug}/events/", body)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not club.events.exists()
