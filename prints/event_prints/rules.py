"""The rules for tonight on one page: the game's, and the event's own."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils import formats
from django.utils.translation import gettext as _

from games import PAGES
from games.rules_document import RuleLine, RuleSection, RulesPage
from games.rules_page import preset_name, rules_headline, rules_sections
from games.words.dealing import speak
from pairings.formats import FORMATS
from press.base import Story
from prints.event_prints.base import Job, Wish, story_job, titled
from prints.rules_story import RulesStory
from prints.scorecards import plain_imprint
from rules import GAMES
from scoring.rotation import HANDS, rules_for
from tournaments.labels import FORMAT_LABELS, tie_break_names
from tournaments.models import ByeRule, Event

_LEFT_OVER = "left_over"  # the setting by which who is left over makes a table larger


def rules_job(event: Event, wish: Wish) -> Job:
    """One page under the event's options."""

    def stories() -> Iterator[Story]:
        yield RulesStory(rules_page(event))

    return story_job(titled(_("Rules"), event, wish), 1, stories, paper=wish.paper)


def rules_page(event: Event) -> RulesPage:
    """The rules of an event, those of its game first."""
    speak(event.says)
    preset = preset_name(event.game, event.rules)
    evening = RuleSection(_("This event"), tuple(event_lines(event)))
    day = formats.date_format(event.date, "l j F Y")
    return RulesPage(
        imprint=replace(plain_imprint(event.club.name), kind=_("Rules for tonight")),
        title=event.name,
        place=f"{event.get_game_display()} · {day}",
        lead=rules_headline(event.game, event.rules),
        key=_("A bar marks what differs from the rules “%(preset)s”.") % {"preset": preset},
        sections=(*rules_sections(event.game, event.rules), evening),
    )


def event_lines(event: Event) -> Iterator[RuleLine]:
    """How the event is run: format, length, time, byes, ranking, stakes."""
    format_ = FORMATS[event.format]
    label = FORMAT_LABELS[event.format]
    yield RuleLine(str(label.name), "", str(label.explanation))
    values = format_.options_read(event.format_options)
    for key, setting in label.settings.items():
        yield RuleLine(str(setting.name), setting.value(values[key]))
    if values.get(_LEFT_OVER):
        yield _larger_table(event)
    yield from _length(event)
    yield from _byes(event)
    ranked = " · ".join(tie_break_names(event.tie_breaks))
    yield RuleLine(_("Ranked by"), "", ranked)
    yield from _stakes(event)


def _larger_table(event: Event) -> RuleLine:
    """How one player more plays along."""
    people = GAMES[event.game].seats + 1
    texts = [_("The dealer sits the hand out; the player on the left bids first.")]
    usual, longer = (hands_agreed(event, count) for count in (people - 1, people))
    if usual != longer:
        more = _("%(longer)d hands instead of %(usual)d, so that everybody plays as many.")
        texts.append(more % {"longer": longer, "usual": usual})
    label = {4: _("A table of four"), 5: _("A table of five")}[people]
    return RuleLine(label, "", " ".join(texts))


def hands_agreed(event: Event, players: int) -> int | None:
    """How many hands so many players play, where a number is agreed."""
    rules = rules_for(event.game, event.rules, players)
    found: int | None = getattr(GAMES[event.game].options.resolve(rules), HANDS, None)
    return found


def _length(event: Event) -> Iterator[RuleLine]:
    if event.best_of:
        series = " · ".join(map(str, event.best_of))
        text = _("By round; the last holds for all further rounds.") if event.best_of[1:] else ""
        yield RuleLine(_("Best of"), series, text)
    else:
        yield RuleLine(_("Games a meeting"), str(event.games_per_meeting))
    if event.round_minutes:
        text = _("When time is called: %(rule)s.") % {"rule": event.get_time_rule_display()}
        yield RuleLine(_("Minutes a round"), str(event.round_minutes), text)


def _byes(event: Event) -> Iterator[RuleLine]:
    if event.bye_rule == ByeRule.NONE:
        return
    fixed = f"{event.bye_for}–{event.bye_against}" if event.bye_rule == ByeRule.FIXED else ""
    yield RuleLine(_("A bye scores"), fixed, str(event.get_bye_rule_display()))


def _stakes(event: Event) -> Iterator[RuleLine]:
    if not event.stakes:
        return
    currency = event.stakes["currency"]
    for line in PAGES[event.game].stakes(event.stakes):
        label = _("Stakes %(what)s") % {"what": line.label}
        yield RuleLine(label, f"{line.amount} {currency}")
