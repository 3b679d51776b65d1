"""What a user pool is set to: its triggers, the ways around them, and what attaching the functions changes."""
