"""Addresses of phones, and of settings of sign-ups and public pages, for those who run events."""

from django.urls import path

from tournaments.phones.views import page_settings, table_access
from tournaments.phones.views.page_settings import EVENT_PAGE_KINDS

EVENT = "events/<key:event_id>/"

urlpatterns = [
    *(
        path(f"{EVENT}{kind.slug}/{below}", view, {"kind": kind}, name=f"event-{kind.slug}{suffix}")
        for kind in EVENT_PAGE_KINDS
        for below, view, suffix in (
            ("", page_settings.settings, ""),
            ("renew/", page_settings.renew, "-renew"),
        )
    ),
    path(f"{EVENT}phones/", table_access.phones, name="event-phones"),
    path(f"{EVENT}phones/renew/", table_access.renew_all, name="event-phones-renew"),
    path(f"{EVENT}phones/<number:number>/", table_access.table_way, name="table-way"),
    path(f"{EVENT}phones/<number:number>/code/", table_access.code, name="table-way-code"),
    path(f"{EVENT}phones/<number:number>/renew/", table_access.renew, name="table-way-renew"),
    path(
        f"{EVENT}phones/<number:number>/withdraw/",
        table_access.withdraw,
        name="table-way-withdraw",
    ),
    path(f"{EVENT}phones/<number:number>/away/", table_access.send_away, name="phone-send-away"),
]
