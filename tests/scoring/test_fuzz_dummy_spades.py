"""Whatever is sent as an entry form of Dummy-Hand Spades is answered, never with a traceback."""

from collections.abc import Callable

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import PRESENTERS
from rules import GAMES
from scoring.models import Match
from scoring.views.previews import preview_of
from tests.games.spades import spades_table

WORDS = st.sampled_from(
    (
        *("", "0", "1", "2", "3", "4", "7", "13", "14", "-1", "pass", "declarer", "defence"),
        *("453", "45n3 5233", "4 5nd 3 / 8", "453 52", "n", "10 11 12", "SA", "H10", "joker"),
        *("sa sk sq sj", "h2 h3", "٣", "９", "\x00", "99999999999999999999"),
    )
)
FIELDS = (
    *("number", "dealer", "key", "command", "declarer_side", "claim", "flipped"),
    *(f"bid_{seat}" for seat in range(3)),
    *(f"nil_{seat}" for seat in range(3)),
    *(f"tricks_{hand}" for hand in range(4)),
    *(f"winner_{trick}" for trick in range(3)),
    *(f"plays_{trick}" for trick in range(3)),
    *(f"deal_{hand}" for hand in range(4)),
)
SENT = st.dictionaries(st.sampled_from(FIELDS), st.lists(WORDS | st.text(max_size=6), max_size=3))
SOUND = {"number": ["2"], "dealer": ["0"], "key": ["k"], "bid_1": ["4"], "bid_2": ["5"]}


@pytest.mark.django_db
@settings(
    max_examples=19,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    sent=SENT,
    mode=st.sampled_from(["quick", "tricks", "full"]),
    preset=st.sampled_from(sorted(GAMES["dummy_spades"].options.presets)),
)
def test_any_form_is_answered(
    seated: Callable[[str], Match], sent: dict[str, list[str]], mode: str, preset: str
) -> None:
    data = QueryDict(mutable=True)
    for name, values in (SOUND | sent | {"mode": [mode]}).items():
        data.setlist(name, values)
    form = PRESENTERS["dummy_spades"].form(
        data, presenter=PRESENTERS["dummy_spades"], table=spades_table(preset=preset), mode=mode
    )
    match = seated("dummy_spades")
    match.rules = {"preset": preset}
    assert preview_of(match=match, form=form).state
    assert form.is_valid() == bool(form.record)
