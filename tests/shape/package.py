"""The package as its source tells it: modules, what each imports and where, and the names and texts of its code."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import perfectplay

SOURCE = Path(perfectplay.__file__).parent
TOP, LOADING, CHECKING, INSIDE = "at the top", "while loading", "for types", "inside a function"


@dataclass(frozen=True)
class Import:
    """One import of a module of the package: its dotted name without `perfectplay.`, and where it stands."""

    target: str
    where: str
    line: int


@dataclass(frozen=True)
class Module:
    """A file of the package; `name` is dotted and without `perfectplay.`, a package's being that of its folder."""

    path: Path
    name: str
    tree: ast.Module
    imports: tuple[Import, ...]

    @property
    def room(self) -> str:
        """The folder it is in, empty for the files at the top; parts of a game have rooms of their own."""
        parts = self.path.relative_to(SOURCE).parts[:-1]
        if parts[:1] != ("games",) or len(parts) < 2:
            return parts[0] if parts else ""
        if len(parts) > 2:
            return f"games/X/{parts[2]}"
        return "games/X/kernels" if self.path.name == "kernels.py" else "games/X"

    def __str__(self) -> str:
        return str(self.path.relative_to(SOURCE))


@cache
def modules() -> dict[str, Module]:
    """Return all modules by name."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
    names = {_dotted(path): path for path in trees}
    return {
        name: Module(path, name, trees[path], tuple(_imports(trees[path], frozenset(names))))
        for name, path in names.items()
    }


def _dotted(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(tree: ast.Module, known: frozenset[str]) -> Iterator[Import]:
    """Yield the imports of a file, those inside functions among them."""

    def visit(node: ast.AST, where: str) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                for target in _targets(child, known):
                    yield Import(target, where, child.lineno)
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                yield from visit(child, INSIDE)
            elif isinstance(child, ast.With) and any(_calls(item.context_expr, "loading") for item in child.items):
                yield from visit(child, LOADING)
            elif isinstance(child, ast.If) and _names(child.test, "TYPE_CHECKING"):
                yield from visit(child, CHECKING)
            else:
                yield from visit(child, where)

    yield from visit(tree, TOP)


def _targets(node: ast.Import | ast.ImportFrom, known: frozenset[str]) -> Iterator[str]:
    """Yield the modules of ours that one statement imports, `from a import b` being a.b where that is a module."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        assert node.level == 0, "imports are absolute"
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    for name in names:
        if name.split(".")[0] != "perfectplay":
            continue
        target = name.removeprefix("perfectplay").removeprefix(".")
        yield target if target in known else target.rpartition(".")[0]


def _calls(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and _names(node.func, name)


def _names(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def docstrings(tree: ast.Module) -> set[ast.Constant]:
    """Return the docstrings of a file, texts that stand alone below a definition among them."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def cycle(edges: dict[str, set[str]]) -> list[str]:
    """Return some cycle of a graph, or nothing.

    >>> cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    ['b', 'c', 'b']
    >>> cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()})
    []
    """
    done: set[str] = set()

    def follow(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for target in sorted(edges.get(name, ())):
            if found := follow(target, [*way, name]):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(edges) if (found := follow(name, []))), [])
