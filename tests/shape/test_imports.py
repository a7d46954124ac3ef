"""Who may import whom: the table of CONTRIBUTING.md as an allow-list, the places of imports, and no cycles.

Every import of a file counts, wherever it stands.
"""

import ast
import sys

import pytest

from tests.shape.package import INSIDE, LOADING, TOP, Import, Module, cycle, modules

SHARED_GAME = "jumping"  # what several games share
PLAIN = {"base", "draw", "model"}
GAMES = {"games/X", "games/X/kernels", "games/X/solving", "games/X/players"}
BELOW_FACES = {"base", "draw", "model", "solvers", "proof", "verbs", "arena", "lab", "cluster"} | GAMES
# What each room may import besides itself; a name with a dot is one module of a room.
MAY_IMPORT = {
    "base": set[str](),
    "draw": {"base"},
    "model": {"base", "draw"},
    "contract": {"base"},
    "search": {"base", "contract"},
    "solvers": {"base", "model", "contract", "search"},
    "games": set[str](),
    "games/X": PLAIN,
    "games/X/kernels": PLAIN | {"contract"},
    "games/X/solving": PLAIN | {"contract", "search", "solvers"},
    "games/X/players": PLAIN | {"contract", "search", "solvers"},
    "proof": {"base.errors"},
    "verbs": {"base", "model", "solvers", "proof"},
    "arena": {"base", "model", "verbs"},
    "lab": {"base", "model", "verbs", "arena", "search", "solvers"},
    "cluster": {"base", "model", "verbs", "arena", "search", "solvers"},
    "cli": BELOW_FACES | {"web"},
    "web": BELOW_FACES,
    "interop": BELOW_FACES,
}
# Which rooms of its own folder, and of the shared one, a file of a game may import.
GAME_ROOMS = {
    "games/X": {"games/X"},
    "games/X/kernels": {"games/X", "games/X/kernels"},
    "games/X/solving": {"games/X", "games/X/kernels", "games/X/solving"},
    "games/X/players": {"games/X", "games/X/kernels", "games/X/solving", "games/X/players"},
}
# It runs the rules of a user's own file as plain Python.
KNOWS_THE_CONTRACT = {"games.own.game", "games.own.given", "games.own.puzzle"}
LAZY = {"", "__main__"}  # the package's own `__init__`, which imports on first use, and `python -m perfectplay`
# Rooms whose files import at the top nothing but Python's own library, and what is named.
BARE = {
    "base": {"platformdirs", "psutil", "filelock"},
    "draw": set[str](),
    "model": set[str](),
    "proof": set[str](),
    "verbs": set[str](),
}


def game_of(module: Module) -> str:
    return module.name.split(".")[1] if module.room.startswith("games/X") else ""


def forbidden(module: Module, item: Import) -> str:
    """Return the room that a module must not import, or nothing where it may."""
    target = modules()[item.target]
    if module.name in LAZY or (item.target == "version" and module.room != "proof"):
        return ""
    game, other = game_of(module), game_of(target)
    if game and other:
        if other not in (game, SHARED_GAME):
            return "another game"
        return "" if target.room in GAME_ROOMS[module.room] else target.room
    if module.room == target.room and module.room:
        return ""
    if module.name in KNOWS_THE_CONTRACT and target.room == "contract":
        return ""
    allowed = MAY_IMPORT.get(module.room, set())
    return "" if allowed & {target.room, target.name} else target.room or target.name or "perfectplay"


def test_rooms_import_only_what_the_table_allows() -> None:
    found = {
        (module.room, forbidden(module, item)): f"{module}, line {item.line}: {item.target}"
        for module in modules().values()
        for item in module.imports
        if forbidden(module, item)
    }
    assert found == {}


def test_every_room_is_in_the_table() -> None:
    assert {module.room for module in modules().values()} - {""} <= MAY_IMPORT.keys()
    assert {module.name for module in modules().values() if not module.room} == LAZY | {"version"}


def test_own_modules_are_imported_at_the_top_or_while_loading() -> None:
    inside = {
        str(module): f"line {item.line}: {item.target}"
        for module in modules().values()
        for item in module.imports
        if item.where == INSIDE and module.name not in LAZY
    }
    assert inside == {}


def test_no_module_imports_itself_in_the_end() -> None:
    """Imports inside functions count too: they would hide a cycle, not end it."""
    edges = {module.name: {item.target for item in module.imports} - {module.name} for module in modules().values()}
    assert cycle(edges) == []


def test_imports_inside_functions_are_seen() -> None:
    where = {item.where for module in modules().values() for item in module.imports}
    assert {TOP, LOADING} <= where
    loaded = {module.name for module in modules().values() if any(item.where == LOADING for item in module.imports)}
    assert "games.dice.solving.solver" in loaded


@pytest.mark.parametrize("room", BARE)
def test_plain_rooms_import_no_library_at_the_top(room: str) -> None:
    known = sys.stdlib_module_names | BARE[room] | {"perfectplay"}
    for module in modules().values():
        if module.room != room:
            continue
        for node in module.tree.body:
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert {name.split(".")[0] for name in names} <= known, module
