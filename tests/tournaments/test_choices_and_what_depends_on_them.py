"""A choice in a form decides which other fields there are: a plain form post, and the API.

Each form is posted as a browser without scripts sends it: everything that the page shows for the
former choice, with only the choice changed.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import Club, User
from engine.pairings.formats import FORMATS
from leagues.models import Season
from leagues.services.seasons import season_create
from rules import GAMES
from tests.html_forms import form_sent
from tests.tournaments.conftest import EventMaker
from tests.tournaments.pages import Pages, at_field, messages_of, words
from tournaments.events.forms.rules import PREFIX
from tournaments.events.models import Event
from tournaments.events.services.events import event_update
from tournaments.money.services.money import money_set_up

pytestmark = pytest.mark.usefixtures("held")

SETTINGS, RULES, MONEY = "event-settings", "event-rules", "event-money-setup"
BY_GAME = {game: [key for key in FORMATS if FORMATS[key].suits(game)] for game in GAMES}
PRESETS = {game: list(GAMES[game].options.presets) for game in GAMES}
STAKES = {
    game: next(
        stake
        for stake in laws.match.stakes
        if all(
            laws.match.stake_applies(stake, laws.options.resolve({"preset": preset}))
            for preset in laws.options.presets
        )
    )
    for game, laws in GAMES.items()
}
"""A stake of each game that all its presets count."""

Drafts = Callable[..., Event]


@pytest.fixture
def drafts(make_event: EventMaker) -> Drafts:
    """An event without entries."""

    def make(game: str = "texas42", **more: Any) -> Event:
        return make_event(0, game=game, **{"rules": {}} | more)

    return make


@pytest.fixture
def api(owner: User) -> APIClient:
    """A program with the owner's rights."""
    client = APIClient()
    client.force_authenticate(owner)
    return client


def address(event: Event, more: str = "") -> str:
    return f"/api/v1/clubs/{event.club.slug}/events/{event.pk}/{more}"


def usual(key: str) -> dict[str, int]:
    return {setting.key: int(setting.default) for setting in FORMATS[key].settings}


def unusual(key: str) -> dict[str, int]:
    """The settings of a format with others than the usual among them."""
    rows = [row for row in FORMATS[key].settings if row.key in {"rounds", "final", "third"}]
    assert rows
    return usual(key) | {row.key: row.low if row.default > row.low else row.high for row in rows}


def the_other_format(event: Event, former: str, change: Callable[[str], None]) -> list[str]:
    """Change an event from its format to every other; what each change came to, if not that."""
    wrong = []
    before = {key: getattr(event, key) for key in ("format", "format_options", "tie_breaks")}
    known = BY_GAME[event.game]
    for other in known[(known.index(former) + 1) % 3 :: 3]:
        if other == former:
            continue
        change(other)
        event.refresh_from_db()
        has_places = FORMATS[other].has_bracket
        if (event.format, event.format_options) != (other, usual(other)):
            wrong.append(f"{former} → {other}: {event.format} {event.format_options}")
        if ("bracket_place" in event.tie_breaks) != has_places:
            wrong.append(f"{former} → {other}: {event.tie_breaks}")
        Event.objects.filter(pk=event.pk).update(**before)
    return wrong


def test_every_format_can_be_changed_to_every_other_by_the_form_as_it_was_shown(
    drafts: Drafts, pages_of: Callable[[Event], Pages]
) -> None:
    assert sum(len(known) * (len(known) - 1) for known in BY_GAME.values()) > 100
    wrong = []
    for game, known in BY_GAME.items():
        for former in known:
            pages = pages_of(drafts(game, format=former, format_options=unusual(former)))
            shown = form_sent(pages.get(SETTINGS))

            def change(other: str, pages: Pages = pages, shown: Any = shown) -> None:
                answer = pages.client.post(pages.url(SETTINGS), shown | {"format": other})
                assert answer.status_code == 302, (shown, other, words(answer))

            wrong += the_other_format(pages.event, former, change)
    assert wrong == []


def test_every_format_can_be_changed_to_every_other_over_the_api(
    drafts: Drafts, api: APIClient
) -> None:
    wrong = []
    for game, known in BY_GAME.items():
        for former in known:
            event = drafts(game, format=former, format_options=unusual(former))

            def change(other: str, event: Event = event) -> None:
                answer = api.patch(address(event), {"format": other}, format="json")
                assert answer.status_code == 200, answer.json()

            wrong += the_other_format(event, former, change)
    assert wrong == []


def test_settings_of_the_new_format_are_read_where_the_page_showed_them(
    drafts: Drafts, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(drafts())
    part = pages.client.get(
        pages.url(SETTINGS), {"format": "swiss"}, headers={"HX-Request": "true"}
    )
    assert 'name="format_shown" value="swiss"' in part.content.decode()
    shown = form_sent(pages.get(SETTINGS)) | {"format": "swiss", "format_shown": "swiss"}
    pages.post(SETTINGS, **shown | {"setting_rounds": "5"})
    assert (pages.event.format, pages.event.format_options) == ("swiss", {"rounds": 5})


def test_a_setting_of_another_format_that_is_sent_on_purpose_is_refused_over_the_api(
    drafts: Drafts, api: APIClient
) -> None:
    event = drafts()
    body = {"format": "swiss", "format_options": {"cycles": 2}}
    answer = api.patch(address(event), body, format="json")
    assert (answer.status_code, event.format) == (400, "round_robin")
    assert "no setting" in str(answer.json())


def test_an_order_of_tie_breaks_that_somebody_chose_survives_another_format(
    drafts: Drafts, pages_of: Callable[[Event], Pages]
) -> None:
    event = drafts()
    order = list(reversed(event.tie_breaks))
    event_update(event=event, tie_breaks=order)
    pages = pages_of(event)
    pages.post(SETTINGS, **form_sent(pages.get(SETTINGS)) | {"format": "single_elimination"})
    assert pages.event.tie_breaks == ["bracket_place", *order]
    pages.post(SETTINGS, **form_sent(pages.get(SETTINGS)) | {"format": "swiss"})
    assert pages.event.tie_breaks == order


def test_another_game_takes_its_own_rules_format_and_tie_breaks(
    drafts: Drafts, api: APIClient
) -> None:
    wrong = []
    for former in GAMES:
        for other in GAMES:
            event = drafts(former)
            answer = api.patch(address(event), {"game": other}, format="json")
            event.refresh_from_db()
            if (answer.status_code, event.game) != (200, other):
                wrong.append((former, other, answer.json()))
    assert wrong == []


def test_a_template_with_another_format_has_that_formats_usual_settings(
    club: Club, api: APIClient
) -> None:
    body = {"template": "club_night", "date": "2026-11-20", "format": "swiss"}
    made = api.post(reverse("api-events-list", args=[club.slug]), body, format="json").json()
    assert (made["format"], made["format_options"]) == ("swiss", usual("swiss"))
    answer = api.post(
        reverse("api-events-list", args=[club.slug]), body | {"game": "pandoeren"}, format="json"
    )
    assert answer.status_code == 400
    assert "template" in str(answer.json())


# Rules and stakes


def test_every_preset_can_be_changed_to_every_other_by_the_form_as_it_was_shown(
    drafts: Drafts, pages_of: Callable[[Event], Pages], api: APIClient
) -> None:
    assert sum(len(known) * (len(known) - 1) for known in PRESETS.values()) > 100
    wrong = []
    for game, known in PRESETS.items():
        pages = pages_of(drafts(game))
        for place, former in enumerate(known):
            event_update(event=pages.event, rules={"preset": former})
            shown = form_sent(pages.get(RULES))
            for other in known[(place + 1) % 3 :: 3]:
                pages.client.post(pages.url(RULES), shown | {"preset": other})
                pages.event.refresh_from_db()
                if pages.event.rules != {"preset": other}:
                    wrong.append((game, former, other, pages.event.rules))
                api.patch(address(pages.event), {"rules": {"preset": former}}, format="json")
            pages.event.refresh_from_db()
            assert pages.event.rules == {"preset": former}
    assert wrong == []


def test_options_that_would_be_lost_with_another_preset_are_named_before_it_is_saved(
    drafts: Drafts, pages_of: Callable[[Event], Pages]
) -> None:
    rules = {"preset": "marks", "target": 5, "splash": True}
    pages = pages_of(drafts(rules=rules))
    shown = form_sent(pages.get(RULES)) | {"preset": "points"}
    answer = pages.post(RULES, **shown)
    assert pages.event.rules == rules
    assert "Not saved yet" in words(answer)
    assert "Splash" in words(answer)
    assert "Nello" not in words(answer).split("dropped:")[1].split("Save")[0]
    pages.post(RULES, **form_sent(answer))
    assert pages.event.rules == {"preset": "points"}


def test_an_option_typed_for_the_former_preset_never_joins_another(
    drafts: Drafts, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(drafts(rules={"preset": "marks"}))
    shown = form_sent(pages.get(RULES)) | {f"{PREFIX}target": "5", "preset": "straight"}
    answer = pages.post(RULES, **shown)
    assert pages.event.rules == {"preset": "marks"}
    pages.post(RULES, **form_sent(answer))
    assert pages.event.rules == {"preset": "straight"}


def test_stakes_that_another_preset_does_not_count_are_named_before_they_are_lost(
    drafts: Drafts, pages_of: Callable[[Event], Pages], api: APIClient
) -> None:
    stakes = {"currency": "USD", "per_mark": "0.25"}
    pages = pages_of(drafts(rules={"preset": "marks"}, stakes=stakes))
    answer = pages.post(RULES, **form_sent(pages.get(RULES)) | {"preset": "points"})
    assert (pages.event.rules, pages.event.stakes) == ({"preset": "marks"}, stakes)
    assert "dropped: for each mark short" in words(answer)
    refused = api.patch(address(pages.event), {"rules": {"preset": "points"}}, format="json")
    assert refused.status_code == 400
    assert "stakes" in str(refused.json())
    pages.post(RULES, **form_sent(answer))
    assert (pages.event.rules, pages.event.stakes) == ({"preset": "points"}, None)


def test_stakes_that_both_presets_count_stay(
    drafts: Drafts, pages_of: Callable[[Event], Pages]
) -> None:
    wrong = []
    for game, known in PRESETS.items():
        stakes = {"currency": "USD", STAKES[game]: "0.25"}
        pages = pages_of(drafts(game, stakes=stakes))
        for preset in known:
            pages.post(RULES, **form_sent(pages.get(RULES)) | {"preset": preset})
            if (pages.event.rules, pages.event.stakes) != ({"preset": preset}, stakes):
                wrong.append((game, preset, pages.event.rules, pages.event.stakes))
    assert wrong == []


# Prizes


@pytest.mark.parametrize(
    ("former", "table", "other"),
    [("share", [[1, [50, 30, 20]]], "fixed"), ("fixed", [[1, [500, 300, 200]]], "share")],
)
def test_percents_never_become_amounts_nor_amounts_percents_unseen(
    former: str,
    table: Any,
    other: str,
    drafts: Drafts,
    owner: User,
    client_for: Callable[[User], Client],
    api: APIClient,
) -> None:
    event = drafts()
    money = money_set_up(event=event, prize_kind=former, prize_table=table)
    pages = Pages(client_for(owner), event)
    answer = pages.post(MONEY, **form_sent(pages.get(MONEY)) | {"prize_kind": other})
    assert answer.status_code == 422
    assert "save again as they stand" in at_field(answer, "prize_table")[0]
    refused = api.patch(address(event, "money/"), {"prize_kind": other}, format="json")
    assert refused.status_code == 400
    money.refresh_from_db()
    assert (money.prize_kind, money.prize_table) == (former, table)
    answer_again = pages.post(MONEY, **form_sent(answer) | {"prize_table": "1: 40 25"})
    assert messages_of(answer_again) == ["Saved."]
    money.refresh_from_db()
    assert money.prize_table == [[1, [40, 25] if other == "share" else [4000, 2500]]]


def test_no_prizes_leave_no_table_behind_that_another_kind_could_misread(
    drafts: Drafts, owner: User, client_for: Callable[[User], Client], api: APIClient
) -> None:
    event = drafts()
    pages = Pages(client_for(owner), event)
    for post in (
        lambda: pages.post(MONEY, **form_sent(pages.get(MONEY)) | {"prize_kind": "none"}),
        lambda: api.patch(address(event, "money/"), {"prize_kind": "none"}, format="json"),
    ):
        money = money_set_up(event=event, prize_kind="share", prize_table=[[1, [60, 40]]])
        post()
        money.refresh_from_db()
        assert (money.prize_kind, money.prize_table) == ("none", [])


# Deals and seasons


def test_a_field_that_the_source_of_the_deals_does_not_use_is_not_read(
    drafts: Drafts, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(drafts())
    shown = form_sent(pages.get("event-deals-new"))
    answer = pages.post("event-deals-new", **shown | {"source": "file", "rounds": "many"})
    assert at_field(answer, "rounds") == []
    assert at_field(answer, "file") == ["Choose a file."]


@pytest.fixture
def season(club: Club, owner: User, make_event: EventMaker) -> Season:
    day = make_event(0).date
    return season_create(
        club=club,
        name="Autumn",
        game="texas42",
        created_by=owner,
        dates=[day],
        scoring="best",
        best=6,
        noticed="fixed",
        noticed_score=3,
    )


def test_a_number_of_a_season_is_read_only_where_its_choice_takes_one(
    season: Season, organiser: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(organiser)
    place = reverse("season-settings", args=[season.club.slug, season.pk])
    shown = form_sent(client.get(place))
    changed = {"scoring": "sum", "best": "", "noticed": "nothing", "noticed_score": "x"}
    changed["place_points"] = "many"
    assert client.post(place, shown | changed).status_code == 302
    season.refresh_from_db()
    assert (season.scoring, season.best) == ("sum", 6)
    assert (season.noticed, season.noticed_score) == ("nothing", 3)
    for wrong in ({"best": ""}, {"measure": "places", "place_points": "many"}):
        assert client.post(place, shown | wrong).status_code == 422


def test_another_kind_of_evening_ranks_whom_it_can(season: Season, api: APIClient) -> None:
    assert season.ranks == "pairs"
    place = f"/api/v1/clubs/{season.club.slug}/seasons/{season.pk}/"
    answer = api.patch(place, {"template": "rotating_partners"}, format="json")
    assert answer.status_code == 200, answer.json()
    assert answer.json()["ranks"] == "players"
