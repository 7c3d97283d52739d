"""Pictures of sheets that were handed in to be read, and what was read on them."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jobs.models import Job
from scoring.models import EnteredResult, HandRevision, Match
from tournaments.models import Event, Table


class SheetProblem(models.TextChoices):
    """Why nothing was read on a sheet, or in a whole picture."""

    UNREADABLE = "unreadable", _("This file is not a picture that can be read.")
    NO_SHEET = (
        "no_sheet",
        _("No sheet for marking was found. Take the picture nearer, in even light."),
    )
    CUT_OFF = (
        "cut_off",
        _("Not all four corners of the sheet are in the picture, flat and whole."),
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


class SheetReading(models.Model):
    """Pictures that a job reads, in their order; ``files`` are their names as they were sent.

    The pictures lie in the folder of jobs until they are read.
    """

    job = models.OneToOneField(Job, models.CASCADE, primary_key=True, related_name="reading")
    event = models.ForeignKey(Event, models.CASCADE, related_name="sheet_readings")
    files = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["-job__created_at"]
        verbose_name = _("reading of sheets")
        verbose_name_plural = _("readings of sheets")

    def __str__(self) -> str:
        return f"{self.event} {self.job.created_at:%Y-%m-%d %H:%M}"


class ReadSheet(models.Model):
    """A sheet in a picture: the table and page that its code names, or a ``problem``.

    A sheet of hands has the ``match`` they are played in, a slip the ``meeting`` whose results it
    has. A blank sheet is for a table of so many ``players`` and has a ``serial`` number; until its
    place is known it has a ``problem``, and its rows all the same. ``has_lost_pale`` where the
    picture shows no pale ink.
    """

    reading = models.ForeignKey(SheetReading, models.CASCADE, related_name="sheets")
    picture = models.CharField(max_length=200)
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="read_sheets")
    meeting = models.ForeignKey(Table, models.CASCADE, null=True, related_name="read_slips")
    round = models.PositiveSmallIntegerField(null=True)
    table = models.PositiveSmallIntegerField(null=True)
    page = models.PositiveSmallIntegerField(null=True)
    players = models.PositiveSmallIntegerField(null=True)
    serial = models.PositiveIntegerField(null=True)
    problem = models.CharField(max_length=12, choices=SheetProblem, blank=True)
    has_lost_pale = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("sheet")
        verbose_name_plural = _("sheets")

    def __str__(self) -> str:
        return f"{self.picture} {self.match or self.problem}"

    @property
    def warning(self) -> str:
        """What those who look at it should know; empty for nothing."""
        if not self.has_lost_pale:
            return ""
        return gettext(
            "Faint marks may be lost in this picture, as on a photocopy. Check every row."
        )


class ReadRow(models.Model):
    """A row with a mark: values of sure groups, keys of unsure ones, and its picture as JPEG.

    Number 0 is that of a blank sheet's place.

    ``revision`` is the hand that was recorded from it, ``result`` the result of a slip; the picture
    is its evidence, and null once the club keeps it no longer.
    """

    sheet = models.ForeignKey(ReadSheet, models.CASCADE, related_name="rows")
    number = models.PositiveSmallIntegerField()
    marks = models.JSONField(default=dict)
    unsure = models.JSONField(default=list)
    picture = models.BinaryField(null=True)
    revision = models.ForeignKey(HandRevision, models.CASCADE, null=True, related_name="read_rows")
    result = models.ForeignKey(EnteredResult, models.CASCADE, null=True, related_name="read_rows")

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
