"""Lists, removes, exports and imports the authenticators of users, with an administrator's credentials."""
