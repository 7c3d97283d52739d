"""Shared by scorecards, hand records and score sheets: loaded matches, notes, money, signs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from core.figures import UNKNOWN, amount, figure
from core.languages import date_text
from core.text import about, by_side, statements, together
from games.printing import MarkedOutcome, Sign
from paper.documents.event_prints import plain_imprint, short_code
from paper.documents.printouts import Printout, pages
from paper.documents.rows import PrintOptions
from press.base import Block, Imprint, Printable, Space
from press.blocks import AmountList, Paragraph, Section, SideBySide, Stack, baseline
from press.cards import draw_suit
from press.dominoes import draw_end, draw_tile
from press.fonts import Script, isolated
from press.packing import Short, packed
from press.pen import Align, Pen
from press.text import ACCENT, BODY, INK, MUTED, PAPER, SMALL, width_of
from scoring.models import Hand, HandRevision, Match, RevisionKind
from scoring.running_score import RunningScore
from tournaments.events.models import Event

CHUNK: Final = 20
"""An evening of sixty-four pairs is never in memory as a whole."""


def matches_of(event: Event, number: int | None = None) -> QuerySet[Match]:
    """Return the matches of an event, or of a round of it: round by round, table by table."""
    matches = Match.objects.filter(game_of__table__round__event=event)
    if number is not None:
        matches = matches.filter(game_of__table__round__number=number)
    return matches.order_by(
        "game_of__table__round__number", "game_of__table__number", "game_of__number"
    )


def matches_for_print(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with all that a scorecard shows: four queries for any number of them."""
    revisions = HandRevision.objects.filter(kind=RevisionKind.CORRECTED).order_by("no")
    hands = Hand.objects.filter(record__isnull=False).order_by("number")
    return matches.select_related("club").prefetch_related(
        "seats", Prefetch("hands", hands.prefetch_related(Prefetch("revisions", revisions)))
    )


def matches_read(matches: QuerySet[Match], keys: list[int]) -> Iterator[Match]:
    """Return the matches of these keys, in this order, with all that is printed of them."""
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        by_key = {match.pk: match for match in matches_for_print(matches.filter(pk__in=chunk))}
        yield from (by_key[key] for key in chunk if key in by_key)


def names_of(match: Match) -> list[str]:
    return [seat.name for seat in match.seats.all()]


def match_imprint(match: Match, kind: str) -> Imprint:
    made_at = date_text(match.changed_at, "moment")
    code = short_code(match.club_id, match.pk, match.version)
    return plain_imprint(match.club.name, kind, made_at=made_at, code=code)


# --- jobs


def event_matches_printout(
    event: Event,
    options: PrintOptions,
    title: str,
    build: Callable[[Match], Printable],
    *,
    on_page: int | None = None,
    short: Callable[[Any], Short] | None = None,
) -> Printout:
    """Print a document of each begun match; `on_page` of its hands fit on a page.

    In their `short` form documents share pages.
    """
    begun = matches_of(event, options.round).filter(hand_count__gt=0)
    counts = dict(begun.values_list("pk", "hand_count"))
    estimate = sum(pages(count, on_page) for count in counts.values()) if on_page else 0

    def documents() -> Iterator[Printable]:
        built = map(build, matches_read(Match.objects.all(), list(counts)))
        return packed([(match, short(match)) for match in built], options.paper) if short else built

    return Printout(title, len(counts), documents, options.paper, estimate)


def match_printout(
    match: Match,
    options: PrintOptions,
    title: str,
    build: Callable[[Match], Printable],
    *,
    on_page: int = 0,
) -> Printout:
    """Print a document of one match; `on_page` of its hands fit on a page."""

    def documents() -> Iterator[Printable]:
        return map(build, matches_read(Match.objects.all(), [match.pk]))

    estimate = pages(match.hand_count, on_page) if on_page else 0
    return Printout(title, 1, documents, options.paper, estimate)


# --- notes below a card


@dataclass(frozen=True, slots=True)
class Note:
    """A correction or ruling; `hand` is the number of the hand it belongs to, or None."""

    text: str
    hand: int | None = None


def notes_of(hands: Iterable[Hand]) -> Iterator[Note]:
    """Rulings, corrections, and hands that count nothing."""
    for hand in hands:
        ruling = (hand.record or {}).get("ruling")
        if ruling:
            yield Note(_ruling(ruling), hand.number)
        for revision in hand.revisions.all():
            at = date_text(revision.created_at, "time")
            words = _("Corrected by %(name)s at %(time)s: %(reason)s")
            name, reason = isolated(revision.written_by), isolated(revision.reason)
            yield Note(words % {"name": name, "time": at, "reason": reason}, hand.number)
        if not hand.counted:
            yield Note(_("Recorded after the end of the match; does not count."), hand.number)


def _ruling(ruling: Mapping[str, Any]) -> str:
    if ruling["against"] == "declarer":
        words = _("Ruling against the bidding side: %(reason)s")
    else:
        words = _("Ruling against the defending side: %(reason)s")
    return words % {"reason": isolated(ruling["reason"])}


def note_marks(notes: Sequence[Note]) -> dict[int, str]:
    """The numbers of a hand's notes, by the hand's number."""
    marks: dict[int, list[str]] = {}
    for number, note in enumerate(notes, start=1):
        if note.hand is not None:
            marks.setdefault(note.hand, []).append(str(number))
    return {hand: " ".join(numbers) for hand, numbers in marks.items()}


# --- money of a match

_MOST_AMOUNTS: Final = 12
_SCALES: Final = (1.0, 0.9, 0.82)
_AMOUNT_LINES: Final = 2


@dataclass(frozen=True, slots=True)
class PrintedSettlement:
    """The money of a match: stakes in one line, the calculation, the amounts.

    Every line is a text with its amount. Single players have no sides.
    """

    stakes: str
    steps: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, str], ...]
    players: tuple[tuple[str, str], ...]


def settlement_of(match: Match, score: RunningScore) -> PrintedSettlement | None:
    """Return the money of a finished match with stakes; with dashes where it is not known."""
    presenter, names = match.presenter, names_of(match)
    settled = score.settlement(match.stakes)
    if settled is None and match.stakes and score.unknown_stakes(match.stakes):
        settled = {
            "currency": match.stakes["currency"],
            "sides": [UNKNOWN] * len(match.totals),
            "players": [UNKNOWN] * len(names),
        }
    if settled is None or match.stakes is None:
        return None
    sides = [
        replace(side, players=tuple(map(isolated, side.players))) for side in presenter.sides(names)
    ]
    steps = presenter.calculation(score.standing, match.stakes, score.money_options, sides)

    def money(text: str) -> str:
        return text if text == UNKNOWN else isolated(f"{text} {settled['currency']}")

    def lines_of(texts: Iterable[str], amounts: Iterable[str]) -> tuple[tuple[str, str], ...]:
        return tuple(zip(texts, map(money, amounts), strict=True))

    agreed = [f"{money(line.amount)} {line.label}" for line in presenter.stakes(match.stakes)]
    if score.time_paid:
        agreed.append(_("ended early: %(pays)s") % {"pays": score.time_paid.label})
    teams = [together(side.players) for side in sides] if presenter.in_teams else []
    return PrintedSettlement(
        stakes=statements(agreed),
        steps=lines_of(
            (about(line.label, isolated(line.calculation)) for line in steps),
            (line.amount for line in steps),
        ),
        sides=lines_of(teams, map(amount, settled["sides"]) if teams else ()),
        players=lines_of(names, map(amount, settled["players"])),
    )


def slip_words(match: Match) -> str:
    """Return what the totals of a slip count for beside recorded hands; empty without both."""
    if match.entered_totals is None or not match.hand_count:
        return ""
    words = _(
        "The result is that of the slip: %(totals)s. Results and standings count it; statistics "
        "count the hands recorded here."
    )
    return words % {"totals": by_side(map(figure, match.entered_totals), " – ")}


def closing_blocks(
    notes: Sequence[Note], money: PrintedSettlement | None, slip: str = ""
) -> Iterator[Block]:
    """What a slip counts for, the notes, numbered from 1, and the settlement."""
    if slip:
        yield Space(8)
        yield Paragraph(slip)
    if notes:
        numbered = (
            Paragraph(note.text, BODY, label=str(number), indent=18)
            for number, note in enumerate(notes, start=1)
        )
        yield Section(_("Corrections and rulings"), Stack(tuple(numbered)))
    if money is not None:
        yield Section(_("Settlement"), _settlement_block(money))


@dataclass(frozen=True, slots=True)
class AmountLists(Block):
    """Lists of amounts beside each other, all of one size, smaller if a text takes many lines."""

    lists: tuple[AmountList, ...]
    shares: tuple[float, ...]

    def height(self, width: float, script: Script) -> float:
        return self._beside(width, script).height(width, script)

    def draw(self, pen: Pen, y: float) -> None:
        self._beside(pen.width, pen.script).draw(pen, y)

    def _beside(self, width: float, script: Script) -> SideBySide:
        for scale in _SCALES:
            lists = tuple(replace(part, style=part.style.scaled(scale)) for part in self.lists)
            beside = SideBySide(lists, self.shares, gap=22)
            widths = zip(lists, beside.widths(width), strict=True)
            if all(
                part.most_lines(part_width, script) <= _AMOUNT_LINES for part, part_width in widths
            ):
                break
        return beside


def _settlement_block(money: PrintedSettlement) -> Block:
    """Return the lists in columns; below one another if that is too long for a page."""
    lists = [AmountList(money.stakes, money.steps), AmountList(_("By player"), money.players)]
    if money.sides:
        lists.insert(1, AmountList(_("By side"), money.sides))
    if max(len(part.amounts) for part in lists) <= _MOST_AMOUNTS:
        shares = (0.40, 0.28, 0.32) if money.sides else (0.62, 0.38)
        return Stack((AmountLists(tuple(lists), shares),))
    below = (block for part in lists[1:] for block in (Space(10), part))
    return Stack((lists[0], *below))


# --- signs


def draw_outcome(pen: Pen, x: float, middle: float, outcome: MarkedOutcome) -> None:
    """A full disc for made, a ring for set, a dash for passed; five points wide."""
    match outcome:
        case MarkedOutcome.MADE:
            pen.dot(x + 2.5, middle, 2.4, fill=INK, stroke=INK)
        case MarkedOutcome.SET:
            pen.dot(x + 2.5, middle, 2.4, fill=None, stroke=INK)
        case MarkedOutcome.PASSED:
            pen.lines([(x, middle, x + 5, middle)], thick=0.8, colour=MUTED)


def sign_width(sign: Sign) -> float:
    """Return the room that a sign takes before a text."""
    if sign.end is not None:
        return 18
    if sign.double is not None:
        return 13
    return 15 if sign.suit else 0


def draw_sign(pen: Pen, sign: Sign, x: float, middle: float, *, suit_size: float = 10.5) -> None:
    """The trump suit as a domino's end, a double, or a suit of cards."""
    if sign.end is not None:
        draw_end(pen, sign.end, x, middle + 6.5, size=13)
    elif sign.double is not None:
        draw_tile(pen, sign.double, sign.double, x, middle + 7.6, size=7.6)
    elif sign.suit:
        draw_suit(pen, sign.suit, x, middle + suit_size / 2, size=suit_size)


def winner_width(script: Script) -> float:
    return width_of(_("Winner"), SMALL.strong(), script) + 14


def draw_winner(pen: Pen, end: float, y: float) -> None:
    """The badge of the winner, its end at `end` and its upper edge at `y`."""
    style, width = SMALL.strong().tinted(PAPER), winner_width(pen.script)
    pen.box(end - width, y, width, 14, fill=ACCENT, radius=7)
    pen.text(end - width / 2, baseline(y, style, 14), _("Winner"), style, Align.CENTRE)
