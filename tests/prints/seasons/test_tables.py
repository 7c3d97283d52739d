"""A season on paper: tables with every evening, and the calendar."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from clubs.models import Club, Player, User
from leagues.models import Absence, Season
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import contenders_add, division_add, season_create
from leagues.services.standings import season_refresh
from paper.documents.registry import print_named
from paper.documents.rows import PrintOptions
from paper.documents.seasons import EveningBlock, calendar_document, table_document
from paper.documents.subjects import SEASON
from press.base import Paper, Printable, render
from press.blocks import FULL_PAGE, Document, KeepTogether
from press.tables import TextTable
from tests.leagues.conftest import (
    EveningHolder,
    SeasonMaker,
    contender,
    division_of,
    evening_of,
    fridays,
)
from tests.prints.matches.reading import bookmarks, missing_glyphs, texts
from tests.prints.printing import blocks_of, print_now, remarks_of, tables_of
from tournaments.events.services.rounds import rounds_plan


def words_of(*documents: Printable) -> str:
    content = render([*documents], paper=Paper.A4)
    assert missing_glyphs(content) == 0
    return " ".join(" ".join(texts(content)).split())


def sheet_of(season: Season) -> Document:
    season_refresh(season_id=season.pk)
    season.refresh_from_db()
    return table_document(season)


def figures(sheet: Document) -> dict[str, tuple[str, ...]]:
    """Total, evenings and each evening's score by name."""
    return {row[1]: tuple(row[2:]) for table in tables_of(sheet) for row in table}


def test_a_table_has_totals_evenings_and_every_score(season: Season, hold: EveningHolder) -> None:
    hold(season, 1, won=["Ada"])
    hold(season, 2, won=["Ada"], lost=["Ben"])
    sheet = sheet_of(season)
    shown = figures(sheet)
    assert shown["Ada"] == ("6", "2", "3", "3")
    assert shown["Ben"] == ("−3", "2", "0", "−3")
    assert sheet.place == "After 2 of 3 evenings"


def test_the_results_of_a_season_are_its_tables_and_every_evening_played(
    season: Season, hold: EveningHolder
) -> None:
    hold(season, 1, won=["Ada"])
    hold(season, 2, won=["Ben"])
    season_refresh(season_id=season.pk)
    season.refresh_from_db()
    row = print_named(SEASON, "results")
    assert row is not None
    title, content = print_now(row=row, of=season, options=PrintOptions(Paper.A4))
    assert title == "Results Autumn"
    parts = [name for name, _page in bookmarks(content)]
    assert len(parts) == 3, "the season, then an evening each"
    table, *evenings = texts(content)
    assert "After 2 of 3 evenings" in table
    assert all("Round 1" in text for text in evenings)


def test_the_table_is_printed_with_its_legend(season: Season, hold: EveningHolder) -> None:
    hold(season, 1, won=["Ada"])
    text = words_of(sheet_of(season))
    assert "Autumn" in text
    assert "1 Ada 3 1 3" in text
    assert "Evening 1: 4 Sep" in text


def test_scores_that_do_not_count_stand_in_brackets(
    make_season: SeasonMaker, hold: EveningHolder
) -> None:
    season = make_season(scoring="best", best=1)
    hold(season, 1, won=["Ada", "Ada"])
    hold(season, 2, won=["Ada"])
    assert figures(sheet_of(season))["Ada"] == ("6", "2", "6", "(3)")


def test_a_score_filled_in_stands_in_square_brackets(
    make_season: SeasonMaker, hold: EveningHolder
) -> None:
    season = make_season(5, noticed="fixed", noticed_score=2)
    Absence.objects.create(
        evening=evening_of(season, 1), contender=contender(season, "Eva"), noticed=True
    )
    hold(season, 1, won=["Ada"])
    assert figures(sheet_of(season))["Eva"] == ("2", "0", "[2]")


def test_short_divisions_share_a_page_and_the_columns_are_explained_once(season: Season) -> None:
    division_add(season=season, name="Second")
    season_refresh(season_id=season.pk)
    content = render([table_document(season)], paper=Paper.LETTER)
    [page] = texts(content)
    assert page.count("What the columns mean") == 1
    assert "Second" in page
    assert page.count("After 0 of 3 evenings") == 2


def test_a_division_goes_to_the_next_page_whole(season: Season, hold: EveningHolder) -> None:
    hold(season, 1, won=["Ada"])
    [table] = [block for block in blocks_of(sheet_of(season)) if isinstance(block, TextTable)]
    many = KeepTogether(replace(table, rows=[*table.rows] * 3), FULL_PAGE)
    document = replace(sheet_of(season), parts=(many,) * 3)
    written = texts(render([document], paper=Paper.A4))
    assert {page.count("Ada") for page in written} <= {3, 6}
    assert len(written) > 1


def test_who_came_too_seldom_has_no_place(make_season: SeasonMaker, hold: EveningHolder) -> None:
    season = make_season(5, minimum=1)
    Absence.objects.create(
        evening=evening_of(season, 1), contender=contender(season, "Eva"), noticed=True
    )
    hold(season, 1, won=["Ada"])
    sheet = sheet_of(season)
    assert ["–", "Eva", "–", "0", "–"] in [row for table in tables_of(sheet) for row in table]
    assert "Eva\ntoo few evenings" in "\n".join(texts(render([sheet], paper=Paper.A4))).replace(
        "\r", ""
    )


def test_of_many_evenings_the_last_are_printed(make_season: SeasonMaker) -> None:
    season = make_season(4, 12)
    season_refresh(season_id=season.pk)
    season.evenings.update(lowest="0", is_held=True)
    sheet = table_document(season)
    [table] = [block for block in blocks_of(sheet) if isinstance(block, TextTable)]
    heads = [column.head for column in table.columns]
    assert heads == ["Place", "Player", "Total", "Ev", *map(str, range(3, 13))]
    assert "Only the last 10 evenings are printed; all of them count." in remarks_of(sheet)
    assert all(len(row) == len(heads) for row in table.rows)


def test_the_calendar_of_fixed_pairs_names_every_meeting(
    club: Club, owner: User, people: list[Player]
) -> None:
    season = season_create(
        club=club,
        created_by=owner,
        name="Pairs",
        game="texas42",
        ranks="pairs",
        dates=fridays(2),
        measure="points",
        scoring="sum",
        minimum=0,
        noticed="nothing",
    )
    lineups = [people[place : place + 2] for place in range(0, 8, 2)]
    contenders_add(division=season.divisions.earliest("order"), lineups=lineups)
    event = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    rounds_plan(event=event)
    blocks = blocks_of(calendar_document(season))
    [first, second] = [block for block in blocks if isinstance(block, EveningBlock)]
    assert len(first.meetings) == event.rounds.count() * 2
    assert not second.meetings
    text = words_of(calendar_document(season))
    assert text.count("Ada & Ben") == event.rounds.count()
    assert "round 1, table 2" in text


def test_the_calendar_names_every_day(season: Season, hold: EveningHolder) -> None:
    event = hold(season, 1, won=["Ada"])
    text = words_of(calendar_document(season))
    assert "Evening 1" in text
    assert event.name in text
    for day in ("4 Sep 2026 Friday", "11 Sep 2026 Friday", "18 Sep 2026 Friday"):
        assert all(part in text for part in day.split())


def test_a_division_is_named_in_the_calendar(season: Season) -> None:
    season.evenings.filter(number=2).update(division=division_of(season))
    assert f"Evening 2 · {division_of(season).name}" in words_of(calendar_document(season))


@pytest.mark.parametrize("make", [lambda s: [table_document(s)], lambda s: [calendar_document(s)]])
def test_the_same_season_prints_the_same_bytes(
    season: Season, make: Callable[[Season], list[Printable]]
) -> None:
    first, second = (render([*make(season)], paper=Paper.A4) for _ in range(2))
    assert first == second


def test_a_season_without_evenings_says_so(season: Season) -> None:
    season.evenings.all().delete()
    assert "No evening is set yet." in words_of(calendar_document(season))
