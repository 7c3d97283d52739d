"""What a treasurer prints.

Frozen documents become bytes by the means of ``scoring.pdf``. Amounts arrive as texts with their
currency; nothing is added up here.
"""
