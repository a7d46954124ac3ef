"""Text files are UTF-8 whatever the locale is, and no duration is measured by a clock that people set."""

import ast
from collections.abc import Iterator

from tests.shape.package import Module, modules

OPENERS = {"open": 3, "fdopen": 3, "read_text": 0, "write_text": 1}  # place of `encoding` among the arguments
WALL_CLOCKS = {"time.time", "time.time_ns", "datetime.utcnow"}


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _calls(module: Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(module.tree) if isinstance(node, ast.Call))


def _is_bytes(node: ast.Call) -> bool:
    """Whether a file is opened for bytes, or is opened by a function of ours: its mode would be among the arguments."""
    modes = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
    modes += [word.value.value for word in node.keywords if word.arg == "mode" and isinstance(word.value, ast.Constant)]
    return any(isinstance(mode, str) and "b" in mode and len(mode) <= 3 for mode in modes)


def _has_encoding(node: ast.Call, place: int) -> bool:
    return len(node.args) > place or any(word.arg == "encoding" for word in node.keywords)


def _opens_text(node: ast.Call) -> bool:
    """Whether a call opens a file as text: `open` of the built-ins or of a path, not a method `open` of our own."""
    name = _called(node)
    if name == "open" and isinstance(node.func, ast.Attribute):
        is_path = not node.args or isinstance(node.args[0], ast.Constant)
        return is_path and not _is_bytes(node)
    return name in OPENERS and not _is_bytes(node)


# All modules in one test each: reading them takes a second in every process that is told their names.
def test_text_files_have_an_encoding() -> None:
    for name, module in modules().items():
        for node in _calls(module):
            if _opens_text(node) and not (_called(node) == "read_text" and len(node.args) == 2):  # ours takes a purpose
                assert _has_encoding(node, OPENERS[_called(node)]), f"{name}, line {node.lineno}: give an encoding"
            is_text = any(word.arg in ("text", "universal_newlines") for word in node.keywords)
            is_text = is_text and _called(node) != "__init__"  # a class of ours
            assert not is_text or _has_encoding(node, 99), f"{name}, line {node.lineno}: give an encoding"


def test_durations_are_not_of_the_wall_clock() -> None:
    """`datetime.now` is for stamps; a clock that is set back must not make a duration negative."""
    for name, module in modules().items():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute):
                assert ast.unparse(node) not in WALL_CLOCKS, f"{name}, line {node.lineno}: use time.perf_counter"
