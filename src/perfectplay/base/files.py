"""Files read with care and written whole."""

import base64
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError

DRAWING = "the drawing in the spec"  # where a text is from that is part of a spec
MOST_BYTES = 1 << 28  # the most that any file may have


def as_path(path: object, what: str) -> Path:
    """Return the place that a name or a path of a file stands for."""
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise InputError(f"expected the name of a file with {what}, not {type(path).__name__}")
    return Path(path)


def read_text_file(path: Path, what: str, most_bytes: int) -> str:
    """Return the text of an ordinary file of a sane size, or say in one line why not."""
    try:
        path = Path(system_name(str(path)))
        if path.is_dir():
            raise InputError(f"{path} is a folder; give a file with {what}")
        if path.exists() and not path.is_file():
            raise InputError(f"{path} is a device or a pipe; give a file with {what}")  # reading may never end
        size = path.stat().st_size
        if size > most_bytes:
            raise InputError(f"{path} has {size:,} bytes; {what} has at most {most_bytes:,}")
        with path.open("rb") as file:
            return decode_text(file.read(most_bytes), str(path))
    except FileNotFoundError:
        raise InputError(f"no file {path}; give a file with {what}") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


def read_standard_input(what: str, most_bytes: int) -> str:
    """Return the text of standard input, or say in one line why it cannot be read."""
    if sys.stdin is None:
        raise InputError("standard input is closed; give a file")
    data = sys.stdin.buffer.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise InputError(f"standard input is too large for {what}: more than {most_bytes:,} bytes")
    return decode_text(data, "standard input")


def read_text(file: str | Path, what: str) -> str:
    """Return the text of a file, or of standard input for `-`, or say in one line why it cannot be read."""
    if str(file) != "-":
        return read_text_file(Path(file), what, MOST_BYTES)
    return read_standard_input(what, MOST_BYTES)


def given_text(variant: str, what: str, most_bytes: int) -> tuple[str, str]:
    """Return the text that a variant stands for, and where it is from.

    `@FILE` is a file, `-` standard input, and `~TEXT` the text itself as base64url, so that a drawing has an address.

    >>> given_text(text_address("oo."), "a drawing", 100)
    ('oo.', 'the drawing in the spec')
    """
    if variant == "-":
        return read_standard_input(what, most_bytes), "standard input"
    if variant.startswith("@"):
        return read_text_file(Path(variant[1:]), what, most_bytes), variant[1:]
    source = DRAWING
    try:
        data = base64.b64decode(variant[1:] + "=" * (-len(variant[1:]) % 4), altchars=b"-_", validate=True)
        return data.decode("utf-8-sig"), source
    except ValueError:  # a UnicodeDecodeError, too
        raise InputError(
            f"{source} cannot be read: what follows ~ must be a text as base64url (letters, digits, - and _); "
            "check that it was copied whole"
        ) from None


def is_given(variant: str) -> bool:
    """Tell whether `given_text` has the text of a variant; others are names."""
    return variant == "-" or variant[:1] in ("@", "~")


def text_address(text: str) -> str:
    """Return the variant that stands for a text by itself.

    >>> text_address("oo.")
    '~b28u'
    """
    return "~" + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode_text(data: bytes, source: str) -> str:
    """Return the text that bytes hold, with or without a byte order mark."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{source} is not a text: byte {error.start + 1} is not UTF-8") from None


def unicode_name(name: str) -> str:
    """Return a file's name as a text that can be written: where the locale is ASCII, Python has odd letters in it."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def system_name(name: str) -> str:
    """Return a text as the name of a file, in UTF-8 where the locale is ASCII too."""
    return os.fsdecode(name.encode("utf-8", "surrogateescape"))


def write_safely(path: Path, content: str | Iterable[Any]) -> None:
    """Write a file under a temporary name, flush it and rename it, so that no reader ever sees half of it.

    The content is a text, or pieces of bytes.
    """
    import tempfile  # few commands write a file, and it imports much

    pieces: Iterable[Any] = [content.encode()] if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"cannot write {path}: it is not an ordinary file")  # renaming would replace a device
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException as error:  # Ctrl-C too
        os.unlink(temporary)
        if isinstance(error, OSError):
            raise InputError(f"cannot write {path}: {error.strerror}") from None
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
