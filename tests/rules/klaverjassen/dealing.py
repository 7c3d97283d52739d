"""Random legal hands of Klaverjassen out of a seed. What may be played comes from the naive scorer,
not from the rule book that is tested with it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from rules import GAMES
from tests.dealing import dealt
from tests.rules.klaverjassen import naive

Record = dict[str, Any]


def options_of(rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """Every option's value under these rules."""
    return GAMES["klaverjassen"].options.values(rules)


def some_rules(rng: Random) -> Record:
    """Any rules that a club may have."""
    naming = rng.choice(("obliged", "in_turn", "points"))
    rules: Record = {
        "following": rng.choice(("amsterdam", "rotterdam")),
        "naming": naming,
        "speaks_first": rng.choice(("forehand", "dealer")),
        "jacks_count_double": rng.random() < 0.5,
        "defence_pit": rng.random() < 0.5,
    }
    if naming != "obliged":
        rules["all_pass"] = rng.choice(("first_must", "redeal"))
    if naming == "points":
        rules["lowest_bid"] = rng.choice((70, 80, 100))
    return rules


def full_hand(rng: Random, rules: Mapping[str, Any], dealer: int | None = None) -> Record:
    """A legal hand with four hands, auction and all tricks, or a passed-out one."""
    options = options_of(rules)
    dealer = rng.randrange(4) if dealer is None else dealer
    hands = new_hands(rng)
    record: Record = {
        "format": "hand-record/1",
        "game": "klaverjassen",
        "rules": dict(rules),
        "dealer": dealer,
        "deal": [list(hand) for hand in hands],
        "auction": calls(rng, dealer, options),
    }
    if all(call["bid"] == "pass" for call in record["auction"]):
        return record
    record["contract"] = {"trump": rng.choice("SHDC")}
    record["plays"] = played_out(rng, hands, (dealer + 1) % 4, record, options)
    return record


def played_hand(rng: Random, rules: Mapping[str, Any], dealer: int | None = None) -> Record:
    """The same, never passed out."""
    while "plays" not in (record := full_hand(rng, rules, dealer)):
        pass
    return record


def new_hands(rng: Random) -> list[list[str]]:
    """Four hands; now and then whole suits, so that one side takes every trick."""
    if rng.random() < 0.1:
        suits = rng.sample([naive.PACK[i : i + 8] for i in range(0, 32, 8)], 4)
        if rng.random() < 0.5:
            suits[0], suits[1] = suits[0][:6] + suits[1][6:], suits[1][:6] + suits[0][6:]
        return suits
    return dealt(rng, naive.PACK, 8)


def calls(rng: Random, dealer: int, options: Mapping[str, Any]) -> list[Record]:
    """An auction that is allowed; a pass is likely."""
    said: list[tuple[int, str]] = []
    while (turn := naive.next_to_call(said, dealer, options)) is not None:
        words = ["play", *(str(points) for points in range(60, 200, 10))]
        wishes = ["pass"] * (rng.random() < 0.7) + rng.sample(words, len(words)) + ["pass"]
        said.append(
            (
                turn,
                next(
                    word
                    for word in wishes
                    if naive.call_problem({"seat": turn, "bid": word}, turn, said, options) is None
                ),
            )
        )
    return [{"seat": seat, "bid": bid} for seat, bid in said]


def played_out(
    rng: Random, hands: list[list[str]], leader: int, record: Record, options: Mapping[str, Any]
) -> list[list[str]]:
    """Eight tricks of cards that may be played, the high ones more often."""
    trump, plays = record["contract"]["trump"], []
    for _ in range(8):
        trick: list[str] = []
        for i in range(4):
            hand = hands[(leader + i) % 4]
            allowed = naive.playable(hand, trick, trump, options["following"])
            card = rng.choice(allowed)
            if rng.random() < 0.5:
                card = max(allowed, key=lambda each: naive.points(each, trump))
            hand.remove(card)
            trick.append(card)
        leader = (leader + naive.best(trick, trump)) % 4
        plays.append(trick)
    return plays


def spoil(rng: Random, record: Record) -> None:
    """Change one thing about a hand in full detail."""
    plays, auction = record["plays"], record["auction"]
    t = rng.randrange(8)
    match rng.randrange(9):
        case 0:
            words = ("pass", "play", "100", "105", "60", "1000")
            rng.choice(auction)["bid"] = rng.choice(words)
        case 1:
            rng.choice(auction)["seat"] = rng.randrange(4)
        case 2:
            auction.pop()
        case 3:
            auction.append({"seat": rng.randrange(4), "bid": rng.choice(("pass", "play"))})
        case 4:
            record["contract"]["trump"] = rng.choice("SHDCX")
        case 5:
            plays[t][rng.randrange(4)] = rng.choice([*naive.PACK, "S6", "XX"])
        case 6:
            u = rng.randrange(8)
            i, j = rng.randrange(4), rng.randrange(4)
            plays[t][i], plays[u][j] = plays[u][j], plays[t][i]
        case 7:
            rng.choice((plays.pop, plays[t].pop))()
        case _:
            two_of_one_seat(rng, record)


def two_of_one_seat(rng: Random, record: Record) -> None:
    """A seat plays two of its cards the other way round, which may be a revoke."""
    hand = rng.choice(record["deal"])
    plays = record["plays"]
    places = [(t, i) for t in range(8) for i in range(4) if plays[t][i] in hand]
    (t, i), (u, j) = rng.sample(places, 2)
    plays[t][i], plays[u][j] = plays[u][j], plays[t][i]


def as_results(record: Record, verdict: Mapping[str, Any], *, points: bool = True) -> Record:
    """The same hand with the winner, card points and roem of each trick."""
    trump, options = record["contract"]["trump"], options_of(record["rules"])
    leader, results = (record["dealer"] + 1) % 4, []
    for trick in record["plays"]:
        leader = (leader + naive.best(trick, trump)) % 4
        result: Record = {"winner": leader}
        if points:
            result["points"] = sum(naive.points(card, trump) for card in trick)
        double = options["jacks_count_double"]
        result["roem"] = naive.roem(trick, trump, double_jacks=double)
        results.append(result)
    without = {key: value for key, value in record.items() if key not in {"plays", "deal"}}
    tally = {} if points else {"tally": {"points": verdict["points"]["cards"]}}
    return {**without, "trick_results": results, **tally}


def as_tally(record: Record, verdict: Mapping[str, Any]) -> Record:
    """The same hand as a table notes it: card points, roem, and the tricks of a pit."""
    points = verdict["points"]
    tally = {"points": points["cards"], "roem": points["roem"]}
    if points["pit"]:
        tally["tricks"] = [8, 0] if points["cards"][0] else [0, 8]
    without = {key: value for key, value in record.items() if key not in {"plays", "deal"}}
    return {**without, "tally": tally}


def match_record(rng: Random, rules: Record, hands: int) -> Record:
    """A match of so many hands."""
    dealer = rng.randrange(4)
    played = []
    for i in range(hands):
        hand = full_hand(rng, rules, (dealer + i) % 4)
        played.append({k: v for k, v in hand.items() if k not in {"format", "game", "rules"}})
    return {
        "format": "match-record/1",
        "game": "klaverjassen",
        "rules": rules,
        "players": ["A", "B", "C", "D"],
        "hands": played,
    }
