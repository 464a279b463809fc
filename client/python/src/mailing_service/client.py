"""The client of one account."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

from .generated.calls import Calls


class Client(Calls):
    """One method an endpoint. An answer that is not a success raises an `ApiError`."""

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()
