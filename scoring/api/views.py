"""Matches and their money."""

import hashlib
from typing import Any, ClassVar

from django.db.models import Prefetch
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import membership_get
from clubs.models import Membership
from clubs.rest.actions import reading
from clubs.rest.docs import IF_NONE_MATCH, etag_header
from clubs.rest.etags import conditional
from clubs.rest.pages import Pages
from clubs.rest.views import ClubView
from clubs.roles import Right
from scoring.api.errors import as_problem
from scoring.api.serializers import MatchQuery, MatchRowSerializer, MatchSerializer
from scoring.errors import ScoringError
from scoring.models import Match, Seat
from scoring.selectors.running_scores import match_running_score

MATCH_TAG = etag_header('`"v…"`: the match\'s version, which every change of a hand raises.')


class MatchView(ClubView):
    """An endpoint of one match: membership and match are one question to the database."""

    def enter(self, *, user: Any, slug: str, right: Right, match: int = 0, **_: Any) -> Membership:
        """The membership, if the club has this match."""
        among = Membership.objects.filter(club__matches__pk=match)
        return membership_get(user=user, slug=slug, right=right, among=among)

    def handle_exception(self, exc: Exception) -> Response:
        """What scoring refuses becomes problem details."""
        return super().handle_exception(as_problem(exc) if isinstance(exc, ScoringError) else exc)


class MatchList(ClubView):
    """The matches of a club."""

    pagination_class = Pages

    @reading(
        "matches_list",
        "List matches",
        "Every match of the club, the newest first. The matches of one evening are "
        "found at the tables of its rounds.",
        tags=["Matches"],
        query=MatchQuery,
        answer=MatchRowSerializer,
        many=True,
    )
    def get(self, *, is_over: bool | None) -> Any:
        found = Match.objects.filter(club=self.club).prefetch_related("seats").order_by("-pk")
        return found if is_over is None else found.filter(is_over=is_over)


class MatchDetail(MatchView):
    """One match."""

    rights: ClassVar = {"GET": Right.SEE}

    @extend_schema(
        operation_id="matches_retrieve",
        tags=["Matches"],
        summary="Show a match",
        description="Seats, rules, totals, winner and, where stakes were agreed, what is owed. "
        "Send the tag back in `If-None-Match` to be told 304 while nothing has changed.",
        parameters=[IF_NONE_MATCH, MATCH_TAG],
        responses=MatchSerializer,
    )
    def get(self, request: Request, slug: str, match: int) -> Response:
        """The match, unless the client has it."""
        seats = Prefetch("seats", Seat.objects.order_by("number"))
        found = get_object_or_404(Match.objects.prefetch_related(seats), pk=match)
        return conditional(request, match_tag(found), lambda: match_body(found, slug))


def match_tag(match: Match) -> str:
    """The tag of a match whose seats are loaded: its version, and who sits there by which name."""
    names = "|".join(f"{seat.player_id} {seat.name}" for seat in match.seats.all())
    seated = hashlib.sha256(f"{match.label}|{names}".encode()).hexdigest()[:12]
    return f'"v{match.version}-{seated}"'


def match_body(match: Match, slug: str) -> dict[str, Any]:
    """The match with what is derived from its hands."""
    match.settlement = _settlement(match)  # type: ignore[attr-defined] # what the serializer reads
    match.hands_url = reverse("api-hands", args=[slug, match.pk])  # type: ignore[attr-defined]
    return MatchSerializer(match).data


def _settlement(match: Match) -> dict[str, Any] | None:
    if not match.stakes:
        return None
    counted = match.hands.filter(record__isnull=False, counted=True).order_by("number")
    ladder = match_running_score(match)
    for verdict in counted.values_list("verdict", flat=True):
        ladder.add_hand(verdict or {})
    return ladder.settlement(match.stakes)
