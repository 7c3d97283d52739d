"""Addresses of public pages and sign-ups, for people without an account."""

from django.urls import include, path

from tournaments.pages import sign_ups

urlpatterns = [
    path("p/<slug:code>/", include("tournaments.pages.public_urls")),
    path("sign-up/<slug:code>/", sign_ups.sign_up, name="public-sign-up"),
    path("signed-up/<slug:key>/", sign_ups.signed_up, name="signed-up"),
]
