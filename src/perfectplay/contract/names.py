"""What a function names: the values behind its global names, and whose they are."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any


def is_foreign(module_name: str) -> bool:
    """Tell whether a module is neither ours, nor Python's, nor installed: those change by versions, not by edits."""
    top = module_name.partition(".")[0]
    path = Path(getattr(sys.modules.get(module_name), "__file__", None) or "")
    is_installed = bool({"site-packages", "dist-packages"} & set(path.parts))
    return top == "__main__" or not (is_installed or top == "perfectplay" or top in sys.stdlib_module_names)


def named_values(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """Yield what the global names of the code stand for, and what it may take out of a foreign module."""
    modules = []
    for name in code.co_names:
        if name in names:
            value = names[name]
            if isinstance(value, ModuleType) and is_foreign(value.__name__):
                modules.append(value)
            yield value
    for module in modules:
        for name in code.co_names:
            if hasattr(module, name):
                yield getattr(module, name)
