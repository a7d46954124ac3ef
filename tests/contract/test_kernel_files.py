"""Files of the compile cache: nothing is unpickled that was not sealed under this name and key, in a safe folder."""

import errno
import os
import pickle
from pathlib import Path
from typing import Any

import pytest
from numba import njit, types

from perfectplay.contract.kernel_files import read_sealed, write_sealed
from perfectplay.contract.native.cache import KernelCache
from tests.kernels import IS_INTERPRETED

needs_owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no owners of files")
needs_compiler = pytest.mark.skipif(IS_INTERPRETED, reason="NUMBA_DISABLE_JIT is set")
KEY, OTHER_KEY = "a" * 64, "b" * 64
DATA = bytes(range(256)) * 3
is_run = False


class Malicious:
    """What runs code when it is unpickled."""

    def __reduce__(self) -> Any:
        return _run, ()


def _run() -> tuple[()]:
    global is_run
    is_run = True
    return ()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "cache" / "kernels" / "sweep-aaaa.kernel"
    write_sealed(place, KEY, DATA)
    return place


def test_what_is_written_is_read(path: Path) -> None:
    assert read_sealed(path, KEY) == DATA
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert path.parent.stat().st_mode & 0o077 == 0, "nobody else is let in, whatever the umask"


def test_the_seal_covers_name_and_key(path: Path) -> None:
    other = path.with_name("sweep-bbbb.kernel")
    write_sealed(other, OTHER_KEY, DATA[::-1])
    assert read_sealed(path, OTHER_KEY) is None
    one, two = path.read_bytes(), other.read_bytes()
    path.write_bytes(two)
    other.write_bytes(one)
    for place in (path, other):
        for key in (KEY, OTHER_KEY):
            assert read_sealed(place, key) is None


def test_damage_is_found(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert read_sealed(path, KEY) is None
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert read_sealed(path, KEY) is None
    path.write_bytes(whole + b"\0")
    assert read_sealed(path, KEY) is None


@needs_owners
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_may_write_to_is_not_used(
    path: Path, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path.parent.chmod(mode)
    for _ in range(2):
        assert read_sealed(path, KEY) is None
        write_sealed(path.with_name("new.kernel"), KEY, DATA)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    expected = f"perfectplay: the compile cache {path.parent} is not used: other users may write to it; `chmod go-w`"
    assert capsys.readouterr().err.splitlines() == [f"{expected} on it would help"], "once in a process"
    path.parent.chmod(0o755)
    assert read_sealed(path, KEY) == DATA


@needs_owners
def test_a_folder_of_another_user_is_not_used(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    owner = path.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert read_sealed(path, KEY) is None
    assert f"{path.parent} is not used: it belongs to another user" in capsys.readouterr().err
    monkeypatch.delattr(os, "getuid")
    assert read_sealed(path, KEY) == DATA, "a system that has no owners"


@needs_owners
def test_a_file_that_others_may_write_to_is_not_used(path: Path) -> None:
    path.chmod(0o666)
    assert read_sealed(path, KEY) is None


@pytest.mark.parametrize("step", ["fdopen", "replace"])
def test_a_full_disk_leaves_no_temporary_file(path: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, step, full)
    write_sealed(path.with_name("new.kernel"), KEY, DATA)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@needs_compiler
@pytest.mark.parametrize("content", [pickle.dumps([1, 2]), pickle.dumps(7), b"no pickle", b""])
def test_a_sealed_file_of_something_else_is_no_kernel(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERFECTPLAY_HOME", str(tmp_path))
    cache, context, signature = kernel_cache()
    write_sealed(cache.path(signature), cache.key(signature), content)
    assert cache.load_overload(signature, context) is None


@needs_compiler
def test_nothing_is_unpickled_before_its_seal_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_HOME", str(tmp_path))
    cache, context, signature = kernel_cache()
    bad, path = pickle.dumps(Malicious()), cache.path(signature)
    write_sealed(path, OTHER_KEY, bad)
    assert cache.load_overload(signature, context) is None
    for content in (bad, bytes(32) + bad):
        path.write_bytes(content)
        assert cache.load_overload(signature, context) is None
    assert not is_run
    pickle.loads(bad)
    assert is_run, "it would have run"


def kernel_cache() -> tuple[KernelCache, Any, Any]:
    """Return a cache, a context and a signature to ask it for."""
    function = njit(nogil=True, error_model="numpy", _nrt=False)(lambda number: number + 1)
    return KernelCache(function.py_func), function.targetctx, (types.int64,)
