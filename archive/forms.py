"""Forms of archives that arrive."""

from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import MAX_NAME, Club, Forgetting, Player, name_key
from core.forms import RowForm, ServiceForm
from core.model_settings import form_field
from jobs.work import folder


class ArrivalForm(ServiceForm):
    """The file of an archive."""

    general = "archive"

    archive = forms.FileField(
        label=gettext_lazy("Archive of a club"),
        help_text=gettext_lazy(
            "A file whose name ends in .allmark. You see what it contains before anything is "
            "stored."
        ),
        widget=forms.FileInput(attrs={"accept": ".allmark"}),
    )


class ReadForm(ServiceForm):
    """The short name of the club that an archive is read into."""

    general = "slug"

    slug = form_field(
        Club._meta.get_field("slug"),
        label=gettext_lazy("Short name in addresses"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class ForgetForm(RowForm):
    """Why a player is forgotten, and the name as a confirmation."""

    general = "reason"

    class Meta(RowForm.Meta):
        model = Forgetting
        fields = ("reason",)

    name = forms.CharField(
        label=gettext_lazy("The player's name, to confirm"),
        max_length=MAX_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_name(self) -> str:
        """The name is that of the player, however it is capitalised."""
        name: str = self.cleaned_data["name"]
        if name_key(name) != self.player.name_key:
            raise forms.ValidationError(_("This is not the player's name."), code="name")
        return name


class ArchiveUpload(FileUploadHandler):
    """Streams an upload into the folder of archives; the file is deleted when it is closed."""

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self._file: Any = None

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._file = NamedTemporaryFile(dir=folder(), suffix=".upload")  # noqa: SIM115 the request closes it

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write a piece of it."""
        self._file.write(raw_data)

    def file_complete(self, file_size: int) -> "UploadedFile[Any]":
        """Return the file, complete on the disk."""
        self._file.flush()
        return UploadedFile(self._file, self.file_name, self.content_type, file_size)

    def upload_interrupted(self) -> None:
        """Delete the partial file of an interrupted upload."""
        if self._file is not None:
            self._file.close()


def path_of(upload: "UploadedFile[Any]") -> Path:
    assert upload.file is not None
    return Path(upload.file.name)
