"""Translates, checks and packages template.yaml."""
