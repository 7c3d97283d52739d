"""Elimination: brackets drawn beforehand, boxes drawn anew each series, and how they are drawn.

Nothing here knows of a page, of paper or of a name. The record comes first: who was drawn into a
box is in it, and only what has not begun follows from results.
"""

from pairings.brackets.drawing import Bracket
from pairings.brackets.elimination import (
    double_bracket,
    double_elimination,
    double_places,
    single_bracket,
    single_elimination,
    single_places,
)
from pairings.brackets.two_boxes import two_boxes, two_boxes_places
from pairings.brackets.two_boxes_layout import two_boxes_bracket

__all__ = [
    "Bracket",
    "double_bracket",
    "double_elimination",
    "double_places",
    "single_bracket",
    "single_elimination",
    "single_places",
    "two_boxes",
    "two_boxes_bracket",
    "two_boxes_places",
]
