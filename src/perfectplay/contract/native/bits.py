"""The compiled forms of `contract/bits.py`: arithmetic on words, instructions of the machine, and atomic access."""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj

from perfectplay.contract.bits import (
    ONE,
    add,
    bit,
    lowest,
    multiply,
    observe,
    popcount,
    publish,
    reverse,
    rotate_right,
    shift_right,
    signed,
    swap_if,
    word,
)
from perfectplay.contract.native.forms import compiled_form


def _instruction(emit: Callable[[Any, Any], Any], result: Any) -> Any:
    """Return what compiled code calls for one instruction on a word."""

    @intrinsic
    def instruction(typing: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return result(types.uint64), generate

    return instruction


_count_ones = _instruction(lambda builder, value: builder.ctpop(value), types.int64)
_reverse_bits = _instruction(lambda builder, value: builder.bitreverse(value), types.uint64)
_count_trailing_zeros = _instruction(
    lambda builder, value: builder.cttz(value, ir.Constant(ir.IntType(1), 0)), types.int64
)


@compiled_form(word)
def _word(value: Any) -> Any:
    return lambda value: np.uint64(value)


@compiled_form(signed)
def _signed(value: Any) -> Any:
    return lambda value: np.int64(value)


@compiled_form(popcount)
def _popcount(value: Any) -> Any:
    return lambda value: _count_ones(np.uint64(value))


@compiled_form(reverse)
def _reverse(value: Any) -> Any:
    return lambda value: _reverse_bits(np.uint64(value))


@compiled_form(lowest)
def _lowest(value: Any) -> Any:
    return lambda value: _count_trailing_zeros(np.uint64(value))


@compiled_form(bit)
def _bit(index: Any) -> Any:
    return lambda index: ONE << np.uint64(index)


@compiled_form(shift_right)
def _shift_right(value: Any, count: Any) -> Any:
    return lambda value, count: np.uint64(value) >> np.uint64(count)


@intrinsic
def _rotate(typing: Any, value: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word, word])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.fshr.i64")
        return builder.call(call, [arguments[0], arguments[0], arguments[1]])

    return types.uint64(types.uint64, types.uint64), generate


@compiled_form(rotate_right)
def _rotate_right(value: Any, count: Any) -> Any:
    return lambda value, count: _rotate(np.uint64(value), np.uint64(count))


@compiled_form(multiply)
def _multiply(first: Any, second: Any) -> Any:
    return lambda first, second: np.uint64(first) * np.uint64(second)


@compiled_form(add)
def _add(first: Any, second: Any) -> Any:
    return lambda first, second: np.uint64(first) + np.uint64(second)


def place_of(context: Any, builder: Any, array_type: Any, array: Any, indices: list[Any]) -> Any:
    """Return the address of an item of an array."""
    view = arrayobj.make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, view, indices, wraparound=False)


@intrinsic
def _swap_if(typing: Any, array: Any, index: Any, old: Any, new: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = place_of(context, builder, signature.args[0], arguments[0], arguments[1:2])
        pair = builder.cmpxchg(place, arguments[2], arguments[3], "acq_rel", "acquire")
        return context.cast(builder, builder.extract_value(pair, 1), types.boolean, types.boolean)

    return types.boolean(array, types.intp, array.dtype, array.dtype), generate


@compiled_form(swap_if)
def _overload_swap_if(array: Any, index: Any, old: Any, new: Any) -> Any:
    return lambda array, index, old, new: _swap_if(array, index, old, new)


@intrinsic
def _publish(typing: Any, array: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = place_of(context, builder, signature.args[0], arguments[0], arguments[1:2])
        builder.store_atomic(arguments[2], place, "release", signature.args[0].dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, array.dtype), generate


@compiled_form(publish)
def _overload_publish(array: Any, index: Any, value: Any) -> Any:
    return lambda array, index, value: _publish(array, index, value)


@intrinsic
def _observe(typing: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = place_of(context, builder, signature.args[0], arguments[0], arguments[1:2])
        return builder.load_atomic(place, "acquire", signature.args[0].dtype.bitwidth // 8)

    return array.dtype(array, types.intp), generate


@compiled_form(observe)
def _overload_observe(array: Any, index: Any) -> Any:
    return lambda array, index: _observe(array, index)
