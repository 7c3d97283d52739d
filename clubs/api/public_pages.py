"""What the endpoints of all public pages share."""

from collections.abc import Callable
from typing import Any, ClassVar

from rest_framework.response import Response

from clubs.models import PublicPage
from core.rest.viewsets import ApiViewSet


class PublicPageViewSet(ApiViewSet):
    """A public page: a subclass names its model, the field of its owner and its service."""

    stays_open = ("partial_update", "renew")
    pages: ClassVar[type[PublicPage]]
    owner: ClassVar[str]
    page_update: ClassVar[Callable[..., PublicPage]]

    @property
    def owned_by(self) -> dict[str, Any]:
        """Return the owner by the name of its field."""
        return {self.owner: getattr(self, self.owner)}

    def page_shown(self) -> Response:
        """Answer with the page; one that was never turned on has no address."""
        page = self.pages._default_manager.filter(**self.owned_by).first()
        return self.tagged(page or self.pages(code=""))

    def page_changed(self) -> Response:
        """Change the settings that are sent, and answer with the page."""
        return self.changed(self.page_update(**self.owned_by, **self.changes()))

    def page_renewed(self) -> Response:
        """Give the page another address, and answer with it."""
        return self.answer(self.page_update(**self.owned_by, renew=True))
