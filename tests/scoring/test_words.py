"""Everything that the rule book names has words, and words name nothing else."""

import pytest
from django.utils import translation
from django.utils.functional import Promise

from core.text import Text
from games import PRESENTERS
from games.wording import problem_text
from rules import GAMES
from rules.options import Kind, Option
from rules.problems import Bid, Code, Problem
from tests.tables import table

OPTIONS = [(game, option) for game in PRESENTERS for option in GAMES[game].options.options]


def is_said(text: Text) -> bool:
    """Whether a text is translated when it is shown, and says something."""
    return isinstance(text, Promise) and bool(str(text).strip())


def test_every_game_of_the_rule_book_has_words() -> None:
    assert set(PRESENTERS) == set(GAMES)


@pytest.mark.parametrize("game", PRESENTERS)
def test_presets_options_and_stakes_are_those_of_the_rule_book(game: str) -> None:
    book, words = GAMES[game], PRESENTERS[game].labels
    assert list(words.presets) == list(book.options.presets)
    assert set(words.options) == {option.name for option in book.options.options}
    assert set(words.stakes) == set(book.match.stakes)


@table(
    ("game", "name", "value"),
    [
        ("texas42", "bid", "low-no"),
        ("texas42", "word", "nello"),
        ("pandoeren", "bid", "stil_praatje"),
        ("pandoeren", "bid", "misere"),
    ],
)
def test_a_problem_names_in_words_what_the_rules_do_not_allow(
    game: str, name: str, value: str
) -> None:
    presenter = PRESENTERS[game]
    for language in ("fa", "ja"):
        with translation.override(language):
            problem = Problem(Code.AUCTION_UNKNOWN_BID, "", f"{{{name}}}", {name: value})
            text = problem_text(problem, presenter)
            assert text == presenter.value_words(name, Bid(value) if name == "bid" else value)
            assert text != value, (language, value)


def test_a_problem_quotes_what_is_no_word_of_the_game() -> None:
    for presenter in PRESENTERS.values():
        assert presenter.value_words("bid", "elephant") == "elephant"


@pytest.mark.parametrize("game", PRESENTERS)
def test_presets_and_stakes_are_said_and_told_apart(game: str) -> None:
    words = PRESENTERS[game].labels
    for preset in words.presets.values():
        assert is_said(preset.label)
        assert is_said(preset.explanation)
    assert len({str(preset.label) for preset in words.presets.values()}) == len(words.presets)
    assert all(map(is_said, words.stakes.values()))


@table(("game", "option"), OPTIONS, ids=[f"{game}-{option.name}" for game, option in OPTIONS])
def test_an_option_and_each_of_its_values_is_said(game: str, option: Option) -> None:
    words = PRESENTERS[game].labels.options[option.name]
    assert is_said(words.label)
    assert is_said(words.explanation)
    chosen = option.kind in (Kind.CHOICE, Kind.CHOICES)
    assert set(words.values) == (set(option.choices) if chosen else set())
    assert all(map(is_said, words.values.values()))
    assert len({str(value) for value in words.values.values()}) == len(words.values)
