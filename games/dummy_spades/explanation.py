"""How a hand changed three totals: bids, nils and bags of each player, line by line."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.figures import figure, signed
from core.text import about, comma_list
from games.base import ExplanationLine, Fact, Names, dealer_name
from games.cards import card_words
from games.dummy_spades.labels import (
    DUMMY,
    SpadesWords,
    bid_calculation,
    bid_words,
    nil_ignored_words,
    nil_words,
    penalty_words,
    seat_words,
)
from games.facts import dealt_facts, played_facts, trick_facts
from games.tricks import Order, orders_of
from rules import verdict
from rules.dummy_spades.auction import BIDS, Auction, Nil, applies, auction_of
from rules.dummy_spades.cards import TRICKS
from rules.dummy_spades.options import REAL_PLAYERS, Options
from rules.dummy_spades.play import HANDS, ORDERS, CardPlay
from rules.dummy_spades.scoring import NOBODY, full_bags, tricks_of_declarer_side
from rules.game import MatchStanding

# Values that follow from a record

Record = Mapping[str, Any]
CALLS: Final = 3


def recorded_auction(record: Record) -> Auction | None:
    """Return the auction with its declarer, once all three have made a valid bid."""
    calls = record["auction"]
    if len(calls) != CALLS or any(call["bid"] not in BIDS for call in calls):
        return None
    first, second, third = (BIDS[call["bid"]] for call in calls)
    return auction_of(record["dealer"], (first, second, third), declared_nils(record))


def declared_nils(record: Record) -> list[Nil]:
    """Return every declared nil, whether it counts or not."""
    return [Nil(call["seat"], hand) for call in record["auction"] for hand in call.get("nil", ())]


def nils_ignored(record: Record, auction: Auction) -> list[Nil]:
    """Return the nils on hands that did not end up on their bidder's side."""
    return [nil for nil in declared_nils(record) if not applies(nil, auction.declarer)]


def trick_orders(record: Record) -> list[Order]:
    """Return the order of each recorded trick, as far as it follows from the record."""
    auction = recorded_auction(record)
    if auction is None:
        return []
    rules = CardPlay(ORDERS[auction.declarer], auction.leader, break_spades=False)
    return orders_of(record.get("plays", ()), rules)


def declarer_tricks(record: Record, verdict: Record) -> int:
    """Return the tricks of declarer and dummy in a legal hand."""
    declarer = verdict["declarer"]
    if verdict["tricks"] is not None:
        return tricks_of_declarer_side(verdict["tricks"], declarer)
    if "claim" not in record:
        return int(record["tally"]["declarer_side"])
    winners = winners_of(record)
    won = tricks_of_declarer_side([winners.count(hand) for hand in range(HANDS)], declarer)
    return won + (TRICKS - len(winners) if record["claim"] == "declarer" else 0)


def winners_of(record: Record) -> list[int]:
    """Return who won each trick that was recorded in full."""
    if "trick_results" in record:
        return [trick["winner"] for trick in record["trick_results"]]
    return [order.winner for order in trick_orders(record) if order.winner is not None]


class ScoredHandFacts(NamedTuple):
    """A legal hand with everything that its explanation needs."""

    record: Record
    judged: Record
    auction: Auction
    options: Options
    names: Names
    before: MatchStanding


def account_lines(
    record: Record, options: Options, names: Names, before: MatchStanding
) -> tuple[ExplanationLine, ...]:
    """Return the account of every player, one after the other, each ending with the new total."""
    auction = recorded_auction(record)
    assert auction is not None, "a legal hand has three bids"
    story = ScoredHandFacts(record, verdict(dict(record)), auction, options, names, before)
    return tuple(line for player in range(REAL_PLAYERS) for line in _player(player, story))


def _player(player: int, story: ScoredHandFacts) -> Iterator[ExplanationLine]:
    new = story.judged["bags"][player]
    filled = (story.before.bags or NOBODY)[player] + new
    times, left = full_bags(filled, story.options.bag_limit)
    yield _bid_line(player, story)
    yield from _nil_lines(player, story)
    if times and story.options.bag_penalty:
        yield _penalty_line(player, filled, new, times, story)
    added = story.judged["score"][player] - times * story.options.bag_penalty
    yield _total_line(player, added, left, story)


def _bid_line(player: int, story: ScoredHandFacts) -> ExplanationLine:
    declarer_won = declarer_tricks(story.record, story.judged)
    declares = player == story.judged["declarer"]
    bid, tricks = story.auction.bids[player], declarer_won if declares else TRICKS - declarer_won
    return ExplanationLine(
        text=_side_words(declares=declares, tricks=tricks)
        % {
            "name": story.names[player],
            "bid": bid,
            "tricks": tricks,
            "reckoning": bid_calculation(bid, tricks),
        },
        rule=_bid_rule(bid, tricks),
        state="bad" if tricks < bid else "good",
    )


def _side_words(*, declares: bool, tricks: int) -> str:
    if declares:
        return ngettext(
            "%(name)s bid %(bid)d and took %(tricks)d trick with the dummy: %(reckoning)s",
            "%(name)s bid %(bid)d and took %(tricks)d tricks with the dummy: %(reckoning)s",
            tricks,
        )
    return ngettext(
        "%(name)s bid %(bid)d and the defenders took %(tricks)d trick: %(reckoning)s",
        "%(name)s bid %(bid)d and the defenders took %(tricks)d tricks: %(reckoning)s",
        tricks,
    )


def _bid_rule(bid: int, tricks: int) -> str:
    if tricks < bid:
        return _("Fewer tricks than bid: ten off for each trick bid.")
    if bid == 0:
        return _("A bid of 0 scores nothing but its bags.")
    return ""


def _nil_lines(player: int, story: ScoredHandFacts) -> Iterator[ExplanationLine]:
    bonus = story.options.nil_bonus
    for nil in story.judged["nil"]:
        if nil["bidder"] == player:
            points = signed(bonus if nil["made"] else -bonus)
            text = about(nil_words(nil, story.names), points)
            yield ExplanationLine(text, state="good" if nil["made"] else "bad")
    for ignored in nils_ignored(story.record, story.auction):
        if ignored.bidder == player:
            yield ExplanationLine(
                nil_ignored_words(*ignored, story.names),
                _("A nil counts if its hand ends up on the bidder's side."),
            )


def _penalty_line(
    player: int, filled: int, new: int, times: int, story: ScoredHandFacts
) -> ExplanationLine:
    limit, penalty = story.options.bag_limit or 0, story.options.bag_penalty
    text = _("%(name)s has %(before)d + %(new)d = %(filled)d bags. %(penalty)s") % {
        "name": story.names[player],
        "before": filled - new,
        "new": new,
        "filled": filled,
        "penalty": penalty_words(times, limit, penalty),
    }
    rule = _("Every %(limit)d bags cost %(penalty)d points and are then cleared.")
    return ExplanationLine(text, rule % {"limit": limit, "penalty": penalty}, state="bad")


def _total_line(player: int, added: int, bags: int, story: ScoredHandFacts) -> ExplanationLine:
    stood = story.before.totals[player]
    return ExplanationLine(
        _("%(name)s: %(before)s %(added)s = %(total)s, %(bags)s")
        % {
            "name": story.names[player],
            "before": figure(stood),
            "added": signed(added) if added else "+0",
            "total": figure(stood + added),
            "bags": bags_standing(bags, story.options),
        },
        state="sum",
    )


def bags_standing(bags: int, options: Options) -> str:
    """Return the bags that a player has, of those that cost the penalty."""
    if options.bag_limit is None:
        return ngettext("%(bags)d bag", "%(bags)d bags", bags) % {"bags": bags}
    return _("%(bags)d of %(limit)d bags") % {"bags": bags, "limit": options.bag_limit}


# Labelled facts, for the history and to compare two versions


def record_facts(record: Record, names: Names) -> tuple[Fact, ...]:
    """Return the facts of the record, in the order of a hand."""
    return (*_bidding(record, names), *_result(record, names), *_cards(record, names))


def hand_names(names: Names) -> tuple[str, ...]:
    """Whose the four hands are; the last is the dummy's."""
    return (*names, seat_words(DUMMY, names))


def _bidding(record: Record, names: Names) -> Iterator[Fact]:
    calls = record["auction"]
    yield Fact(_("Dealer"), dealer_name(record, names))
    if calls:
        bids = [f"{seat_words(call['seat'], names)} {bid_words(call, names)}" for call in calls]
        yield Fact(_("Bids"), " · ".join(bids))
    auction = recorded_auction(record)
    if auction is None:
        return
    words = _("%(name)s, with the dummy") % {"name": names[auction.declarer]}
    yield Fact(_("Declarer"), words)
    yield Fact(_("First lead"), names[auction.leader])
    if ignored := nils_ignored(record, auction):
        said = [nil_ignored_words(nil.bidder, nil.hand, names) for nil in ignored]
        yield Fact(_("Nil ignored"), " · ".join(said))


def _result(record: Record, names: Names) -> Iterator[Fact]:
    tally = record.get("tally", {})
    if "tricks" in tally:
        by_hand = [f"{seat_words(hand, names)} {won}" for hand, won in enumerate(tally["tricks"])]
        yield Fact(_("Tricks"), " · ".join(by_hand))
    if "declarer_side" in tally:
        yield Fact(_("Declarer and dummy"), str(tally["declarer_side"]))
    yield from trick_facts(record, names, SpadesWords(), _("Tricks won by"))


def _cards(record: Record, names: Names) -> Iterator[Fact]:
    yield from dealt_facts(record, hand_names(names))
    if record.get("flipped"):
        yield Fact(_("Turned up"), comma_list(map(card_words, record["flipped"])))
    yield from played_facts(record)
