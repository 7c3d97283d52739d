"""The one-line entry for a hand of Pandoeren.

``b150 h sa d m`` is: B bid 150, hearts are trumps, the ace of spades is called, D has it, made.
Blanks between the parts are optional, words may stand for the letters, and the result is given in
any order: ``b 140 h sa d 100 r100 m``. A line is converted to the entry form's fields, so that
chips and keys fill the same form.
"""

import re
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.figures import read_whole
from core.text import isolated
from core.typing import keys_for, own_letters
from games.base import HandTable, KeyHelp, LineError, Names, hand_keys
from games.cards import RANK_NAMES, SUIT_NAMES, SUIT_WORDS, own_suits
from games.line import (
    ALONE,
    LineReader,
    LineToken,
    dealer_refuse,
    letters_of,
    made_or_set,
    own_words,
    split_calls,
    take_bidder,
)
from games.pandoeren.labels import KINDS, OUTCOMES, bid_words
from games.wording import HandWords
from rules.pandoeren.contracts import BIDS, Calls

STUK_ON_SHEET: Final = "20"
"""The value of stuk if only the sheet has it, without the player."""

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

WITHOUT_BLANKS: Final = {name.replace("_", ""): name for name in SHORT.values()}
NAMED: Final = "|".join(
    name.replace("_", r"[_\s]*")
    for name in sorted([*SHORT, *SHORT.values()], key=len, reverse=True)
)
BID: Final = re.compile(
    rf"(?:pandoer|pd)\s*(?:\+\s*)?\d\d\d?|(?:12|13|14|15|16|17|18|19|2\d|30)0?(?!\d)|{NAMED}"
)
CALL: Final = re.compile(rf"({BID.pattern}|pass|p)\s*", re.IGNORECASE)
PANDOER: Final = re.compile(r"(?:pandoer|pd)\+?(\d+)")
FIGURES: Final = frozenset("0123456789")

SUITS: Final = "shdc"
TAKEN: Final = SUITS + "abmfxt"
"""Letters that mean something where suits stand. ``r`` is roem before a number alone."""
TAKEN_AT_RESULT: Final = TAKEN + "kr"


def read_line(text: str, names: Names = ()) -> dict[str, str]:
    """Return the form fields of a line; raise ``LineError`` with a remedy.

    ``names`` are those of the hand's players, who have letters of their own where they take turns.
    """
    line = LineReader(text, _own_words())
    if line.all_passed:
        return {"bidder": "none"}
    if (calls := line.take_auction()) is not None:
        return {"calls": calls} | _after_bid(_last_bid(calls), line, names)
    bidder = take_bidder(line, names, HandWords())
    bid = _bid(line)
    kind, _plus, more = bid.partition("+")
    fields = {"bidder": str(bidder), "bid": kind}
    return fields | ({"plus": more} if more else {}) | _after_bid(bid, line, names)


def _own_results() -> dict[str, str]:
    """Return the reader's own letters for the result."""
    letters = {
        "m": pgettext("letter typed for a contract made", "m"),
        "f": pgettext("letter typed for a contract failed", "f"),
    }
    return own_letters(letters, TAKEN_AT_RESULT)


def _own_words() -> dict[str, str]:
    suits = {SUIT_WORDS[suit]: name for suit, name in SUIT_NAMES.items()}
    ranks = {"ace": RANK_NAMES["A"], "king": RANK_NAMES["K"]}
    results = {"made": OUTCOMES["made"], "failed": OUTCOMES["set"]}
    return own_words(suits | ranks | results | KINDS)


def read_bid(word: str) -> str:
    """Return a bid as the record writes it: ``15`` is 150, ``pd40`` pandoer and 40 in roem."""
    word = "".join(word.lower().split())
    if word in {"p", "pass"}:
        return "pass"
    if read_whole(word) is not None:
        return word if len(word) == len("120") else f"{word}0"
    if match := PANDOER.fullmatch(word):
        return f"pandoer+{match[1]}"
    return SHORT.get(word, WITHOUT_BLANKS.get(word, word))


def read_calls(text: str) -> list[str] | None:
    """Return an auction call by call, from the dealer's left: ``p 120 p pi``; None if
    unreadable."""
    return split_calls(text.strip(), CALL, read_bid)


def _last_bid(text: str) -> str:
    calls = read_calls(text)
    if calls is None:
        raise LineError(
            _("Type the calls like this: %(calls)s") % {"calls": isolated("p 120 p 150")}
        )
    return next((call for call in reversed(calls) if call != "pass"), "pass")


def _bid(line: LineReader) -> str:
    bid = line.take(BID)
    if bid is not None:
        return read_bid(bid[0])
    if read_whole(line.token) is not None:
        raise LineError(_no_bid(line.token))
    raise LineError(
        _("After the bidder, type the bid: 150, %(pi)s for %(piccolo)s, %(pd)s for %(pandoer)s …")
        % {
            "pi": isolated("pi"),
            "piccolo": isolated("piccolo"),
            "pd": isolated("pd40"),
            "pandoer": isolated("pandoer + 40"),
        }
    )


def _no_bid(number: str) -> str:
    """Return the possible number bids, for a number that is not a bid."""
    figures = [int(bid) for bid in BIDS if bid.isascii() and bid[0] in FIGURES]
    return _("%(number)s is not a bid. Bid %(low)d to %(high)d in tens, or a contract by name.") % {
        "number": number[:12],
        "low": min(figures),
        "high": max(figures),
    }


def _after_bid(bid: str, line: LineReader, names: Names) -> dict[str, str]:
    """Read trumps, call and partner as the contract has them, then the result in any order."""
    letters = letters_of(hand_keys(names))
    results = _result_tokens()
    ending = "|".join(part.pattern.pattern for part in results)
    naming = _naming(bid, letters)
    match = line.take(re.compile(rf"{naming}(?=\s*(?:$|{ending}))", re.VERBOSE))
    if match is None and not line.at_token(re.compile(ending, re.VERBOSE)):
        line.take(re.compile(naming, re.VERBOSE))
        if not line.is_done:
            dealer_refuse(line.token[:1], names)
            raise LineError(_naming_not_understood(bid, line.token))
    declared = _declaration(match.groupdict() if match else {}, letters)
    fields = declared | line.take_tokens(results)
    if not line.is_done:
        text = _(
            "“%(text)s” is not understood. After the declaration: m or f, card points, "
            "roem as r50, stuk as st."
        )
        raise LineError(text % {"text": isolated(line.token)})
    return fields


def _naming(bid: str, letters: Sequence[str]) -> str:
    """Return the pattern of the declaration; a letter that cannot be trumps does not match."""
    letters_of_suits = "".join(own_suits(TAKEN).values())
    suit = rf"(?:(?:{'|'.join(SUIT_WORDS.values())}){ALONE}|[{SUITS}{letters_of_suits}])"
    also = rf"|[{letters_of_suits}](?!\s*\d)" if letters_of_suits else ""
    trump = rf"(?P<trump>(?:{'|'.join(SUIT_WORDS.values())}){ALONE}|[{SUITS}]{also})?\s*"
    ace = rf"""(?:(?P<suit>{suit})\s*(?P<rank>(?:ace|king){ALONE}|[ak])
        |(?P<first>ace|king)\s*(?:of\s*)?(?P<of>{suit}))?\s*"""
    partner = rf"(?:with\s+)?(?P<partner>[{''.join(letters)}])?\s*"
    if bid not in BIDS:
        return trump + ace + partner
    contract = BIDS[bid].contract
    parts = {Calls.ACE: ace + partner, Calls.JASS: partner, Calls.NOBODY: ""}
    return r"\s*" + (trump if contract.trumps else "") + parts[contract.calls]


def _declaration(said: dict[str, str | None], letters: Sequence[str]) -> dict[str, str]:
    english_of = {letter: english for english, letter in own_suits(TAKEN).items()}

    def suit_of(word: str) -> str:
        return english_of.get(word, word)[0].upper()

    fields = {}
    if trump := said.get("trump"):
        fields["trump"] = suit_of(trump)
    if suit := said.get("suit") or said.get("of"):
        rank = said["rank"] or said["first"] or ""
        fields["call"] = suit_of(suit) + rank[0].upper()
    if partner := said.get("partner"):
        fields["partner"] = str(letters.index(partner))
    return fields


def _result_tokens() -> tuple[LineToken, ...]:
    letters = _own_results()
    next_part = r"(?!(?!st|r\s*\d)[a-z])"
    return (
        made_or_set(
            KeyHelp((*keys_for("m", letters), "+"), _("made")),
            KeyHelp((*keys_for("f", letters), "x", "-"), _("failed")),
            words="failed|set",
            after=next_part,
        ),
        LineToken(
            "cards",
            re.compile(rf"(?P<cards>\d{{1,3}})(?!\d)(?:\s*(?:points?|pts){ALONE})?"),
            (KeyHelp(("112",), _("card points of the declaring side")),),
        ),
        LineToken(
            "roem",
            re.compile(r"(?:roem|r)\s*(?P<roem>\d{1,3})(?!\d)"),
            (KeyHelp(("r50",), _("roem that stands")),),
        ),
        LineToken(
            "stuk",
            re.compile(rf"stuk{ALONE}|st{next_part}"),
            (KeyHelp(("st",), _("stuk: king and queen of trumps, 20")),),
            STUK_ON_SHEET,
        ),
    )


def _naming_not_understood(bid: str, typed: str) -> str:
    text, example = _naming_words(bid)
    return text % {"text": isolated(typed), "example": isolated(example)}


def _naming_words(bid: str) -> tuple[str, str]:
    """Return what is said of a naming that is not understood, and an example of one."""
    contract = BIDS[bid].contract if bid in BIDS else None
    if contract is None or contract.calls is Calls.ACE:
        if contract is not None and not contract.trumps:
            words = _(
                "“%(text)s” is not understood. Called card, partner, result, as in %(example)s."
            )
            return words, "sa d m"
        words = _("“%(text)s” is not understood. Trumps, called card, partner, as in %(example)s.")
        return words, "h sa d m"
    if contract.calls is Calls.JASS:
        words = _("“%(text)s” is not understood. Trumps, partner, result, as in %(example)s.")
        return words, "h d m"
    return _("“%(text)s” is not understood. Nobody is called here: trumps and result."), ""


def line_help(table: HandTable) -> tuple[KeyHelp, ...]:
    """Return the words of the command line."""
    suits = own_suits(TAKEN)
    spades, hearts, diamonds, clubs = (suits.get(letter, letter) for letter in SUITS)
    named = tuple(KeyHelp((key,), bid_words(bid)) for key, bid in SHORT.items())
    return (
        KeyHelp(
            letters_of(hand_keys(table.names)),
            _("who bid; after the call: who has the called card"),
        ),
        KeyHelp(("150", "15"), _("a bid of points; the last 0 may be left out")),
        *named,
        KeyHelp(("pd40",), _("pandoer, and 40 in roem and stuk")),
        KeyHelp((spades, hearts, diamonds, clubs), _("trumps: spades, hearts, diamonds, clubs")),
        KeyHelp((f"{spades}a", f"{hearts}k"), _("the called card: ace of spades, king of hearts")),
        *(row for token in _result_tokens() for row in token.help),
        KeyHelp(("p",), _("everybody passed")),
        KeyHelp(("p 120 p 150 / h sa d m",), _("the auction from the dealer's left, who bid")),
    )
