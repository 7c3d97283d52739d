"""Addresses under ``/api/v1/``."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from core.rest.routers import Router
from paper.documents import api
from paper.documents.subjects import CLUB, SUBJECTS


class SubjectConverter(StringConverter):
    """A kind of subject of a club by its key."""

    regex = "|".join(key for key in SUBJECTS if key != CLUB.key)


register_converter(SubjectConverter, "printed")

router = Router()
router.register("clubs/<slug:slug>/documents", api.DocumentViewSet, "api-documents")
router.register("clubs/<slug:slug>/prints/club", api.ClubPrintViewSet, "api-club-prints")
router.register(
    "clubs/<slug:slug>/prints/<printed:about>/<key:subject_id>", api.PrintViewSet, "api-prints"
)
urlpatterns = router.urls
