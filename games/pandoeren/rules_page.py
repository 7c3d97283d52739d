"""What a table of Pandoeren looks up: the contracts from low to high, card points, roem."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from games.numbers import read_whole
from games.pandoeren.words import FOURS, RUNS, bid_meaning, bids_words
from games.rules_document import RuleLine, RuleSection
from press.drawings.cards import index_of
from rules.pandoeren.cards import HAND_SIZE, LAST_TRICK, NUMBERS, PLAIN_POINTS, TRUMP_POINTS
from rules.pandoeren.contracts import CONTRACTS
from rules.pandoeren.roem import FOUR_VALUES, LADDER, RUN_VALUES
from rules.pandoeren.shape import STUK

NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def tables(options: Any) -> Iterator[RuleSection]:
    """The deal, contracts, points."""
    yield RuleSection(_("The hand"), tuple(_hand()))
    yield RuleSection(_("Contracts, from low to high"), tuple(_contracts(options)))
    yield RuleSection(_("Points"), tuple(_points()))


def _hand() -> Iterator[RuleLine]:
    cards = len(set(NUMBERS.values()))
    words = _("%(cards)d cards: four each, one face up in the middle, four more each: %(each)d.")
    yield RuleLine(_("The deal"), "", words % {"cards": cards, "each": HAND_SIZE})
    words = _(
        "The declarer takes the card in the middle, lays one down, names trumps, calls, leads."
    )
    yield RuleLine(_("The exchange"), "", words)
    words = _("Follow suit or trump; no trump below one that lies, unless nothing else is held.")
    yield RuleLine(_("The play"), "", words)


def _contracts(options: Any) -> Iterator[RuleLine]:
    numbered = False
    for contract in CONTRACTS:
        bid = contract.bids[0]
        is_number = read_whole(bid) is not None
        meaning = "" if is_number and numbered else bid_meaning(bid, any_one=options.any_one)
        numbered = numbered or is_number
        yield RuleLine(bids_words(contract.bids), f"± {contract.worth}", meaning)


def _points() -> Iterator[RuleLine]:
    yield RuleLine(_("Trumps"), "", _listed(TRUMP_POINTS))
    yield RuleLine(_("Other suits"), "", _listed(PLAIN_POINTS))
    yield RuleLine(_("Last trick"), str(LAST_TRICK))
    yield RuleLine(_("Roem, from low to high"), "", joined(map(_rung, LADDER)))
    yield RuleLine(_("Stuk (king and queen of trumps)"), str(STUK))


def joined(worths: Iterable[tuple[str, int]]) -> str:
    """What counts how much, in one text whose pairs are not parted."""
    texts = (f"{name}: {worth}".replace(" ", NO_BREAK) for name, worth in worths)
    return f"{NO_BREAK}· ".join(texts)


def _listed(points: dict[str, int]) -> str:
    return joined((index_of(rank), count) for rank, count in points.items())


def _rung(rung: int | str) -> tuple[str, int]:
    if isinstance(rung, int):
        return str(RUNS[rung]), RUN_VALUES[rung]
    return str(FOURS[rung]), FOUR_VALUES[rung]
