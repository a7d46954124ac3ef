"""What every error is to a visitor: a status, and an object with one line about it."""

from collections.abc import Mapping

from starlette.responses import JSONResponse

OUR_FAULT = "an error of perfectplay itself; the terminal of the server shows it"


def refusal(status: int, text: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the answer to a request that is not served."""
    return JSONResponse({"error": text}, status, headers)
