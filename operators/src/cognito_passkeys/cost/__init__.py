"""What a load of sign-ins costs, and which limits it meets first. figures.json has every price, limit and count."""
