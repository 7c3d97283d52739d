"""An app of one model field: it gives an event, a season, a club and more one setting more."""

from typing import Any

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.signals import class_prepared

WITH_ONE_MORE = {
    *("tournaments.Event", "leagues.Season", "clubs.Club"),
    *("phones.EventPage", "leagues.SeasonPage", "stakes.EventMoney"),
}


def _added(sender: type[models.Model], **_signal: Any) -> None:
    if sender._meta.label in WITH_ONE_MORE:
        snacks = models.PositiveSmallIntegerField(
            "Bowls of snacks",
            default=2,
            validators=[MaxValueValidator(40)],
            help_text="On every table.",
        )
        snacks.contribute_to_class(sender, "snacks")


class_prepared.connect(_added)
