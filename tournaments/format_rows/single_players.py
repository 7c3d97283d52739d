"""The formats of Texas 42 for single players, who change partners."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from pairings import by_standing, ladder, progressive
from pairings import rotating_partners as rotating
from pairings.fours import Pattern
from pairings.state import PairingState
from tournaments.format_rows.base import HALL, Format, Setting

GAMES = frozenset({"texas42"})
STAY = (0, _("stay where they are"))


def rounds_setting(default: int) -> Setting:
    """How many rounds the event has."""
    return Setting(
        "rounds",
        _("Rounds"),
        _("How many rounds the event has."),
        default=default,
        low=1,
        high=40,
    )


def rounds_chosen(usual: int) -> Callable[[PairingState], int]:
    """How many rounds are meant to be played, where the setting may be left out."""
    return lambda situation: situation.options.get("rounds", usual)


ROTATING_PARTNERS = Format(
    key="rotating_partners",
    name=_("Single players, new partners each round"),
    explanation=_(
        "Single players with a new partner each round and as few repeated opponents as "
        "possible. Those left over sit out in turn."
    ),
    games=GAMES,
    lineup=1,
    first_deal_drawn=True,
    settings=(
        Setting(
            "rounds",
            _("Rounds"),
            _(
                "How many rounds the event has; 0 until everybody has been everybody's partner. "
                "With a multiple of four players, or one more, each two are then twice opponents."
            ),
            default=rotating.ROUNDS,
            low=0,
            high=63,
        ),
    ),
    plan=rotating.rotating_partners,
    most=100,
)

PROGRESSIVE = Format(
    key="progressive",
    name=_("Progressive: winners move up"),
    explanation=_(
        "Single players. After each round the winners of a table move toward the head "
        "table, and two who arrive together become opponents there."
    ),
    games=GAMES,
    lineup=1,
    first_deal_drawn=True,
    settings=(
        rounds_setting(progressive.ROUNDS),
        Setting(
            "winners",
            _("Winners"),
            _("Where the winners of a table go; at the head table they stay."),
            default=1,
            low=0,
            high=2,
            choices=(STAY, (1, _("move up one table")), (2, _("move up two tables"))),
        ),
        Setting(
            "losers",
            _("Losers"),
            _("Where the losers of a table go; at the last table they stay."),
            default=0,
            low=0,
            high=2,
            choices=(STAY, (1, _("move down one table")), (2, _("move down two tables"))),
        ),
        Setting(
            "head",
            _("At the head table"),
            _("Which pair leaves the head table, and where to."),
            default=progressive.AtHead.LOSERS_TO_FOOT.value,
            low=0,
            high=2,
            choices=(
                (progressive.AtHead.LOSERS_TO_FOOT.value, _("the losers go to the last table")),
                (
                    progressive.AtHead.LOSERS_AS_ELSEWHERE.value,
                    _("the losers move as at other tables"),
                ),
                (progressive.AtHead.WINNERS_TO_FOOT.value, _("the winners go to the last table")),
            ),
        ),
    ),
    plan=progressive.progressive,
    from_results=True,
    rounds_in_all=rounds_chosen(progressive.ROUNDS),
    draws_rounds=True,
    most=HALL,
)

BY_STANDING = Format(
    key="by_standing",
    name=_("Single players, tables by the standings"),
    explanation=_(
        "After each round the top four of the standings sit at the first table, the next "
        "four at the second, and so on. Those left over sit out, from the bottom of the "
        "standings and in turn."
    ),
    games=GAMES,
    lineup=1,
    first_deal_drawn=True,
    settings=(
        rounds_setting(by_standing.ROUNDS),
        Setting(
            "pattern",
            _("Partners at a table"),
            _("Which of the four are partners, by their places in the standings."),
            default=Pattern.BEST_WITH_LAST.value,
            low=0,
            high=2,
            choices=(
                (Pattern.BEST_WITH_LAST.value, _("1 and 4 against 2 and 3")),
                (Pattern.BEST_WITH_THIRD.value, _("1 and 3 against 2 and 4")),
                (Pattern.BEST_WITH_SECOND.value, _("1 and 2 against 3 and 4")),
            ),
        ),
        Setting(
            "new_partners",
            _("New partners"),
            _(
                "Whether another pattern, or a player a few places down, is used when two"
                " have been partners before."
            ),
            default=1,
            low=0,
            high=1,
            choices=((0, _("no")), (1, _("yes"))),
        ),
    ),
    plan=by_standing.by_standing,
    from_results=True,
    rounds_in_all=rounds_chosen(by_standing.ROUNDS),
    ranked_by="",
    most=HALL,
)

LADDER = Format(
    key="ladder",
    name=_("RunningScore of tables"),
    explanation=_(
        "Four single players stay at a table for some rounds, each with each as partner. Then the "
        "best move up a table and the last move down."
    ),
    games=GAMES,
    lineup=1,
    first_deal_drawn=True,
    settings=(
        rounds_setting(ladder.ROUNDS),
        Setting(
            "together",
            _("Rounds at a table"),
            _("How many rounds four play together before they part; three make all partners once."),
            default=ladder.TOGETHER,
            low=1,
            high=3,
        ),
        Setting(
            "movers",
            _("Who moves"),
            _("How many of the four move up, and how many down."),
            default=1,
            low=1,
            high=2,
            choices=(
                (1, _("the best up, the last down, two stay")),
                (2, _("two up, two down")),
            ),
        ),
    ),
    plan=ladder.ladder,
    from_results=True,
    rounds_in_all=rounds_chosen(ladder.ROUNDS),
    ranked_by="",
    most=HALL,
)
