"""The drawings of statistics: how many columns, dots and squares there are, and where."""

import datetime
import re

from django.utils import timezone

from core.text import ordinal
from stats.form_chart import form_chart
from stats.selectors.club_numbers import Attendance
from stats.selectors.player_evenings import PlayedMatch, PlayerEvening
from stats.templatetags.numbers import year_chart
from tournaments.events.models import Event


def evening(number: int, rank: int | None, *outcomes: str) -> PlayerEvening:
    matches = tuple(
        PlayedMatch(
            key=place,
            label="",
            round=place,
            total=0,
            against=0,
            place=None,
            players=2,
            outcome=outcome,
            is_begun=True,
            partners=(),
            opponents=(),
        )
        for place, outcome in enumerate(outcomes)
    )
    event = Event(name=str(number), date=datetime.date(2026, 3, number))
    return PlayerEvening(event=event, rank=rank, tied=False, entries=9, matches=matches)


def test_form_is_drawn_from_the_oldest_evening_to_the_newest_the_first_place_at_the_top() -> None:
    newest, oldest = evening(20, 1, "won", "won", "lost", "drawn", ""), evening(6, 9)
    drawn = form_chart([evening(27, None), newest, oldest])
    places = re.findall(r'<circle[^>]*cx="([\d.]+)" cy="([\d.]+)"', drawn)
    (first_x, first_y), (second_x, second_y) = ((float(x), float(y)) for x, y in places)
    assert first_x < second_x
    assert first_y > second_y
    for outcome, count in (("won", 2), ("lost", 1), ("drawn", 1)):
        assert drawn.count(f"form-chart__match--{outcome}") == count


def test_a_player_without_places_and_matches_has_no_drawing() -> None:
    assert form_chart([]) == ""
    assert form_chart([evening(27, None)]) == ""


def test_the_year_has_the_evenings_and_the_average_attendance_of_each_month() -> None:
    today = timezone.localdate()
    evenings = [
        Attendance(1, "old", today - datetime.timedelta(days=400), 99),
        Attendance(2, "one", today, 12),
        Attendance(3, "two", today, 17),
    ]
    drawn = year_chart(evenings)
    assert drawn.count("<rect") == 2
    assert re.findall(r'class="season-chart__score"[^>]*>(\d+)<', drawn) == ["2", "15"]
    assert year_chart(evenings[:1]) == ""


def test_places_are_said_as_ordinals() -> None:
    table = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 10: "10th", 11: "11th", 12: "12th"}
    table |= {13: "13th", 21: "21st", 22: "22nd", 23: "23rd", 101: "101st", 111: "111th"}
    assert {number: ordinal(number) for number in table} == table
