"""A lost table as the pages, the wall and the papers show it."""

from collections.abc import Callable

import pytest

from paper.documents.seating import rounds_seated
from paper.documents.slips import Slip, slip_of
from paper.documents.table_cards import _table_card
from scoring.models import Match
from tests.tables import table
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, as_shown, at_field, messages_of, words
from tournaments.events.models import Event
from tournaments.events.selectors.lots import lots_of
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.room import table_lose


@pytest.fixture
def begun(make_event: EventMaker) -> Event:
    event = make_event(pairs=8)
    drawn_and_begun(event)
    return event


def first_names(event: Event, table: int) -> str:
    """Who plays at a table of the first round, as pages write it."""
    view = event_overview(event).rounds[0].tables[table - 1]
    return " – ".join(entrant.name for team in view.teams for entrant in team.entrants)


def spoken(text: str) -> str:
    """Without the marks around names and between them."""
    return " ".join(text.replace("&", " ").replace("–", " ").replace(" :", ":").split())


def test_a_table_is_lost_from_its_own_menu_and_is_back(
    begun: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(begun)
    shown = pages.get("event")
    assert shown.content.decode().count("Take this table out of use") == 4
    answer = pages.post("room-lost", table=3)
    assert messages_of(answer) == [
        "Table 3 is out of use. Its meetings are played at other tables."
    ]
    text = spoken(words(answer))
    assert "Table 3 is out of use" in text
    assert text.count("when the table is free") == 1
    assert messages_of(pages.post("room-back", table=3)) == ["Table 3 is in use again."]
    assert begun.tables_lost == []


@table("sent", ["", "x", "0", "99999", "-1"])
def test_what_is_no_table_changes_nothing(
    begun: Event, pages_of: Callable[[Event], Pages], sent: str
) -> None:
    assert "There is no table" in messages_of(pages_of(begun).post("room-lost", table=sent))[0]
    assert begun.tables_lost == []


def test_from_the_plan_one_comes_back_to_the_plan(
    begun: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(begun)
    assert "Tables in the room" in words(pages.get("round-plan", 2))
    answer = pages.post("room-lost", table=3, round=2)
    assert answer.request["PATH_INFO"] == pages.url("round-plan", 2)
    assert "has ended" in words(answer)
    assert "Table 3 is out of use" in words(answer)


def test_the_room_is_a_setting(begun: Event, pages_of: Callable[[Event], Pages]) -> None:
    pages = pages_of(begun)
    sent = as_shown(pages.get("event-settings").context["form"])
    assert at_field(
        pages.post("event-settings", **sent | {"tables_in_room": "0"}), "tables_in_room"
    )
    pages.post("event-settings", **sent | {"tables_in_room": "3", "best_of": ""})
    assert begun.tables_in_room == 3
    assert event_overview(begun).rounds[0].waiting


def test_the_draw_and_the_wall_say_who_waits(
    begun: Event, pages_of: Callable[[Event], Pages], win: Callable[..., Match]
) -> None:
    table_lose(event=begun, number=3)
    pages = pages_of(begun)
    assert spoken(f"Plays at table 1 after {first_names(begun, 1)}") in spoken(
        words(pages.get("event-draw"))
    )
    wall = spoken(words(pages.get("event-projector")))
    assert spoken(f"Table 1 {first_names(begun, 3)} when the table is free") in wall
    win(match_of(begun, 1, 1), 0)
    wall = spoken(words(pages.get("event-projector")))
    assert spoken(f"Table 1 {first_names(begun, 3)} now") in wall


def test_slips_and_lots_name_the_table_in_the_room(begun: Event) -> None:
    table_lose(event=begun, number=3)
    (seated,) = rounds_seated(begun, 1)
    slips: list[Slip] = [slip_of(begun, seated, table) for table in seated.tables]
    assert [slip.table for slip in slips] == ["table 1", "table 2", "table 1, shift 2", "table 4"]
    assert len({slip.code for slip in slips}) == 4
    card = _table_card(begun, (seated,), 1, ("", ""))
    assert [sitter.name.partition(", ")[2] for sitter in card.rounds[0].sitters] == [
        *("", ""),
        *("shift 2", "shift 2"),
    ]
    lot_names = [view.what for view in lots_of(begun, event_overview(begun))]
    assert lot_names.count("First shaker, round 1, table 1") == 2
