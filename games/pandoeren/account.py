"""How a hand of Pandoeren came to its result, told aloud: roem, denials, points, what each gets."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import AccountLine, Names, Record, signed
from games.pandoeren.words import (
    FOURS,
    announcement_words,
    bid_meaning,
    denial_words,
    points_words,
    run_words,
    stuk_words,
)
from rules.pandoeren.contracts import BIDS
from rules.pandoeren.options import Options
from rules.pandoeren.telling import Announced, Attempt, Combination, Reason, Telling, tell

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
        "Not all of the cards are written down: what the table says is taken."
    ),
}
STANDS: Final = gettext_lazy("Roem that nobody entitled denies with a better one stands.")
WITHOUT_MORE: Final = gettext_lazy(
    "Where the declarer's roem stands, the partner's counts without more ado."
)
REVIVES: Final = gettext_lazy(
    "A partner's roem that stands brings the declarer's denied roem back: both count."
)
LET_PASS: Final = gettext_lazy("A player who could deny and did not has let it pass.")
STUK_RULE: Final = gettext_lazy("Stuk cannot be denied.")


def hand_account(
    record: Record, verdict: Record, options: Options, names: Names
) -> tuple[AccountLine, ...]:
    """The steps from the announcements to the score; none for a hand that was thrown in."""
    if verdict["bid"] is None:
        return ()
    return (
        *roem_account(record, options, names),
        *_points(verdict),
        *_result(record, verdict, options, names),
    )


def roem_account(record: Record, options: Options, names: Names) -> tuple[AccountLine, ...]:
    """What the announcements come to, before the result is known."""
    telling = tell(record, options)
    return () if telling is None else tuple(_announcements(telling, names))


# Roem


def _announcements(telling: Telling, names: Names) -> Iterator[AccountLine]:
    first = [one for one in telling.announced if one.seat == telling.declarer]
    later = [one for one in telling.announced if one.seat != telling.declarer]
    is_free = any(one.stands and not one.revived for one in first)
    for one in first:
        yield from _told(one, telling, names, is_free=False)
    for one in later:
        yield from _told(one, telling, names, is_free=is_free)
    for one in first:
        yield from _revived(one, names)
    if telling.stuk is not None:
        yield AccountLine(stuk_words(names[telling.stuk]), str(STUK_RULE), "good")


def _told(
    one: Announced, telling: Telling, names: Names, *, is_free: bool
) -> Iterator[AccountLine]:
    """What a seat announced and who denied it; `is_free` where nobody may any more."""
    yield _announcement(one, names)
    if not is_free:
        yield _entitled(telling, names)
    yield from (_attempt(attempt, one, names) for attempt in one.attempts)
    yield from _passed_over(one, names)
    yield _ended(one, names, is_free=is_free)


def _announcement(one: Announced, names: Names) -> AccountLine:
    said = announcement_words(names[one.seat], one.value or None)
    if not one.combinations:
        return AccountLine(said)
    told = _("%(said)s: %(combinations)s") % {
        "said": said,
        "combinations": ", ".join(
            f"{combination_words(each)} ({each.value})" for each in one.combinations
        ),
    }
    pieces = dict.fromkeys(card for each in one.combinations for card in each.cards)
    return AccountLine(told, pieces=tuple(pieces))


def _entitled(telling: Telling, names: Names) -> AccountLine:
    may, may_not = _listed(telling.may_deny, names), _listed(telling.may_not, names)
    if not may:
        text = _("Nobody may deny: %(names)s only passed") % {"names": may_not}
    elif not may_not:
        text = _("May deny: %(names)s") % {"names": may}
    else:
        text = _("May deny: %(may)s; %(may_not)s only passed") % {"may": may, "may_not": may_not}
    return AccountLine(text, str(MAY_DENY))


def _attempt(attempt: Attempt, one: Announced, names: Names) -> AccountLine:
    said = denial_words(names[attempt.by], names[one.seat])
    pieces = attempt.best.cards if attempt.best else ()
    state = "good" if attempt.succeeded else "bad"
    return AccountLine(
        _("%(said)s: %(why)s") % {"said": said, "why": _compared(attempt, one)},
        str(REASONS[attempt.reason]),
        state,
        pieces,
    )


def _compared(attempt: Attempt, one: Announced) -> str:
    best = combination_words(attempt.best) if attempt.best else ""
    if attempt.reason is Reason.NOTHING_SHOWN:
        return _("there is no roem in that hand, so it fails")
    if attempt.reason is Reason.NOT_ENTITLED:
        return _("not entitled to, so it fails")
    if not best or not one.combinations:
        return _("it succeeds")
    values = {"best": best, "other": combination_words(one.combinations[0])}
    if attempt.succeeded:
        return _("%(best)s is better than %(other)s, so it succeeds") % values
    return _("%(best)s is not better than %(other)s, so it fails") % values


def _passed_over(one: Announced, names: Names) -> Iterator[AccountLine]:
    if one.let_pass:
        text = _("Better roem, but no denial: %(names)s")
        yield AccountLine(text % {"names": _listed(one.let_pass, names)}, str(LET_PASS))


def _ended(one: Announced, names: Names, *, is_free: bool) -> AccountLine:
    values = {"name": names[one.seat], "value": one.value}
    if one.revived or not one.stands:
        return AccountLine(_("The roem of %(name)s is denied") % values, "", "bad")
    rule = WITHOUT_MORE if is_free else STANDS
    text = _("The roem of %(name)s stands: %(value)d") % values
    return AccountLine(text, str(rule), "good")


def _revived(one: Announced, names: Names) -> Iterator[AccountLine]:
    if one.revived:
        values = {"name": names[one.seat], "value": one.value}
        text = _("The roem of %(name)s comes back: %(value)d") % values
        yield AccountLine(text, str(REVIVES), "good")


def combination_words(one: Combination) -> str:
    """ "a run of four to the king of hearts", "four queens"."""
    if one.length:
        return run_words(one.length, one.cards[0])
    return str(FOURS[one.cards[0][1]])


# The result


def _points(verdict: Record) -> Iterator[AccountLine]:
    points, needed = verdict["points"], BIDS[verdict["bid"]].needed
    if points is None:
        return
    text = _("%(points)s of the %(needed)d that were bid") % {
        "points": points_words(points),
        "needed": needed,
    }
    state = "good" if points["total"] >= needed else "bad"
    yield AccountLine(text, state=state)


def _result(
    record: Record, verdict: Record, options: Options, names: Names
) -> Iterator[AccountLine]:
    made = verdict["outcome"] == "made"
    if "ruling" in record:
        yield AccountLine(_("The director's ruling decides: %(reason)s") % record["ruling"])
    won = [(name, score) for name, score in zip(names, verdict["score"], strict=True) if score]
    told = ", ".join(f"{name} {signed(score)}" for name, score in won)
    text = _("Made: %(scores)s") if made else _("Failed: %(scores)s")
    rule = bid_meaning(verdict["bid"], any_one=options.any_one)
    yield AccountLine(text % {"scores": told}, rule, "good" if made else "bad")


def _listed(seats: Sequence[int], names: Names) -> str:
    return _(" and ").join(names[seat] for seat in seats)
