"""Files as parts of a form. They are read from disk while they are sent, never whole into memory."""

from __future__ import annotations

import os
import uuid
from pathlib import Path
from typing import Any, BinaryIO, Iterator, Mapping, Union

Upload = Union[str, os.PathLike[str], bytes, BinaryIO]
"""The path of a file, its contents, or a file that is open for reading bytes and can seek."""

_CHUNK = 64 * 1024


def _quoted(text: str) -> str:
    """As browsers write names in forms (WHATWG, multipart/form-data encoding algorithm)."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


class Form:
    """A multipart body with one file. It can be sent several times."""

    def __init__(self, fields: Mapping[str, Any], name: str, upload: Upload) -> None:
        self._upload = upload
        self._boundary = uuid.uuid4().hex
        parts = [self._head(key) + str(value).encode() + b"\r\n" for key, value in fields.items()]
        self._before = b"".join(parts) + self._head(name, self._file_name())
        self._after = f"\r\n--{self._boundary}--\r\n".encode()
        # A file that is open already is sent from where it stands now.
        self._start = 0 if self._is_ours() else upload.tell()  # type: ignore[union-attr]

    def _is_ours(self) -> bool:
        return isinstance(self._upload, (str, os.PathLike, bytes))

    def _file_name(self) -> str:
        upload = self._upload
        name = upload if isinstance(upload, (str, os.PathLike)) else getattr(upload, "name", None)
        return Path(name).name if isinstance(name, (str, os.PathLike)) else "upload.csv"

    def _head(self, name: str, file_name: Union[str, None] = None) -> bytes:
        file = "" if file_name is None else f'; filename="{_quoted(file_name)}"\r\nContent-Type: text/csv'
        return f'--{self._boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"{file}\r\n\r\n'.encode()

    @property
    def content_type(self) -> str:
        return f"multipart/form-data; boundary={self._boundary}"

    def length(self) -> int:
        upload = self._upload
        if isinstance(upload, bytes):
            size = len(upload)
        elif isinstance(upload, (str, os.PathLike)):
            size = os.path.getsize(upload)
        else:
            size = upload.seek(0, os.SEEK_END) - self._start
        return len(self._before) + size + len(self._after)

    def __iter__(self) -> Iterator[bytes]:
        yield self._before
        upload = self._upload
        if isinstance(upload, bytes):
            yield upload
        elif isinstance(upload, (str, os.PathLike)):
            with open(upload, "rb") as file:
                yield from iter(lambda: file.read(_CHUNK), b"")
        else:
            upload.seek(self._start)
            yield from iter(lambda: upload.read(_CHUNK), b"")
        yield self._after
