"""The floor for recording a hand: one endpoint of DRF that writes one row, and nothing else."""
