"""What endpoints share that knows users and clubs: rights, keys, guests."""
