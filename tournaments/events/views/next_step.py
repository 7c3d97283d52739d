"""The panel “What is next” above an event's rounds: sentences, and the buttons that follow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from core.text import comma_list, isolated
from engine.pairings.formats import FORMATS
from tournaments.events.event_labels import entry_labels
from tournaments.events.models import Event
from tournaments.events.selectors.events import waiting_before_start
from tournaments.events.selectors.next_step import (
    NextStep,
    OutdatedDraw,
    level_tables,
    next_step_of,
)
from tournaments.events.selectors.rounds import EventOverview
from tournaments.events.services.consequences import outdated_text
from tournaments.events.views.common import address


@dataclass(frozen=True, slots=True)
class LotOffer:
    """Whether a draw goes by lot: as a box that may be unticked, or always."""

    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class StepButton:
    """A button that sends to ``href``, or with ``is_link`` a link that looks like one.

    With a dialog's ``asks`` it may ask first: while ``open_count`` tables still play, or with
    ``questions``; then it sends ``agrees``.
    """

    label: str
    href: str
    icon: str
    is_primary: bool = False
    is_link: bool = False
    lot: LotOffer | None = None
    asks: str = ""
    open_count: int = 0
    questions: tuple[str, ...] = ()
    agrees: str = ""


@dataclass(frozen=True, slots=True)
class StepPanel:
    """What the panel says and offers."""

    lines: tuple[str, ...] = ()
    buttons: tuple[StepButton, ...] = ()

    @property
    def next_button(self) -> StepButton | None:
        """The button that takes the event on; None while it waits for its tables."""
        return next(
            (
                button
                for button in self.buttons
                if button.is_primary
                or (button.asks and not (button.open_count or button.questions))
            ),
            None,
        )

    @classmethod
    def of(cls, *parts: str | Promise | StepButton | None) -> Self:
        """Sort sentences and buttons apart; what is empty is left out."""
        buttons = tuple(part for part in parts if isinstance(part, StepButton))
        lines = (str(part) for part in parts if part and not isinstance(part, StepButton))
        return cls(tuple(lines), buttons)


def step_panel(
    event: Event,
    overview: EventOverview,
    step: NextStep,
    outdated: OutdatedDraw | None,
    *,
    is_level: bool,
) -> StepPanel:
    """Return what the organiser of an event that goes on may do next.

    ``is_level`` if a meeting that ended level needs a winner.
    """
    if not overview.rounds:
        return _before_rounds(event, overview)
    if step.waits and outdated:
        return StepPanel.of(outdated_text(outdated))
    if step.follows:
        return _draw_next(event, overview, step, outdated)
    if step.ready and not overview.following:
        return _draw_ready_tables(event, overview, step)
    if overview.following:
        return _begin_next(event, overview, step, outdated)
    return _play_or_finish(event, overview, step, is_level=is_level)


def step_panel_now(
    event: Event, overview: EventOverview, outdated: OutdatedDraw | None
) -> StepPanel:
    """Return the same panel for pages that show nothing else of the event."""
    step = next_step_of(event, overview, outdated)
    level = level_tables(event, overview)
    return step_panel(event, overview, step, outdated, is_level=bool(level))


def _before_rounds(event: Event, overview: EventOverview) -> StepPanel:
    """Enter those who play, then draw."""
    least = FORMATS[event.format].entries_a_table(event.game)
    if len(overview.entrants) < least:
        href = address("event-entries", event)
        return StepPanel.of(
            entry_labels(event).enter_first % {"count": least},
            StepButton(_("Who is here?"), href, "people", is_primary=True, is_link=True),
        )
    from_results = FORMATS[event.format].from_results
    label = _("Draw the first round") if from_results else _("Draw the rounds")
    return StepPanel.of(
        entry_labels(event).are_entered % {"count": overview.field_size},
        _draw(event, label, is_primary=True, lot=LotOffer(is_asked=True)),
    )


def _draw_next(
    event: Event, overview: EventOverview, step: NextStep, outdated: OutdatedDraw | None
) -> StepPanel:
    """Draw the round that follows, or draw one again that no longer follows."""
    if outdated:
        lines = [outdated_text(outdated)]
        label = _("Draw round %(number)s again") % {"number": outdated.number}
    else:
        lines = [_round_complete(overview), _places_shared(step.level)]
        label = _("Draw round %(number)s") % {"number": _current(overview) + 1}
    decide = None
    if step.level:
        href = address("event-decisions", event)
        decide = StepButton(_("Decide ties"), href, "cup", is_link=True)
    return StepPanel.of(*lines, decide, _draw(event, label, is_primary=True))


def _draw_ready_tables(event: Event, overview: EventOverview, step: NextStep) -> StepPanel:
    can_begin = ngettext(
        "%(ready)s more can begin: both its pairs are known.",
        "%(ready)s more can begin: their pairs are known.",
        step.ready,
    )
    label = ngettext("Draw %(ready)s table", "Draw %(ready)s tables", step.ready)
    count = {"ready": step.ready}
    return StepPanel.of(
        _still_playing(overview), can_begin % count, _draw(event, label % count, is_primary=True)
    )


def _begin_next(
    event: Event, overview: EventOverview, step: NextStep, outdated: OutdatedDraw | None
) -> StepPanel:
    """Begin the round that is drawn; add tables to it, or draw it again."""
    assert overview.following is not None
    number = overview.following.number
    is_first = overview.current is None
    again = None
    if step.is_late or is_first:
        again = _draw(event, _("Draw again"), lot=LotOffer() if is_first else None)
    return StepPanel.of(
        where_play_is(overview),
        outdated_text(outdated) if step.is_late and outdated else None,
        *_tables_to_add(event, number, step.ready),
        again,
        StepButton(
            _("Begin round %(number)s") % {"number": number},
            address("round-begin", event, number),
            "forward",
            asks="begin-round",
            open_count=0 if FORMATS[event.format].begin_alone else len(overview.open_tables),
        ),
        StepButton(
            _("Review the plan"), address("round-plan", event, number), "search", is_link=True
        ),
    )


def _tables_to_add(event: Event, number: int, ready: int) -> tuple[str, StepButton] | tuple[()]:
    if not ready:
        return ()
    words = ngettext(
        "%(ready)s more table can begin with round %(number)s.",
        "%(ready)s more tables can begin with round %(number)s.",
        ready,
    )
    label = ngettext("Add %(ready)s table", "Add %(ready)s tables", ready)
    count = {"ready": ready, "number": number}
    return words % count, _draw(event, label % count, icon="add")


def _play_or_finish(
    event: Event, overview: EventOverview, step: NextStep, *, is_level: bool
) -> StepPanel:
    finish = None
    if step.is_complete:
        href = address("event-end", event)
        finish = StepButton(_("Finish the event"), href, "cup", is_primary=True)
    return StepPanel.of(_why_no_round(event, overview, step, is_level=is_level), finish)


def _why_no_round(event: Event, overview: EventOverview, step: NextStep, *, is_level: bool) -> str:
    playing = len(overview.open_tables)
    if playing and FORMATS[event.format].from_results:
        words = ngettext(
            "%(tables)s table is still playing; the next round follows from the results.",
            "%(tables)s tables are still playing; the next round follows from the results.",
            playing,
        )
        return words % {"tables": playing}
    if is_level:
        return _("A meeting ended level and needs a winner.")
    if playing:
        words = ngettext(
            "The last round is under way: %(tables)s table is still playing.",
            "The last round is under way: %(tables)s tables are still playing.",
            playing,
        )
        return words % {"tables": playing}
    return step.why_not or _("All rounds are complete.")


def where_play_is(overview: EventOverview) -> str:
    """Say how far an event with rounds has come."""
    if overview.open_tables:
        return _still_playing(overview)
    if overview.current:
        return _round_complete(overview)
    count = len(overview.rounds)
    words = ngettext("%(rounds)s round is drawn.", "%(rounds)s rounds are drawn.", count)
    return words % {"rounds": count}


def progress_text(overview: EventOverview) -> str:
    """Say how many tables of the round that is played have finished, or that older ones play."""
    current = overview.current
    if current is None or len(current.open_tables) < len(overview.open_tables):
        return _still_playing(overview)
    tables = sum(not table.is_bye for table in current.tables)
    words = ngettext(
        "Round %(number)s is running: %(over)s of %(tables)s table finished.",
        "Round %(number)s is running: %(over)s of %(tables)s tables finished.",
        tables,
    )
    over = tables - len(current.open_tables)
    return words % {"number": current.number, "over": over, "tables": tables}


def _still_playing(overview: EventOverview) -> str:
    count = len(overview.open_tables)
    words = ngettext(
        "%(tables)s table is still playing.", "%(tables)s tables are still playing.", count
    )
    return words % {"tables": count}


def _round_complete(overview: EventOverview) -> str:
    return _("Round %(number)s is complete.") % {"number": _current(overview)}


def _places_shared(count: int) -> str:
    """Say that places in the groups are shared before the bracket is drawn; empty for none."""
    if not count:
        return ""
    words = ngettext(
        "%(places)s place is shared: have it decided at a table first, or a lot decides with the "
        "draw.",
        "%(places)s places are shared: have them decided at a table first, or a lot decides with "
        "the draw.",
        count,
    )
    return words % {"places": count}


def _current(overview: EventOverview) -> int:
    return overview.current.number if overview.current else 0


def _draw(
    event: Event,
    label: str,
    *,
    icon: str = "draw",
    is_primary: bool = False,
    lot: LotOffer | None = None,
) -> StepButton:
    waiting = waiting_before_start(event)
    return StepButton(
        label,
        address("event-plan", event),
        icon,
        is_primary=is_primary,
        lot=lot,
        asks="draw" if waiting else "",
        questions=_leaves_out(waiting),
        agrees="without_waiting",
    )


def _leaves_out(waiting: Sequence[Player]) -> tuple[str, ...]:
    """Say whom a draw leaves out, as they have no partner."""
    if not waiting:
        return ()
    names = comma_list([isolated(player.name) for player in waiting])
    words = _("Waiting for a partner: %(names)s. They get no table in this draw.")
    return (words % {"names": names},)
