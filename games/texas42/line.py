"""The one-line entry for a hand of Texas 42.

``b305m`` is: B bid 30, fives are trumps, made. Blanks between the parts are optional. A line is
converted to the entry form's fields, so that chips and keys fill the same form.
"""

import re
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from core.figures import read_whole
from core.typing import in_english, keys_for, own_letters
from games.base import KeyHelp, LineError
from games.wording import either
from rules.texas42.options import When

PASS: Final = re.compile(r"p|pass", re.IGNORECASE)
NAMED: Final = r"[0-6]|[dfns]"
HAND: Final = re.compile(
    rf"""
    (?P<who>[abcd]) \s*
    (?P<bid> (?:10|[1-9])?m | 168 | 126 | 84 | 3\d | 4[0-2] | ln ) \s*
    (?: (?P<contract> pl(?:{NAMED})? | sp(?:{NAMED})? | nd?[hl]? | nd | fl | f | d | s | [0-6] )
        (?= \s | $ | [msx+-] | \d\d \s* $ ) )? \s*
    (?P<result> [m+] | [sx-] )? \s*
    (?P<points> \d{{1,2}} )?
    """,
    re.VERBOSE | re.IGNORECASE,
)
NUMBER: Final = re.compile(r"[abcd]\s*(?P<number>\d+)", re.IGNORECASE)
BID: Final = re.compile(r"168|126|84|3\d|4[0-2]")
CALLS: Final = re.compile(r"\s*(p|(?:10|[1-9])?m|168|126|84|3\d|4[0-2]|ln)", re.IGNORECASE)

MARK_BIDS: Final = {"42": "1m", "84": "2m", "126": "3m", "168": "4m", "m": "1m"}
KINDS: Final = {"d": "doubles", "f": "no_trump", "n": "nello", "s": "sevens"}
TEAM_SEATS: Final = "abcd"
LETTERS: Final = "abcdfhlmnopswx"
"""The characters of a line, including full words."""


def read_line(text: str, *, by_points: bool) -> dict[str, str]:
    """Return the form fields of a line; raise ``LineError`` with a remedy."""
    text = in_english(text.strip(), _own())
    if PASS.fullmatch(text):
        return {"bidder": "none"}
    calls, slash, rest = text.rpartition("/")
    if slash:
        return {"calls": calls.strip()} | _after_calls(rest)
    found = HAND.fullmatch(text)
    if found is None:
        raise LineError(_why_not(text, by_points=by_points))
    return {
        "bidder": str(TEAM_SEATS.index(found["who"].lower())),
        "bid": read_bid(found["bid"], by_points=by_points),
    } | _contract_and_result(found)


def _own() -> dict[str, str]:
    """Return the reader's own letters for the result."""
    own = {
        "m": pgettext("letter typed for a contract made", "m"),
        "s": pgettext("letter typed for a contract set", "s"),
    }
    return own_letters(own, LETTERS)


def read_bid(word: str, *, by_points: bool) -> str:
    """Return a bid as the record writes it."""
    word = word.lower()
    if word in {"ln", "low-no"}:
        return "low-no"
    if word in {"p", "pass"}:
        return "pass"
    return word if by_points else MARK_BIDS.get(word, word)


def read_calls(text: str, *, by_points: bool) -> list[str] | None:
    """Return an auction call by call, from the shaker's left: ``p 30 p 1m``; None if unreadable."""
    calls, at = [], 0
    text = text.replace("pass", "p").replace("low-no", "ln").strip()
    while at < len(text):
        found = CALLS.match(text, at)
        if found is None:
            return None
        calls.append(read_bid(found[1], by_points=by_points))
        at = found.end()
    return calls


def _after_calls(rest: str) -> dict[str, str]:
    """Return the rest after the auction; the form assigns it to the declarer."""
    found = HAND.fullmatch(f"a30 {rest.strip()}")
    if found is None:
        raise LineError(_not_understood(rest))
    return _contract_and_result(found)


def _contract_and_result(found: re.Match[str]) -> dict[str, str]:
    fields = _contract((found["contract"] or "").lower())
    if (found["bid"] or "").lower() == "ln":
        fields.setdefault("contract", "nello")
    if found["result"]:
        fields["result"] = "made" if found["result"] in "mM+" else "set"
    if found["points"]:
        fields["points"] = found["points"]
    return fields


def _contract(word: str) -> dict[str, str]:
    """``5``, ``d``, ``fl``, ``nd``, ``pl5`` … as form fields."""
    if not word:
        return {}
    if read_whole(word) is not None:
        return {"contract": word}
    if word[:2] in {"pl", "sp"}:
        named = word[2:]
        fields = {"contract": "plunge" if word[0] == "p" else "splash"}
        return fields | ({"named": KINDS.get(named, named)} if named else {})
    rankings = {"": "", "h": "high", "l": "low", "d": "own", "dl": "own_low"}
    fields = {"contract": KINDS[word[0]]}
    ranking = rankings.get(word[1:], "")
    return fields | ({"ranking": ranking} if ranking else {})


def _why_not(text: str, *, by_points: bool) -> str:
    if not re.match(r"[abcd]", text, re.IGNORECASE):
        return _("Start with the bidder: a, b, c or d. Type p if everyone passed.")
    if not re.match(r"[abcd]\s*(\d|m|ln)", text, re.IGNORECASE):
        return _("After the bidder, type the bid: 30, 1m, 84 …")
    if (wrong := NUMBER.match(text)) and not BID.match(wrong["number"]):
        return _no_bid(wrong["number"], by_points=by_points)
    return _not_understood(text)


def _no_bid(number: str, *, by_points: bool) -> str:
    """Return the possible bids, for a number that is not one; more digits are trumps and points run
    together.
    """
    shown = number if len(number) < 4 else number[:2]
    if by_points:
        return _("%(number)s is not a bid. Bid from 30 to 42 points, then 84.") % {"number": shown}
    return _(
        "%(number)s is not a bid. Bid from 30 to 42 points, or marks: 1m, 2m and so on "
        "(84 is 2 marks)."
    ) % {"number": shown}


def _not_understood(text: str) -> str:
    return _("“%(text)s” is not understood. Type it as in b30 5 m.") % {"text": text[:40]}


LEFT = either(
    gettext_lazy("the whole auction from the shaker's left"),
    gettext_lazy("the whole auction from the dealer's left"),
)


def line_help(options: Any) -> tuple[KeyHelp, ...]:
    """Return the words of the command line, those of contracts that the table does not play left
    out."""
    bids = ("30", "42", "84", "168") if options.by_points else ("30", "41", "1m", "2m", "84")
    own = _own()
    rows = [
        (("a", "b", "c", "d"), _("who bid"), True),
        (bids, _("the bid; 84 is 2 marks") if not options.by_points else _("the bid"), True),
        (("ln",), _("low-no"), options.low_no),
        (("0", "6"), _("the suit of trumps, 0 to 6"), True),
        (("d",), _("doubles are trumps"), options.doubles_trump != When.NEVER),
        (("f", "fl"), _("follow me; with doubles low"), options.no_trump != When.NEVER),
        (("n",), _("nello"), options.nello != When.NEVER),
        (("nd", "nh", "nl"), _("nello with doubles apart, high, low"), _ranks_nello(options)),
        (("s",), _("sevens"), options.sevens),
        (("pl5",), _("plunge, the partner names fives"), options.plunge),
        (("sp5",), _("splash, the partner names fives"), options.splash),
        ((*keys_for("m", own), "+"), _("made"), True),
        ((*keys_for("s", own), "-"), _("set"), True),
        (("31",), _("points of the bidding side"), True),
        (("p",), _("everybody passed"), not options.dealer_must_bid),
        (("p 30 p 1m / 5 m",), str(LEFT), True),
    ]
    return tuple(KeyHelp(keys, meaning) for keys, meaning, shown in rows if shown)


def _ranks_nello(options: Any) -> bool:
    return options.nello != When.NEVER and len(options.nello_doubles) > 1
