"""The one line in which a hand of Dummy-Hand Spades is typed.

``4 5n 3 / 5 2 3 3`` is: the three bids in the order of bidding, the second with a nil on the own
hand; then the tricks of the same three and of the dummy. Single digits may stand together, as in
``45n3 5233``, and ``nil`` may stand for ``n``. Where the fourth number is left out it follows from
thirteen tricks, and one number alone is the tricks of declarer and dummy together.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from core.text import comma_list, isolated
from games.base import SEAT_KEYS, HandTable, KeyHelp, LineError, Names, hand_keys
from games.line import LineReader, letters_of
from rules.dummy_spades.auction import IN_TURN
from rules.dummy_spades.cards import DUMMY
from rules.dummy_spades.options import REAL_PLAYERS

FIELD: Final = re.compile(r"[^/]+")
WORD: Final = re.compile(r"[^\s,;:/]+")
NIL: Final = re.compile(r"(?:n(?:il)?[oabcde]*)+")
PIECE: Final = re.compile(rf"(?P<numbers>\d+)(?P<nils>(?:{NIL.pattern})?)")
ONE_NUMBER: Final = re.compile(rf"(?P<number>\d\d+)(?:{NIL.pattern})?")
TWO_DIGITS: Final = frozenset({"10", "11", "12", "13"})
OWN_HAND: Final = "o"
MOST_NUMBERS: Final = REAL_PLAYERS + len(SEAT_KEYS)

Fields = dict[str, str | list[str]]


class Figure(NamedTuple):
    """A number of the line, and the nils that were typed with it."""

    number: str
    nils: str = ""


def read_line(text: str, dealer: int, names: Names = ()) -> Fields:
    """Return the form fields of a line; raise ``LineError`` with a remedy.

    ``names`` are those of the hand's players, who have letters of their own where they take turns.
    """
    letters = letters_of(hand_keys(names))
    line = LineReader(text)
    figures: list[Figure] = []
    for start, end in _parts(line.text):
        words = [(start + word.start(), word[0]) for word in WORD.finditer(line.text[start:end])]
        count = sum(not NIL.fullmatch(word) for _at, word in words)
        for place, (at, word) in enumerate(words):
            if NIL.fullmatch(word) and figures:
                figures[-1] = Figure(figures[-1].number, figures[-1].nils + word)
            else:
                figures += _read_word(line, at, word, alone=place < REAL_PLAYERS <= count)
    bids, tricks = figures[:REAL_PLAYERS], figures[REAL_PLAYERS:]
    if not bids:
        raise LineError(
            _("Type the three bids in bidding order, like %(example)s.")
            % {"example": isolated("4 5n 3")}
        )
    if len(figures) > MOST_NUMBERS:
        raise LineError(_("Three bids and the tricks of four hands are seven numbers."))
    if any(figure.nils for figure in tricks):
        raise LineError(_("A nil belongs to a bid: one of the first three numbers."))
    return _bid_fields(bids, IN_TURN[dealer], letters) | _trick_fields(tricks, IN_TURN[dealer])


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Return where the bids and the tricks begin and end."""
    return (match.span() for match in FIELD.finditer(text))


def _read_word(line: LineReader, start: int, word: str, *, alone: bool) -> Iterator[Figure]:
    """``5n3`` is 5 with a nil, then 3.

    ``alone`` where blanks part the numbers: then 14 is not 1 and 4, but too much.
    """
    if alone and (wrong := ONE_NUMBER.fullmatch(word)) and wrong["number"] not in TWO_DIGITS:
        raise LineError(
            _("%(number)s is too many: bids and tricks go from 0 to 13.")
            % {"number": wrong["number"][:12]}
        )
    at = 0
    while at < len(word):
        piece = PIECE.match(word, at)
        if piece is None:
            raise LineError(
                _("“%(text)s” is not understood. Type it as in %(example)s.")
                % {
                    "text": isolated(line.typed_at(start + at, start + len(word))),
                    "example": isolated("4 5n 3 / 5 2 3 3"),
                }
            )
        *before, last = _read_numbers(piece["numbers"])
        yield from map(Figure, before)
        yield Figure(last, piece["nils"])
        at = piece.end()


def _read_numbers(digits: str) -> Sequence[str]:
    """Split numbers: ten to thirteen must be separate; any other run is read digit by digit."""
    return [digits] if digits in TWO_DIGITS else list(digits)


def _bid_fields(bids: Sequence[Figure], turns: Sequence[int], letters: Sequence[str]) -> Fields:
    fields: Fields = {}
    for figure, seat in zip(bids, turns, strict=False):
        fields[f"bid_{seat}"] = figure.number
        if hands := _read_nils(figure.nils, seat, letters):
            fields[f"nil_{seat}"] = [str(hand) for hand in hands]
    return fields


def _read_nils(nils: str, bidder: int, letters: Sequence[str]) -> list[int]:
    """``n`` is the own hand, ``nd`` the dummy's, ``nb`` that of B; ``nod`` or ``nnd`` are two."""
    hands = [named or OWN_HAND for named in nils.replace("nil", "n").split("n")[1:]]
    for hand in "".join(hands):
        if hand not in {OWN_HAND, *letters}:
            raise LineError(
                _("Nobody has the letter %(letter)s in this hand: it is %(letters)s.")
                % {"letter": hand.upper(), "letters": comma_list(letters).upper()}
            )
    return [bidder if hand == OWN_HAND else letters.index(hand) for hand in "".join(hands)]


def _trick_fields(tricks: Sequence[Figure], turns: Sequence[int]) -> Fields:
    if len(tricks) == 1:
        return {"declarer_side": tricks[0].number}
    hands = (*turns, DUMMY)
    return {f"tricks_{hand}": figure.number for figure, hand in zip(tricks, hands, strict=False)}


def line_help(table: HandTable) -> tuple[KeyHelp, ...]:
    """Return the words of the command line."""
    _first, second, *_others = hand_keys(table.names)
    return (
        KeyHelp(("4 5 3",), _("the three bids in the order of bidding")),
        KeyHelp(("5n",), _("5 and nil on one's own hand")),
        KeyHelp(("5nd",), _("5 and nil on the dummy")),
        KeyHelp(
            (f"5n{second.lower()}",), _("5 and nil on the hand of %(letter)s") % {"letter": second}
        ),
        KeyHelp(("5nod",), _("5 and nil on one's own hand and the dummy")),
        KeyHelp(("/ 5 2 3 1",), _("tricks of the same three, then of the dummy")),
        KeyHelp(("/ 5 2 3",), _("the dummy took the rest of the thirteen")),
        KeyHelp(("/ 8",), _("tricks of declarer and dummy together")),
        KeyHelp(("453 5233",), _("single digits may stand together; 10 to 13 stand alone")),
    )
