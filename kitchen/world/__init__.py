"""The outside world: clock, supplier, ledger and turns. The only source of a verdict."""
