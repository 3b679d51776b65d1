"""What the verb deploy does: it asks, writes samconfig.toml, deploys, and removes again."""
