"""Whether AWS does what the pages say: the list of guesses, what shows each of them in an account, and the report."""
