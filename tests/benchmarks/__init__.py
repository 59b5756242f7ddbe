"""Benchmarks: scripts to run by hand; the suite does not collect them."""
