"""The exit codes of the command; `perfectplay --help` says what they mean."""

SOLVED, REJECTED, BAD_INPUT, IMPOSSIBLE, UNKNOWN, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 10, 20, 70, 130
