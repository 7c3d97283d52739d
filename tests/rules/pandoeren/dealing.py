"""Random hands, dealt, bid and played from a seed as people would, for tests and demos.

`full_hand` writes every detail down. Bidders bid by what they hold, keep their trumps and aces,
lead from the top, give points to a partner's trick, announce what they hold and deny what they
can. `wild` hands bid anything, so that every contract comes up.
"""

from random import Random
from typing import Any

from tests.dealing import dealt
from tests.rules.pandoeren import naive

Record = dict[str, Any]
WORDS = ("looked at the discard", "revoke", "played out of turn")


def options_of(rules: Record) -> dict[str, bool]:
    """The options that change how one hand is judged, as the second scorer takes them."""
    preset = rules.get("preset", "standard")
    piccolo = rules.get("piccolo", "any_one" if preset == "easy_piccolo" else "first")
    return {
        "any_trick": piccolo == "any_one",
        "final": bool(rules.get("pass_is_final", preset == "pass_out")),
    }


def some_rules(rng: Random) -> Record:
    """A preset and some options, or nothing."""
    rules: Record = {}
    if rng.random() < 0.5:
        rules["preset"] = rng.choice(("standard", "easy_piccolo", "pass_out"))
    if rng.random() < 0.3:
        rules["piccolo"] = rng.choice(("first", "any_one"))
    if rng.random() < 0.3:
        rules["pass_is_final"] = rng.random() < 0.5
    if rng.random() < 0.2:
        rules["hands"] = rng.choice((None, 12, 16))
    return rules


# Bidding


def strength(hand: set[str], trump: str) -> int:
    """About what a hand with these trumps takes together with the holder of an ace."""
    trumps = [card for card in hand if card[0] == trump]
    aces = sum(card[1] == "A" for card in hand if card[0] != trump)
    high = {"J": 26, "9": 20, "A": 13, "T": 10}
    return 50 + sum(high.get(card[1], 6) for card in trumps) + 14 * aces + naive.value_of(hand) // 2


def best_trump(hand: set[str]) -> str:
    """The suit to play in."""
    return max(naive.SUITS, key=lambda suit: strength(hand, suit))


def likings(hand: set[str], rng: Random) -> list[str]:
    """The bids that a hand would make, from low to high."""
    reach = strength(hand, best_trump(hand)) + rng.randrange(-5, 30)
    liked = [bid for bid in naive.LIST if bid.isdigit() and int(bid) <= min(reach, 240)]
    low = sum(card[1] in "6789" for card in hand)
    high = sum(card[1] in "AK" for card in hand)
    if low >= 6 and not high:
        liked.append(rng.choice(("misere", "misere", "misere_ouvert", "stil_praatje", "praatje")))
    if low >= 6 and high == 1:
        liked.append(rng.choice(("piccolo", "piccolo", "piccolo_ouvert")))
    if reach > 170:
        liked.append(rng.choice(("kereltje", "pandoer", "pandoer+20", "pandoer+40")))
    if reach > 205:
        liked.append("prive")
    if sum(card[1] == "A" for card in hand) >= 2 and high >= 4 and rng.random() < 0.3:
        liked.append(rng.choice(("zwabber", "zwabber", "solo_zwabber")))
    return sorted(liked, key=naive.LIST.index)


def auction(
    hands: list[set[str]], dealer: int, rng: Random, *, final: bool, wild: bool
) -> list[Record]:
    """Everybody raises by as little as they like, until nobody does."""
    liked = [likings(hand, rng) for hand in hands]
    calls: list[Record] = []
    while not calls or not naive.is_over(calls, final):
        seat = naive.next_to_call(calls, dealer, final)
        choice = [bid for bid in liked[seat] if naive.higher(bid, calls)]
        bid = "pass"
        if wild and rng.random() < 0.3:
            above = [bid for bid in naive.LIST if naive.higher(bid, calls)]
            bid = rng.choice(above[: rng.choice((5, 12, 50))]) if above else "pass"
        elif choice and not (calls and last_bidder(calls) == seat) and rng.random() < 0.8:
            bid = choice[0]
        calls.append({"seat": seat, "bid": bid})
    return calls


def last_bidder(calls: list[Record]) -> int | None:
    """Who made the highest bid so far."""
    return next((call["seat"] for call in reversed(calls) if call["bid"] != "pass"), None)


# Exchange and call


def thrown_out(nine: set[str], bid: str, trump: str | None, rng: Random) -> str:
    """The card that helps least: a high one where tricks are to be lost, else a low plain one."""
    cards = sorted(nine)
    if rng.random() < 0.05:
        return rng.choice(cards)
    if bid in naive.NO_TRICK:
        return min(cards, key=lambda card: naive.RANKS.find(card[1]) % 9)
    plain = [card for card in cards if card[0] != trump] or cards
    return max(plain, key=lambda card: (naive.RANKS + "6").index(card[1]))


def contract(nine: set[str], bid: str, rng: Random) -> tuple[str | None, str | None]:
    """Trumps and the called card, as the rules allow."""
    trump: str | None = best_trump(nine)
    if bid in naive.WITHOUT_TRUMPS:
        trump = None
    if bid == "kereltje":
        missing = [suit for suit in naive.SUITS if suit + "J" not in nine]
        return (max(missing, key=lambda s: strength(nine, s)) if missing else trump), None
    if bid not in naive.CALLING_AN_ACE:
        return trump, None
    for rank in "AK":
        free = [suit + rank for suit in naive.SUITS if suit + rank not in nine]
        if free:
            if trump is not None and trump + rank in free:
                return trump, trump + rank
            return trump, rng.choice(free)
    return trump, None


# Play


def rank_of(card: str, trump: str | None) -> int:
    """How high a card stands, trumps above all."""
    if card[0] == trump:
        return 20 - naive.TRUMP_RANKS.index(card[1])
    return 9 - (naive.RANKS + "6").index(card[1])


def chosen(
    legal: list[str], trick: list[str], trump: str | None, *, wants: bool, mate_wins: bool
) -> str:
    """Win where the side wants tricks and is not winning already; else keep or lose high cards."""

    def high(card: str) -> int:
        return rank_of(card, trump)

    if not trick:
        return max(legal, key=high) if wants else min(legal, key=high)
    winning = [card for card in legal if naive.winner_of([*trick, card], trump) == len(trick)]
    losing = [card for card in legal if card not in winning]
    if wants and mate_wins and losing:
        return max(losing, key=lambda card: naive.points_of([card], trump))
    if wants and winning and not mate_wins:
        return max(winning, key=high)
    if not wants and losing:
        return max(losing, key=high)
    return min(legal, key=high)


def played(
    hands: list[set[str]], declarer: int, side: set[int], trump: str | None, bid: str, rng: Random
) -> list[list[str]]:
    """Eight tricks; everybody plays for their side, with a slip now and then."""
    left = [set(hand) for hand in hands]
    leader, tricks = declarer, []
    losing = bid in naive.NO_TRICK | naive.ONE_TRICK
    any_trick = bid in naive.ONE_TRICK
    for t in range(8):
        trick: list[str] = []
        for i in range(4):
            seat = (leader + i) % 4
            legal = naive.legal_cards(left[seat], trick, trump)
            best = (leader + naive.winner_of(trick, trump)) % 4 if trick else None
            mate_wins = best is not None and (best in side) == (seat in side)
            wants = not losing or (any_trick and t == 0 and seat in side)
            card = chosen(legal, trick, trump, wants=wants, mate_wins=mate_wins)
            if losing and seat not in side:
                card = min(legal, key=lambda card: rank_of(card, trump))
            if rng.random() < 0.05:
                card = rng.choice(legal)
            trick.append(card)
            left[seat].discard(card)
        leader = (leader + naive.winner_of(trick, trump)) % 4
        tricks.append(trick)
    return tricks


# Announcements


def announcements(
    record: Record, hands: list[set[str]], declarer: int, partner: int | None, rng: Random
) -> Record:
    """Roem, denials and stuk, as those would who hold them."""
    tellings: Record = {"roem": [], "denials": []}
    bidders = {call["seat"] for call in record["auction"] if call["bid"] != "pass"}
    deniers = sorted(bidders - {declarer, partner})
    standing = False
    for seat in (declarer, partner):
        if seat is None or not naive.value_of(hands[seat]) or rng.random() < 0.1:
            continue
        value = naive.value_of(hands[seat])
        tellings["roem"].append({"seat": seat, **({"value": value} if rng.random() < 0.5 else {})})
        beaten = False
        for by in [] if standing else deniers:
            better = naive.best_of(hands[by]) > naive.best_of(hands[seat])
            if rng.random() < (0.85 if better else 0.1):
                tellings["denials"].append({"by": by, "against": seat})
                beaten = beaten or better
        standing = standing or not beaten
    trump = record["contract"]["trump"]
    for seat in (declarer, partner):
        if seat is not None and {f"{trump}K", f"{trump}Q"} <= hands[seat]:
            tellings["stuk"] = seat
    if rng.random() < 0.3:
        tellings.setdefault("stuk", None)
    return tellings


# The whole


NEW_PACK = sorted(naive.PACK, key=lambda card: (card[0], naive.TRUMP_RANKS.index(card[1])))


def badly_dealt(rng: Random) -> list[list[str]]:
    """Four hands with the long suits of a new pack."""
    cut = rng.randrange(33)
    pack = NEW_PACK[cut:] + NEW_PACK[:cut]
    for _ in range(rng.randrange(2, 12)):
        i, j = rng.randrange(33), rng.randrange(33)
        pack[i], pack[j] = pack[j], pack[i]
    return [pack[8 * seat : 8 * seat + 8] for seat in range(4)]


def full_hand(
    rng: Random, rules: Record | None = None, dealer: int | None = None, *, wild: bool = False
) -> Record:
    """One hand in full detail; now and then everybody passes."""
    is_well = not wild or rng.random() < 0.5
    deal = dealt(rng, NEW_PACK, 8) if is_well else badly_dealt(rng)
    (centre,) = naive.PACK.difference(*deal)
    dealer = rng.randrange(4) if dealer is None else dealer
    final = options_of(rules or {})["final"]
    record: Record = {
        "format": "hand-record/1",
        "game": "pandoeren",
        **({} if rules is None else {"rules": rules}),
        "dealer": dealer,
        "deal": deal,
        "auction": auction([set(hand) for hand in deal], dealer, rng, final=final, wild=wild),
        "centre": centre,
    }
    declarer = last_bidder(record["auction"])
    return record if declarer is None else _played_hand(record, declarer, rng)


def _played_hand(record: Record, declarer: int, rng: Random) -> Record:
    bid = [call["bid"] for call in record["auction"] if call["bid"] != "pass"][-1]
    nine = {*record["deal"][declarer], record["centre"]}
    trump, call = contract(nine, bid, rng)
    record["contract"] = {"trump": trump, "call": call}
    record["discard"] = thrown_out(nine, bid, trump, rng)
    partner, hands = naive.check_contract(record, bid, declarer)
    side = {declarer} if partner is None else {declarer, partner}
    record["plays"] = played(hands, declarer, side, trump, bid, rng)
    if naive.counts_roem(bid):
        record |= announcements(record, hands, declarer, partner, rng)
    return record


def played_hand(rng: Random, rules: Record | None = None, *, wild: bool = True) -> Record:
    """A full hand that was not passed out."""
    while True:
        record = full_hand(rng, rules, wild=wild)
        if "plays" in record:
            return record


def rotated(record: Record, by: int) -> Record:
    """The same hand with everybody so many seats further on."""

    def turn(seat: int) -> int:
        return (seat + by) % 4

    turned = {**record, "dealer": turn(record["dealer"])}
    turned["auction"] = [{**call, "seat": turn(call["seat"])} for call in record["auction"]]
    if "deal" in record:
        turned["deal"] = [record["deal"][(seat - by) % 4] for seat in range(4)]
    if "trick_results" in record:
        turned["trick_results"] = [
            {**trick, "winner": turn(trick["winner"])} for trick in record["trick_results"]
        ]
    if "roem" in record:
        turned["roem"] = [{**entry, "seat": turn(entry["seat"])} for entry in record["roem"]]
    if "denials" in record:
        turned["denials"] = [
            {"by": turn(entry["by"]), "against": turn(entry["against"])}
            for entry in record["denials"]
        ]
    for key in ("stuk", "partner"):
        if record.get(key) is not None:
            turned[key] = turn(record[key])
    return turned
