"""What every error is to a visitor: a status, and an object with one line about it."""

from collections.abc import Mapping

from starlette.responses import JSONResponse

OUR_FAULT = "an error of perfectplay itself; the terminal of the server shows it"


def refusal(
    status: int, text: str, headers: Mapping[str, str] | None = None, *, move: int | None = None
) -> JSONResponse:
    """Return the answer to a request that is not served; `move` is the number of the one that cannot be played."""
    return JSONResponse({"error": text} if move is None else {"error": text, "move": move}, status, headers)
