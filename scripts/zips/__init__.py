"""Builds dist/<Function>.zip, and runs the executables in it."""
