"""What the endpoints of a season share."""

from typing import Any

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from clubs.rest.views import ClubView
from leagues.models import Contender, Division, Evening, Season


class SeasonView(ClubView):
    """An endpoint of one season; another club's season is not found."""

    season: Season

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Membership first, then the season of that club."""
        super().initial(request, *args, **kwargs)
        known = Season.objects.select_related("club")
        self.season = get_object_or_404(known, club=self.club, pk=kwargs["season"])

    def division(self, order: int) -> Division:
        """The season's division at that place; 404 where there is none."""
        return get_object_or_404(Division, season=self.season, order=order)

    def contender(self, key: int) -> Contender:
        """Somebody who is ranked in this season; 404 for anybody else."""
        known = Contender.objects.select_related("player", "partner", "division", "standing")
        return get_object_or_404(known, season=self.season, pk=key)


class EveningView(SeasonView):
    """An endpoint of one evening of the season."""

    evening: Evening

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """The evening of that number."""
        super().initial(request, *args, **kwargs)
        known = Evening.objects.select_related("division")
        self.evening = get_object_or_404(known, season=self.season, number=kwargs["evening"])
