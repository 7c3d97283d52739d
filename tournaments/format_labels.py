"""Names of formats and their settings for people: gettext's messages, by key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairings.format import SettingWrong

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class SettingLabel:
    """The label of a format's setting and of its values.

    ``nought`` is the label of 0, if 0 is not a number here.
    """

    name: "StrPromise"
    explanation: "StrPromise"
    choices: "Mapping[int, StrPromise]" = field(default_factory=dict)
    nought: "StrPromise | str" = ""

    def value(self, number: int) -> str:
        """Return the label of a value."""
        if not number and self.nought:
            return str(self.nought)
        return str(self.choices.get(number, number))


@dataclass(frozen=True, slots=True)
class FormatLabel:
    """The name and description of a format, and the labels of its settings by key."""

    name: "StrPromise"
    explanation: "StrPromise"
    settings: Mapping[str, SettingLabel]


_SERIES = {
    0: _("as the event says"),
    1: _("one game"),
    3: _("best two of three"),
    5: _("best three of five"),
    7: _("best four of seven"),
}
_NO_YES = {0: _("no"), 1: _("yes")}
_FINAL = SettingLabel(
    _("Final"),
    _(
        "Single: one meeting decides. Double: a finalist who has not lost yet must lose twice, so "
        "a second meeting is played if needed."
    ),
    {1: _("single"), 2: _("double")},
)
_FINAL_BEST_OF = SettingLabel(
    _("Series of the final"), _("How many games a meeting of the final has."), _SERIES
)
_THIRD = SettingLabel(
    _("Third place"), _("Whether the losers of the semi-finals play for third place."), _NO_YES
)
_CONSOLATION = SettingLabel(
    _("Consolation bracket"),
    _("What those who are out early go on to play."),
    {0: _("none"), 1: _("single elimination"), 2: _("double elimination")},
)
_CONSOLATION_TARGET = SettingLabel(
    _("Games of the consolation to"),
    _(
        "The marks (or points) to which a game is played there, or its number of hands where the "
        "rules have one; 0 plays as the rules say."
    ),
    nought=_("as the rules say"),
)
_LOSERS_TARGET = SettingLabel(
    _("Games of the losers' bracket to"),
    _(
        "The marks (or points) to which a game is played there, or its number of hands where the "
        "rules have one; 0 plays as the rules say."
    ),
    nought=_("as the rules say"),
)
_ROUNDS = SettingLabel(_("Rounds"), _("How many rounds the event has."))

FORMAT_LABELS: dict[str, FormatLabel] = {
    "round_robin": FormatLabel(
        _("Round robin"),
        _(
            "Fixed pairs; everyone meets everyone in the order of the Berger tables. With an odd "
            "number of pairs one sits out each round."
        ),
        {
            "cycles": SettingLabel(
                _("Meetings of each two pairs"),
                _("How often each two pairs meet in the course of the event."),
            ),
            "meetings": SettingLabel(
                _("Meetings of each pair in all"),
                _(
                    "Each pair plays this many meetings, against as many different pairs as "
                    "possible; with an odd number of pairs all sit out equally often. 0 leaves it "
                    "to the setting before."
                ),
            ),
            "rounds": SettingLabel(
                _("Rounds at most"),
                _("The event ends after this many rounds; 0 plays until all have met."),
                nought=_("until all have met"),
            ),
        },
    ),
    "mitchell": FormatLabel(
        _("Mitchell"),
        _(
            "Fixed pairs, for evenings with the same deals at every table. Half of the pairs keep "
            "their table, the others move up one table after each round and meet each of them "
            "once. With an odd number one of the moving pairs sits out each round."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds at most"),
                _(
                    "There are as many rounds as tables, as no two pairs meet twice; 0 plays all "
                    "of them."
                ),
                nought=_("as many as tables"),
            ),
            "winners": SettingLabel(
                _("Winners"),
                _(
                    "Two: those who keep their table sit in A and C in every round, the others in "
                    "B and D. The two lines never hold the same hands, so each has a ranking and "
                    "a winner of its own. One: in each round some tables are turned, so that pairs "
                    "of both lines are compared, and there is one ranking. Without a deal set "
                    "there is one ranking in any case."
                ),
                {1: _("one, some tables turned"), 2: _("two, one of each line")},
            ),
        },
    ),
    "howell": FormatLabel(
        _("Howell"),
        _(
            "Few fixed pairs, for evenings with the same deals at every table. Every pair meets "
            "every other once, and any two sit in the same direction as nearly equally often as "
            "possible. With an odd number one pair sits out each round."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds at most"),
                _("The event ends after this many rounds; 0 plays until all have met."),
                nought=_("until all have met"),
            ),
        },
    ),
    "table_mates": FormatLabel(
        _("Single players, new tables each round"),
        _(
            "Single players at new tables each round, with as few repeated tablemates as possible. "
            "Those left over sit out in turn, or make a table larger."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds"), _("How many rounds the evening has; in each a table plays one game.")
            ),
            "left_over": SettingLabel(
                _("Who is left over"),
                _(
                    "For numbers that do not divide evenly. At a larger table the dealer sits the "
                    "hand out; everyone gets one before anyone gets a second. Not everybody may "
                    "then play the same number of hands: points a hand compare them, totals do not."
                ),
                {
                    0: _("sits out the round"),
                    1: _("makes a table larger by one"),
                },
            ),
        },
    ),
    "swiss": FormatLabel(
        _("Swiss"),
        _(
            "Fixed pairs; each round pairs with similar scores meet, no two meet twice and nobody "
            "is knocked out. With an odd number the lowest pair that has not had a bye sits out; "
            "what a bye scores counts for the draw as well."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds"),
                _(
                    "How many rounds are played; 0 plays until only one is unbeaten. As many as "
                    "there are pairs, or one fewer if their number is even, can be played before "
                    "two meet again or somebody sits out twice."
                ),
            )
        },
    ),
    "single_elimination": FormatLabel(
        _("Single elimination"),
        _(
            "Fixed pairs; one loss and you are out. The best seeds meet last and get the byes. "
            "Early losers may play on in a consolation bracket."
        ),
        {
            "final": _FINAL,
            "final_best_of": _FINAL_BEST_OF,
            "third": _THIRD,
            "consolation": _CONSOLATION,
            "consolation_rounds": SettingLabel(
                _("Consolation for the losers of"),
                _("From which rounds losers go on in the consolation bracket."),
                {1: _("the first round"), 2: _("the first two rounds")},
            ),
            "consolation_target": _CONSOLATION_TARGET,
        },
    ),
    "double_elimination": FormatLabel(
        _("Double elimination"),
        _(
            "Fixed pairs; two losses and you are out. A loser drops into the losers' bracket, "
            "where two pairs meet again only when it cannot be avoided."
        ),
        {"final": _FINAL, "final_best_of": _FINAL_BEST_OF, "losers_target": _LOSERS_TARGET},
    ),
    "two_boxes": FormatLabel(
        _("Double elimination out of two boxes"),
        _(
            "Fixed pairs; two losses and you are out. Opponents are drawn again for each series: "
            "the unbeaten among themselves, and those with one loss among themselves. Nobody gets "
            "a second bye while someone else can take it."
        ),
        {"final": _FINAL, "final_best_of": _FINAL_BEST_OF, "losers_target": _LOSERS_TARGET},
    ),
    "qualifying": FormatLabel(
        _("Groups, then brackets"),
        _(
            "Fixed pairs; everyone meets everyone in groups, or in one group for some rounds. The "
            "best go on to a bracket; the others play a consolation bracket or go home."
        ),
        {
            "group_size": SettingLabel(
                _("Pairs in a group"),
                _("At most this many; 0 puts everyone in one group."),
                nought=_("all in one group"),
            ),
            "groups": SettingLabel(
                _("Number of groups"),
                _("0 makes as many as the size of a group requires."),
                nought=_("as many as it takes"),
            ),
            "cycles": SettingLabel(
                _("Meetings of each two pairs"), _("How often each two pairs of a group meet.")
            ),
            "group_rounds": SettingLabel(
                _("Rounds in the groups at most"),
                _("The groups end after this many rounds; 0 plays until all have met."),
                nought=_("until all have met"),
            ),
            "unequal": SettingLabel(
                _("Groups of unequal size"),
                _(
                    "How they are made comparable: all that counts is divided by the games played, "
                    "or the smaller groups play a game more each, in which somebody is met again. "
                    "In a group of an odd number a bye then counts only where it makes games "
                    "equal."
                ),
                {
                    0: _("as they fall, byes count"),
                    1: _("by the share of games won"),
                    2: _("a game more in the smaller groups"),
                },
            ),
            "advance_each": SettingLabel(
                _("Going on from each group"),
                _("This many from each group go on; 0 if only the best overall count."),
                nought=_("only by the numbers below"),
            ),
            "advance_total": SettingLabel(
                _("Going on in all"),
                _(
                    "The best of the rest fill up to this number; 0 adds none. With 0 here and 0 "
                    "from each group, everyone goes on."
                ),
                nought=_("no more than that"),
            ),
            "advance_half": SettingLabel(
                _("The better half"),
                _("Whether the better half goes on, whatever the two numbers above say."),
                _NO_YES,
            ),
            "bracket": SettingLabel(
                _("Bracket"),
                _("Of those who go on."),
                {1: _("single elimination"), 2: _("double elimination")},
            ),
            "bracket_best_of": SettingLabel(
                _("Series in the brackets"),
                _("How many games a meeting of the brackets has."),
                _SERIES,
            ),
            "bracket_minutes": SettingLabel(
                _("Minutes a round in the brackets"),
                _("What the round clock counts down from in the brackets; 0 uses the event's own."),
                nought=_("as the event says"),
            ),
            "final": _FINAL,
            "final_best_of": _FINAL_BEST_OF,
            "third": _THIRD,
            "consolation": _CONSOLATION,
            "bracket_target": SettingLabel(
                _("Games of the brackets to"),
                _(
                    "The marks (or points) to which a game is played there, or its number of hands "
                    "where the rules have one; 0 plays as the rules say."
                ),
                nought=_("as the rules say"),
            ),
            "losers_target": _LOSERS_TARGET,
            "consolation_target": _CONSOLATION_TARGET,
        },
    ),
    "rotating_partners": FormatLabel(
        _("Single players, new partners each round"),
        _(
            "Single players with a new partner each round and as few repeated opponents as "
            "possible. Those left over sit out in turn."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds"),
                _(
                    "How many rounds the event has; 0 until everybody has been everybody's "
                    "partner. With a multiple of four players, or one more, each two are then "
                    "twice opponents."
                ),
            )
        },
    ),
    "progressive": FormatLabel(
        _("Progressive: winners move up"),
        _(
            "Single players. After each round the winners of a table move toward the head table, "
            "and two who arrive together become opponents there."
        ),
        {
            "rounds": _ROUNDS,
            "winners": SettingLabel(
                _("Winners"),
                _("Where the winners of a table go; at the head table they stay."),
                {
                    0: _("stay where they are"),
                    1: _("move up one table"),
                    2: _("move up two tables"),
                },
            ),
            "losers": SettingLabel(
                _("Losers"),
                _("Where the losers of a table go; at the last table they stay."),
                {
                    0: _("stay where they are"),
                    1: _("move down one table"),
                    2: _("move down two tables"),
                },
            ),
            "head": SettingLabel(
                _("At the head table"),
                _("Which pair leaves the head table, and where to."),
                {
                    0: _("the losers go to the last table"),
                    1: _("the losers move as at other tables"),
                    2: _("the winners go to the last table"),
                },
            ),
        },
    ),
    "by_standing": FormatLabel(
        _("Single players, tables by the standings"),
        _(
            "After each round the top four of the standings sit at the first table, the next four "
            "at the second, and so on. Those left over sit out, from the bottom of the standings "
            "and in turn."
        ),
        {
            "rounds": _ROUNDS,
            "pattern": SettingLabel(
                _("Partners at a table"),
                _("Which of the four are partners, by their places in the standings."),
                {
                    0: _("1 and 4 against 2 and 3"),
                    1: _("1 and 3 against 2 and 4"),
                    2: _("1 and 2 against 3 and 4"),
                },
            ),
            "new_partners": SettingLabel(
                _("New partners"),
                _(
                    "Whether another pattern, or a player a few places down, is used when two have "
                    "been partners before."
                ),
                _NO_YES,
            ),
        },
    ),
    "ladder": FormatLabel(
        _("Ladder of tables"),
        _(
            "Four single players stay at a table for some rounds, each partnering each of the "
            "others. Then the best move up a table and the last move down."
        ),
        {
            "rounds": _ROUNDS,
            "together": SettingLabel(
                _("Rounds at a table"),
                _(
                    "How many rounds four play together before they part; three make all partners "
                    "once."
                ),
            ),
            "movers": SettingLabel(
                _("Who moves"),
                _("How many of the four move up, and how many down."),
                {1: _("the best up, the last down, two stay"), 2: _("two up, two down")},
            ),
        },
    ),
}


def format_choices() -> "list[tuple[str, StrPromise]]":
    """Return the formats with their names."""
    return [(key, label.name) for key, label in FORMAT_LABELS.items()]


def setting_problem(format_key: str, wrong: SettingWrong) -> str:
    """Describe a problem with a setting of a format."""
    if wrong.setting:
        values = {
            "name": FORMAT_LABELS[format_key].settings[wrong.key].name,
            "low": wrong.setting.low,
            "high": wrong.setting.high,
        }
        return gettext("%(name)s: a number from %(low)d to %(high)d.") % values
    return {
        "unknown": gettext("This format has no setting %(key)s.") % {"key": wrong.key},
        "two_must_go_on": gettext("A bracket needs two who go on."),
        "two_of_one_group_must_go_on": gettext(
            "From one group two must go on: a bracket needs two."
        ),
    }[wrong.code]
