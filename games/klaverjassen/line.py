"""The one-line entry for a hand of Klaverjassen.

``b h 92 r40`` is: B plays hearts, 92 card points and 40 roem; the others' roem is ``t20``. ``b h
nat`` and ``b h pit`` say the result without points. Where points are bid the bid follows the
player: ``b100 h 92``. A line is converted to the entry form's fields.
"""

import re
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.text import isolated
from core.typing import keys_for, own_letters
from games.base import HandTable, KeyHelp, LineError, hand_keys
from games.cards import SUIT_NAMES, SUIT_WORDS, own_suits
from games.klaverjassen.labels import OUTCOMES, PIT, KlaverjasWords
from games.line import ALONE, LineReader, LineToken, letters_of, own_words, split_calls, take_bidder
from rules.klaverjassen.auction import BIDS, PASS, PLAY
from rules.klaverjassen.options import Naming

SUITS: Final = "shdc"
TAKEN: Final = SUITS + "abmnprtx"
CALL: Final = re.compile(r"(play|pass|p|x|\d{2,3})\s*", re.IGNORECASE)
BID: Final = re.compile(r"\d{2,3}(?!\d)")


def read_line(text: str, table: HandTable) -> dict[str, str]:
    """Return the form fields of a line; raise ``LineError`` with a remedy."""
    line = LineReader(text, _own_words())
    if line.all_passed:
        return {"bidder": "none"}
    if (calls := line.take_auction()) is not None:
        return {"calls": calls} | _after_bid(line)
    fields = {"bidder": str(take_bidder(line, table.names, KlaverjasWords()))}
    if table.options.naming is Naming.POINTS:
        fields["bid"] = _bid(line)
    return fields | _after_bid(line)


def read_calls(text: str) -> list[str] | None:
    """Return an auction call by call: ``p p x``, or ``p 80 90 p p``; None if unreadable."""
    codes = {"p": PASS, "x": PLAY}
    return split_calls(text.strip().lower(), CALL, lambda call: codes.get(call, call))


def _own_words() -> dict[str, str]:
    suits = {SUIT_WORDS[suit]: name for suit, name in SUIT_NAMES.items()}
    return own_words(suits | {"made": OUTCOMES["made"], "nat": OUTCOMES["set"], "pit": PIT})


def _bid(line: LineReader) -> str:
    bid = line.take(BID)
    if bid is None or bid[0] not in BIDS:
        raise LineError(
            _("After the bidder, type the points that were bid, in tens: %(bid)s.")
            % {"bid": isolated("100")}
        )
    return bid[0]


def _after_bid(line: LineReader) -> dict[str, str]:
    """Read trumps, then the result in any order."""
    own = own_suits(TAKEN.replace("r", ""))
    words = "|".join(SUIT_WORDS.values())
    letters = SUITS + "".join(own.values())
    match = line.take(re.compile(rf"(?:{words}){ALONE}|[{letters}]"))
    if match is None:
        raise LineError(_("Which suit is trumps? Type it as in %(line)s.") % _example())
    english = {letter: suit for suit, letter in own.items()}
    fields = {"trump": english.get(match[0], match[0])[0].upper()}
    return fields | _result(line)


def _result(line: LineReader) -> dict[str, str]:
    fields = line.take_tokens(_result_tokens())
    if not line.is_done:
        text = _("“%(text)s” is not understood. Type it as in %(line)s.")
        raise LineError(text % {"text": isolated(line.token), **_example()})
    return fields


def _result_tokens() -> tuple[LineToken, ...]:
    letters = keys_for("n", _own_results())
    result = (
        rf"(?P<set>nat{ALONE}|[{''.join(letters)}]{ALONE}|x{ALONE}|-)"
        rf"|(?P<pit>pit{ALONE}|p{ALONE})|(?P<made>made{ALONE}|m{ALONE}|\+)"
    )
    number = r"\d{1,3})(?!\d)"
    return (
        LineToken(
            "points",
            re.compile(rf"(?P<points>{number}"),
            (KeyHelp(("92",), _("card points of the declaring side")),),
        ),
        LineToken(
            "roem",
            re.compile(rf"(?:roem|r)\s*(?P<roem>{number}"),
            (KeyHelp(("r40",), _("roem of the declaring side")),),
        ),
        LineToken(
            "their_roem",
            re.compile(rf"t\s*(?P<their_roem>{number}"),
            (KeyHelp(("t20",), _("roem of the other side")),),
        ),
        LineToken(
            "result",
            re.compile(result),
            (
                KeyHelp((*letters, "nat", "-"), _("nat")),
                KeyHelp(("pit",), _("pit: every trick")),
            ),
        ),
    )


def _own_results() -> dict[str, str]:
    """Return the reader's own letter for a hand that was nat."""
    return own_letters({"n": pgettext("letter typed for a hand that is nat", "n")}, TAKEN)


def _example() -> dict[str, str]:
    return {"line": isolated("b h 92 r40")}


def line_help(table: HandTable) -> tuple[KeyHelp, ...]:
    """Return the words of the command line."""
    options, names = table.options, table.names
    suits = own_suits(TAKEN.replace("r", ""))
    own = tuple(suits.get(letter, letter) for letter in SUITS)
    by_points = options.naming is Naming.POINTS
    rows: list[tuple[tuple[str, ...], str, Any]] = [
        (letters_of(hand_keys(names)), _("who plays"), True),
        (("100",), _("the bid"), by_points),
        (own, _("trumps: spades, hearts, diamonds, clubs"), True),
    ]
    passed = (KeyHelp(("p",), _("everybody passed")),) if passes_out(options) else ()
    auction = _auction_example(by_points=by_points)
    return (
        *(KeyHelp(keys, meaning) for keys, meaning, shown in rows if shown),
        *(row for token in _result_tokens() for row in token.help),
        *passed,
        KeyHelp(auction, _("the whole auction, from who spoke first")),
    )


def passes_out(options: Any) -> bool:
    """Return whether a hand may be dealt again."""
    return options.naming is not Naming.OBLIGED and not options.first_must


def _auction_example(*, by_points: bool) -> tuple[str, ...]:
    return ("p 80 90 p p p / h 92",) if by_points else ("p p x / h 92",)
