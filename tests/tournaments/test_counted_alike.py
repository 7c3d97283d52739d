"""A win, a draw, a forfeit and a bye count the same in the draw, in the table and in words."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import Player, User
from engine.pairings.formats import FORMATS
from engine.pairings.swiss import cards_of
from engine.standings.awards import meeting_points
from engine.standings.results import Outcome
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun
from tests.tournaments.naive import result
from tests.tournaments.pages import Pages, words
from tests.tournaments.services.test_drawn_again import RULES
from tournaments.events.event_labels import time_text, wins_text
from tournaments.events.models import ByeRule, DecisionKind, Event, Round, Table
from tournaments.events.selectors.pairing_state import pairing_state_of
from tournaments.events.selectors.rounds import event_overview, pairing_reasons
from tournaments.events.selectors.sums import results_of
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.entries import entries_add
from tournaments.events.services.locking import standings_mark_stale
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh
from tournaments.events.services.tables import table_decide

pytestmark = pytest.mark.django_db

PagesOf = Callable[[Event], Pages]
KINDS = [(key, game) for key, format_ in FORMATS.items() for game in sorted(format_.games)]


def play_unlike(round_: Round, owner: User) -> None:
    """Of the tables the first is won, the next one level, the next forfeited by one side, the next
    by both, the next level and decided; what does not suit the table is won."""
    for table in round_.tables.filter(is_bye=False):
        totals = [3] * table.seats.values("side").distinct().count()
        entries = {seat.side: seat.entry for seat in table.seats.order_by("-place")}
        kind = table.number if len(totals) == 2 else min(table.number, 2)
        if kind in {3, 4}:
            for side in range(kind - 2):
                table_forfeit(table=table, entry=entries[side])
            continue
        totals[0] += 0 if kind in {2, 5} else 4
        result(table.games.get().match, *totals)
        if kind == 5:
            table_decide(table=table, side=1, kind=DecisionKind.HAND, by=owner)
    standings_mark_stale(event_id=round_.event_id)


@pytest.mark.parametrize(("format_", "game"), KINDS)
def test_the_draw_the_table_and_the_page_have_the_same_winners(
    format_: str, game: str, make_event: EventMaker, players: list[Player], owner: User
) -> None:
    event = make_event(0, game=game, rules=RULES[game], format=format_)
    size = FORMATS[format_].lineup
    lineups = [players[at : at + size] for at in range(0, 17 if size == 1 else 20, size)]
    entries_add(event=event, lineups=lineups)
    rounds_plan(event=event)
    play_unlike(begin_next(event), owner)
    (planned,), (results,) = pairing_state_of(event).played[:1], pairing_state_of(event).results[:1]
    totals = results_of(event).totals
    shown = [table for table in event_overview(event).rounds[0].tables if not table.is_bye]
    assert len(shown) == len(results) > 0
    for sitting, table_result, table in zip(planned.tables, results, shown, strict=True):
        assert table_result.winners == {entrant.number for entrant in table.winners}
        for entry in sitting:
            sums = totals[entry]
            assert (entry in table_result.winners) == bool(sums[Outcome.MEETINGS_WON]), (
                table.number,
                entry,
            )
            if len(table.teams) == 2:
                assert table_result.is_drawn == bool(sums[Outcome.MEETINGS_DRAWN]), (
                    table.number,
                    entry,
                )


@pytest.mark.parametrize("rule", ByeRule.values)
@pytest.mark.parametrize("length", [{}, {"games_per_meeting": 2}, {"best_of": [3]}])
def test_a_bye_counts_the_same_for_the_draw_and_the_standings(
    rule: str, length: dict[str, Any], make_event: EventMaker, owner: User, pages_of: PagesOf
) -> None:
    event = make_event(9, format="swiss", bye_rule=rule, tie_breaks=["meetings_won"], **length)
    for _round in range(2):
        rounds_plan(event=event)
        for table in begin_next(event).tables.filter(is_bye=False):
            for game in table.games.all():
                result(game.match, 7, 3)
        standings_mark_stale(event_id=event.pk)
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    points = {entry: card.points for entry, card in cards_of(pairing_state_of(event)).items()}
    totals = results_of(event).totals
    assert points == {entry: meeting_points(totals[entry]) for entry in points}
    stored = event.standings.values_list("entry__number", "values")
    assert {entry: 2 * float(values["meetings_won"]) for entry, values in stored} == points
    byes = [number for planned in pairing_state_of(event).played for number in planned.byes]
    assert len(byes) == 2
    rounds_plan(event=event)
    last = event.rounds.get(number=3)
    why = pairing_reasons(event, [last])
    for table in last.tables.all():
        sitting = [seat.entry.number for seat in table.seats.all()]
        if not table.is_bye and set(sitting) & set(byes):
            for entry in sitting:
                assert wins_text(points[entry]) in why[3, table.number]


def test_a_bye_of_a_swiss_event_is_a_win_unless_another_value_is_chosen(
    make_event: EventMaker,
) -> None:
    assert make_event(3, format="swiss").bye_rule == ByeRule.WIN
    assert make_event(3, format="swiss", bye_rule="none").bye_rule == ByeRule.NONE
    assert make_event(3, format="round_robin").bye_rule == ByeRule.NONE


def test_a_page_says_one_thing_of_a_bye(make_event: EventMaker, pages_of: PagesOf) -> None:
    for rule, says in {"win": "a game won", "half": "half a game won"}.items():
        event = make_event(3, format="swiss", bye_rule=rule)
        drawn_and_begun(event)
        pages = pages_of(event)
        assert f"sits out · {says}" in words(pages.get("event"))
        assert "counts as a win" not in words(pages.get("event-settings"))


def test_what_is_said_of_a_draw_is_what_the_format_makes_of_it(make_event: EventMaker) -> None:
    keys = [key for key, format_ in FORMATS.items() if format_.lineup == 2]
    brackets = [key for key in keys if FORMATS[key].has_bracket and not FORMATS[key].by_hand_stage]
    assert len(brackets) > 2
    for key in keys:
        event = make_event(4, format=key)
        rounds_plan(event=event)
        text = time_text(event, begin_next(event))
        assert ("a tie is a draw" in text) != (key in brackets), key


def test_a_meeting_that_both_gave_up_is_not_decided_where_no_bracket_needs_it(
    make_event: EventMaker, owner: User
) -> None:
    for format_ in ("swiss", "single_elimination"):
        event = make_event(4, format=format_)
        drawn_and_begun(event)
        table = Table.objects.filter(round__event=event, is_bye=False)[0]
        for seat in table.seats.all():
            table_forfeit(table=table, entry=seat.entry)
        if format_ == "swiss":
            with refused("not_level"):
                table_decide(table=table, side=0, kind=DecisionKind.HAND, by=owner)
        else:
            table_decide(table=table, side=0, kind=DecisionKind.HAND, by=owner)
