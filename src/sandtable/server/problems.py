"""A request that is not carried out, and the words for it."""


class ApiError(Exception):
    """A request that is not carried out: the status and one sentence."""

    def __init__(self, status: int, sentence: str, **headers: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def as_sentence(text: str) -> str:
    """`text` with a full stop."""
    return text if text.endswith(".") else f"{text}."
