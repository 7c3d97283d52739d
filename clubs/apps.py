from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from core import addresses  # noqa: F401 importing it registers converters
from core.rest import moments  # noqa: F401 importing it registers fields


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """A newer collation may order names differently: their keys follow on migrating."""
        post_migrate.connect(names_follow, sender=self)


def names_follow(**_options: Any) -> None:
    """Rebuild the keys of names if another version made them."""
    from clubs.services.players import rosters_sort  # noqa: PLC0415 models are loaded only now

    rosters_sort()
