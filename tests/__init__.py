"""The tests of the package, written from its specification."""
