"""The picture of a club."""

from typing import Any, ClassVar

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.renderers import BaseRenderer, JSONRenderer

from clubs.rest.actions import action, reading
from clubs.rest.views import ClubView
from clubs.roles import Right
from clubs.selectors import picture_of
from clubs.services.clubs import club_picture_remove, club_picture_set
from core.pictures import MOST_SENT, WRITTEN

TAGS = ["Clubs"]
IMAGE: Any = {(200, media): bytes for media, _suffix in WRITTEN.values()}


class PictureIn(serializers.Serializer[Any]):
    """A picture: PNG, JPEG, WebP or GIF."""

    picture = serializers.FileField(help_text="At most 5 MB and 40 megapixels.")


class PictureOut(serializers.Serializer[Any]):
    """The picture as it is kept."""

    media_type = serializers.ChoiceField(choices=[media for media, _suffix in WRITTEN.values()])
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class ImageRenderer(BaseRenderer):
    """Lets a client ask for a picture; problems stay JSON."""

    media_type = "image/*"
    format = "image"


class ClubPictureView(ClubView):
    """The picture that stands for a club."""

    parser_classes = [MultiPartParser]
    renderer_classes = (JSONRenderer, ImageRenderer)
    rights: ClassVar = {"PUT": Right.MEMBERS, "DELETE": Right.MEMBERS}

    @reading(
        "clubs_picture_retrieve",
        "Fetch the club's picture",
        "The file, PNG or JPEG; 404 where the club has none.",
        tags=TAGS,
        answer=IMAGE,
    )
    def get(self) -> HttpResponse:
        picture = picture_of(self.club)
        if picture is None:
            raise Http404
        return HttpResponse(picture.data, content_type=picture.media_type)

    @action(
        "clubs_picture_replace",
        "Set the club's picture",
        "As a form with a file under `picture`. It is made smaller and written anew. Only owners.",
        tags=TAGS,
        body=PictureIn,
        answer=PictureOut,
        keyed=False,
    )
    def put(self, *, picture: Any) -> dict[str, Any]:
        kept = club_picture_set(club=self.club, content=picture.read(MOST_SENT + 1))
        width, height = kept.size
        return {"media_type": kept.media_type, "width": width, "height": height}

    @action(
        "clubs_picture_delete",
        "Remove the club's picture",
        "Nothing happens where it has none. Only owners.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        club_picture_remove(club=self.club)
