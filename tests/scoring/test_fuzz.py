"""Whatever is sent as an entry form gets an answer: a record, or problems; never a traceback."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.base import HandTable
from rules import GAMES
from scoring.models import Match
from scoring.running_score import RunningScore
from scoring.views.previews import preview_of
from tests.games.sent_forms import sent
from tests.scoring.conftest import NAMES


@dataclass(frozen=True)
class Typed:
    """What is sent in the form of a game: ``words`` in any of its ``fields``, over ``sound``."""

    words: tuple[str, ...]
    fields: tuple[str, ...]
    sound: dict[str, Any]


FORMS = {
    "texas42": Typed(
        words=(
            *("", "0", "1", "2", "6", "7", "-1", "30", "42", "1m", "2m", "4m", "84"),
            *("low-no", "none"),
            *("pass", "p 30 p p", "b305m", "p", "trump", "nello", "plunge", "splash", "doubles"),
            *("sevens", "no_trump", "high", "own_low", "made", "set", "declarer", "defence", "6-4"),
            *("55 53 51 50", "66 65", "3-9", "٣", "９", "\x00", "99999999999999999999"),
        ),
        fields=(
            *("number", "dealer", "key", "command", "bidder", "bid", "calls"),
            *("contract", "ranking"),
            *("named", "result", "points", "claim", "against", "ruling_reason", "opening_suit"),
            *(f"winner_{trick}" for trick in range(3)),
            *(f"points_{trick}" for trick in range(3)),
            *(f"plays_{trick}" for trick in range(3)),
            *(f"deal_{seat}" for seat in range(4)),
        ),
        sound={"number": ["2"], "dealer": ["0"], "key": ["k"], "bidder": ["1"], "bid": ["30"]},
    ),
    "dummy_spades": Typed(
        words=(
            *("", "0", "1", "2", "3", "4", "7", "13", "14", "-1", "pass", "declarer", "defence"),
            *("453", "45n3 5233", "4 5nd 3 / 8", "453 52", "n", "10 11 12", "SA", "H10", "joker"),
            *("sa sk sq sj", "h2 h3", "٣", "９", "\x00", "99999999999999999999"),
        ),
        fields=(
            *("number", "dealer", "key", "command", "declarer_side", "claim", "flipped"),
            *(f"bid_{seat}" for seat in range(3)),
            *(f"nil_{seat}" for seat in range(3)),
            *(f"tricks_{hand}" for hand in range(4)),
            *(f"winner_{trick}" for trick in range(3)),
            *(f"plays_{trick}" for trick in range(3)),
            *(f"deal_{hand}" for hand in range(4)),
        ),
        sound={"number": ["2"], "dealer": ["0"], "key": ["k"], "bid_1": ["4"], "bid_2": ["5"]},
    ),
    "pandoeren": Typed(
        words=(
            *("", "0", "1", "2", "3", "7", "-1", "20", "50", "112", "120", "150", "300", "piccolo"),
            *("zwabber", "kereltje", "solo_zwabber", "pandoer", "40", "none", "S", "H", "X", "SA"),
            *("DA", "HK", "S10", "H6", "S6", "joker", "p 120 p 150", "120 p p p p"),
            *("b15hsadm", "p"),
            *("sa s10 h7 c8", "h6 h6", "made", "set", "yes", "no", "declarer", "defence"),
            *("٣", "９", "\x00", "99999999999999999999"),
        ),
        fields=(
            *("number", "dealer", "key", "command", "bidder", "bid", "plus", "calls"),
            *("trump", "call"),
            *("partner", "result", "cards", "roem", "stuk", "tricks", "first", "first_four"),
            *("claim", "against", "ruling_reason", "centre", "discard"),
            *(
                f"{name}_{row}"
                for name in ("roem_seat", "roem_value", "denied_by")
                for row in range(2)
            ),
            *(f"{name}_{row}" for name in ("winner", "points", "plays") for row in range(3)),
            *(f"deal_{seat}" for seat in range(4)),
        ),
        sound={
            **{"number": ["2"], "dealer": ["0"], "key": ["k"], "bidder": ["1"], "bid": ["150"]},
            **{"trump": ["H"], "call": ["SA"], "partner": ["3"], "cards": ["112"]},
        },
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("game", FORMS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_form_is_answered(
    seated: Callable[[str], Match], game: str, data: st.DataObject
) -> None:
    typed = FORMS[game]
    word = st.sampled_from(typed.words) | st.text(max_size=6)
    fields = st.dictionaries(st.sampled_from(typed.fields), st.lists(word, max_size=3))
    mode = data.draw(st.sampled_from(["quick", "tricks", "full"]))
    rules = {"preset": data.draw(st.sampled_from(sorted(GAMES[game].options.presets)))}
    names = NAMES[: GAMES[game].seats]
    table = HandTable(RunningScore(game, rules).options, names, dealer=0)
    form = sent(game, table, typed.sound | data.draw(fields), mode=mode)
    match = seated(game)
    match.rules = rules
    preview = preview_of(match=match, form=form)
    assert preview.state
    assert form.is_valid() == bool(form.record)
