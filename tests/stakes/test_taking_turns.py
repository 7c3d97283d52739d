"""Whole evenings of tables with one player more than seats, beside slips that everybody keeps."""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from clubs.models import User
from ledger.selectors import balances_of
from scoring.models import Hand, Match
from scoring.services.hands import hand_correct
from tests.stakes.conftest import KeepMoney
from tests.tournaments.conftest import EveningMaker, begin_next, drawn_and_begun, match_of
from tests.tournaments.single import Record, called, misere, spades, thrown_in
from tests.tournaments.taking_turns import (
    LARGER,
    PANDOEREN,
    SPADES,
    names_at,
    playing,
    record,
    taken_back,
)
from tournaments.events.models import Event
from tournaments.events.selectors.standings import standings_for
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh
from tournaments.money.services.settling import evening_settle


@dataclass
class Slip:
    """What somebody wrote down for himself all evening."""

    points: int = 0
    hands: int = 0
    bid: int = 0
    lost: int = 0
    best: int | None = None
    won: Fraction = Fraction(0)
    games: int = 0
    cents: int = 0


@dataclass
class Evening:
    """Slips by name, and the games that are still to be entered on them."""

    slips: dict[str, Slip] = field(default_factory=lambda: defaultdict(Slip))

    def enter(
        self, names: list[str], scores_of_hands: list[dict[str, int]], bids: list[Any]
    ) -> None:
        """A match: what each hand brought to those who played it, who bid, and who lost."""
        for scores, (declarer, lost) in zip(scores_of_hands, bids, strict=True):
            for name, made in scores.items():
                slip = self.slips[name]
                slip.points += made
                slip.hands += 1
                slip.best = made if slip.best is None else max(slip.best, made)
            if declarer is not None:
                self.slips[declarer].bid += 1
                self.slips[declarer].lost += lost
        for name in names:
            self.slips[name].games += 1


def begun(event: Event) -> list[Match]:
    """The matches of the round that begins next."""
    round_ = begin_next(event)
    return list(Match.objects.filter(game_of__table__round=round_).order_by("pk"))


def shuffled_hand(lots: random.Random, dealer: int) -> tuple[Record, dict[int, int], Any]:
    """A hand of Pandoeren, what it brings by seat, and who bid and whether it was lost."""
    kind, made = lots.choice(["misere", "called", "out"]), lots.random() < 0.6
    declarer, partner = lots.sample(range(4), 2)
    if kind == "out":
        return thrown_in(dealer), dict.fromkeys(range(4), 0), (None, False)
    nothing = dict.fromkeys(range(4), 0)
    if kind == "misere":
        brought = nothing | {declarer: 3 if made else -3}
        return misere(dealer, declarer, made=made), brought, (declarer, not made)
    side = {declarer, partner}
    brought = {seat: (1 if seat in side else 0) * (1 if made else -1) for seat in range(4)}
    return called(dealer, declarer, partner, made=made), brought, (declarer, not made)


def play_pandoeren(match: Match, owner: User, evening: Evening, lots: random.Random) -> None:
    """Play a match with a hand taken back and one corrected, and enter it on the slips."""
    scores_of_hands: list[dict[str, int]] = []
    bids: list[Any] = []

    def note(number: int, brought: dict[int, int], bid: Any) -> None:
        names = playing(match, number)
        scores_of_hands.append({names[seat]: points for seat, points in brought.items()})
        bids.append((None if bid[0] is None else names[bid[0]], bid[1]))

    while not match.is_over:
        number = match.hand_count + 1
        record_, brought, bid = shuffled_hand(lots, match.next_dealer)
        match = record(match, owner, record_)
        if lots.random() < 0.25:
            match = taken_back(match, owner)
            record_, brought, bid = shuffled_hand(lots, match.next_dealer)
            match = record(match, owner, record_)
        note(number, brought, bid)
    mended = lots.randint(1, match.hand_count)
    hand = Hand.objects.get(match=match, number=mended)
    assert hand.record is not None
    again, brought, bid = shuffled_hand(lots, hand.record["dealer"])
    hand_correct(
        match_id=match.pk,
        number=mended,
        record=again,
        author=owner,
        reason="heard wrongly",
        revision=hand.revision,
    )
    names = playing(match, mended)
    scores_of_hands[mended - 1] = {names[seat]: points for seat, points in brought.items()}
    bids[mended - 1] = (None if bid[0] is None else names[bid[0]], bid[1])
    _settled(match, scores_of_hands, evening, per_point=10)
    evening.enter(names_at(match), scores_of_hands, bids)


def _settled(
    match: Match, scores_of_hands: list[dict[str, int]], evening: Evening, *, per_point: int
) -> dict[str, int]:
    """Everybody pays everybody the difference; the totals of the match are those of the slips."""
    totals = {name: sum(hand.get(name, 0) for hand in scores_of_hands) for name in names_at(match)}
    match.refresh_from_db()
    assert match.totals == list(totals.values())
    for payee, points in totals.items():
        evening.slips[payee].cents += sum(per_point * (points - other) for other in totals.values())
    best = [name for name, total in totals.items() if total == max(totals.values())]
    if len(best) == 1:
        assert match.winner == names_at(match).index(best[0])
        evening.slips[best[0]].won += 1
    else:
        assert match.winner is None
        for name in best:
            evening.slips[name].won += Fraction(1, 2)
    return totals


def cells(event: Event) -> dict[str, dict[str, Any]]:
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    standings = standings_for(event)
    keys = [column.metric.key for column in standings.columns]
    return {row.entrant.name: dict(zip(keys, row.cells, strict=True)) for row in standings.rows}


def balances(money: Any) -> dict[str, int]:
    return {
        balance.account.player.name: balance.amount
        for balance in balances_of(money.book)
        if balance.account.player
    }


def test_an_evening_of_seventeen_at_pandoeren(
    make_evening: EveningMaker, owner: User, keep: KeepMoney
) -> None:
    event, evening, lots = make_evening(17, **PANDOEREN), Evening(), random.Random(17)
    rounds_plan(event=event, shuffle=True, seed="seventeen")
    sat_at_five = Counter[str]()
    for _round in range(4):
        matches = begun(event)
        assert sorted(match.seats.count() for match in matches) == [4, 4, 4, 5]
        for match in matches:
            five = match.seats.count() == 5
            assert match.rules["hands"] == (5 if five else 4)
            if five:
                sat_at_five.update(names_at(match))
            play_pandoeren(match, owner, evening, lots)
    assert len(sat_at_five) == 17
    assert max(sat_at_five.values()) == 2
    cells_by_name = cells(event)
    for name, slip in evening.slips.items():
        assert slip.hands == 16, "who sits at a table of five plays as many hands as the others"
        row = cells_by_name[name]
        assert row["points"] == slip.points
        assert (row["games_played"], Fraction(row["games_won"])) == (4, slip.won)
        assert (row["times_bid"], row["times_set"]) == (slip.bid, slip.lost)
        assert row["hands_played"] == slip.hands
        assert row["average"] == average(slip)
        assert row["best_hand"] == slip.best
    money = keep(event)
    evening_settle(event_id=event.pk)
    owed = balances(money)
    assert {name: owed.get(name, 0) for name in cells_by_name} == {
        name: evening.slips[name].cents for name in cells_by_name
    }
    assert sum(owed.values()) == 0


def average(slip: Slip) -> int:
    """Points a hand in whole hundredths, halves away from zero."""
    size = (200 * abs(slip.points) + slip.hands) // (2 * slip.hands)
    return size if slip.points >= 0 else -size


def play_spades(match: Match, owner: User, evening: Evening, lots: random.Random) -> None:
    """Whoever declares takes his bid or one trick less; the two others bid what is left."""
    scores_of_hands: list[dict[str, int]] = []
    bids: list[Any] = []
    favourite = lots.choice(names_at(match))
    while not match.is_over:
        assert match.hand_count < 100
        number, names = match.hand_count + 1, playing(match, match.hand_count + 1)
        declarer, bid = lots.randrange(3), lots.randint(6, 9)
        if favourite in names and lots.random() < 0.8:
            declarer, bid = names.index(favourite), 9
        lost = lots.random() < 0.1
        taken = bid - lost
        said = [0, 0, 0]
        said[declarer] = bid
        tricks = [0, 0, 0, 0]
        tricks[declarer] = taken
        other = (declarer + 1) % 3
        tricks[other] = 13 - taken
        match = record(match, owner, spades(match.next_dealer, said, tricks))
        made = dict.fromkeys(range(3), 13 - taken)
        made[declarer] = -10 * bid if lost else 10 * bid
        scores_of_hands.append({names[seat]: points for seat, points in made.items()})
        bids.append((names[declarer], lost))
        if number == 2:
            match = taken_back(match, owner)
            match = record(match, owner, spades(match.next_dealer, said, tricks))
    won = names_at(match)[match.winner or 0]
    with_bags = {
        name: sum(hand.get(name, 0) for hand in scores_of_hands) for name in names_at(match)
    }
    bagged = {name: 100 * (bags_of(name, scores_of_hands) // 10) for name in with_bags}
    totals = {name: with_bags[name] - bagged[name] for name in with_bags}
    match.refresh_from_db()
    assert match.totals == list(totals.values())
    assert max(totals, key=lambda name: totals[name]) == won
    for name, points in totals.items():
        slip = evening.slips[name]
        slip.points -= bagged[name]
        slip.cents += sum(points - other for other in totals.values())
        slip.cents += 100 * (len(totals) - 1) if name == won else -100
    evening.slips[won].won += 1
    evening.enter(names_at(match), scores_of_hands, bids)


def bags_of(name: str, scores_of_hands: list[dict[str, int]]) -> int:
    """Who did not declare bid nothing: each of his points is a bag."""
    return sum(hand[name] for hand in scores_of_hands if 0 < hand.get(name, 0) <= 8)


def test_an_evening_of_ten_at_spades(
    make_evening: EveningMaker, owner: User, keep: KeepMoney
) -> None:
    event, evening, lots = make_evening(10, "dummy_spades", **SPADES), Evening(), random.Random(10)
    rounds_plan(event=event, shuffle=True, seed="ten")
    sat_at_four = Counter[str]()
    for _round in range(4):
        matches = begun(event)
        assert sorted(match.seats.count() for match in matches) == [3, 3, 4]
        for match in matches:
            if match.seats.count() == 4:
                sat_at_four.update(names_at(match))
            play_spades(match, owner, evening, lots)
    assert len(sat_at_four) == 10
    cells_by_name = cells(event)
    for name, slip in evening.slips.items():
        row = cells_by_name[name]
        assert row["points"] == slip.points
        assert (row["games_played"], Fraction(row["games_won"])) == (4, slip.won)
        assert row["hands_played"] == slip.hands
        assert row["average"] == average(slip)
        assert row["best_hand"] == slip.best
    money = keep(event)
    evening_settle(event_id=event.pk)
    owed = balances(money)
    assert {name: owed.get(name, 0) for name in cells_by_name} == {
        name: evening.slips[name].cents for name in cells_by_name
    }


def test_who_sits_out_stays_in_the_pot_of_cents(
    make_evening: EveningMaker, keep: KeepMoney, owner: User
) -> None:
    # 10 each: 50 in the pot. A misère takes 15, a lost 120 of two pays in 10: 45 are left to
    # share, 9 each.
    event = make_evening(5, rules={"hands": 1}, format_options=LARGER)
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    money = keep(event, ante=10, point=5)
    names = names_at(match)
    record(match, owner, misere(3, 0))
    assert record(match, owner, called(3, 0, 2, made=False)).is_over
    evening_settle(event_id=event.pk)
    share = 9 - 10
    assert balances(money) == {
        names[0]: share,
        names[1]: share + 15,
        names[2]: share - 5,
        names[3]: share,
        names[4]: share - 5,
    }
