"""All formats by their keys; each is a class in a module of its key."""

from typing import Final

from pairings.by_standing import ByStanding
from pairings.double_elimination import DoubleElimination
from pairings.format import Format
from pairings.howell import Howell
from pairings.ladder import Ladder
from pairings.mitchell import Mitchell
from pairings.progressive import Progressive
from pairings.qualifying import Qualifying
from pairings.rotating_partners import RotatingPartners
from pairings.round_robin import RoundRobin
from pairings.single_elimination import SingleElimination
from pairings.swiss import Swiss
from pairings.table_mates import TableMates
from pairings.two_boxes import TwoBoxes

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
