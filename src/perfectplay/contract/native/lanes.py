"""The compiled forms of `contract/lanes.py`: vector instructions of LLVM, which run on any machine."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from perfectplay.contract.lanes import (
    LANE_BITS,
    PART_BITS,
    PART_MASK,
    least_xor,
    least_xor_lane,
    or_into,
    prefetch,
    put_images,
)
from perfectplay.contract.native.bits import place_of
from perfectplay.contract.native.forms import compiled_form

WORD = ir.IntType(64)
INDEX = ir.IntType(32)


def _row(context: Any, builder: Any, array_type: Any, array: Any, row: Any, vector: Any) -> Any:
    """Return the vector in a row of an array of words or shares; its first axis is left out if it has one axis."""
    where = [row, WORD(0)] if array_type.ndim == 2 else [row]
    place = place_of(context, builder, array_type, array, where)
    value = builder.load(builder.bitcast(place, vector.as_pointer()))
    value.align = vector.element.width // 8
    return value


def _splat(builder: Any, vector: Any, value: Any) -> Any:
    """Return a vector with the same value in every lane."""
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, INDEX(0))
    return builder.shuffle_vector(
        first, ir.Constant(vector, ir.Undefined), ir.Constant(ir.VectorType(INDEX, vector.count), [0] * vector.count)
    )


def _xor_parts(context: Any, builder: Any, table_type: Any, table: Any, state: Any, total: Any, vector: Any) -> Any:
    """Return a vector with the rows of all parts of a state flipped into it."""
    rows = context.make_array(table_type)(context, builder, table).shape
    parts = builder.lshr(builder.extract_value(rows, 0), WORD(PART_BITS))
    kept = cgutils.alloca_once_value(builder, total)
    with cgutils.for_range(builder, parts) as loop:
        shift = builder.mul(loop.index, WORD(PART_BITS))
        value = builder.and_(builder.lshr(state, shift), WORD(PART_MASK))
        row = builder.or_(builder.shl(loop.index, WORD(PART_BITS)), value)
        item = _row(context, builder, table_type, table, row, vector)
        builder.store(builder.xor(builder.load(kept), item), kept)
    return builder.load(kept)


def _reduce_min(builder: Any, vector: Any, value: Any) -> Any:
    if vector.count == 1:
        return builder.extract_element(value, INDEX(0))
    kind = ir.FunctionType(WORD, [vector])
    name = f"llvm.vector.reduce.smin.v{vector.count}i64"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [value])


def _equal_lanes(builder: Any, vector: Any, value: Any, other: Any) -> Any:
    """Return a word with a bit for each lane of a vector that equals a value."""
    same = builder.icmp_unsigned("==", value, _splat(builder, vector, other))
    return builder.zext(builder.bitcast(same, ir.IntType(vector.count)), WORD)


@intrinsic
def _put_images(typing: Any, images: Any, table: Any, state: Any, flip: Any, lanes: Any) -> Any:
    vector = ir.VectorType(WORD, len(lanes))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = _splat(builder, vector, arguments[3])
        total = _xor_parts(context, builder, table, arguments[1], arguments[2], start, vector)
        place = place_of(context, builder, images, arguments[0], [WORD(0)])
        builder.store(total, builder.bitcast(place, vector.as_pointer())).align = 8
        return builder.ctpop(_equal_lanes(builder, vector, total, builder.extract_element(total, INDEX(0))))

    return types.int64(images, table, types.uint64, types.uint64, lanes), generate


@compiled_form(put_images)
def _overload_put_images(images: Any, table: Any, state: Any, flip: Any, lanes: Any) -> Any:
    return lambda images, table, state, flip, lanes: _put_images(images, table, state, flip, lanes)


def _flipped(context: Any, builder: Any, signature: Any, arguments: Any, vector: Any) -> Any:
    """Return the images with a row of the table flipped into them."""
    images = _row(context, builder, signature.args[0], arguments[0], WORD(0), vector)
    masks = _row(context, builder, signature.args[1], arguments[1], arguments[2], vector)
    return builder.xor(images, masks)


@intrinsic
def _least_xor(typing: Any, images: Any, table: Any, row: Any, lanes: Any) -> Any:
    vector = ir.VectorType(WORD, len(lanes))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _reduce_min(builder, vector, _flipped(context, builder, signature, arguments, vector))

    return types.uint64(images, table, types.int64, lanes), generate


@compiled_form(least_xor)
def _overload_least_xor(images: Any, table: Any, row: Any, lanes: Any) -> Any:
    return lambda images, table, row, lanes: _least_xor(images, table, row, lanes)


@intrinsic
def _least_xor_lane(typing: Any, images: Any, table: Any, row: Any, lanes: Any) -> Any:
    vector = ir.VectorType(WORD, len(lanes))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = _flipped(context, builder, signature, arguments, vector)
        least = _reduce_min(builder, vector, value)
        lane = builder.cttz(_equal_lanes(builder, vector, value, least), ir.Constant(ir.IntType(1), 1))
        return builder.or_(builder.shl(least, WORD(LANE_BITS)), lane)

    return types.uint64(images, table, types.int64, lanes), generate


@compiled_form(least_xor_lane)
def _overload_least_xor_lane(images: Any, table: Any, row: Any, lanes: Any) -> Any:
    return lambda images, table, row, lanes: _least_xor_lane(images, table, row, lanes)


@intrinsic
def _or_into(typing: Any, array: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = place_of(context, builder, signature.args[0], arguments[0], [arguments[1]])
        builder.atomic_rmw("or", place, arguments[2], "monotonic")
        return context.get_dummy_value()

    return types.void(array, types.uint64, array.dtype), generate


@compiled_form(or_into)
def _overload_or_into(array: Any, index: Any, value: Any) -> Any:
    return lambda array, index, value: _or_into(array, index, value)


@intrinsic
def _prefetch(typing: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = [arguments[1], *[WORD(0)] * (array.ndim - 1)]
        place = place_of(context, builder, signature.args[0], arguments[0], where)
        kind = ir.FunctionType(ir.VoidType(), [place.type, INDEX, INDEX, INDEX])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(call, [place, INDEX(0), INDEX(3), INDEX(1)])  # for reading, into all caches, data
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


@compiled_form(prefetch)
def _overload_prefetch(array: Any, index: Any) -> Any:
    return lambda array, index: _prefetch(array, index)
