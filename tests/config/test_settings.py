"""The settings of the tests are those of the site, but for what is said there."""

from config import settings as of_the_site
from config import settings_test as of_the_tests

DIFFERENT = {
    "PASSWORD_HASHERS",
    "STATIC_ROOT",
    "CELERY_TASK_ALWAYS_EAGER",
    "CELERY_TASK_EAGER_PROPAGATES",
}


def test_the_tests_run_under_the_settings_of_the_site_but_for_four() -> None:
    names = {name for name in dir(of_the_tests) if name.isupper()}
    assert names >= {"MIDDLEWARE", "STORAGES", "CACHES", "CONTENT_SECURITY_POLICY"}
    nothing = object()
    different = {
        name for name in names if getattr(of_the_tests, name) != getattr(of_the_site, name, nothing)
    }
    assert different == DIFFERENT
