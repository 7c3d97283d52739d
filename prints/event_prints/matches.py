"""Prints of the matches of an event, read in chunks so that an evening is never held whole."""

from collections.abc import Iterator
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from press.base import Story
from prints.event_prints.base import Job, Wish, story_job, titled
from prints.hand_record_story import HandRecordsStory
from prints.hand_records import hand_records_build
from prints.render_matches import card_story
from prints.scorecards import matches_for_print, scorecard_build
from scoring.models import Match
from tournaments.models import Event

CHUNK: Final = 20
HANDS_A_PAGE: Final = 3


def matches_of(event: Event, number: int | None = None) -> QuerySet[Match]:
    """The event's matches, or a round's: round by round, table by table."""
    found = Match.objects.filter(game_of__table__round__event=event)
    if number is not None:
        found = found.filter(game_of__table__round__number=number)
    return found.order_by(
        "game_of__table__round__number", "game_of__table__number", "game_of__number"
    )


def matches_read(keys: list[int]) -> Iterator[Match]:
    """The matches of these keys with all that is printed of them, in this order."""
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        read = matches_for_print(Match.objects.filter(pk__in=chunk))
        found = {match.pk: match for match in read}
        yield from (found[key] for key in chunk if key in found)


def hand_records_job(event: Event, wish: Wish) -> Job:
    """The hand records of all matches that have begun."""
    begun = matches_of(event, wish.round).filter(hand_count__gt=0)
    counts = dict(begun.values_list("pk", "hand_count"))
    keys, pages = list(counts), sum(-(-count // HANDS_A_PAGE) for count in counts.values())

    def stories() -> Iterator[Story]:
        return (HandRecordsStory(hand_records_build(match)) for match in matches_read(keys))

    title = titled(_("Hand records"), event, wish)
    return story_job(title, len(keys), stories, paper=wish.paper, pages=pages)


def scorecards_job(event: Event, wish: Wish) -> Job:
    """The scorecards of all matches that have begun."""
    keys = list(matches_of(event, wish.round).filter(hand_count__gt=0).values_list("pk", flat=True))

    def stories() -> Iterator[Story]:
        return (card_story(scorecard_build(match)) for match in matches_read(keys))

    return story_job(titled(_("Scorecards"), event, wish), len(keys), stories, paper=wish.paper)
