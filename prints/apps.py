from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrintsConfig(AppConfig):
    name = "prints"
    verbose_name = _("Prints")

    def ready(self) -> None:
        from prints import tasks  # noqa: F401, PLC0415 makes the tasks known by name to the apps below
