"""Why people cannot sign in: what is wrong with a deployed stack, or with one user."""
