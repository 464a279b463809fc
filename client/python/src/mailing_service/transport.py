"""One call: its request, its answer, and when it is tried again."""

from __future__ import annotations

import json
import random
import time
from http.client import HTTPException, HTTPResponse
from ssl import SSLContext
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Tuple
from urllib.parse import urlencode, urlsplit

from .connections import Connections
from .downloads import Download
from .endpoint import Endpoint
from .errors import BY_STATUS, ApiError, NoAnswer
from .generated.version import VERSION
from .uploads import Form

#: Stands for an input that is left out. `None` is sent: in an update it clears the value.
UNSET: Any = type("Unset", (), {"__repr__": lambda _: "UNSET"})()

_PAGE = 1000
#: Statuses after which a retry may succeed. A 409 is one of them only with `Retry-After`: then the first call with this
#: idempotency key is still running.
_PASSING = frozenset((429, 502, 503, 504))
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 60.0


class Transport:
    """Sends the calls of one account. Threads may share it.

    url: the address of the service, such as `https://mail.example.com`; the API is at `/api` below it.
    timeout: how many seconds the service may be silent in a call.
    retries: how often a call is repeated that got no answer, or 429, 502, 503 or 504, after `Retry-After` or a growing
        wait. Calls that change something are repeated only if they have an `idempotency_key`.
    ssl_context: what an HTTPS certificate is checked with, in place of the system's authorities.
    """

    def __init__(
        self,
        url: str,
        public_key: str,
        secret_key: str,
        *,
        timeout: float = 60.0,
        retries: int = 2,
        ssl_context: Optional[SSLContext] = None,
    ) -> None:
        origin = url.rstrip("/")
        origin = origin[: -len("/api")] if origin.endswith("/api") else origin
        self._url = f"{origin}/api"
        self._base = f"{urlsplit(origin).path}/api"
        self._connections = Connections(origin, ssl_context)
        self._keys = {"PublicKey": public_key, "SecretKey": secret_key}
        self._timeout = timeout
        self._retries = retries

    def close(self) -> None:
        """Closes idle connections. The client can still be used."""
        self._connections.close()

    def _call(
        self,
        name: str,
        endpoint: Endpoint,
        inputs: Mapping[str, Any],
        idempotency_key: Optional[str],
        timeout: Optional[float],
    ) -> Any:
        answer = self._answer(name, endpoint, inputs, idempotency_key, timeout)
        if endpoint.answer == "file":
            return answer
        if endpoint.answer == "text":
            return answer.get("message", answer.get("errors"))
        if endpoint.answer == "message":
            return answer["message"]
        if endpoint.answer == "extras":
            extras = {key: answer[key] for key in endpoint.keys}
            if endpoint.record:
                extras[endpoint.record] = answer["message"][endpoint.record]
            return extras
        return answer["message"][endpoint.keys[0]]

    def _each(
        self, name: str, endpoint: Endpoint, inputs: Mapping[str, Any], timeout: Optional[float]
    ) -> Iterator[Any]:
        """All items of a list. The next page is requested when the previous one is used up."""
        page: Dict[str, Any] = dict(inputs)
        if page.get("limit", UNSET) in (None, UNSET):
            page["limit"] = _PAGE
        while True:
            answer = self._answer(name, endpoint, page, None, timeout)
            yield from answer["message"][endpoint.keys[0]]
            page["after_id"] = answer.get("next_after_id")
            if page["after_id"] is None:
                return

    def _answer(
        self,
        name: str,
        endpoint: Endpoint,
        inputs: Mapping[str, Any],
        idempotency_key: Optional[str],
        timeout: Optional[float],
    ) -> Any:
        given = {key: value for key, value in inputs.items() if value is not UNSET}
        repeatable = not endpoint.changes or idempotency_key is not None
        left = self._retries if repeatable else 0
        wait = _FIRST_WAIT
        while True:
            try:
                return self._attempt(name, endpoint, given, idempotency_key, timeout or self._timeout)
            except NoAnswer:
                if left == 0:
                    raise
                pause = wait
            except ApiError as error:
                passes = error.status in _PASSING or (error.status == 409 and error.retry_after is not None)
                pause = wait if error.retry_after is None else error.retry_after
                if left == 0 or not passes or pause > _LONGEST_WAIT:
                    raise
            # Clients that were refused at the same moment must not retry at the same moment.
            time.sleep(pause * random.uniform(1, 1.25))
            left -= 1
            wait *= 2

    def _attempt(
        self,
        name: str,
        endpoint: Endpoint,
        given: Mapping[str, Any],
        idempotency_key: Optional[str],
        timeout: float,
    ) -> Any:
        is_post = endpoint.method == "POST"
        queried = {key: value for key, value in given.items() if not is_post or key in endpoint.query}
        sent = {key: value for key, value in given.items() if key not in queried}
        query = urlencode({key: _plain(value) for key, value in queried.items() if value is not None})
        headers = {**self._keys, "User-Agent": f"mailing-service-python/{VERSION}"}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        body: Any = None
        file_name = endpoint.file or f"{endpoint.files}[]"
        uploads = [sent[endpoint.file]] if endpoint.file else sent.get(endpoint.files) or []
        if uploads:
            fields = [
                pair for key, value in sent.items() if key not in (endpoint.file, endpoint.files) for pair in _pairs(key, value)
            ]
            form = Form(fields, file_name, uploads, "upload.csv" if endpoint.file else "attachment")
            headers["Content-Type"] = form.content_type
            headers["Content-Length"] = str(form.length())
            body = form
        elif is_post:
            headers["Content-Type"] = "application/json"
            body = json.dumps(sent, default=_listed).encode()
        connection = self._connections.take(timeout)
        try:
            target = f"{self._base}{endpoint.path}"
            try:
                connection.request(endpoint.method, f"{target}?{query}" if query else target, body, headers)
            except (BrokenPipeError, ConnectionResetError):
                # The service may refuse the body before all of it is sent. Then its answer has arrived.
                if connection.sock is None:
                    raise
            response = connection.getresponse()
            if endpoint.answer == "file" and response.status == 200:
                done = lambda is_whole: self._connections.give_back(connection) if is_whole else connection.close()
                return Download(name, response, done)
            data = response.read()
        except (OSError, HTTPException) as error:
            connection.close()
            raise NoAnswer(name, error) from error
        except BaseException:
            connection.close()
            raise
        self._connections.give_back(connection)
        return _envelope(name, response, data, f"{self._url}{endpoint.path}")


def _plain(value: Any) -> str:
    """As forms and queries have it."""
    return str(int(value)) if isinstance(value, bool) else str(value)


def _pairs(name: str, value: Any) -> Iterator[Tuple[str, str]]:
    """As forms have lists (`name[]`) and mappings (`name[key]`). None is the same as no input."""
    if value is None:
        return
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _pairs(f"{name}[{key}]", one)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for one in value:
            yield from _pairs(f"{name}[]", one)
    else:
        yield name, _plain(value)


def _listed(value: Any) -> Any:
    """Sequences and mappings of other types than `list` and `dict`."""
    return dict(value) if isinstance(value, Mapping) else list(value)


def _envelope(name: str, response: HTTPResponse, data: bytes, url: str) -> Any:
    text = data.decode("utf-8", "replace")
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    answer = answer if isinstance(answer, dict) and "status" in answer else {}
    if response.status == 200 and answer.get("status") == "success":
        return answer
    retry_after = response.headers.get("Retry-After", "")
    raise BY_STATUS.get(response.status, ApiError)(
        name,
        response.status,
        answer.get("errors") or _foreign(response, text, url),
        answer.get("hints"),
        response.headers.get("X-Request-Id"),
        float(retry_after) if retry_after.isdigit() else None,
        answer.get("code") or "",
        answer.get("codes"),
    )


def _foreign(response: HTTPResponse, text: str, url: str) -> str:
    """An answer without the envelope comes from a server in front of the service, such as a proxy, or the URL is another program's."""
    if response.headers.get("Content-Type", "").startswith("text/html"):
        return f"This is no API: HTML from {url}"
    return text[:200] or response.reason
