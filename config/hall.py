"""The page that opens a laptop's site to the phones in the hall, by a restart of its web server.

``manage.py up`` listens to this computer alone unless it is told otherwise. Only an administrator
of the site may change that, and only here, where the supervisor restarts the web server.
"""

from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import UserRequest, signed_in
from config.supervisor import HALL_ASKED
from core import system

NOT_YET: Final = 204


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def hall(request: UserRequest) -> HttpResponseBase:
    """Explain what a restart for the hall does, and ask the supervisor for it.

    Afterwards the browser continues at the new address on the page it came from. If there is
    nothing to do, redirect to that page.
    """
    sent = request.POST or request.GET
    following = _following(sent.get("next", ""))
    port = urlsplit(request.build_absolute_uri()).port or 80
    origins = {host: f"http://{host}:{port}" for host in system.hall_addresses()}
    hrefs = {host: f"{origin}{following}" for host, origin in origins.items()}
    chosen = sent.get("host", "")
    if not settings.HALL_COMMAND:  # it listens in the hall, or was not started by ``up``
        is_waiting = "HX-Request" in request.headers and chosen in hrefs
        return HttpResponseClientRedirect(hrefs[chosen]) if is_waiting else redirect(following)
    if not request.user.is_superuser:
        raise PermissionDenied
    if "HX-Request" in request.headers:
        return HttpResponse(status=NOT_YET)
    context: dict[str, Any] = {"origins": origins, "next": following}
    if request.method != "POST" or chosen not in hrefs:
        return render(request, "clubs/hall.html", context)
    if error := system.port_error(chosen, port):
        problem = _("Port %(port)d cannot be used there: %(why)s.")
        context["problem"] = problem % {"port": port, "why": error.strerror}
        return render(request, "clubs/hall.html", context, status=422)
    (settings.DATA_DIR / HALL_ASKED).touch()
    context |= {"chosen": chosen, "href": hrefs[chosen]}
    return render(request, "clubs/hall.html", context)


def _following(path: str) -> str:
    """Return the page to go on to: a path of this site."""
    is_ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_ours else reverse("your-clubs")
