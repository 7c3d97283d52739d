"""Addresses of deals under ``/api/v1/``."""

from django.urls import path

from deals.api import compared, deals

ONE = "clubs/<slug:slug>/events/<key:event>/"

urlpatterns = [
    path(f"{ONE}deals/results/", compared.Compared.as_view(), name="api-deals-compared"),
    path(f"{ONE}deals/scoring/", compared.Scoring.as_view(), name="api-deals-scoring"),
    path(f"{ONE}deals/rulings/", compared.Rulings.as_view(), name="api-deal-rulings"),
    path(
        f"{ONE}deals/rulings/<key:ruling>/revoke/",
        compared.RulingRevoke.as_view(),
        name="api-deal-ruling-revoke",
    ),
    path(f"{ONE}deals/", deals.Deals.as_view(), name="api-deals"),
]
