"""The results of events and seasons on paper, of whatever format and however they were entered."""

from collections.abc import Callable

import pytest

from clubs.models import Club, User
from clubs.services.players import players_add_many
from paper.documents.registry import print_named
from paper.documents.rows import PrintOptions
from paper.documents.subjects import EVENT
from press.base import Paper
from scoring.models import Match
from scoring.services.results import result_state
from tests.prints.matches.reading import missing_glyphs, texts
from tests.prints.printing import print_now
from tests.tournaments.conftest import EveningMaker, EventMaker, begin_next, match_of
from tournaments.events.models import Event, Table
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.entries import entries_add
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh


def printed(event: Event) -> str:
    """The text of the document of an event whose standings are fresh."""
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    row = print_named(EVENT, "results")
    assert row is not None
    title, content = print_now(row=row, of=event, options=PrintOptions(Paper.A4))
    assert title == f"Results: {event.name}"
    assert missing_glyphs(content) == 0
    return " ".join(" ".join(texts(content)).split())


def stated(event: Event, number: int, owner: User, *, totals: list[int]) -> None:
    """Every table of a round handed in a slip with these totals."""
    for match in Match.objects.filter(game_of__table__round__event=event).filter(
        game_of__table__round__number=number
    ):
        result_state(match_id=match.pk, totals=totals, author=owner)


def test_slips_of_pairs_are_in_the_places_the_crosstable_and_the_round(
    make_event: EventMaker, owner: User
) -> None:
    event = make_event(pairs=4)
    rounds_plan(event=event)
    begin_next(event)
    result_state(match_id=match_of(event, 1, 1).pk, totals=[7, 3], author=owner)
    text = printed(event)
    assert "Who met whom" in text
    assert "7–3" in text
    assert "3–7" in text
    first, second = (
        " & ".join(seat.name for seat in match_of(event, 1, 1).seats.all() if seat.number % 2 == n)
        for n in (0, 1)
    )
    assert f"1 {first} 7 – 3 {second}" in text.replace("\u00a0", " ")
    assert "Round 1" in text
    assert "Round 2" not in text, "it is not begun"


def test_a_forfeit_has_a_star_where_the_result_stands_between_two(
    running: Event, owner: User
) -> None:
    table = Table.objects.get(round__event=running, round__number=1, number=1)
    loser = table.seats.get(side=1).entry
    table_forfeit(table=table, entry=loser)
    result_state(match_id=match_of(running, 1, 2).pk, totals=[7, 3], author=owner)
    crossed, round_ = printed(running).split("Round 1")
    assert ["7–0*" in crossed, "0–7*" in crossed] == [True, True]
    assert ["7–3" in crossed, "7–3*" in crossed] == [True, False], "that was played"
    assert "forfeit" in round_


@pytest.mark.parametrize("game", ["pandoeren", "dummy_spades"])
def test_single_players_have_a_line_each_at_their_table(
    game: str, make_evening: EveningMaker, owner: User
) -> None:
    event = make_evening(12, game)
    rounds_plan(event=event)
    begin_next(event)
    totals = [12, -4, -4, -4] if game == "pandoeren" else [310, 120, -45]
    stated(event, 1, owner, totals=totals)
    text = printed(event)
    assert "Who sat with whom" in text
    round_ = text.split("Round 1")[1]
    names = [seat.name for seat in match_of(event, 1, 1).seats.all()]
    assert all(name in round_ for name in names)
    assert round_.count("Result") == 2, "two columns of tables stand side by side"
    assert str(totals[0]) in round_


def test_a_bracket_has_its_rounds_on_paper(make_event: EventMaker, owner: User) -> None:
    event = make_event(pairs=4, format="single_elimination")
    rounds_plan(event=event)
    begin_next(event)
    stated(event, 1, owner, totals=[7, 2])
    assert "7 – 2" in printed(event).split("Round 1")[1]


def test_forty_pairs_are_on_paper_without_a_crosstable(
    make_event: EventMaker, owner: User, club: Club
) -> None:
    names = [f"Player {number}" for number in range(76)]
    event = make_event(pairs=2, format="swiss")
    people = players_add_many(club=club, names=names)
    entries_add(event=event, lineups=[people[n : n + 2] for n in range(0, 76, 2)])
    rounds_plan(event=event)
    begin_next(event)
    stated(event, 1, owner, totals=[7, 5])
    text = printed(event)
    assert "Who met whom" not in text
    assert text.count("7 – 5") == 20


def test_what_is_not_begun_is_a_dash(running: Event, bid: Callable[..., Match]) -> None:
    bid(match_of(running, 1, 1), 0)
    assert "– " in printed(running).split("Round 1")[1]
