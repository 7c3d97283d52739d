"""The one-line entry for a hand of Texas 42.

``b305m`` is: B bid 30, fives are trumps, made. Blanks between the parts are optional, and words may
stand for the letters, as in ``b30 fives set``. A line is converted to the entry form's fields, so
that chips and keys fill the same form.
"""

import re
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from core.figures import read_whole
from core.text import comma_list, isolated
from core.typing import keys_for, own_letters
from games.base import HandTable, KeyHelp, LineError, Names, hand_keys
from games.line import (
    ALONE,
    LineReader,
    LineToken,
    letters_of,
    made_or_set,
    own_words,
    split_calls,
    take_bidder,
)
from games.texas42.labels import KINDS, OUTCOMES, SUITS, Texas42Words
from games.wording import DealerTerm
from rules.texas42.options import When

BID: Final = re.compile(
    r"(?:(?P<marks>10|[1-9])\s*)?marks?(?![a-z])"
    r"|(?P<code>(?:10|[1-9])?m|168|126|84|3\d|4[0-2]|ln|low-?no)"
)
NO_SUIT: Final = re.compile(r"[7-9](?!\d)")
CALLS: Final = re.compile(r"(p|(?:10|[1-9])?m|168|126|84|3\d|4[0-2]|ln)\s*")

SUIT_WORDS: Final = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")
ALSO_SAID: Final = {"aces": "1", "deuces": "2", "treys": "3", "notrumps": "f", "notrump": "f"}
SPOKEN: Final = {
    **{word: str(suit) for suit, word in enumerate(SUIT_WORDS)},
    **ALSO_SAID,
    "doubles": "d",
    "followme": "f",
    "nello": "n",
    "sevens": "s",
}
"""What may be named, as people say it, by its code."""
WORD: Final = "|".join(re.sub("^(follow|no)(?=me|t)", r"\1\\s*", word) for word in SPOKEN)
SPOKEN_NAME: Final = re.compile(rf"(?:{WORD}){ALONE}")
NAMED: Final = re.compile(rf"[0-6](?!\d)|[dfn]{ALONE}")
POINTS: Final = re.compile(rf"(?P<points>\d{{1,2}})(?!\d)(?:\s*(?:points?|pts){ALONE})?")
RANKINGS: Final = {"": "", "h": "high", "l": "low", "d": "own", "dl": "own_low"}

MARK_BIDS: Final = {"42": "1m", "84": "2m", "126": "3m", "168": "4m", "m": "1m"}
CONTRACTS: Final = {"d": "doubles", "f": "no_trump", "n": "nello", "s": "sevens"}
TAKEN: Final = "abcdfhlmnopswx"
"""Letters that mean something after the bid."""


def read_line(text: str, *, by_points: bool, names: Names = ()) -> dict[str, str]:
    """Return the form fields of a line; raise ``LineError`` with a remedy.

    ``names`` are those of the hand's players, who have letters of their own where they take turns.
    """
    line = LineReader(text, _own_words())
    if line.all_passed:
        return {"bidder": "none"}
    if (calls := line.take_auction()) is not None:
        return {"calls": calls} | _contract_and_result(line)
    bidder = take_bidder(line, names, Texas42Words())
    bid = _bid(line, by_points=by_points)
    fields = {"bidder": str(bidder), "bid": bid} | _contract_and_result(line)
    if bid == "low-no":
        fields.setdefault("contract", "nello")
    return fields


def _result_letters() -> dict[str, str]:
    """Return the reader's own letters for the result."""
    letters = {
        "m": pgettext("letter typed for a contract made", "m"),
        "s": pgettext("letter typed for a contract set", "s"),
    }
    return own_letters(letters, TAKEN)


def _own_words() -> dict[str, str]:
    suits = dict(zip(SUIT_WORDS, SUITS, strict=True))
    kinds = {
        word: KINDS[CONTRACTS.get(SPOKEN[word], word)] for word in ("doubles", "nello", "sevens")
    }
    others = {"followme": KINDS["no_trump"], "plunge": KINDS["plunge"], "splash": KINDS["splash"]}
    return own_words(suits | kinds | others | {word: OUTCOMES[word] for word in ("made", "set")})


def read_bid(word: str, *, by_points: bool) -> str:
    """Return a bid as the record writes it."""
    word = word.lower()
    if word in {"ln", "lowno", "low-no"}:
        return "low-no"
    if word in {"p", "pass"}:
        return "pass"
    return word if by_points else MARK_BIDS.get(word, word)


def read_calls(text: str, *, by_points: bool) -> list[str] | None:
    """Return an auction call by call, from the shaker's left: ``p 30 p 1m``; None if unreadable."""
    plain = text.lower().replace("pass", "p").replace("low-no", "ln").strip()
    return split_calls(plain, CALLS, lambda call: read_bid(call, by_points=by_points))


def _bid(line: LineReader, *, by_points: bool) -> str:
    bid = line.take(BID)
    if bid is not None:
        return read_bid(bid["code"] or f"{bid['marks'] or 1}m", by_points=by_points)
    if read_whole(line.token) is not None:
        raise LineError(_no_bid(line.token, by_points=by_points))
    raise LineError(
        _("After the bidder, type the bid: %(bids)s …")
        % {"bids": comma_list(map(isolated, ("30", "1m", "84")))}
    )


def _no_bid(number: str, *, by_points: bool) -> str:
    """Return the possible bids, for a number that is not one; more digits are trumps and points run
    together.
    """
    shown = number if len(number) < 4 else number[:2]
    if by_points:
        return _("%(number)s is not a bid. Bid from 30 to 42 points, then 84.") % {"number": shown}
    return _(
        "%(number)s is not a bid. Bid from 30 to 42 points, or marks: %(marks)s and so on "
        "(84 is 2 marks)."
    ) % {"number": shown, "marks": comma_list(map(isolated, ("1m", "2m")))}


def _contract_and_result(line: LineReader) -> dict[str, str]:
    """Read the contract, then the result and the points in either order."""
    letters = _result_letters()
    fields = _contract(line, ending="".join((*keys_for("m", letters), *keys_for("s", letters))))
    if not fields and line.at_token(NO_SUIT):
        raise LineError(
            _("“%(text)s” is not a suit: trumps are 0 to 6.") % {"text": isolated(line.token)}
        )
    fields |= line.take_tokens(_result_tokens())
    if not line.is_done:
        text = _("“%(text)s” is not understood. Type it as in %(example)s.")
        values = {"text": isolated(line.token), "example": isolated("b30 5 m")}
        raise LineError(text % values)
    return fields


def _result_tokens() -> tuple[LineToken, ...]:
    letters = _result_letters()
    return (
        made_or_set(
            KeyHelp((*keys_for("m", letters), "+"), _("made")),
            KeyHelp((*keys_for("s", letters), "-"), _("set")),
        ),
        LineToken("points", POINTS, (KeyHelp(("31",), _("points of the bidding side")),)),
    )


def _contract(line: LineReader, *, ending: str) -> dict[str, str]:
    """Return ``5``, ``d``, ``fl``, ``nd``, ``pl5``, ``fives`` … as form fields.

    ``ending`` are the letters of results, which may follow a code without a blank.
    """
    end = rf"(?=\s|,|$|[{ending}x+-]|\d\d(?!\d))"
    if spoken := line.take(SPOKEN_NAME):
        return {"contract": _kind(SPOKEN["".join(spoken[0].split())])}
    if match := line.take(re.compile(rf"(plunge|splash|pl|sp)([0-6dfns]?){end}")):
        fields = {"contract": "plunge" if match[1].startswith("p") else "splash"}
        named = match[2] or _named_apart(line)
        return fields | ({"named": _kind(named)} if named else {})
    match = line.take(re.compile(rf"(n|f|d|s|[0-6])(?:(?<=n)(d?[hl]?|d)|(?<=f)(l?))?{end}"))
    if match is None:
        return {}
    ranking = RANKINGS[match[2] or match[3] or ""]
    return {"contract": _kind(match[1])} | ({"ranking": ranking} if ranking else {})


def _named_apart(line: LineReader) -> str:
    """Return the code of what the partner names, after a blank; ``s`` there is set."""
    if spoken := line.take(SPOKEN_NAME):
        return SPOKEN["".join(spoken[0].split())]
    code = line.take(NAMED)
    return "" if code is None else code[0]


def _kind(code: str) -> str:
    return CONTRACTS.get(code, code)


def line_help(table: HandTable, says: DealerTerm) -> tuple[KeyHelp, ...]:
    """Return the words of the command line, those of contracts that the table does not play left
    out."""
    options = table.options
    bids = ("30", "42", "84", "168") if options.by_points else ("30", "41", "1m", "2m", "84")
    rows = [
        (letters_of(hand_keys(table.names)), _("who bid"), True),
        (bids, _("the bid; 84 is 2 marks") if not options.by_points else _("the bid"), True),
        (("ln",), _("low-no"), options.low_no),
        (("0", "6"), _("the trump suit, 0 to 6"), True),
        (("d",), _("doubles are trumps"), options.doubles_trump != When.NEVER),
        (("f", "fl"), _("follow me; with doubles low"), options.no_trump != When.NEVER),
        (("n",), _("nello"), options.nello != When.NEVER),
        (("nd", "nh", "nl"), _("nello with doubles apart, high, low"), _ranks_nello(options)),
        (("s",), _("sevens"), options.sevens),
        (("pl5",), _("plunge, the partner names fives"), options.plunge),
        (("sp5",), _("splash, the partner names fives"), options.splash),
    ]
    auction = says.either(
        gettext_lazy("the whole auction from the shaker's left"),
        gettext_lazy("the whole auction from the dealer's left"),
    )
    passed = () if options.dealer_must_bid else (KeyHelp(("p",), _("everybody passed")),)
    return (
        *(KeyHelp(keys, meaning) for keys, meaning, shown in rows if shown),
        *(row for token in _result_tokens() for row in token.help),
        *passed,
        KeyHelp(("p 30 p 1m / 5 m",), str(auction)),
    )


def _ranks_nello(options: Any) -> bool:
    return options.nello != When.NEVER and len(options.nello_doubles) > 1
