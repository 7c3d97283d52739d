from functools import partial

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchiveConfig(AppConfig):
    name = "archive"
    verbose_name = _("Archive")

    def ready(self) -> None:
        from archive import arrivals, orders  # noqa: PLC0415 models are ready only now
        from jobs.kinds import job_kind_add  # noqa: PLC0415 as above

        made = partial(orders.ArchiveJobKind, media_type="application/zip", one_transfer=True)
        arrival = partial(
            arrivals.ArrivalKind, suffix=".allmark", lifetime=arrivals.LIFETIME, reloads=True
        )
        for kind in (
            made(orders.ARCHIVE, orders.archive_make, suffix=".allmark"),
            made(orders.SITE, orders.site_make, suffix=".zip"),
            arrival(arrivals.INSPECT, arrivals.arrival_inspect),
            arrival(arrivals.IMPORT, arrivals.arrival_import),
        ):
            job_kind_add(kind)
