"""Answers that are files."""

from __future__ import annotations

from email.message import Message
from http.client import HTTPException, HTTPResponse, IncompleteRead
from pathlib import Path
from types import TracebackType
from typing import Callable, Iterator, Optional, Type, Union

from .errors import NoAnswer

_CHUNK = 64 * 1024


class Download:
    """A file that is read while it arrives. Use it in a `with` statement, read it to the end, or close it."""

    def __init__(self, call: str, response: HTTPResponse, done: Callable[[bool], None]) -> None:
        self._call = call
        self._response = response
        self._done: Optional[Callable[[bool], None]] = done
        self.content_type = response.headers.get_content_type()
        disposition = Message()
        disposition["Content-Disposition"] = response.headers.get("Content-Disposition", "")
        #: The name that the service gives to the file.
        self.file_name: Optional[str] = disposition.get_filename()

    def __iter__(self) -> Iterator[bytes]:
        """The bytes, in pieces of at most 64 KiB."""
        try:
            while True:
                chunk = self._response.read(_CHUNK)
                if not chunk:
                    break
                yield chunk
        except (OSError, HTTPException) as error:
            self.close()
            raise NoAnswer(self._call, error) from error
        if self._response.length:
            # The only sign of a truncated file in Python before 3.12.
            self.close()
            raise NoAnswer(self._call, IncompleteRead(b"", self._response.length))
        self._end(True)

    def read(self) -> bytes:
        """The whole file."""
        return b"".join(self)

    def text(self) -> str:
        """The whole file as a text (UTF-8)."""
        return self.read().decode("utf-8-sig")

    def save(self, path: Union[str, Path]) -> None:
        """Writes the file to `path`."""
        with open(path, "wb") as file:
            for chunk in self:
                file.write(chunk)

    def close(self) -> None:
        """Skips the rest of the file."""
        self._end(False)

    def _end(self, is_whole: bool) -> None:
        done, self._done = self._done, None
        if done is not None:
            done(is_whole)

    def __enter__(self) -> Download:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()
