"""Standings on their page: what they show, how they refresh, how old they are."""

import csv
import datetime
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Heartbeat
from scoring.models import Match
from tests.tournaments.conftest import match_of
from tests.tournaments.pages import Pages, wall, words
from tournaments.events.models import Event
from tournaments.events.selectors.events import entrant_name
from tournaments.events.services.events import event_finish
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

PAGE, LIVE = "event-standings", "event-standings-live"
WALL, WALL_LIVE = "event-projector", "event-projector-live"


@pytest.fixture
def shown(running: Event, pages_of: Callable[[Event], Pages]) -> Pages:
    """The pages of the event whose first round is on."""
    return pages_of(running)


def worker_was_seen(*, seconds_ago: int) -> None:
    at = timezone.now() - datetime.timedelta(seconds=seconds_ago)
    Heartbeat.objects.update_or_create(name="worker", defaults={"at": at})


def ask_again(pages: Pages, name: str, before: Any, **query: Any) -> Any:
    """Ask as the script does: with the tag of what it has."""
    tag = {"If-None-Match": before["ETag"]}
    return pages.client.get(pages.url(name), query, headers=tag)


def ranks(answer: Any) -> list[tuple[int, bool, str]]:
    rows = answer.context["standings"].rows
    return [(row.rank, row.tied, row.entrant.name) for row in rows]


# --- what they show


def test_those_who_have_played_nothing_have_dashes_and_not_noughts(
    shown: Pages, running: Event, win: Callable[..., Match]
) -> None:
    win(match_of(running, 1, 1), 0)
    standings_refresh(event_id=running.pk)
    standings = shown.get(PAGE).context["standings"]
    keys = [column.metric.key for column in standings.columns]
    cells = [dict(zip(keys, row.cells, strict=True)) for row in standings.rows]
    assert [row["games_won"] for row in cells] == [1, 0, None, None]
    assert [row["games_played"] for row in cells] == [1, 1, 0, 0]
    file = shown.client.get(shown.url("event-standings-file", "csv")).content.decode("utf-8-sig")
    (*_others, last) = csv.DictReader(io.StringIO(file))
    assert [last["Games played"], last["Games won"], last["Marks for"]] == ["0", "", ""]
    programs = shown.client.get(shown.url("api-events-standings"))
    assert programs.json()["rows"][3]["values"][keys.index("points")] is None
    assert "“–” means that nothing was played" in words(shown.get(PAGE))


def test_shared_ranks_are_shown_as_shared_and_in_words(
    shown: Pages, running: Event, win: Callable[..., Match]
) -> None:
    for table in (1, 2):
        win(match_of(running, 1, table), 0)
    standings_refresh(event_id=running.pk)
    answer = shown.get(PAGE)
    assert [(rank, tied) for rank, tied, _name in ranks(answer)] == [(1, True)] * 2 + [
        (3, True)
    ] * 2
    assert words(answer).count("= 1 , shared") == 2
    assert words(answer).count("= 3 , shared") == 2


def test_who_met_whom_shows_every_game_from_both_sides(
    shown: Pages, running: Event, win: Callable[..., Match], bid: Callable[..., Match]
) -> None:
    win(match_of(running, 1, 1), 0, loser_marks=4)
    bid(match_of(running, 1, 2), 1)
    page = words(shown.get(PAGE))
    cross = page[page.index("Who met whom") :]
    for result in ("7–4", "4–7", "0–1…", "1–0…"):
        assert cross.count(result) == 1


def test_a_pair_that_dropped_out_stays_in_the_table_and_is_marked(
    shown: Pages, running: Event, win: Callable[..., Match]
) -> None:
    win(match_of(running, 1, 1), 0)
    shown.post("entry-withdraw", 1, how="keep")
    standings_refresh(event_id=running.pk)
    assert "Ada & Ben dropped out" in words(shown.get(PAGE))


def test_final_standings_are_called_final(shown: Pages, running: Event) -> None:
    event_finish(event=running, unfinished=True)
    standings_refresh(event_id=running.pk)
    page = words(shown.get(PAGE))
    assert "Final standings Rank" in page
    assert "as of" not in page


def test_the_winners_of_a_finished_event_stand_first_to_be_read_out(
    shown: Pages, running: Event, win: Callable[..., Match]
) -> None:
    for table, loser_marks in ((1, 5), (2, 3)):
        win(match_of(running, 1, table), 0, loser_marks=loser_marks)
    standings_refresh(event_id=running.pk)
    assert "Winners" not in words(shown.get(PAGE))
    event_finish(event=running)
    standings_refresh(event_id=running.pk)
    page = words(shown.get(PAGE))
    assert "Winners 1 Cleo & Dan 2 Ada & Ben 3 Gus & Hal Final standings" in page


def test_before_a_round_has_begun_the_page_says_when_standings_come(pages: Pages) -> None:
    assert "No standings yet" in words(pages.get(PAGE))
    assert "Standings appear here as soon as a round has begun." in words(pages.get(WALL_LIVE))


# --- how they refresh


@pytest.mark.parametrize("name", [LIVE, WALL_LIVE])
def test_a_fragment_is_sent_again_only_when_something_has_changed(
    name: str, shown: Pages, running: Event, bid: Callable[..., Match]
) -> None:
    first = shown.get(name)
    assert first["Cache-Control"] == "private, no-cache"
    unchanged = ask_again(shown, name, first)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    bid(match_of(running, 1, 1), 0, marks=2)
    stale = ask_again(shown, name, first)
    assert stale.status_code == 200
    standings_refresh(event_id=running.pk)
    fresh = ask_again(shown, name, stale)
    assert fresh.status_code == 200
    assert ranks(fresh)[0] == (1, False, pair_of(running, table=1))


def pair_of(event: Event, *, table: int) -> str:
    """The home pair at a table of the first round."""
    seats = {seat.number: seat.player for seat in match_of(event, 1, table).seats.all()}
    return entrant_name([seats[0], seats[2]])


def test_the_page_and_its_fragment_show_the_same(shown: Pages) -> None:
    assert words(shown.get(LIVE)) in words(shown.get(PAGE))
    assert words(shown.get(WALL_LIVE)) in words(shown.get(WALL))


# --- how old they are


@pytest.mark.parametrize(("seconds_ago", "says"), [(1, False), (600, True)])
def test_stale_standings_are_told_only_when_the_worker_is_silent(
    seconds_ago: int,
    says: bool,
    shown: Pages,
    running: Event,
    bid: Callable[..., Match],
) -> None:
    bid(match_of(running, 1, 1), 0)
    worker_was_seen(seconds_ago=seconds_ago)
    running.refresh_from_db()
    at = timezone.localtime(running.standings_at)
    notice = f"Standings as of {at:%H:%M}. The background worker is not answering"
    for name in (PAGE, LIVE):
        assert (notice in words(shown.get(name))) is says
    assert (f"as of {at:%H:%M}" in wall(shown)[-1]) is says


def test_fresh_standings_tell_nothing_of_a_silent_worker(shown: Pages) -> None:
    worker_was_seen(seconds_ago=600)
    assert "not answering" not in words(shown.get(PAGE))


def test_a_worker_that_falls_silent_changes_the_fragments(
    shown: Pages, running: Event, bid: Callable[..., Match]
) -> None:
    bid(match_of(running, 1, 1), 0)
    worker_was_seen(seconds_ago=1)
    before = {name: shown.get(name) for name in (LIVE, WALL_LIVE)}
    worker_was_seen(seconds_ago=600)
    for name, first in before.items():
        assert ask_again(shown, name, first).status_code == 200


def test_standings_never_computed_say_so_and_no_time(
    event: Event, shown: Pages, running: Event
) -> None:
    Event.objects.filter(pk=running.pk).update(standings_version=0, standings_at=None)
    worker_was_seen(seconds_ago=600)
    assert "Standings are not worked out yet" in words(shown.get(PAGE))
    assert not any("as of" in page for page in wall(shown))
