"""concurrent: its part is `futures`."""
