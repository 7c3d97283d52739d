"""Games of another length: in a losers' bracket, in a round, or for a number of hands."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from clubs.models import User
from scoring.models import Match
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, match_of
from tests.tournaments.pages import Pages
from tests.tournaments.templates.director import Director
from tournaments.events.lengths import worth_at
from tournaments.events.models import Event, Game, Table
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.events import event_update
from tournaments.events.services.rounds import round_undo_begin
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.django_db

TO_SEVEN = {"preset": "tournament"}


def double(make_event: EventMaker, pairs: int = 4, **more: object) -> Event:
    """A double elimination whose losers' bracket is played to 5."""
    given = {"format": "double_elimination", "format_options": {"losers_target": 5}}
    return make_event(pairs=pairs, rules=TO_SEVEN, **(given | more))


def targets(event: Event, number: int) -> dict[str, int]:
    """The targets of a round's matches, as these keep them, by the part of the draw."""
    games = Game.objects.filter(table__round__event=event, table__round__number=number)
    games_with_table = games.select_related("table", "match")
    return {game.table.section: game.match.rules.get("target", 7) for game in games_with_table}


def second_round(event: Event, by: User) -> Director:
    """The first round played, the second begun."""
    director = Director(event, by)
    director.play(director.begin())
    director.begin()
    return director


def test_a_losers_bracket_is_played_to_its_own_target_and_its_matches_keep_it(
    make_event: EventMaker, owner: User
) -> None:
    event = double(make_event)
    second_round(event, owner)
    assert targets(event, 1) == {"winners": 7}
    assert targets(event, 2) == {"winners": 7, "losers": 5}
    (lost,) = Table.objects.filter(round__event=event, section="losers")
    match = lost.games.get().match
    for _hand in range(5):
        record_hand(match, 0, owner)
        match.refresh_from_db()
    assert (match.is_over, match.totals) == (True, [5, 0])


def record_hand(match: Match, side: int, by: User) -> None:
    Director(Event(), by).hand(Match.objects.get(pk=match.pk), side)


def test_what_is_given_up_is_worth_the_target_of_its_table(
    make_event: EventMaker, owner: User
) -> None:
    event = double(make_event)
    second_round(event, owner)
    lost = Table.objects.get(round__event=event, section="losers")
    loser, other = (seat.entry for seat in lost.seats.all())
    standings_refresh(event_id=event.pk)
    before = event.standings.get(entry=other).values["points"]
    table_forfeit(table=lost, entry=loser)
    standings_refresh(event_id=event.pk)
    assert event.standings.get(entry=other).values["points"] == before + 5
    (view,) = [t for t in event_overview(event).rounds[1].tables if t.section == "losers"]
    assert (view.awarded, view.length) == ("5–0", "game to 5")


def test_a_fixed_bye_is_worth_the_target_of_its_round(make_event: EventMaker, owner: User) -> None:
    event = make_event(
        pairs=3,
        rules=TO_SEVEN,
        bye_rule="fixed",
        bye_for=7,
        bye_against=4,
        round_lengths={"1": {"target": 5}},
    )
    drawn_and_begun(event)
    bye = Table.objects.get(round__event=event, round__number=1, is_bye=True).seats.get().entry
    standings_refresh(event_id=event.pk)
    values = event.standings.get(entry=bye).values
    assert (values["points"], values["points_against"]) == (5, 4)
    begin_next(event)
    next_bye = Table.objects.get(round__event=event, round__number=2, is_bye=True).seats.get()
    standings_refresh(event_id=event.pk)
    values = event.standings.get(entry=next_bye.entry).values
    assert (values["points"], values["points_against"]) == (7, 4)


@pytest.mark.parametrize(
    ("given", "target", "worth"),
    [
        ((7, 0), 5, (5, 0)),
        ((7, 4), 5, (5, 4)),
        ((7, 6), 5, (5, 4)),
        ((7, 4), 9, (9, 4)),
        ((6, 1), 5, (4, 1)),
        ((7, 4), None, (7, 4)),
    ],
)
def test_what_is_awarded_fits_the_target(
    given: tuple[int, int], target: int | None, worth: tuple[int, int]
) -> None:
    event = Event(game="texas42", rules=TO_SEVEN)
    assert worth_at(event, *given, target) == worth


def test_a_rounds_own_length_goes_before_that_of_its_bracket(
    make_event: EventMaker, owner: User
) -> None:
    event = double(make_event, round_lengths={"2": {"target": 3}})
    second_round(event, owner)
    assert targets(event, 2) == {"winners": 3, "losers": 3}


def test_a_length_set_while_the_event_runs_holds_from_the_next_round(
    make_event: EventMaker, owner: User
) -> None:
    event = double(make_event)
    director = Director(event, owner)
    director.play(director.begin())
    event_update(event=event, round_lengths={"1": {"target": 3}, "2": {"target": 4}})
    director.begin()
    assert targets(event, 1) == {"winners": 7}
    assert targets(event, 2) == {"winners": 4, "losers": 4}


def test_a_round_begun_again_is_played_as_long_as_is_set_then(
    make_event: EventMaker,
) -> None:
    event = make_event(pairs=3, rules=TO_SEVEN, round_lengths={"1": {"target": 5}})
    drawn_and_begun(event)
    assert set(event.rounds.get(number=1).tables.values_list("target", flat=True)) == {5}
    event_update(event=event, round_lengths={})
    round_undo_begin(round=event.rounds.get(number=1))
    assert set(event.rounds.get(number=1).tables.values_list("target", flat=True)) == {None}
    begin_next(event)
    assert targets(event, 1) == {"": 7}


def test_other_rules_before_the_first_hand_leave_a_bracket_its_target(
    make_event: EventMaker,
) -> None:
    event = double(make_event, round_lengths={"1": {"target": 3}})
    drawn_and_begun(event)
    event_update(event=event, rules={"preset": "straight"})
    match = match_of(event, 1, 1)
    assert match.rules == {"preset": "straight", "target": 3}


def test_eight_hands_make_a_game_in_which_everybody_shakes_twice(
    make_event: EventMaker, owner: User
) -> None:
    event = make_event(pairs=2, rules={"preset": "tournament", "hand_limit": 8})
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    shakers = []
    for hand in range(8):
        match = Match.objects.get(pk=match.pk)
        assert not match.is_over
        shakers.append(match.next_dealer)
        record_hand(match, 0 if hand else 1, owner)
    match = Match.objects.get(pk=match.pk)
    assert sorted(shakers) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert (match.is_over, match.winner, match.totals) == (True, 0, [7, 1])


def test_level_totals_after_the_last_hand_are_a_draw(make_event: EventMaker, owner: User) -> None:
    event = make_event(pairs=2, rules=TO_SEVEN, round_lengths={"1": {"hands": 2}})
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    assert match.rules == {"preset": "tournament", "hand_limit": 2}
    record_hand(match, 0, owner)
    record_hand(match, 1, owner)
    match = Match.objects.get(pk=match.pk)
    assert (match.is_over, match.winner, match.totals) == (True, None, [1, 1])


@pytest.mark.parametrize(
    "lengths",
    [
        {"0": {"target": 5}},
        {"x": {"target": 5}},
        {"1": {"target": 0}},
        {"1": {"target": 5, "hands": 8}},
        {"1": {"marks": 5}},
        {"1": 5},
        [5],
    ],
)
def test_lengths_that_are_none_are_refused(make_event: EventMaker, lengths: object) -> None:
    with pytest.raises(ValidationError) as raised:
        make_event(round_lengths=lengths)
    assert "round_lengths" in raised.value.error_dict


def test_the_settings_page_takes_lengths_as_they_are_written(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(round_lengths={"6": {"target": 5}})
    pages = pages_of(event)
    answer = pages.get("event-settings")
    assert 'value="6: 5"' in answer.content.decode()

    def sent(lengths: str) -> dict[str, object]:
        """Return what the page sends when it is opened anew and these lengths are typed."""
        form = pages.get("event-settings").context["form"]
        shown = {name: form[name].value() for name in form.fields}
        settings = {name: value for name, value in shown.items() if value not in (None, [])}
        del settings["tie_breaks"]
        return (
            settings
            | {"tie_breaks-games_won": 1, "tie_breaks-points": 2}
            | {"round_lengths": lengths}
        )

    pages.post("event-settings", **sent("6: 5; 7: 8 hands"))
    event.refresh_from_db()
    assert event.round_lengths == {"6": {"target": 5}, "7": {"hands": 8}}
    pages.post("event-settings", **sent("۶: ۷، ９：４ h"))
    event.refresh_from_db()
    assert event.round_lengths == {"6": {"target": 7}, "9": {"hands": 4}}
    wrong = pages.post("event-settings", **sent("from six to five"))
    assert wrong.status_code == 422
    assert 'value="from six to five"' in wrong.content.decode()
