"""Line icons, and the badges of a piece's state, as SVG.

Icons are on a grid of 24, drawn with a line of two units and round ends. Colours come from the
style sheet by class, so that one drawing serves light, dark, print and projector.
"""

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
    """Return the badge of a state around a point; a muted piece has none."""
    if state not in BADGES:
        return ""
    return (
        f'<g class="piece__badge" transform="translate({x} {y})">'
        f'<circle r="8"/><path d="{BADGES[state]}"/></g>'
    )


ICONS: dict[str, str] = {
    "add": "M12 5v14M5 12h14",
    "alert": "M12 4 2.8 20h18.4ZM12 10v4.5M12 17.4v.1",
    "back": "M15 5l-7 7 7 7",
    "camera": "M3 8h4l2-3h6l2 3h4v12H3ZM12 10a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z",
    "check": "M4.5 12.5l5 5 10-11",
    "clock": "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3 2",
    "close": "M6 6l12 12M18 6 6 18",
    "copy": "M9 9h11v11H9ZM15 9V4H4v11h5",
    "cup": "M7 4h10v6a5 5 0 0 1-10 0ZM7 6H4v1a3 3 0 0 0 3 3M17 6h3v1a3 3 0 0 1-3 3M12 15v4"
    "M8.5 20h7",
    "dark": "M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10Z",
    "document": "M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6",
    "down": "M5 9l7 7 7-7",
    "download": "M12 4v11M7 10.5l5 5 5-5M4.5 20h15",
    "draw": "M5 9h14l-1.5 11h-11ZM5 9c1-3 3.5-5 7-5s6 2 7 5M10 14v.1M14 16v.1",
    "edit": "M4 20l1-4L16 5l3 3L8 19ZM13.5 7.5l3 3",
    "event": "M4 6h16v14H4ZM4 10.5h16M8.5 3.5V7M15.5 3.5V7",
    "forward": "M9 5l7 7-7 7",
    "hand": "M7 4h10v16H7ZM7 12h10M12 8v.1M9.6 15v.1M14.4 17v.1",
    "history": "M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8",
    "info": "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 11v5.5M12 7.6v.1",
    "key": "M8 11.5a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6ZM10.8 12.6 19 4.5M15.5 8l2.8 2.8",
    "light": "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2"
    "M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
    "lock": "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    "minus": "M5 12h14",
    "money": "M3 7h18v11H3ZM12 10a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM6.5 12.5v.1M17.5 12.5v.1",
    "more": "M5.5 12v.1M12 12v.1M18.5 12v.1",
    "offline": "M3 9.5a13 13 0 0 1 4.6-2.8M21 9.5a13 13 0 0 0-9-3.5M7 13.5a8 8 0 0 1 3.5-2"
    "M17 13.5a8 8 0 0 0-2-1.4M12 18v.1M4 4l16 16",
    "people": "M9 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM2.5 20c0-4 2.8-6 6.5-6s6.5 2 6.5 6"
    "M16 5a3.3 3.3 0 0 1 0 6.3M18 14.6c2.2.8 3.5 2.6 3.5 5.4",
    "person": "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5c0-4.3 3.2-6.5 7.5-6.5s7.5 2.2 7.5 6.5",
    "print": "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z",
    "screen": "M3 5h18v11H3ZM12 16v4M8 20h8",
    "search": "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5 20.5 20.5",
    "signout": "M14 4H5v16h9M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5",
    "star": "M12 3.5l2.5 6 6.5.5-5 4.2 1.6 6.3-5.6-3.4-5.6 3.4L8 14.2 3 10l6.5-.5Z",
    "standings": "M4 20v-7h5v7M9.5 20V5h5v15M15 20v-5h5v5M3 20h18",
    "trash": "M4.5 7h15M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5",
    "turn": "M8 5l9 7-9 7Z",
    "undo": "M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3",
    "up": "M5 15l7-7 7 7",
}
