"""Answers that are large: written and compressed in a thread, since everybody waits for the loop."""

import gzip
import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

LEAST_COMPRESSED = 1000  # bytes
COMPRESSION = 4  # level 9 takes several times as long and saves little


def packed_json(request: Request, data: Any, headers: Mapping[str, str], status: int = 200) -> Response:
    """Return data as JSON."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return packed(request, text, "application/json", headers, status)


def packed(request: Request, text: str, media_type: str, headers: Mapping[str, str], status: int = 200) -> Response:
    """Return a text, compressed if the visitor can read that."""
    content, headers = text.encode(), {**headers, "vary": "accept-encoding"}
    if len(content) >= LEAST_COMPRESSED and accepts_gzip(request):
        content, headers["content-encoding"] = gzip.compress(content, COMPRESSION), "gzip"
    return Response(content, status, headers=headers, media_type=media_type)


def accepts_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")
