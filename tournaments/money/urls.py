"""Addresses of an event's money, under a club's."""

from django.urls import include, path

from tournaments.money import views

MONEY = [
    path("", views.overview, name="event-money"),
    path("settle/", views.settle, name="event-money-settle"),
    path("set-up/", views.set_up, name="event-money-setup"),
    path("door/", views.door, name="event-money-door"),
    path("door/live/", views.door_live, name="event-money-door-live"),
    path("door/<number:number>/<place:place>/", views.fee, name="event-money-fee"),
    path("transfers/", views.transfers, name="event-money-transfers"),
    *(
        path(
            f"transfers/<key:transfer_id>/{name}/",
            views.transfer_mark,
            {"paid": name == "paid"},
            name=f"event-money-{name}",
        )
        for name in ("paid", "unpaid")
    ),
    path("prizes/", views.prizes, name="event-money-prizes"),
    path("prizes/award/", views.award, name="event-money-award"),
    path("prizes/divide/", views.divide, name="event-money-divide"),
    path("pots/<key:pot_id>/", views.side_pot, name="event-money-pot"),
    path("pots/<key:pot_id>/off/", views.side_pot_off, name="event-money-pot-off"),
    path("book/", views.book, name="event-money-book"),
    path("book/<number:number>/undo/", views.entry_undo, name="event-money-undo"),
    path("<slug:kind>.<spreadsheet:form>", views.table, name="event-money-file"),
]

urlpatterns = [path("events/<key:event_id>/money/", include(MONEY))]
