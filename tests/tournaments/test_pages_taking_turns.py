"""An evening's pages and prints where tables take one player more than the game has seats."""

import re
from collections.abc import Callable

import pytest

from clubs.models import User
from paper.documents.registry import print_named
from paper.documents.rows import PrintOptions
from paper.documents.rules import rules_page
from paper.documents.subjects import EVENT
from press.base import Paper
from tests.prints.matches.reading import texts
from tests.prints.printing import print_now
from tests.tournaments.conftest import EveningMaker, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, words
from tests.tournaments.single import misere
from tests.tournaments.taking_turns import LARGER, PANDOEREN, names_at, playing, record
from tournaments.events.models import Event
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

PagesOf = Callable[[Event], Pages]
SIT_OUT = "The dealer sits the hand out."


@pytest.fixture
def seventeen(make_evening: EveningMaker) -> Event:
    """Seventeen at Pandoeren, the first of four rounds begun."""
    event = make_evening(17, **PANDOEREN)
    drawn_and_begun(event)
    return event


def test_round_plan_and_draw_say_that_players_take_turns(
    seventeen: Event, pages_of: PagesOf
) -> None:
    pages = pages_of(seventeen)
    assert words(pages.get("event")).count(SIT_OUT) == 4, "a table of five in each round"
    plan = words(pages.get("round-plan", 2))
    assert plan.count(SIT_OUT) == 1
    assert "no plan with the same players at the larger tables has fewer than 19." in plan
    draw = words(pages.get("event-draw"))
    assert "At the larger tables the dealer sits the hand out." in draw
    assert "with the same players at the larger tables" in draw
    assert "This number does not divide evenly" not in draw


@pytest.mark.parametrize(("count", "resting"), [(11, 1), (7, 2)])
def test_where_so_many_do_not_come_out_even_the_pages_say_so(
    count: int, resting: int, make_evening: EveningMaker, pages_of: PagesOf
) -> None:
    event = make_evening(count, format_options=LARGER)
    rounds_plan(event=event)
    pages = pages_of(event)
    plan = words(pages.get("round-plan", 1))
    assert plan.count("this number does not divide evenly, even with larger tables") == resting
    assert "as few as possible sit out each round" in words(pages.get("event-draw"))


def test_without_larger_tables_nothing_is_said_of_them(
    make_evening: EveningMaker, pages_of: PagesOf
) -> None:
    event = make_evening(18)
    rounds_plan(event=event)
    pages = pages_of(event)
    for page in (pages.get("event"), pages.get("round-plan", 1), pages.get("event-draw")):
        assert "sits the hand out" not in words(page)
        assert "divide evenly" not in words(page)


def test_points_and_the_cross_table_are_everybody_s_own(
    seventeen: Event, owner: User, pages_of: PagesOf
) -> None:
    match = match_of(seventeen, 1, 1)
    names = names_at(match)
    assert len(names) == 5
    for number in range(1, 6):
        declarer = playing(match, number).index(names[number % 5])
        match = record(match, owner, misere(3, declarer, made=number < 3))
    standings_refresh(event_id=seventeen.pk)
    text = words(pages_of(seventeen).get("event-standings"))
    totals = dict(zip(names, match.totals, strict=True))
    assert totals == {names[0]: -3, names[1]: 3, names[2]: 3, names[3]: -3, names[4]: -3}
    shown = words(pages_of(seventeen).get("event"))
    for name, total in totals.items():
        assert re.search(rf"{name} {'−' if total < 0 else ''}{abs(total)}\b", shown)
        assert name in text


def printed(event: Event, key: str) -> list[str]:
    """The text of each page of a document."""
    row = print_named(EVENT, key)
    assert row is not None
    _title, content = print_now(of=event, row=row, options=PrintOptions(Paper.A4, round=None))
    return texts(content)


def test_prints_have_a_place_for_everybody_at_a_table_of_five_by_the_letters_of_the_screen(
    seventeen: Event, owner: User
) -> None:
    match = match_of(seventeen, 1, 1)
    record(match, owner, misere(3, 0))
    for key in ("table-cards", "guides", "draw", "slips", "sheets", "scorecards", "hand-records"):
        text = " ".join(printed(seventeen, key))
        assert [name for name in names_at(match) if name not in text] == [], key
        if key not in {"scorecards", "hand-records"}:
            assert {"A", "B", "C", "D", "E"} <= set(text.split()), key


def test_blank_sheets_are_there_for_every_size_of_table_with_its_number_of_hands(
    seventeen: Event,
) -> None:
    four, five = printed(seventeen, "blank-sheet")
    assert ("E" in four.split(), "E" in five.split()) == (False, True)
    assert "Hands 4 First" in " ".join(four.split())
    assert "Hands 5 First" in " ".join(five.split())


def test_the_rules_for_tonight_tell_what_a_table_of_five_does(make_evening: EveningMaker) -> None:
    evening = make_evening(17, rules={"hands": 16}, format_options=LARGER)
    lines = {line.label: line.text for line in rules_page(evening).sections[-1].lines}
    assert lines["A table of five"] == (
        "The dealer sits the hand out; the player on the left bids first. 20 hands "
        "instead of 16, so that everybody plays as many."
    )


def test_the_rules_for_tonight_tell_what_a_table_of_four_does_at_spades(
    make_evening: EveningMaker,
) -> None:
    evening = make_evening(13, "dummy_spades", format_options=LARGER)
    lines = {line.label: line.text for line in rules_page(evening).sections[-1].lines}
    assert lines["A table of four"] == (
        "The dealer sits the hand out; the player on the left bids first."
    )
    usual = rules_page(make_evening(12, "dummy_spades"))
    assert "A table of four" not in {line.label for line in usual.sections[-1].lines}
