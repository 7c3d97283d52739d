"""The hands of an event: three side by side with contract and result, or each with its play."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text import beside
from games.printing import NO_BREAK
from paper.documents.event_prints import event_imprint, needs_hand, titled
from paper.documents.hand_diagrams import DealtHand, Pieces, by_suit
from paper.documents.hand_record import HANDS_ON_PAGE, HandRecords, PrintedHand, hand_records_build
from paper.documents.matches import (
    draw_outcome,
    draw_sign,
    event_matches_printout,
    matches_of,
    matches_read,
    sign_width,
)
from paper.documents.printouts import Printout, pages
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.subjects import EVENT
from press.base import Block, Imprint, Printable
from press.blocks import Heading, KeepTogether, Stack, baseline, draw_lines, height_of
from press.cards import draw_suit
from press.dominoes import draw_lying
from press.fonts import Base, Script, isolated
from press.pen import Align, Pen
from press.text import BODY, INK, LEAD, MUTED, RULE, STRONG, Type, width_of
from rules.pieces import ends
from scoring.models import Match
from tournaments.events.models import Event

ACROSS: Final = 3
MATCHES: Final = 12
"""Matches are loaded in batches of this size; each batch starts a new page."""
_GAP: Final = 16.0
_HEAD: Final = 13.0
_LINE: Final = 11.0
_KEY: Final = 11.0
_TILE: Final = 8.4
_BETWEEN: Final = 2.6
_SUIT: Final = 6.2
_TEXT: Final = Type(size=8, leading=10.5)
_RANKS: Final = Type(size=8.6, leading=11.5)
_MATCH: Final = 24.0
_SIGN: Final = 18.0


@dataclass(frozen=True, slots=True)
class HandLists(Printable):
    """The hands of some matches; a line with the match and its players is above them."""

    imprint: Imprint
    title: str
    place: str
    matches: tuple[HandRecords, ...]
    is_first: bool = True

    @property
    def count(self) -> int:
        return len(self.matches)

    @property
    def bookmark(self) -> str:
        first, last = self.matches[0].file_title, self.matches[-1].file_title
        return first if first == last else f"{first} – {last}"

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        if self.is_first:
            yield Heading(self.title, self.place)
        for match in self.matches:
            rows = [HandListRow(row, match.pieces) for row in _rows(match.hands)]
            yield KeepTogether(Stack((MatchLine(match), *rows[:1])))
            yield from rows[1:]


def _rows(hands: tuple[PrintedHand, ...]) -> Iterator[tuple[PrintedHand, ...]]:
    for start in range(0, len(hands), ACROSS):
        yield hands[start : start + ACROSS]


@dataclass(frozen=True, slots=True)
class MatchLine(Block):
    """The match, and its players by the keys of their seats."""

    match: HandRecords

    def height(self, width: float, script: Script) -> float:
        return _MATCH if self._is_beside(width, script) else _MATCH + self._below(width, script)

    def draw(self, pen: Pen, y: float) -> None:
        title, style = self.match.place, LEAD.strong()
        pen.fitted(0, y + 16, title, style, width=pen.width)
        if self._is_beside(pen.width, pen.script):
            pen.text(width_of(title, style, pen.script) + 14, y + 16, self._players, _TEXT)
        else:
            draw_lines(pen, 0, y + 20, self._players, _TEXT, width=pen.width)
        pen.rule(y + self.height(pen.width, pen.script) - 3, thick=0.9, colour=INK)

    @property
    def _players(self) -> str:
        players = (beside(key, isolated(name), space=NO_BREAK) for key, name in self.match.players)
        return f"{NO_BREAK}· ".join(players)

    def _is_beside(self, width: float, script: Script) -> bool:
        """Whether the players have room beside the match."""
        used = width_of(self.match.place, LEAD.strong(), script) + 14
        return used + width_of(self._players, _TEXT, script) <= width

    def _below(self, width: float, script: Script) -> float:
        return height_of(self._players, _TEXT, width, script)


@dataclass(frozen=True, slots=True)
class HandListRow(Block):
    """Hands side by side."""

    hands: tuple[PrintedHand, ...]
    pieces: Pieces

    def height(self, width: float, script: Script) -> float:
        wide = _wide(width)
        return max(_height(hand, wide, script) for hand in self.hands)

    def draw(self, pen: Pen, y: float) -> None:
        wide = _wide(pen.width)
        for place, hand in enumerate(self.hands):
            part = pen.area(place * (wide + _GAP), y, wide)
            _draw_hand(part, hand, self.pieces)


def _wide(width: float) -> float:
    return (width - (ACROSS - 1) * _GAP) / ACROSS


def _height(hand: PrintedHand, width: float, script: Script) -> float:
    lines = len(hand.deal) * _LINE + (2 if hand.deal else 0)
    summary = height_of(hand.summary, _TEXT, width - _SIGN, script) if hand.summary else 0
    return _HEAD + summary + lines + (_TEXT.leading if hand.scores else 0) + 5


def _draw_hand(pen: Pen, hand: PrintedHand, pieces: Pieces) -> None:
    line = baseline(0, STRONG, _HEAD)
    heading = width_of(hand.heading, STRONG, pen.script)
    result = min(
        width_of(hand.result, _TEXT, pen.script), max(pen.width * 0.5, pen.width - heading - 14)
    )
    pen.fitted(pen.width, line, hand.result, _TEXT, width=result, align=Align.END)
    draw_outcome(pen, pen.width - result - 8, line - 2.8, hand.outcome)
    pen.fitted(0, line, hand.heading, STRONG, width=pen.width - result - 14)
    y = _HEAD
    draw_sign(pen, hand.sign, 0, y + _TEXT.leading / 2 - 0.5)
    x = sign_width(hand.sign)
    if hand.summary:
        y = draw_lines(pen, x, y, hand.summary, _TEXT, width=pen.width - _SIGN)
    y += 2 if hand.deal else 0
    for dealt in hand.deal:
        _draw_dealt(pen, y, dealt, pieces)
        y += _LINE
    if hand.scores:
        totals = " · ".join(
            beside(isolated(score.short), isolated(score.total), space=" ") for score in hand.scores
        )
        pen.fitted(0, baseline(y, _TEXT), totals, _TEXT.tinted(MUTED), width=pen.width)
        y += _TEXT.leading
    pen.lines([(0, y + 2, pen.width, y + 2)], thick=0.4, colour=RULE)


def _draw_dealt(pen: Pen, y: float, dealt: DealtHand, pieces: Pieces) -> None:
    """A hand in one line: its tiles, or its cards suit by suit."""
    key = STRONG if dealt.strong else BODY
    line = baseline(y, _RANKS, _LINE)
    pen.text(0, line, dealt.key, key)
    still = pen.unmirrored(_KEY, y, pen.width - _KEY)
    if not dealt.pieces:
        still.text(0, line - y, "–", BODY.tinted(MUTED))
    elif pieces is Pieces.DOMINOES:
        for place, piece in enumerate(sorted(dealt.pieces, reverse=True)):
            x = place * (2 * _TILE + _BETWEEN)
            draw_lying(still, *ends(piece), x, (_LINE + _TILE) / 2, size=_TILE)
    else:
        _draw_suits(still, line - y, dealt.pieces)


def _draw_suits(pen: Pen, line: float, cards: Iterable[str]) -> None:
    held = [(suit, ranks) for suit, ranks in by_suit(tuple(cards)) if ranks]
    signs = len(held) * (_SUIT + 1.5)
    natural = sum(width_of(ranks, _RANKS, pen.script, Base.LTR) + 5 for _suit, ranks in held) - 5
    style = _RANKS.scaled(min(1.0, (pen.width - signs) / natural)) if natural > 0 else _RANKS
    x = 0.0
    for suit, ranks in held:
        draw_suit(pen, suit, x, line + 0.6, size=_SUIT)
        x += _SUIT + 1.5
        pen.text(x, line, ranks, style, base=Base.LTR)
        x += width_of(ranks, style, pen.script, Base.LTR) + 5 * style.size / _RANKS.size


def lists_of(records: Iterable[HandRecords], imprint: Imprint, title: str) -> Iterator[HandLists]:
    """Yield the hands of matches, some matches at a time."""
    chunk = list[HandRecords]()
    is_first = True
    for record in records:
        chunk.append(record)
        if len(chunk) == MATCHES:
            yield HandLists(imprint, title, "", tuple(chunk), is_first)
            chunk, is_first = [], False
    if chunk:
        yield HandLists(imprint, title, "", tuple(chunk), is_first)


# --- of an event

_ON_PAGE: Final = 18
"""Approximate number of hands on a page without the play."""


def event_hands_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the hands of all matches that have begun."""
    title = titled(_("Hand records"), event, options)
    if options.play:
        return event_matches_printout(
            event, options, title, hand_records_build, on_page=HANDS_ON_PAGE
        )
    begun = matches_of(event, options.round).filter(hand_count__gt=0)
    counts = dict(begun.values_list("pk", "hand_count"))

    def documents() -> Iterator[HandLists]:
        imprint = event_imprint(event, _("Hand records"))
        records = map(hand_records_build, matches_read(Match.objects.all(), list(counts)))
        return lists_of(records, imprint, event.name)

    return Printout(
        title, len(counts), documents, options.paper, pages(sum(counts.values()), _ON_PAGE)
    )


HAND_RECORDS: Final = Print(
    about=EVENT,
    key="hand-records",
    phase=Phase.AFTER,
    title=gettext_lazy("Hand records"),
    text=gettext_lazy("Deals, contracts and results, or each hand with its play trick by trick."),
    printout=event_hands_printout,
    missing=needs_hand,
    options=frozenset({PrintOption.ROUND, PrintOption.PLAY}),
    all_rounds_first=True,
    begun_only=True,
)

PRINTS: Final = (HAND_RECORDS,)
