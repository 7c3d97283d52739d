"""Whatever is sent as an entry form gets an answer: a record, or problems; never a traceback."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import PRESENTERS
from games.base import HandTable
from rules import GAMES
from scoring.models import Match
from scoring.running_score import RunningScore
from scoring.views.previews import preview_of
from tests.scoring.conftest import NAMES

WORDS = st.sampled_from(
    (
        *("", "0", "1", "2", "6", "7", "-1", "30", "42", "1m", "2m", "4m", "84", "low-no", "none"),
        *("pass", "p 30 p p", "b305m", "p", "trump", "nello", "plunge", "splash", "doubles"),
        *("sevens", "no_trump", "high", "own_low", "made", "set", "declarer", "defence", "6-4"),
        *("55 53 51 50", "66 65", "3-9", "٣", "９", "\x00", "99999999999999999999"),
    )
)
FIELDS = (
    *("number", "dealer", "key", "command", "bidder", "bid", "calls", "contract", "ranking"),
    *("named", "result", "points", "claim", "against", "ruling_reason", "opening_suit"),
    *(f"winner_{trick}" for trick in range(3)),
    *(f"points_{trick}" for trick in range(3)),
    *(f"plays_{trick}" for trick in range(3)),
    *(f"deal_{seat}" for seat in range(4)),
)
SENT = st.dictionaries(st.sampled_from(FIELDS), st.lists(WORDS | st.text(max_size=6), max_size=3))
SOUND = {"number": ["2"], "dealer": ["0"], "key": ["k"], "bidder": ["1"], "bid": ["30"]}


@pytest.mark.django_db
@settings(
    max_examples=19,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    sent=SENT,
    mode=st.sampled_from(["quick", "tricks", "full"]),
    preset=st.sampled_from(sorted(GAMES["texas42"].options.presets)),
)
def test_any_form_is_answered(
    seated: Callable[[str], Match], sent: dict[str, list[str]], mode: str, preset: str
) -> None:
    rules: dict[str, Any] = {"preset": preset}
    data = QueryDict(mutable=True)
    for name, values in (SOUND | sent | {"mode": [mode]}).items():
        data.setlist(name, values)
    table = HandTable(RunningScore("texas42", rules).options, NAMES, 0)
    form = PRESENTERS["texas42"].form(data, presenter=PRESENTERS["texas42"], table=table, mode=mode)
    match = seated("texas42")
    match.rules = rules
    preview = preview_of(match=match, form=form)
    assert preview.state
    assert form.is_valid() == bool(form.record)
