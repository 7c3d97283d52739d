"""An app that gives an event one setting more, and nothing else: a model field."""

from typing import Any

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.signals import class_prepared

WITH_ONE_MORE = {"tournaments.Event"}


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
