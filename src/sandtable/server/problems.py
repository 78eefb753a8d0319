"""A request that is not carried out, and the words for it."""


class ApiError(Exception):
    """A request that is not carried out: the status and one sentence."""

    def __init__(self, status: int, sentence: str, **headers: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


LONGEST = 400


def as_sentence(text: str) -> str:
    """`text` with a full stop; cut where it repeats too much of what was sent."""
    if len(text) > LONGEST:
        return f"{text[:LONGEST]}…"
    return text if text.endswith(".") else f"{text}."
