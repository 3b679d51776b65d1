"""Finds the lines of one user in the audit log (docs/audit.md)."""
