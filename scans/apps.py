from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScansConfig(AppConfig):
    name = "scans"
    verbose_name = _("Read sheets")

    def ready(self) -> None:
        # Registers the tasks by name, and the tab of events.
        from scans import tasks  # noqa: F401, PLC0415 models must be loaded
        from scans.event_part import ScansPart  # noqa: PLC0415 models must be loaded
        from tournaments.event_parts import event_part_register  # noqa: PLC0415 models must be loaded

        event_part_register(ScansPart())
