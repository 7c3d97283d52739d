"""Whatever is sent as an entry form of Pandoeren gets an answer, never a traceback."""

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
        *("", "0", "1", "2", "3", "7", "-1", "20", "50", "112", "120", "150", "300", "piccolo"),
        *("zwabber", "kereltje", "solo_zwabber", "pandoer", "40", "none", "S", "H", "X", "SA"),
        *("DA", "HK", "S10", "H6", "S6", "joker", "p 120 p 150", "120 p p p p", "b15hsadm", "p"),
        *("sa s10 h7 c8", "h6 h6", "made", "set", "yes", "no", "declarer", "defence"),
        *("٣", "９", "\x00", "99999999999999999999"),
    )
)
FIELDS = (
    *("number", "dealer", "key", "command", "bidder", "bid", "plus", "calls", "trump", "call"),
    *("partner", "result", "cards", "roem", "stuk", "tricks", "first", "first_four"),
    *("claim", "against", "ruling_reason", "centre", "discard"),
    *(f"{name}_{row}" for name in ("roem_seat", "roem_value", "denied_by") for row in range(2)),
    *(f"{name}_{row}" for name in ("winner", "points", "plays") for row in range(3)),
    *(f"deal_{seat}" for seat in range(4)),
)
SENT = st.dictionaries(st.sampled_from(FIELDS), st.lists(WORDS | st.text(max_size=6), max_size=3))
SOUND = {
    **{"number": ["2"], "dealer": ["0"], "key": ["k"], "bidder": ["1"], "bid": ["150"]},
    **{"trump": ["H"], "call": ["SA"], "partner": ["3"], "cards": ["112"]},
}


@pytest.mark.django_db
@settings(
    max_examples=38,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    sent=SENT,
    mode=st.sampled_from(["quick", "tricks", "full"]),
    preset=st.sampled_from(sorted(GAMES["pandoeren"].options.presets)),
)
def test_any_form_is_answered(
    seated: Callable[[str], Match], sent: dict[str, list[str]], mode: str, preset: str
) -> None:
    rules: dict[str, Any] = {"preset": preset}
    data = QueryDict(mutable=True)
    for name, values in (SOUND | sent | {"mode": [mode]}).items():
        data.setlist(name, values)
    table = HandTable(RunningScore("pandoeren", rules).options, NAMES, 0)
    match = seated("pandoeren")
    match.rules = rules
    form = PRESENTERS["pandoeren"].form(
        data, presenter=PRESENTERS["pandoeren"], table=table, mode=mode
    )
    preview = preview_of(match=match, form=form)
    assert preview.state
    assert form.is_valid() == bool(form.record)
