"""Why two meet: in words, and on the pages."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Match
from tests.tournaments.conftest import EventMaker, begin_next
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Event, Round
from tournaments.events.selectors.rounds import pairing_reasons
from tournaments.events.services.rounds import rounds_plan

FIRST = "Both have no win. In this group of 5 the upper half meets the lower: place 1 meets"


@pytest.fixture
def swiss(make_event: EventMaker, win: Callable[..., Match]) -> Event:
    """Five pairs after one round, the next one planned."""
    event = make_event(pairs=5, format="swiss")
    rounds_plan(event=event)
    for table in begin_next(event).tables.filter(is_bye=False):
        numbers = list(table.seats.order_by("place").values_list("entry__number", flat=True))
        win(table.games.get().match, numbers.index(min(numbers)))
    rounds_plan(event=event)
    return event


def sentences(event: Event, *rounds: Round) -> dict[tuple[int, ...], str]:
    why = pairing_reasons(event, rounds)
    return {
        tuple(sorted(table.seats.values_list("entry__number", flat=True))): why[
            round_.number, table.number
        ]
        for round_ in rounds
        for table in round_.tables.all()
    }


def test_every_table_and_every_bye_of_a_round_has_its_reason(swiss: Event) -> None:
    first, second = swiss.rounds.order_by("number")
    assert sentences(swiss, first) == {
        (1, 3): f"{FIRST} place 3.",
        (2, 4): "Both have no win. In this group of 5 the upper half meets the lower: "
        "place 2 meets place 4.",
        (5,): "The number is odd, and with no win pair 5 is among the lowest who have not yet "
        "sat out.",
    }
    assert sentences(swiss, second) == {
        (1, 5): "Both have 1 win. In this group of 3 place 1 meets place 3: as near to upper "
        "half against lower half as earlier meetings, odd groups and the rounds to come allow.",
        (2, 3): "Of those with 1 win one is left over: pair 2 goes down and meets pair 3 with "
        "no win.",
        (4,): "The number is odd, and with no win pair 4 is among the lowest who have not yet "
        "sat out.",
    }
    assert (
        pairing_reasons(swiss, [first, second]).items() >= pairing_reasons(swiss, [first]).items()
    )


def test_reasons_take_the_same_queries_for_one_round_and_for_all(
    swiss: Event, django_assert_num_queries: Any
) -> None:
    rounds = list(swiss.rounds.order_by("number"))
    for chosen in (rounds[:1], rounds):
        with django_assert_num_queries(14):
            pairing_reasons(swiss, chosen)


def test_other_formats_have_no_reasons_and_ask_for_nothing(
    running: Event, django_assert_num_queries: Any
) -> None:
    rounds = list(running.rounds.all())
    with django_assert_num_queries(0):
        assert pairing_reasons(running, rounds) == {}


def test_the_plan_and_the_draw_tell_why(swiss: Event, pages_of: Callable[[Event], Pages]) -> None:
    pages = pages_of(swiss)
    assert "pair 2 goes down and meets pair 3" in words(pages.get("round-plan", 2))
    draw = words(pages.get("event-draw"))
    assert "Why they meet" in draw
    assert f"{FIRST} place 3." in draw


def test_where_there_are_no_reasons_the_pages_say_nothing_of_them(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    assert "Why they meet" not in words(pages_of(running).get("event-draw"))
