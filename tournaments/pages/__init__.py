"""Pages of an event that show what several apps know of it: they stand above those apps."""
