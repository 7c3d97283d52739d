"""What a member who plays is told at the head of an event's page: his own table."""

from collections.abc import Callable

import pytest

from clubs.models import Player, User
from scoring.models import Match
from tests.conftest import ClientFor
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    drawn_and_begun,
    match_of,
)
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Event

Looks = Callable[[Event, str], str]


@pytest.fixture
def looks(viewer: User, players: list[Player], client_for: ClientFor) -> Looks:
    """The head of an event's page as the player of that name sees it."""

    def read(event: Event, name: str) -> str:
        member = viewer.memberships.get(club=event.club)
        member.player = next(player for player in players if player.name == name)
        member.save()
        page = words(Pages(client_for(viewer), event).get("event"))
        head = page[page.index("Print") :].removeprefix("Print")
        return head.partition("Round ")[0].partition("No round")[0].strip()

    return read


def test_a_player_is_sent_to_his_table_and_told_the_next_one(running: Event, looks: Looks) -> None:
    assert looks(running, "Gus") == (
        "Table 1 You play in round 1 against Ada & Ben Open your table "
        "Then round 2: table 1 against Eva & Fay"
    )


def test_who_has_finished_is_sent_to_the_next_round(
    running: Event, looks: Looks, win: Callable[..., Match]
) -> None:
    win(match_of(running, 1, 1), 0)
    assert looks(running, "Gus") == (
        "Table 1 You play next in round 2 against Eva & Fay You have finished round 1."
    )


def test_who_sits_out_is_told_so(make_event: EventMaker, looks: Looks) -> None:
    event = make_event(pairs=3)
    drawn_and_begun(event)
    assert looks(event, "Ada") == (
        "Table 1 You play next in round 2 against Cleo & Dan You sit out round 1."
    )


def test_before_the_draw_and_for_who_does_not_play_nothing_is_said(
    running: Event, looks: Looks, make_event: EventMaker
) -> None:
    assert looks(running, "Tess") == ""
    assert looks(make_event(pairs=2), "Ada") == ""


def test_somebody_who_enters_alone_is_told_who_sits_with_him(
    make_evening: EveningMaker, looks: Looks
) -> None:
    event = make_evening(8)
    drawn_and_begun(event)
    line = looks(event, "Ada")
    assert line.startswith("Table ")
    assert line.count(",") >= 2


def test_who_is_on_no_roster_sees_the_rounds_alone(
    running: Event, viewer: User, client_for: ClientFor
) -> None:
    assert "your table" not in words(Pages(client_for(viewer), running).get("event"))


def test_a_scorer_at_his_own_table_is_led_to_record(
    running: Event, scorer: User, players: list[Player], client_for: ClientFor
) -> None:
    scorer.memberships.filter(club=running.club).update(player=players[0])
    assert "Record your table" in words(Pages(client_for(scorer), running).get("event"))
