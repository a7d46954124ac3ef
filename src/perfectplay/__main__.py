"""`python -m perfectplay` is the command."""

from perfectplay.cli.main import run

run()
