"""Labels of an event's entries, rounds, planning and brackets, for pages and prints."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core.figures import figure, percent
from core.text import by_side, comma_list, phrase_text
from engine.pairings.brackets import FINAL, LOSERS, THIRD, WINNERS, Take
from engine.pairings.double_elimination import DoubleElimination
from engine.pairings.drawing import Bracket, DrawnBox, DrawnColumn, DrawnLine, DrawnPart, Status
from engine.pairings.elimination import CONSOLATION
from engine.pairings.format import PairingReason, PairReason, sides_of
from engine.pairings.formats import FORMATS
from engine.pairings.groups import GROUP
from engine.pairings.state import CATCH_UP
from engine.pairings.two_boxes import TwoBoxes
from engine.standings.duplicate import Award
from engine.standings.metrics import METRICS
from games import PRESENTERS
from games.wording import MetricLabel
from tournaments.events.models import ByeRule, Event, Round, TimeRule

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class EntryLabels:
    """Labels for the entries of an event, here for pairs.

    ``%(number)d`` is an entry's number, ``%(count)d`` the number of entries.
    """

    singular = _("Pair")
    plural = _("Pairs")
    reference = _("pair %(number)d")
    entered = _("Pair %(number)d is entered.")
    dropped_out = _("Pair %(number)d has dropped out; what it played stays.")
    is_back = _("Pair %(number)d is back.")
    taken_out = _("Pair %(number)d has been removed.")
    has_played = _("This pair has played. Let it drop out instead: its results stay.")
    dropped_already = _("This pair has dropped out already.")
    not_dropped = _("This pair has not dropped out.")
    wrong_lineup = _("A pair is two different players.")
    wrong_place = _("A pair has two places.")
    too_many = _("An event has at most %(count)d pairs.")
    too_few = _("Two pairs at least are needed.")
    count_entered = ngettext_lazy("%(count)d pair entered.", "%(count)d pairs entered.", "count")
    are_entered = ngettext_lazy(
        "%(count)d pair is entered.", "%(count)d pairs are entered.", "count"
    )
    enter = _("Enter a pair")
    how_to_enter = _("Type the two names of a pair and press Enter; the next can be typed at once.")
    will_stand_here = _("Pairs are listed here as they come in.")
    enter_first = _("Enter at least two pairs; then the rounds can be drawn.")
    paste = _("Paste a list of pairs")
    paste_label = _("Pairs, one per line")
    paste_help = _("Two names per line with & between them: Ann Lee & Bob Stone")
    paste_button = _("Enter these pairs")
    substitute = _("Substitute in pair %(number)d")
    ranked = _("Pairs are ranked by the first; those still level by the next, and so on.")
    deleted_with = _("Its pairs and its draw are deleted with it. The players stay on the roster.")
    order_drawn = _("Order of the pairs")
    round_begun = _("Round %(number)d has begun. %(drawn)s")
    met = _("Who met whom")
    places_help = _("How many pairs there is room for. Empty: no limit.")


class PlayerLabels(EntryLabels):
    """The same of single players."""

    singular = _("Player")
    plural = _("Players")
    reference = _("player %(number)d")
    entered = _("Player %(number)d is entered.")
    dropped_out = _("Player %(number)d has dropped out; what was played stays.")
    is_back = _("Player %(number)d is back.")
    taken_out = _("Player %(number)d has been removed.")
    has_played = _("This player has played. Let the player drop out instead: the results stay.")
    dropped_already = _("This player has dropped out already.")
    not_dropped = _("This player has not dropped out.")
    wrong_lineup = _("Everybody plays alone: enter one player at a time.")
    wrong_place = _("Everybody plays alone: there is one place.")
    too_many = _("An event has at most %(count)d players.")
    too_few = _("At least %(count)d players are needed.")
    count_entered = ngettext_lazy(
        "%(count)d player entered.", "%(count)d players entered.", "count"
    )
    are_entered = ngettext_lazy(
        "%(count)d player is entered.", "%(count)d players are entered.", "count"
    )
    enter = _("Enter a player")
    how_to_enter = _("Type a name and press Enter; the next can be typed at once.")
    will_stand_here = _("Players are listed here as they come in.")
    enter_first = _("Enter at least %(count)d players; then the rounds can be drawn.")
    paste = _("Paste a list of players")
    paste_label = _("Players, one per line")
    paste_help = _("One name per line: Ann Lee")
    paste_button = _("Enter these players")
    substitute = _("Substitute for player %(number)d")
    ranked = _("Players are ranked by the first; those still level by the next, and so on.")
    deleted_with = _(
        "Its entries and its draw are deleted with it. The players stay on the roster."
    )
    order_drawn = _("Order of the players")
    round_begun = _("Round %(number)d has begun. The player named first at each table deals first.")
    met = _("Who sat with whom")
    places_help = _("How many players there is room for. Empty: no limit.")


PAIRS, PLAYERS = EntryLabels(), PlayerLabels()


def entry_labels(event: Event) -> EntryLabels:
    """Return the labels for the kind of entries of an event."""
    return PLAYERS if FORMATS[event.format].lineup == 1 else PAIRS


WHY: "dict[PairReason, StrPromise]" = {
    PairReason.FOLD: _(
        "Both have %(points)s. In this group of %(size)d the upper half meets the lower: "
        "place %(place)d meets place %(low_place)d."
    ),
    PairReason.NEAR_FOLD: _(
        "Both have %(points)s. In this group of %(size)d place %(place)d meets place "
        "%(low_place)d: as near to upper half against lower half as earlier meetings, odd groups "
        "and the rounds to come allow."
    ),
    PairReason.FLOAT_ODD: _(
        "Of those with %(points)s one is left over: %(entry)s goes down and meets %(other)s "
        "with %(low_points)s."
    ),
    PairReason.FLOAT_MET: _(
        "Of those with %(points)s, or further down, too many have met already, or would have "
        "nobody left to meet in the rounds to come: %(entry)s goes down and meets %(other)s with "
        "%(low_points)s."
    ),
    PairReason.AGAIN: _(
        "They have met before: %(entry)s with %(points)s and %(other)s with %(low_points)s. No "
        "round without a repeat was left, or they were seated by hand."
    ),
    PairReason.BYE: _(
        "The number is odd, and with %(points)s %(entry)s is among the lowest "
        "who have not yet sat out."
    ),
    PairReason.BYE_ABOVE: _(
        "The number is odd, and %(entry)s sits out with %(points)s: with a bye for anybody lower "
        "not everybody could be paired, now or in the rounds to come."
    ),
    PairReason.BYE_AGAIN: _(
        "The number is odd, and %(entry)s sits out again with %(points)s: no round without a "
        "repeat was left, or the bye was given by hand."
    ),
}
"""The reasons for a Swiss table."""


def reason_text(reason: PairingReason, labels: EntryLabels) -> str:
    """Say why two meet, or why one sits out."""
    high, low = reason.sides[0], reason.sides[-1]
    values = {
        "points": wins_text(high.points),
        "low_points": wins_text(low.points),
        "entry": labels.reference % {"number": high.entry},
        "other": labels.reference % {"number": low.entry},
        "size": high.size,
        "place": high.place,
        "low_place": low.place,
    }
    return str(WHY[reason.why]) % values


def wins_text(doubled: int) -> str:
    """Format meetings won, given as twice their number: ``no win``, ``½ win``, ``1 win``, ``2½
    wins``."""
    wins, half = divmod(doubled, 2)
    if not wins:
        return gettext("½ win") if half else gettext("no win")
    if not half:
        return ngettext("%(count)d win", "%(count)d wins", wins) % {"count": wins}
    return ngettext("%(count)d½ wins", "%(count)d½ wins", wins) % {"count": wins}


def time_text(event: Event, round_: Round) -> str:
    """Describe what happens in a round when time is called."""
    if sides_of(event.game) != 2:
        return gettext("When time is called the hand is finished; then the scores stand.")
    if event.time_rule == TimeRule.SUDDEN_DEATH:
        return gettext(
            "When time is called the hand is finished; then the higher score wins, and a tie is "
            "decided by one more hand."
        )
    if not FORMATS[event.format].needs_winner(round_.stage):
        return gettext(
            "When time is called the hand is finished; then the higher score wins, and a tie is "
            "a draw."
        )
    return gettext(
        "When time is called the hand is finished; then the higher score wins. Level at the end, "
        "one hand played or one domino drawn decides."
    )


def bye_text(event: Event) -> str:
    """Describe the score of a bye; empty if it scores nothing."""
    match ByeRule(event.bye_rule):
        case ByeRule.NONE:
            return ""
        case ByeRule.HALF:
            return gettext("half a game won")
        case ByeRule.WIN:
            return gettext("a game won")
        case ByeRule.FIXED:
            return by_side((event.bye_for, event.bye_against))
        case ByeRule.AVERAGE:
            return gettext("own average")


def staying_text(staying: int, announced: int) -> str:
    """Say how many of the announced tables stay."""
    values = {"staying": staying, "announced": announced}
    if staying == announced:
        return gettext("Keeps all %(announced)d announced tables.") % values
    return gettext("Keeps %(staying)d of %(announced)d announced tables.") % values


def rounds_added_text(added: int, catch_ups: int) -> Sequence[str]:
    """Say how many rounds more or fewer are played, and how many meetings are caught up."""
    count = abs(added)
    more = ngettext("%(count)d round is added.", "%(count)d rounds are added.", count)
    fewer = ngettext("%(count)d round fewer.", "%(count)d rounds fewer.", count)
    words = (more if added > 0 else fewer) % {"count": count}
    caught = ngettext("%(count)d catch-up meeting.", "%(count)d catch-up meetings.", catch_ups)
    sentences = [words if added else gettext("No round is added.")]
    return [*sentences, caught % {"count": catch_ups}] if catch_ups else sentences


def byes_text(most: int, spread: int) -> str:
    """Say how often anybody sits out, and how even that is."""
    if most == 0:
        return gettext("Nobody sits out.")
    if most == 1:
        return gettext("Nobody sits out twice.")
    if spread <= 1:
        return gettext("Everybody sits out equally often, up to %(most)d times.") % {"most": most}
    values = {"most": most, "least": most - spread}
    return gettext("Some sit out %(most)d times, others %(least)d.") % values


def repeats_text(repeats: int) -> str:
    """Say how often two come together again."""
    if not repeats:
        return gettext("Nobody has the same partner or neighbour twice.")
    words = ngettext(
        "Two players come together again %(count)d time.",
        "Two players come together again %(count)d times.",
        repeats,
    )
    return words % {"count": repeats}


# Brackets: boxes, their columns and their halves.


class _HasSection(Protocol):
    @property
    def section(self) -> str: ...


Sectioned = TypeVar("Sectioned", bound=_HasSection)

BRACKET, CONSOLATION_BRACKET, ROUND = _("Bracket"), _("Consolation bracket"), _("Round %(number)d")
BOXES = {WINNERS: _("Winners' box"), LOSERS: _("Losers' box")}
HALVES = {WINNERS: _("Winners' bracket"), LOSERS: _("Losers' bracket")}
CONSOLATION_HALVES = {
    WINNERS: _("Consolation bracket, winners"),
    LOSERS: _("Consolation bracket, losers"),
}
SINGLE_SECTIONS = {
    FINAL: _("Final"),
    THIRD: _("Third place"),
    CATCH_UP: _("Meetings caught up"),
}
FINALS = {1: _("Final"), 2: _("Second final"), 3: _("Third final")}
BY_BOXES = {2: _("Semi-finals"), 4: _("Quarter-finals")}
BY_COLUMNS_LEFT = {0: _("Semi-finals"), 1: _("Quarter-finals")}
LAST_COLUMN = {WINNERS: _("Winners' final"), LOSERS: _("Losers' final")}
STATUS_LABELS = {
    Status.COMING: _("to come"),
    Status.READY: _("both are known"),
    Status.DRAWN: pgettext_lazy("a meeting in the draw", "drawn"),
    Status.PLAYING: _("playing"),
    Status.OVER: pgettext_lazy("a meeting", "over"),
    Status.WALKOVER: _("without playing"),
    Status.NEEDLESS: _("not needed"),
}


def part_title(part: DrawnPart, bracket: Bracket, *, is_redrawn: bool) -> str:
    """Name a part of a bracket; plain "Bracket" if there is only one."""
    half = part.name.removeprefix(CONSOLATION)
    if is_redrawn:
        return str(BOXES[half])
    is_consolation = part.name.startswith(CONSOLATION)
    is_halved = any(other.name == part.name.replace(WINNERS, LOSERS) for other in bracket.parts)
    if not is_halved:
        return str(CONSOLATION_BRACKET if is_consolation else BRACKET)
    return str((CONSOLATION_HALVES if is_consolation else HALVES)[half])


def column_title(column: DrawnColumn, bracket: Bracket, *, is_redrawn: bool) -> str:
    section = column.section.removeprefix(CONSOLATION)
    if section == FINAL:
        return str(FINALS[column.number])
    if section == THIRD:
        return str(SINGLE_SECTIONS[THIRD])
    if is_redrawn:
        return ROUND % {"number": column.round or column.number}
    losers = column.section.replace(WINNERS, LOSERS)
    is_halved = section == LOSERS or any(part.name == losers for part in bracket.parts)
    if is_halved and column.number == column.of:
        return str(LAST_COLUMN[section])
    if not is_halved and (late := BY_COLUMNS_LEFT.get(column.of - column.number)):
        return str(late)
    numbered = _("Losers' round %(number)d") if section == LOSERS else ROUND
    return numbered % {"number": column.number}


def sections_title(event: Event, sections: Sequence[str]) -> str:
    """Describe the tables of these sections of the draw; empty if there is only one."""
    if sections and all(section.startswith(GROUP) for section in sections):
        return gettext("Groups")
    counts = Counter(section for section in sections if section)
    main = [section for section in counts if not section.startswith(CONSOLATION)]
    titles = [_section_title(event, section, counts[section]) for section in main]
    if len(main) < len(counts):
        titles.append(str(CONSOLATION_BRACKET))
    return comma_list(filter(None, titles))


def _section_title(event: Event, section: str, boxes: int) -> str:
    if section not in HALVES:
        return str(SINGLE_SECTIONS.get(section, ""))
    if event.format == TwoBoxes.key:
        return str(BOXES[section])
    if event.format == DoubleElimination.key or event.format_options.get("bracket") == 2:
        return str(HALVES[section])
    return str(BY_BOXES.get(boxes, BRACKET)) if section == WINNERS else ""


def table_title(event: Event, section: str) -> str:
    """Name the bracket of a table; empty in groups, and if there is only one bracket."""
    title = sections_title(event, [section]) if _has_heading(section) else ""
    return "" if title == str(BRACKET) else title


def by_bracket(tables: Iterable[Sectioned]) -> list[list[Sectioned]]:
    """Put tables together by the bracket they belong to, in the order of its first table."""
    parts: dict[str, list[Sectioned]] = {}
    for table in tables:
        parts.setdefault(table.section if _has_heading(table.section) else "", []).append(table)
    return list(parts.values())


def _has_heading(section: str) -> bool:
    return bool(section) and not section.startswith(GROUP)


def box_title(box: DrawnBox, column: str) -> str:
    return str(SINGLE_SECTIONS[THIRD]) if box.is_third else column


def line_label(line: DrawnLine) -> str:
    """Describe a line without a known entry ("Winner of 12"); empty for a bye."""
    if line.source is None:
        return ""
    is_winner = line.source.take == Take.WINNER
    label = gettext("Winner of %(number)d") if is_winner else gettext("Loser of %(number)d")
    return label % {"number": line.source.number}


def score_text(box: DrawnBox, line: DrawnLine) -> str:
    """Format the score of a line: marks, or games won of a series; empty before play."""
    score = box.score(line)
    is_known = box.status == Status.PLAYING or any(
        any(drawn_line.marks) or drawn_line.games for drawn_line in box.lines
    )
    return "" if score is None or not is_known else figure(score)


def marks_text(box: DrawnBox, line: DrawnLine) -> str:
    """Format the marks of each game of a series, those of ``line`` first: 7-4, 3-7. Empty without a
    series."""
    if not box.is_series:
        return ""
    upper, other = box.lines
    against = other if line is upper else upper
    games = zip(line.marks, against.marks, strict=False)
    return comma_list(map(by_side, games))


def box_note(box: DrawnBox, *, is_redrawn: bool, series: str = "") -> str:
    """Return the note below a box: its table, or why it is not played.

    `series` is the length of series that the headings already give; it is not repeated.
    """
    if box.is_overruled:
        return gettext("corrected: the draw stays")
    return " · ".join(note for note in _notes(box, is_redrawn=is_redrawn) if note != series)


def series_note(boxes: Iterable[DrawnBox]) -> str:
    """Return the length of the series of all these boxes; empty if they differ, or one is not
    drawn yet."""
    lengths = {box.best_of for box in boxes}
    length = lengths.pop() if len(lengths) == 1 else 0
    return gettext("best of %(count)d") % {"count": length} if length > 1 else ""


def series_of_columns(part: DrawnPart, bracket: Bracket) -> list[str]:
    """Return what stands over each column: the length of its series, where parts differ in it."""
    if series_note(box for drawn in bracket.parts for box in drawn.boxes):
        return [""] * len(part.columns)
    columns = range(len(part.columns))
    return [series_note(box for box in part.boxes if box.column == place) for place in columns]


def box_standing(box: DrawnBox, *, is_redrawn: bool) -> str:
    """Describe the state of a box for readers who do not see the drawing."""
    parts = [str(STATUS_LABELS[box.status]), *_notes(box, is_redrawn=is_redrawn)]
    parts += filter(None, [marks_text(box, box.lines[0])])
    return " · ".join(dict.fromkeys(parts))


def _notes(box: DrawnBox, *, is_redrawn: bool) -> list[str]:
    notes = [gettext("third place")] if box.is_third else []
    if box.table is not None and box.status in {Status.DRAWN, Status.PLAYING}:
        notes.append(gettext("table %(number)d") % {"number": box.table})
    if box.status == Status.PLAYING:
        notes.append(gettext("playing"))
    if box.best_of > 1:
        notes.append(gettext("best of %(count)d") % {"count": box.best_of})
    if box.status == Status.OVER and not any(line.games for line in box.lines):
        notes.append(gettext("decided without a game"))
    if box.status == Status.WALKOVER:
        notes.append(gettext("sits out") if is_redrawn else gettext("without playing"))
    if box.status == Status.NEEDLESS:
        notes.append(gettext("not needed"))
    elif box.if_needed and box.status in {Status.COMING, Status.READY, Status.DRAWN}:
        notes.append(gettext("if necessary"))
    if box.is_overruled:
        notes.append(gettext("corrected after the next round had begun: the draw stays"))
    return notes


# Directions of seats, and the lines that are ranked apart.


LINES_APART = _(
    "Each line has a ranking and a winner of its own: its pairs held the same hands and are "
    "compared with one another alone."
)
LINES_IN_SEASON = _(
    "A season counts the points of an evening, not places, so two rankings make no "
    "difference there."
)
LINES_SHARE = _(
    "Two lines share the prizes: the first of both get the first two prizes together, the second "
    "of both the next two, and so on; the last of both share the prize for the last."
)


def direction_names(game: str) -> tuple[str, ...]:
    """Name the seats of each side of a table by their letters: A & C, B & D."""
    sides, keys = sides_of(game), PRESENTERS[game].keys
    return tuple(
        f"{keys[side]} & {keys[side + 2]}" if sides == 2 else keys[side] for side in range(sides)
    )


def line_name(game: str, line: int) -> str:
    """Name a line by where its entries sit; empty for 0, the only ranking."""
    return gettext("Line %(seats)s") % {"seats": line_seats(game, line)} if line else ""


def line_seats(game: str, line: int) -> str:
    """Return the seats of a line by their letters; empty for 0."""
    return direction_names(game)[line - 1] if line else ""


if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def _with_share(words: object, share: int) -> str:
    return str(words) % {"share": percent(share)}


_with_share_lazy: Final[Callable[..., Any]] = lazy(_with_share, str)

AWARD_LABELS: "dict[str, StrPromise]" = {
    Award.PLUS: _with_share_lazy(_("average plus, at least %(share)s"), 60),
    Award.AVERAGE: _with_share_lazy(_("average, %(share)s"), 50),
    Award.MINUS: _with_share_lazy(_("average minus, at most %(share)s"), 40),
}
AWARD_SHORT: "dict[str, StrPromise]" = {
    Award.PLUS: pgettext_lazy("award", "A+"),
    Award.AVERAGE: pgettext_lazy("award", "A"),
    Award.MINUS: pgettext_lazy("award", "A−"),
}


def metric_label(key: str, game: str | None = None) -> MetricLabel:
    """Return the words of a metric, those of a game if it has its own."""
    metric, own = METRICS[key], PRESENTERS[game].words.metrics if game else {}
    words = (metric.name, metric.abbreviation, metric.explanation)
    return own[key] if key in own else MetricLabel(*map(phrase_text, words))


def tie_break_names(keys: Iterable[str], game: str) -> list[str]:
    """Return the names of metrics of a game in order; unknown keys are left out."""
    return [str(metric_label(key, game).name) for key in keys if key in METRICS]
