"""Addresses of an event's money, below the event's."""

from django.urls import path

from tournaments.views.money import door, export, overview, prizes, transfers

urlpatterns = [
    path("", overview.overview, name="event-money"),
    path("settle/", overview.settle, name="event-money-settle"),
    path("set-up/", overview.set_up, name="event-money-setup"),
    path("door/", door.door, name="event-money-door"),
    path("door/live/", door.door_live, name="event-money-door-live"),
    path("door/<int:number>/<int:place>/", door.fee, name="event-money-fee"),
    path("transfers/", transfers.transfers, name="event-money-transfers"),
    path("transfers/<int:transfer_id>/paid/", transfers.transfer_paid, name="event-money-paid"),
    path(
        "transfers/<int:transfer_id>/unpaid/",
        transfers.transfer_unpaid,
        name="event-money-unpaid",
    ),
    path("prizes/", prizes.prizes, name="event-money-prizes"),
    path("prizes/award/", prizes.award, name="event-money-award"),
    path("prizes/divide/", prizes.divide, name="event-money-divide"),
    path("pots/<int:pot_id>/", prizes.side_pot, name="event-money-pot"),
    path("pots/<int:pot_id>/off/", prizes.side_pot_off, name="event-money-pot-off"),
    path("book/", overview.book, name="event-money-book"),
    path("book/<int:number>/undo/", overview.entry_undo, name="event-money-undo"),
    path("<slug:kind>.csv", export.table, name="event-money-csv"),
]
