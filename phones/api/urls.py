"""Addresses of sign-ups and public pages under ``/api/v1/``."""

from django.urls import URLPattern, URLResolver, include, path

from phones.api import public, sign_ups

SIGN_UP = [
    path("", sign_ups.SignUpDetail.as_view(), name="api-sign-up"),
    path("accept/", sign_ups.SignUpAccept.as_view(), name="api-sign-up-accept"),
    path("wait/", sign_ups.SignUpWait.as_view(), name="api-sign-up-wait"),
    path("decline/", sign_ups.SignUpDecline.as_view(), name="api-sign-up-decline"),
]
EVENT: list[URLPattern | URLResolver] = [
    path("sign-up/", sign_ups.EventSignUp.as_view(), name="api-event-sign-up"),
    path("sign-up/renew/", sign_ups.EventSignUpRenew.as_view(), name="api-event-sign-up-renew"),
    path("sign-ups/", sign_ups.SignUpList.as_view(), name="api-sign-ups"),
    path("sign-ups/<number:sign_up>/", include(SIGN_UP)),
    path("public/", public.EventPublic.as_view(), name="api-event-public"),
    path("public/renew/", public.EventPublicRenew.as_view(), name="api-event-public-renew"),
]
urlpatterns = [path("clubs/<slug:slug>/events/<key:event>/", include(EVENT))]
