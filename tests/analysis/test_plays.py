"""What the plays of recorded hands of Texas 42 were worth, and claims."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from operator import itemgetter
from random import Random
from typing import Any

from engine.analysis.answers import plays, read_hand
from engine.analysis.recorded import RecordedHand
from engine.analysis.search import Search
from games.texas42 import solver as texas42
from rules import verdict
from rules.texas42.contracts import Aim as Undertaking
from rules.texas42.contracts import Contract, Kind
from rules.texas42.dominoes import (
    DOUBLES_SUITS,
    ENDS,
    NAMES,
    NO_TRUMP_SUITS,
    NUMBERS,
    SEVENS_SUITS,
    TRUMP_SUITS,
    Doubles,
    Suits,
)
from rules.trick_play import FOUR_HANDED
from tests.analysis import naive
from tests.dealing import dealt_masks
from tests.rules.texas42.dealing import played_hand
from tests.tables import table

Record = dict[str, Any]

RULES: tuple[Record, ...] = (
    {},
    {"preset": "points"},
    {"preset": "splash"},
    {"preset": "everything"},
    {"preset": "everything", "opening_lead": "trump"},
    {"preset": "everything", "plunge_leader": "partner", "opening_lead": "trump"},
)


def played(seed: int) -> Record:
    return played_hand(Random(seed), RULES[seed % len(RULES)])


@cache
def records() -> list[Record]:
    """Legal hands with deal and plays, six of every kind of contract at most."""
    records: dict[object, list[Record]] = {}
    for seed in range(700):
        record = played(seed)
        contract = record["contract"]
        kind = contract["kind"], contract.get("as", {}).get("kind")
        records.setdefault(kind, []).append(record)
    return [record for some in records.values() for record in some[:6]]


def steps(answer: Record) -> Iterator[tuple[int, int]]:
    """The two numbers of each play in order."""
    for trick in answer["plays"]:
        yield from trick


def counts_points(record: Record) -> bool:
    contract = record["contract"]
    return contract.get("as", contract).get("kind") not in ("nello", "sevens")


def some_records() -> list[Record]:
    """Every fourth of them."""
    return records()[::4]


WHOLE = next(record for record in map(played, count()) if record["contract"]["kind"] == "trump")


def test_the_records_are_of_all_kinds() -> None:
    kinds = {record["contract"]["kind"] for record in records()}
    chosen = {record["contract"].get("as", {}).get("kind") for record in records()}
    assert kinds == {"trump", "no_trump", "doubles", "nello", "sevens", "plunge", "splash"}
    assert chosen >= {"no_trump", "doubles", "nello"}


@table("record", records, ids=itemgetter("contract"))
def test_the_declaring_side_can_only_lose_and_the_defence_only_give(record: Record) -> None:
    answer, judgement = plays(record), verdict(record)
    hand = read_hand(record)
    assert isinstance(hand, RecordedHand)
    assert [len(trick) for trick in answer["plays"]] == [len(trick) for trick in record["plays"]]
    before = None
    for position, (best, got) in zip(hand.positions, steps(answer), strict=False):
        declares = hand.seat_to_play(position) % 2 == judgement["declarer"] % 2
        assert got <= best if declares else got >= best
        assert before in (None, best)
        assert 0 <= got <= (42 if counts_points(record) else 1)
        before = got
    if not counts_points(record):
        assert before == (judgement["outcome"] == "made")
    elif len(record["plays"]) == 7:
        assert before == judgement["points"][judgement["declarer"] % 2]
    assert answer["claim"] is None


# The last tricks and claims against a naive search


@table("record", records, ids=itemgetter("contract"))
def test_the_last_three_tricks_are_worth_what_a_naive_search_says(record: Record) -> None:
    hand = read_hand(record)
    assert isinstance(hand, RecordedHand)
    game = naive_game(record)
    for position, (_, got) in zip(hand.positions[1:], steps(plays(record)), strict=True):
        if position.left.bit_count() > 3 * len(game.seats):
            continue
        sets = naive.as_sets([whole & position.left for whole in hand.hands])
        order = game.order(position.leader)
        later = game.best_within(sets, order, position.laid) if position.left else 0
        expected = position.taken + later
        assert got == (expected if counts_points(record) else expected == 0)


def naive_game(record: Record) -> naive.Game:
    """What the declaring side gets in points, or what breaks its contract."""
    contract, declarer = record["contract"], verdict(record)["declarer"]
    side, suits = {declarer, (declarer + 2) % 4}, suits_of(record)
    others = {0, 1, 2, 3} - side
    kind = contract.get("as", contract)["kind"]
    if kind == "nello":
        away = (declarer + 2) % 4
        return naive.texas42(suits, naive.trick_count({declarer}), others, turned_down=away)
    if kind == "sevens":
        return naive.texas42(suits, naive.trick_count(others), others)
    return naive.texas42(suits, naive.domino_points(side), side)


def suits_of(record: Record) -> Suits:
    named = record["contract"].get("as", record["contract"])
    if "trump" in named:
        return TRUMP_SUITS[named["trump"]]
    apart = {"doubles": DOUBLES_SUITS, "sevens": SEVENS_SUITS}
    return apart.get(named["kind"]) or NO_TRUMP_SUITS[Doubles(named["doubles"])]


@table("record", some_records, ids=itemgetter("contract"))
def test_claims_are_judged_as_by_a_naive_search(record: Record) -> None:
    declarer, game = verdict(record)["declarer"], naive_game(record)
    side = {declarer, (declarer + 2) % 4} & set(game.seats)
    tricks = record["plays"]
    for side_claiming, claimants in (("declarer", side), ("defence", set(game.seats) - side)):
        for cut in range(max(0, len(tricks) - 3), len(tricks)):
            begun = tricks[cut][: len(game.seats) - 1 - cut % 2]
            short = {**record, "plays": [*tricks[:cut], begun], "claim": side_claiming}
            hand = read_hand(short)
            assert isinstance(hand, RecordedHand)
            position = hand.positions[-1]
            if position.left.bit_count() > 3 * len(game.seats):
                continue
            others = set(game.seats) - claimants
            game.gain = naive.trick_count(others)
            sets = naive.as_sets([whole & position.left for whole in hand.hands])
            answers = []
            for wanted_by in (others, set(game.seats)):
                game.maximise, game.known = frozenset(wanted_by), {}
                lost = game.best_within(sets, game.order(position.leader), position.laid)
                answers.append(lost == 0)
            assert plays(short)["claim"] == {"holds": answers[0], "certain": answers[1]}
            check_refutation(hand, claimants, certain=answers[1])


def check_refutation(hand: RecordedHand, claimants: set[int], *, certain: bool) -> None:
    """The line is legal and ends with a trick for the others; there is one unless all is sure."""
    line, position = hand.refutation(), hand.positions[-1]
    assert bool(line) is not certain
    search = Search(hand.hands, hand.ranking, hand.aim)
    for seat, piece in line:
        assert (seat, piece in search.legal(position)) == (search.turn(position), True)
        position = search.play(position, piece)
    if line:
        assert position.laid == ()
        assert position.leader not in claimants


# Openings


@table("trump", range(7))
def test_an_opening_may_stand_for_its_lower_end_or_has_to_be_a_trump(trump: int) -> None:
    rng, suits = Random(trump), TRUMP_SUITS[trump]
    for lead_trump, low_end in ((True, False), (False, True), (True, True)):
        for _ in range(7):
            hands = dealt_masks(rng, range(28), 3)
            contract = Contract(
                *(Kind.TRUMP, suits, Undertaking.POINTS, 1, 1, FOUR_HANDED),
                lead_trump=lead_trump,
                low_end=low_end,
            )
            hand = RecordedHand(
                names=NAMES,
                hands=hands,
                ranking=texas42.ranking_of(suits),
                aim=texas42.points_aim(0b1010),
                counts_points=True,
                leader=1,
                tricks=(),
                leads=tuple(texas42.leads(contract, hands[1])),
            )
            expected = naive_openings(hands, contract)
            assert hand.options(hand.positions[0]) == expected
            assert hand.number(hand.positions[0]) == max(expected.values())
            line = hand.best_line(hand.positions[0])
            assert line[0][0] == 1
            assert expected[line[0][1]] == max(expected.values())


def naive_openings(hands: list[int], contract: Contract) -> dict[int, int]:
    """By lead: the better of the suits that it may stand for."""
    game = naive.texas42(contract.suits, naive.domino_points({1, 3}), {1, 3})
    plain, allowed = naive.allowed_and_place(contract, low=False), {}
    low = naive.allowed_and_place(contract, low=True)
    sets, order = naive.as_sets(hands), game.order(1)
    for lead in sets[1]:
        high_end, low_end = ENDS[lead]
        is_trump = contract.suits.trump_number in ENDS[lead]
        if contract.lead_trump and not is_trump and hands[1] & contract.suits.trumps:
            continue
        readings = [plain]
        if contract.low_end and high_end != low_end and not is_trump:
            readings.append(low)
        allowed[lead] = max(
            first_trick(game, reading, naive.without(sets, 1, lead), order, (lead,))
            for reading in readings
        )
    return allowed


def first_trick(
    game: naive.Game, reading: Any, sets: naive.Hands, order: list[int], laid: naive.Trick
) -> int:
    """The first trick with the lead read one way, the rest as always."""
    allowed, place = reading
    if len(laid) == 4:
        winner = order[place(laid)]
        return game.gain(winner, laid, 2) + game.best(sets, winner)
    seat = order[len(laid)]
    return game.choose(
        seat,
        [
            first_trick(game, reading, naive.without(sets, seat, piece), order, (*laid, piece))
            for piece in allowed(sets[seat], laid)
        ],
    )


def test_an_announced_suit_holds_for_the_first_trick() -> None:
    trump, declarer = str(WHOLE["contract"]["trump"]), verdict(WHOLE)["declarer"]
    lead = next(
        f"{max(ends)}-{min(ends)}"
        for ends in (piece.split("-") for piece in WHOLE["deal"][declarer])
        if ends[0] != ends[1] and trump not in ends
    )
    record = {
        **{**WHOLE, "rules": {**WHOLE["rules"], "low_end_opening": True}},
        **{"plays": [[lead]], "claim": "declarer", "opening_suit": int(lead[2])},
    }
    assert verdict(record)["ok"]
    hand, ((best, got),) = read_hand(record), plays(record)["plays"][0]
    assert isinstance(hand, RecordedHand)
    domino, low = NUMBERS[lead], lead[2]
    follows = suits_of(record).low_follow[domino]
    assert follows >> NUMBERS[f"{low}-{low}"] & 1
    legal = hand.hands[hand.seat_to_play(hand.positions[1])] & follows
    assert not legal or set(hand.options(hand.positions[1])) <= naive.as_sets([legal])[0]
    options = hand.options(hand.positions[0])
    assert best == max(options.values())
    assert got <= options[domino] <= best


# What is refused


def without(record: Record, *keys: str) -> Record:
    return {key: value for key, value in record.items() if key not in keys}


@table(
    ("record", "code", "at"),
    [
        (None, "record.malformed", ""),
        ({**WHOLE, "game": "bridge"}, "record.unknown_game", "/game"),
        ({**WHOLE, "dealer": 9}, "record.malformed", "/dealer"),
        ({**WHOLE, "plays": WHOLE["plays"] * 2}, "play.too_many", "/plays/7"),
        (without(WHOLE, "deal"), "record.malformed", "/deal"),
        (
            {**without(WHOLE, "plays"), "ruling": {"against": "defence", "reason": ""}},
            "record.malformed",
            "/plays",
        ),
        ({**WHOLE, "deal": [*WHOLE["deal"][:2], None, None]}, "record.malformed", "/deal/2"),
    ],
)
def test_what_is_refused(record: object, code: str, at: str) -> None:
    answer = plays(record)
    assert not answer["ok"]
    assert (answer["problems"][0]["code"], answer["problems"][0]["at"]) == (code, at)


def test_a_fourth_hand_follows_from_the_others() -> None:
    assert plays({**WHOLE, "deal": [*WHOLE["deal"][:3], None]}) == plays(WHOLE)


def test_a_claim_after_the_last_trick_means_nothing() -> None:
    assert plays({**WHOLE, "claim": "defence"}) == plays(WHOLE)
