"""What hangs on the wall, lies on the tables and is handed out: built here, drawn elsewhere.

Each module reads an event through selectors and fills frozen documents of ``tournaments.pdf`` and
``ledger.pdf``; the rows of the "Print" page stand in ``rows``.
"""
