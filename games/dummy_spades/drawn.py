"""The tricks of a record as they are drawn: whose card it is, who won, what is wrong."""

from collections.abc import Collection, Mapping
from typing import Any

from games.base import DrawnTrick, Names
from games.dummy_spades.course import orders_of
from games.dummy_spades.entry import canonical
from games.tricks import tricks_drawn
from rules.dummy_spades.cards import NUMBERS
from rules.problems import Problem


def draw_tricks(
    record: Mapping[str, Any], hands: Names, problems: Collection[Problem]
) -> tuple[DrawnTrick, ...]:
    """Every trick of ``plays``; ``hands`` are the names by hand, the dummy's among them."""
    plays = record.get("plays", ())
    return tricks_drawn(plays, orders_of(record), hands, problems, known=_known, cards=True)


def _known(card: str) -> str:
    return canonical(card) if card in NUMBERS else ""
