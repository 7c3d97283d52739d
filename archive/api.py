"""Endpoints of a club's archives, and of what is kept about one player."""

from collections.abc import Iterable
from io import BytesIO
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import FileResponse, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from archive.forms import ForgetForm
from archive.orders import SITE, archive_file_name, archive_order, archives_of
from archive.persons import Traces, person_export, player_forget, player_traces
from archive.transfers import SentFile, TransferBusyError
from clubs.api.serializers import PlayerSerializer
from clubs.models import Player
from clubs.rest.actions import action, reading
from clubs.rest.views import ClubView
from clubs.roles import Right
from core.rest.pages import Pages
from core.rest.problems import ProblemError
from jobs.api import JobSerializer, job_stop
from jobs.models import Job, JobState
from jobs.services import JobStateError, job_delete, job_path

TAGS = ["Archives"]
OWNERS = dict.fromkeys(("GET", "HEAD", "POST", "PUT", "DELETE"), Right.ARCHIVE)
CONFLICT: Final = {409: OpenApiResponse(description="")}
ZIP: Final = {(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "The file.")}


class ArchiveSerializer(JobSerializer):
    """An archive of a club; ``file_url`` is null until it is done."""

    detail = "api-archive"
    is_site = serializers.SerializerMethodField()
    rows = serializers.SerializerMethodField()
    done = serializers.SerializerMethodField(help_text="Rows written so far.")
    total = serializers.SerializerMethodField(help_text="Rows to write; 0 while it waits.")

    class Meta(JobSerializer.Meta):
        fields = ["id", "is_site", "state", "done", "total", "rows", "size", "error"]
        fields += ["requested_by", "created_at", "finished_at", "url", "file_url"]
        read_only_fields = fields

    def get_is_site(self, archive: Job) -> bool:
        """Whether it is the public results as a static site."""
        return archive.kind == SITE

    def get_rows(self, archive: Job) -> int:
        """Its rows once it is done, or a site's files."""
        return int(archive.result.get("rows", 0))

    def get_done(self, archive: Job) -> int:
        """Of an open one, as its worker says."""
        return archive.progress[0] if archive.is_open else self.get_rows(archive)

    def get_total(self, archive: Job) -> int:
        """Of an open one, as its worker says."""
        return archive.progress[1] if archive.is_open else self.get_rows(archive)


class ArchiveIn(serializers.Serializer[Any]):
    """What is ordered."""

    is_site = serializers.BooleanField(
        default=False, help_text="The public results as a static site, instead of the whole club."
    )


class ZipRenderer(JSONRenderer):
    """Lets a client ask for a zip; anything but a file, such as a problem, stays JSON."""

    media_type = "application/zip"
    format = "zip"


class ArchiveList(ClubView):
    """The archives of a club."""

    pagination_class = Pages
    rights: ClassVar = OWNERS

    @reading(
        "archives_list",
        "List archives",
        "The archives that were made of the club, the newest first. Only owners.",
        tags=TAGS,
        answer=ArchiveSerializer,
        many=True,
    )
    def get(self) -> Iterable[Job]:
        return archives_of(self.club).select_related("club", "requested_by")

    @action(
        "archives_make",
        "Make an archive",
        "Orders the whole club in one file, with `is_site` its public results as a website, or "
        "answers with the order that is being made. Follow it at its `url` until `file_url` is "
        "there.",
        tags=TAGS,
        body=ArchiveIn,
        answer=ArchiveSerializer,
        status=201,
        location="api-archive",
    )
    def post(self, *, is_site: bool) -> Job:
        return archive_order(club=self.club, requested_by=self.user, is_site=is_site)


class ArchiveView(ClubView):
    """An endpoint of one archive; another club's is not found."""

    rights: ClassVar = OWNERS
    archive: Job

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the archive of that club."""
        super().initial(request, *args, **kwargs)
        known = archives_of(self.club).select_related("club", "requested_by")
        self.archive = get_object_or_404(known, pk=kwargs["archive"])


class ArchiveDetail(ArchiveView):
    """One archive."""

    @reading(
        "archives_retrieve",
        "Follow an archive",
        "How far it is: `done` of `total` rows while `state` is `running`; where it is `failed`, "
        "`error` says why. Send the tag back in `If-None-Match` to be told 304 while nothing has "
        "changed.",
        tags=TAGS,
        answer=ArchiveSerializer,
        etag="Changes with anything in the answer.",
    )
    def get(self) -> Job:
        return self.archive

    @action(
        "archives_delete",
        "Delete an archive",
        "With its file. One that is being made is cancelled first.",
        tags=TAGS,
        status=204,
        responses={204: None, **CONFLICT},
    )
    def delete(self) -> None:
        try:
            job_delete(job_id=self.archive.pk)
        except JobStateError:
            raise ProblemError(409, "not_closed", _("It is being made: cancel it first.")) from None


class ArchiveCancel(ArchiveView):
    """Cancelling."""

    @action(
        "archives_cancel",
        "Cancel an archive",
        "One that is not made yet. A worker that is at it stops at its next step.",
        tags=TAGS,
        answer=ArchiveSerializer,
        responses={200: ArchiveSerializer, **CONFLICT},
    )
    def post(self) -> Job:
        return job_stop(self.archive)


class ArchiveFile(ArchiveView):
    """The file."""

    renderer_classes = (JSONRenderer, ZipRenderer)

    @reading(
        "archives_file",
        "Fetch an archive",
        "The file; 409 while it is not ready, and while another archive is sent or fetched.",
        tags=TAGS,
        answer={**ZIP, **CONFLICT},
    )
    def get(self) -> FileResponse:
        try:
            if self.archive.state != JobState.DONE:
                raise FileNotFoundError
            file = SentFile(job_path(self.archive))
        except TransferBusyError:
            raise ProblemError(
                409,
                "busy",
                _("Another archive is being sent or fetched just now. Try again in a minute."),
            ) from None
        except FileNotFoundError:
            raise ProblemError(
                409, "not_ready", _("This archive no longer exists. Make a new one.")
            ) from None
        name = archive_file_name(self.archive)
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


# One player


class PlayerEverything(ClubView):
    """What is kept about a player."""

    renderer_classes = (JSONRenderer, ZipRenderer)

    @reading(
        "players_everything",
        "Fetch everything about a player",
        "A zip of JSON Lines, one file a kind of row. For owners, and for the member who is this "
        "player.",
        tags=["Players"],
        answer=ZIP,
    )
    def get(self) -> HttpResponse:
        pk = self.kwargs["player"]
        if not self.membership.may(Right.ARCHIVE) and self.membership.player_id != pk:
            raise PermissionDenied(_("Your role in this club does not allow this."))
        player, out = get_object_or_404(Player, club=self.club, pk=pk), BytesIO()
        person_export(player=player, out=out)
        answer = HttpResponse(out.getvalue(), content_type="application/zip")
        answer["Content-Disposition"] = f'attachment; filename="player-{player.pk}.zip"'
        return answer


class TracesSerializer(serializers.Serializer[Traces]):
    """What forgetting a player concerns."""

    matches = serializers.IntegerField(help_text="Matches in which a number takes the place.")
    events = serializers.IntegerField()
    texts = serializers.IntegerField(help_text="Notes, reasons and other texts with the name.")
    files = serializers.IntegerField(help_text="Documents and archives that are deleted.")
    namesakes = serializers.IntegerField(
        help_text="Other players of that name; if there are any, texts stay as they are."
    )
    has_account = serializers.BooleanField(help_text="Whether a member is linked to the player.")


class ForgetIn(serializers.Serializer[Any]):
    """Why a player is forgotten, and the name as a confirmation."""

    reason = serializers.CharField(max_length=200, help_text="Kept. Do not write the name here.")
    name = serializers.CharField(max_length=80, help_text="The player's name, to confirm.")


class PlayerForgotten(ClubView):
    """Forgetting a player."""

    rights: ClassVar = OWNERS
    player: Player

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the player of that club."""
        super().initial(request, *args, **kwargs)
        self.player = get_object_or_404(Player, club=self.club, pk=kwargs["player"])

    @reading(
        "players_forget_preview",
        "Show what forgetting a player changes",
        "Counts; nothing is changed. Only owners.",
        tags=["Players"],
        answer=TracesSerializer,
    )
    def get(self) -> Traces:
        return player_traces(self.player)

    @action(
        "players_forget",
        "Forget a player",
        "A number takes the place of the name; results, standings and money stay. Documents and "
        "archives of the club are deleted. This cannot be undone. Only owners.",
        tags=["Players"],
        body=ForgetIn,
        answer=PlayerSerializer,
    )
    def put(self, **given: Any) -> Player:
        form = ForgetForm(given, player=self.player)
        if not form.is_valid():
            raise ValidationError(form.errors.as_data())
        player_forget(player=self.player, reason=given["reason"], author=self.user)
        self.player.refresh_from_db()
        return self.player
