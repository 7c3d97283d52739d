"""Ordering a club's archive."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from archive.orders import archive_order
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from jobs.api import JobSerializer, job_url


class ArchiveIn(serializers.Serializer[Any]):
    """What is ordered."""

    is_site = serializers.BooleanField(
        default=False, help_text="The public results as a static site, instead of the whole club."
    )


class ArchiveViewSet(ApiViewSet):
    """The archives of a club."""

    tags = ("Archives",)
    writes = Right.ARCHIVE
    serializer_class = JobSerializer
    bodies: ClassVar = {"create": ArchiveIn}
    verbs: ClassVar = {"create": "make"}

    def create(self, request: Request, slug: str) -> Response:
        """Make an archive.

        Orders the whole club in one file, with `is_site` its public results as a website, or
        answers with the order that is being made. Follow the job at its `url` until `file_url` is
        there. Only owners.
        """
        job = archive_order(club=self.club, requested_by=self.user, **self.sent())
        return self.created(job, at=job_url(job))
