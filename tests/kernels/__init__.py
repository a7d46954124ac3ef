"""Tests of kernels: run compiled, compiled with bounds checks, and as plain Python (see the Makefile)."""

from perfectplay.contract.switch import NEVER, when_to_compile

IS_INTERPRETED = when_to_compile() == NEVER
