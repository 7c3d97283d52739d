"""What prizes and shares come to: pure functions over whole numbers of smallest coins."""
