"""Printing: frozen documents in, PDF bytes out.

The words here are *page*, *block*, *line*, *stroke* and *row*; there is no model, no database,
no clock and no translation. Every text arrives ready to print, in the reader's language.
"""
