"""Signals that end a process; those that are handled like another are tried by `make test-long`."""

import signal

import pytest

ENDING = [
    signal.SIGTERM,
    signal.SIGKILL,
    pytest.param(signal.SIGINT, marks=pytest.mark.long),
    pytest.param(signal.SIGHUP, marks=pytest.mark.long),
]
