"""Addresses of a season's public page, under its code."""

from django.urls import path

from leagues.views import public

urlpatterns = [
    path("", public.table, name="public-season"),
    path("live/", public.table_live, name="public-season-live"),
    path("calendar/", public.calendar, name="public-season-calendar"),
    path("ratings/", public.ratings, name="public-season-ratings"),
]
