from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrintsConfig(AppConfig):
    name = "prints"
    verbose_name = _("Prints")

    def ready(self) -> None:
        from jobs.kinds import job_kind_add  # noqa: PLC0415 models are ready only now
        from prints.registry import DocumentKind, document_make  # noqa: PLC0415 as above
        from prints.rows import PRINT  # noqa: PLC0415 as above

        document = DocumentKind(
            PRINT,
            document_make,
            suffix=".pdf",
            queue="prints",
            media_type="application/pdf",
        )
        job_kind_add(document)
