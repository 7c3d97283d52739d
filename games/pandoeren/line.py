"""The one-line entry for a hand of Pandoeren.

``b150 h sa d m`` is: B bid 150, hearts are trumps, the ace of spades is called, D has it, made.
Blanks between the parts are optional. A line is converted to the entry form's fields, so that chips
and keys fill the same form.
"""

import re
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.figures import read_whole
from core.typing import in_english, keys_for, own_letters
from games.base import KeyHelp, LineError
from games.pandoeren.labels import bid_words
from rules.pandoeren.contracts import BIDS, Calls

STUK_ON_SHEET: Final = "20"
"""The value of stuk if only the sheet has it, without the player."""
SEAT_LETTERS: Final = "abcd"
EVERYBODY_PASSED: Final = re.compile(r"p|pass", re.IGNORECASE)

SHORT: Final = {
    "pi": "piccolo",
    "mi": "misere",
    "k": "kereltje",
    "z": "zwabber",
    "sz": "solo_zwabber",
    "po": "piccolo_ouvert",
    "mo": "misere_ouvert",
    "sp": "stil_praatje",
    "pd": "pandoer",
    "pr": "praatje",
    "pv": "prive",
}
"""Abbreviations of named contracts; their full names are accepted too."""

NAMED: Final = "|".join(sorted([*SHORT, *SHORT.values()], key=len, reverse=True))
BID: Final = rf"(?:pandoer|pd)\+?\d\d\d?|(?:12|13|14|15|16|17|18|19|2\d|30)0?|{NAMED}"
NO_BID: Final = re.compile(rf"[abcd]\s*(?!(?:{BID})(?:\D|$))(?P<number>\d+)(?!\d)", re.IGNORECASE)
FIGURES: Final = frozenset("0123456789")
CALL: Final = re.compile(rf"\s*({BID}|pass|p)", re.IGNORECASE)
WHO: Final = re.compile(rf"\s*(?P<who>[abcd])\s*(?P<bid>{BID})(?P<rest>.*)", re.IGNORECASE)

SUITS: Final = "shdc"
TAKEN: Final = SUITS + "abmfxt"
"""Letters that mean something after the bid. ``r`` is roem before a number alone."""
LETTERS: Final = "abcdefhijklmnoprstuvwxz"
"""The characters of a line, including full names of contracts."""
PARTNER: Final = r"(?P<partner>[abcd])?\s*"
RESULT: Final = r"""
    (?P<result> [m+] | [fx-] )? \s*
    (?P<cards> \d{1,3} )? \s*
    (?: r \s* (?P<roem> \d{1,3} ) )? \s*
    (?P<stuk> st )? \s*
"""


def read_line(text: str) -> dict[str, str]:
    """Return the form fields of a line; raise ``LineError`` with a remedy."""
    text = in_english(text.strip(), _own_results())
    if EVERYBODY_PASSED.fullmatch(text):
        return {"bidder": "none"}
    calls, slash, rest = text.rpartition("/")
    if slash:
        return {"calls": calls.strip()} | _after_bid(_last_bid(calls), rest)
    if wrong := NO_BID.match(text):
        raise LineError(_no_bid(wrong["number"]))
    found = WHO.fullmatch(text)
    if found is None:
        raise LineError(_why_not(text))
    bid = read_bid(found["bid"])
    kind, _plus, more = bid.partition("+")
    fields = {"bidder": str(SEAT_LETTERS.index(found["who"].lower())), "bid": kind}
    return fields | ({"plus": more} if more else {}) | _after_bid(bid, found["rest"])


def _own_results() -> dict[str, str]:
    """Return the reader's own letters for the result."""
    own = {
        "m": pgettext("letter typed for a contract made", "m"),
        "f": pgettext("letter typed for a contract failed", "f"),
    }
    return own_letters(own, LETTERS)


def _own_suits() -> dict[str, str]:
    """Return the reader's own letters for the suits."""
    letters = pgettext("letters typed for spades, hearts, diamonds, clubs", "s h d c").split()
    if len(letters) != len(SUITS):
        return {}
    return own_letters(dict(zip(SUITS, letters, strict=True)), TAKEN)


def read_bid(word: str) -> str:
    """Return a bid as the record writes it: ``15`` is 150, ``pd40`` pandoer and 40 in roem."""
    word = re.sub(r"\s", "", word.lower())
    if word in {"p", "pass"}:
        return "pass"
    if read_whole(word) is not None:
        return word if len(word) == len("120") else f"{word}0"
    if found := re.fullmatch(r"(?:pandoer|pd)\+?(\d+)", word):
        return f"pandoer+{found[1]}"
    return SHORT.get(word, word)


def read_calls(text: str) -> list[str] | None:
    """Return an auction call by call, from the dealer's left: ``p 120 p pi``; None if
    unreadable."""
    calls, at = [], 0
    text = text.strip()
    while at < len(text):
        found = CALL.match(text, at)
        if found is None:
            return None
        calls.append(read_bid(found[1]))
        at = found.end()
    return calls


def _last_bid(text: str) -> str:
    calls = read_calls(text)
    if calls is None:
        raise LineError(_("Type the calls like this: p 120 p 150"))
    return next((call for call in reversed(calls) if call != "pass"), "pass")


def _after_bid(bid: str, rest: str) -> dict[str, str]:
    """Trumps, call and partner as the contract has them, and the result."""
    found = re.fullmatch(rf"\s*{_naming(bid)}{RESULT}", rest, re.VERBOSE | re.IGNORECASE)
    if found is None:
        raise LineError(_rest_why_not(bid, rest))
    said = {name: word.lower() for name, word in found.groupdict().items() if word}
    numbers = ("cards", "roem")
    fields: dict[str, str] = {name: said[name] for name in numbers if name in said}
    if "trump" in said:
        fields["trump"] = in_english(said["trump"], _own_suits()).upper()
    if "call" in said:
        call = re.sub(r"\s", "", said["call"])
        fields["call"] = (in_english(call[0], _own_suits()) + call[1]).upper()
    if "partner" in said:
        fields["partner"] = str(SEAT_LETTERS.index(said["partner"]))
    if "result" in said:
        fields["result"] = "made" if said["result"] in "m+" else "set"
    return fields | ({"stuk": STUK_ON_SHEET} if "stuk" in said else {})


def _naming(bid: str) -> str:
    """Return the pattern of the declaration; a letter that cannot be trumps does not match."""
    own = "".join(_own_suits().values())
    also = rf"|[{own}](?!\s*\d)" if own else ""
    trump = rf"(?P<trump>[{SUITS}]{also})?\s*"
    ace = rf"(?P<call>[{SUITS}{own}]\s*[ak])?\s*"
    if bid not in BIDS:
        return trump + ace + PARTNER
    contract = BIDS[bid].contract
    parts = {Calls.ACE: ace + PARTNER, Calls.JASS: PARTNER, Calls.NOBODY: ""}
    return (trump if contract.trumps else "") + parts[contract.calls]


def _why_not(text: str) -> str:
    if not re.match(r"[abcd]", text, re.IGNORECASE):
        return _("Start with the bidder: a, b, c or d. Type p if everyone passed.")
    return _("After the bidder, type the bid: 150, pi for piccolo, pd40 for pandoer + 40 …")


def _no_bid(number: str) -> str:
    """Return the possible number bids, for a number that is not a bid."""
    figures = [int(bid) for bid in BIDS if bid.isascii() and bid[0] in FIGURES]
    return _("%(number)s is not a bid. Bid %(low)d to %(high)d in tens, or a contract by name.") % {
        "number": number[:12],
        "low": min(figures),
        "high": max(figures),
    }


def _rest_why_not(bid: str, rest: str) -> str:
    contract = BIDS[bid].contract if bid in BIDS else None
    if contract is None or contract.calls is Calls.ACE:
        words = _("“%(text)s” is not understood. Trumps, called card, partner, as in h sa d m.")
        if contract is not None and not contract.trumps:
            words = _("“%(text)s” is not understood. Called card, partner, result, as in sa d m.")
    elif contract.calls is Calls.JASS:
        words = _("“%(text)s” is not understood. Trumps, partner, result, as in h d m.")
    else:
        words = _("“%(text)s” is not understood. Nobody is called here: trumps and result.")
    return words % {"text": rest.strip()[:40]}


def line_help() -> tuple[KeyHelp, ...]:
    """Return the words of the command line."""
    results, suits = _own_results(), _own_suits()
    spades, hearts, diamonds, clubs = (suits.get(letter, letter) for letter in SUITS)
    named = tuple(KeyHelp((key,), bid_words(bid)) for key, bid in SHORT.items())
    return (
        KeyHelp(("a", "b", "c", "d"), _("who bid; after the call: who has the called card")),
        KeyHelp(("150", "15"), _("a bid of points; the last 0 may be left out")),
        *named,
        KeyHelp(("pd40",), _("pandoer, and 40 in roem and stuk")),
        KeyHelp((spades, hearts, diamonds, clubs), _("trumps: spades, hearts, diamonds, clubs")),
        KeyHelp((f"{spades}a", f"{hearts}k"), _("the called card: ace of spades, king of hearts")),
        KeyHelp((*keys_for("m", results), "+"), _("made")),
        KeyHelp((*keys_for("f", results), "x", "-"), _("failed")),
        KeyHelp(("112",), _("card points of the declaring side")),
        KeyHelp(("r50",), _("roem that stands")),
        KeyHelp(("st",), _("stuk: king and queen of trumps, 20")),
        KeyHelp(("p",), _("everybody passed")),
        KeyHelp(("p 120 p 150 / h sa d m",), _("the auction from the dealer's left, who bid")),
    )
