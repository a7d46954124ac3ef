"""The errors a caller may want to catch, all under one base."""


class PerfectplayError(Exception):
    """Base of every error that perfectplay raises on purpose; its text is one line fit for a user."""


class InputError(PerfectplayError):
    """Something given from outside (a spec, a file, an option) cannot be read; says what would be right."""


class ContractError(PerfectplayError):
    """A class of rules lacks or misuses a part of the contract."""


class UnsupportedError(PerfectplayError):
    """The request is well formed, but this algorithm cannot serve it; says which can."""
