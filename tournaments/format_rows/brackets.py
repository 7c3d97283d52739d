"""The formats of elimination."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from pairings.elimination import (
    double_bracket,
    double_elimination,
    double_places,
    single_bracket,
    single_elimination,
    single_places,
)
from pairings.qualifying import (
    BRACKETS,
    GROUPS,
    group_of,
    qualifying,
    qualifying_bracket,
    qualifying_places,
)
from pairings.two_boxes import two_boxes, two_boxes_bracket, two_boxes_places
from tournaments.format_rows.base import MOST, Format, Setting

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LINES = 128
"""Of a single elimination; a double one has 64."""
GROUPS_MOST = 160
"""Pairs in groups whose best go on."""


def lines_of(options: Mapping[str, int]) -> int:
    """How many entries there can be: as a double elimination, of the rest either, has room for."""
    return MOST if 2 in (options.get("bracket"), options.get("consolation")) else LINES


SERIES = (
    (0, _("as the event has it")),
    (1, _("one game")),
    (3, _("best two of three")),
    (5, _("best three of five")),
    (7, _("best four of seven")),
)
NO_YES = ((0, _("no")), (1, _("yes")))


def groups_lines(options: Mapping[str, int]) -> int:
    """How many pairs groups and brackets have room for.

    Where only the best of all go on, so many and as many as the consolation has lines for.
    """
    lines, total = lines_of(options), options.get("advance_total", 0)
    by_total = total and not (options.get("advance_each", 0) or options.get("advance_half", 0))
    return min(total + lines, GROUPS_MOST) if by_total and lines == LINES else lines


def final_setting(default: int) -> Setting:
    """How often a finalist must lose."""
    return Setting(
        "final",
        _("Final"),
        _(
            "Single: one meeting decides. Double: a finalist who has not lost yet must "
            "lose twice, so a second meeting is played if needed."
        ),
        default=default,
        low=1,
        high=2,
        choices=((1, _("single")), (2, _("double"))),
    )


FINAL_SERIES = Setting(
    "final_best_of",
    _("Series of the final"),
    _("How many games make the meetings of the final."),
    default=0,
    low=0,
    high=7,
    choices=SERIES,
)
THIRD = Setting(
    "third",
    _("Third place"),
    _("Whether the losers of the semi-finals play for the third place."),
    default=0,
    low=0,
    high=1,
    choices=NO_YES,
)
CONSOLATION = Setting(
    "consolation",
    _("Consolation bracket"),
    _("What is left to play for those who are out early."),
    default=0,
    low=0,
    high=2,
    choices=((0, _("none")), (1, _("single elimination")), (2, _("double elimination"))),
)


def target_setting(key: str, name: "StrPromise") -> Setting:
    """The target of the games in a part of the draw."""
    return Setting(
        key,
        name,
        _(
            "To how many marks (or points) a game is played there, or how many hands where the "
            "rules have a number of hands; 0 plays as the rules have it."
        ),
        default=0,
        low=0,
        high=1000,
        nought=_("as the rules say"),
    )


LOSERS_TARGET = target_setting("losers_target", _("Games of the losers' bracket to"))
CONSOLATION_TARGET = target_setting("consolation_target", _("Games of the consolation to"))

SINGLE_ELIMINATION = Format(
    key="single_elimination",
    name=_("Single elimination"),
    explanation=_(
        "Fixed pairs; one loss and you are out. The best seeds meet last and get the "
        "byes. Early losers may play on in a consolation bracket."
    ),
    games=frozenset({"texas42"}),
    lineup=2,
    first_deal_drawn=True,
    settings=(
        final_setting(1),
        FINAL_SERIES,
        THIRD,
        CONSOLATION,
        Setting(
            "consolation_rounds",
            _("Consolation for the losers of"),
            _("From which rounds losers go on in the consolation bracket."),
            default=1,
            low=1,
            high=2,
            choices=((1, _("the first round")), (2, _("the first two rounds"))),
        ),
        CONSOLATION_TARGET,
    ),
    plan=single_elimination,
    from_results=True,
    begin_alone=True,
    places=single_places,
    bracket=single_bracket,
    closed_by="",
    by_hand=False,
    most_by=lines_of,
)

DOUBLE_ELIMINATION = Format(
    key="double_elimination",
    name=_("Double elimination"),
    explanation=_(
        "Fixed pairs; two losses and you are out. A loser drops into the losers' bracket,"
        " where two pairs meet again only when it cannot be avoided."
    ),
    games=frozenset({"texas42"}),
    lineup=2,
    first_deal_drawn=True,
    settings=(final_setting(2), FINAL_SERIES, LOSERS_TARGET),
    plan=double_elimination,
    from_results=True,
    begin_alone=True,
    places=double_places,
    bracket=double_bracket,
    closed_by="",
    by_hand=False,
)

TWO_BOXES = Format(
    key="two_boxes",
    name=_("Double elimination out of two boxes"),
    explanation=_(
        "Fixed pairs; two losses and you are out. Opponents are drawn again for each "
        "series: the unbeaten among themselves, and those with one loss among themselves."
        " Nobody gets a second bye while someone else can take it."
    ),
    games=frozenset({"texas42"}),
    lineup=2,
    first_deal_drawn=True,
    settings=(final_setting(2), FINAL_SERIES, LOSERS_TARGET),
    plan=two_boxes,
    from_results=True,
    draws_rounds=True,
    places=two_boxes_places,
    bracket=two_boxes_bracket,
    closed_by="",
    by_hand=False,
    most=LINES,
)


def lone_winner(options: Mapping[str, int]) -> "dict[str, StrPromise]":
    """One who goes on alone has nobody to play."""
    each, total = options["advance_each"], options["advance_total"]
    if options["advance_half"] or max(each, total) != 1:
        return {}
    is_one_group = options["groups"] == 1 or not (options["groups"] or options["group_size"])
    if total == 1 and not each:
        return {"advance_total": _("A bracket needs two who go on.")}
    if is_one_group:
        return {"advance_each": _("From one group two must go on: a bracket needs two.")}
    return {}


QUALIFYING = Format(
    key="qualifying",
    name=_("Groups, then brackets"),
    explanation=_(
        "Fixed pairs; everyone meets everyone in groups, or in one group for some rounds."
        " The best go on to a bracket; the others play a consolation bracket or go home."
    ),
    games=frozenset({"texas42"}),
    lineup=2,
    first_deal_drawn=True,
    settings=(
        Setting(
            "group_size",
            _("Pairs in a group"),
            _("At most this many; 0 puts everyone in one group."),
            default=4,
            low=0,
            high=64,
            nought=_("all in one group"),
        ),
        Setting(
            "groups",
            _("Number of groups"),
            _("0 makes as many as the size of a group asks for."),
            default=0,
            low=0,
            high=16,
            nought=_("as many as it takes"),
        ),
        Setting(
            "cycles",
            _("Meetings of each two pairs"),
            _("How often each two pairs of a group meet."),
            default=1,
            low=1,
            high=2,
        ),
        Setting(
            "group_rounds",
            _("Rounds in the groups at most"),
            _("The groups end after this many rounds; 0 plays until all have met."),
            default=0,
            low=0,
            high=126,
            nought=_("until all have met"),
        ),
        Setting(
            "unequal",
            _("Groups of unequal size"),
            _(
                "How they are made comparable: all that counts is divided by the games played, or "
                "the smaller groups play a game more each, in which somebody is met again. In a "
                "group of an odd number a bye then counts only where it makes games equal."
            ),
            default=0,
            low=0,
            high=2,
            choices=(
                (0, _("as they fall, byes count")),
                (1, _("by the share of games won")),
                (2, _("a game more in the smaller groups")),
            ),
        ),
        Setting(
            "advance_each",
            _("Going on from each group"),
            _("This many from each group go on; 0 if only the best overall count."),
            default=2,
            low=0,
            high=32,
            nought=_("only by the numbers below"),
        ),
        Setting(
            "advance_total",
            _("Going on in all"),
            _(
                "The best of the rest fill up to this number; 0 adds none. With 0 here "
                "and 0 from each group, everyone goes on."
            ),
            default=0,
            low=0,
            high=64,
            nought=_("no more than that"),
        ),
        Setting(
            "advance_half",
            _("The better half"),
            _("Whether the better half goes on, whatever the two numbers above say."),
            default=0,
            low=0,
            high=1,
            choices=NO_YES,
        ),
        Setting(
            "bracket",
            _("Bracket"),
            _("Of those who go on."),
            default=1,
            low=1,
            high=2,
            choices=((1, _("single elimination")), (2, _("double elimination"))),
        ),
        Setting(
            "bracket_best_of",
            _("Series in the brackets"),
            _("How many games make the meetings of the brackets."),
            default=0,
            low=0,
            high=7,
            choices=SERIES,
        ),
        Setting(
            "bracket_minutes",
            _("Minutes a round in the brackets"),
            _("What the round clock counts down from in the brackets; 0 uses the event's own."),
            default=0,
            low=0,
            high=600,
            nought=_("as the event has it"),
        ),
        final_setting(1),
        FINAL_SERIES,
        THIRD,
        CONSOLATION,
        target_setting("bracket_target", _("Games of the brackets to")),
        LOSERS_TARGET,
        CONSOLATION_TARGET,
    ),
    plan=qualifying,
    from_results=True,
    begin_alone=True,
    ranked_by=GROUPS,
    places=qualifying_places,
    bracket=qualifying_bracket,
    closed_by=BRACKETS,
    by_hand=False,
    by_hand_stage=GROUPS,
    part_of=group_of,
    wrong=lone_winner,
    most_by=groups_lines,
)
