"""Settings of the Allmark site. ``config.env`` reads the environment."""

import os
from typing import Any

import structlog
from celery.schedules import schedule
from csp.constants import NONE, SELF
from django.contrib.messages import constants as message_levels

from config import env
from config.env import HALL

VERSION = "0.1.0"
BASE_DIR = env.BASE
DATA_DIR = env.data_folder()
COMMAND = os.environ.get("ALLMARK_COMMAND", ".venv/bin/python manage.py")
"""How commands begin, as pages and messages tell people to type them."""
HALL_COMMAND = os.environ.get(HALL, "")
"""The command that starts this site for phones in the hall; empty if it was not `up` that did."""

DEBUG = env.flag("ALLMARK_DEBUG")
SECRET_KEY = env.secret_key(DATA_DIR)
ALLOWED_HOSTS = env.comma_separated("ALLMARK_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.comma_separated("ALLMARK_ORIGINS", "")

INSTALLED_APPS = [
    "config",
    "core",
    "clubs",
    "jobs",
    "feeds",
    "scoring",
    "ledger",
    "tournaments.events",
    "tournaments.money",
    "stats",
    "tournaments.phones",
    "tournaments.deals",
    "leagues",
    "paper.documents",
    "paper.scans",
    "archive",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "axes",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "rest_framework",
]

MIDDLEWARE = [
    "config.observing.RequestObserver",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "core.addresses.acts_lead_back",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "core.languages.LanguageMiddleware",
    "core.digits.DigitsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", BASE_DIR / "games"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "core.templatetags.look",
                "clubs.templatetags.cards",
                "core.templatetags.wording",
                "tournaments.events.templatetags.names",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubs.context.shell",
            ],
        },
    },
]

MESSAGE_TAGS = {
    message_levels.INFO: "",
    message_levels.SUCCESS: "good",
    message_levels.WARNING: "warn",
    message_levels.ERROR: "bad",
}
DATABASES = {"default": env.database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

BROKER_URL, BROKER_OPTIONS = env.broker(DATA_DIR)
CACHES = env.caches(BROKER_URL, DATA_DIR, VERSION)

# Accounts
AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"
# Wrong passwords within a quarter of an hour, see config.sign_in. Attempts during a lockout do not
# count, so that nobody can keep an account locked for its owner.
AXES_HANDLER = "config.sign_in.Handler"
AXES_CLIENT_IP_CALLABLE = "config.sign_in.client_address"
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], ["ip_address"], ["username"]]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

# Browser security and trusted proxies
PROXIES = env.networks("ALLMARK_PROXIES")
HTTPS = env.flag("ALLMARK_HTTPS")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 3600 if HTTPS else 0
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Language, time, files
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("nl", "Nederlands"),
    ("fa", "فارسی"),
    ("fa-latn", "فارسی (123)"),
    ("ja", "日本語"),
]
LANGUAGE_COOKIE_AGE = 5 * 365 * 24 * 3600
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.time_zone()
STATIC_URL = "static/"
STATIC_ROOT = env.static_folder(DATA_DIR)
STATICFILES_DIRS = [BASE_DIR / "static"]
JOB_ROOT = DATA_DIR / "jobs"
BACKUP_FOLDER, BACKUP_EVERY, BACKUP_KEEP = env.backups(DATA_DIR)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "core.rest.incoming.PersonalTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.rest.incoming.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "core.rest.pages.Pages",
    "DEFAULT_SCHEMA_CLASS": "clubs.rest.schema.ApiSchema",
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.UserRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "user": os.environ.get("ALLMARK_API_RATE", "600/min"),
        "verdict": os.environ.get("ALLMARK_VERDICT_RATE", "300/min"),
    },
    "EXCEPTION_HANDLER": "scoring.api.base.problem_response",
    "NUM_PROXIES": 0,  # rates are counted by user; forwarded addresses are not trusted
    "PAGE_SIZE": 50,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Allmark",
    "DESCRIPTION": "Hand records, scores and standings of club nights, for other programs.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # Where readers begin; the others follow in the order of their addresses.
    "TAGS": [{"name": name} for name in ("Clubs", "Members", "Players", "Events")],
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": f"/{STATIC_URL}img/favicon.svg",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "config.api_docs.records_added",
        "config.api_docs.problems_added",
    ],
    "WEBHOOKS": ["feeds.api.CHANGED"],
    "PATH_CONVERTER_OVERRIDES": {
        "key": {"type": "integer", "minimum": 1, "maximum": 10**18 - 1},
        "number": {"type": "integer", "minimum": 1, "maximum": 10**9 - 1},
        "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$", "maxLength": 60},
    },
}
REST_KNOX = {"TOKEN_MODEL": "clubs.PersonalToken", "TOKEN_TTL": None, "AUTO_REFRESH": False}
KNOX_TOKEN_MODEL = "clubs.PersonalToken"  # noqa: S105 a model's name
MIGRATION_MODULES = {"knox": None}  # clubs.PersonalToken replaces its table

# Queue: messages are hints, the database is the truth; see docs/decisions/0006
CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_TRANSPORT_OPTIONS = BROKER_OPTIONS
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # a queue more that each worker would look into
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_TASK_DEFAULT_QUEUE = "live"
CELERY_TASK_ROUTES = {
    # See config.supervisor.QUEUES for who takes from which. A job goes to the queue of its kind.
    "scoring.tasks.best_play_task": {"queue": "best-play"},
    "config.tasks.demo_task": {"queue": "documents"},
    "config.tasks.demo_history_task": {"queue": "documents"},
    "jobs.tasks.job_make": {"queue": "documents"},
    "archive.tasks.backup_by_clock": {"queue": "documents"},
    "feeds.tasks.webhook_send": {"queue": "documents"},
    "feeds.tasks.feeds_clear": {"queue": "documents"},
    "stats.tasks.numbers_recount": {"queue": "documents"},
    "scoring.tasks.known_deals_go_on": {"queue": "best-play"},
    "scoring.tasks.deals_compare": {"queue": "best-play"},
    "paper.scans.tasks.pictures_clear": {"queue": "documents"},
}
_BY_THE_CLOCK: dict[str, dict[str, Any]] = {
    "sweep": {
        "task": "tournaments.events.tasks.sweep",
        "schedule": schedule(5),
        "options": {"expires": 9},
    },
    "seasons": {
        "task": "leagues.tasks.seasons_sweep",
        "schedule": schedule(10),
        "options": {"expires": 30},
    },
    "best play": {
        "task": "scoring.tasks.best_play_sweep",
        "schedule": schedule(30),
        "options": {"expires": 30},
    },
    "jobs": {
        "task": "jobs.tasks.jobs_sweep",
        "schedule": schedule(10),
        "options": {"expires": 30},
    },
    "backups": {
        "task": "archive.tasks.backup_sweep",
        "schedule": schedule(60),
        "options": {"expires": 50},
    },
    "webhooks": {
        "task": "feeds.tasks.webhooks_sweep",
        "schedule": schedule(5),
        "options": {"expires": 9},
    },
    "old changes and deliveries": {
        "task": "feeds.tasks.feeds_clear",
        "schedule": schedule(3600),
        "options": {"expires": 600},
    },
    "old jobs": {
        "task": "jobs.tasks.jobs_clear",
        "schedule": schedule(3600),
        "options": {"expires": 600},
    },
    "old pictures": {
        "task": "paper.scans.tasks.pictures_clear",
        "schedule": schedule(3600),
        "options": {"expires": 600},
    },
}
CELERY_BEAT_SCHEDULE = {
    name: entry
    for name, entry in _BY_THE_CLOCK.items()
    if entry["task"].partition(".tasks.")[0] in INSTALLED_APPS
}
# The most that a print may have or take; memory in MB
PRINT_PAGES = env.whole_number("ALLMARK_PRINT_PAGES", 2000)
PRINT_MEMORY = env.whole_number("ALLMARK_PRINT_MEMORY", 512)
PRINT_SECONDS = env.whole_number("ALLMARK_PRINT_SECONDS", 300)
WEBHOOKS_INSIDE = env.flag("ALLMARK_WEBHOOKS_INSIDE")
WORKER_SILENT_AFTER = 15  # seconds without a heartbeat until pages show a warning

# Logs, and metrics for Prometheus
LOG_JSON = env.flag("ALLMARK_LOG_JSON")
LOG_REQUESTS = env.flag("ALLMARK_LOG_REQUESTS")
METRICS_TOKEN = env.secret("ALLMARK_METRICS_TOKEN")
ENTRY: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
            "foreign_pre_chain": ENTRY,
        },
    },
    "filters": {"routes": {"()": "core.addresses.RouteFilter"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["routes"],
            "formatter": "json" if LOG_JSON else "line",
        }
    },
    "root": {"handlers": ["console"], "level": os.environ.get("ALLMARK_LOG", "WARNING")},
    # A line a request: 200 phones that ask every two seconds would fill a laptop's log.
    "loggers": {"allmark.request": {"level": "INFO" if LOG_REQUESTS else "WARNING"}},
}
_AS_JSON: list[Any] = [*ENTRY, structlog.stdlib.ProcessorFormatter.wrap_for_formatter]
_AS_LINE: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.LogfmtRenderer(key_order=["event"]),
]
structlog.configure(
    processors=[structlog.stdlib.filter_by_level, *(_AS_JSON if LOG_JSON else _AS_LINE)],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)
