"""``makemessages`` that also collects the rule book's sentences.

``rules/`` knows no translation: its sentences are the third argument of ``problem()``.
"""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's command with one more keyword for xgettext."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=problem:3"]
