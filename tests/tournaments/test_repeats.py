"""Swiss events with more rounds than opponents: said in time, and played with a reason."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import User
from tests.conftest import ApiFor
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next, entry
from tests.tournaments.naive import result
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Event
from tournaments.events.selectors.next_step import draw_outdated
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.services.entries import entry_restore, entry_withdraw
from tournaments.events.services.rounds import round_undo_begin, rounds_plan

pytestmark = pytest.mark.django_db

PagesOf = Callable[[Event], Pages]
SAYS = "5 rounds are set, but only 3 are possible before two meet again or somebody sits out twice."
WHY = "the hall is ours until ten"
CUT = "No further round is possible without a repeated meeting or bye."


def play(event: Event, **more: Any) -> None:
    """Draw and play a round; whoever sits first wins everywhere."""
    rounds_plan(event=event, **more)
    for table in begin_next(event).tables.filter(is_bye=False):
        result(table.games.get().match, 7, 3)


@pytest.fixture
def five_rounds(make_event: EventMaker) -> Event:
    """Four pairs, of whom each can meet three others, in a Swiss event of five rounds."""
    return make_event(4, format="swiss", format_options={"rounds": 5})


def test_a_number_of_rounds_that_cannot_be_played_is_said_where_it_is_set(
    five_rounds: Event, owner: User, api_for: ApiFor, pages_of: PagesOf
) -> None:
    pages = pages_of(five_rounds)
    assert SAYS in words(pages.get("event-settings"))
    assert SAYS in words(pages.get("event"))
    at = f"/api/v1/clubs/{five_rounds.club.slug}/events/{five_rounds.pk}/"
    answer = api_for(owner).patch(at, {"format_options": {"rounds": 6}}, format="json").json()
    assert (answer["format_options"], answer["rounds_possible"]) == ({"rounds": 6}, 3)
    entry_withdraw(entry=entry(five_rounds, 4))
    assert "only 3 are possible" in words(pages.get("event"))  # of three, one sits out each round
    answer = api_for(owner).patch(at, {"format_options": {"rounds": 3}}, format="json").json()
    assert answer["rounds_possible"] == 3
    assert "possible before two" not in words(pages.get("event"))


def test_where_no_round_is_left_one_with_repeats_is_drawn_for_a_reason(
    five_rounds: Event, pages_of: PagesOf
) -> None:
    for _round in range(3):
        play(five_rounds)
    with refused("no_pairing_possible"):
        rounds_plan(event=five_rounds)
    pages = pages_of(five_rounds)
    page = words(pages.get("event"))
    assert CUT in page
    assert "Finish the event" in page
    assert "Draw round 4 with repeats" in page
    page = words(pages.post("event-plan", repeats=WHY))
    assert f"Some meet or sit out again, because: {WHY}" in page
    assert five_rounds.rounds.get(number=4).repeats == WHY
    assert draw_outdated(five_rounds) is None
    plan = words(pages.get("round-plan", 4))
    assert WHY in plan
    assert "They have met before" in plan
    play(five_rounds)
    with refused("no_pairing_possible"):
        rounds_plan(event=five_rounds)
    play(five_rounds, repeats="one more")
    rounds = stored_rounds(five_rounds.rounds.order_by("number"))
    met = [frozenset(table) for planned in rounds for table in planned.tables]
    assert sorted(map(met.count, set(met))) == [1, 1, 2, 2, 2, 2]
    with refused("all_played"):
        rounds_plan(event=five_rounds, repeats=WHY)


def test_a_program_draws_a_round_with_repeats_and_reads_why(
    five_rounds: Event, owner: User, api_for: ApiFor
) -> None:
    for _round in range(3):
        play(five_rounds)
    at = f"/api/v1/clubs/{five_rounds.club.slug}/events/{five_rounds.pk}/rounds/plan/"
    api = api_for(owner)
    assert api.post(at, {}, format="json").json()["codes"] == {
        "non_field_errors": ["no_pairing_possible"]
    }
    rounds = api.post(at, {"repeats": WHY}, format="json").json()
    assert [round_["repeats"] for round_ in rounds] == ["", "", "", WHY]


def test_a_reason_is_kept_only_with_a_round_that_repeats(five_rounds: Event) -> None:
    play(five_rounds, repeats=WHY)
    assert five_rounds.rounds.get(number=1).repeats == ""


def test_a_reason_that_hides_or_turns_letters_is_refused_beside_its_field(
    five_rounds: Event, owner: User, api_for: ApiFor
) -> None:
    at = f"/api/v1/clubs/{five_rounds.club.slug}/events/{five_rounds.pk}/rounds/plan/"
    answer = api_for(owner).post(at, {"repeats": "a\u202eb"}, format="json")
    assert (answer.status_code, answer.json()["codes"]) == (400, {"repeats": ["hidden"]})


def test_who_drops_out_and_comes_back_leaves_a_round_with_repeats_drawn(five_rounds: Event) -> None:
    for _round in range(3):
        play(five_rounds)
    rounds_plan(event=five_rounds, repeats=WHY)
    entry_withdraw(entry=entry(five_rounds, 4))
    entry_restore(entry=entry(five_rounds, 4))
    assert five_rounds.rounds.get(number=4).repeats == WHY
    begun = begin_next(five_rounds)
    round_undo_begin(round=begun)
    assert five_rounds.rounds.get(number=4).repeats == WHY


def test_drop_outs_half_way_leave_a_round_on_offer(
    make_event: EventMaker, pages_of: PagesOf
) -> None:
    event = make_event(6, format="swiss", format_options={"rounds": 5})
    play(event)
    play(event)
    for number in (3, 4, 5, 6):
        entry_withdraw(entry=entry(event, number))
    offered = 0
    while event.rounds.count() < 5:
        if CUT in words(pages_of(event).get("event")):
            offered += 1
            play(event, repeats=WHY)
        else:
            play(event)
    assert offered
