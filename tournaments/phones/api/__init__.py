"""Sign-ups and public pages for other programs."""
