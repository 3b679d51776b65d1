"""Builds dist/<Function>.zip and checks the executables in it."""
