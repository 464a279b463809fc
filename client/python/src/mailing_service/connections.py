"""Connections to the service that are kept open between calls."""

from __future__ import annotations

import select
import threading
import time
from http.client import HTTPConnection, HTTPSConnection
from ssl import SSLContext, create_default_context
from typing import List, Optional, Tuple
from urllib.parse import urlsplit

#: Seconds. The service closes a connection that was idle for five.
_IDLE = 4.0


class Connections:
    """Idle connections. Threads may share them: each call takes one of its own."""

    def __init__(self, url: str, ssl_context: Optional[SSLContext]) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is not the address of a service, such as https://mail.example.com")
        self._host = parts.hostname
        self._port = parts.port
        self._context = (ssl_context or create_default_context()) if parts.scheme == "https" else None
        self._idle: List[Tuple[float, HTTPConnection]] = []
        self._lock = threading.Lock()

    def take(self, timeout: float) -> HTTPConnection:
        """A connection for one call. `timeout` is how many seconds the service may be silent."""
        while True:
            with self._lock:
                since, connection = self._idle.pop() if self._idle else (0.0, None)
            if connection is None:
                if self._context is None:
                    return HTTPConnection(self._host, self._port, timeout=timeout)
                return HTTPSConnection(self._host, self._port, timeout=timeout, context=self._context)
            if time.monotonic() - since < _IDLE and _is_open(connection):
                connection.sock.settimeout(timeout)
                return connection
            connection.close()

    def give_back(self, connection: HTTPConnection) -> None:
        """After an answer that was read to its end."""
        if connection.sock is not None:
            with self._lock:
                self._idle.append((time.monotonic(), connection))

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()


def _is_open(connection: HTTPConnection) -> bool:
    """An idle connection with something to read was closed by the service."""
    try:
        readable, _, _ = select.select([connection.sock], [], [], 0)
    except (OSError, ValueError):
        return False
    return not readable
