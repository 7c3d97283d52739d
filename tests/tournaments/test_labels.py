"""Every metric, format and setting has a label; labels make sentences of what is wrong."""

import pytest
from django.utils.translation import override, pgettext

from core.text import isolated
from engine.pairings.format import SettingWrong
from engine.pairings.formats import FORMATS, usual_format
from engine.standings.metrics import METRICS
from rules import GAMES
from tournaments.events.event_labels import metric_label
from tournaments.events.format_labels import format_label, setting_problem
from tournaments.events.models import Event
from tournaments.events.models.events import lengths_wrong


def test_every_metric_has_a_label() -> None:
    assert METRICS
    for key in METRICS:
        label = metric_label(key)
        assert str(label.name)
        assert str(label.abbreviation)
        assert str(label.explanation).endswith(".")


def test_a_metric_is_told_in_the_reader_s_language_by_its_own_meaning_of_a_word() -> None:
    with override("nl"):
        assert str(metric_label("points", "texas42").name) != "Marks for"
        assert str(metric_label("points", "texas42").abbreviation) == pgettext("marks", "For")


def test_every_format_explains_itself_and_its_settings_begin_within_their_bounds() -> None:
    assert FORMATS
    for key, known in FORMATS.items():
        label = format_label(key)
        assert str(label.name)
        assert str(label.explanation).endswith(".")
        for setting in known.settings:
            named = label.settings[setting.key]
            assert str(named.name)
            assert str(named.explanation).endswith(".")
            assert setting.low <= setting.default <= setting.high
            assert all(setting.low <= value <= setting.high for value in named.choices)
            assert not named.choices or setting.default in named.choices


def test_a_format_is_told_in_the_reader_s_language() -> None:
    with override("nl"):
        label = format_label("mitchell")
        winners = label.settings["winners"]
        assert str(label.explanation) != FORMATS["mitchell"].explanation.text
        assert str(winners.name) != "Winners"
        assert winners.value(1) != "one, some tables turned"


def test_every_game_has_formats_that_suit_it() -> None:
    alone = {game for game, laws in GAMES.items() if laws.sides == laws.seats}
    assert alone
    assert alone != {*GAMES}
    for game in GAMES:
        assert usual_format(game) == ("table_mates" if game in alone else "round_robin")
    for key, known in FORMATS.items():
        assert known.games == (alone if key == "table_mates" else GAMES.keys() - alone)


@pytest.mark.parametrize(
    ("key", "options", "code"),
    [
        ("swiss", {"speed": 1}, "unknown"),
        ("swiss", {"rounds": 31}, "out_of_range"),
        ("swiss", {"rounds": True}, "out_of_range"),
        ("swiss", {"rounds": "3"}, "out_of_range"),
        ("qualifying", {"advance_each": 0, "advance_total": 1}, "two_must_go_on"),
        ("qualifying", {"advance_each": 1, "groups": 1}, "two_of_one_group_must_go_on"),
    ],
)
def test_a_refused_setting_has_a_code_and_a_sentence(
    key: str, options: dict[str, int], code: str
) -> None:
    with pytest.raises(SettingWrong) as refused:
        FORMATS[key].options_read(options)
    assert refused.value.code == code
    assert setting_problem(key, refused.value).endswith(".")


def test_settings_left_out_have_their_defaults() -> None:
    assert FORMATS["ladder"].options_read({"movers": 2}) == {
        "rounds": 9,
        "together": 3,
        "movers": 2,
    }


def test_lengths_of_rounds_are_explained_as_the_reader_types_them() -> None:
    field = Event._meta.get_field("round_lengths")
    with override("nl"):
        assert "“6: 8 spellen”" in str(field.help_text)
        assert "6: 8 spellen" in lengths_wrong()
    with override("fa"):
        assert isolated("6: 5") in str(field.help_text)
        assert isolated("6: 5") in lengths_wrong()
