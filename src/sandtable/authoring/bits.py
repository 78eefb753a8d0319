"""Sets of small numbers as bits of unsigned words, for kernels."""

from typing import Any

import numpy as np

from sandtable._compiler.kernels import inline

ZERO, ONE = np.uint64(0), np.uint64(1)
_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_H01 = np.uint64(0x0101010101010101)
_S1, _S2, _S4, _S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@inline
def count(word: Any):
    """The number of set bits in `word`."""
    word = word - ((word >> _S1) & _M1)
    word = (word & _M2) + ((word >> _S2) & _M2)
    return np.int64((((word + (word >> _S4)) & _M4) * _H01) >> _S56)


@inline
def lowest(word: Any):
    """The position of the lowest set bit of `word`; 64 if there is none."""
    return count((word & (~word + ONE)) - ONE)


@inline
def place(word: Any, n: Any):
    """The position of the `n`-th set bit of `word`, counting from 0; `word` must have more than `n` set bits."""
    for _ in range(n):
        word = word & (word - ONE)
    return lowest(word)


@inline
def has(word: Any, i: Any):
    """Whether bit `i` of `word` is set."""
    return (word >> np.uint64(i)) & ONE != ZERO


@inline
def with_bit(word: Any, i: Any):
    """`word` with bit `i` set."""
    return word | (ONE << np.uint64(i))
