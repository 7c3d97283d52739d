"""The treasurer's pages of an event."""
