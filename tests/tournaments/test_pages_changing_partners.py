"""The pages of single players at Texas 42, in every format that they may play."""

from collections.abc import Callable

import pytest

from clubs.models import Club, Player, User
from engine.pairings.formats import FORMATS
from scoring.models import Match
from tests.tournaments.changing import night
from tests.tournaments.conftest import drawn_and_begun, match_of
from tests.tournaments.pages import Pages, wall, words
from tournaments.events.format_labels import format_label
from tournaments.events.models import Event
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.rounds import rounds_plan

PagesOf = Callable[[Event], Pages]
FORMS = [key for key, row in FORMATS.items() if row.lineup == 1 and "texas42" in row.games]


@pytest.fixture
def pages_in(
    club: Club,
    owner: User,
    players: list[Player],
    pages_of: PagesOf,
    win: Callable[..., Match],
) -> Callable[[str], Pages]:
    """Nine players, the first round played and the second planned."""

    def played(format_: str) -> Pages:
        event = night(club, owner, players[:9], format_)
        drawn_and_begun(event)
        win(match_of(event, 1, 1), 0)
        win(match_of(event, 1, 2), 1)
        if FORMATS[format_].from_results:
            rounds_plan(event=event)
        return pages_of(event)

    return played


def test_there_are_four_formats_for_single_players() -> None:
    assert FORMS == ["rotating_partners", "progressive", "by_standing", "ladder"]


@pytest.mark.parametrize("format_", FORMS)
def test_every_page_of_an_event_answers(format_: str, pages_in: Callable[[str], Pages]) -> None:
    pages = pages_in(format_)
    for name in ("event", "event-draw", "event-entries", "event-settings", "event-standings"):
        answer = pages.get(name)
        assert answer.status_code == 200, name
        assert "Night" in answer.content.decode(), name
    the_plan_shows_who_partners_and_opposes_whom(pages)
    a_setting_is_chosen_by_its_name(pages)
    the_draw_and_the_wall_say_who_plays_with_whom(pages)


def the_plan_shows_who_partners_and_opposes_whom(pages: Pages) -> None:
    answer = pages.get("round-plan", 2)
    measured = answer.context["balance"]
    assert measured.partners is not None
    assert [matrix.key for matrix in answer.context["matrices"]] == [
        "partners",
        "opponents",
        "together",
    ]


def a_setting_is_chosen_by_its_name(pages: Pages) -> None:
    text = words(pages.get("event-settings"))
    labels = format_label(pages.event.format).settings
    assert labels
    for label in labels.values():
        assert str(label.name) in text
        for name in label.choices.values():
            assert str(name) in text


def the_draw_and_the_wall_say_who_plays_with_whom(pages: Pages) -> None:
    draw, (wall_draw, *_others) = words(pages.get("event-draw")), wall(pages)
    for round_ in event_overview(pages.event).rounds[:2]:
        table = round_.tables[0]
        home, away = (" & ".join(entrant.name for entrant in team.entrants) for team in table.teams)
        assert f"{table.in_room} {home} {away}" in draw
    assert f"Table {table.in_room} {home} {away}" in wall_draw
