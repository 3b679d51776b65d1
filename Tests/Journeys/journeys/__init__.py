"""Whole sign-ins, a file for each family. Tests/README.md says how they are played and where a new one goes."""
