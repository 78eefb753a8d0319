"""Random streams: the same everywhere, the same in both modes of the compiler, and even enough."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable.authoring import jit, rng
from tests.chi_square import is_even

SCRIPT = """
from sandtable.authoring import rng
s = rng.stream(3, 14)
print([int(rng.bits(s)) for _ in range(5)], [int(rng.below(s, 6)) for _ in range(9)], [rng.uniform(s).hex() for _ in range(3)])
"""


@jit
def fill(stream, numbers, sides):
    """Writes whole numbers below `sides`."""
    for i in range(numbers.size):
        numbers[i] = rng.below(stream, sides)


@jit
def fill_words(stream, words):
    """Writes 64 random bits each."""
    for i in range(words.size):
        words[i] = rng.bits(stream)


@pytest.mark.parametrize("plain", ["0", "1"])
def test_a_stream_is_the_same_in_every_process_and_mode(plain):
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": plain,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    run = [
        subprocess.check_output([sys.executable, "-c", SCRIPT], env=environment, text=True) for _ in range(2)
    ]
    assert run[0] == run[1]
    assert hashlib.sha256(run[0].encode()).hexdigest()[:16] == "5498400fac5a4640"


def test_the_generator_is_splitmix64():
    # the first outputs for seed 1234567 of the reference program by Sebastiano Vigna
    stream = rng.stream(0)
    stream.key, stream.count = 1234567, 0
    assert [int(rng.bits(stream)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 20, 100])
def test_dice_are_even(sides):
    numbers = np.zeros(200_000, np.int64)
    fill(rng.stream(1, sides), numbers, sides)
    assert numbers.min() == 0
    assert numbers.max() == sides - 1
    assert is_even(np.bincount(numbers, minlength=sides))


def test_dice_that_follow_each_other_are_even_in_pairs():
    numbers = np.zeros(200_000, np.int64)
    fill(rng.stream(2), numbers, 6)
    assert is_even(np.bincount(numbers[:-1:2] * 6 + numbers[1::2], minlength=36))


def test_every_bit_is_set_half_the_time():
    words = np.zeros(100_000, np.uint64)
    fill_words(rng.stream(5), words)
    for bit in range(64):
        ones = int(((words >> np.uint64(bit)) & np.uint64(1)).sum())
        assert is_even(np.array([ones, words.size - ones]))


def test_neighbouring_seeds_are_unrelated():
    firsts = np.array([rng.below(rng.stream(seed, match), 6) for seed in range(60) for match in range(60)])
    assert is_even(np.bincount(firsts, minlength=6))


def test_uniform_numbers_are_even_and_below_one():
    stream = rng.stream(6)
    numbers = np.array([rng.uniform(stream) for _ in range(20_000)])
    assert numbers.min() >= 0
    assert numbers.max() < 1
    assert is_even(np.bincount((numbers * 32).astype(int), minlength=32))


@given(some.binary(min_size=16, max_size=32), some.text(), some.integers(0, 2**31))
def test_outcomes_follow_from_secret_table_and_number(secret, table, index):
    number = rng.outcome(secret, table, index)
    assert 0 <= number < 1
    assert number == rng.outcome(secret, table, index)
    assert number != rng.outcome(secret, table, index + 1)
    chain = rng.chained("", f"0 {index}")
    assert rng.outcome(secret, table, chain) != rng.outcome(secret, table, rng.chained(chain, f"0 {index}"))


def test_outcomes_are_even():
    counts = np.bincount([int(rng.outcome(b"secret", "table", n) * 20) for n in range(40_000)], minlength=20)
    assert is_even(counts)


def test_a_commitment_is_the_sha256_of_the_secret():
    assert rng.commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
