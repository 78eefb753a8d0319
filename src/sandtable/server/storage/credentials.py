"""Table ids, invitation codes and seat tokens. Only the SHA-256 of a token is stored."""

import hashlib
import re
import secrets

# the form of a table's id or an invitation's code: the database is not queried for anything else
ID = re.compile("[A-Za-z0-9_-]{1,64}")
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_table_id() -> str:
    """A fresh table id: 12 letters and digits that are hard to confuse."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def new_invite() -> str:
    """A fresh invitation code: 16 letters and digits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


def new_token() -> str:
    """A fresh seat token: 128 random bits in 22 characters."""
    return secrets.token_urlsafe(16)


def new_secret() -> bytes:
    """A fresh secret for a table's dice."""
    return secrets.token_bytes(32)


def new_salt() -> str:
    """A fresh salt for the digest of a name: 128 random bits in hex."""
    return secrets.token_hex(16)


def hash_token(token: str) -> str:
    """The stored form of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
