"""Saved tables: what was written is read back, and what is damaged or foreign is refused by name, never misread."""

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.games.pegs.solving.table import write_table
from perfectplay.model.tables import MAGIC, open_table, read_header, saved_tables, table_path
from tests.places import ROOT

PROBLEM = {"spec": "pegs/x", "family": "pegs", "lattice": "square", "start": ["oo."], "goal": ["..o"]}
COUNTS = {"winning_positions": 3, "winning_up_to_symmetry": 3}
POSITIONS = np.array([3, 4, (1 << 63) + 5], np.uint64)
MOVES = np.array([1, 0, 2], np.uint8)
DOCS = (ROOT / "docs" / "tables.md").read_text()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "central.table"
    write_table(place, PROBLEM, POSITIONS, MOVES, COUNTS)
    return place


def test_what_is_written_is_read(path: Path) -> None:
    table = open_table(str(path))
    assert (table.path, table.problem, table.counts) == (path, PROBLEM, COUNTS)
    assert table.positions.dtype == np.dtype("<u8")
    assert table.moves.dtype == np.dtype("u1")
    assert (table.positions == POSITIONS).all()
    assert (table.moves == MOVES).all()
    assert read_header(path)["arrays"]["positions"]["offset"] % 64 == 0
    assert [place.name for place in path.parent.iterdir()] == ["central.table"], "no temporary file is left"


def test_views_are_read_only(path: Path) -> None:
    table = open_table(path)
    for view in (table.positions, table.moves):
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            view.flags.writeable = True


def test_a_table_without_positions(tmp_path: Path) -> None:
    place = tmp_path / "empty.table"
    write_table(place, PROBLEM, POSITIONS[:0], MOVES[:0], dict.fromkeys(COUNTS, 0))
    assert len(open_table(place).positions) == len(open_table(place).moves) == 0


@pytest.mark.parametrize("length", range(0, 400, 7))
def test_headers_of_any_length(tmp_path: Path, length: int) -> None:
    write_table(tmp_path / "a.table", {**PROBLEM, "spec": "x" * length}, POSITIONS, MOVES, COUNTS)
    assert (open_table(tmp_path / "a.table").moves == MOVES).all()


def test_every_flipped_bit_is_found(path: Path) -> None:
    whole = path.read_bytes()
    for place in range(len(whole)):
        for bit in (0, 3, 7):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            with pytest.raises(pp.InputError, match=re.escape(str(path))):
                open_table(path)


def test_every_other_length_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(pp.InputError, match=re.escape(str(path))):
            open_table(path)
    for more in (b"\0", b"\n", b"x" * 64, whole):
        path.write_bytes(whole + more)
        with pytest.raises(pp.InputError, match=re.escape(str(path))):
            open_table(path)
    path.write_bytes(whole)
    assert len(open_table(path).positions) == 3


@pytest.mark.parametrize(
    ("content", "fragment"),
    [
        (b"", "is empty, not a table"),
        (b"\0" * 10_000, "does not begin as one"),
        (b"\x93NUMPY\x01\x00v\x00", "does not begin as one"),
        (b'{"status": "solved"}', "does not begin as one"),
        (b"perfectplay table", "does not begin as one"),
        (b"perfectplay table 2\n{}\n", "is a table of version 2, but this perfectplay reads 1"),
        (b"perfectplay table 01\n{}\n", "version 1"),
        (b"perfectplay table 1\n{}\n", "its header does not have its checksum"),
        (b"perfectplay table 1\n" + b"x" * 3_000_000, "its header does not have its checksum"),
    ],
)
def test_foreign_files(tmp_path: Path, content: bytes, fragment: str) -> None:
    place = tmp_path / "foreign.table"
    place.write_bytes(content)
    with pytest.raises(pp.InputError, match=re.escape(fragment)) as caught:
        open_table(place)
    assert str(place) in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "pegs-losing"},
        {"kind": None},
        {"arrays": {}},
        {"arrays": None},
        {"arrays": {"positions": {"dtype": "|O", "offset": 640, "count": 3}, "moves": None}},
        {"arrays": {"positions": {"dtype": "<u8", "offset": 0, "count": 3}, "moves": {}}},
        {"arrays": {"positions": {"dtype": "<u8", "offset": True, "count": 3}, "moves": {}}},
        {"arrays": {"positions": {"dtype": "<u8", "offset": 640, "count": -1}, "moves": {}}},
        {"arrays": {"positions": {"dtype": "<u8", "offset": 640, "count": 10**15}, "moves": {}}},
        {"problem": "pegs/english"},
        {"problem": {}},
        {"problem": {**PROBLEM, "start": [1, 2]}},
        {"problem": {**PROBLEM, "start": "oo."}},
        {"problem": {**PROBLEM, "spec": []}},
        {"problem": {**PROBLEM, "family": "chess"}},
        {"problem": {**PROBLEM, "family": "coins"}},
        {"version": 1},
        {"counts": {**COUNTS, "winning_positions": -1}},
        {"counts": {"winning_positions": "many"}},
        {"counts": 3},
        {"data_sha256": 5},
        {"data_sha256": "0" * 64},
    ],
)
def test_headers_that_cannot_be_are_refused_though_sealed(path: Path, change: dict[str, Any]) -> None:
    first = int(read_header(path)["arrays"]["positions"]["offset"])
    resealed(path, json.dumps({**read_header(path), **change}).encode(), first)
    with pytest.raises(pp.InputError, match=re.escape(str(path))):
        open_table(path)


def resealed(path: Path, line: bytes, first: int) -> None:
    """Give a table another header, with the checksum of that."""
    lines = MAGIC + b"1\n" + line + b"\n"
    head = lines + hashlib.sha256(lines).hexdigest().encode() + b"\n"
    path.write_bytes(head.ljust(first, b"\0") + path.read_bytes()[first:])


@pytest.mark.parametrize("line", [b"[]", b"7", b"null", b'"kind"', b"[" * 100_000, b"1" + b"0" * 5000])
def test_headers_that_are_no_object(path: Path, line: bytes) -> None:
    resealed(path, line, int(read_header(path)["arrays"]["positions"]["offset"]))
    with pytest.raises(pp.InputError, match=rf"{re.escape(str(path))} is not a table: its header is not a JSON object"):
        open_table(path)


@pytest.mark.parametrize(("array", "field"), [("moves", "offset"), ("moves", "count"), ("positions", "count")])
def test_figures_of_an_array_are_whole(path: Path, array: str, field: str) -> None:
    """A fraction such as 3.0 is equal to 3, but no array begins there."""
    header = read_header(path)
    first = int(header["arrays"]["positions"]["offset"])
    header["arrays"][array][field] = float(header["arrays"][array][field])
    resealed(path, json.dumps(header).encode(), first)
    with pytest.raises(pp.InputError, match="its header lacks a part, or holds what cannot be"):
        open_table(path)


def test_positions_must_ascend(tmp_path: Path) -> None:
    write_table(tmp_path / "a.table", PROBLEM, POSITIONS[::-1], MOVES, COUNTS)
    with pytest.raises(pp.InputError, match="do not ascend"):
        open_table(tmp_path / "a.table")


def test_what_is_not_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for place, fragment in (
        (tmp_path, "is a folder"),
        (tmp_path / "fifo", "is not an ordinary file"),
        (Path("/dev/zero"), "is not an ordinary file"),
        (tmp_path / "missing", "no file"),
        (Path("a\0b"), "cannot read|no file"),
        (Path("x" * 300), "File name too long|no file"),
    ):
        with pytest.raises(pp.InputError, match=fragment):
            open_table(place)
    for place in (tmp_path, tmp_path / "fifo", tmp_path / "no" / "folder", Path("/dev/null")):
        with pytest.raises(pp.InputError, match="cannot write"):
            write_table(place, PROBLEM, POSITIONS, MOVES, COUNTS)
    assert [place.name for place in tmp_path.iterdir()] == ["fifo"]


def test_a_failed_write_keeps_the_earlier_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = path.read_bytes()

    def fail(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(KeyboardInterrupt):
        write_table(path, PROBLEM, POSITIONS[:1], MOVES[:1], COUNTS)
    assert path.read_bytes() == earlier
    assert [place.name for place in path.parent.iterdir()] == ["central.table"]


def test_an_open_table_outlives_its_replacement(path: Path) -> None:
    table = open_table(path)
    write_table(path, PROBLEM, POSITIONS[:1], MOVES[:1], COUNTS)
    assert (table.positions == POSITIONS).all()
    assert len(open_table(path).positions) == 1


def test_one_place_for_a_problem_whatever_its_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_HOME", str(tmp_path))
    assert table_path(PROBLEM) == table_path({**PROBLEM, "spec": "pegs/@y.txt"})
    assert table_path(PROBLEM) != table_path({**PROBLEM, "goal": "any"})
    assert saved_tables() == []
    table_path(PROBLEM).parent.mkdir(parents=True)
    write_table(table_path(PROBLEM), PROBLEM, POSITIONS, MOVES, COUNTS)
    assert saved_tables() == [table_path(PROBLEM)]


def test_the_examples_of_the_documentation_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    blocks = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    assert len(blocks) == 2
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    assert (names["positions"] == POSITIONS).all()
    assert (names["moves"] == MOVES).all()
    assert len(blocks[1].splitlines()) == 3
