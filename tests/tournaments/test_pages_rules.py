"""Rules, stakes and settings of an event as forms: presets, what differs, what is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from rules import GAMES
from scoring.models import Match
from tests.tables import table
from tests.tournaments.conftest import match_of
from tests.tournaments.pages import Pages, at_field, messages_of, words
from tournaments.events.forms.rules import PREFIX
from tournaments.events.models import Event
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

RULES = "event-rules"
SETTINGS = "event-settings"
TABLE = GAMES["texas42"].options


def filled(pages: Pages, page: str = RULES, **query: str) -> dict[str, Any]:
    """What the browser would send if nothing were touched."""
    context = pages.get(page, **query).context
    forms = [context["rules"], context["stakes"]] if page == RULES else [context["form"]]
    values = {name: form[name].value() for form in forms for name in form.fields}
    order = enumerate(values.pop("tie_breaks", ()), start=1)
    values |= {f"tie_breaks-{key}": str(place) for place, key in order}
    sent = {name: value for name, value in values.items() if value not in (None, "")}
    return {name: value for name, value in sent.items() if value is not False}


# --- rules


@pytest.mark.parametrize("preset", TABLE.presets)
def test_a_preset_that_is_looked_at_and_saved_is_that_preset(preset: str, pages: Pages) -> None:
    assert messages_of(pages.post(RULES, **filled(pages, preset=preset))) == [
        "Rules and stakes are saved."
    ]
    assert pages.event.rules == {"preset": preset}


def test_what_differs_from_the_preset_is_kept_and_counted(pages: Pages) -> None:
    pages.post(RULES, **filled(pages) | {f"{PREFIX}target": 5, f"{PREFIX}splash": "on"})
    assert pages.event.rules == {"preset": "marks", "target": 5, "splash": True}
    assert "2 options differ from the preset." in words(pages.get(RULES))
    pages.post(RULES, **filled(pages) | {f"{PREFIX}target": 7})
    assert "1 option differs from the preset." in words(pages.get(RULES))


def test_another_preset_takes_the_place_of_rules_that_differed(pages: Pages) -> None:
    pages.post(RULES, **filled(pages) | {f"{PREFIX}splash": "on", f"{PREFIX}nello": "never"})
    pages.post(RULES, **filled(pages, preset="points"))
    assert pages.event.rules == {"preset": "points"}


def test_an_option_that_is_taken_away_differs_too(pages: Pages) -> None:
    given = filled(pages)
    assert given.pop(f"{PREFIX}plunge")
    pages.post(RULES, **given)
    assert pages.event.rules == {"preset": "marks", "plunge": False}


def test_every_option_is_explained_and_shows_what_the_preset_has(pages: Pages) -> None:
    form = pages.get(RULES).context["rules"]
    assert len(form.option_fields()) == len(TABLE.options) - (1 if TABLE.variant else 0)
    assert all(field.help_text for field in form.option_fields())
    assert "preset: 7" in words(pages.get(RULES))


def test_a_wrong_value_is_said_beside_its_option_and_what_was_typed_stays(pages: Pages) -> None:
    wrong: dict[str, tuple[Any, str]] = {
        "target": ("seven", "Enter a whole number."),
        "all_pass": ("poker", "not one of the available choices"),
        "nello_doubles": (["poker"], "not one of the available choices"),
    }
    typed = {PREFIX + option: value for option, (value, _problem) in wrong.items()}
    answer = pages.post(RULES, **filled(pages) | typed | {"per_mark": "0.30"})
    assert answer.status_code == 422
    for option, (value, problem) in wrong.items():
        assert problem in at_field(answer, PREFIX + option, "rules")[0]
        assert answer.context["rules"][PREFIX + option].value() == value
    assert answer.context["stakes"]["per_mark"].value() == "0.30"
    assert pages.event.rules == {"preset": "marks"}


def test_an_option_that_goes_with_no_such_scoring_cannot_be_changed(pages: Pages) -> None:
    fixed = [option.name for option in TABLE.options if "points" in option.fixed]
    form = pages.get(RULES, preset="points").context["rules"]
    assert fixed
    assert all(form.fields[PREFIX + name].disabled for name in fixed)
    assert pages.get(RULES).context["rules"].fields[PREFIX + fixed[0]].disabled is False


def test_an_unknown_preset_in_the_address_changes_nothing(pages: Pages) -> None:
    assert pages.get(RULES, preset="poker").context["rules"].initial_rules == pages.event.rules


def test_rules_are_frozen_with_the_first_hand(
    running: Event, pages_of: Callable[[Event], Pages], bid: Callable[..., Match]
) -> None:
    pages = pages_of(running)
    given = filled(pages)
    bid(match_of(running, 1, 1), 0)
    answer = pages.post(RULES, **given | {"preset": "everything", "per_mark": "9.00"})
    assert messages_of(answer) == ["The rules are frozen: a hand has been recorded under them."]
    assert (pages.event.rules, pages.event.stakes) == ({"preset": "marks"}, None)
    page = pages.get(RULES, preset="points")
    assert "the rules of this event can no longer change" in words(page)
    assert "Save rules and stakes" not in words(page)
    forms = (page.context["rules"], page.context["stakes"])
    shown = [field.field for form in forms for field in form.visible_fields()]
    assert shown
    assert all(field.disabled for field in shown)


def test_matches_set_up_follow_the_rules_until_a_hand_is_recorded(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    pages.post(RULES, **filled(pages) | {f"{PREFIX}target": 3, "per_mark": "0.50"})
    match = match_of(running, 1, 1)
    assert match.rules == {"preset": "marks", "target": 3}
    assert match.stakes == {"currency": "USD", "per_mark": "0.50"}


# --- stakes


def test_the_folded_stakes_have_the_marks_of_the_language(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    pages.post(RULES, **filled(pages) | {"per_mark": "0.50", "per_set": "1.00"})
    for language, amounts in (("en", ("0.50", "1.00")), ("nl", ("0,50", "1,00"))):
        text = words(pages.get(RULES, language=language))
        assert [f": {amount} USD" for amount in amounts if f": {amount} USD" not in text] == []


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ({"per_mark": "0.25"}, {"currency": "USD", "per_mark": "0.25"}),
        ({"per_mark": " 1 ", "currency": "Swiss fr"}, {"currency": "CHF", "per_mark": "1.00"}),
        (
            {"per_mark": "0.25", "per_set": "1.00"},
            {"currency": "USD", "per_mark": "0.25", "per_set": "1.00"},
        ),
        ({"per_mark": "100", "currency": "JPY"}, {"currency": "JPY", "per_mark": "100"}),
        ({}, None),
        ({"per_mark": "  ", "currency": "EUR"}, None),
        ({"currency": ""}, None),
    ],
)
def test_amounts_are_understood_as_people_write_them(
    typed: dict[str, str], stored: dict[str, str] | None, pages: Pages
) -> None:
    pages.post(RULES, **filled(pages) | typed)
    assert pages.event.stakes == stored


def test_an_amount_is_offered_with_the_decimals_of_the_language_and_comes_back_as_it_was(
    pages: Pages,
) -> None:
    pages.post(RULES, **filled(pages) | {"per_mark": "0.25", "per_set": "0"})
    stored = pages.event.stakes
    for language, amount in (("nl", "0,25"), ("fa", "0٫25"), ("ja", "0.25")):
        offered = filled(pages, language=language)
        assert offered["per_mark"] == amount
        pages.post(RULES, **offered)
        assert pages.event.stakes == stored


@table(
    ("typed", "field", "problem"),
    [
        ({"per_mark": "0.255"}, "per_mark", "at most 2 decimals in USD"),
        ({"per_mark": "1", "currency": "rial"}, "currency", "IRR (Iranian Rial)"),
        ({"per_mark": "1", "currency": ""}, "currency", "In which currency?"),
        ({"per_point": "0.01"}, "per_point", "These rules do not count this"),
    ],
)
def test_a_wrong_amount_is_said_beside_it_and_stays_as_typed(
    typed: dict[str, str], field: str, problem: str, pages: Pages
) -> None:
    answer = pages.post(RULES, **filled(pages) | typed)
    assert answer.status_code == 422
    assert problem in at_field(answer, field, "stakes")[0]
    shown = {name: answer.context["stakes"][name].value() for name in typed}
    assert shown == typed
    assert pages.event.stakes is None


@table(
    ("preset", "offered"),
    [
        ("marks", {"per_mark", "per_set", "time_pays"}),
        ("tournament", {"per_mark", "per_set", "time_pays"}),
        ("points", {"per_point", "per_set"}),
    ],
)
def test_only_amounts_that_the_rules_count_are_asked_for(
    preset: str, offered: set[str], pages: Pages
) -> None:
    stakes = pages.get(RULES, preset=preset).context["stakes"]
    assert {field.name for field in stakes.visible_fields()} == {"currency"} | offered


def test_what_a_match_that_ends_early_pays_is_chosen_with_the_stakes(pages: Pages) -> None:
    sent = {"currency": "EUR", "per_mark": "0.25", "time_pays": "winners"}
    pages.post(RULES, **filled(pages) | sent)
    assert pages.event.time_pays == "winners"


def test_looking_at_another_preset_brings_its_fields_and_keeps_what_was_typed(
    pages: Pages,
) -> None:
    typed = {"preset": "points", "currency": "EUR", "per_mark": "0.30", "per_set": "2.00"}
    answer = pages.client.get(pages.url(RULES), typed, headers={"HX-Request": "true"})
    assert [template.name for template in answer.templates][:1] == [
        "tournaments/_rules_fields.html"
    ]
    assert "<main" not in answer.content.decode()
    stakes = answer.context["stakes"]
    assert stakes["currency"].value() == "EUR"
    assert stakes["per_set"].value() == "2.00"
    assert "per_mark" not in stakes.fields
    assert pages.event.rules == {"preset": "marks"}


# --- settings


def test_order_of_tie_breaks_is_the_organisers(pages: Pages) -> None:
    given = filled(pages, SETTINGS)
    none = {name: "" for name in given if name.startswith("tie_breaks-")}
    places = {"difference": "1", "games_won": "2", "lot": "5"}
    chosen = {f"tie_breaks-{key}": place for key, place in places.items()}
    assert messages_of(pages.post(SETTINGS, **given | none | chosen)) == ["Saved."]
    assert pages.event.tie_breaks == ["difference", "games_won", "lot"]
    standings_refresh(event_id=pages.event.pk)
    page = words(pages.get("event-standings"))
    order = page[page.index("How the order is decided") :]
    assert order.index("Difference") < order.index("Games won") < order.index("Drawn lot")


def test_wrong_settings_are_said_beside_them_and_what_was_typed_stays(pages: Pages) -> None:
    wrong = {
        "name": ("", "This field is required."),
        "date": ("32.13.", "Enter a valid date."),
        "games_per_meeting": ("10", "less than or equal to 9"),
        "setting_rounds": ("-1", "greater than or equal to 0"),
    }
    typed = {field: value for field, (value, _problem) in wrong.items()}
    answer = pages.post(SETTINGS, **filled(pages, SETTINGS) | typed)
    assert answer.status_code == 422
    for field, (value, problem) in wrong.items():
        assert problem in at_field(answer, field)[0]
        assert answer.context["form"][field].value() == value
    answer = pages.post(SETTINGS, **filled(pages, SETTINGS) | {"format": "lottery"})
    assert "not one of the available choices" in at_field(answer, "format")[0]


@table(
    ("typed", "problem"),
    [
        ("1", "Games won and Drawn lot are both number 1."),
        ("²", "Drawn lot: Enter a whole number."),
        ("0", "greater than or equal to 1"),
    ],
)
def test_a_wrong_place_of_a_tie_break_is_said_beside_the_list(
    typed: str, problem: str, pages: Pages
) -> None:
    answer = pages.post(SETTINGS, **filled(pages, SETTINGS) | {"tie_breaks-lot": typed})
    assert answer.status_code == 422
    assert problem in at_field(answer, "tie_breaks")[0]
    assert answer.context["form"]["tie_breaks"].value()["lot"] == typed


def test_settings_of_the_format_plan_the_rounds_anew(pages: Pages) -> None:
    pages.post("event-plan")
    assert pages.event.rounds.count() == 3
    pages.post(SETTINGS, **filled(pages, SETTINGS) | {"setting_rounds": 2})
    assert pages.event.rounds.count() == 2


def test_name_and_date_may_change_at_any_time_and_the_format_not(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    assert "The format is fixed: the first round has begun." in words(pages.get(SETTINGS))
    changes = {"name": "Friday", "date": "2026-11-27", "games_per_meeting": 3, "setting_rounds": 1}
    pages.post(SETTINGS, **filled(pages, SETTINGS) | changes)
    assert pages.event.name == "Friday"
    assert pages.event.games_per_meeting == 1
    assert pages.event.format_options["rounds"] != 1


def test_the_page_offers_to_delete_then_to_finish_then_to_open_again(
    pages: Pages,
) -> None:
    assert "Delete this event" in words(pages.get(SETTINGS))
    pages.post("event-plan")
    pages.post("round-begin", 1)
    assert "Finish the event" in words(pages.get(SETTINGS))
    assert "Delete this event" not in words(pages.get(SETTINGS))
    pages.post("event-end", unfinished="1")
    assert "Reopen this event" in words(pages.get(SETTINGS))
