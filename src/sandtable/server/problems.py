"""Request errors, and their wording."""


class ApiError(Exception):
    """Raised for a request that is not carried out: the status and one sentence."""

    def __init__(self, status: int, sentence: str, **headers: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


LONGEST = 400


def as_sentence(text: str) -> str:
    """`text` with a full stop; shortened if it quotes too much of what was sent."""
    if len(text) > LONGEST:
        return f"{text[:LONGEST]}…"
    return text if text.endswith(".") else f"{text}."
