"""What a call raises."""

import re
from dataclasses import dataclass
from typing import Dict, List, Optional, Sequence

_REMEDIES: Dict[str, Dict[str, str]] = {
    "repeat": {
        "en": "Send the same again later, under the same externalId or Idempotency-Key: no second document is issued.",
        "es": "Envíe lo mismo más tarde, con el mismo externalId o Idempotency-Key: no se emite un segundo documento.",
    },
    "correct": {
        "en": "Correct what the problems name, and send it again: nothing was issued.",
        "es": "Corrija lo que indican los problemas y envíelo de nuevo: no se emitió nada.",
    },
    "sign_in": {
        "en": "Check the keys, or the email and password.",
        "es": "Revise las claves, o el correo y la contraseña.",
    },
    "allow": {
        "en": "Ask an administrator of your company for the right, or to allow your address.",
        "es": "Pida a un administrador de su empresa el permiso, o que autorice su dirección.",
    },
    "find": {
        "en": "Check the id and the address: the object must belong to your company.",
        "es": "Revise el id y la dirección: el objeto debe ser de su empresa.",
    },
    "look": {
        "en": "Nothing was done: look at the present state of the document before you send anything else.",
        "es": "No se hizo nada: revise el estado actual del documento antes de enviar otra cosa.",
    },
    "address": {
        "en": "Check the address, and the proxy before the server: something other than Timbre answered.",
        "es": "Revise la dirección, y el proxy delante del servidor: respondió algo que no es Timbre.",
    },
    "report": {
        "en": "Report it to the operator of the server, with the request id.",
        "es": "Avise al operador del servidor, con el id de la solicitud.",
    },
}

_REMEDY_BY_STATUS = {
    0: "repeat", 429: "repeat", 502: "repeat", 503: "repeat", 504: "repeat", 400: "correct", 413: "correct",
    415: "correct", 422: "correct", 401: "sign_in", 403: "allow", 404: "find", 409: "look",
}

_WITH_PATH = re.compile(r"([A-Za-z][\w.\[\]-]*): (.*)", re.DOTALL | re.ASCII)


@dataclass(frozen=True)
class Problem:
    """What is wrong, and with which member: `payload.details[0].quantity`; empty if it is about none."""

    path: str
    message: str


class TimbreError(Exception):
    """A refused request, or one without an answer (status 0, code UNREACHABLE) or with one of something else than Timbre
    (code NOT_TIMBRE)."""

    def __init__(
        self, status: int, code: str, errors: Sequence[str], *, request_id: Optional[str] = None,
        retry_after_seconds: Optional[float] = None, language: str = "en", doc_url: Optional[str] = None,
    ) -> None:
        remedy = _remedy_of(status, code)
        super().__init__(f"{code} ({status}): {'; '.join(errors) or _REMEDIES[remedy][language]}")
        self.status = status
        self.code = code
        """Stable: docs/errors.md has them all."""
        self.errors: List[str] = list(errors)
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self.doc_url = doc_url
        """The page of the server's documentation that explains the code; None if it names none."""
        self.idempotency_key: Optional[str] = None
        """That of issue and retry: under it, the call may be repeated."""
        self.is_temporary = remedy == "repeat"
        """Whether a later attempt may succeed: the server is overloaded or cannot be reached, or calls come too fast."""
        self.remedy = _REMEDIES[remedy][language]
        """What to do about it, in a sentence."""
        self.problems: List[Problem] = [_problem_of(error) for error in errors]

    @property
    def path(self) -> str:
        """The member that the first problem is about; empty if it is about none."""
        return self.problems[0].path if self.problems else ""

    @property
    def message(self) -> str:
        """What the first problem is."""
        return self.problems[0].message if self.problems else ""


def _remedy_of(status: int, code: str) -> str:
    if code == "IDEMPOTENCY_IN_PROGRESS":
        return "repeat"
    # What a proxy answers in place of the server says nothing of the call. A redirect or a refusal of its own lasts.
    if code == "NOT_TIMBRE":
        return "repeat" if status == 429 or status >= 500 or 200 <= status < 300 else "address"
    return _REMEDY_BY_STATUS.get(status, "report")


def _problem_of(error: str) -> Problem:
    match = _WITH_PATH.fullmatch(error)
    return Problem(*match.groups()) if match else Problem("", error)
