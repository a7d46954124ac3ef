"""Names: those of families stand nowhere but in `games/` and `proof/`, and a class has its name to itself.

Docstrings and comments may name a family, code may not, its messages included: they ask the registry.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from perfectplay.model.registry import families
from tests.shape.package import Module, docstrings, modules

# The public face has the classes of families by their names; what it does with them is import them.
MAY_NAME_FAMILIES = ("games", "proof", "")


def family_words() -> set[str]:
    """Return the names of the families that have boards, each as a word for one and for many."""
    names = {name for name, family in families().items() if family.variants()}
    return names | {name.removesuffix("s") for name in names}


def words(text: str) -> set[str]:
    """Return the words of an identifier or a text.

    >>> sorted(words("PegPosition")), sorted(words("SLOW_COINS")), sorted(words("dice/@case.in"))
    (['peg', 'position'], ['coins', 'slow'], ['case', 'dice', 'in'])
    """
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)}


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every identifier and every text of code, docstrings left out, with its line."""
    exempt = docstrings(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if node not in exempt:
                yield node.lineno, text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text):
                yield node.lineno, text
            case ast.FunctionDef(name=text) | ast.AsyncFunctionDef(name=text) | ast.ClassDef(name=text):
                yield node.lineno, text
            case ast.keyword(arg=str(text)):
                yield node.value.lineno, text
            case ast.ImportFrom(module=str(text)):
                yield node.lineno, text
            case ast.alias(name=text, asname=other):
                yield node.lineno, f"{text} {other or ''}"


def named(module: Module) -> list[str]:
    """Return where a module names a family."""
    wanted = family_words()
    return [f"{module}, line {line}: {text[:60]!r}" for line, text in texts(module.tree) if words(text) & wanted]


def test_no_family_is_named_outside_its_room() -> None:
    found = {
        str(module): places
        for module in modules().values()
        if module.room.partition("/")[0] not in MAY_NAME_FAMILIES and (places := named(module))
    }
    assert found == {}


def test_a_named_family_would_be_found() -> None:
    assert family_words() >= {"pegs", "peg", "army", "dice", "coins", "coin"}
    source = '"""Of pegs."""\ndef play_coins(dice_board):\n    return f"write {dice_board}, or pegs/english"\n'
    found = [text for _, text in texts(ast.parse(source)) if words(text) & family_words()]
    assert sorted(found) == [", or pegs/english", "dice_board", "dice_board", "play_coins"]


def test_every_class_has_a_name_of_its_own() -> None:
    counts = Counter(
        node.name
        for module in modules().values()
        if module.room != "proof"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in counts.items() if count > 1} == set()
