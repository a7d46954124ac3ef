"""The bounds-checked run checks bounds: a kernel that is wrong on purpose must raise there."""

import os
from typing import Any

import numpy as np
import pytest

from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from tests.kernels import IS_INTERPRETED


@inner
def item(array: Any, place: int) -> int:
    return int(array[place])


@kernel
def read_past_the_end(array: Any) -> int:
    return item(array, len(array))


@pytest.mark.skipif(not (IS_INTERPRETED or os.environ.get("NUMBA_BOUNDSCHECK") == "1"), reason="bounds are not checked")
def test_a_faulty_kernel_raises() -> None:
    with pytest.raises(IndexError):
        read_past_the_end(np.zeros(3, np.int64))
