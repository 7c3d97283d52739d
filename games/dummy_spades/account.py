"""How a hand changed three totals: bids, nils and bags of each player, line by line."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import AccountLine, Names, figure, signed
from games.dummy_spades.course import auction_said, declarer_tricks, nils_ignored
from games.dummy_spades.words import bid_reckoning, nil_ignored_words, nil_words, penalty_words
from rules import verdict
from rules.dummy_spades.auction import Auction
from rules.dummy_spades.cards import TRICKS
from rules.dummy_spades.options import REAL_PLAYERS, Options
from rules.dummy_spades.scoring import NOBODY, full_bags
from rules.game import Standing

Record = Mapping[str, Any]


class Story(NamedTuple):
    """A legal hand with all that its account is told from."""

    record: Record
    judged: Record
    auction: Auction
    options: Options
    names: Names
    before: Standing


def account_lines(
    record: Record, options: Options, names: Names, before: Standing
) -> tuple[AccountLine, ...]:
    """The account of every player, one after the other, each ending with his new total."""
    auction = auction_said(record)
    assert auction is not None, "a legal hand has three bids"
    story = Story(record, verdict(dict(record)), auction, options, names, before)
    return tuple(line for player in range(REAL_PLAYERS) for line in _player(player, story))


def _player(player: int, story: Story) -> Iterator[AccountLine]:
    new = story.judged["bags"][player]
    filled = (story.before.bags or NOBODY)[player] + new
    times, left = full_bags(filled, story.options.bag_limit)
    yield _bid_line(player, story)
    yield from _nil_lines(player, story)
    if times and story.options.bag_penalty:
        yield _penalty_line(player, filled, new, times, story)
    added = story.judged["score"][player] - times * story.options.bag_penalty
    yield _total_line(player, added, left, story)


def _bid_line(player: int, story: Story) -> AccountLine:
    own = declarer_tricks(story.record, story.judged)
    declares = player == story.judged["declarer"]
    bid, tricks = story.auction.bids[player], own if declares else TRICKS - own
    return AccountLine(
        text=_side_words(declares=declares, tricks=tricks)
        % {
            "name": story.names[player],
            "bid": bid,
            "tricks": tricks,
            "reckoning": bid_reckoning(bid, tricks),
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
        return _("Fewer tricks than were bid: ten off for each trick of the bid.")
    if bid == 0:
        return _("A bid of 0 scores nothing but its bags.")
    return ""


def _nil_lines(player: int, story: Story) -> Iterator[AccountLine]:
    bonus = story.options.nil_bonus
    for nil in story.judged["nil"]:
        if nil["bidder"] == player:
            text = f"{nil_words(nil, story.names)}: {signed(bonus if nil['made'] else -bonus)}"
            yield AccountLine(text, state="good" if nil["made"] else "bad")
    for ignored in nils_ignored(story.record, story.auction):
        if ignored.bidder == player:
            yield AccountLine(
                nil_ignored_words(*ignored, story.names),
                _("A nil counts where its hand ends up on the bidder's side."),
            )


def _penalty_line(player: int, filled: int, new: int, times: int, story: Story) -> AccountLine:
    limit, penalty = story.options.bag_limit or 0, story.options.bag_penalty
    text = _("%(name)s has %(before)d + %(new)d = %(filled)d bags. %(penalty)s") % {
        "name": story.names[player],
        "before": filled - new,
        "new": new,
        "filled": filled,
        "penalty": penalty_words(times, limit, penalty),
    }
    rule = _("Every %(limit)d bags cost %(penalty)d points and are gone.")
    return AccountLine(text, rule % {"limit": limit, "penalty": penalty}, state="bad")


def _total_line(player: int, added: int, bags: int, story: Story) -> AccountLine:
    stood = story.before.totals[player]
    return AccountLine(
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
    """The bags that a player has, of those that cost the penalty."""
    if options.bag_limit is None:
        return ngettext("%(bags)d bag", "%(bags)d bags", bags) % {"bags": bags}
    return _("%(bags)d of %(limit)d bags") % {"bags": bags, "limit": options.bag_limit}
