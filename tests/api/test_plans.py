"""Plans changed by hand, seeds, the clock and level meetings, for other programs."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.api.conftest import Evening, hand
from tournaments.events.services.rounds import round_undo_begin


def entries(round_: dict[str, Any]) -> dict[int, int]:
    """The table of each entry."""
    return {
        entry["number"]: table["number"] for table in round_["tables"] for entry in table["entries"]
    }


def test_a_planned_round_is_changed_by_hand_and_back(api: APIClient, evening: Evening) -> None:
    at = f"{evening.event_at}rounds/2/"
    before = api.get(at).json()
    tables = entries(before)
    entry = 1
    other = next(number for number, table in tables.items() if table != tables[entry])
    swapped = api.post(f"{at}plan/swap/", {"entry": entry, "other": other}).json()
    assert entries(swapped) == tables | {entry: tables[other], other: tables[entry]}
    pinned = api.post(f"{at}tables/1/plan/", {"pinned": False, "best_of": 3})
    assert pinned.status_code == 200
    for _change in range(3):
        assert api.post(f"{at}plan/undo/").status_code == 200
    assert api.get(at).json() == before
    none = api.post(f"{at}plan/undo/").json()
    assert none["codes"] == {"non_field_errors": ["nothing_to_undo"]}
    lot = api.post(f"{at}plan/redraw/").json()
    assert lot["codes"] == {"non_field_errors": ["nothing_drawn_by_lot"]}


def test_seats_of_a_begun_round_are_put_right(api: APIClient, evening: Evening) -> None:
    at = f"{evening.event_at}rounds/1/"
    tables = entries(api.get(at).json())
    other = next(number for number, table in tables.items() if table != tables[1])
    right = api.post(f"{at}reseat/", {"entry": 1, "other": other}).json()
    assert entries(right)[1] == tables[other]


@pytest.mark.parametrize("what", ["rounds/", "rounds/1/", "rounds/1/clock/"])
def test_a_round_is_not_sent_again_until_it_changes(
    what: str, api: APIClient, evening: Evening
) -> None:
    at = f"{evening.event_at}{what}"
    seen = {"If-None-Match": api.get(at)["ETag"]}
    again = api.get(at, headers=seen)
    assert (again.status_code, again.content) == (304, b"")
    evening.match.refresh_from_db()
    assert api.post(evening.hands_at, hand(evening.match.next_dealer)).status_code == 201
    api.post(f"{evening.event_at}rounds/1/clock/", {"act": "start", "minutes": 5})
    answer = api.get(at, headers=seen)
    assert answer.status_code == 200
    assert {"If-None-Match": answer["ETag"]} != seen


def test_the_clock_runs_and_time_is_called(api: APIClient, evening: Evening) -> None:
    at = f"{evening.event_at}rounds/1/clock/"
    assert api.get(at).json()["seconds"] == 0
    assert api.post(at, {"act": "start", "minutes": 50}).json()["seconds"] == 3000
    assert api.post(at, {"act": "extend", "minutes": 5}).json()["seconds"] == 3300
    assert api.post(at, {"act": "pause"}).json()["running_since"] is None
    assert api.post(at, {"act": "call"}).json()["called_at"]
    assert api.post(at, {"act": "uncall"}).json()["called_at"] is None
    assert api.get(at).json()["seconds"] == 3300


def test_entries_are_seeded_before_the_first_round(api: APIClient, evening: Evening) -> None:
    at, seeds = f"{evening.event_at}entries/seeds/", [{"entry": 2, "seed": 1}]
    begun = api.put(at, {"seeds": seeds}).json()
    assert begun["codes"] == {"non_field_errors": ["has_begun"]}
    round_undo_begin(round=evening.event.rounds.get(number=1))
    assert api.put(at, {"seeds": seeds}).json()[1] == seeds[0]
    assert api.get(at).json()[0] == {"entry": 1, "seed": None}


def test_a_program_gives_no_seed_that_the_page_of_seeds_would_refuse(
    api: APIClient, evening: Evening
) -> None:
    at = f"{evening.event_at}entries/seeds/"
    for number, problem in [(1000, "max_value"), (0, "min_value")]:
        answer = api.put(at, {"seeds": [{"entry": 1, "seed": number}]}).json()
        assert answer["codes"] == {"seeds": {"0": {"seed": [problem]}}}


def test_only_a_level_meeting_is_decided(api: APIClient, evening: Evening) -> None:
    at = f"{evening.event_at}rounds/1/tables/1/decide/"
    number = next(iter(entries(api.get(f"{evening.event_at}rounds/1/").json())))
    answer = api.post(at, {"entry": number})
    assert (answer.status_code, answer.json()["codes"]) == (
        400,
        {"non_field_errors": ["not_level"]},
    )
    back = api.post(f"{at}take-back/").json()
    assert back["codes"] == {"non_field_errors": ["not_decided"]}


def test_a_match_ends_as_it_stands_once_time_was_called(api: APIClient, evening: Evening) -> None:
    at = f"{evening.match_at}time/end/"
    early = api.post(at).json()
    assert early["codes"] == {"non_field_errors": ["time_not_called"]}
    api.post(f"{evening.event_at}rounds/1/clock/", {"act": "call"})
    assert api.post(at).json()["is_over"] is True
    assert api.post(at).json()["codes"] == {"non_field_errors": ["match_over"]}


def test_a_level_meeting_is_decided_and_the_decision_taken_back(
    api: APIClient, evening: Evening
) -> None:
    for _side in range(2):
        dealer = api.get(evening.match_at).json()["next_dealer"]
        assert api.post(evening.hands_at, hand(dealer)).status_code == 201
    api.post(f"{evening.event_at}rounds/1/clock/", {"act": "call"})
    ended = api.post(f"{evening.match_at}time/end/").json()
    assert (ended["is_over"], ended["winner"], ended["totals"]) == (True, None, [1, 1])

    def table() -> dict[str, Any]:
        tables = api.get(f"{evening.event_at}rounds/1/").json()["tables"]
        tables_of_match = [row for row in tables if row["games"][0]["match"] == evening.match.pk]
        table_row: dict[str, Any] = tables_of_match[0]
        return table_row

    home, away = (entry["number"] for entry in table()["entries"])
    at = f"{evening.event_at}rounds/1/tables/{table()['number']}/decide/"
    assert (table()["is_over"], table()["winners"]) == (True, [])
    assert api.post(at, {"entry": 99}).status_code == 404
    body = {"entry": away, "kind": "domino", "note": "drew the double five"}
    for _twice in range(2):
        made = api.post(at, body, headers={"Idempotency-Key": "level"})
        assert made.status_code == 201
        assert made.json()["order"] == [away, home]
        assert (made.json()["kind"], made.json()["note"]) == (body["kind"], body["note"])
    assert table()["winners"] == [away]
    assert api.post(at, body).json()["codes"] == {"non_field_errors": ["not_level"]}
    assert api.post(f"{at}take-back/").status_code == 200
    assert table()["winners"] == []
