"""All formats by their keys; each is a class in a module of its key."""

from typing import Final

from engine.pairings.by_standing import ByStanding
from engine.pairings.double_elimination import DoubleElimination
from engine.pairings.format import Format
from engine.pairings.howell import Howell
from engine.pairings.ladder import Ladder
from engine.pairings.mitchell import Mitchell
from engine.pairings.progressive import Progressive
from engine.pairings.qualifying import Qualifying
from engine.pairings.rotating_partners import RotatingPartners
from engine.pairings.round_robin import RoundRobin
from engine.pairings.single_elimination import SingleElimination
from engine.pairings.swiss import Swiss
from engine.pairings.table_mates import TableMates
from engine.pairings.two_boxes import TwoBoxes

FORMATS: Final[dict[str, Format]] = {
    known.key: known
    for known in (
        RoundRobin(),
        TableMates(),
        Swiss(),
        SingleElimination(),
        DoubleElimination(),
        TwoBoxes(),
        Qualifying(),
        Mitchell(),
        Howell(),
        RotatingPartners(),
        Progressive(),
        ByStanding(),
        Ladder(),
    )
}


def usual_format(game: str) -> str:
    """Return the default format of a game's events."""
    return next((known.key for known in FORMATS.values() if known.suits(game)), RoundRobin.key)
