"""What endpoints share that knows users and clubs: rights, keys, settings, guests."""
