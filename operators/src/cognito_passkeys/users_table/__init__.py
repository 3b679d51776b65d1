"""The users table: its items, how an administrator reads and changes them, and files of them."""
