"""A second scorer of Klaverjassen, written from the rules in words and sharing no code with the
rule book: slow, with cards as texts, and of whole hands only."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Record = Mapping[str, Any]
Options = Mapping[str, Any]

PLAIN = "AKQJT987"
PACK = [suit + rank for suit in "SHDC" for rank in PLAIN]


def rank_in_play(card: str, trump: str) -> int:
    """How high a card stands within its suit."""
    order = ["7", "8", "Q", "K", "T", "A", "9", "J"]
    if card[0] != trump:
        order = ["7", "8", "9", "J", "Q", "K", "T", "A"]
    return order.index(card[1])


def points(card: str, trump: str) -> int:
    """What a card counts."""
    if card[0] == trump and card[1] in "J9":
        return {"J": 20, "9": 14}[card[1]]
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(card[1], 0)


def best(trick: Sequence[str], trump: str) -> int:
    """The place of the card that is winning."""
    candidates = [card for card in trick if card[0] == trump]
    candidates = candidates or [card for card in trick if card[0] == trick[0][0]]
    return trick.index(max(candidates, key=lambda card: rank_in_play(card, trump)))


def beats_trumps(card: str, trick: Sequence[str], trump: str) -> bool:
    """Whether a trump is higher than every trump in the trick."""
    return card[0] == trump and all(
        rank_in_play(card, trump) > rank_in_play(other, trump)
        for other in trick
        if other[0] == trump
    )


def playable(hand: Sequence[str], trick: Sequence[str], trump: str, following: str) -> list[str]:
    """The cards of a hand that may be played to a trick."""
    if not trick:
        return list(hand)
    led = trick[0][0]
    same = [card for card in hand if card[0] == led]
    if same and led != trump:
        return same
    trumps = [card for card in hand if card[0] == trump]
    higher = [card for card in trumps if beats_trumps(card, trick, trump)]
    if led == trump:
        return higher or trumps or list(hand)
    if following == "rotterdam":
        return higher or trumps or list(hand)
    partner = len(trick) - 2
    has_to = higher if best(trick, trump) != partner else []
    return has_to or [card for card in hand if card[0] != trump or card in higher] or list(hand)


def roem(trick: Sequence[str], trump: str, *, double_jacks: bool) -> int:
    """What the four cards of a trick count together."""
    ranks = {card[1] for card in trick}
    if len(ranks) == 1:
        return 200 if double_jacks and "J" in ranks else 100
    most = 0
    for suit in "SHDC":
        for length, worth in ((3, 20), (4, 50)):
            for start in range(9 - length):
                run = [suit + rank for rank in PLAIN[start : start + length]]
                if set(run) <= set(trick):
                    most = max(most, worth)
    stuk = 20 if {trump + "K", trump + "Q"} <= set(trick) else 0
    return most + stuk


# The auction


def auction(record: Record, options: Options) -> tuple[str, Any]:
    """`("problem", (code, at))`, `("passed", None)` or `("played", (declarer, bid))`."""
    said: list[tuple[int, str]] = []
    for i, call in enumerate(record["auction"]):
        turn = next_to_call(said, record["dealer"], options)
        if wrong := call_problem(call, turn, said, options):
            return "problem", (wrong, f"/auction/{i}")
        said.append((call["seat"], call["bid"]))
    if next_to_call(said, record["dealer"], options) is not None:
        return "problem", ("auction.incomplete", "/auction")
    bids = [(seat, bid) for seat, bid in said if bid != "pass"]
    return ("played", bids[-1]) if bids else ("passed", None)


def next_to_call(said: Sequence[tuple[int, str]], dealer: int, options: Options) -> int | None:
    """Who has to say something, or None when all is said."""
    first = dealer if options["speaks_first"] == "dealer" else (dealer + 1) % 4
    passed = {seat for seat, bid in said if bid == "pass"}
    has_bid = any(bid != "pass" for _, bid in said)
    if not said:
        return first
    if len(passed) == 4:
        return None if has_bid or options["all_pass"] == "redeal" else first
    if has_bid and (options["naming"] != "points" or len(passed) == 3):
        return None
    seat = said[-1][0]
    while True:
        seat = (seat + 1) % 4
        if seat not in passed:
            return seat


def call_problem(
    call: Record, turn: int | None, said: Sequence[tuple[int, str]], options: Options
) -> str | None:
    """What is wrong with a call."""
    name, by_points = call["bid"], options["naming"] == "points"
    number = int(name) if name.isdigit() else 0
    known = name == "pass" or (
        number in range(10, 501, 10) and name == str(number) if by_points else name == "play"
    )
    highest = max((int(bid) for _, bid in said if bid.isdigit()), default=0)
    passed = {seat for seat, bid in said if bid == "pass"}
    if turn is None:
        return "auction.after_end"
    if not known:
        return "auction.unknown_bid"
    if call["seat"] != turn:
        return "auction.out_of_turn"
    if name == "pass":
        must = options["naming"] == "obliged" or len(passed) == 4
        return "auction.must_bid" if must else None
    if by_points and number <= highest:
        return "auction.not_higher"
    return "auction.not_allowed" if by_points and number < options["lowest_bid"] else None


# The hand


def judge(record: Record, options: Options) -> dict[str, Any]:
    """The result of a whole hand, or `{"problem": (code, at)}`."""
    how, what = auction(record, options)
    if how == "problem":
        return {"problem": what}
    if how == "passed":
        return {"outcome": "passed_out", "score": [0, 0], "declarer": None, "set_team": None}
    declarer, bid = what
    trump = record["contract"]["trump"]
    if trump not in {"S", "H", "D", "C"}:
        return {"problem": ("contract.unknown", "/contract/trump")}
    hands = [list(hand) for hand in record["deal"]]
    winners: list[int] = []
    cards, melds = [0, 0], [0, 0]
    for step in tricks(record, hands, trump, options):
        if "problem" in step:
            return step
        winner, trick = step["winner"], step["trick"]
        winners.append(winner)
        cards[winner % 2] += sum(points(card, trump) for card in trick)
        double = options["jacks_count_double"]
        melds[winner % 2] += roem(trick, trump, double_jacks=double)
    if len(winners) < 8:
        return {"problem": ("play.incomplete", "/plays")}
    cards[winners[-1] % 2] += 10
    needed = 0 if bid == "play" else int(bid)
    result = totals(declarer % 2, cards, melds, winners, needed, options)
    shown = {"cards": cards, "roem": melds, "pit": len({winner % 2 for winner in winners}) == 1}
    return {
        **result,
        "declarer": declarer,
        "partner": (declarer + 2) % 4,
        "bid": bid,
        "tricks": [winners.count(seat) for seat in range(4)],
        "points": shown,
    }


def tricks(
    record: Record, hands: list[list[str]], trump: str, options: Options
) -> Iterator[dict[str, Any]]:
    """Each complete trick with its winner; a problem ends them."""
    leader, gone = (record["dealer"] + 1) % 4, set[str]()
    for t, trick in enumerate(record["plays"]):
        if t >= 8:
            yield {"problem": ("play.too_many", f"/plays/{t}")}
            return
        if len(trick) > 4 or (len(trick) < 4 and t < len(record["plays"]) - 1):
            yield {"problem": ("play.wrong_size", f"/plays/{t}")}
            return
        for i, card in enumerate(trick):
            hand = hands[(leader + i) % 4]
            wrong = card_problem(card, hand, trick[:i], gone, trump, options)
            if wrong:
                yield {"problem": (wrong, f"/plays/{t}/{i}")}
                return
            hand.remove(card)
            gone.add(card)
        if len(trick) == 4:
            leader = (leader + best(trick, trump)) % 4
            yield {"winner": leader, "trick": trick}


def card_problem(
    card: str, hand: list[str], trick: Sequence[str], gone: set[str], trump: str, options: Options
) -> str | None:
    """What is wrong with a card."""
    if card not in PACK:
        return "play.unknown_piece"
    if card in gone:
        return "play.duplicate"
    if card not in hand:
        return "play.not_held"
    allowed = playable(hand, trick, trump, options["following"])
    if card in allowed:
        return None
    follows = card[0] == trump and (
        trick[0][0] == trump or not any(other[0] == trick[0][0] for other in hand)
    )
    return "play.undertrump" if follows else "play.revoke"


def totals(
    team: int,
    cards: Sequence[int],
    melds: Sequence[int],
    winners: Sequence[int],
    needed: int,
    options: Options,
) -> dict[str, Any]:
    """Made or nat, and the score."""
    other = 1 - team
    count = [card + meld for card, meld in zip(cards, melds, strict=True)]
    if {winner % 2 for winner in winners} == {team}:
        count[team] += 100
    if {winner % 2 for winner in winners} == {other} and options["defence_pit"]:
        count[other] += 100
    if count[team] > count[other] and count[team] >= needed:
        return {"outcome": "made", "score": count, "set_team": None}
    score = [0, 0]
    score[other] = count[0] + count[1]
    return {"outcome": "set", "score": score, "set_team": team}
