"""What is printed, and what comes back filled in."""
