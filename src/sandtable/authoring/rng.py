"""Random streams that are keyed and counted: the n-th number of a stream is a function of its key and n.

Kernels draw from SplitMix64, used as a counter-based generator: number n is the finaliser of `key + n * golden ratio`.
Keys come from NumPy's `SeedSequence`, so streams from neighbouring seeds are unrelated. A table's outcomes come from
`outcome`, which is HMAC-SHA256 and can be checked by hand.
Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

import hashlib
import hmac
from typing import Any

import numpy as np

from sandtable._compiler.kernels import inline
from sandtable.authoring.operands import Rng
from sandtable.authoring.records import new, record

# version of the derivation of an outcome from a secret or a seed, raised whenever an old log would yield different dice.
# In version 1 an outcome depends on the number of its entry, in version 2 on the entries before it, and in version 3 also
# on the settings, the names and the players' seeds. Older logs are continued and verified under their own version
VERSION, VERSIONS = 3, (1, 2, 3)
STREAM = record((("key", np.uint64), ("count", np.uint64)))
# the record type that `stream` returns
Stream = np.record

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_ONE = np.uint64(1)
_S30, _S27, _S31, _S32, _S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32), np.uint64(11)


@inline
def mix(x: Any):
    """The finaliser of SplitMix64: a bijection of 64 bits whose output bits depend on all input bits."""
    x = (x ^ (x >> _S30)) * _MIX_A
    x = (x ^ (x >> _S27)) * _MIX_B
    return x ^ (x >> _S31)


@inline
def bits(rng: Rng):
    """The next 64 random bits of the stream."""
    rng.count = rng.count + _ONE
    return mix(rng.key + rng.count * _GOLDEN)


@inline
def below(rng: Rng, n: Any):
    """A whole number in [0, n), 0 < n < 2**31; the bias is below n / 2**32."""
    return np.int64(((bits(rng) >> _S32) * np.uint64(n)) >> _S32)


@inline
def uniform(rng: Rng):
    """A float in [0, 1) with 53 random bits."""
    return np.float64(np.int64(bits(rng) >> _S11)) * (1.0 / 9007199254740992.0)


def stream(*seed: int) -> Stream:
    """A fresh stream keyed by whole numbers, such as `stream(seed, match)`; the same in every process."""
    made: Stream = new(STREAM)[0]
    made.key = np.random.SeedSequence([abs(int(part)) for part in seed]).generate_state(1, np.uint64)[0]
    return made


def outcome(secret: bytes, table: str, event: int | str) -> float:
    """A number in [0, 1) for a chance event of `table`: the first 53 bits of HMAC-SHA256(secret, "table:event")."""
    return key(secret, table, event) / 2.0**53


def key(secret: bytes, table: str, event: int | str) -> int:
    """The whole number below 2**53 from which an event of `table` is drawn, see `outcome`."""
    mac = hmac.digest(secret, f"{table}:{event}".encode(), "sha256")
    return int.from_bytes(mac[:8], "big") >> 11


def chained(before: str, entry: str) -> str:
    """The next digest of a hash chain: SHA-256("before entry") in hex."""
    return hashlib.sha256(f"{before} {entry}".encode()).hexdigest()


def commitment(secret: bytes) -> str:
    """The SHA-256 of `secret` in hex, published before play."""
    return hashlib.sha256(secret).hexdigest()
