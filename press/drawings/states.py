"""What a piece is besides itself: trump, led, the winner of its trick."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """The state of a piece; each has its own badge, never colour alone."""

    TRUMP = "trump"
    LED = "led"
    WINNER = "winner"
    PROBLEM = "problem"
    SELECTED = "selected"
    MUTED = "muted"


# Each glyph is drawn around the centre of the badge.
BADGES: dict[State, str] = {
    State.TRUMP: "M0-5 1.5-1.5 5 0 1.5 1.5 0 5-1.5 1.5-5 0-1.5-1.5Z",
    State.LED: "M-2.5-4 3.5 0-2.5 4Z",
    State.WINNER: "M-4 0-1.5 3 4-3",
    State.PROBLEM: "M0-4V1M0 4V4.2",
    State.SELECTED: "M-4 0-1.5 3 4-3",
}


def badge(state: State, x: int, y: int) -> str:
    """The badge of a state around a point; a muted piece has none, it is dim itself."""
    if state not in BADGES:
        return ""
    return (
        f'<g class="piece__badge" transform="translate({x} {y})">'
        f'<circle r="8"/><path d="{BADGES[state]}"/></g>'
    )
