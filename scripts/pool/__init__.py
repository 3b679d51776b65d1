"""Attaches the deployed functions to a user pool, and names the ways around them."""
