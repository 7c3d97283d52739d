"""Hand records as frozen documents: every hand of a match as far as it was written down."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games import PRESENTERS, GamePresenter
from games.base import HandWords, Names, Seated
from games.figures import figure, signed
from games.printing import NO_BREAK, OUTCOMES, HandRecordFormat, JudgedHand, Labelled
from games.wording import speak
from prints.hand_diagrams import DealtHand, Pieces, RecordedScore, RecordedTrick
from prints.hand_record import HandRecordLabels, HandRecords, RecordedHand
from prints.scorecards import imprint, names_of, notes_of
from rules.game import Record, Standing
from scoring.models import Hand, Match
from scoring.running_score import match_rotation, match_running_score
from scoring.selectors.scores import names_at

# The hands of a match


HANDS: Final = 4


class _Match(NamedTuple):
    """What is the same for all hands of a match."""

    presenter: GamePresenter
    options: Any
    names: Sequence[str]


def hands_told(match: Match) -> Iterator[tuple[int, RecordedHand]]:
    """Every hand with its number, totals added up on the way."""
    score = match_running_score(match)
    own = _Match(PRESENTERS[match.game], score.options, names_of(match))
    for hand in match.hands.all():
        assert hand.verdict is not None
        before = score.standing
        score.add_hand(hand.verdict)
        names = names_at(score.rotation, own.names, hand.number)
        yield hand.number, _hand(own, hand, names, _scores(own, before, score.standing))


def _hand(own: _Match, hand: Hand, names: Names, scores: tuple[RecordedScore, ...]) -> RecordedHand:
    assert hand.record is not None
    assert hand.verdict is not None
    presenter, style = own.presenter, own.presenter.hand_record
    recorded = JudgedHand(hand.record, hand.verdict, names)
    keys, order = presenter.keys, style.order(recorded)
    words = presenter.words(recorded.record, recorded.verdict, recorded.isolated_names)
    played = _played(own, recorded)
    dealt = _dealt(recorded, style, played)
    return RecordedHand(
        heading=_("Hand %(number)d") % {"number": hand.number},
        told=", ".join(filter(None, (words.bidder, words.bid, words.contract.text))),
        sign=style.sign(recorded),
        outcome=OUTCOMES[words.outcome],
        result=_result(words),
        deal=_deal(own, recorded, dealt) if any(dealt) else (),
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
    """Who had which seat, where players take turns."""
    if isinstance(hand.names, Seated):
        named = zip(keys, hand.isolated_names, strict=False)
        yield _("At the table"), " · ".join(f"{key}{NO_BREAK}{name}" for key, name in named)


def _result(words: HandWords) -> str:
    return f"{words.result}, {words.detail}" if words.detail else words.result


def _auction(written: Sequence[Record], keys: Sequence[str], style: HandRecordFormat) -> str:
    """Every call that was written behind the key of who made it, from which it is never parted.

    A bid alone stands in the hand's first line already.
    """
    if len(written) < 2:
        return ""
    calls = (f"{keys[call['seat']]} {style.call(call)}" for call in written)
    return f"{NO_BREAK}· ".join(call.replace(" ", NO_BREAK, 1) for call in calls)


def _scores(own: _Match, before: Standing, after: Standing) -> tuple[RecordedScore, ...]:
    return tuple(
        RecordedScore(
            side.short,
            signed(after.totals[number] - before.totals[number]),
            figure(after.totals[number]),
        )
        for number, side in enumerate(own.presenter.sides(own.names))
    )


Played = list[list[tuple[int, str, bool]]]
"""The tricks as pieces in the order of play: whose, which, and whether it won."""


def _played(own: _Match, hand: JudgedHand) -> Played:
    """The recorded plays; a hand is known by its key, or a dummy's by its name."""
    presenter = own.presenter
    keys = presenter.keys[: len(hand.names)]
    numbers = {name: number for number, name in enumerate(presenter.hand_names(keys))}
    return [
        [(numbers[drawn.name], drawn.piece, drawn.state == "winner") for drawn in trick.pieces]
        for trick in presenter.tricks(hand.record, own.options, keys, ())
    ]


def _dealt(hand: JudgedHand, style: HandRecordFormat, played: Played) -> list[tuple[str, ...]]:
    """Each hand as it was dealt; what was not written down follows from the others or the play."""
    written = hand.record.get("deal") or [None] * HANDS
    hands = [tuple(map(style.canonical, pieces or ())) for pieces in written]
    if hands.count(()) == 1 and style.pack:
        rest = style.pack.difference(*hands)
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


def _deal(own: _Match, hand: JudgedHand, dealt: Sequence[tuple[str, ...]]) -> tuple[DealtHand, ...]:
    presenter, edges = own.presenter, own.presenter.hand_record.edges(hand)
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
    speak(match.says)
    presenter, names = PRESENTERS[match.game], names_of(match)
    told = hands_told(match)
    return HandRecords(
        imprint=imprint(match, f"{_('Hand records')} · {match.get_game_display()}"),
        labels=_labels(),
        title=_("Hand records"),
        place=match.label or match.get_game_display(),
        pieces=Pieces.CARDS if presenter.cards else Pieces.DOMINOES,
        players=_players(match, presenter, names),
        hands=tuple(hand for number, hand in told if numbers is None or number in numbers),
    )


def _players(
    match: Match, presenter: GamePresenter, names: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Who sits where; where players take turns, everybody round the table."""
    if match_rotation(match).turns:
        return tuple((side.short, side.players[0]) for side in presenter.sides(names))
    return tuple(zip(presenter.keys, presenter.hand_names(names), strict=True))


def _labels() -> HandRecordLabels:
    return HandRecordLabels(
        auction=_("Auction"),
        tricks=_("Tricks"),
        points=_("Points"),
        score=_("Score"),
        legend=_(
            "A frame marks the piece that won the trick (a disc: it is not known which), a dot the "
            "one that was led."
        ),
        no_hands=_("No hand has been recorded."),
    )
