"""What the printed matter of every game has in common: imprint, code, notes, money."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _

from games import GamePresenter
from games.base import MoneyLine
from press.base import Imprint
from press.fonts import isolated
from prints.score_sheet import Field
from prints.scorecard import Amount, Note, Outcome
from scoring.models import Hand, HandRevision, Match
from scoring.models.hands import RevisionKind

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no letters that are taken for digits
OUTCOMES = {"made": Outcome.MADE, "set": Outcome.SET, "passed_out": Outcome.PASSED}


def matches_for_print(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with all that a scorecard shows: four queries for any number of them."""
    revisions = HandRevision.objects.filter(kind=RevisionKind.CORRECTED).order_by("no")
    hands = Hand.objects.filter(record__isnull=False).order_by("number")
    return matches.select_related("club").prefetch_related(
        "seats", Prefetch("hands", hands.prefetch_related(Prefetch("revisions", revisions)))
    )


def names_of(match: Match) -> list[str]:
    """The players by seat."""
    return [seat.name for seat in match.seats.all()]


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


def seat_field(key: str, name: str) -> Field:
    """A seat with the name of who sits there."""
    return Field(_("Seat %(key)s") % {"key": key}, name)


def notes_of(hands: Iterable[Hand]) -> Iterator[Note]:
    """Rulings, corrections, and hands that count nothing."""
    for hand in hands:
        ruling = (hand.record or {}).get("ruling")
        if ruling:
            yield Note(_ruling(ruling), hand.number)
        for revision in hand.revisions.all():
            at = formats.date_format(timezone.localtime(revision.created_at), "H:i")
            words = _("Corrected by %(name)s at %(time)s: %(reason)s")
            name, reason = isolated(revision.author_name), isolated(revision.reason)
            yield Note(words % {"name": name, "time": at, "reason": reason}, hand.number)
        if not hand.counted:
            yield Note(_("Recorded after the end of the match; does not count."), hand.number)


def _ruling(ruling: Mapping[str, Any]) -> str:
    if ruling["against"] == "declarer":
        words = _("Ruling against the bidding side: %(reason)s")
    else:
        words = _("Ruling against the defending side: %(reason)s")
    return words % {"reason": isolated(ruling["reason"])}


def stakes_words(page: GamePresenter, stakes: Mapping[str, Any]) -> str:
    """The agreed amounts in one line."""
    lines = page.stakes(stakes)
    return "; ".join(
        f"{money_words(line.amount, stakes['currency'])} {line.label}" for line in lines
    )


def step_amount(line: MoneyLine, currency: str) -> Amount:
    """A line of a reckoning as it is printed."""
    text = f"{line.label}: {line.reckoning}" if line.reckoning else line.label
    return Amount(text, money_words(line.amount, currency))


def money_words(amount: str, currency: str) -> str:
    """An amount with a true minus sign, and its currency."""
    return f"{amount.replace('-', '−')} {currency}"
