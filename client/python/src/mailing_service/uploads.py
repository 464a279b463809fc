"""Files as parts of a form. They are read from disk while they are sent, never whole into memory."""

from __future__ import annotations

import mimetypes
import os
import uuid
from pathlib import Path
from typing import BinaryIO, Iterator, Sequence, Tuple, Union

Upload = Union[str, os.PathLike[str], bytes, BinaryIO]
"""The path of a file, its contents, or a file that is open for reading bytes and can seek. An open one has its name in `name`."""

_CHUNK = 64 * 1024


def _quoted(text: str) -> str:
    """As browsers write names in forms (WHATWG, multipart/form-data encoding algorithm)."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


class _File:
    """One file of a form."""

    def __init__(self, upload: Upload, unnamed: str) -> None:
        self._upload = upload
        name = upload if isinstance(upload, (str, os.PathLike)) else getattr(upload, "name", None)
        self.name = Path(name).name if isinstance(name, (str, os.PathLike)) else unnamed
        self.type = mimetypes.guess_type(self.name)[0] or "application/octet-stream"
        is_ours = isinstance(upload, (str, os.PathLike, bytes))
        # An open file is sent from its current position.
        self._start = 0 if is_ours else upload.tell()  # type: ignore[union-attr]

    def length(self) -> int:
        upload = self._upload
        if isinstance(upload, bytes):
            return len(upload)
        if isinstance(upload, (str, os.PathLike)):
            return os.path.getsize(upload)
        return upload.seek(0, os.SEEK_END) - self._start

    def __iter__(self) -> Iterator[bytes]:
        upload = self._upload
        if isinstance(upload, bytes):
            yield upload
        elif isinstance(upload, (str, os.PathLike)):
            with open(upload, "rb") as file:
                yield from iter(lambda: file.read(_CHUNK), b"")
        else:
            upload.seek(self._start)
            yield from iter(lambda: upload.read(_CHUNK), b"")


class Form:
    """A multipart body with files under one name. It can be sent several times."""

    def __init__(self, fields: Sequence[Tuple[str, str]], name: str, uploads: Sequence[Upload], unnamed: str) -> None:
        self._boundary = uuid.uuid4().hex
        self._fields = b"".join(self._head(key) + value.encode() + b"\r\n" for key, value in fields)
        files = [_File(upload, unnamed) for upload in uploads]
        self._files = [(self._head(name, file), file) for file in files]
        self._end = f"--{self._boundary}--\r\n".encode()

    def _head(self, name: str, file: Union[_File, None] = None) -> bytes:
        more = "" if file is None else f'; filename="{_quoted(file.name)}"\r\nContent-Type: {file.type}'
        return f'--{self._boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"{more}\r\n\r\n'.encode()

    @property
    def content_type(self) -> str:
        return f"multipart/form-data; boundary={self._boundary}"

    def length(self) -> int:
        files = sum(len(head) + file.length() + len(b"\r\n") for head, file in self._files)
        return len(self._fields) + files + len(self._end)

    def __iter__(self) -> Iterator[bytes]:
        yield self._fields
        for head, file in self._files:
            yield head
            yield from file
            yield b"\r\n"
        yield self._end
