from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FeedsConfig(AppConfig):
    name = "feeds"
    verbose_name = _("Changes and webhooks")

    def ready(self) -> None:
        # Makes the tasks known by name, and connects the receivers.
        from feeds import receivers, tasks  # noqa: F401, PLC0415
