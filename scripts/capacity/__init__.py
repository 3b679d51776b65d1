"""What a load of sign-ins meets first, what it costs, and a simulated day of it. docs/capacity.md explains it.

The modules are pure functions of values, except pages.py, which reads this repository, and __main__.py, which prints.
"""
