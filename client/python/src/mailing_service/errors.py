"""Errors of calls."""

from __future__ import annotations

import json
from typing import Literal, Mapping, Optional, Sequence, Union

from .generated.records import FailureCode

Errors = Union[str, Mapping[str, Sequence[str]]]
"""A text; for missing or refused inputs, texts by input."""


Code = Union[FailureCode, Literal[""]]
"""The failure in one word, such as `sender_unverified`; empty if the answer came from a proxy."""


class ApiError(Exception):
    """An answer of the API that is not a success."""

    code: Code

    def __init__(
        self,
        call: str,
        status: int,
        errors: Errors,
        hints: Optional[Mapping[str, Sequence[str]]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        code: Code = "",
        codes: Optional[Mapping[str, Sequence[str]]] = None,
    ) -> None:
        told = errors if isinstance(errors, str) else json.dumps(errors, ensure_ascii=False)
        super().__init__(f"{call} answered {status}: {told}")
        #: The method of the client that was called.
        self.call = call
        #: The HTTP status.
        self.status = status
        self.errors = errors
        self.code = code
        #: Codes by input, such as `required` or `taken`.
        self.codes: Mapping[str, Sequence[str]] = codes or {}
        #: Accepted values, as texts by input, where the service says more than in `errors`.
        self.hints: Mapping[str, Sequence[str]] = hints or {}
        #: The id of the request in the service's log.
        self.request_id = request_id
        #: Seconds to wait before the next attempt, if the service names them (409, 429 and 503).
        self.retry_after = retry_after

    @property
    def inputs(self) -> Mapping[str, Sequence[str]]:
        """The texts by input; empty when the error is not about inputs."""
        return {} if isinstance(self.errors, str) else self.errors


class Unauthorized(ApiError):
    """401: a key is missing, or the pair is wrong."""


class NotFound(ApiError):
    """404: there is no such record."""


class Conflict(ApiError):
    """409: the state of the record, or a quota, forbids it."""


class InvalidInputs(ApiError):
    """422: `inputs` has the texts by input."""


class TooManyRequests(ApiError):
    """429: try again after `retry_after` seconds."""


class NoAnswer(Exception):
    """No answer: the service was unreachable, the connection broke, or `timeout` passed. A change may have been made."""

    def __init__(self, call: str, reason: BaseException) -> None:
        super().__init__(f"{call} got no answer: {reason or type(reason).__name__}")
        self.call = call


BY_STATUS = {401: Unauthorized, 404: NotFound, 409: Conflict, 422: InvalidInputs, 429: TooManyRequests}
