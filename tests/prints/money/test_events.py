"""The money of an event on paper: what it says, and who may have it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from clubs.models import Club, Membership, User
from clubs.roles import RIGHTS, Right, Role
from jobs.models import Job
from ledger.models import Way
from ledger.services.transfers import transfer_pay, transfers_plan
from paper.documents.printouts import NothingToPrintError
from paper.documents.registry import print_named
from paper.documents.rows import PrintOptions, print_order
from paper.documents.subjects import EVENT, event_summary
from press.base import Paper
from scoring.models import Match
from tests.prints.matches.reading import bookmarks, missing_glyphs, texts
from tests.prints.printing import print_now
from tests.stakes.conftest import KeepMoney
from tests.tournaments.conftest import EventMaker, begin_next, match_of
from tournaments.events.models import Event
from tournaments.events.services.events import event_finish
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh
from tournaments.money.models import EventMoney, PrizeKind
from tournaments.money.services.money import prizes_award
from tournaments.money.services.settling import evening_settle

pytestmark = pytest.mark.usefixtures("held")

KEYS = ("settlement", "statements", "prizes")
ClientFor = Callable[[User], Any]


def printed(event: Event, key: str) -> bytes:
    row = print_named(EVENT, key)
    assert row is not None
    event_now = Event.objects.get(pk=event.pk)
    _title, content = print_now(of=event_now, row=row, options=PrintOptions(Paper.A4))
    assert missing_glyphs(content) == 0
    return content


def text_of(content: bytes) -> str:
    return " ".join(" ".join(texts(content)).split())


@pytest.fixture
def settled(
    stakes_night: Event, keep: KeepMoney, win: Callable[..., Match], treasurer: User
) -> EventMoney:
    """One match is played, 7 to 3: the pair that lost owes a dollar; worked out."""
    money = keep(stakes_night, prize_kind=PrizeKind.FIXED, prize_table=[[2, [1001, 500]]])
    win(match_of(stakes_night, 1, 1), 0, loser_marks=3)
    evening_settle(event_id=stakes_night.pk, made_by=treasurer)
    transfers_plan(book=money.book, way=Way.FEWEST)
    return money


@pytest.fixture
def awarded(
    make_event: EventMaker, keep: KeepMoney, win: Callable[..., Match], treasurer: User
) -> EventMoney:
    """Two pairs, ten dollars the first prize; played out, finished, prizes given."""
    event = make_event(2)
    rounds_plan(event=event)
    begin_next(event)
    money = keep(event, fee=500, prize_kind=PrizeKind.FIXED, prize_table=[[2, [1001, 500]]])
    win(match_of(event, 1, 1), 0)
    event_finish(event=event)
    standings_refresh(event_id=event.pk)
    prizes_award(event=event, made_by=treasurer)
    money.refresh_from_db()
    return money


def test_who_shares_a_place_is_told_so_on_the_prize_list(
    make_event: EventMaker, keep: KeepMoney, win: Callable[..., Match], treasurer: User
) -> None:
    event = make_event(4, tie_breaks=["games_won"], format_options={"rounds": 1})
    rounds_plan(event=event)
    begin_next(event)
    keep(event, fee=500, prize_kind=PrizeKind.FIXED, prize_table=[[2, [1200, 800, 400]]])
    for table in (1, 2):
        win(match_of(event, 1, table), 0)
    event_finish(event=event)
    standings_refresh(event_id=event.pk)
    prizes_award(event=event, made_by=treasurer)
    shared = text_of(printed(event, "prizes"))
    assert shared.count("a shared place 10.00 USD") == 2
    assert shared.count("a shared place 2.00 USD") == 2


def test_a_settlement_names_who_pays_whom_how_much(settled: EventMoney) -> None:
    text = text_of(printed(settled.event, "settlement"))
    transfers = settled.book.transfers.all()
    assert len(transfers) == 2
    for transfer in transfers:
        amount = f"{transfer.amount // 100}.{transfer.amount % 100:02} USD"
        assert f"{transfer.payer.name} {transfer.payee.name} {amount}" in text


def test_balances_stand_below_with_their_signs(settled: EventMoney) -> None:
    text = text_of(printed(settled.event, "settlement"))
    assert text.count("+0.50 USD") == 2
    assert text.count("−0.50 USD") == 2


def test_a_paid_transfer_says_when(settled: EventMoney, treasurer: User) -> None:
    transfer_pay(transfer=settled.book.transfers.all()[0], made_by=treasurer)
    text = text_of(printed(settled.event, "settlement"))
    assert len(re.findall(r"\d+ \w{3}, \d\d:\d\d", text)) == 1


def test_where_nobody_owes_anything_the_page_says_so_instead_of_a_print(
    stakes_night: Event, keep: KeepMoney
) -> None:
    keep(stakes_night)
    row = print_named(EVENT, "settlement")
    assert row is not None
    assert row.missing(event_summary(stakes_night)) == "Nobody owes anything."
    with pytest.raises(NothingToPrintError):
        printed(stakes_night, "settlement")


def test_short_statements_share_a_page_each_whole(settled: EventMoney) -> None:
    content = printed(settled.event, "statements")
    names = sorted(seat.name for seat in match_of(settled.event, 1, 1).seats.all())
    titles = [title.removeprefix("Statement · ") for title, _page in bookmarks(content)]
    assert [name for title in titles for name in title.split(" · ")] == names
    pages = texts(content)
    assert len(pages) < len(names)
    for title, page in zip(titles, pages, strict=True):
        assert page.count("Balance now") == len(title.split(" · "))


def test_a_prize_list_says_before_what_there_is_to_win(
    make_event: EventMaker, keep: KeepMoney
) -> None:
    event = make_event(2)
    keep(event, fee=500, prize_kind=PrizeKind.FIXED, prize_table=[[2, [1200, 800]]])
    text = text_of(printed(event, "prizes"))
    assert "1 12.00 USD" in text
    assert "2 8.00 USD" in text
    assert "The prizes have not been awarded yet." in text
    assert "Pot: 20.00 USD." in text


def test_a_prize_list_says_then_who_has_won_what(awarded: EventMoney) -> None:
    """A pair's two shares are one prize, to the last cent."""
    text = text_of(printed(awarded.event, "prizes"))
    first = awarded.event.standings.get(rank=1).entry.lineup.all()
    names = " ".join(row.player.name for row in first)
    assert f"1 {names} 10.01 USD" in text
    assert "5.00 USD" in text
    assert "not been awarded yet" not in text
    assert "a shared place" not in text


def test_a_list_without_prizes_is_no_page_at_all(stakes_night: Event, keep: KeepMoney) -> None:
    keep(stakes_night)
    with pytest.raises(NothingToPrintError, match="nothing to print yet: Prize list"):
        printed(stakes_night, "prizes")


@pytest.mark.parametrize("key", KEYS)
def test_the_same_book_prints_the_same_bytes(key: str, settled: EventMoney) -> None:
    assert printed(settled.event, key) == printed(settled.event, key)


@pytest.mark.parametrize("role", Role.values)
@pytest.mark.parametrize("key", KEYS)
def test_only_who_keeps_the_money_may_print_it(
    role: str, key: str, club: Club, settled: EventMoney, client_for: ClientFor
) -> None:
    user = User.objects.create_user(f"a-{role}")
    Membership.objects.create(club=club, user=user, role=role)
    client = client_for(user)
    file = reverse("event-print", args=[club.slug, settled.event.pk, key])
    order = reverse("event-print-order", args=[club.slug, settled.event.pk, key])
    allowed = Right.MONEY in RIGHTS[role]
    assert client.get(file).status_code == (200 if allowed else 403)
    assert client.post(order).status_code == (302 if allowed else 403)


@pytest.mark.parametrize("key", KEYS)
def test_a_neighbour_club_finds_nothing(
    key: str, club: Club, settled: EventMoney, stranger: User, client_for: ClientFor
) -> None:
    file = reverse("event-print", args=[club.slug, settled.event.pk, key])
    assert client_for(stranger).get(file).status_code == 404


def test_a_document_of_money_is_seen_only_by_who_keeps_it(
    club: Club, settled: EventMoney, treasurer: User, viewer: User, client_for: ClientFor
) -> None:
    row = print_named(EVENT, "statements")
    assert row is not None
    document: Job = print_order(
        of=settled.event,
        club=settled.event.club,
        row=row,
        options=PrintOptions(Paper.A4),
        by=treasurer,
    )
    page = reverse("document", args=[club.slug, document.pk])
    assert client_for(treasurer).get(page).status_code == 200
    assert client_for(viewer).get(page).status_code == 404


def test_an_event_without_money_offers_none_of_it(
    club: Club, running: Event, treasurer: User, client_for: ClientFor
) -> None:
    client = client_for(treasurer)
    for key in KEYS:
        file = reverse("event-print", args=[club.slug, running.pk, key])
        assert client.get(file).status_code == 404


# --- a player's statement over all books


def test_a_statement_is_printed_for_the_period_asked_for(
    club: Club, settled: EventMoney, treasurer: User, client_for: ClientFor
) -> None:
    client = client_for(treasurer)
    player = settled.book.transfers.all()[0].payer
    url = reverse("player-print", args=[club.slug, player.pk, "statement"])
    answer = client.get(url, {"since": "2026-11-01", "until": "2026-11-30"})
    assert f"Statement of {player.name}.pdf" in answer["Content-Disposition"]
    text = text_of(answer.content)
    assert "1 Nov 2026 to 30 Nov 2026" in text
    assert "Balance now −0.50 USD" in text
    assert settled.event.name in text


@pytest.mark.parametrize(
    ("since", "until", "sentence"),
    [
        ("", "", "all that was entered"),
        ("2026-11-01", "", "from 1 Nov 2026"),
        ("", "2026-11-30", "up to 30 Nov 2026"),
    ],
)
def test_an_open_period_is_told_as_such(
    since: str,
    until: str,
    sentence: str,
    club: Club,
    settled: EventMoney,
    treasurer: User,
    client_for: ClientFor,
) -> None:
    player = settled.book.transfers.all()[0].payer
    url = reverse("player-print", args=[club.slug, player.pk, "statement"])
    answer = client_for(treasurer).get(url, {"since": since, "until": until})
    assert sentence in text_of(answer.content)


def test_a_period_without_entries_leads_back_to_the_page(
    club: Club, settled: EventMoney, treasurer: User, client_for: ClientFor
) -> None:
    player = settled.book.transfers.all()[0].payer
    url = reverse("player-print", args=[club.slug, player.pk, "statement"])
    answer = client_for(treasurer).get(url, {"until": "2020-01-01"})
    assert answer.url == reverse("player-statement", args=[club.slug, player.pk])
