"""The files of the page, kept in memory as they are sent: they are few, and everybody asks for them at once."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from perfectplay.web.packing import LEAST_COMPRESSED, accepts_gzip

STATIC = Path(__file__).parent / "static"
INDEX = "index.html"


class PageFile(NamedTuple):
    """A file, and what is said about it."""

    content: bytes
    compressed: bytes | None
    tag: str
    media_type: str

    @classmethod
    def read(cls, path: Path) -> "PageFile":
        content = path.read_bytes()
        compressed = gzip.compress(content) if len(content) >= LEAST_COMPRESSED else None
        media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return cls(content, compressed, f'"{hashlib.sha256(content).hexdigest()[:32]}"', media_type)

    def response(self, request: Request, status: int = 200) -> Response:
        """Return the file, or that the browser's copy is the present one: it asks each time."""
        headers = {"cache-control": "no-cache", "etag": self.tag, "vary": "accept-encoding"}
        if status == 200 and request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if self.compressed is not None and accepts_gzip(request):
            headers["content-encoding"] = "gzip"
            return Response(self.compressed, status, headers, self.media_type)
        return Response(self.content, status, headers, self.media_type)


class PageFiles:
    """All files of the page, by name."""

    def __init__(self) -> None:
        self._files = {path.name: PageFile.read(path) for path in STATIC.iterdir() if path.is_file()}

    async def index(self, request: Request) -> Response:
        """Send the page, which reads the address by itself."""
        return self._files[INDEX].response(request)

    async def file(self, request: Request) -> Response:
        if (found := self._files.get(request.path_params["name"])) is None:
            raise HTTPException(404)
        return found.response(request)

    def not_found(self, request: Request) -> Response:
        """Send the page to somebody whose address is none: it says so, and leads home."""
        return self._files[INDEX].response(request, 404)
