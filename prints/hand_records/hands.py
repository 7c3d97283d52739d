"""The hands of a match, each told as far as it was written down."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games import PAGES, GamePresenter
from games.base import HandWords, Names, Seated, figure, signed
from prints.hand_diagrams import DealtHand, RecordedScore, RecordedTrick
from prints.hand_record import RecordedHand
from prints.hand_records.common import NO_BREAK, HandTeller, Labelled, Recorded
from prints.scorecards.common import OUTCOMES, names_of, notes_of
from rules.game import Record, Standing
from scoring.models import Hand, Match
from scoring.selectors.ladders import match_ladder
from scoring.selectors.seating import names_at

HANDS: Final = 4


class Telling(NamedTuple):
    """What is the same for all hands of a match."""

    page: GamePresenter
    teller: HandTeller
    options: Any
    names: Sequence[str]


def hands_told(match: Match, teller: HandTeller) -> Iterator[tuple[int, RecordedHand]]:
    """Every hand with its number, totals added up on the way."""
    ladder = match_ladder(match)
    telling = Telling(PAGES[match.game], teller, ladder.options, names_of(match))
    for hand in match.hands.all():
        assert hand.verdict is not None
        before = ladder.standing
        ladder.add_hand(hand.verdict)
        names = names_at(ladder.rotation, telling.names, hand.number)
        yield hand.number, _hand(telling, hand, names, _scores(telling, before, ladder.standing))


def _hand(
    telling: Telling, hand: Hand, names: Names, scores: tuple[RecordedScore, ...]
) -> RecordedHand:
    assert hand.record is not None
    assert hand.verdict is not None
    page, teller = telling.page, telling.teller
    recorded = Recorded(hand.record, hand.verdict, names)
    keys, order = page.seat_keys(), teller.order(recorded)
    words = page.words(recorded.record, recorded.verdict, recorded.isolate_bidi)
    played = _played(telling, recorded)
    dealt = _dealt(recorded, teller, played)
    return RecordedHand(
        heading=_("Hand %(number)d") % {"number": hand.number},
        told=", ".join(filter(None, (words.bidder, words.bid, words.contract.text))),
        sign=teller.sign(recorded),
        outcome=OUTCOMES[words.outcome],
        result=_result(words),
        deal=_deal(telling, recorded, dealt) if any(dealt) else (),
        auction=_auction(hand.calls_written, keys, teller),
        facts=(
            *_seated(recorded, keys),
            *teller.facts(recorded),
            *_as_played(recorded.record, dealt),
        ),
        columns=tuple(keys[number] for number in order),
        tricks=tuple(_tricks(recorded, teller, order, played)),
        scores=scores,
        notes=tuple(note.text for note in notes_of([hand])),
    )


def _seated(hand: Recorded, keys: Sequence[str]) -> Iterator[Labelled]:
    """Who had which seat, where players take turns."""
    if isinstance(hand.names, Seated):
        named = zip(keys, hand.isolate_bidi, strict=False)
        yield _("At the table"), " · ".join(f"{key}{NO_BREAK}{name}" for key, name in named)


def _result(words: HandWords) -> str:
    return f"{words.result}, {words.detail}" if words.detail else words.result


def _auction(written: Sequence[Record], keys: Sequence[str], teller: HandTeller) -> str:
    """Every call that was written behind the key of who made it, from which it is never parted.

    A bid alone stands in the hand's first line already.
    """
    if len(written) < 2:
        return ""
    calls = (f"{keys[call['seat']]} {teller.call(call)}" for call in written)
    return f"{NO_BREAK}· ".join(call.replace(" ", NO_BREAK, 1) for call in calls)


def _scores(telling: Telling, before: Standing, after: Standing) -> tuple[RecordedScore, ...]:
    return tuple(
        RecordedScore(
            side.short,
            signed(after.totals[number] - before.totals[number]),
            figure(after.totals[number]),
        )
        for number, side in enumerate(telling.page.sides(telling.names))
    )


Played = list[list[tuple[int, str, bool]]]
"""The tricks as pieces in the order of play: whose, which, and whether it won."""


def _played(telling: Telling, hand: Recorded) -> Played:
    """The recorded plays; a hand is known by its key, or a dummy's by its name."""
    page = telling.page
    keys = page.seat_keys()[: len(hand.names)]
    numbers = {name: number for number, name in enumerate(page.hand_names(keys))}
    return [
        [(numbers[drawn.name], drawn.piece, drawn.state == "winner") for drawn in trick.pieces]
        for trick in page.tricks(hand.record, telling.options, keys, ())
    ]


def _dealt(hand: Recorded, teller: HandTeller, played: Played) -> list[tuple[str, ...]]:
    """Each hand as it was dealt; what was not written down follows from the others or the play."""
    written = hand.record.get("deal") or [None] * HANDS
    hands = [tuple(map(teller.canonical, pieces or ())) for pieces in written]
    if hands.count(()) == 1 and teller.pack:
        rest = teller.pack.difference(*hands)
        hands[hands.index(())] = tuple(sorted(rest))
    by_play: list[list[str]] = [[] for _hand in hands]
    for trick in played:
        for number, piece, _won in trick:
            by_play[number].append(piece)
    return [dealt or tuple(shown) for dealt, shown in zip(hands, by_play, strict=True)]


def _as_played(record: Record, dealt: Sequence[Sequence[str]]) -> Iterator[Labelled]:
    """Says so where a hand is only known from the play."""
    written = record.get("deal") or [None] * HANDS
    if record.get("plays") and written.count(None) > 1 and any(dealt):
        yield _("Hands"), _("as far as they were played")


def _deal(
    telling: Telling, hand: Recorded, dealt: Sequence[tuple[str, ...]]
) -> tuple[DealtHand, ...]:
    page, edges = telling.page, telling.teller.edges(hand)
    named = zip(edges, page.seat_keys(), page.hand_names(hand.names), dealt, strict=True)
    declarer = hand.verdict["declarer"]
    return tuple(
        DealtHand(edge, key, name, pieces, strong=number == declarer)
        for number, (edge, key, name, pieces) in enumerate(named)
    )


def _tricks(
    hand: Recorded, teller: HandTeller, order: Sequence[int], played: Played
) -> Iterator[RecordedTrick]:
    for number, result in enumerate(hand.record.get("trick_results", ()), start=1):
        points = str(result.get("points", ""))
        yield RecordedTrick(
            number, ("",) * len(order), winner=order.index(result["winner"]), points=points
        )
    for number, trick in enumerate(played, start=1):
        yield _trick(hand, teller, order, number, trick)


def _trick(
    hand: Recorded,
    teller: HandTeller,
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
        points=teller.trick_points(hand, number, list(pieces.values())) if whole else "",
    )
