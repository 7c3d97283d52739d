"""A table of the room that is lost, for other programs."""

from rest_framework.test import APIClient

from tests.api.conftest import Evening


def test_a_table_is_lost_and_back(api: APIClient, evening: Evening) -> None:
    at = evening.event_at
    assert api.patch(at, {"tables_in_room": 2}).json()["tables_in_room"] == 2
    lost = api.post(f"{at}room/lost/", {"table": 1})
    assert (lost.status_code, lost.json()["tables_lost"]) == (200, [1])
    tables = api.get(f"{at}rounds/1/").json()["tables"]
    played = [(table["in_room"], table["shift"]) for table in tables if not table["is_bye"]]
    assert {place for place, _shift in played} == {2}
    assert api.post(f"{at}room/lost/", {"table": 2}).status_code == 400
    back = api.post(f"{at}room/back/", {"table": 1})
    assert (back.status_code, back.json()["tables_lost"]) == (200, [])
    assert api.post(f"{at}room/back/", {"table": 1}).status_code == 400
    assert api.post(f"{at}room/lost/", {"table": 0}).json()["errors"].keys() == {"table"}
