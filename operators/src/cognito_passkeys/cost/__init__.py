"""What sign-ins cost. figures.json has every price, limit and count."""
