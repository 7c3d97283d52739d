"""Paper asks for what the screen needs: sheets and slips beside the forms they are typed into."""

import pytest

from games import PRESENTERS
from games.base import HandTable, SideLabel
from paper.documents.slips import Slip
from rules import GAMES
from scoring.forms import ResultForm
from tests.games.samples import SAMPLES
from tests.tables import table

NAMES = ("Ada", "Ben", "Cleo", "Dan")
HANDED = {"number", "dealer", "key", "mode", "command"}
"""What the page knows by itself."""
SELDOM = {"calls", "claim", "against", "ruling_reason"}
"""What nobody writes down hand by hand: the whole auction, the rest conceded, a ruling."""
EVENINGS = [(game, preset) for game, laws in GAMES.items() for preset in laws.options.presets]


@table(("game", "preset"), EVENINGS)
def test_an_empty_sheet_has_a_place_for_all_that_a_hand_is_asked_for(
    game: str, preset: str
) -> None:
    presenter, options = PRESENTERS[game], GAMES[game].options.resolve({"preset": preset})
    form = presenter.form(
        presenter=presenter, table=HandTable(options, NAMES[: GAMES[game].seats], 0), mode="quick"
    )
    fields = form.fields.keys() - HANDED - SELDOM - set(getattr(form, "seldom", ()))
    assert fields
    sample, counts_marks = SAMPLES[game], not getattr(options, "by_points", False)
    follows = sample.follows | (sample.follows_marks if counts_marks else set())
    assert fields - follows <= presenter.sheet(options).holds(GAMES[game].seats)


@pytest.mark.parametrize("sets", [False, True])
def test_a_slip_has_the_places_of_the_form_of_results(sets: bool) -> None:
    sides = [SideLabel("A & C", ("Ada", "Cleo")), SideLabel("B & D", ("Ben", "Dan"))]
    form = ResultForm(sides, asks_sets=sets)
    fields = {name.rstrip("01") for name in form.fields} - {"ended"}
    assert fields == Slip("Round 1", "table 1", "R1-T1", (), sets=sets).places
