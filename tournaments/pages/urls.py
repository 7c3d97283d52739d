"""Addresses of pages of several apps, below a club's address."""

from django.urls import path

from tournaments.pages import desk, entries, projector, rounds, sign_ups
from tournaments.phones.models import SignUpState

EVENT = "events/<key:event_id>/"

urlpatterns = [
    path(EVENT, rounds.event, name="event"),
    path(f"{EVENT}live/", rounds.rounds_live, name="event-live"),
    path(f"{EVENT}entries/", entries.entries, name="event-entries"),
    path(f"{EVENT}projector/", projector.projector, name="event-projector"),
    path(f"{EVENT}projector/live/", projector.projector_live, name="event-projector-live"),
    path(f"{EVENT}sign-ups/<number:number>/", sign_ups.answer_page, name="sign-up"),
    *(
        path(
            f"{EVENT}sign-ups/<number:number>/{name}/",
            sign_ups.answer,
            {"state": state},
            name=f"sign-up-{name}",
        )
        for name, state in (("decline", SignUpState.DECLINED), ("wait", SignUpState.WAITING))
    ),
    path(f"{EVENT}desk/", desk.desk, name="event-desk"),
    path(f"{EVENT}desk/live/", desk.desk_live, name="event-desk-live"),
    path(f"{EVENT}desk/calls/<number:number>/", desk.acknowledge, name="event-desk-call"),
    path(
        f"{EVENT}desk/settle/<number:number>/<number:table>/<number:game>/",
        desk.settle,
        name="event-desk-settle",
    ),
]
