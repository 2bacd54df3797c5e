"""Sends a request over urllib: without redirects, within a time for all of it, and for answers of bounded size."""

import io
import socket
import ssl
import time
import urllib.request
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import Any, Mapping, Optional

_MAX_BYTES = 64 * 1024 * 1024
_CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True)
class Answer:
    """`content` is None if it would be larger than 64 MiB."""

    status: int
    headers: Mapping[str, str]
    content: Optional[bytes]
    url: str


class Connection:
    """Sends requests to whatever address they name, through the proxy of the environment if it names one."""

    def __init__(self, timeout_seconds: float) -> None:
        self._timeout_seconds = timeout_seconds
        context = ssl.create_default_context()
        self._opener = urllib.request.build_opener(_Handler(), _SecureHandler(context=context), _AnyStatus())

    def send(self, request: urllib.request.Request) -> Answer:
        """Raises OSError or HTTPException where no whole answer came in time."""
        with self._opener.open(request, timeout=self._timeout_seconds) as response:
            return Answer(response.status, _headers_of(response.headers), _content_of(response), request.full_url)


def _headers_of(message: Message) -> Mapping[str, str]:
    """By name in lower case. A repeated header is a list, as RFC 9110 (5.3) has it."""
    return {name.lower(): ", ".join(message.get_all(name, [])) for name in message.keys()}


def _content_of(response: HTTPResponse) -> Optional[bytes]:
    content = bytearray()
    while chunk := response.read(_CHUNK_BYTES):
        content += chunk
        if len(content) > _MAX_BYTES:
            return None
    # A read of some bytes does not complain about an answer that was cut off.
    if response.length:
        raise IncompleteRead(bytes(content), response.length)
    return bytes(content)


class _TimedReader(io.RawIOBase):
    """Reads from a socket until a point in time: its own timeout begins again with each byte that arrives."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._raw = sock.makefile("rb", buffering=0)
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(_seconds_until(self._deadline))
        return self._raw.readinto(buffer)  # type: ignore[attr-defined, no-any-return]

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedSocket:
    """What HTTPResponse asks of a socket."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._sock, self._deadline))


class _Timed(HTTPConnection):
    """A connection for one request, whose timeout is for all of it; names are looked up apart from that."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._deadline = time.monotonic() + float(self.timeout or 0)
        self.response_class = self._respond  # type: ignore[assignment]

    def send(self, data: Any) -> None:
        if self.sock is None:
            self.connect()
        self.sock.settimeout(_seconds_until(self._deadline))
        super().send(data)

    def _respond(self, sock: socket.socket, *args: Any, **options: Any) -> HTTPResponse:
        return HTTPResponse(_TimedSocket(sock, self._deadline), *args, **options)  # type: ignore[arg-type]


class _TimedSecure(_Timed, HTTPSConnection):
    pass


class _Handler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self.do_open(_Timed, req)


class _SecureHandler(urllib.request.HTTPSHandler):
    def __init__(self, context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._own_context = context

    def https_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self.do_open(_TimedSecure, req, context=self._own_context)


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Gives each answer as it is. Secrets go only to the address that was given: urllib follows redirects from here."""

    def http_response(self, request: urllib.request.Request, response: HTTPResponse) -> HTTPResponse:  # type: ignore[override]
        return response

    https_response = http_response  # type: ignore[assignment]


def _seconds_until(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError("The answer took too long")
    return seconds
