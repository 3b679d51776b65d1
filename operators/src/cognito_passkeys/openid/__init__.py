"""What `check-issuer` knows of OpenID issuers."""
