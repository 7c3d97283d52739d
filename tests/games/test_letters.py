"""The letters of players who take turns: the same on paper, on the screen and in the typed line."""

import pytest

from games import PRESENTERS
from games.base import HandTable, LineError, SeatedNames
from rules import GAMES
from scoring.running_score import Rotation
from scoring.selectors.scores import names_at
from tests.tables import table

PEOPLE = ("Ann", "Bob", "Carl", "Dora", "Ede")
LETTERS = {
    "pandoeren": ("A", "B", "C", "D", "E"),
    "dummy_spades": ("A", "B", "C", "E"),  # D is the dummy's
}


def at_table(game: str, *, hand: int) -> HandTable:
    """A table with one player more than seats, in this hand."""
    people = PEOPLE[: GAMES[game].seats + 1]
    seats, presenter = GAMES[game].seats, PRESENTERS[game]
    rotation = Rotation(seats, len(people))
    names = names_at(rotation, people, hand, keys=presenter.player_keys)
    return HandTable(GAMES[game].options.resolve({}), names, seats - 1)


@table(("game", "letters"), LETTERS.items())
def test_a_player_keeps_a_letter_all_evening(game: str, letters: tuple[str, ...]) -> None:
    presenter = PRESENTERS[game]
    people = PEOPLE[: len(letters)]
    assert [side.short for side in presenter.sides(people)] == list(letters)
    for hand in range(1, len(people) + 1):
        names = at_table(game, hand=hand).names
        assert isinstance(names, SeatedNames)
        keys = dict(zip([*names, names.dealer], [*names.keys, names.dealer_key], strict=True))
        assert keys == dict(zip(people, letters, strict=True))


def test_the_line_takes_the_letters_that_the_sheet_printed() -> None:
    second = at_table("pandoeren", hand=2)
    assert second.names == ("Carl", "Dora", "Ede", "Ann")
    said = PRESENTERS["pandoeren"].read_line("e150 h sa a m", second)
    assert (said["bidder"], said["partner"]) == ("2", "3")
    assert PRESENTERS["pandoeren"].line_help(second)[0].keys == ("c", "d", "e", "a")


@pytest.mark.parametrize("line", ["b150 h sa a m", "c150 h sa b m", "c150hsabm", "ck h b m"])
def test_who_deals_and_sits_out_neither_bids_nor_is_called(line: str) -> None:
    with pytest.raises(LineError, match=r"^Bob deals and sits this hand out"):
        PRESENTERS["pandoeren"].read_line(line, at_table("pandoeren", hand=2))


def test_a_nil_goes_to_the_hand_of_the_letter_and_never_to_the_dummy_by_mistake() -> None:
    presenter, second = PRESENTERS["dummy_spades"], at_table("dummy_spades", hand=2)
    assert second.names == ("Carl", "Dora", "Ann")
    said = presenter.read_line("4ne 5nd 3na", second)
    assert sorted(hand for name, hand in said.items() if name.startswith("nil")) == [
        ["1"],
        ["2"],
        ["3"],
    ]
    with pytest.raises(LineError, match=r"^Nobody has the letter B in this hand"):
        presenter.read_line("4nb 5 3", second)
