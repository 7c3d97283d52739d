"""A Mitchell: two lines that never hold the same hands have a ranking and a winner each."""

import csv
import io
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import User
from ledger.models import Posting
from paper.documents.registry import print_named
from paper.documents.rows import PrintOptions
from paper.documents.subjects import EVENT
from press.base import Paper
from scoring.models import Match
from tests.prints.matches.reading import texts
from tests.prints.printing import print_now
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, wall, words
from tournaments.deals.selectors.balance import balance_of
from tournaments.deals.services.deals import deal_scoring_set, deal_set_draw
from tournaments.events.models import EntryPlayer, Event, TableSeat
from tournaments.events.selectors.public import number_in
from tournaments.events.selectors.standings import standings_for
from tournaments.events.services.events import event_finish
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh
from tournaments.money.services.money import fees_paid, money_set_up, prizes_award
from tournaments.phones.services.sign_ups import event_page_update

pytestmark = pytest.mark.usefixtures("held")

Evening = Callable[..., Event]
APART = "its pairs held the same hands and are compared with one another alone"


@pytest.fixture
def evening(make_event: EventMaker, owner: User, bid: Callable[..., Match]) -> Evening:
    """Eight pairs in a Mitchell of four rounds, a deal each, to its end."""

    def play(**more: int) -> Event:
        event = make_event(8, format="mitchell", format_options=more)
        deal_set_draw(event=event, by=owner, count=4, per_round=1)
        event.refresh_from_db()
        event = deal_scoring_set(event=event, metric="matchpoints")
        rounds_plan(event=event, seed="two lines")
        chance = Random(1)
        for number in (1, 2, 3, 4):
            begin_next(event)
            for table in (1, 2, 3, 4):
                side, marks = chance.randrange(2), chance.randint(1, 2)
                bid(match_of(event, number, table), side, marks=marks)
        event_finish(event=event, by=owner)
        standings_refresh(event_id=event.pk)
        event.refresh_from_db()
        return event

    return play


def counted(event: Event) -> Counter[tuple[int, int]]:
    """On how many deals each two pairs sat in the same direction."""
    counts: Counter[tuple[int, int]] = Counter()
    for number in (1, 2, 3, 4):
        for side in (0, 1):
            seats = TableSeat.objects.filter(
                table__round__event=event, table__round__number=number, side=side
            )
            counts.update(combinations(sorted(seats.values_list("entry__number", flat=True)), 2))
    return counts


def test_two_entries_are_ranked_together_exactly_if_they_are_compared(evening: Evening) -> None:
    event, times = evening(), set()
    first, second = (ranking.rows for ranking in standings_for(event).rankings)
    compared = counted(event)
    for row, other in combinations([*first, *second], 2):
        couple = sorted((row.entrant.number, other.entrant.number))
        times.add(compared[couple[0], couple[1]])
        assert compared[couple[0], couple[1]] == (4 if row.line == other.line else 0)
    assert times == {0, 4}
    assert [row.rank for row in first] == [row.rank for row in second] == [1, 2, 3, 4]
    balance = balance_of(event)
    assert balance
    assert (balance.least, balance.most, balance.never, balance.couples) == (4, 4, 0, 12)


def test_with_one_winner_every_two_are_compared_and_ranked_together(
    evening: Evening, pages_of: Callable[[Event], Pages]
) -> None:
    event = evening(winners=1)
    (ranking,) = standings_for(event).rankings
    assert len(ranking.rows) == 8
    compared = counted(event)
    times = [compared[couple] for couple in combinations(range(1, 9), 2)]
    assert (min(times), max(times)) == (1, 3)
    pages = pages_of(event)
    for name in ("event-deals", "event-compared"):
        text = "Pairs ranked together have 1 to 3 deals in common, 1.7 on average."
        assert text in words(pages.get(name))
    assert "Line A & C" not in words(pages.get("event-standings"))
    assert set(event.standings.values_list("line", flat=True)) == {0}


def test_without_a_deal_set_a_mitchell_has_one_ranking(make_event: EventMaker) -> None:
    event = make_event(8, format="mitchell")
    drawn_and_begun(event)
    standings_refresh(event_id=event.pk)
    assert set(event.standings.values_list("line", flat=True)) == {0}


def test_pages_wall_file_and_programs_have_both_rankings(
    evening: Evening, pages_of: Callable[[Event], Pages]
) -> None:
    event = evening()
    pages = pages_of(event)
    page = words(pages.get("event-standings"))
    assert page.index("Winners Line A & C 1 ") < page.index("Line B & D 1 ")
    assert page.count("Line A & C") == page.count("Line B & D") == 2
    assert APART in page
    every = "All pairs ranked together played the same 4 deals."
    assert every in words(pages.get("event-deals"))
    assert "A season counts the points of an evening, not places" in page

    shown = wall(pages)
    for line in ("Line A & C", "Line B & D"):
        assert any(f"The winners · {line}" in text for text in shown)
        assert any(f"Final standings · {line}" in text for text in shown)

    answer = pages.client.get(pages.url("event-standings-file", "csv"))
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row["Line"] for row in rows] == ["A & C"] * 4 + ["B & D"] * 4
    assert [rows[0]["Place"], rows[4]["Place"]] == ["1", "1"]

    address = reverse("api-events-standings", args=[event.club.slug, event.pk])
    programs = pages.client.get(address).json()["rows"]
    assert [row["line"] for row in programs] == [1] * 4 + [2] * 4
    deals = pages.client.get(reverse("api-deals-compared", args=[event.club.slug, event.pk]))
    assert deals.json()["balance"] == {
        "least": 4,
        "most": 4,
        "average": "4.0",
        "never": 0,
        "couples": 12,
    }
    number = programs[0]["entry"]["number"]
    assert "Line A & C rank 1" in words(pages.get("event-compared-card", number))


def test_the_public_page_and_the_own_evening_have_the_place_in_the_line(evening: Evening) -> None:
    event = evening()
    code = event_page_update(event=event, is_on=True).code
    page = words(Client().get(reverse("public-standings", args=[code])))
    assert "Line B & D" in page
    assert APART in page
    last = event.standings.filter(line=2).order_by("-rank")[0]
    phone, address = Client(), reverse("public-evening", args=[code])
    phone.post(address, {"player": number_in(event.pk, last.entry.lineup.all()[0].player_id)})
    assert f"{last.rank} / 4" in words(phone.get(address))


def test_printed_standings_certificates_and_cards_name_the_line(evening: Evening) -> None:
    event = evening()

    def printed(key: str) -> str:
        row = print_named(EVENT, key)
        assert row is not None
        _title, content = print_now(of=event, row=row, options=PrintOptions(Paper.A4))
        return " ".join(" ".join(texts(content)).split())

    standings = printed("standings")
    assert "Line A & C" in standings
    assert "Line B & D" in standings
    assert APART in standings
    certificates = printed("certificates")
    assert "Line A & C · Place 1 of 4" in certificates
    assert "Line B & D · Place 1 of 4" in certificates
    assert "Line B & D · Place 1" in printed("own-deals")


def test_two_lines_share_the_prizes_rank_by_rank(
    evening: Evening, owner: User, client: Client
) -> None:
    event = evening()
    client.force_login(owner)
    money = money_set_up(
        event=event,
        made_by=owner,
        fee=500,
        prize_kind="share",
        prize_table=[[2, [50, 30, 20]]],
        last_prize=200,
    )
    for number in range(1, 9):
        fees_paid(event=event, number=number, made_by=owner)
    page = words(Pages(client, event).get("event-money-prizes"))
    assert "Two lines share the prizes: the first of both get the first two prizes together" in page
    prizes_award(event=event, made_by=owner)
    money.refresh_from_db()
    won: Counter[int] = Counter()
    prizes = Posting.objects.filter(
        account__book=money.book, transaction__kind="prize", account__player__isnull=False
    )
    for posting in prizes.select_related("account__player"):
        entry = EntryPlayer.objects.get(entry__event=event, player=posting.account.player).entry
        won[entry.number] += posting.amount
    # 80.00 less 2.00 for the last: the first of both share 80 percent, the second of both 20.
    expected = {1: 3120, 2: 780, 3: 0, 4: 100}
    for line in (1, 2):
        places = event.standings.filter(line=line).values_list("rank", "entry__number")
        assert {rank: won[number] for rank, number in places} == expected
