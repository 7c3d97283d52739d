"""Three pages that hold every component once, for the tests of the look alone."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path

from config.health import healthz
from core.fields import ExplainedLabel
from games import PRESENTERS
from games.cards import card_rows
from press.icons import ICONS

HERE = Path(__file__).parent
WHEN = datetime(2026, 11, 20, 20, 14, tzinfo=UTC)
NAMES = [
    "Ada Whitlock & Cleo Barrera",
    "محمد رضایی & 田中 美咲",
    "Bob Ames & Dale Okafor",
    "Jean-Baptiste Saint-Germain & Wilhelmina van der Hoeven-Oosterbaan",
]
ROWS = ["", "row--me", "row--good", "row--warn", "row--bad", "row--void", "row--new"]


class EveningForm(forms.Form):
    name = forms.CharField(label="Name of the evening", help_text="Shown on the wall.")
    paste = forms.CharField(
        label="Paste a list",
        required=False,
        widget=forms.Textarea(attrs={"class": "paste"}),
        help_text="One player a line.",
    )
    form = forms.ChoiceField(
        label="Format",
        choices=[
            ("a", ExplainedLabel("Round robin", help="Every pair meets every other.", preset=True)),
            ("b", "Swiss"),
        ],
        widget=forms.RadioSelect,
    )
    choose = forms.MultipleChoiceField(
        label="The partner may name",
        choices=[("a", "Sevens"), ("b", "Nello")],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    preset = forms.ChoiceField(label="Rules", choices=[("m", "Marks"), ("p", "Points")])
    plunge = forms.BooleanField(label="Plunge", required=False, help_text="Four doubles.")


def _context() -> dict[str, Any]:
    form = EveningForm({"form": "a", "plunge": "on"})
    standings = [
        {"rank": n + 1, "shared": n < 2, "name": NAMES[n % 4], "css": ROWS[n % 7], "won": n % 8}
        for n in range(16)
    ]
    return {
        "form": form,
        "when": WHEN,
        "club": {"name": "Tyler 42 Club", "slug": "tyler-42-club"},
        "version": "1.0",
        "crumbs": [{"label": "Events", "href": "#"}, {"label": "November 42 night"}],
        "nav": [{"label": n, "href": "#", "current": n == "Events"} for n in ("Events", "Players")],
        "user_menu": [{"label": "Password", "href": "#"}, {"label": "Tokens", "href": "#"}],
        "chosen": ["6-6", "4-3"],
        "used": {"5-5": "Bob", "6-4": "Bob, trick 2"},
        "states": ["made", "set", "passed_out", "draft", "running", "finished"],
        "domino_states": ["trump", "led", "winner", "problem", "selected", "muted"],
        "standings": standings[:7],
        "wall": standings,
        "pages": [1, 2],
        "theirs": {"who": "Bob", "when": WHEN},
        "differences": [
            {"label": "Bid", "theirs": "31", "mine": "31"},
            {"label": "Points", "theirs": "35–7", "mine": "31–11"},
        ],
        "icons": ICONS,
        "hand": ["SA", "SK", "S10", "HQ", "HJ", "H6", "D9", "C8", "C7"],
        "chosen_cards": ["SA", "HT"],
        "pack": card_rows(PRESENTERS["pandoeren"].pack),
        "whole_pack": card_rows(PRESENTERS["dummy_spades"].pack),
        "used_cards": {"SK": "Bob", "HQ": "Bob, trick 2"},
    }


def _page(request: HttpRequest, name: str) -> HttpResponse:
    source = (HERE / name).read_text(encoding="utf-8")
    return HttpResponse(engines["django"].from_string(source).render(_context(), request))


urlpatterns = [
    path("look/", _page, {"name": "look.html"}),
    path("look/cards/", _page, {"name": "look_cards.html"}),
    path("look/wall/", _page, {"name": "look_wall.html"}),
    path("healthz", healthz, name="healthz"),
    path("c/<slug:slug>/", healthz, name="club"),
]
