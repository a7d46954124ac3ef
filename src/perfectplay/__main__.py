"""`python -m perfectplay` is the command."""

from perfectplay.cli.entry import run

run()
