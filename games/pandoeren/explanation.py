"""The explanation of a result in Pandoeren: roem, denials, points, and each player's score."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import signed
from core.text import arrow, comma_list
from games.base import (
    ExplanationLine,
    Fact,
    Names,
    Record,
    bid_of,
)
from games.cards import card_words
from games.facts import auction_facts, dealt_facts, played_facts, ruling_facts, trick_facts
from games.pandoeren.labels import (
    FOURS,
    announcement_words,
    bid_meaning,
    bid_words,
    contract_words,
    denial_words,
    points_words,
    run_words,
    stuk_words,
)
from games.tricks import Order, orders_of
from games.wording import HandWords
from rules.pandoeren.auction import Auction, read_auction
from rules.pandoeren.contracts import BIDS
from rules.pandoeren.options import Options
from rules.pandoeren.partnership import read_trumps
from rules.pandoeren.play import card_play
from rules.pandoeren.roem import Reason
from rules.pandoeren.telling import Announced, Combination, DenialAttempt, Telling, tell
from rules.trick_play import FOUR_HANDED
from rules.trumps import Trumps

MAY_DENY: Final = gettext_lazy("Only an opponent who bid, and did not only pass, may deny.")
LADDER: Final = gettext_lazy(
    "From low to high: runs of three, four, five; four queens, kings, aces; runs of six, seven, "
    "eight; four jacks."
)
REASONS: Final = {
    Reason.RUNG: LADDER,
    Reason.TOP_CARD: gettext_lazy("Of equal runs the one with the higher top card is better."),
    Reason.SUIT: gettext_lazy(
        "Of runs equal in length and top card: spades before hearts, diamonds, clubs."
    ),
    Reason.NOTHING_SHOWN: gettext_lazy("A player without roem cannot deny."),
    Reason.NOT_ENTITLED: MAY_DENY,
    Reason.TAKEN_AS_WRITTEN: gettext_lazy(
        "Not all of the cards are recorded, so the value given at the table is used."
    ),
}
STANDS: Final = gettext_lazy("Roem stands unless someone entitled to deny it has better roem.")
WITHOUT_MORE: Final = gettext_lazy(
    "Where the declarer's roem stands, the partner's counts automatically."
)
REVIVES: Final = gettext_lazy(
    "A partner's roem that stands brings the declarer's denied roem back: both count."
)
LET_PASS: Final = gettext_lazy("A player who could deny and did not has let it pass.")
STUK_RULE: Final = gettext_lazy("Stuk cannot be denied.")


def hand_account(
    record: Record, verdict: Record, options: Options, names: Names
) -> tuple[ExplanationLine, ...]:
    """Return the steps from the announcements to the score; none for a hand that was thrown in."""
    if verdict["bid"] is None:
        return ()
    return (
        *roem_account(record, options, names),
        *_points(verdict),
        *_result(record, verdict, options, names),
    )


def roem_account(record: Record, options: Options, names: Names) -> tuple[ExplanationLine, ...]:
    """Return the sum of the announcements, before the result is known."""
    telling = tell(record, options)
    return () if telling is None else tuple(_announcements(telling, names))


# Roem


def _announcements(telling: Telling, names: Names) -> Iterator[ExplanationLine]:
    first = [announced for announced in telling.announced if announced.seat == telling.declarer]
    later = [announced for announced in telling.announced if announced.seat != telling.declarer]
    is_free = any(announced.stands and not announced.revived for announced in first)
    for announced in first:
        yield from _announcement_lines(announced, telling, names, is_free=False)
    for announced in later:
        yield from _announcement_lines(announced, telling, names, is_free=is_free)
    for announced in first:
        yield from _revived(announced, names)
    if telling.stuk is not None:
        yield ExplanationLine(stuk_words(names[telling.stuk]), str(STUK_RULE), "good")


def _announcement_lines(
    announced: Announced, telling: Telling, names: Names, *, is_free: bool
) -> Iterator[ExplanationLine]:
    """Yield a seat's announcement and its denials; `is_free` if it can no longer be denied."""
    yield _announcement(announced, names)
    if not is_free:
        yield _entitled(telling, names)
    yield from (_attempt(attempt, announced, names) for attempt in announced.attempts)
    yield from _passed_over(announced, names)
    yield _ended(announced, names, is_free=is_free)


def _announcement(announced: Announced, names: Names) -> ExplanationLine:
    said = announcement_words(names[announced.seat], announced.value or None)
    if not announced.combinations:
        return ExplanationLine(said)
    text = _("%(said)s: %(combinations)s") % {
        "said": said,
        "combinations": comma_list(
            f"{combination_words(each)} ({each.value})" for each in announced.combinations
        ),
    }
    pieces = dict.fromkeys(card for each in announced.combinations for card in each.cards)
    return ExplanationLine(text, pieces=tuple(pieces))


def _entitled(telling: Telling, names: Names) -> ExplanationLine:
    may, may_not = _listed(telling.may_deny, names), _listed(telling.may_not, names)
    if not may:
        text = _("Nobody can deny: %(names)s only passed") % {"names": may_not}
    elif not may_not:
        text = _("Can deny: %(names)s") % {"names": may}
    else:
        text = _("Can deny: %(may)s. %(may_not)s only passed, so cannot") % {
            "may": may,
            "may_not": may_not,
        }
    return ExplanationLine(text, str(MAY_DENY))


def _attempt(attempt: DenialAttempt, announced: Announced, names: Names) -> ExplanationLine:
    said = denial_words(names[attempt.by], names[announced.seat])
    pieces = attempt.best.cards if attempt.best else ()
    state = "good" if attempt.succeeded else "bad"
    return ExplanationLine(
        _("%(said)s: %(why)s") % {"said": said, "why": _compared(attempt, announced)},
        str(REASONS[attempt.reason]),
        state,
        pieces,
    )


def _compared(attempt: DenialAttempt, announced: Announced) -> str:
    best = combination_words(attempt.best) if attempt.best else ""
    if attempt.reason is Reason.NOTHING_SHOWN:
        return _("there is no roem in that hand, so it fails")
    if attempt.reason is Reason.NOT_ENTITLED:
        return _("not entitled to, so it fails")
    if not best or not announced.combinations:
        return _("it succeeds")
    values = {"best": best, "other": combination_words(announced.combinations[0])}
    if attempt.succeeded:
        return _("%(best)s is better than %(other)s, so it succeeds") % values
    return _("%(best)s is not better than %(other)s, so it fails") % values


def _passed_over(announced: Announced, names: Names) -> Iterator[ExplanationLine]:
    if announced.let_pass:
        text = _("Better roem, but no denial: %(names)s")
        yield ExplanationLine(text % {"names": _listed(announced.let_pass, names)}, str(LET_PASS))


def _ended(announced: Announced, names: Names, *, is_free: bool) -> ExplanationLine:
    values = {"name": names[announced.seat], "value": announced.value}
    if announced.revived or not announced.stands:
        return ExplanationLine(_("The roem of %(name)s is denied") % values, "", "bad")
    rule = WITHOUT_MORE if is_free else STANDS
    text = _("The roem of %(name)s stands: %(value)d") % values
    return ExplanationLine(text, str(rule), "good")


def _revived(announced: Announced, names: Names) -> Iterator[ExplanationLine]:
    if announced.revived:
        values = {"name": names[announced.seat], "value": announced.value}
        text = _("The roem of %(name)s comes back: %(value)d") % values
        yield ExplanationLine(text, str(REVIVES), "good")


def combination_words(combination: Combination) -> str:
    """ "a run of four to the king of hearts", "four queens"."""
    if combination.length:
        return run_words(combination.length, combination.cards[0])
    return str(FOURS[combination.cards[0][1]])


# The result


def _points(verdict: Record) -> Iterator[ExplanationLine]:
    points, needed = verdict["points"], BIDS[verdict["bid"]].needed
    if points is None:
        return
    text = _("%(points)s of the %(needed)d that were bid") % {
        "points": points_words(points),
        "needed": needed,
    }
    state = "good" if points["total"] >= needed else "bad"
    yield ExplanationLine(text, state=state)


def _result(
    record: Record, verdict: Record, options: Options, names: Names
) -> Iterator[ExplanationLine]:
    made = verdict["outcome"] == "made"
    if "ruling" in record:
        yield ExplanationLine(_("The director's ruling decides: %(reason)s") % record["ruling"])
    won = [(name, score) for name, score in zip(names, verdict["score"], strict=True) if score]
    scores = comma_list(f"{name} {signed(score)}" for name, score in won)
    text = _("Made: %(scores)s") if made else _("Failed: %(scores)s")
    rule = bid_meaning(verdict["bid"], any_trick=options.any_trick)
    yield ExplanationLine(text % {"scores": scores}, rule, "good" if made else "bad")


def _listed(seats: Sequence[int], names: Names) -> str:
    return _(" and ").join(names[seat] for seat in seats)


# Labelled facts, for the history and to compare two versions


YES_NO: Final = {True: gettext_lazy("yes"), False: gettext_lazy("no")}


def record_facts(record: Record, names: Names) -> tuple[Fact, ...]:
    """Return the facts of the record, in the order of a hand."""
    return (
        *_bidding(record, names),
        *_announcements_facts(record, names),
        *_result_facts(record, names),
        *_cards(record, names),
        *ruling_facts(record, HandWords()),
    )


def _bidding(record: Record, names: Names) -> Iterator[Fact]:
    yield from auction_facts(record, names, HandWords(), bid_words)
    if record.get("contract"):
        contract = contract_words(bid_of(record["auction"]), record["contract"])
        yield Fact(_("Contract"), contract)
    if "partner" in record:
        yield Fact(_("Partner"), names[record["partner"]])


def _announcements_facts(record: Record, names: Names) -> Iterator[Fact]:
    if record.get("roem"):
        announcements = (f"{names[o['seat']]} {o.get('value', '')}".strip() for o in record["roem"])
        yield Fact(_("Roem announced"), comma_list(announcements))
    if record.get("denials"):
        announcements = (
            f"{names[d['by']]} {arrow()} {names[d['against']]}" for d in record["denials"]
        )
        yield Fact(_("Roem denied"), comma_list(announcements))
    if record.get("stuk") is not None:
        yield Fact(_("Stuk announced"), names[record["stuk"]])


def _result_facts(record: Record, names: Names) -> Iterator[Fact]:
    tally = record.get("tally", {})
    labels = {"cards": _("Card points"), "roem": _("Roem"), "stuk": _("Stuk"), "tricks": _("Taken")}
    if "made" in tally:
        yield Fact(_("Result"), _("made") if tally["made"] else _("failed"))
    for key, label in labels.items():
        if key in tally:
            yield Fact(label, str(tally[key]))
    if "first" in tally:
        yield Fact(_("First trick won"), str(YES_NO[tally["first"]]))
    if "first_four" in tally:
        yield Fact(_("First four won"), str(YES_NO[tally["first_four"]]))
    yield from trick_facts(record, names, HandWords())


def _cards(record: Record, names: Names) -> Iterator[Fact]:
    yield from dealt_facts(record, names)
    if "centre" in record:
        yield Fact(_("Card in the middle"), card_words(record["centre"]))
    if "discard" in record:
        yield Fact(_("Discarded"), card_words(record["discard"]))
    yield from played_facts(record)


def trick_orders(record: Record, options: Options) -> list[Order]:
    """Return the order of each recorded trick, as far as it follows from the record."""
    auction = read_auction(record["auction"], record["dealer"], options)
    if not isinstance(auction, Auction):
        return []
    trumps = read_trumps(record.get("contract", {}), auction.bid)
    if not isinstance(trumps, Trumps):
        return [Order(FOUR_HANDED[auction.declarer])]
    return orders_of(record.get("plays", ()), card_play(auction.declarer, trumps))
