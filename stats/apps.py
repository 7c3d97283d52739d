from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StatsConfig(AppConfig):
    name = "stats"
    verbose_name = _("Statistics")

    def ready(self) -> None:
        # Registers the tasks by name.
        from stats import tasks  # noqa: F401, PLC0415 models must be loaded
