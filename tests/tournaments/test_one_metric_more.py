"""A metric of which nothing knows but its class is found wherever metrics are."""

from collections.abc import Callable, Iterator

import pytest
from rest_framework.test import APIClient

from clubs.models import User
from engine.standings.criteria import Value
from engine.standings.metric import MetricKind, OwnTotal
from engine.standings.metrics import METRICS, metric
from engine.standings.results import Outcome, Sums
from games import PRESENTERS
from rules import GAMES
from rules.phrases import phrase
from tests.conftest import ApiFor
from tests.tournaments.conftest import EventMaker, begin_next
from tests.tournaments.naive import result
from tests.tournaments.pages import Pages, as_shown, messages_of, words
from tests.tournaments.test_pages_rules import SETTINGS
from tournaments.events.models import Event
from tournaments.events.services.locking import standings_mark_stale
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.django_db
KEY = "beyond_cap"
IN_TEAMS = [game for game, laws in GAMES.items() if laws.sides == 2]


@pytest.fixture(autouse=True)
def extra_metric() -> Iterator[None]:
    """The metric, whose second sum no other metric of the event asks for."""

    @metric
    class BeyondCap(OwnTotal):
        key = KEY
        name = phrase("Marks beyond the cap")
        abbreviation = phrase("Beyond")
        explanation = phrase("What each game brought above the event's cap.")
        games = frozenset({MetricKind.IN_TEAMS})
        sums = (Outcome.POINTS, Outcome.CAPPED_FOR)

        def of(self, sums: Sums) -> Value:
            return sums[Outcome.POINTS] - sums[Outcome.CAPPED_FOR]

    yield
    del METRICS[KEY]


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """Two tables, 7 to 3 and 5 to 0, with a cap of 4."""
    made = make_event(4, cap=4)
    rounds_plan(event=made)
    tables = begin_next(made).tables.order_by("number")
    for table, totals in zip(tables, ((7, 3), (5, 0)), strict=True):
        result(table.games.get().match, *totals)
    standings_mark_stale(event_id=made.pk)
    return made


@pytest.fixture
def api(owner: User, api_for: ApiFor) -> APIClient:
    return api_for(owner)


def refreshed(event: Event) -> dict[int, tuple[int, int]]:
    """The rank and the metric's value of each entry."""
    standings_refresh(event_id=event.pk)
    rows = event.standings.values_list("entry__number", "rank", "values")
    return {number: (rank, values[KEY]) for number, rank, values in rows}


def test_it_is_shown_and_ranks_once_the_form_of_the_event_chose_it(
    event: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(event)
    assert sorted(value for _rank, value in refreshed(event).values()) == [0, 0, 1, 3]
    legend = words(pages.get("event-standings"))
    assert "Beyond Marks beyond the cap" in legend
    assert "What each game brought above the event's cap." in legend
    form = pages.get(SETTINGS).context["form"]
    offered = {row["name"] for row in form["tie_breaks"].subwidgets[0].data["rows"]}
    assert f"tie_breaks-{KEY}" in offered
    given = {name: text for name, text in as_shown(form).items() if "tie_breaks-" not in name}
    assert messages_of(pages.post(SETTINGS, **given, **{f"tie_breaks-{KEY}": 1})) == ["Saved."]
    assert event.tie_breaks == [KEY]
    assert sorted(refreshed(event).values()) == [(1, 3), (2, 1), (3, 0), (3, 0)]


def test_it_is_offered_and_told_by_the_api(event: Event, api: APIClient) -> None:
    (choice,) = (
        row for row in api.get("/api/v1/event-choices/").json()["tie_breaks"] if row["key"] == KEY
    )
    assert (choice["name"], choice["games"]) == ("Marks beyond the cap", sorted(IN_TEAMS))
    at = f"/api/v1/clubs/{event.club.slug}/{event.api_path}"
    assert api.patch(at, {"tie_breaks": [KEY, "lot"]}).json()["tie_breaks"] == [KEY, "lot"]
    refreshed(event)
    columns = api.get(f"{at}standings/").json()["columns"]
    (column,) = (column for column in columns if column["key"] == KEY)
    assert (column["abbreviation"], column["decides"]) == ("Beyond", True)


def test_games_of_other_kinds_do_not_have_it() -> None:
    having = {game for game in GAMES if KEY in PRESENTERS[game].metrics}
    assert having == {*IN_TEAMS}
