"""The demo club: evenings that look real, in the record format, loaded through the services."""
