"""Everything that the rule book names has words, and words name nothing else."""

import pytest
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext

from core.text import Text, isolated
from games import PRESENTERS
from games.wording import problem_body, problem_text
from rules import GAMES, explain
from rules.options import Option, OptionKind
from rules.problems import BidInText, Code, Problem, SeatInText, shown
from tests.tables import table

OPTIONS_42 = PRESENTERS["texas42"].labels.options
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


def with_plain_brackets(text: str) -> str:
    """The text with the wide brackets of Japanese written as those of other languages."""
    return text.replace("（", " (").replace("）", ")")


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
            words = presenter.value_words(name, BidInText(value) if name == "bid" else value)
            assert problem_text(problem, presenter) == isolated(words)
            assert words != value, (language, value)
            message = problem_body(problem, presenter)["message"]
            assert words in message
            assert f"({isolated(value)})" in with_plain_brackets(message)


@table(
    ("rules", "words", "code"),
    [
        ({"preset": "points", "nello": "any"}, OPTIONS_42["nello"].label, "nello"),
        ({"preset": "points", "nello": "any"}, OPTIONS_42["scoring"].values["points"], "points"),
        ({"nello": {}}, OPTIONS_42["nello"].label, "nello"),
    ],
)
def test_a_problem_of_the_rules_names_options_as_the_form_does_and_their_keys(
    rules: dict[str, object], words: Text, code: str
) -> None:
    record = {"format": "hand-record/1", "game": "texas42", "dealer": 0, "auction": []}
    (problem,) = explain(record | {"rules": rules})
    for language in ("fa", "ja"):
        with translation.override(language):
            assert str(words) in problem_text(problem, PRESENTERS["texas42"])
            message = problem_body(problem, PRESENTERS["texas42"])["message"]
            named = f"{isolated(words)} ({isolated(code)})"
            assert named in with_plain_brackets(message)


def test_what_has_no_name_is_told_in_the_reader_s_language() -> None:
    seat = Problem(Code.AUCTION_OUT_OF_TURN, "", "{seat}", {"seat": SeatInText(2)})
    value = Problem(Code.RULES_BAD_VALUE, "", "{value}", {"value": shown([])})
    for language in ("en", "nl", "fa", "ja"):
        with translation.override(language):
            numbered, listed = gettext("seat %(number)d") % {"number": 2}, gettext("a list")
            for presenter in (None, *PRESENTERS.values()):
                assert problem_body(seat, presenter)["message"] == numbered
                assert problem_body(value, presenter)["message"] == listed
                assert problem_text(value, presenter) == listed


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
    chosen = option.kind in (OptionKind.CHOICE, OptionKind.CHOICES)
    assert set(words.values) == (set(option.choices) if chosen else set())
    assert all(map(is_said, words.values.values()))
    assert len({str(value) for value in words.values.values()}) == len(words.values)
