"""The results of an event as other web pages include them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.services.players import player_name_hide, player_update
from tests.tournaments.conftest import EventMaker, drawn_and_begun
from tournaments.events.models import EntryPlayer
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.standings import standings_refresh
from tournaments.phones.models import EventPage
from tournaments.phones.services.sign_ups import event_page_update

pytestmark = pytest.mark.usefixtures("held")
FILES = {"public-results": "text/html", "public-results-json": "application/json"}


@pytest.fixture
def shown(make_event: EventMaker) -> EventPage:
    """Four pairs with surnames, who have played a round; the page is on."""
    event = make_event(pairs=4)
    drawn_and_begun(event)
    for player in event.club.players.all():
        player_update(player=player, name=f"{player.name} Xylander", note="", active=True)
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    return event_page_update(event=event, is_on=True)


def answer_of(page: EventPage, name: str, **heads: str) -> Any:
    return Client().get(reverse(name, args=[page.code]), headers=heads)


def test_the_json_has_the_documented_shape_under_public_names(shown: EventPage) -> None:
    data = answer_of(shown, "public-results-json").json()
    assert [*data] == [
        *("version", "language", "club", "event", "is_final", "computed_at", "columns"),
        "standings",
    ]
    assert data["event"] == {
        "name": shown.event.name,
        "date": shown.event.date.isoformat(),
        "time": None,
        "place": None,
        "game": "texas42",
        "game_name": "Texas 42",
        "state": "running",
    }
    assert len(data["standings"]) == 4
    for row in data["standings"]:
        assert [*row] == ["line", "rank", "is_shared", "names", "is_active", "values"]
        assert len(row["values"]) == len(data["columns"]) > 2
        assert len(row["names"]) == 2
        assert all(" X" in name for name in row["names"])
        assert "Xylander" not in str(row)


def test_the_fragment_is_a_section_without_layout_links_or_scripts(shown: EventPage) -> None:
    text = answer_of(shown, "public-results").text
    assert text.startswith('<section class="allmark-results"')
    assert text.endswith("</section>\n")
    for part in ("<html", "<link", "<script", "href=", "Xylander"):
        assert part not in text, part
    assert text.count('<th scope="row">') == 4


@pytest.mark.parametrize("name", sorted(FILES))
def test_scripts_of_any_origin_may_read_it_and_an_unchanged_one_is_not_sent_again(
    name: str, shown: EventPage
) -> None:
    answer = answer_of(shown, name)
    assert answer["Content-Type"] == f"{FILES[name]}; charset=utf-8"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.cookies
    tag = answer["ETag"]
    same = answer_of(shown, name, **{"If-None-Match": tag})
    assert (same.status_code, same["Access-Control-Allow-Origin"]) == (304, "*")
    row = EntryPlayer.objects.filter(entry__event=shown.event).select_related("player").first()
    assert row is not None
    player_name_hide(player=row.player, hidden=True)
    assert answer_of(shown, name, **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("name", sorted(FILES))
def test_there_are_no_results_files_while_the_public_page_is_off(
    name: str, shown: EventPage
) -> None:
    assert answer_of(shown, name).status_code == 200
    event_page_update(event=shown.event, is_on=False)
    assert answer_of(shown, name).status_code == 404


def test_who_dropped_out_is_said_in_both(shown: EventPage) -> None:
    entry = shown.event.entries.first()
    assert entry is not None
    entry_withdraw(entry=entry)
    rows = answer_of(shown, "public-results-json").json()["standings"]
    assert sorted(row["is_active"] for row in rows) == [False, True, True, True]
    assert answer_of(shown, "public-results").text.count("(dropped out)") == 1
