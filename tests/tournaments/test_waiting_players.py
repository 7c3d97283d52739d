"""Players who come alone to an evening of pairs: they wait for a partner, and are no entry."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubs.models import User
from feeds.models import Change
from tests.conftest import ApiFor
from tests.tournaments.conftest import EventMaker, begin_next
from tests.tournaments.pages import Pages, at_field, messages_of, words
from tournaments.events.models import Event
from tournaments.events.selectors.events import lineups_at, waiting_players
from tournaments.events.services.entries import waiting_player_add
from tournaments.events.services.standings import standings_refresh
from tournaments.money.services.money import money_set_up

PAIRS, PASTE, PLAN, HALL = "event-entries", "event-entries-paste", "event-plan", "event"


@pytest.fixture
def empty(make_event: EventMaker, pages_of: Callable[[Event], Pages]) -> Pages:
    return pages_of(make_event(pairs=0))


@pytest.fixture
def four(make_event: EventMaker, pages_of: Callable[[Event], Pages]) -> Pages:
    """The pages of an event with four pairs, and Piet, who waits."""
    pages = pages_of(make_event(pairs=4))
    pages.post(PAIRS, first="Piet", second="?")
    return pages


def waiting(pages: Pages) -> list[str]:
    return [player.name for player in waiting_players(pages.event)]


def entered(pages: Pages) -> list[list[str]]:
    lineups = lineups_at(pages.event, 1)
    return [[player.name for player in lineups[pair.pk]] for pair in pages.event.entries.all()]


def key_of(pages: Pages, name: str) -> int:
    return pages.event.club.players.get(name=name).pk


LIST = "[19:02, 4.1.2026] Joop: 1. Anna & Bert\n2. Piet & ?\n3. Zoe + nog zoeken\n4. N.N. & Cor\n"


def test_who_is_listed_with_nobody_waits_for_a_partner(empty: Pages) -> None:
    answer = empty.post(PASTE, text=LIST)
    assert entered(empty) == [["Anna", "Bert"]]
    assert waiting(empty) == ["Piet", "Zoe", "Cor"]
    told = messages_of(answer)
    assert "Waiting for a partner: Piet, Zoe, Cor" in told
    assert "New on the roster: Anna, Bert, Piet, Zoe, Cor" in told
    assert "Waiting for a partner Piet" in words(answer)
    assert not empty.event.club.players.filter(name__in=["?", "nog zoeken", "N.N."]).exists()


def test_a_list_that_is_sent_again_lets_nobody_wait_twice(empty: Pages) -> None:
    empty.post(PASTE, text="Piet & ?")
    empty.post(PASTE, text="Piet & ?\nAnna & Bert")
    assert (waiting(empty), entered(empty)) == (["Piet"], [["Anna", "Bert"]])
    again = empty.post(PASTE, text="Zoe & ?\nZoe & N.N.\nAnna & tba")
    errors = at_field(again, "text")
    assert errors[0] == "Line 2: Zoe is already on line 1"
    assert errors[1] == "Line 3: Anna is entered already"
    assert waiting(empty) == ["Piet"]


@pytest.mark.parametrize(
    "typed", [("Piet", "N.N."), ("?", "Piet"), ("Piet & nog zoeken", "")], ids=str
)
def test_a_pair_typed_with_nobody_is_one_who_waits(typed: tuple[str, str], empty: Pages) -> None:
    first, second = typed
    answer = empty.post(PAIRS, first=first, second=second)
    assert messages_of(answer)[0] == "Piet waits for a partner."
    assert (waiting(empty), entered(empty)) == (["Piet"], [])


def test_two_names_of_nobody_are_refused_and_stay_in_the_form(empty: Pages) -> None:
    answer = empty.post(PAIRS, first="?", second="N.N.")
    assert answer.status_code == 422
    assert 'value="N.N."' in answer.content.decode()
    assert waiting(empty) == []


def test_a_partner_who_is_found_makes_a_pair(empty: Pages) -> None:
    empty.post(PAIRS, first="Piet", second="?")
    key = key_of(empty, "Piet")
    page = empty.get(PAIRS).content.decode()
    assert f'<input type="hidden" name="first_is" value="{key}">' in page
    empty.post(PAIRS, first="Piet", first_is=key, second="Zoe")
    assert (waiting(empty), entered(empty)) == ([], [["Piet", "Zoe"]])


def test_two_who_wait_become_one_pair(empty: Pages) -> None:
    empty.post(PASTE, text="Piet & ?\nZoe & ?\nCor & ?")
    empty.post(PAIRS, first="Piet", second="Zoe")
    assert (waiting(empty), entered(empty)) == (["Cor"], [["Piet", "Zoe"]])


def test_those_who_wait_are_ticked_where_pairs_are_drawn_by_lot(empty: Pages) -> None:
    empty.post(PASTE, text="Piet & ?\nZoe & ?")
    keys = [key_of(empty, "Piet"), key_of(empty, "Zoe")]
    page = empty.get("event-entries-draw").content.decode()
    assert page.count("checked") == 2
    empty.post("event-entries-draw", players=keys)
    assert (waiting(empty), len(entered(empty))) == ([], 1)


def test_who_waits_may_go_home(empty: Pages) -> None:
    empty.post(PAIRS, first="Piet", second="?")
    answer = empty.post("waiting-remove", key_of(empty, "Piet"))
    assert messages_of(answer) == ["Piet no longer waits."]
    assert waiting(empty) == []


def test_the_draw_asks_about_those_who_wait_before_it_leaves_them_out(four: Pages) -> None:
    refused = four.post(PLAN, shuffle="1")
    said = "Waiting for a partner: Piet."
    assert f"{said} Enter their partners, or draw without them." in messages_of(refused)[0]
    assert not four.event.rounds.exists()
    hall = four.get(HALL)
    assert f"{said} They get no table in this draw." in words(hall)
    assert 'name="without_waiting"' in hall.content.decode()
    assert 'name="shuffle"' in hall.content.decode()
    four.post(PLAN, without_waiting="1")
    assert four.event.rounds.count() == 3
    assert waiting(four) == ["Piet"]


def test_who_waits_is_not_ranked_and_comes_late_with_a_partner(four: Pages) -> None:
    four.post(PLAN, without_waiting="1")
    begin_next(four.event)
    standings_refresh(event_id=four.event.pk)
    assert four.event.standings.count() == 4
    asked = four.post(PAIRS, first="Piet", second="Zoe")
    assert "What this changes" in asked.content.decode()
    assert waiting(four) == ["Piet"]
    four.post(PAIRS, first="Piet", second="Zoe", how="keep")
    assert entered(four)[4:] == [["Piet", "Zoe"]]
    assert waiting(four) == []


def test_later_rounds_are_drawn_without_a_question(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(make_event(pairs=4, format="swiss", format_options={"rounds": 2}))
    pages.post(PLAN)
    begin_next(pages.event)
    pages.post(PAIRS, first="Piet", second="?")
    assert "They get no table" not in words(pages.get(HALL))


def test_the_door_list_names_them_without_a_fee(
    four: Pages, owner: User, client_for: Callable[[User], Client]
) -> None:
    money_set_up(event=four.event, made_by=owner, fee=500)
    door = words(four.get("event-money-door"))
    assert "Waiting for a partner, nothing to pay yet: Piet" in door
    assert "0 / 8" in door
    file = client_for(owner).get(four.url("event-money-file", "door", "csv")).content.decode()
    assert "Piet,waiting for a partner" in file.replace(";", ",")


def test_an_event_with_waiting_players_stays_one_of_pairs(empty: Pages) -> None:
    empty.post(PAIRS, first="Piet", second="?")
    address = empty.url("event-settings")
    form = empty.client.get(address).context["form"]
    assert form is not None
    answer = empty.client.post(address, {"format": "rotating_partners"})
    assert "remove them first" in words(answer) or answer.status_code == 422
    empty.event.refresh_from_db()
    assert empty.event.format != "rotating_partners"


def test_single_players_have_no_partner_to_wait_for(
    make_evening: Any, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(make_evening(8))
    typed = pages.post(PAIRS, name="?")
    assert "is nobody" in at_field(typed, "name")[0]


# --- other programs


def test_a_program_lists_adds_and_takes_out_those_who_wait(
    four: Pages, owner: User, api_for: ApiFor
) -> None:
    api = api_for(owner)
    at = f"/api/v1/clubs/{four.event.club.slug}/events/{four.event.pk}/"
    piet, ada = key_of(four, "Piet"), key_of(four, "Sam")
    listed = api.get(f"{at}waiting-players/").json()
    assert [row["player"]["name"] for row in listed["results"]] == ["Piet"]
    Change.objects.all().delete()
    added = api.post(f"{at}waiting-players/", {"player": ada}, format="json")
    assert (added.status_code, added.json()["player"]["id"]) == (201, ada)
    named = Change.objects.values_list("path", flat=True)
    assert any(path.endswith("waiting-players/") for path in named)
    twice = api.post(f"{at}waiting-players/", {"player": ada}, format="json")
    assert twice.json()["codes"] == {"non_field_errors": ["entered_already"]}
    plan = api.post(f"{at}rounds/plan/", {}, format="json")
    assert plan.json()["codes"] == {"non_field_errors": ["partner_missing"]}
    assert (
        api.post(f"{at}rounds/plan/", {"without_waiting": True}, format="json").status_code == 200
    )
    assert api.delete(f"{at}waiting-players/{piet}/").status_code == 204
    pair = {"players": [ada, piet]}
    assert api.post(f"{at}entries/", pair, format="json").status_code == 201
    assert api.get(f"{at}waiting-players/").json()["results"] == []


def test_a_neighbour_sees_and_changes_nothing(
    four: Pages, stranger: User, client_for: Callable[[User], Client], api_for: ApiFor
) -> None:
    key = key_of(four, "Piet")
    assert client_for(stranger).post(four.url("waiting-remove", key)).status_code == 404
    at = f"/api/v1/clubs/{four.event.club.slug}/events/{four.event.pk}/waiting-players/"
    assert api_for(stranger).get(at).status_code == 404
    assert api_for(stranger).post(at, {"player": key}, format="json").status_code == 404
    assert api_for(stranger).delete(f"{at}{key}/").status_code == 404
    assert waiting(four) == ["Piet"]


def test_a_player_of_another_club_cannot_wait(four: Pages, stranger: User) -> None:
    club = stranger.memberships.get().club
    theirs = club.players.create(name="Nina")
    with pytest.raises(Exception, match="Only players of this club"):
        waiting_player_add(event=four.event, player=theirs)
