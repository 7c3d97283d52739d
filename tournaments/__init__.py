"""An evening: its events, their money, deals and phones, and the pages that show them together."""
