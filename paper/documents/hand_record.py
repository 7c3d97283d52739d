"""Hand records: the hands of a match with deal, auction and play, as far as recorded.

Missing parts are omitted: without any hand there is no diagram, without tricks no tricks. The
diagrams are in ``hand_diagrams``.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import figure, signed
from core.text import beside, comma_list
from games import GamePresenter
from games.base import HandLabels, Names, SeatedNames
from games.printing import (
    NO_BREAK,
    OUTCOMES,
    HandRecordFormat,
    JudgedHand,
    Labelled,
    MarkedOutcome,
    Sign,
)
from paper.documents.hand_diagrams import WIDTH as DIAGRAM
from paper.documents.hand_diagrams import (
    DealtHand,
    Diagram,
    Middle,
    Pieces,
    RecordedScore,
    RecordedTrick,
    Scores,
    Tricks,
)
from paper.documents.makeables import ABOVE as ABOVE_MAKEABLES
from paper.documents.makeables import Makeables, makeables_build
from paper.documents.matches import (
    draw_outcome,
    draw_sign,
    match_imprint,
    match_printout,
    names_of,
    notes_of,
    sign_width,
)
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.subjects import MATCH
from press.base import Block, Imprint, Printable, Space
from press.blocks import Heading, Paragraph, baseline, draw_lines, height_of
from press.fonts import Script
from press.names import draw_name
from press.pen import Align, Pen
from press.text import INK, LEAD, QUIET, SMALL, SMALLEST, STRONG, Type, width_of
from rules.game import MatchStanding, Record
from scoring.models import Hand, Match
from scoring.running_score import match_rotation, match_running_score
from scoring.selectors.best_play import Ask, question_of
from scoring.selectors.scores import names_at
from scoring.services.best_play import best_play_ask


@dataclass(frozen=True, slots=True)
class PrintedHand:
    """One hand. `summary` is the bidder and bid; `auction` all calls in one text; `facts` pairs of
    a label and a text; `columns` the keys above the tricks; `notes` whole sentences.
    """

    heading: str
    summary: str
    sign: Sign
    outcome: MarkedOutcome
    result: str
    deal: tuple[DealtHand, ...] = ()
    auction: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    tricks: tuple[RecordedTrick, ...] = ()
    scores: tuple[RecordedScore, ...] = ()
    notes: tuple[str, ...] = ()
    makeables: Makeables | None = None


@dataclass(frozen=True, slots=True)
class HandRecords(Printable):
    """The hands of a match, or some of them.

    `players` are the keys of the hands with names, as they stand under the title.
    """

    imprint: Imprint
    title: str
    place: str
    pieces: Pieces
    players: tuple[tuple[str, str], ...]
    hands: tuple[PrintedHand, ...]

    @property
    def file_title(self) -> str:
        return self.place or self.title

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        yield SeatNamesLine(self.players)
        if any(hand.tricks for hand in self.hands):
            yield Paragraph(
                _(
                    "A frame marks the piece that won the trick (a disc: it is not known which), "
                    "a dot the one that was led."
                ),
                SMALL,
            )
        yield Space(4)
        if not self.hands:
            yield Paragraph(_("No hand has been recorded."), QUIET)
        for hand in self.hands:
            yield HandBlock(hand, self)


_GAP: Final = 16.0
_HEAD: Final = 21.0
_LONG_SUMMARY: Final = tuple(Type(size=size, leading=size * 1.09) for size in (8.2, 7.2, 6.2, 5.4))
_BELOW: Final = 10.0
_ABOVE_SCORES: Final = 5.0
_MANY_SCORES: Final = 4
_FEW_TRICKS: Final = 8
_PLAYER: Final = 15.0
_KEY: Final = 14.0
_NOTE: Final = SMALL.tinted(INK)


@dataclass(frozen=True, slots=True)
class SeatNamesLine(Block):
    """The keys of the seats with the names, in one line or, if they are long, in two."""

    players: tuple[tuple[str, str], ...]

    def height(self, width: float, script: Script) -> float:
        return _PLAYER * -(-len(self.players) // self._in_line(width, script))

    def draw(self, pen: Pen, y: float) -> None:
        in_line = self._in_line(pen.width, pen.script)
        room = pen.width / in_line
        for number, (key, name) in enumerate(self.players):
            down, across = divmod(number, in_line)
            x, line = across * room, baseline(y + down * _PLAYER, STRONG)
            pen.text(x, line, key, STRONG)
            pen.fitted(x + _KEY, line, name, STRONG, width=room - _KEY - 8)

    def _in_line(self, width: float, script: Script) -> int:
        room = width / len(self.players) - _KEY - 8
        fitting = all(width_of(name, STRONG, script) <= room for _key, name in self.players)
        return len(self.players) if fitting else 2


class HandBody(NamedTuple):
    """What is side by side below a hand's first line; scores may be below the tricks."""

    diagram: Diagram | None
    middle: Middle
    room: float
    tricks: Tricks | None
    scores: Scores | None = None

    def height(self, script: Script) -> float:
        return max(
            self.diagram.height if self.diagram else 0,
            self.middle.height(self.room, script),
            (self.tricks.height if self.tricks else 0)
            + (self.scores.height + _ABOVE_SCORES if self.scores else 0),
        )

    def draw(self, pen: Pen, y: float) -> None:
        x = 0.0
        if self.diagram:
            self.diagram.draw(pen, 0, y)
            x = DIAGRAM + _GAP
        self.middle.draw(pen, x, y, self.room)
        if self.tricks:
            start = pen.width - self.tricks.width
            self.tricks.draw(pen, start, y)
            if self.scores:
                y += self.tricks.height + _ABOVE_SCORES
                self.scores.draw(pen, start, y, self.tricks.width)


@dataclass(frozen=True, slots=True)
class HandBlock(Block):
    """One hand: its first line, and below it the deal, the auction, the play."""

    hand: PrintedHand
    records: HandRecords

    def height(self, width: float, script: Script) -> float:
        notes = sum(height_of(note, _NOTE, width, script) for note in self.hand.notes)
        below = self._makeables_height + (notes + 3 if notes else 0) + _BELOW
        return _HEAD + self._body(width).height(script) + below

    def draw(self, pen: Pen, y: float) -> None:
        self._draw_head(pen, y)
        body = self._body(pen.width)
        body.draw(pen, y + _HEAD)
        below = y + _HEAD + body.height(pen.script)
        if self.hand.makeables:
            self.hand.makeables.draw(pen, below + ABOVE_MAKEABLES)
        self._draw_notes(pen, below + self._makeables_height + 3)

    @property
    def _makeables_height(self) -> float:
        makeables = self.hand.makeables
        return makeables.height + ABOVE_MAKEABLES if makeables else 0

    def _body(self, width: float) -> HandBody:
        """Return the body: scores below the auction; many of them below the tricks, if these are
        few.
        """
        records, hand = self.records, self.hand
        diagram = Diagram(hand.deal, records.pieces) if hand.deal else None
        scores = Scores(hand.scores)
        middle = Middle(hand.auction, hand.facts, scores)
        room = width - (DIAGRAM + _GAP if diagram else 0)
        if not hand.tricks:
            return HandBody(diagram, middle, room, None)
        tricks = Tricks(hand.tricks, hand.columns, records.pieces)
        usual = HandBody(diagram, middle, room - tricks.width - _GAP, tricks)
        if len(hand.scores) < _MANY_SCORES or len(hand.tricks) > _FEW_TRICKS:
            return usual
        return usual._replace(middle=replace(middle, scores=None), scores=scores)

    def _draw_head(self, pen: Pen, y: float) -> None:
        """The hand's number, contract and result between the edges of the page."""
        hand = self.hand
        pen.rule(y, thick=0.9, colour=INK)
        line = baseline(y, LEAD, _HEAD - 4)
        result = width_of(hand.result, STRONG, pen.script)
        pen.text(pen.width, line, hand.result, STRONG, Align.END)
        draw_outcome(pen, pen.width - result - 10, line - STRONG.size * 0.36, hand.outcome)
        number = LEAD.strong()
        pen.text(0, line, hand.heading, number)
        x = width_of(hand.heading, number, pen.script) + 12
        draw_sign(pen, hand.sign, x, y + (_HEAD - 4) / 2)
        x += sign_width(hand.sign)
        room = pen.width - result - 24 - x
        if width_of(hand.summary, LEAD, pen.script) * SMALLEST <= room:
            pen.fitted(x, line, hand.summary, LEAD, width=room)
        else:
            draw_name(pen, x, y + 1.5, hand.summary, _LONG_SUMMARY, width=room, room=_HEAD - 3)

    def _draw_notes(self, pen: Pen, y: float) -> None:
        for note in self.hand.notes:
            y = draw_lines(pen, 0, y, note, _NOTE, width=pen.width)


# --- from a match

HANDS: Final = 4


class _Match(NamedTuple):
    """Values shared by all hands of a match."""

    presenter: GamePresenter
    options: Any
    names: Sequence[str]


def recorded_hands(
    match: Match, numbers: Collection[int] | None = None
) -> Iterator[tuple[int, PrintedHand]]:
    """The hands of these numbers, or all, totals added up on the way."""
    score = match_running_score(match)
    printed_match = _Match(match.presenter, score.options, names_of(match))
    questions = {
        hand.number: question_of(Ask.MAKEABLE, hand.record or {})
        for hand in match.hands.all()
        if numbers is None or hand.number in numbers
    }
    answers = best_play_ask(questions.values(), club=match.club)
    for hand in match.hands.all():
        assert hand.verdict is not None
        before = score.by_hands
        score.add_hand(hand.verdict)
        if hand.number not in questions:
            continue
        names = names_at(
            score.rotation,
            printed_match.names,
            hand.number,
            keys=printed_match.presenter.player_keys,
        )
        printed = _hand(printed_match, hand, names, _scores(printed_match, before, score.by_hands))
        if question := questions[hand.number]:
            answer = answers.get(question.digest)
            makeables = makeables_build(printed_match.presenter, answer, names)
            printed = replace(printed, makeables=makeables)
        yield hand.number, printed


def _hand(
    printed_match: _Match, hand: Hand, names: Names, scores: tuple[RecordedScore, ...]
) -> PrintedHand:
    assert hand.record is not None
    assert hand.verdict is not None
    presenter, style = printed_match.presenter, printed_match.presenter.hand_record
    recorded = JudgedHand(hand.record, hand.verdict, names)
    keys, order = presenter.hand_keys(names), style.order(recorded)
    labels = presenter.hand_labels(recorded.record, recorded.verdict, recorded.isolated_names)
    played = _played(printed_match, recorded)
    dealt = _dealt(recorded, presenter, played)
    bid = labels.bid.replace(" ", NO_BREAK, 1)
    summary = (labels.bidder, bid, labels.contract.text)
    return PrintedHand(
        heading=_("Hand %(number)d") % {"number": hand.number},
        summary=comma_list(beside(part, space="") for part in summary if part),
        sign=style.sign(recorded),
        outcome=OUTCOMES[labels.outcome],
        result=_result(labels),
        deal=_deal(printed_match, recorded, dealt) if any(dealt) else (),
        auction=_auction(hand.calls_written, keys, style),
        facts=(
            *_seated(recorded, keys),
            *style.facts(recorded),
            *_as_played(recorded.record, dealt),
        ),
        columns=tuple(keys[number] for number in order),
        tricks=tuple(_tricks(recorded, style, order, played)),
        scores=scores,
        notes=tuple(note.text for note in notes_of([hand])),
    )


def _seated(hand: JudgedHand, keys: Sequence[str]) -> Iterator[Labelled]:
    """Return the players by seat, one a line, if players rotate."""
    if isinstance(hand.names, SeatedNames):
        named = zip(keys, hand.isolated_names, strict=False)
        yield _("Seated, clockwise"), "\n".join(beside(*player, space=NO_BREAK) for player in named)


def _result(labels: HandLabels) -> str:
    return comma_list(filter(None, (labels.result, labels.detail)))


def _auction(written: Sequence[Record], keys: Sequence[str], style: HandRecordFormat) -> str:
    """Return every recorded call after its author's key, without a line break between them.

    A single bid is in the hand's first line already.
    """
    if len(written) < 2:
        return ""
    calls = (beside(keys[call["seat"]], style.call(call, keys), space=NO_BREAK) for call in written)
    return f"{NO_BREAK}· ".join(calls)


def _scores(
    printed_match: _Match, before: MatchStanding, after: MatchStanding
) -> tuple[RecordedScore, ...]:
    return tuple(
        RecordedScore(
            side.short,
            signed(after.totals[number] - before.totals[number]),
            figure(after.totals[number]),
        )
        for number, side in enumerate(printed_match.presenter.sides(printed_match.names))
    )


Played = list[list[tuple[int, str, bool]]]
"""The tricks as pieces in the order of play: whose, which, and whether it won."""


def _played(printed_match: _Match, hand: JudgedHand) -> Played:
    """The recorded plays; a hand is known by its key, or a dummy's by its name."""
    presenter = printed_match.presenter
    keys = presenter.keys[: len(hand.names)]
    numbers = {name: number for number, name in enumerate(presenter.hand_names(keys))}
    return [
        [(numbers[drawn.name], drawn.piece, drawn.state == "winner") for drawn in trick.pieces]
        for trick in presenter.tricks(hand.record, printed_match.options, keys, ())
    ]


def _dealt(hand: JudgedHand, presenter: GamePresenter, played: Played) -> list[tuple[str, ...]]:
    """Return each hand as dealt; missing ones follow from the others or the play."""
    written = hand.record.get("deal") or [None] * HANDS
    hands = [tuple(map(presenter.pack.canonical, pieces)) if pieces else () for pieces in written]
    dealing = presenter.laws.dealing
    if hands.count(()) == 1 and dealing is not None and not dealing.centre:
        rest = dealing.pack.pieces.difference(*hands)
        hands[hands.index(())] = tuple(sorted(rest))
    by_play: list[list[str]] = [[] for _hand in hands]
    for trick in played:
        for number, piece, _won in trick:
            by_play[number].append(piece)
    return [dealt or tuple(shown) for dealt, shown in zip(hands, by_play, strict=True)]


def _as_played(record: Record, dealt: Sequence[Sequence[str]]) -> Iterator[Labelled]:
    """Return the note that a hand is known only from the play."""
    written = record.get("deal") or [None] * HANDS
    if record.get("plays") and written.count(None) > 1 and any(dealt):
        yield _("Hands"), _("as far as they were played")


def _deal(
    printed_match: _Match, hand: JudgedHand, dealt: Sequence[tuple[str, ...]]
) -> tuple[DealtHand, ...]:
    presenter, edges = printed_match.presenter, printed_match.presenter.hand_record.edges(hand)
    named = zip(edges, presenter.keys, presenter.hand_names(hand.names), dealt, strict=True)
    declarer = hand.verdict["declarer"]
    return tuple(
        DealtHand(edge, key, name, pieces, strong=number == declarer)
        for number, (edge, key, name, pieces) in enumerate(named)
    )


def _tricks(
    hand: JudgedHand, style: HandRecordFormat, order: Sequence[int], played: Played
) -> Iterator[RecordedTrick]:
    for number, result in enumerate(hand.record.get("trick_results", ()), start=1):
        points = str(result.get("points", ""))
        yield RecordedTrick(
            number, ("",) * len(order), winner=order.index(result["winner"]), points=points
        )
    for number, trick in enumerate(played, start=1):
        yield _trick(hand, style, order, number, trick)


def _trick(
    hand: JudgedHand,
    style: HandRecordFormat,
    order: Sequence[int],
    number: int,
    trick: list[tuple[int, str, bool]],
) -> RecordedTrick:
    pieces = {whose: piece for whose, piece, _won in trick}
    winner = next((whose for whose, _piece, won in trick if won), None)
    whole = winner is not None
    return RecordedTrick(
        number=number,
        pieces=tuple(pieces.get(whose, "") for whose in order),
        led=order.index(trick[0][0]) if trick else None,
        winner=None if winner is None else order.index(winner),
        points=style.trick_points(hand, number, list(pieces.values())) if whole else "",
    )


def hand_records_build(match: Match, *, numbers: Collection[int] | None = None) -> HandRecords:
    """The hands of a match that ``matches_for_print`` has read, or those of ``numbers``.

    The imprint's time is that of the match's last change: the same match prints the same bytes.
    """
    presenter, names = match.presenter, names_of(match)
    numbered = recorded_hands(match, numbers)
    return HandRecords(
        imprint=match_imprint(match, " · ".join((_("Hand records"), match.get_game_display()))),
        title=_("Hand records"),
        place=match.label or match.get_game_display(),
        pieces=Pieces.CARDS if presenter.cards else Pieces.DOMINOES,
        players=_players(match, presenter, names),
        hands=tuple(hand for _number, hand in numbered),
    )


def _players(
    match: Match, presenter: GamePresenter, names: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Return the players by seat; with rotation, everybody at the table."""
    if match_rotation(match).rotates:
        return tuple((side.short, side.players[0]) for side in presenter.sides(names))
    return tuple(zip(presenter.keys, presenter.hand_names(names), strict=True))


HANDS_ON_PAGE: Final = 3
"""Number of hand records on a page."""


def match_hand_records_printout(match: Match, options: PrintOptions) -> Printout:
    if options.hand is None:
        title = _("Hand records %(match)s") % {"match": match}
        return match_printout(match, options, title, hand_records_build, on_page=HANDS_ON_PAGE)
    names = {"match": match, "number": options.hand}
    build = partial(hand_records_build, numbers={options.hand})
    return match_printout(match, options, _("Hand %(number)d of %(match)s") % names, build)


MATCH_HANDS: Final = Print(
    about=MATCH,
    key="hand-records",
    phase=Phase.AFTER,
    title=gettext_lazy("Hand records"),
    text=gettext_lazy("Deals as diagrams, auctions, and the play trick by trick, as recorded."),
    printout=match_hand_records_printout,
    missing=lambda summary: "" if summary.numbers else _("once a hand has been recorded"),
    options=frozenset({PrintOption.HAND}),
    all_rounds_first=True,
)

PRINTS: Final = (MATCH_HANDS,)
