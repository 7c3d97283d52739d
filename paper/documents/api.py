"""Documents ordered, and what can be printed."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Club, PaperChoice
from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from core.rest.incoming import KeyField
from core.rest.problems import ProblemError
from jobs.api import JobSerializer, job_url
from paper.documents.forms import MOST_COPIES, PrintOptionsForm
from paper.documents.printouts import NothingToPrintError
from paper.documents.registry import print_named, prints_for
from paper.documents.rows import (
    AnyPrint,
    AnySubject,
    Phase,
    PrintOption,
    SubjectSummary,
    print_order,
)
from paper.documents.subjects import CLUB, SUBJECTS


class DocumentIn(serializers.Serializer[Any]):
    """An order of a print; options that the print does not have are refused."""

    about = serializers.ChoiceField(
        choices=[*SUBJECTS], help_text="What it is about; its prints are listed under `prints/`."
    )
    of = KeyField(required=False, help_text="The `id` of that; left out for the club itself.")
    print = serializers.CharField(max_length=40, help_text="The `key` of the print.")
    paper = serializers.ChoiceField(
        choices=PaperChoice.choices, required=False, help_text="The club's paper if left out."
    )
    round = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, help_text="All rounds if left out or null."
    )
    hand = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, help_text="All hands if left out or null."
    )
    blank = serializers.BooleanField(required=False)
    large = serializers.BooleanField(required=False)
    play = serializers.BooleanField(required=False, help_text="Trick by trick.")
    poster = serializers.BooleanField(required=False, help_text="On twice the paper.")
    season = KeyField(required=False, help_text="The `id` of a season's book.")
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)
    site = serializers.URLField(
        required=False,
        max_length=200,
        help_text="Where codes lead, as `https://scores.example.org`; the address of this request "
        "if left out.",
    )
    copies = serializers.IntegerField(
        min_value=1,
        max_value=MOST_COPIES,
        required=False,
        help_text="How many blank sheets, each with a number of its own; one if left out.",
    )
    papers = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        help_text="Of the papers of an evening: the keys of the prints that are in the file.",
    )
    two_sided = serializers.BooleanField(
        required=False,
        help_text="Each of these papers, or each table's marking sheets, begins on a new sheet.",
    )


class DocumentViewSet(ApiViewSet):
    """Documents ordered in a club."""

    tags = ("Documents",)
    writes = Right.SEE
    serializer_class = JobSerializer

    @operation(body=DocumentIn, name="order", refuses=(409,))
    def create(self, request: Request, slug: str) -> Response:
        """Order a document.

        A print of the club, an event, a match, a season, a book or a player, however short it is;
        those of money need the right to keep it. Follow the job at its `url` until `file_url` is
        there. 409 where there is nothing to print yet.
        """
        options = self.validated_body()
        about = SUBJECTS[options.pop("about")]
        subject = self._subject(about, options.pop("of", None))
        row = print_named(about, options.pop("print"))
        if row is None or row.secret is not None or not row.suits(subject):
            raise ProblemError(404, "not_found", _("There is no such print."))
        if not self.membership.may(row.right):
            raise PermissionDenied(_("Your role in this club does not allow this."))
        form = self._form(row, about.summary(subject), options)
        try:
            with form.in_language():
                document = print_order(
                    row=row,
                    of=subject,
                    options=form.print_options(),
                    club=self.club,
                    by=self.user,
                )
        except NothingToPrintError as error:
            raise ProblemError(409, "nothing_to_print", str(error)) from None
        return self.created(document, at=job_url(document))

    def _subject(self, about: AnySubject, key: int | None) -> Any:
        if key is not None:
            return subject_of(self.club, about, key)
        if about is not CLUB:
            raise serializers.ValidationError(
                {"of": [serializers.Field.default_error_messages["required"]]}
            )
        return self.club

    def _form(
        self, row: AnyPrint, summary: SubjectSummary, options: dict[str, Any]
    ) -> PrintOptionsForm:
        """Return the page's form with the request's options; 400 if one is invalid."""
        form = PrintOptionsForm(
            {"paper": self.club.paper} | options,
            row=row,
            summary=summary,
            site=self.request.build_absolute_uri("/"),
        )
        if unknown := sorted(options.keys() - form.fields.keys()):
            raise serializers.ValidationError(
                {name: [_("This print has no such option.")] for name in unknown}
            )
        if not form.is_valid():
            raise ValidationError(form.errors.as_data())
        return form


def subject_of(club: Club, about: AnySubject, key: int) -> Any:
    """Return what is printed; 404 where the club has none."""
    subject = about.find(club, key)
    if subject is None:
        raise Http404
    return subject


# What can be printed.


class PrintSerializer(serializers.Serializer[Any]):
    """A print; ``missing`` is the reason why it is not available yet, else empty."""

    key = serializers.CharField()
    phase = serializers.ChoiceField(choices=[phase.value for phase in Phase])
    title = serializers.CharField()
    text = serializers.CharField()
    options = serializers.ListField(
        child=serializers.ChoiceField(choices=[option.value for option in PrintOption]),
        help_text="What may be chosen beside the paper.",
    )
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The rounds that may be chosen."
    )
    missing = serializers.CharField(allow_blank=True)


class PrintsViewSet(ApiViewSet):
    """What viewsets of prints share."""

    tags = ("Documents",)
    serializer_class = PrintSerializer
    pagination_class = None

    def printable(self, about: AnySubject, subject: Any) -> Response:
        """Answer what the user may print of a subject."""
        summary = about.summary(subject)
        rows = [
            _listed(row, summary)
            for row in prints_for(about, subject, self.membership)
            if row.secret is None and self.membership.may(row.right)
        ]
        return self.answer(rows)


class PrintViewSet(PrintsViewSet):
    """What can be printed of something in a club."""

    @operation(many=True)
    def list(self, request: Request, slug: str, about: str, subject_id: int) -> Response:
        """List what can be printed.

        Everything that can be printed of an event, a match, a season, a book or a player, in the
        order in which it is needed.
        """
        kind = SUBJECTS[about]
        return self.printable(kind, subject_of(self.club, kind, subject_id))


class ClubPrintViewSet(PrintsViewSet):
    """What can be printed of a club."""

    @operation(many=True)
    def list(self, request: Request, slug: str) -> Response:
        """List what can be printed of the club.

        Order one under `documents/` with `{"about": "club"}`, without `of`.
        """
        return self.printable(CLUB, self.club)


def _listed(row: AnyPrint, summary: SubjectSummary) -> dict[str, Any]:
    return {
        "key": row.key,
        "phase": row.phase.value,
        "title": row.title,
        "text": row.text,
        "options": [option.value for option in PrintOption if option in row.options],
        "rounds": row.rounds(summary),
        "missing": row.missing(summary),
    }
