"""Users' rules with their operators replaced by those of `contract/arithmetic.py`.

A rule is compiled once more from its source, with a call in place of each operator.  It keeps its names, its lines and
its closure, so that errors still show the user's line.
"""

import ast
import linecache
import sys
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cache
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from perfectplay.base.errors import ContractError
from perfectplay.contract.arithmetic import COMPILED, HIGH, IN_PLACE, LOW, OPERATIONS, Operation, as_signed
from perfectplay.contract.bits import FULL, signed
from perfectplay.contract.fields import widened_array
from perfectplay.contract.names import home_of, is_foreign

PREFIX = "perfectplay_"
CONSTANT_PARTS = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)

_INTERPRETED: dict[FunctionType, FunctionType] = {}
_COMPILED: dict[FunctionType, FunctionType] = {}


def interpreted_form(function: Any) -> Any:
    """Return a rule as plain Python runs it: with all operators replaced, in its helpers too."""
    return _rewritten(function, OPERATIONS, _INTERPRETED)


def machine_form(function: Any) -> Any:
    """Return a rule as it is compiled; its helpers are rewritten when the compiler asks for them."""
    return _rewritten(function, COMPILED, _COMPILED)


def _rewritten(function: Any, operations: dict[str, Operation], known: dict[FunctionType, FunctionType]) -> Any:
    if not isinstance(function, FunctionType):
        return function
    if function not in known:
        _rewrite(function, operations, known)
    return known[function]


def _rewrite(function: FunctionType, operations: dict[str, Operation], known: dict[FunctionType, FunctionType]) -> None:
    code = function.__code__
    rewriter = _Rewriter(function, operations)
    node = deepcopy(_node_of(function))
    if isinstance(node, ast.FunctionDef):
        node.decorator_list, node.returns = [], None
    node = rewriter.visit(node)
    made = ast.copy_location(ast.Expr(node), node) if isinstance(node, ast.Lambda) else node
    names = [*code.co_freevars, *rewriter.values]
    arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
    outer = ast.FunctionDef("outer", arguments, [made], [])
    if sys.version_info >= (3, 12):
        outer.type_params = []
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(outer, node)], []))
    compiled = compile(module, code.co_filename, "exec", dont_inherit=True)
    inner = next(item for item in _codes_in(next(_codes_in(compiled))) if item.co_name == code.co_name)
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    cells |= {name: CellType() for name in rewriter.values}
    result = FunctionType(
        inner.replace(co_qualname=code.co_qualname),
        function.__globals__,
        function.__name__,
        function.__defaults__,
        tuple(cells[name] for name in inner.co_freevars),
    )
    result.__module__, result.__qualname__ = function.__module__, function.__qualname__
    result.__kwdefaults__ = function.__kwdefaults__
    known[function] = result  # before its helpers, which may call it
    for name, value in rewriter.values.items():
        is_helper = isinstance(value, FunctionType) and is_helper_of_rules(value)
        cells[name].cell_contents = _rewritten(value, operations, known) if is_helper else value


def _signed(value: Any) -> int:
    """Read a word as `signed` does, but return Python's integer, which is faster."""
    return as_signed(int(value))


def is_helper_of_rules(value: Any) -> bool:
    """Return True if a value is a plain function of a user's files."""
    return isinstance(value, FunctionType) and is_foreign(home_of(value))


class _Rewriter(ast.NodeTransformer):
    """Replaces operators; `values` has what the names of the replacements stand for."""

    def __init__(self, function: FunctionType, operations: dict[str, Operation]) -> None:
        self.function = function
        self.operations = operations
        self.values: dict[str, Any] = {}
        self.names: dict[int, str] = {}  # of values, by their identity
        self.is_interpreted = operations is OPERATIONS
        codes = [function.__code__, *_all_codes_in(function.__code__)]
        self.locals = {name for code in codes for name in (*code.co_varnames, *code.co_cellvars)}
        self.depth = 0

    def named(self, name: str, value: Any) -> ast.expr:
        """Return a name for a value; it has a number, because helpers may have any names."""
        if id(value) not in self.names:
            self.names[id(value)] = f"{PREFIX}{len(self.names)}_{name}"
            self.values[self.names[id(value)]] = value  # also keeps the value, so that its number is used once
        return ast.Name(self.names[id(value)], ast.Load())

    def call(self, node: ast.AST, operator: ast.AST, *operands: ast.expr, in_place: bool = False) -> Any:
        name = type(operator).__name__
        operation = IN_PLACE[name] if in_place else self.operations[name]
        return ast.copy_location(ast.Call(self.named(name, operation), list(operands), []), node)

    def is_replaced(self, operator: ast.AST) -> bool:
        return type(operator).__name__ in self.operations

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        if (constant := _as_constant(node)) is not None:
            return self.visit_Constant(constant)
        self.generic_visit(node)
        return self.call(node, node.op, node.left, node.right) if self.is_replaced(node.op) else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if (constant := _as_constant(node)) is not None:
            return self.visit_Constant(constant)
        self.generic_visit(node)
        return self.call(node, node.op, node.operand) if self.is_replaced(node.op) else node

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if not any(map(self.is_replaced, node.ops)):
            return node
        parts: list[ast.expr] = []
        operands = [node.left, *node.comparators]
        # The middle operand of a chain is worked out twice: Numba compiles no assignment inside an expression.
        for operator, left, right in zip(node.ops, operands, operands[1:], strict=False):
            left, right = deepcopy(left), deepcopy(right)
            kept = ast.copy_location(ast.Compare(left, [operator], [right]), node)
            parts.append(self.call(node, operator, left, right) if self.is_replaced(operator) else kept)
        return parts[0] if len(parts) == 1 else ast.copy_location(ast.BoolOp(ast.And(), parts), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if not self.is_replaced(node.op):
            return node
        before: list[ast.stmt] = []
        target = deepcopy(node.target)
        if isinstance(target, ast.Subscript):
            if any(isinstance(part, ast.Slice) for part in ast.walk(target.slice)):
                return node  # an array, which keeps its own operators
            target.value = self.keep(before, target.value)
            target.slice = self.keep(before, target.slice)
        source = deepcopy(target)
        if not isinstance(source, ast.Name | ast.Subscript):
            return node
        source.ctx = ast.Load()
        result = self.call(node, node.op, source, node.value, in_place=isinstance(source, ast.Name))
        return [*before, ast.copy_location(ast.Assign([target], result), node)]

    def keep(self, before: list[ast.stmt], value: ast.expr) -> ast.expr:
        """Give a part of a target a name, so that it is worked out once."""
        self.depth += 1
        name = f"{PREFIX}{self.depth}"
        before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), value))
        return ast.Name(name, ast.Load())

    def visit_Constant(self, node: ast.Constant) -> Any:
        if type(node.value) is int and not LOW <= node.value <= HIGH:
            return ast.copy_location(
                self.named(f"word_{node.value:x}".replace("-", "_"), self.as_word(node.value)), node
            )
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        return self.replaced(node) if isinstance(node.ctx, ast.Load) else node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        return self.replaced(node) if isinstance(node.ctx, ast.Load) else node

    def replaced(self, node: ast.Name | ast.Attribute) -> ast.expr:
        """Return the node of a number that only a word can hold; for plain Python also of a helper and of an array."""
        value = self.static_value(node)
        if self.is_interpreted and value is signed:
            return ast.copy_location(self.named("signed", _signed), node)
        if self.is_interpreted and is_helper_of_rules(value):
            return ast.copy_location(self.named(ast.unparse(node).replace(".", "_"), value), node)
        if self.is_interpreted and isinstance(value, np.ndarray) and value.dtype.kind in "iu":
            return ast.copy_location(self.named(ast.unparse(node).replace(".", "_"), widened_array(value)), node)
        if type(value) is int and not LOW <= value <= HIGH:
            return ast.copy_location(self.named(ast.unparse(node).replace(".", "_"), self.as_word(value)), node)
        return node

    def static_value(self, node: ast.expr) -> Any:
        """Return the value of a name outside of the function, or of a name inside a module; None for other nodes."""
        if isinstance(node, ast.Attribute):
            module = self.static_value(node.value)
            return getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
        if not isinstance(node, ast.Name) or node.id in self.locals:
            return None
        free = self.function.__code__.co_freevars
        if node.id in free:
            try:
                return (self.function.__closure__ or ())[free.index(node.id)].cell_contents
            except ValueError:  # not assigned yet
                return None
        return self.function.__globals__.get(node.id)

    def as_word(self, value: int) -> Any:
        if not 0 <= value <= FULL:
            name = self.function.__name__
            raise ContractError(f"{name}: {str(value)[:40]} does not fit in 64 bits; rules hold integers of 64 bits")
        return np.uint64(value)


def _as_constant(node: ast.expr) -> ast.Constant | None:
    """Return the constant that Python works out of constants before it runs, which machine code sees as one number."""
    if not all(isinstance(part, CONSTANT_PARTS) for part in ast.walk(node)):
        return None
    try:
        value = eval(compile(ast.Expression(deepcopy(node)), "constant", "eval"))
    except (ArithmeticError, TypeError, ValueError):
        return None  # the rule raises the same error when it runs
    return ast.copy_location(ast.Constant(value), node)


def _node_of(function: FunctionType) -> Any:
    """Return the syntax tree of a function, if its source is still the one that it was compiled from."""
    code = function.__code__
    for text in _texts_of(function):
        tree, codes = _parsed(text, code.co_filename)
        if code in codes:
            found = [node for node in ast.walk(tree) if _is_node_of(node, code)]
            if found:
                return found[-1]  # the innermost
    raise ContractError(
        f"{function.__name__}: the source of this rule cannot be read from {code.co_filename}; write rules in a Python "
        "file, and restart Python if you edited it"
    )


def _texts_of(function: FunctionType) -> Iterator[str]:
    """Yield the texts that may be the source of a function: its module's, its file's, and that after `python -c`."""
    names = function.__globals__
    with suppress(AttributeError, ImportError, KeyError):
        yield names["__loader__"].get_source(names["__name__"]) or ""
    yield "".join(linecache.getlines(function.__code__.co_filename, names))
    if "-c" in sys.orig_argv[:-1]:
        yield sys.orig_argv[sys.orig_argv.index("-c") + 1]


@cache
def _parsed(text: str, path: str) -> tuple[ast.Module, frozenset[CodeType]]:
    try:
        tree = ast.parse(text, path)
        return tree, frozenset(_all_codes_in(compile(text, path, "exec", dont_inherit=True)))
    except SyntaxError:
        return ast.Module([], []), frozenset()


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


def _all_codes_in(code: CodeType) -> Iterator[CodeType]:
    for inner in _codes_in(code):
        yield inner
        yield from _all_codes_in(inner)


def _is_node_of(node: ast.AST, code: CodeType) -> bool:
    """Return True if a node is the function that a code was made from."""
    if isinstance(node, ast.FunctionDef):
        first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
        return node.name == code.co_name and first == code.co_firstlineno
    if not isinstance(node, ast.Lambda) or code.co_name != "<lambda>" or node.lineno != code.co_firstlineno:
        return False
    begin, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    places = [place for place in code.co_positions() if None not in place and place[2:] != (0, 0)]
    return all(begin <= (first, column) and (last, stop) <= end for first, last, column, stop in places)
