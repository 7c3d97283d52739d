"""Addresses of deals, under a club's."""

from django.urls import path

from tournaments.deals.views import bidding, compared, deals

EVENT = "events/<key:event_id>/"

urlpatterns = [
    path("bidding/", bidding.bidding, name="bidding"),
    path(f"{EVENT}deals/", deals.deals, name="event-deals"),
    path(f"{EVENT}deals/results/", compared.compared, name="event-compared"),
    path(
        f"{EVENT}deals/results.<spreadsheet:form>",
        compared.travellers_file,
        name="event-compared-file",
    ),
    path(f"{EVENT}deals/results/scoring/", compared.scoring, name="event-compared-scoring"),
    path(
        f"{EVENT}deals/results/entries/<number:number>/", compared.card, name="event-compared-card"
    ),
    path(
        f"{EVENT}deals/<number:deal>/rounds/<number:number>/tables/<number:table>/ruling/",
        compared.ruling,
        name="deal-ruling",
    ),
    path(
        f"{EVENT}deals/rulings/<key:ruling_id>/revoke/",
        compared.ruling_back,
        name="deal-ruling-revoke",
    ),
    path(f"{EVENT}deals/new/", deals.deals_new, name="event-deals-new"),
    path(f"{EVENT}deals/drop/", deals.deals_drop, name="event-deals-drop"),
]
