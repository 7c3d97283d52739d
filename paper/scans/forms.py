"""The pictures to read."""

from typing import TYPE_CHECKING, Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.forms import ServiceForm
from core.text import isolated

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

MOST_FILES: Final = 60
MOST_BYTES: Final = 25_000_000
ACCEPTED: Final = "image/*,.pdf,.tif,.tiff"


class SeveralFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True
    template_name = "django/forms/widgets/file.html"


class SeveralFilesField(forms.FileField):
    """Several files or none, each checked as one is."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        return [super(SeveralFilesField, self).clean(file, initial) for file in data or ()]


class CornersForm(ServiceForm):
    """Where the corners of a sheet lie on its picture, in hundredths of its width and height."""

    AT: ClassVar = ((10, 10), (90, 10), (90, 90), (10, 90))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for number, (name, at) in enumerate(zip(self.names, self.AT, strict=True)):
            for axis, words in enumerate((_("%(corner)s, across"), _("%(corner)s, down"))):
                self.fields[f"{'xy'[axis]}{number}"] = forms.FloatField(
                    label=words % {"corner": name},
                    initial=at[axis],
                    min_value=0,
                    max_value=100,
                    widget=forms.NumberInput(attrs={"step": "any", "class": "input--short"}),
                )

    @property
    def names(self) -> list[str]:
        """The names of the corners, in their order."""
        return [_("upper left"), _("upper right"), _("lower right"), _("lower left")]

    @property
    def corners(self) -> list[tuple[float, float]]:
        """The four points, as shares of the picture."""
        values = self.cleaned_data
        return [(values[f"x{n}"] / 100, values[f"y{n}"] / 100) for n in range(len(self.AT))]


class PicturesForm(ServiceForm):
    """Photographs, a scanner's PDF or a TIFF: chosen, or taken by the camera of a phone.

    A device without a camera offers its files in both places.
    """

    general = "pictures"
    taken = SeveralFilesField(
        label=gettext_lazy("Take pictures"),
        required=False,
        widget=SeveralFilesInput(
            attrs={"accept": "image/*", "capture": "environment", "multiple": True}
        ),
    )
    pictures = SeveralFilesField(
        label=gettext_lazy("Choose files"),
        help_text=gettext_lazy("Photographs, a PDF or a TIFF of a scanner; several at once."),
        required=False,
        widget=SeveralFilesInput(
            attrs={"accept": ACCEPTED, "multiple": True, "data-chooser": True}
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Put together what was chosen and taken; limit number and size."""
        cleaned = super().clean() or {}
        files: list[UploadedFile[Any]] = [
            *cleaned.get("pictures", ()),
            *cleaned.get("taken", ()),
        ]
        if not files and not self.errors:
            words = _("Choose or take at least one picture.")
            self.add_error("pictures", forms.ValidationError(words, code="required"))
        if len(files) > MOST_FILES:
            words = _("At most %(count)d files can be sent at once. Send them in parts.")
            error = forms.ValidationError(words % {"count": MOST_FILES}, code="too_many")
            self.add_error("pictures", error)
        for file in files:
            if file.size is not None and file.size > MOST_BYTES:
                words = _("%(name)s is larger than %(size)d MB.")
                values = {"name": isolated(file.name), "size": MOST_BYTES // 1_000_000}
                error = forms.ValidationError(words % values, code="too_large")
                self.add_error("pictures", error)
        return cleaned | {"pictures": files}
