"""The pictures to read."""

from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

MOST_FILES: Final = 60
MOST_BYTES: Final = 25_000_000
ACCEPTED: Final = "image/*,.pdf,.tif,.tiff"


class SeveralFilesInput(forms.ClearableFileInput):
    """A control for several files, which a phone offers to take pictures for."""

    allow_multiple_selected = True
    template_name = "django/forms/widgets/file.html"


class SeveralFilesField(forms.FileField):
    """Several files, each checked as one is."""

    widget = SeveralFilesInput(attrs={"accept": ACCEPTED, "multiple": True})

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Return the list of files."""
        files = data if isinstance(data, list | tuple) else [data]
        return [super(SeveralFilesField, self).clean(file, initial) for file in files]


class PicturesForm(forms.Form):
    """Photographs, a scanner's PDF or a TIFF."""

    pictures = SeveralFilesField(
        label=gettext_lazy("Pictures of sheets"),
        help_text=gettext_lazy("Photographs, a PDF or a TIFF of a scanner; several at once."),
    )

    def clean_pictures(self) -> "list[UploadedFile[Any]]":
        """Limit number and size."""
        files: list[UploadedFile[Any]] = self.cleaned_data["pictures"]
        if len(files) > MOST_FILES:
            words = _("These are more than %(count)d files: send them in parts.")
            raise forms.ValidationError(words % {"count": MOST_FILES}, code="too_many")
        for file in files:
            if file.size is not None and file.size > MOST_BYTES:
                words = _("%(name)s is larger than %(size)d MB.")
                values = {"name": file.name, "size": MOST_BYTES // 1_000_000}
                raise forms.ValidationError(words % values, code="too_large")
        return files
