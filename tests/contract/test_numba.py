"""The private parts of Numba on which the compile cache rests: what changes there must be seen here first.

A failure says that this release of Numba is not supported.  Read `contract/native/cache.py` beside Numba's
`core/caching.py` and `core/dispatcher.py` before the upper bound in `pyproject.toml` is raised.
"""

import inspect
from typing import Any, NamedTuple

import numba
import pytest
from numba import njit, typeof, types
from numba.core import config, dispatcher
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.funcdesc import FunctionDescriptor
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from perfectplay.contract.native.cache import SWITCHES, KernelCache
from tests.kernels import IS_INTERPRETED

CACHE_METHODS = {"cache_path", "load_overload", "save_overload", "enable", "disable", "flush"}
needs_compiler = pytest.mark.skipif(IS_INTERPRETED, reason="NUMBA_DISABLE_JIT is set")


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


def test_a_cache_has_the_methods_that_ours_has() -> None:
    assert _Cache.__abstractmethods__ == CACHE_METHODS
    for name in CACHE_METHODS - {"cache_path"}:
        assert len(parameters(getattr(_Cache, name))) == len(parameters(getattr(KernelCache, name))), name


@needs_compiler
def test_a_dispatcher_asks_its_cache() -> None:
    """The attribute `_cache` is asked before a compilation and told after one, under these names."""
    source = inspect.getsource(dispatcher.Dispatcher.compile)
    assert "self._cache.load_overload(sig, self.targetctx)" in source
    assert "self._cache.save_overload(sig, cres)" in source
    function = njit(lambda number: number + 1)
    assert isinstance(function._cache, _Cache)
    assert function.overloads == {}


def test_kernels_can_do_without_the_run_time_system() -> None:
    assert hasattr(cpu_target.options, "_nrt")


@needs_compiler
def test_a_compilation_is_taken_apart_and_put_together() -> None:
    assert parameters(CompileResult._reduce) == ["self"]
    assert parameters(CompileResult._rebuild)[0] == "target_context"
    assert parameters(rtsys.initialize) == ["ctx"]
    function = njit(nogil=True, error_model="numpy", _nrt=False)(lambda number: number + 1)
    function.compile((types.int64,))
    ((_, result),) = function.overloads.items()
    assert list(result.lifted) == []
    assert result.library.has_dynamic_globals is False
    assert set(result.type_annotation.typemap.values()) >= {types.int64}
    parts = result._reduce()
    assert len(parts) == len(parameters(CompileResult._rebuild)) - 1
    assert isinstance(dumps(parts), bytes)


def test_machine_code_depends_on_what_the_key_has() -> None:
    for switch in SWITCHES:
        assert hasattr(config, switch), switch
    assert all(isinstance(part, str) for part in cpu_target.target_context.codegen().magic_tuple())
    assert numba.__version__


def test_types_of_named_tuples_know_their_class() -> None:
    class Rules(NamedTuple):
        first: int
        second: float

    class EvenRules(NamedTuple):
        first: int
        second: int

    for rules in (Rules(1, 2.0), EvenRules(1, 2)):
        kind = typeof(rules)
        assert isinstance(kind, types.BaseNamedTuple)
        assert kind.instance_class is type(rules)
        assert len(tuple(kind.types)) == 2


@needs_compiler
def test_functions_of_two_processes_have_different_numbers() -> None:
    """Numba's own numbers begin with 1 in every process, and machine code is linked by names that have them."""
    assert "uid=uid" in inspect.getsource(FunctionDescriptor.__init__)
    assert FunctionIdentity.from_function(lambda: 0).unique_id > 1 << 32
