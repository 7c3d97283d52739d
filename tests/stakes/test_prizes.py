"""Prizes: by place, joined and shared in ties, from a pot that depends on who came."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import Player, User
from ledger.models import Book, Transaction
from scoring.models import Match
from tests.refused import refused
from tests.stakes.conftest import KeepMoney, entered, in_the_box, owed
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, match_of
from tournaments.events.models import Event, Lot
from tournaments.events.selectors.lots import lots_of
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.events.services.rounds import rounds_plan
from tournaments.money.models import RestTo
from tournaments.money.prize_table import needs_lot, row_for, shared_by_rank, shares_of, with_last
from tournaments.money.selectors.prizes import AwardPlan, Fund
from tournaments.money.services.money import (
    Bearer,
    cash_move,
    expense_add,
    fees_paid,
    hand_entry_reverse,
    prizes_award,
    prizes_take_back,
    side_pot_add,
    side_pot_remove,
    side_pot_set,
)

pytestmark = pytest.mark.usefixtures("held")

# Percent of 1,000 by place; what rounding leaves goes to the better places.
SHARES = [
    (1000, (60, 40), (600, 400)),
    (999, (50, 30, 20), (500, 300, 199)),
    (10, (33, 33, 33), (3, 3, 3)),
    (100, (33, 33, 33), (33, 33, 33)),
    (101, (34, 33, 33), (35, 33, 33)),
    (0, (60, 40), (0, 0)),
    (1000, (50,), (500,)),
]
# Prizes, entries by rank, what each wins.
TIES = [
    ((60, 40), [[1], [2], [3]], {1: 60, 2: 40}, "nobody is tied"),
    ((60, 40), [[1, 2], [3]], {1: 50, 2: 50}, "two share the first two prizes"),
    ((60, 40), [[1], [2, 3]], {1: 60, 2: 20, 3: 20}, "two share the second prize"),
    ((60, 41), [[2, 1], [3]], {2: 51, 1: 50}, "the odd unit goes to the better lot"),
    ((60, 40), [[3, 1, 2]], {3: 34, 1: 33, 2: 33}, "three share two prizes"),
    ((50, 30, 20), [[1], [2, 3], [4]], {1: 50, 2: 25, 3: 25}, "places below are passed over"),
    ((), [[1], [2]], {}, "no prizes"),
]


@pytest.mark.parametrize(("fund", "percent", "prizes"), SHARES)
def test_shares_of_a_fund(fund: int, percent: tuple[int, ...], prizes: tuple[int, ...]) -> None:
    assert shares_of(fund, percent) == prizes


@pytest.mark.parametrize(("prizes", "ranks", "won", "why"), TIES)
def test_ties_share_joined_prizes(
    prizes: tuple[int, ...], ranks: list[list[int]], won: dict[int, int], why: str
) -> None:
    assert shared_by_rank(prizes, ranks) == won, why


@pytest.mark.parametrize(
    ("entries", "prizes"), [(7, ()), (8, (100,)), (15, (100,)), (16, (60, 40)), (99, (60, 40))]
)
def test_the_table_goes_by_the_number_of_entries(entries: int, prizes: tuple[int, ...]) -> None:
    assert row_for([(16, (60, 40)), (8, (100,))], entries) == prizes


def test_the_prize_for_the_last_is_shared_by_those_who_are_last() -> None:
    assert with_last({1: 60}, 11, [[1], [3, 2]]) == {1: 60, 3: 6, 2: 5}
    assert with_last({1: 60}, 10, [[1]]) == {1: 60}


ranks_drawn = st.lists(st.integers(1, 4), min_size=1, max_size=8).map(
    lambda sizes: [
        list(range(sum(sizes[:place]), sum(sizes[: place + 1]))) for place in range(len(sizes))
    ]
)


@given(
    st.integers(0, 10**6),
    st.lists(st.integers(0, 20), max_size=5),
    st.integers(0, 500),
    ranks_drawn,
)
def test_nothing_of_the_prizes_is_lost_or_made(
    fund: int, percent: list[int], last: int, ranks: list[list[int]]
) -> None:
    prizes = shares_of(fund, percent)
    assert sum(prizes) == fund * sum(percent) // 100
    assert all(
        0 <= prize - fund * each // 100 <= 1 for prize, each in zip(prizes, percent, strict=True)
    )
    won = with_last(shared_by_rank(prizes, ranks), last, ranks)
    entries = sum(map(len, ranks))
    assert sum(won.values()) == sum(prizes[:entries]) + (last if len(ranks) > 1 else 0)
    for tied in ranks[: -1 if last else None]:
        parts = [won.get(entry, 0) for entry in tied]
        assert parts == sorted(parts, reverse=True)
        assert parts[0] - parts[-1] <= 1
        if not needs_lot(prizes, last, ranks):
            assert parts[0] == parts[-1]


@pytest.fixture
def played(make_event: EventMaker, win: Callable[..., Match]) -> Event:
    """Four pairs after their one round, nobody tied."""
    event = make_event(
        format_options={"rounds": 1}, tie_breaks=["games_won", "difference"], name="Cup"
    )
    drawn_and_begun(event)
    for table in (1, 2):
        win(match_of(event, 1, table), 0, loser_marks=4 - table)
    return event


def by_pair(event: Event, book: Book) -> list[int]:
    """What the pairs are owed in the order of the standings."""
    balances = owed(book)
    return [
        sum(balances.get(row.player.name, 0) for row in standing.entry.lineup.all())
        for standing in event.standings.order_by("rank", "entry__number")
    ]


def test_shares_of_the_pot_after_the_house_has_taken_its_own(
    played: Event, keep: KeepMoney, treasurer: User
) -> None:
    # 8 x 5.00 = 40.00; the house takes 10 percent, a floor of 1.00 too; 35.00 at 60, 30 percent.
    money = keep(
        played,
        fee=500,
        house_percent=10,
        house_amount=100,
        prize_kind="share",
        prize_table=[[2, [100]], [4, [60, 30]]],
    )
    for number in range(1, 5):
        fees_paid(event=played, number=number, made_by=treasurer)
    event_finish(event=played)
    prizes_award(event=played, made_by=treasurer)
    assert by_pair(played, money.book) == [2100, 1050, 0, 0]
    assert owed(money.book)["club"] == 500
    assert owed(money.book)["pot"] == 350
    assert "prizes" not in owed(money.book)
    assert in_the_box(money.book) == 4000


def test_fixed_prizes_that_the_pot_cannot_pay_are_the_clubs(
    played: Event, keep: KeepMoney, treasurer: User
) -> None:
    money = keep(played, fee=100, prize_kind="fixed", prize_table=[[1, [1500, 750]]], last_prize=50)
    event_finish(event=played)
    prizes_award(event=played, made_by=treasurer)
    assert by_pair(played, money.book) == [1500 - 200, 750 - 200, -200, -150]
    assert owed(money.book)["club"] == 800 - 2300


def test_tied_pairs_share_and_the_lot_is_recorded(
    make_event: EventMaker, keep: KeepMoney, treasurer: User, win: Callable[..., Match]
) -> None:
    event = make_event(format_options={"rounds": 1}, tie_breaks=["games_won"])
    drawn_and_begun(event)
    for table in (1, 2):
        win(match_of(event, 1, table), 0)
    money = keep(event, prize_kind="fixed", prize_table=[[1, [60, 41]]])
    event_finish(event=event)
    prizes_award(event=event, made_by=treasurer)
    lot = Lot.objects.get(event=event, purpose="prizes")
    winners = [
        standing.entry.number
        for standing in event.standings.order_by("rank")[:2].select_related("entry")
    ]
    better, other = sorted(winners, key=lot.outcome["order"].index)
    balances = owed(money.book)
    names = {number: event.entries.get(number=number).lineup.all() for number in winners}
    assert [balances[row.player.name] for row in names[better]] == [26, 25]
    assert [balances[row.player.name] for row in names[other]] == [25, 25]
    (view_of_lot,) = [view for view in lots_of(event, event_overview(event)) if view.lot == lot]
    assert view_of_lot.what == "Odd coins of shared prizes"
    entrants = {entrant.number: entrant.name for entrant in event_overview(event).entrants}
    assert view_of_lot.names == tuple(entrants[number] for number in lot.outcome["order"])


def test_prizes_wait_for_the_end_and_go_when_it_is_taken_back(
    played: Event, keep: KeepMoney, treasurer: User
) -> None:
    money = keep(played, prize_kind="fixed", prize_table=[[1, [60]]])
    with refused("not_finished"):
        prizes_award(event=played, made_by=treasurer)
    event_finish(event=played)
    prizes_award(event=played, made_by=treasurer)
    assert owed(money.book)["club"] == -60
    event_reopen(event=played, by=played.created_by, reason="a slip was misread")
    keep(played)
    assert owed(money.book) == {}
    event_finish(event=played)
    keep(played)
    assert owed(money.book)["club"] == -60
    prizes_take_back(event=played, made_by=treasurer)
    assert owed(money.book) == {}


def test_what_the_pot_bears_is_not_there_to_win(
    played: Event, keep: KeepMoney, treasurer: User, players: list[Player]
) -> None:
    money = keep(played, fee=500, prize_kind="share", prize_table=[[1, [100]]])
    event_finish(event=played)
    prizes_award(event=played, made_by=treasurer)
    assert by_pair(played, money.book)[0] == 4000 - 1000

    def soup() -> Transaction:
        return expense_add(
            money=money,
            amount=700,
            text="Soup",
            bearer=Bearer.POT,
            made_by=treasurer,
            key="one",
            payer=players[19],
        )

    with refused("closed"):
        soup()
    prizes_take_back(event=played, made_by=treasurer)
    spent = [soup() for _twice in range(2)]
    assert spent[0] == spent[1]
    prizes_award(event=played, made_by=treasurer)
    money.refresh_from_db()
    assert by_pair(played, money.book)[0] == 3300 - 1000
    assert owed(money.book)[players[19].name] == 700
    with refused("closed"):
        hand_entry_reverse(money=money, number=spent[0].number, made_by=treasurer)
    prizes_take_back(event=played, made_by=treasurer)
    hand_entry_reverse(money=money, number=spent[0].number, made_by=treasurer)
    prizes_award(event=played, made_by=treasurer)
    assert by_pair(played, money.book)[0] == 4000 - 1000
    with refused("reversed_already"):
        hand_entry_reverse(money=money, number=spent[0].number, made_by=treasurer)


def test_only_what_was_entered_by_hand_is_taken_back_by_hand(
    event: Event, keep: KeepMoney, treasurer: User
) -> None:
    money = keep(event, fee=500)
    with refused("not_by_hand"):
        hand_entry_reverse(money=money, number=1, made_by=treasurer)


def test_cash_goes_into_the_box_and_out_of_it(
    event: Event, keep: KeepMoney, treasurer: User
) -> None:
    money = keep(event, cash_float=1000)
    cash_move(money=money, amount=500, text="Change", made_by=treasurer, key="a")
    cash_move(money=money, amount=-1200, text="To the bank", made_by=treasurer, key="b")
    expense_add(
        money=money, amount=100, text="Pens", bearer=Bearer.CLUB, made_by=treasurer, key="c"
    )
    assert owed(money.book) == {"club": 200, "cash": -200}


def test_a_side_pot_is_won_by_those_who_put_in(
    event: Event, keep: KeepMoney, treasurer: User, players: list[Player]
) -> None:
    money = keep(event)
    pot = side_pot_add(money=money, name="Last bid", stake=101)
    side_pot_set(pot=pot, players=players[:3], made_by=treasurer)
    assert owed(money.book) == {"Ada": -101, "Ben": -101, "Cleo": -101, "pot:Last bid": 303}
    with refused("winner_outside"):
        side_pot_set(pot=pot, players=players[:3], winners=players[3:4], made_by=treasurer)
    winners = [players[2], players[0]]
    side_pot_set(pot=pot, players=players[:3], winners=winners, made_by=treasurer)
    assert owed(money.book) == {"Ada": 151 - 101, "Ben": -101, "Cleo": 152 - 101}
    side_pot_remove(pot=pot, made_by=treasurer)
    assert owed(money.book) == {}
    assert sum(text.startswith("undo") for text in entered(money.book)) == 4


def test_who_dropped_out_wins_neither_by_place_nor_for_the_last(
    make_event: EventMaker, keep: KeepMoney, treasurer: User, win: Callable[..., Match]
) -> None:
    event = make_event(pairs=6, format_options={"rounds": 2}, tie_breaks=["games_won", "points"])
    rounds_plan(event=event)
    for number in (1, 2):
        begin_next(event)
        for table in event.rounds.get(number=number).tables.filter(is_bye=False):
            win(match_of(event, number, table.number), 0, loser_marks=table.number)
        if number == 1:
            numbers = [
                seat.entry.number
                for seat in event.rounds.get(number=1).tables.get(number=3).seats.all()
            ]
            for gone in numbers:
                entry_withdraw(entry=event.entries.get(number=gone))
    money = keep(event, prize_kind="fixed", prize_table=[[1, [100, 50]]], last_prize=20)
    event_finish(event=event)
    prizes_award(event=event, made_by=treasurer)
    by_rank = list(event.standings.order_by("rank", "entry__number").select_related("entry"))
    stayed = [row.entry.number for row in by_rank if row.entry.number not in numbers]
    assert {row.entry.number for row in by_rank} == {*stayed, *numbers}, "still ranked"
    balances = owed(money.book)
    won = {
        row.entry.number: sum(
            balances.get(member.player.name, 0) for member in row.entry.lineup.all()
        )
        for row in by_rank
    }
    assert {number for number, amount in won.items() if amount} == {*stayed[:2], stayed[-1]}
    assert (won[stayed[0]], won[stayed[1]], won[stayed[-1]]) == (100, 50, 20)


def test_who_is_out_of_a_bracket_may_go_home_with_his_prize(
    make_event: EventMaker, keep: KeepMoney, treasurer: User, win: Callable[..., Match]
) -> None:
    event = make_event(
        pairs=4, format="single_elimination", tie_breaks=["bracket_place", "games_won"]
    )
    for number in (1, 2):
        drawn_and_begun(event)
        for table in event.rounds.get(number=number).tables.filter(is_bye=False):
            win(match_of(event, number, table.number), 0)
        out = event.rounds.get(number=number).tables.get(number=1).seats.get(place=1).entry
        entry_withdraw(entry=out)
    money = keep(event, prize_kind="fixed", prize_table=[[1, [100, 50, 30]]])
    event_finish(event=event)
    prizes_award(event=event, made_by=treasurer)
    second = event.standings.get(rank=2).entry
    assert not second.is_active
    balances = owed(money.book)
    assert sum(balances[member.player.name] for member in second.lineup.all()) == 50
    thirds = event.standings.filter(rank=3)
    shares = [
        sum(balances[member.player.name] for member in row.entry.lineup.all()) for row in thirds
    ]
    assert shares == [15, 15]


@pytest.mark.parametrize(
    ("rest", "rest_to", "club", "stays", "left_over", "adds"),
    [
        (1, RestTo.CLUB, 1, 0, 1, 0),
        (1, RestTo.POT, 0, 1, 1, 0),
        (1, RestTo.WINNERS, 0, 1, 0, 0),
        (0, RestTo.CLUB, 0, 0, 0, 0),
        (-1, RestTo.CLUB, 0, 0, 0, 1),
        (-1, RestTo.POT, 0, 0, 0, 1),
    ],
)
def test_the_last_coin_goes_to_the_club_or_stays_and_a_missing_one_is_added(
    rest: int, rest_to: RestTo, club: int, stays: int, left_over: int, adds: int
) -> None:
    plan = AwardPlan(Fund(100, 0, (100,), 0), (100,), (), 100, 0, rest, rest_to)
    assert (plan.to_club, plan.stays, plan.left_over) == (club, stays, left_over)
    assert (plan.club_adds, plan.adds_signed) == (adds, -adds)


def test_the_prize_table_is_for_as_many_entries_as_its_first_row_says() -> None:
    funds = [Fund(100, 0, (), 0, entries=entries, least=4) for entries in (3, 4, 5)]
    assert [fund.is_too_small for fund in funds] == [True, False, False]
