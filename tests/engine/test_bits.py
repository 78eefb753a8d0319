"""Sets of bits, compared with Python's own counting."""

import numpy as np
import pytest

from sandtable.authoring import bits

WORDS = [0, 1, 2**63, 2**64 - 1, 0x8000000000000001, *(pow(3, n, 2**64) for n in range(1, 200))]


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
def test_bits_are_counted_and_found():
    for number in WORDS:
        word = np.uint64(number)
        places = [place for place in range(64) if number >> place & 1]
        assert bits.count(word) == len(places)
        assert bits.lowest(word) == (places[0] if places else 64)
        assert [bits.place(word, n) for n in range(len(places))] == places
        assert [place for place in range(64) if bits.has(word, place)] == places
        assert {int(bits.with_bit(word, place)) for place in places} == ({number} if places else set())
