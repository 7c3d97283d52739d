"""How an event speaks of those who take part, pairs or players, and of why they meet."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.dealing import either
from pairings.format import sides_of
from pairings.formats import FORMATS
from pairings.qualifying import GROUPS
from pairings.swiss import Reason, Why
from tournaments.models.events import ByeRule, TimeRule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django_stubs_ext import StrPromise

    from tournaments.models import Event, Round


@dataclass(frozen=True, slots=True)
class EntryWords:
    """Everything that is said of entries.

    ``%(number)d`` stands for an entry's number, ``%(count)d`` for how many there are.
    """

    one: "StrPromise"
    many: "StrPromise"
    this_one: "StrPromise"
    entered: "StrPromise"
    dropped_out: "StrPromise"
    is_back: "StrPromise"
    taken_out: "StrPromise"
    has_played: "StrPromise"
    dropped_already: "StrPromise"
    not_dropped: "StrPromise"
    wrong_lineup: "StrPromise"
    wrong_place: "StrPromise"
    too_many: "StrPromise"
    too_few: "StrPromise"
    count_entered: Any
    are_entered: Any
    enter: "StrPromise"
    how_to_enter: "StrPromise"
    will_stand_here: "StrPromise"
    enter_first: "StrPromise"
    paste: "StrPromise"
    paste_label: "StrPromise"
    paste_help: "StrPromise"
    paste_button: "StrPromise"
    substitute: "StrPromise"
    ranked: "StrPromise"
    deleted_with: "StrPromise"
    order_drawn: "StrPromise"
    round_begun: "StrPromise"
    met: "StrPromise"


PAIRS = EntryWords(
    one=_("Pair"),
    many=_("Pairs"),
    this_one=_("pair %(number)d"),
    entered=_("Pair %(number)d is entered."),
    dropped_out=_("Pair %(number)d has dropped out; what it played stays."),
    is_back=_("Pair %(number)d is back."),
    taken_out=_("Pair %(number)d is removed."),
    has_played=_("This pair has played. Withdraw it instead: its results stay."),
    dropped_already=_("This pair has dropped out already."),
    not_dropped=_("This pair has not dropped out."),
    wrong_lineup=_("A pair is two different players."),
    wrong_place=_("A pair has two places."),
    too_many=_("An event has at most %(count)d pairs."),
    too_few=_("Two pairs at least are needed."),
    count_entered=ngettext_lazy("%(count)d pair entered.", "%(count)d pairs entered.", "count"),
    are_entered=ngettext_lazy(
        "%(count)d pair is entered.", "%(count)d pairs are entered.", "count"
    ),
    enter=_("Enter a pair"),
    how_to_enter=_("Type the two names of a pair and press Enter; the next can be typed at once."),
    will_stand_here=_("Pairs are listed here as they come in."),
    enter_first=_("Enter at least two pairs; then the rounds can be drawn."),
    paste=_("Paste a list of pairs"),
    paste_label=_("Pairs, one a line"),
    paste_help=_("Two names a line with & between them: Ann Lee & Bob Stone"),
    paste_button=_("Enter these pairs"),
    substitute=_("Substitute in pair %(number)d"),
    ranked=_("Pairs are ranked by the first; those still level by the next, and so on."),
    deleted_with=_("Its pairs and its draw are deleted with it. The players stay on the roster."),
    order_drawn=_("Order of the pairs"),
    round_begun=either(
        _("Round %(number)d has begun. First shakers are drawn."),
        _("Round %(number)d has begun. First dealers are drawn."),
    ),
    met=_("Who met whom"),
)

PLAYERS = EntryWords(
    one=_("Player"),
    many=_("Players"),
    this_one=_("player %(number)d"),
    entered=_("Player %(number)d is entered."),
    dropped_out=_("Player %(number)d has dropped out; what was played stays."),
    is_back=_("Player %(number)d is back."),
    taken_out=_("Player %(number)d is removed."),
    has_played=_("This player has played. Withdraw him or her instead: the results stay."),
    dropped_already=_("This player has dropped out already."),
    not_dropped=_("This player has not dropped out."),
    wrong_lineup=_("Everybody plays alone: enter one player at a time."),
    wrong_place=_("Everybody plays alone: there is one place."),
    too_many=_("An event has at most %(count)d players."),
    too_few=_("At least %(count)d players are needed."),
    count_entered=ngettext_lazy("%(count)d player entered.", "%(count)d players entered.", "count"),
    are_entered=ngettext_lazy(
        "%(count)d player is entered.", "%(count)d players are entered.", "count"
    ),
    enter=_("Enter a player"),
    how_to_enter=_("Type a name and press Enter; the next can be typed at once."),
    will_stand_here=_("Players are listed here as they come in."),
    enter_first=_("Enter at least %(count)d players; then the rounds can be drawn."),
    paste=_("Paste a list of players"),
    paste_label=_("Players, one a line"),
    paste_help=_("One name a line: Ann Lee"),
    paste_button=_("Enter these players"),
    substitute=_("Substitute for player %(number)d"),
    ranked=_("Players are ranked by the first; those still level by the next, and so on."),
    deleted_with=_("Its entries and its draw are deleted with it. The players stay on the roster."),
    order_drawn=_("Order of the players"),
    round_begun=_("Round %(number)d has begun. At each table the first named deals first."),
    met=_("Who sat with whom"),
)


def entry_words(event: "Event") -> EntryWords:
    """The words for those who take part in an event."""
    return PLAYERS if FORMATS[event.format].lineup == 1 else PAIRS


WHY: "dict[Why, StrPromise]" = {
    Why.FOLD: _(
        "Both have %(points)s. In this group of %(size)d the upper half meets the lower: "
        "place %(place)d meets place %(low_place)d."
    ),
    Why.NEAR_FOLD: _(
        "Both have %(points)s. In this group of %(size)d place %(place)d meets place "
        "%(low_place)d: as near to upper half against lower half as earlier meetings and odd "
        "groups allow."
    ),
    Why.FLOAT_ODD: _(
        "Of those with %(points)s one is left over: %(one)s goes down and meets %(other)s "
        "with %(low_points)s."
    ),
    Why.FLOAT_MET: _(
        "Of those with %(points)s, or further down, too many have met already: %(one)s goes down "
        "and meets %(other)s with %(low_points)s."
    ),
    Why.BYE: _(
        "The number is odd, and with %(points)s %(one)s is of the lowest that have not yet sat out."
    ),
}
"""Why a Swiss table is what it is."""


def why_words(reason: Reason, words: EntryWords) -> str:
    """A sentence for the two who ask why they meet, or for the one who sits out."""
    high, low = reason.sides[0], reason.sides[-1]
    values = {
        "points": points_words(high.points),
        "low_points": points_words(low.points),
        "one": words.this_one % {"number": high.entry},
        "other": words.this_one % {"number": low.entry},
        "size": high.size,
        "place": high.place,
        "low_place": low.place,
    }
    return str(WHY[reason.why]) % values


def points_words(doubled: int) -> str:
    """Meetings won, given twice as many: ``no win``, ``½ win``, ``1 win``, ``2½ wins``."""
    wins, half = divmod(doubled, 2)
    if not wins:
        return gettext("½ win") if half else gettext("no win")
    if not half:
        return ngettext("%(count)d win", "%(count)d wins", wins) % {"count": wins}
    return ngettext("%(count)d½ wins", "%(count)d½ wins", wins) % {"count": wins}


def time_words(event: "Event", round_: "Round") -> str:
    """What holds in a round once time is called."""
    if sides_of(event.game) != 2:
        return gettext("When time is called the hand is finished; then the scores stand.")
    if event.time_rule == TimeRule.SUDDEN_DEATH:
        return gettext(
            "When time is called the hand is finished; then the higher score wins, and a tie is "
            "decided by one more hand."
        )
    if FORMATS[event.format].by_hand or round_.stage == GROUPS:
        return gettext(
            "When time is called the hand is finished; then the higher score wins, and a tie is "
            "a draw."
        )
    return gettext(
        "When time is called the hand is finished; then the higher score wins. Level at the end, "
        "one hand played or one domino drawn decides."
    )


def bye_words(event: "Event") -> str:
    """What sitting out scores in an event; empty where it scores nothing."""
    match ByeRule(event.bye_rule):
        case ByeRule.NONE:
            return ""
        case ByeRule.WIN:
            return gettext("a game won")
        case ByeRule.FIXED:
            return f"{event.bye_for}–{event.bye_against}"
        case ByeRule.AVERAGE:
            return gettext("own average")


def kept_words(kept: int, announced: int) -> str:
    """How much of what was announced stays."""
    values = {"kept": kept, "announced": announced}
    if kept == announced:
        return gettext("Keeps all %(announced)d announced tables.") % values
    return gettext("Keeps %(kept)d of %(announced)d announced tables.") % values


def rounds_added_words(added: int, catch_ups: int) -> "Sequence[str]":
    """How many rounds more or fewer are played, and which meetings are caught up."""
    count = abs(added)
    more = ngettext("%(count)d round is added.", "%(count)d rounds are added.", count)
    fewer = ngettext("%(count)d round fewer.", "%(count)d rounds fewer.", count)
    words = (more if added > 0 else fewer) % {"count": count}
    caught = ngettext("%(count)d catch-up meeting.", "%(count)d catch-up meetings.", catch_ups)
    found = [words if added else gettext("No round is added.")]
    return [*found, caught % {"count": catch_ups}] if catch_ups else found


def byes_words(most: int, spread: int) -> str:
    """How often anybody sits out, and how even that is."""
    if most == 0:
        return gettext("Nobody sits out.")
    if most == 1:
        return gettext("Nobody sits out twice.")
    if spread <= 1:
        return gettext("Everybody sits out as often, up to %(most)d times.") % {"most": most}
    values = {"most": most, "least": most - spread}
    return gettext("Some sit out %(most)d times, others %(least)d.") % values


def repeats_words(repeats: int) -> str:
    """How often two come together again."""
    if not repeats:
        return gettext("Nobody has the same partner or neighbour twice.")
    words = ngettext(
        "%(count)d time two come together again.",
        "%(count)d times two come together again.",
        repeats,
    )
    return words % {"count": repeats}
