"""Runs services, puts the checks to their ledgers, names the mistake, replays."""
