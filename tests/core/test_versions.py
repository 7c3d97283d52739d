"""Two have the same settings open: the second is told what the first has changed.

Every form of the site either carries the version that it was made from, or is named below as none
of settings. Each form of settings is sent from two browsers, as its page shows it.
"""

import datetime
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django import forms
from django.test import Client
from django.urls import get_resolver, reverse

from clubs.models import Club, Player, User
from clubs.services.clubs import club_update, member_add
from clubs.services.players import players_add_many
from core.forms import ServiceForm
from core.versions import Outdated, version_of
from games import PRESENTERS
from leagues.models import Season
from leagues.services.seasons import season_create, season_update
from tests.conftest import club_of, new_owner
from tests.html_forms import form_sent
from tests.tournaments.pages import words
from tournaments.deals.services.deals import deal_set_draw
from tournaments.events.models import Event
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create, event_update
from tournaments.money.models import SidePot
from tournaments.money.services.money import money_set_up, side_pot_add, side_pot_set

pytestmark = pytest.mark.django_db

NO_SETTINGS = {
    "something is made, entered or decided anew": {
        *("AdjustmentForm", "ArrivalForm", "AwayForm", "BetweenForm", "CornersForm"),
        *("ExpenseForm", "ForgetForm", "InvitationForm", "NewUserForm"),
        *("MemberForm", "MoveForm", "NewDivisionForm", "NewEventForm", "NewSeasonForm"),
        *(
            "NextSeasonForm",
            "NumberForm",
            "PictureForm",
            "PicturesForm",
            "PlayOffForm",
            "ReadForm",
            "ReopenForm",
            "RulingForm",
            "SeasonBooksForm",
        ),
        *("SidePotForm", "SignUpForm", "SubstituteForm", "TokenForm", "TotalsForm", "UndoForm"),
        *("WebhookForm", "CodeForm", "DealSetForm", "WayForm", "AttachForm", "AttachEventForm"),
    },
    "names are entered": {
        *("ContendersForm", "DrawPairsForm", "EveningsForm", "PairForm", "PasteEntriesForm"),
        *("PastePlayersForm", "PlayerEntryForm"),
        "ReviewForm",
    },
    "hands and results have revisions of their own": {
        *(presenter.form.__name__ for presenter in PRESENTERS.values()),
        *("SetsForm", "SlipForm"),
    },
    "something is searched or printed": {
        *(
            "ChosenForm",
            "ExpectedForm",
            "EventSearch",
            "PeriodForm",
            "PaperForm",
            "PrintOptionsForm",
        ),
    },
}


def forms_of_site() -> Iterator[type[forms.BaseForm]]:
    """Every form of the project that no other form is derived from."""
    assert get_resolver().url_patterns  # every view is imported
    waiting: list[type[forms.BaseForm]] = [forms.Form]
    while waiting:
        form = waiting.pop()
        derived = form.__subclasses__()
        waiting += derived
        others = form.__module__.startswith(("django", "tests", "rest_framework", "knox"))
        is_ours = not others and form.__module__ in sys.modules  # a game made by a test is gone
        if is_ours and not (derived and form.__module__ in {"core.fields", "core.forms"}):
            yield form


def is_of_settings(form: type[forms.BaseForm]) -> bool:
    """Whether a form says of which settings it carries the version."""
    if not issubclass(form, ServiceForm):
        return False
    return bool(form.versioned) or form.version_now is not ServiceForm.version_now


BASES = {
    *("CashForm", "NewClubForm", "DatesForm", "EntryForm", "ContractEntryForm", "LineupsForm"),
    "ListForm",
    *("NamesForm", "PlayerForm", "PublicPageForm", "ResultForm", "RoleForm"),
    *("TrickEntryForm",),
}
"""Forms that others extend; by themselves they make something anew, or are not shown."""


def test_every_form_carries_a_version_or_is_known_to_be_none_of_settings() -> None:
    known = set().union(*NO_SETTINGS.values())
    forms = {form.__name__: form for form in forms_of_site()}
    assert len(forms) > 40
    plain = {name for name, form in forms.items() if not is_of_settings(form)}
    assert plain - BASES == known


@dataclass(frozen=True)
class Place:
    """What there is to set up in one club."""

    owner: User
    club: Club
    players: list[Player]
    event: Event
    duplicate: Event
    pot: SidePot
    season: Season

    @property
    def member(self) -> int:
        return self.club.memberships.get(user=self.owner).pk

    def url(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.club.slug, *more])


@pytest.fixture
def place() -> Place:
    owner = new_owner()
    club = club_of(owner)
    players = players_add_many(club=club, names=["Ada", "Ben", "Cleo", "Dan"])
    day = datetime.date(2026, 11, 20)
    made: dict[str, Any] = {"club": club, "date": day, "created_by": owner, "rules": {}}
    event = event_create(name="Night", **made)
    entries_add(event=event, lineups=[players[:2], players[2:]])
    duplicate = event_create(name="Deals", **made)
    deal_set_draw(event=duplicate, by=owner, count=2, per_round=2)
    money = money_set_up(event=event, fee=500)
    pot = side_pot_add(money=money, name="High bid", stake=100)
    side_pot_set(pot=pot, players=players, made_by=owner)
    season = season_create(
        club=club, name="Autumn", game="texas42", created_by=owner, dates=[day], divisions=["A"]
    )
    return Place(owner, club, players, event, duplicate, pot, season)


Values = dict[str, str | list[str]]


@dataclass(frozen=True)
class Case:
    """A form of settings: its page, where it is sent if not there, and two changes of it."""

    page: Callable[[Place], str]
    first: Values
    second: Values
    action: Callable[[Place], str] | None = None
    said: str = ""


def of_event(name: str, *more: int) -> Callable[[Place], str]:
    return lambda place: place.url(name, place.event.pk, *more)


def of_season(name: str, *more: int) -> Callable[[Place], str]:
    return lambda place: place.url(name, place.season.pk, *more)


CASES = {
    "ClubSettingsForm": Case(
        lambda place: place.url("club-settings"),
        {"name": "Elm Street"},
        {"paper": "letter"},
        said="Name of the club: Elm Street is saved now; here it is",
    ),
    "MemberPlayerForm": Case(
        lambda place: place.url("member-player", place.member),
        {"player": "Ada"},
        {"player": "Ben"},
        said="Player: Ada is saved now; here it is Ben.",
    ),
    "PlayerEditForm": Case(
        lambda place: place.url("player-edit", place.players[0].pk),
        {"name": "Adele"},
        {"note": "the tall one"},
        said="Name: Adele is saved now; here it is Ada.",
    ),
    "EventForm": Case(
        of_event("event-settings"),
        {"round_minutes": "25", "format": "swiss", "format_shown": "swiss", "setting_rounds": "3"},
        {"name": "Friday", "tables_in_room": "4"},
        said="Minutes per round: 25 is saved now; here it is –.",
    ),
    "RulesForm": Case(
        of_event("event-rules"),
        {"preset": "splash"},
        {"option_target": "5"},
        said="Rules:",
    ),
    "StakesForm": Case(
        of_event("event-rules"),
        {"per_mark": "0.25"},
        {"per_set": "1.00"},
        said="for each mark short: 0.25 is saved now; here it is –.",
    ),
    "EventPageForm": Case(
        of_event("event-public"),
        {"is_on": "on"},
        {"may_be_found": "on"},
        said="yes is saved now; here it is no.",
    ),
    "SignUpPageForm": Case(
        of_event("event-sign-up"),
        {"places": "12"},
        {"is_on": "on"},
        said="Number of places: 12 is saved now; here it is –.",
    ),
    "SetUpForm": Case(
        of_event("event-money-setup"),
        {"fee": "6.00"},
        {"cash_float": "20.00"},
        said="Entry fee: 6.00 is saved now; here it is 5.00.",
    ),
    "PotPlayersForm": Case(
        lambda place: place.url("event-money-pot", place.event.pk, place.pot.pk),
        {"winners": ["Ada"]},
        {"winners": ["Ben"]},
        said="Won by: Ada is saved now; here it is Ben.",
    ),
    "SeedsForm": Case(
        of_event("event-seeds"), {"1": "2"}, {"2": "1"}, said="2 is saved now; here it is –."
    ),
    "ScoringForm": Case(
        lambda place: place.url("event-compared", place.duplicate.pk),
        {"scoring": "matchpoints"},
        {"scoring": "cross_score"},
        lambda place: place.url("event-compared-scoring", place.duplicate.pk),
        said="Deals are scored by:",
    ),
    "SeasonForm": Case(
        of_season("season-settings"),
        {"minimum": "3"},
        {"name": "Winter"},
        said=": 3 is saved now; here it is 0.",
    ),
    "DivisionForm": Case(
        of_season("season-settings"),
        {"d1-promoted": "2"},
        {"d1-name": "First"},
        of_season("season-division", 1),
        said="Go up: 2 is saved now; here it is 0.",
    ),
    "EveningForm": Case(
        of_season("season-evening", 1),
        {"date": "2026-11-27"},
        {"date": "2026-12-04"},
        said="Date: 2026-11-27 is saved now; here it is 2026-12-04.",
    ),
    "SeasonPageForm": Case(
        of_season("season-public"),
        {"is_on": "on"},
        {"shows_ratings": "on"},
        said="yes is saved now; here it is no.",
    ),
}


def test_every_form_of_settings_is_sent_from_two_pages_below() -> None:
    versioned = {form.__name__ for form in forms_of_site() if is_of_settings(form)}
    assert versioned == CASES.keys()


@pytest.mark.parametrize("name", CASES)
def test_the_second_of_two_who_save_is_told_keeps_what_was_typed_and_can_save_over_it(
    name: str, place: Place
) -> None:
    case = CASES[name]
    page = case.page(place)
    action = case.action(place) if case.action else page
    client = Client(headers={"accept": "text/html"})
    client.force_login(place.owner)
    keys = {player.name: str(player.pk) for player in place.players}

    def values(given: Values) -> dict[str, list[str]]:
        lists = {key: [value] if isinstance(value, str) else value for key, value in given.items()}
        return {
            key: [keys.get(value, value) for value in several] for key, several in lists.items()
        }

    first, second = values(case.first), values(case.second)
    shown = form_sent(client.get(page), action)
    assert client.post(action, shown | first).status_code == 302

    answer: Any = client.post(action, shown | second)
    assert answer.status_code == 409, words(answer)
    assert "Somebody else saved these settings while you had them open" in words(answer)
    assert case.said in words(answer)
    form = form_sent(client.get(page), action)
    assert {key: form.get(key) for key in first} == first, "the first change still stands"

    again = form_sent(answer, action)
    typed = {key: (shown | second).get(key) for key in first | second}
    assert {key: again.get(key) for key in typed} == typed, "what was typed stays"
    assert client.post(action, again).status_code == 302
    saved = form_sent(client.get(page), action)
    assert {key: saved.get(key) for key in typed} == typed


def test_settings_that_change_once_more_are_shown_before_they_are_saved_over(place: Place) -> None:
    client = Client(headers={"accept": "text/html"})
    client.force_login(place.owner)
    page = place.url("player-edit", place.players[0].pk)
    mine = form_sent(client.get(page)) | {"note": ["the tall one"]}
    for name in ("Adele", "Adriana"):
        client.post(page, form_sent(client.get(page)) | {"name": [name]})
        answer: Any = client.post(page, mine)
        assert answer.status_code == 409
        assert f"Name: {name} is saved now; here it is Ada." in words(answer)
        mine = form_sent(answer)
    assert client.post(page, mine).status_code == 302
    saved = form_sent(client.get(page))
    assert (saved["name"], saved["note"]) == (["Ada"], ["the tall one"])


def test_a_role_that_was_changed_meanwhile_is_not_put_back(place: Place) -> None:
    member = member_add(club=place.club, username="bob", role="scorer").membership
    client = Client(headers={"accept": "text/html"})
    client.force_login(place.owner)
    action = place.url("member-role", member.pk)
    shown = form_sent(client.get(place.url("members")), action)
    client.post(action, shown | {"role": "organiser"})
    answer: Any = client.post(action, shown | {"role": "viewer"}, follow=True)
    assert "were changed in the meantime" in answer.content.decode()
    member.refresh_from_db()
    assert member.role == "organiser"


def test_a_page_of_two_forms_tells_of_rules_and_stakes_together(place: Place) -> None:
    client = Client(headers={"accept": "text/html"})
    client.force_login(place.owner)
    page = place.url("event-rules", place.event.pk)
    shown = form_sent(client.get(page))
    client.post(page, shown | {"preset": ["points"], "per_point": ["0.01"], "per_mark": [""]})
    answer: Any = client.post(page, shown | {"currency": ["EUR"]})
    assert answer.status_code == 409
    assert words(answer).count("Somebody else saved") == 1
    assert "for each point of the difference: 0.01 is saved now; here it is –." in words(answer)
    assert "Rules: 250 points is saved now; here it is Seven marks." in words(answer)
    client.post(page, form_sent(answer))
    place.event.refresh_from_db()
    assert place.event.rules == {"preset": "marks"}
    assert place.event.stakes is None


def test_services_take_a_version_and_refuse_one_that_is_no_longer_right(place: Place) -> None:
    event, season, club = place.event, place.season, place.club
    seen = version_of(event, ["name", "cap"])
    event_update(event=event, round_minutes=20, version=seen)  # a field that was not seen
    event_update(event=event, cap=9, version=seen)
    with pytest.raises(Outdated):
        event_update(event=event, name="Friday", version=seen)
    for wrong in ("name:", "name:0", "no_such_field:0", ":", "name,cap"):
        with pytest.raises(Outdated):
            season_update(season=season, name="Winter", version=wrong)
        with pytest.raises(Outdated):
            club_update(club=club, name="Elm", version=wrong)
