"""Scorecards and empty sheets as frozen documents, built from what is recorded.

Everything printed is turned into text here, in the reader's language; ``scoring.pdf`` only draws.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _

from rules.game import Standing
from scoring.folding import Ladder
from scoring.games import PAGES, GamePage
from scoring.games.base import ContractWords, MoneyLine, SideWords
from scoring.models import Hand, HandRevision, Match
from scoring.models.hands import RevisionKind
from scoring.pdf import scorecard as card
from scoring.pdf import sheet
from scoring.pdf.base import Imprint
from scoring.pdf.fonts import isolated

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no letters that are taken for digits
OUTCOMES = {
    "made": card.Outcome.MADE,
    "set": card.Outcome.SET,
    "passed_out": card.Outcome.PASSED,
}


def matches_for_print(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with all that a scorecard shows: four queries for any number of them."""
    revisions = HandRevision.objects.filter(kind=RevisionKind.CORRECTED).order_by("no")
    hands = Hand.objects.filter(record__isnull=False).order_by("number")
    return matches.select_related("club").prefetch_related(
        "seats", Prefetch("hands", hands.prefetch_related(Prefetch("revisions", revisions)))
    )


def scorecard_build(match: Match) -> card.Scorecard:
    """The scorecard of a match that ``matches_for_print`` has read.

    The imprint's time is that of the match's last change: the same match prints the same bytes.
    """
    page = PAGES[match.game]
    names = [seat.name for seat in match.seats.all()]
    ladder = Ladder(match.game, match.rules)
    hands = tuple(_hands(match.hands.all(), page, names, ladder))
    sides = page.sides(names)
    return card.Scorecard(
        imprint=imprint(match, _("Scorecard")),
        labels=_labels(page.unit(ladder.options)),
        title=" – ".join(_together(side) for side in sides),
        place=match.label,
        scoring=_scoring(page, ladder.options),
        target=page.target(ladder.options),
        sides=_sides(sides, ladder.standing),
        hands=hands,
        notes=tuple(_notes(match.hands.all())),
        settlement=_settlement(match, page, ladder, sides),
    )


def sheet_build(match: Match, *, large: bool = False) -> sheet.ScoreSheet:
    """The empty sheet of a match, with the names of those who play it."""
    page = PAGES[match.game]
    names = [seat.name for seat in match.seats.all()]
    options = Ladder(match.game, match.rules).options
    keys = page.seat_keys()
    day = formats.date_format(timezone.localtime(match.created_at), "j M Y")
    fields = (
        sheet.Field(_("Date"), day),
        sheet.Field(_("Game to"), f"{page.target(options)} {page.unit(options)}"),
        sheet.Field(_("First shaker"), names[match.first_dealer]),
    )
    return sheet.ScoreSheet(
        imprint=imprint(match, _("Score sheet")),
        labels=_sheet_labels(page.unit(options)),
        title=match.label or _("Score sheet"),
        fields=fields,
        scoring=_scoring(page, options),
        target=page.target(options),
        sides=_sheet_sides(page.sides(names), keys),
        large=large,
    )


def imprint(match: Match, kind: str) -> Imprint:
    """What every page of a match says of itself."""
    made_at = timezone.localtime(match.changed_at)
    return Imprint(
        club=match.club.name,
        kind=kind,
        made_at=formats.date_format(made_at, "j M Y, H:i"),
        code=short_code(match),
        page_of=_("Page {page} of {pages}"),
        lang=translation.get_language() or "en",
    )


def short_code(match: Match) -> str:
    """Six characters that tell this state of this match from any other, as ``K7Q-2MX``."""
    digest = hashlib.sha256(f"{match.club_id}|{match.pk}|{match.version}".encode()).digest()
    letters = "".join(ALPHABET[byte % 32] for byte in digest[:6])
    return f"{letters[:3]}-{letters[3:]}"


def _hands(
    hands: Iterable[Hand], page: GamePage, names: Sequence[str], ladder: Ladder
) -> Iterator[card.ScoredHand]:
    for hand in hands:
        assert hand.record is not None
        assert hand.verdict is not None
        counts = ladder.climb(hand.verdict)
        words = page.words(hand.record, hand.verdict, names)
        first, second = ladder.standing.totals
        scored = words.score if counts else (0, 0)
        yield card.ScoredHand(
            number=hand.number,
            shaker=words.shaker,
            bid=words.bid,
            bidder=words.bidder,
            contract=_contract(words.contract),
            outcome=OUTCOMES[words.outcome],
            result=_result(words.outcome),
            points=(words.points[0], words.points[1]),
            scored=(scored[0], scored[1]),
            running=(first, second),
            auction=words.auction,
        )


def _contract(words: ContractWords) -> card.Contract:
    double = int(words.piece[0]) if words.piece else None
    return card.Contract(words.text, end=words.end, double=double)


def _result(outcome: str) -> str:
    return {"made": _("made"), "set": _("set"), "passed_out": _("passed out")}[outcome]


def _scoring(page: GamePage, options: Any) -> card.Scoring:
    return card.Scoring.MARKS if page.draws_marks(options) else card.Scoring.POINTS


def _sides(sides: Sequence[SideWords], standing: Standing) -> tuple[card.Side, card.Side]:
    first, second = (
        card.Side(side.short, side.players, won=standing.winner == number)
        for number, side in enumerate(sides)
    )
    return first, second


def _sheet_sides(
    sides: Sequence[SideWords], keys: Sequence[str]
) -> tuple[sheet.SheetSide, sheet.SheetSide]:
    first, second = (
        sheet.SheetSide(
            side.short,
            tuple(
                sheet.Field(_("Seat %(key)s") % {"key": key}, name)
                for key, name in zip(keys[number::2], side.players, strict=True)
            ),
        )
        for number, side in enumerate(sides)
    )
    return first, second


def _notes(hands: Iterable[Hand]) -> Iterator[card.Note]:
    for hand in hands:
        ruling = (hand.record or {}).get("ruling")
        if ruling:
            yield card.Note(_ruling(ruling), hand.number)
        for revision in hand.revisions.all():
            at = formats.date_format(timezone.localtime(revision.created_at), "H:i")
            words = _("Corrected by %(name)s at %(time)s: %(reason)s")
            name, reason = isolated(revision.author_name), isolated(revision.reason)
            yield card.Note(words % {"name": name, "time": at, "reason": reason}, hand.number)
        if not hand.counted:
            yield card.Note(_("Recorded after the end of the match; counts nothing."), hand.number)


def _ruling(ruling: Mapping[str, Any]) -> str:
    if ruling["against"] == "declarer":
        words = _("Ruling against the bidding side: %(reason)s")
    else:
        words = _("Ruling against the defending side: %(reason)s")
    return words % {"reason": isolated(ruling["reason"])}


def _settlement(
    match: Match, page: GamePage, ladder: Ladder, sides: Sequence[SideWords]
) -> card.Settlement | None:
    settled = ladder.settlement(match.stakes)
    if settled is None or match.stakes is None:
        return None
    currency = settled["currency"]
    names = [seat.name for seat in match.seats.all()]
    fenced = [replace(side, players=tuple(map(isolated, side.players))) for side in sides]
    steps = page.reckoning(ladder.standing, match.stakes, ladder.options, fenced)
    agreed = "; ".join(
        f"{_money(line.amount, currency)} {line.label}" for line in page.stakes(match.stakes)
    )
    return card.Settlement(
        stakes=agreed,
        steps=tuple(_step(line, currency) for line in steps),
        sides=tuple(
            card.Amount(_together(side), _money(amount, currency))
            for side, amount in zip(sides, settled["sides"], strict=True)
        ),
        players=tuple(
            card.Amount(name, _money(amount, currency))
            for name, amount in zip(names, settled["players"], strict=True)
        ),
    )


def _step(line: MoneyLine, currency: str) -> card.Amount:
    text = f"{line.label}: {line.reckoning}" if line.reckoning else line.label
    return card.Amount(text, _money(line.amount, currency))


def _money(amount: str, currency: str) -> str:
    return f"{amount.replace('-', '−')} {currency}"


def _together(side: SideWords) -> str:
    """The names of a side in one text, each in its own direction."""
    return " & ".join(map(isolated, side.players))


def _labels(unit: str) -> card.ScorecardLabels:
    return card.ScorecardLabels(
        hand_number=_("No."),
        shaker=_("Shaker"),
        bid=_("Bid"),
        bidder=_("Bidder"),
        contract=_("Contract"),
        result=_("Result"),
        points=_("Points"),
        running=unit.capitalize(),
        winner=_("Winner"),
        no_hands=_("No hand has been recorded."),
        notes=_("Corrections and rulings"),
        settlement=_("Settlement"),
        by_side=_("By side"),
        by_player=_("By player"),
    )


def _sheet_labels(unit: str) -> sheet.SheetLabels:
    return sheet.SheetLabels(
        hand_number=_("No."),
        shaker=_("Shaker"),
        bid=_("Bid"),
        bidder=_("Bidder"),
        contract=_("Trumps"),
        made=_("Made"),
        set=_("Set"),
        points=_("Points"),
        running=unit.capitalize(),
        signed=_("Signed"),
    )
