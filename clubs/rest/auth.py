"""Personal tokens of other programs."""

from typing import Any

from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework import exceptions


class PersonalTokenAuthentication(TokenAuthentication):  # type: ignore[misc] # knox is untyped
    """Knox's tokens; one that is no text is wrong, not an accident, and expiry costs nothing."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """The user and token of these credentials; 401 for anything else."""
        if not token.isascii():
            raise exceptions.AuthenticationFailed(_("Invalid token."))
        return super().authenticate_credentials(token)

    def _cleanup_token(self, auth_token: Any) -> bool:
        if auth_token.expiry is None:
            return False
        return bool(super()._cleanup_token(auth_token))
