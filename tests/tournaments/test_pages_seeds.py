"""Seeds: typed one after the other, kept in the draw, refused beside the entry concerned."""

from collections.abc import Callable

from tests.refused import refused
from tests.tables import table
from tests.tournaments.conftest import EventMaker
from tests.tournaments.pages import Pages, at_field, messages_of, words
from tournaments.events.models import Event
from tournaments.events.selectors.pairing_state import draw_order
from tournaments.events.services.plan_changes import entries_seed
from tournaments.events.services.rounds import rounds_plan

PagesOf = Callable[[Event], Pages]


def seeds(event: Event) -> list[int | None]:
    return list(event.entries.values_list("seed", flat=True))


def test_the_seeded_come_first_in_the_draw(event: Event, pages: Pages) -> None:
    pages.post("event-seeds", **{"1": "", "2": "2", "3": "1", "4": ""})
    assert seeds(event) == [None, 2, 1, None]
    assert draw_order(event) == (3, 2, 1, 4)
    assert 'value="2"' in pages.get("event-seeds").content.decode()


def test_planned_rounds_follow_the_seeds(make_event: EventMaker) -> None:
    event = make_event(format="single_elimination")
    rounds_plan(event=event)
    entries_seed(event=event, seeds={1: 4, 2: 1, 3: 3, 4: 2})
    tables = event.rounds.get().tables.all()
    met = {frozenset(seat.entry.number for seat in table.seats.all()) for table in tables}
    assert met == {frozenset({2, 1}), frozenset({4, 3})}


@table(
    ("typed", "field", "error"),
    [
        ({"1": "2", "2": "2"}, "2", "given to two entries"),
        ({"1": "0"}, "1", "greater than or equal to 1"),
        ({"1": "1000"}, "1", "less than or equal to 999"),
        ({"3": "first"}, "3", "whole number"),
    ],
)
def test_a_wrong_seed_is_said_beside_its_entry_and_what_was_typed_stays(
    typed: dict[str, str], field: str, error: str, event: Event, pages: Pages
) -> None:
    answer = pages.post("event-seeds", **typed)
    assert answer.status_code == 422
    assert error in at_field(answer, field)[0]
    assert f'value="{typed[field]}"' in answer.content.decode()
    assert seeds(event) == [None] * 4


def test_all_seeds_are_taken_away_at_once(event: Event, pages: Pages) -> None:
    entries_seed(event=event, seeds={1: 1, 2: 2})
    answer = pages.post("event-seeds", **{"1": "1", "2": "2"}, clear="1")
    assert messages_of(answer) == ["The seeds are set."]
    assert seeds(event) == [None] * 4


def test_seeds_are_not_changed_once_a_round_has_begun(running: Event, pages_of: PagesOf) -> None:
    with refused("has_begun"):
        entries_seed(event=running, seeds={1: 1})
    answer = pages_of(running).post("event-seeds", **{"1": "1"})
    assert "Seeds must be set before the first round begins." in words(answer)


def test_only_seeds_from_one_on_are_taken(event: Event) -> None:
    with refused("seed_range"):
        entries_seed(event=event, seeds={1: 0})
