"""What hangs on the wall and lies on the tables, printed from an event as it stands."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clubs.models import Club, Player, User
from jobs.models import Job, JobState
from jobs.services import job_make, job_path
from jobs.work import CancelledError
from paper.documents.event_prints import needs_end, needs_standings
from paper.documents.printouts import NothingToPrintError
from paper.documents.registry import print_named
from paper.documents.rows import PrintOptions, print_order
from paper.documents.subjects import EVENT, event_summary
from press.base import Paper
from scoring.models import Match
from tests.prints.matches.reading import bookmarks, missing_glyphs, reader, texts
from tests.prints.printing import print_now
from tests.tournaments.conftest import NAMES, EveningMaker, EventMaker, begin_next, match_of
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Event, EventState
from tournaments.events.services.events import event_finish
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

SITE = "https://scores.example.org"


def printed(event: Event, key: str, *, number: int | None = None, site: str = SITE) -> bytes:
    """The file of a row of the page."""
    row = print_named(EVENT, key)
    assert row is not None
    options = PrintOptions(Paper.A4, round=number, site=site)
    title, content = print_now(of=Event.objects.get(pk=event.pk), row=row, options=options)
    assert event.name in title
    assert missing_glyphs(content) == 0
    return content


def text_of(content: bytes) -> str:
    return " ".join(" ".join(texts(content)).split())


@pytest.fixture
def over(running: Event, win: Callable[..., Match]) -> Event:
    """All three rounds played, the first of a table wins 7 to 2; finished."""
    for number in (1, 2, 3):
        if number > 1:
            begin_next(running)
        for table in (1, 2):
            win(match_of(running, number, table), 0, loser_marks=2)
    event_finish(event=running)
    standings_refresh(event_id=running.pk)
    running.refresh_from_db()
    return running


@pytest.fixture
def knockout(make_event: EventMaker) -> Event:
    """Six pairs in a single elimination: two of the four boxes are played, two are byes."""
    event = make_event(6, format="single_elimination")
    rounds_plan(event=event)
    begin_next(event)
    return event


# --- on the wall


def test_the_draw_of_a_round_has_every_name_twice_with_its_table(running: Event) -> None:
    text = text_of(printed(running, "draw", number=1))
    for name in NAMES[:8]:
        assert len(re.findall(rf"\b{name}\b", text)) == 2
    assert "Where do I play?" in text
    assert "Round 1" in text


def test_the_draw_of_all_rounds_has_a_part_for_each_and_no_index(running: Event) -> None:
    text = text_of(printed(running, "draw"))
    assert all(f"Round {number}" in text for number in (1, 2, 3))
    assert "Where do I play?" not in text


def test_who_sits_out_stands_below_the_draw_and_in_its_index(make_event: EventMaker) -> None:
    event = make_event(5)
    rounds_plan(event=event)
    text = text_of(printed(event, "draw", number=1))
    resting = event.rounds.get(number=1).tables.get(is_bye=True).seats.get().entry
    names = [row.player.name for row in resting.lineup.all()]
    assert f"Sitting out: {names[0]} & {names[1]}" in text
    assert text.count("–") == 2


def test_standings_name_what_decides_and_explain_every_column(over: Event) -> None:
    text = text_of(printed(over, "standings"))
    first = over.standings.get(rank=1)
    assert "Final standings" in text
    assert "Ranked by, in this order" in text
    assert "Marks against: All marks" in text
    names = [row.player.name for row in first.entry.lineup.all()]
    row = " ".join(part for name in names for part in re.findall(rf"\b{name}\b", text))
    assert row == " ".join(names)
    figures = [first.values[key] for key in ("games_won", "points", "points_against")]
    assert re.search(r"3 {} {} {}".format(*figures), text)


def test_standings_of_nothing_are_not_printed(running: Event) -> None:
    assert needs_standings(event_summary(running)) == "once a hand or a result is recorded"
    with pytest.raises(NothingToPrintError):
        printed(running, "standings")


def test_a_shared_place_is_marked(running: Event, bid: Callable[..., Match]) -> None:
    bid(match_of(running, 1, 1), 0)
    text = text_of(printed(running, "standings"))
    assert text.count("1=") == 4
    assert "= marks a place that is shared." in text


def test_a_bracket_tells_who_meets_and_who_will(knockout: Event) -> None:
    text = text_of(printed(knockout, "bracket"))
    assert all(name in text for name in NAMES[:12])
    assert "Semi-finals" in text
    assert "Winner of 1" in text
    assert "bye" not in text


def test_a_bracket_goes_on_with_what_is_played(knockout: Event, win: Callable[..., Match]) -> None:
    for table in (1, 2):
        win(match_of(knockout, 1, table), 1, loser_marks=3)
    text = text_of(printed(knockout, "bracket"))
    winner = [seat.name for seat in match_of(knockout, 1, 1).seats.all()][1]
    loser = next(seat.name for seat in match_of(knockout, 1, 1).seats.all())
    assert len(re.findall(rf"\b{winner}\b", text)) == 2
    assert len(re.findall(rf"\b{loser}\b", text)) == 1


def test_only_events_with_a_bracket_offer_one(running: Event, pages_of: Any) -> None:
    assert "on as many sheets as it takes" not in words(pages_of(running).get("event-prints"))


def test_no_bracket_is_printed_while_groups_are_played(make_event: EventMaker) -> None:
    event = make_event(8, format="qualifying")
    rounds_plan(event=event)
    with pytest.raises(NothingToPrintError):
        printed(event, "bracket")


def test_a_poster_is_on_twice_the_paper(knockout: Event) -> None:
    row = print_named(EVENT, "bracket")
    assert row is not None
    _title, content = print_now(
        of=knockout, row=row, options=PrintOptions(Paper.LETTER, poster=True)
    )
    box = reader(content).pages[0].mediabox
    assert sorted((round(box.width), round(box.height))) == [792, 1224]


def test_certificates_are_for_the_first_three_of_a_finished_event(over: Event) -> None:
    pages = texts(printed(over, "certificates"))
    honoured = over.standings.filter(rank__lte=3).count()
    assert len(pages) == honoured == 3
    assert "Winners of Night" in " ".join(pages[0].split())
    assert "Second place in Night" in " ".join(pages[1].split())
    assert "Place 3 of 4" in " ".join(pages[2].split())


def test_certificates_wait_for_the_end(running: Event, pages_of: Any) -> None:
    page = words(pages_of(running).get("event-prints"))
    assert "once the event is finished" in page


# --- on the tables


def test_a_table_card_has_everybody_who_comes_to_the_table(running: Event) -> None:
    first, second = texts(printed(running, "table-cards"))[0].split("Night")[1:]
    for text, table in ((first, 1), (second, 2)):
        for number in (1, 2, 3):
            assert f"Round {number}" in text
        for seat in running.rounds.get(number=1).tables.get(number=table).seats.all():
            for row in seat.entry.lineup.all():
                assert row.player.name in text


def test_the_arrow_leads_to_the_table_of_the_next_round(running: Event) -> None:
    """A pair that moves from table 1 to table 2 has the number at the end of its line."""
    text = texts(printed(running, "table-cards"))[0]
    seat = running.rounds.get(number=1).tables.get(number=1).seats.get(place=0)
    names = " & ".join(row.player.name for row in seat.entry.lineup.all())
    following = running.rounds.get(number=2).tables.get(seats__entry=seat.entry)
    assert re.search(rf"{names} {following.number}\b", " ".join(text.split()))


def test_badges_are_for_everybody_with_the_partner(running: Event) -> None:
    text = text_of(printed(running, "badges"))
    assert all(name in text for name in NAMES[:8])
    assert "with Ben" in text


def test_a_guide_card_leads_through_all_rounds(running: Event) -> None:
    content = printed(running, "guides")
    assert len(bookmarks(content)) == len(texts(content))
    text = text_of(content)
    assert text.count("Opponents") == 4
    assert len(re.findall(r"\bAda & Ben\b", text)) == 4  # own card, and three opponents'


def test_a_guide_card_of_single_players_says_with_whom(evening: Event) -> None:
    text = text_of(printed(evening, "guides"))
    assert "With" in text
    assert "Partner" not in text


def test_slips_carry_the_code_of_round_and_table(running: Event) -> None:
    text = text_of(printed(running, "slips", number=2))
    assert "Round 2 · table 1" in text
    assert "R2-T2" in text
    assert "R1-T1" not in text


def test_a_slip_has_a_box_for_every_game(make_event: EventMaker) -> None:
    event = make_event(2, games_per_meeting=3)
    rounds_plan(event=event)
    text = text_of(printed(event, "slips"))
    assert "Game 1 Game 2 Game 3 Result" in text


# --- the way to a table


def test_the_code_of_a_card_leads_to_the_match_that_is_played_there(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    answer = pages.client.get(pages.url("event-table", 2))
    assert answer["Location"].endswith(f"/matches/{match_of(running, 1, 2).pk}/")


def test_a_slip_leads_to_its_own_round(
    running: Event, pages_of: Callable[[Event], Pages], win: Callable[..., Match]
) -> None:
    begin_next(running)
    pages = pages_of(running)
    answer = pages.client.get(pages.url("event-table", 1), {"round": 1})
    assert answer["Location"].endswith(f"/matches/{match_of(running, 1, 1).pk}/")
    later = pages.client.get(pages.url("event-table", 1))
    assert later["Location"].endswith(f"/matches/{match_of(running, 2, 1).pk}/")


@pytest.mark.parametrize("round_value", ["99", "x", "99999999999"])
def test_a_table_without_a_match_leads_to_the_event(
    round_value: str, event: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(event)
    answer = pages.client.get(pages.url("event-table", 7), {"round": round_value})
    assert answer["Location"] == pages.url("event")


def test_the_second_game_of_a_meeting_is_opened_once_the_first_is_over(
    make_event: EventMaker, pages_of: Callable[[Event], Pages], win: Callable[..., Match]
) -> None:
    event = make_event(2, games_per_meeting=2)
    rounds_plan(event=event)
    begin_next(event)
    win(match_of(event, 1, 1, 1), 0)
    pages = pages_of(event)
    answer = pages.client.get(pages.url("event-table", 1))
    assert answer["Location"].endswith(f"/matches/{match_of(event, 1, 1, 2).pk}/")


# --- what is common to all


@pytest.mark.parametrize("key", ["draw", "table-cards", "guides", "slips", "bracket"])
def test_nothing_is_printed_of_an_event_without_rounds(key: str, event: Event) -> None:
    with pytest.raises(NothingToPrintError):
        printed(event, key)


@pytest.mark.parametrize("game", ["pandoeren", "dummy_spades"])
@pytest.mark.parametrize("key", ["draw", "table-cards", "badges", "guides", "slips"])
def test_everything_is_printed_of_an_evening_of_single_players(
    key: str, game: str, make_evening: EveningMaker
) -> None:
    """Seven at tables of four or three: some sit out, some tables are smaller."""
    event = make_evening(7, game)
    rounds_plan(event=event)
    begin_next(event)
    standings_refresh(event_id=event.pk)
    text = text_of(printed(event, key))
    assert all(name in text for name in NAMES[:7])


def test_names_of_all_scripts_are_printed_whole(
    club: Club, owner: User, make_event: EventMaker
) -> None:
    event = make_event(2)
    renamed = ("بهرام کیانی", "山本 花子", "Łukasz Ågren", "Zoë Đặng")
    for player, name in zip(Player.objects.filter(club=club)[:4], renamed, strict=True):
        player.name = name
        player.save()
    rounds_plan(event=event)
    text = text_of(printed(event, "badges"))
    assert "山本 花子" in text
    assert "بهرام" in text
    assert "Łukasz" in text


# --- by the worker


@pytest.fixture
def ordered(running: Event, owner: User, settings: Any, tmp_path: Path) -> Job:
    """The table cards of the event, ordered."""
    settings.JOB_ROOT = tmp_path
    row = print_named(EVENT, "table-cards")
    assert row is not None
    options = PrintOptions(Paper.LETTER, site=SITE)
    return print_order(of=running, club=running.club, row=row, options=options, by=owner)


def test_an_order_is_made_by_the_worker_as_it_was_wished(ordered: Job, running: Event) -> None:
    job_make(job_id=ordered.pk)
    ordered.refresh_from_db()
    assert (ordered.state, ordered.done, ordered.total) == (JobState.DONE, 1, 1)
    content = job_path(ordered).read_bytes()
    assert round(reader(content).pages[0].mediabox.width) == 612
    assert "Table 1 · Table 2" in [title for title, _page in bookmarks(content)]


def test_pages_are_told_one_by_one_and_a_cancelled_order_stops(
    make_event: EventMaker, owner: User
) -> None:
    event = make_event(10)
    rounds_plan(event=event)
    row = print_named(EVENT, "guides")
    assert row is not None
    printout = row.printout(event, PrintOptions(Paper.A4))
    progress: list[int] = []

    def tell(done: int, total: int) -> None:
        progress.append(done)
        if done == 2:
            raise CancelledError

    with pytest.raises(CancelledError):
        printout.write(io.BytesIO(), tell)
    assert progress == [0, 1, 2]
    progress.clear()
    printout.write(io.BytesIO(), lambda done, total: progress.append(done))
    assert progress == sorted(progress)
    assert progress[-1] == printout.total


def test_what_waits_for_standings_says_so(running: Event, bid: Callable[..., Match]) -> None:
    bid(match_of(running, 1, 1), 0)
    running.standings_at, running.state = None, EventState.FINISHED
    running.version += 1
    summary = event_summary(running)
    for reason in (needs_standings(summary), needs_end(summary)):
        assert reason == "as soon as standings are computed"
