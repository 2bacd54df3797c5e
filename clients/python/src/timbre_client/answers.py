"""Tells an answer of Timbre from what something else, such as a proxy, answers in its place."""

import math
import re
import time
import urllib.parse
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Optional

from . import exact_json
from .connection import Answer
from .errors import TimbreError

_HTTP_DATE = re.compile(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT", re.ASCII)
_LONGEST_RETRY_AFTER = 2 ** 53

Reader = Callable[[Answer], Any]
"""The result in an answer of status 200. Raises ValueError for one that is not Timbre's."""


def result_of(answer: Answer, read: Reader, language: str) -> Any:
    """Raises TimbreError."""
    if answer.status == 200 and answer.content is not None:
        try:
            return read(answer)
        except ValueError:
            pass
    raise _refusal(answer, language)


def envelope_with(is_right: Callable[[Any], bool]) -> Reader:
    """Reads an envelope whose result has the right shape."""
    def read(answer: Answer) -> Any:
        envelope = _json_of(answer)
        if not isinstance(envelope, dict) or envelope.get("success") is not True or not is_right(envelope.get("result")):
            raise ValueError("No envelope of this call")
        return envelope["result"]
    return read


def file_that_begins(beginning: bytes) -> Reader:
    def read(answer: Answer) -> bytes:
        content = answer.content or b""
        if not answer.headers.get("content-disposition") or not content.startswith(beginning):
            raise ValueError("No such file")
        return content
    return read


def is_document(result: Any) -> bool:
    return isinstance(result, dict) and isinstance(result.get("correlationId"), str)


def is_list(result: Any) -> bool:
    return isinstance(result, list)


def has_token(result: Any) -> bool:
    token = result.get("accessToken") if isinstance(result, dict) else None
    return isinstance(token, str) and is_sendable(token)


def is_page(after: str) -> Callable[[Any], bool]:
    """A page after which the walk goes on, or ends."""
    def is_right(result: Any) -> bool:
        data, walk = (result.get("data"), result.get("walk")) if isinstance(result, dict) else (None, None)
        if not isinstance(data, list) or not all(map(is_document, data)) or not isinstance(walk, dict):
            return False
        has_more = walk.get("hasMore")
        return isinstance(walk.get("after"), str) and (has_more is False or has_more is True and walk["after"] != after)
    return is_right


def is_sendable(text: str) -> bool:
    """Whether a key or token can be sent in a header."""
    return re.fullmatch(r"[\x21-\x7e]+", text) is not None


def _refusal(answer: Answer, language: str) -> TimbreError:
    code, errors, doc_url = "NOT_TIMBRE", [], None
    try:
        envelope = _json_of(answer) if answer.status >= 400 else None
    except ValueError:
        envelope = None
    if _is_refusal(envelope):
        code, errors, doc_url = envelope["errorCode"], envelope["errors"], _doc_url(answer)
    return TimbreError(
        answer.status, code, errors, language=language, request_id=answer.headers.get("x-request-id"),
        retry_after_seconds=_retry_after(answer.headers.get("retry-after", "")), doc_url=doc_url,
    )


def _is_refusal(envelope: Any) -> bool:
    if not isinstance(envelope, dict) or envelope.get("success") is not False:
        return False
    code, errors = envelope.get("errorCode"), envelope.get("errors")
    return isinstance(code, str) and code != "" and isinstance(errors, list) and all(isinstance(one, str) for one in errors)


def _json_of(answer: Answer) -> Any:
    media_type = answer.headers.get("content-type", "").split(";")[0].strip().lower()
    if media_type != "application/json" or answer.content is None:
        raise ValueError("No JSON")
    return exact_json.parse(answer.content)


def _doc_url(answer: Answer) -> Optional[str]:
    """What the header Link names as help (RFC 8288), as a whole address; None for anything else."""
    match = re.search(r'<([^<>]+)>; ?rel="help"', answer.headers.get("link", ""))
    try:
        url = urllib.parse.urljoin(answer.url, match.group(1)) if match else ""
    except ValueError:
        return None
    return url if url.startswith(("http://", "https://")) else None


def _retry_after(text: str) -> Optional[int]:
    """Seconds, or a date (RFC 9110, 10.2.3); None for anything else."""
    if re.fullmatch(r"[0-9]+", text):
        return int(text) if len(text) <= 15 else _LONGEST_RETRY_AFTER
    if not _HTTP_DATE.fullmatch(text):
        return None
    try:
        return max(0, math.ceil(parsedate_to_datetime(text).timestamp() - time.time()))
    except (TypeError, ValueError, OverflowError):
        return None
