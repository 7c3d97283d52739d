"""Addresses of an event's public page, under its code."""

from django.urls import path

from tournaments.pages import public
from tournaments.pages.public_tabs import TABS

urlpatterns = [
    path("", public.tab_page, {"name": "rounds"}, name="public-rounds"),
    path("live/", public.tab_live, {"name": "rounds"}, name="public-rounds-live"),
    path("manifest.webmanifest", public.manifest, name="public-manifest"),
    path("results.html", public.results_fragment, name="public-results"),
    path("results.json", public.results_file, name="public-results-json"),
    path("me/", public.evening, name="public-evening"),
    path("me/live/", public.evening_live, name="public-evening-live"),
    path("me/<number:number>/<number:game>/", public.hands, name="public-hands"),
    *(
        pattern
        for name in TABS
        if name != "rounds"
        for pattern in (
            path(f"{name}/", public.tab_page, {"name": name}, name=f"public-{name}"),
            path(f"{name}/live/", public.tab_live, {"name": name}, name=f"public-{name}-live"),
        )
    ),
]
