"""The verbs of an ERP: issue, dry_run, get, list, pdf, xml, annul, correct, retry."""

import random
import re
import time
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field
from decimal import Decimal
from http.client import HTTPException
from typing import Any, Callable, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, TypedDict, Union, cast

from . import answers, exact_json
from .connection import Connection
from .errors import TimbreError

Payload = Mapping[str, Any]
"""A document to issue: docs/document-fields.md has its members. Decimal and int are written exactly."""

Number = Union[int, Decimal]

_FIRST_PAUSE_SECONDS = 0.25
_LONGEST_PAUSE_SECONDS = 60

# Below every id: a walk from here meets all documents.
_NIL = "00000000-0000-0000-0000-000000000000"

_DOCUMENT = answers.envelope_with(answers.is_document)
_PDF = answers.file_that_begins(b"%PDF-")
_XML = answers.file_that_begins(b"<?xml")


class Receipt(TypedDict, total=False):
    """What issuing answers; `dryRun` in a dry run only."""

    correlationId: str
    status: Optional[int]
    statusText: str
    documentType: str
    invoiceTypeCode: str
    invoiceNumber: str
    currency: str
    totalAmount: Number
    issuedAt: Optional[str]
    externalId: str
    waitingFor: str
    notices: List[Dict[str, Any]]
    dryRun: Dict[str, Any]


class Listed(TypedDict):
    """A document as lists have it."""

    correlationId: str
    channelType: int
    channelTypeText: str
    status: int
    statusText: str
    invoiceTypeCode: str
    customerTaxNumber: str
    customerCompanyName: str
    invoiceNumber: str
    externalId: Optional[str]
    issueDate: str
    currency: str
    totalAmount: Number
    trackId: Optional[str]
    annulledBy: Optional[Dict[str, Any]]
    reasonCode: Optional[str]
    reasonExplanation: Optional[Dict[str, str]]
    createdById: Optional[str]
    createdByName: Optional[str]
    createdAt: str
    updatedAt: str


class Detail(Listed):
    """Everything that is known about a document."""

    issuedAt: Optional[str]
    folio: Optional[int]
    payload: Dict[str, Any]
    totals: Dict[str, Any]
    notices: List[Dict[str, Any]]
    reason: Optional[List[Dict[str, Any]]]
    verdict: Optional[Dict[str, Any]]
    retry: Optional[Dict[str, Any]]
    earlierFolios: List[Dict[str, Any]]
    history: List[Dict[str, Any]]
    relations: Dict[str, Any]
    exchange: Optional[Dict[str, Any]]
    mail: Optional[Dict[str, Any]]


@dataclass(frozen=True)
class TenantKeys:
    """They issue a tenant's documents, read them, annul and correct them."""

    tenant_code: str
    access_key: str
    secret_key: str = field(repr=False)

    def __post_init__(self) -> None:
        # Where a header is wrong, http.client shows its value.
        for name in ("tenant_code", "access_key", "secret_key"):
            if not answers.is_sendable(getattr(self, name)):
                raise ValueError(f"{name} must have printable ASCII characters only, and no blanks")


@dataclass(frozen=True)
class User:
    """A person, whom some operations ask for."""

    email: str
    password: str = field(repr=False)
    tenant_code: Optional[str] = None


class Timbre:
    """`timbre = Timbre("https://timbre.example", keys=TenantKeys(...))`, then `timbre.issue(payload)`.

    Each verb repeats its call while the server cannot be reached or is overloaded, or something else answers in its
    place, and issues no second document by that. No redirect is followed: keys, passwords and documents go only to
    `base_url`. A verb raises TimbreError; ValueError for arguments that cannot be used. An object may be used by several
    threads.
    """

    def __init__(
        self, base_url: str, *, keys: Optional[TenantKeys] = None, user: Optional[User] = None,
        language: Literal["en", "es"] = "en", retries: int = 4, timeout_seconds: float = 60,
    ) -> None:
        """`base_url` is without `/api`. `user` is signed in where something asks for a person: to retry a document, and
        for all without keys. `language` is that of what people read. A call is repeated `retries` times; one attempt may take `timeout_seconds`."""
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url must begin with http:// or https://")
        self._base_url = base_url.rstrip("/")
        self._keys = keys
        self._user = user
        self._language = language
        self._retries = retries
        self._token: Optional[str] = None
        self._connection = Connection(timeout_seconds)

    def issue(self, payload: Payload, *, idempotency_key: Optional[str] = None) -> Receipt:
        """Issues a document.

        Give each sale its `header.documentId.externalId`: then it is issued once, however often and whenever you post
        it. Without one, store an `idempotency_key` of your own before the first attempt.
        """
        return _under(idempotency_key, lambda headers: self._post(payload, headers))

    def dry_run(self, payload: Payload) -> Receipt:
        """What issuing would do, and everything that would refuse the document: see `dryRun` of the answer."""
        return self._post(payload, {"X-Dry-Run": "true"})

    def get(self, correlation_id: str) -> Detail:
        return cast(Detail, self._read("GetWebhook", {"correlationId": correlation_id}, _DOCUMENT))

    def list(self, *, after: str = _NIL, page_size: int = 100, **filters: Any) -> Iterator[Listed]:
        """Each document once, the oldest first, also while others are added.

        `after` begins behind the last that you know; a new one joins some five seconds after its issue. The filters
        are those of GetWebhooks: `status=5`, `updatedSince="…"`.
        """
        has_more = True
        while has_more:
            query = {**filters, "after": after, "pageSize": page_size}
            page = self._read("GetWebhooks", query, answers.envelope_with(answers.is_page(after)))
            yield from page["data"]
            after, has_more = page["walk"]["after"], page["walk"]["hasMore"]

    def pdf(self, correlation_id: str, **options: Any) -> bytes:
        """The printed document: `format="80mm"`, `cedible=True`."""
        return cast(bytes, self._read("GetPdf", {**options, "correlationId": correlation_id}, _PDF))

    def xml(self, correlation_id: str, **options: Any) -> bytes:
        """The signed document, byte for byte (ISO-8859-1)."""
        return cast(bytes, self._read("GetXml", {**options, "correlationId": correlation_id}, _XML))

    def annul(self, correlation_id: str, reason: str) -> Receipt:
        """Issues the note that annuls a document. A second call answers the first note."""
        return self._note("Annul", {"correlationId": correlation_id, "reason": reason})

    def correct(
        self, correlation_id: str, *, texts: Optional[Sequence[Mapping[str, str]]] = None,
        lines: Optional[Sequence[Mapping[str, Any]]] = None, reason: Optional[str] = None, add: bool = False,
    ) -> Receipt:
        """Issues a note that corrects `texts`, or takes off `lines` (with `add`, adds them): docs/undoing.md.

        The same correction again answers the first note.
        """
        body = {"correlationId": correlation_id, "texts": texts, "lines": lines, "reason": reason, "add": add or None}
        return self._note("Correct", {name: value for name, value in body.items() if value is not None})

    def send(
        self, correlation_id: str, to: Sequence[str], *, message: Optional[str] = None, copy_to_me: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Mails the PDF and the XML to each address; `deliveries` of `get` tells later what became of the mails.

        `message` is your own words; `copy_to_me` mails it to the user as well, or with keys to the company.
        """
        body: Dict[str, Any] = {"correlationId": correlation_id, "to": [*to]}
        if message is not None:
            body["message"] = message
        if copy_to_me:
            body["copyToMe"] = True
        read = answers.envelope_with(answers.is_list)
        return _under(idempotency_key, lambda headers: self._reach("POST", "/api/Webhook/Send", body, headers, read))

    def retry(
        self, correlation_id: str, *, payload: Optional[Payload] = None, even_so: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Receipt:
        """Takes a Failed or Rejected document up again, once its cause is corrected. Needs `user`.

        `payload` is the corrected document, of the same type; `even_so` takes a new folio although the reasons of the
        rejection are not known.
        """
        body: Dict[str, Any] = {"correlationId": correlation_id}
        if payload is not None:
            body["payload"] = payload
        if even_so:
            body["evenSo"] = True
        return _under(idempotency_key, lambda headers: cast(
            Receipt, self._as_person("PUT", "/api/Webhook/Retry", body, headers, _DOCUMENT),
        ))

    def _post(self, payload: Payload, headers: Mapping[str, str]) -> Receipt:
        keys = self._keys
        if keys is None:
            content = {"payload": payload}
            return cast(Receipt, self._as_person("POST", "/api/Webhook/Issue", content, headers, _DOCUMENT))
        body = {
            "tenantCode": keys.tenant_code, "accessKey": keys.access_key, "secretKey": keys.secret_key,
            "payload": payload,
        }
        return cast(Receipt, self._call("POST", "/api/Webhook/Save", body, headers, _DOCUMENT))

    def _read(self, operation: str, query: Mapping[str, Any], read: answers.Reader) -> Any:
        given = {name: _query_text(value) for name, value in query.items() if value is not None}
        path = f"/api/Webhook/{operation}?{urllib.parse.urlencode(given)}"
        return self._reach("GET", path, None, {}, read)

    def _note(self, operation: str, body: Mapping[str, Any]) -> Receipt:
        return cast(Receipt, self._reach("POST", f"/api/Webhook/{operation}", body, {}, _DOCUMENT))

    def _reach(self, method: str, path: str, body: Any, headers: Mapping[str, str], read: answers.Reader) -> Any:
        """With the keys, or as a person."""
        keys = self._keys
        if keys is None:
            return self._as_person(method, path, body, headers, read)
        return self._call(method, path, body, {
            **headers, "X-Tenant-Code": keys.tenant_code, "X-Access-Key": keys.access_key,
            "X-Secret-Key": keys.secret_key,
        }, read)

    def _as_person(self, method: str, path: str, body: Any, headers: Mapping[str, str], read: answers.Reader) -> Any:
        """A token that has expired is replaced once."""
        def work() -> Any:
            return self._call(method, path, body, {**headers, "Authorization": f"Bearer {self._token}"}, read)

        if self._token is None:
            self._sign_in()
        try:
            return work()
        except TimbreError as error:
            if error.code != "UNAUTHENTICATED":
                raise
            self._sign_in()
            return work()

    def _sign_in(self) -> None:
        user = self._user
        if user is None:
            raise ValueError("This needs a user: Timbre(base_url, user=User(email, password))")
        body = {"email": user.email, "password": user.password}
        if user.tenant_code is not None:
            body["tenantCode"] = user.tenant_code
        read = answers.envelope_with(answers.has_token)
        self._token = self._call("POST", "/api/Auth/Login", body, {}, read)["accessToken"]

    def _call(self, method: str, path: str, body: Any, headers: Mapping[str, str], read: answers.Reader) -> Any:
        data = None if body is None else exact_json.text_of(body).encode()
        request = urllib.request.Request(self._base_url + path, data, {
            "Accept": "application/json, */*;q=0.5", "Accept-Language": self._language, **headers,
            **({} if data is None else {"Content-Type": "application/json"}),
        }, method=method)
        return self._repeated(lambda: self._send(request, read))

    def _repeated(self, work: Callable[[], Any]) -> Any:
        """After what Retry-After says, if that is a minute at most, or after ever longer pauses."""
        count = 0
        while True:
            try:
                return work()
            except TimbreError as error:
                asked = error.retry_after_seconds
                pause = _FIRST_PAUSE_SECONDS * 2 ** count if asked is None else asked
                if not error.is_temporary or count >= self._retries or pause > _LONGEST_PAUSE_SECONDS:
                    raise
                # Clients that failed together do not come back together.
                time.sleep(pause * (1 + random.random() / 4))
                count += 1

    def _send(self, request: urllib.request.Request, read: answers.Reader) -> Any:
        try:
            answer = self._connection.send(request)
        # A connection that breaks: OSError of its system, HTTPException in the middle of an answer.
        except (OSError, HTTPException) as error:
            raise TimbreError(0, "UNREACHABLE", [str(error) or repr(error)], language=self._language) from error
        return answers.result_of(answer, read, self._language)


def _under(key: Optional[str], work: Callable[[Mapping[str, str]], Receipt]) -> Receipt:
    """Does what must not happen twice. A failure names the key, since the outcome may be unknown."""
    given = str(uuid.uuid4()) if key is None else key
    if not re.fullmatch(r"[\x20-\x7e]{1,255}", given):
        raise ValueError("idempotency_key must have 1 to 255 printable ASCII characters")
    try:
        return work({"Idempotency-Key": given})
    except TimbreError as error:
        error.idempotency_key = given
        raise


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
