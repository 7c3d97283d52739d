"""Pictures of sheets that were handed in to be read, and what was read on them."""

from typing import ClassVar, Final

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.text import comma
from jobs.models import Job, JobState
from scoring.models import HandRevision, Match
from tournaments.events.models import Event


class SheetProblem(models.TextChoices):
    """Why nothing was read on a sheet, or in a whole picture."""

    UNREADABLE = "unreadable", _("This file is not a picture that can be read.")
    PAGES = "pages", _("This file has more than 300 pages: send it in parts.")
    PIXELS = "pixels", _("This picture has more than 120 million pixels: send a smaller one.")
    MEMORY = (
        "memory",
        _("Reading was stopped here: this takes more memory than a picture of a sheet needs."),
    )
    TIME = (
        "time",
        _("Reading was stopped here: this takes longer than a picture of a sheet needs."),
    )
    LATE = (
        "late",
        _("All pictures together took more than 15 minutes: send those that are left again."),
    )
    NO_SHEET = (
        "no_sheet",
        _("No sheet for marking was found. Take the picture nearer, in even light."),
    )
    NO_CODE = (
        "no_code",
        _(
            "The code of this sheet cannot be read: it is covered, written over or cut off. Type "
            "the sheet in."
        ),
    )
    ONE_NO_CODE = (
        "one_no_code",
        _(
            "The code of a sheet in this picture cannot be read. Take a picture of that sheet "
            "alone, or type it in."
        ),
    )
    CLIPPED = (
        "clipped",
        _(
            "The squares in the corners of this sheet are cut off, by the edge of the picture or "
            "by the printer. Print at full size, with margins of 10 mm at most."
        ),
    )
    CUT_OFF = (
        "cut_off",
        _("Not all four corners of the sheet are in the picture, flat and whole."),
    )
    CORNERS = (
        "corners",
        _("These corners do not fit a sheet whose code can be read: place them again, or type it."),
    )
    UNKNOWN = "unknown", _("The code on this sheet was not printed by this site.")
    OLDER = "older", _("This sheet has an older layout. Type it in, and print new sheets.")
    OTHER_CLUB = "other_club", _("This sheet belongs to another club.")
    OTHER_EVENT = "other_event", _("This sheet belongs to another event: read it there.")
    NOT_BEGUN = "not_begun", _("This round has not begun yet: begin it, then read the sheet again.")
    NO_PLACE = "no_place", _("Round and table are not clear on this sheet: choose them.")
    WRONG_PLACE = (
        "wrong_place",
        _("The round or table that is marked on this sheet does not exist: choose the right one."),
    )
    OTHER_SIZE = (
        "other_size",
        _("The table that is marked here has a different number of players: choose the right one."),
    )
    NO_TABLE = "no_table", _("This table is no longer in the draw: type the sheet in.")


PLACEABLE: Final = frozenset({"no_sheet", "clipped", "cut_off", "corners"})
"""Problems of a picture in which corners may be placed by hand."""


class SheetReading(models.Model):
    """Pictures that a job reads, in their order; ``files`` are their names as they were sent.

    The pictures lie in the folder of jobs until they are read. ``blank_pages`` of scans, as the
    backs of sheets are, are left out.
    """

    job = models.OneToOneField(Job, models.CASCADE, primary_key=True, related_name="reading")
    event = models.ForeignKey(Event, models.CASCADE, related_name="sheet_readings")
    files = models.JSONField(default=list)
    blank_pages = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-job__created_at"]
        verbose_name = _("reading of sheets")
        verbose_name_plural = _("readings of sheets")

    def __str__(self) -> str:
        return f"{self.event} {self.job.created_at:%Y-%m-%d %H:%M}"

    @property
    def has_been_read(self) -> bool:
        """Whether all was read once, though a sheet is perhaps read again by its corners."""
        done, placed = self.job.state == JobState.DONE, "placed" in self.job.parameters
        return done or (placed and not self.job.is_open)


class ReadSheet(models.Model):
    """A sheet in a picture: the table and page that its code names, or a ``problem``.

    A sheet has the ``match`` whose hands are on it. A blank sheet is for a table of so many
    ``players`` and has a ``serial`` number; until its place is known it has a ``problem``, and its
    rows all the same. ``has_lost_pale`` where the picture shows no pale ink. ``leaf`` is the page
    of a file with several, from 1. ``dealer`` is the seat that is marked on it as dealing first;
    null where the one who is printed there does. Pictures of its rows are folded: the groups of
    ``second_half`` are in the right half of each; none where they are not folded. ``kept`` is the
    file of its whole picture in the folder of the job; empty once nothing is left to decide.
    """

    reading = models.ForeignKey(SheetReading, models.CASCADE, related_name="sheets")
    picture = models.CharField(max_length=200)
    leaf = models.PositiveSmallIntegerField(null=True)
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="read_sheets")
    round = models.PositiveSmallIntegerField(null=True)
    table = models.PositiveSmallIntegerField(null=True)
    page = models.PositiveSmallIntegerField(null=True)
    players = models.PositiveSmallIntegerField(null=True)
    serial = models.PositiveIntegerField(null=True)
    problem = models.CharField(max_length=12, choices=SheetProblem, blank=True)
    has_lost_pale = models.BooleanField(default=False)
    dealer = models.PositiveSmallIntegerField(null=True)
    is_dealer_unsure = models.BooleanField(default=False)
    second_half = models.JSONField(default=list)
    kept = models.CharField(max_length=20, blank=True, default="", db_default="")

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("sheet")
        verbose_name_plural = _("sheets")

    def __str__(self) -> str:
        return f"{self.picture} {self.match or self.problem}"

    @property
    def is_placeable(self) -> bool:
        """Whether its corners can be placed by hand."""
        return bool(self.kept) and self.problem in PLACEABLE

    @property
    def file_page(self) -> str:
        """What follows the name of the file: the page it is on, if that has several."""
        if not self.leaf:
            return ""
        return comma() + gettext("page %(page)d") % {"page": self.leaf}

    @property
    def warning(self) -> str:
        """What those who look at it should know; empty for nothing."""
        if not self.has_lost_pale:
            return gettext(
                "Nobody is marked as dealing first: the first dealer of the draw is taken."
            )
        return gettext(
            "Faint marks may be lost in this picture, as on a photocopy. Check every row."
        )


class ReadRow(models.Model):
    """A row with a mark: values of sure groups, keys of unsure ones, and its picture as JPEG.

    Number 0 is that of a blank sheet's place.

    ``revision`` is the hand that was recorded from it; the picture is its evidence, and null once
    the club keeps it no longer.
    """

    sheet = models.ForeignKey(ReadSheet, models.CASCADE, related_name="rows")
    number = models.PositiveSmallIntegerField()
    marks = models.JSONField(default=dict)
    unsure = models.JSONField(default=list)
    picture = models.BinaryField(null=True)
    revision = models.ForeignKey(HandRevision, models.CASCADE, null=True, related_name="read_rows")

    class Meta:
        ordering: ClassVar = ["number"]
        verbose_name = _("row of a sheet")
        verbose_name_plural = _("rows of sheets")

    def __str__(self) -> str:
        return f"{self.sheet}: {self.number}"


class ExampleSheet(models.Model):
    """A sheet to try reading with, in a demo club: the marks of each row at a table."""

    event = models.OneToOneField(
        Event, models.CASCADE, primary_key=True, related_name="example_sheet"
    )
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    rows = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("sheet to try")
        verbose_name_plural = _("sheets to try")

    def __str__(self) -> str:
        return f"{self.event}: {self.round}/{self.table}"
