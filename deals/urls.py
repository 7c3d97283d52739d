"""Addresses of deals, under a club's."""

from django.urls import path

from deals.views import bidding, compared, deals

ONE = "events/<key:event_id>/"

urlpatterns = [
    path("bidding/", bidding.bidding, name="bidding"),
    path(f"{ONE}deals/", deals.deals, name="event-deals"),
    path(f"{ONE}deals.pbn", deals.deals_pbn, name="event-deals-pbn"),
    path(f"{ONE}deals/results/", compared.compared, name="event-compared"),
    path(
        f"{ONE}deals/results.<spreadsheet:form>",
        compared.travellers_file,
        name="event-compared-file",
    ),
    path(f"{ONE}deals/results/scoring/", compared.scoring, name="event-compared-scoring"),
    path(f"{ONE}deals/results/entries/<number:number>/", compared.card, name="event-compared-card"),
    path(
        f"{ONE}deals/<number:deal>/rounds/<number:number>/tables/<number:table>/ruling/",
        compared.ruling,
        name="deal-ruling",
    ),
    path(
        f"{ONE}deals/rulings/<key:ruling_id>/revoke/",
        compared.ruling_back,
        name="deal-ruling-revoke",
    ),
    path(f"{ONE}deals/new/", deals.deals_new, name="event-deals-new"),
    path(f"{ONE}deals/drop/", deals.deals_drop, name="event-deals-drop"),
]
