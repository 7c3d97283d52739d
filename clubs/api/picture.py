"""The picture of a club."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from clubs.selectors import picture_of
from clubs.services.clubs import club_picture_remove, club_picture_set
from core.pictures import MOST_SENT, WRITTEN

IMAGE: Any = {(200, media): bytes for media, _suffix in WRITTEN.values()}


class PictureIn(serializers.Serializer[Any]):
    """A picture: PNG, JPEG, WebP or GIF."""

    picture = serializers.FileField(help_text="At most 5 MB and 40 megapixels.")


class PictureOut(serializers.Serializer[Any]):
    """The picture as it is kept."""

    media_type = serializers.ChoiceField(choices=[media for media, _suffix in WRITTEN.values()])
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class ImageRenderer(JSONRenderer):
    """Lets a client ask for a picture; anything but one, such as a problem, stays JSON."""

    media_type = "image/*"
    format = "image"


class PictureViewSet(ApiViewSet):
    """The picture that stands for a club."""

    tags = ("Clubs",)
    writes = Right.MEMBERS
    serializer_class = PictureOut
    parser_classes = (MultiPartParser,)
    renderer_classes = (JSONRenderer, ImageRenderer)

    @extend_schema(responses=IMAGE)
    def retrieve(self, request: Request, slug: str) -> HttpResponse:
        """Fetch the club's picture.

        The file, PNG or JPEG; 404 where the club has none.
        """
        picture = picture_of(self.club)
        if picture is None:
            raise Http404
        return HttpResponse(picture.data, content_type=picture.media_type)

    @operation(body=PictureIn, name="replace")
    def update(self, request: Request, slug: str) -> Response:
        """Set the club's picture.

        As a form with a file under `picture`. It is made smaller and written anew. Only owners.
        """
        content = self.validated_body()["picture"].read(MOST_SENT + 1)
        picture = club_picture_set(club=self.club, content=content)
        width, height = picture.size
        shape = {"media_type": picture.media_type, "width": width, "height": height}
        answer = self.answer(shape)
        answer.content_type = JSONRenderer.media_type  # whatever was asked for
        return answer

    @operation()
    def destroy(self, request: Request, slug: str) -> Response:
        """Remove the club's picture.

        Nothing happens where it has none. Only owners.
        """
        club_picture_remove(club=self.club)
        return Response(status=204)
