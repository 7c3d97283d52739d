"""Pages of users, clubs, members and players."""
