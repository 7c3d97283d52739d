"""Addresses of numbers, under a club's."""

from django.urls import path

from stats.views import numbers, player_numbers

urlpatterns = [
    path("numbers/", numbers.club, name="club-numbers"),
    path("numbers/<slug:played>/", numbers.club, name="club-numbers-of"),
    path(
        "numbers/<slug:played>/<slug:figures>.<spreadsheet:form>",
        numbers.club_file,
        name="club-numbers-file",
    ),
    path("players/<key:pk>/numbers/", player_numbers.numbers, name="player-numbers"),
    path(
        "players/<key:pk>/numbers.<spreadsheet:form>",
        player_numbers.numbers_file,
        name="player-numbers-file",
    ),
    path(
        "players/<key:pk>/numbers/hands/",
        player_numbers.numbers_hands,
        name="player-numbers-hands",
    ),
    path("events/<key:event_id>/numbers/", numbers.event, name="event-numbers"),
    path(
        "events/<key:event_id>/numbers.<spreadsheet:form>",
        numbers.event_file,
        name="event-numbers-file",
    ),
]
