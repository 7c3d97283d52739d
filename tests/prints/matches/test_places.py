"""Paper asks for what the screen needs: sheets and slips beside the forms they are typed into."""

import pytest

from games import PRESENTERS
from games.base import HandTable, SideLabel
from games.printing import SheetParts
from prints.score_sheet import SheetTable, sides_sheet
from prints.slips import Slip
from rules import GAMES
from scoring.forms import ResultForm
from tests.prints.matches.documents import IMPRINT
from tests.tables import table

NAMES = ("Ada", "Ben", "Cleo", "Dan")
HANDED = {"number", "dealer", "key", "mode", "command"}
"""What the page knows by itself."""
FOLLOWS = {
    "texas42": {"points"},  # where marks are counted, made or set is enough
    "pandoeren": set[str](),
    "dummy_spades": {"tricks_3", "declarer_side"},  # the dummy took the rest of the thirteen
}
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
    follows = FOLLOWS[game] - ({"points"} if getattr(options, "by_points", False) else set())
    assert fields - follows <= sheet_holds(game, {"preset": preset}, options)


def sheet_holds(game: str, rules: dict[str, str], options: object) -> frozenset[str]:
    """The fields that are typed from an empty sheet."""
    presenter = PRESENTERS[game]
    if presenter.in_teams:
        blank = SheetTable(
            game=game, rules=rules, title="", names=("",) * GAMES[game].seats, imprint=IMPRINT
        )
        return sides_sheet(blank, large=False).holds
    parts: SheetParts = presenter.sheet(options, large=False)
    return parts.holds(GAMES[game].seats)


@pytest.mark.parametrize("sets", [False, True])
def test_a_slip_has_the_places_of_the_form_of_results(sets: bool) -> None:
    sides = [SideLabel("A & C", ("Ada", "Cleo")), SideLabel("B & D", ("Ben", "Dan"))]
    form = ResultForm(sides, asks_sets=sets)
    fields = {name.rstrip("01") for name in form.fields} - {"ended"}
    assert fields == Slip("Round 1", "table 1", "R1-T1", (), sets=sets).places
