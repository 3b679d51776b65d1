"""The audit log (docs/audit.md), of a deployed stack or of a sandbox."""
