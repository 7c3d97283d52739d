"""Short addresses of tables on players' phones, for codes and for reading aloud."""

from django.urls import path

from tournaments.phones.views import guests, phone_news, phone_worker, phones

urlpatterns = [
    path("worker.js", phone_worker.phone_worker, name="phone-worker"),
    path("table/", phones.phone, name="phone"),
    path("table/offline/", phones.phone_offline, name="phone-offline"),
    path("table/live/", phones.phone_live, name="phone-live"),
    path("table/news/", phone_news.no_news, name="phone-news"),
    path("table/standings/", phones.phone_standings, name="phone-standings"),
    path("table/preview/", phones.phone_preview, name="phone-preview"),
    path("table/hand/", phones.phone_hand, name="phone-hand"),
    path("table/undo/", phones.phone_undo, name="phone-undo"),
    path("table/take-back/", phones.phone_take_back, name="phone-take-back"),
    path("table/answer/", phones.phone_answer, name="phone-answer"),
    path("table/deal/", phones.phone_deal, name="phone-deal"),
    path("table/call/", phones.phone_call, name="phone-call"),
    path("table/leave/", guests.phone_leave, name="phone-leave"),
    path("<key:event_id>/", guests.table_code, name="table-code"),
    path("<key:event_id>/<number:number>/<slug:token>/", guests.table_join, name="table-join"),
]
